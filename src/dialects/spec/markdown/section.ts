/** What stands below a heading, by its name: the goal, criteria, tools, or words about the plan. */

import { editDistance } from '../../../plan/nearest-name.ts'
import { decode, type Extent } from '../../scan/bytes.ts'
import { isGoalName } from '../goal-name.ts'

/**
 * `example`: its tasks are none of the plan. `stack`: choices, whose boxes are no criteria. `aside`: words about tasks and
 * steps that are none themselves. `format`: words about how any spec is executed. `part`: criteria of a phase or a user story, and none of the goal. `other`: anything else, also where the tasks stand.
 */
export type SectionKind =
  | 'goal'
  | 'criteria'
  | 'tools'
  | 'components'
  | 'constraints'
  | 'stack'
  | 'example'
  | 'aside'
  | 'format'
  | 'part'
  | 'other'

const starts: readonly (readonly [start: string, kind: SectionKind])[] = [
  ['goal example', 'example'],
  ['software stack', 'stack'],
  ['technology stack', 'stack'],
  ['tech stack', 'stack'],
  ['deployment type', 'stack'],
  ['deployment requirements', 'stack'],
  ['user interface requirements', 'stack'],
  ['mcp tool', 'tools'],
  ['components', 'components'],
  ['definitions', 'aside'],
  ['user stories', 'aside'],
  ['clarification', 'aside'],
  ['dependency flow', 'aside'],
  ['operational modes', 'aside'],
  ['recommendations', 'aside'],
  ['expected final', 'aside'],
  ['expected output structure', 'aside'],
]
/** Sections about the format itself: names that go on otherwise are about something else. */
const ofFormat = new RegExp(
  [
    '^(?:bridging(?: (?:markdown|md|toml|files|section|requirements|rules|synchroni[sz]ation)\\b.*)?',
    'instructions(?: (?:for|to) (?:the )?(?:llms?|executor|executing|agents?|ai|model|assistant|claude)\\b.*)?',
    'cross references?|knowledge capture(?: (?:settings|section|notes))?|version history|revision history|change ?log',
    'post execution(?: (?:analysis|report|review|steps?|summary))?',
    'json (?:log|logging)(?: (?:schema|structure|format|entries|entry|examples?))?)$',
  ].join('|'),
)
/** Wherever they stand in a name; words begin and end where no letter stands beside them, in any script. */
const inEurope =
  /definitions? of (?:complet\w*|done|success)|(?:completion|acceptance|success|exit|final) (?:criteri(?:a|on)|conditions?|checklist|requirements?|metrics?|measures?|tests?|verification|checks?)|(?:criteria|conditions|requirements) (?:of|for) (?:complet\w*|acceptance|success|satisfaction)|(?:quality|validation|verification|completeness|release|delivery|sign-?off) (?:criteri(?:a|on))|(?:completed?|done|finished|achieved) when|when (?:are|is|will) .{1,40} (?:complete|done|finished)|(?:done|achievement) criteri(?:a|on)|completion definition|what (?:done|complete|success) means|measures? of success|success looks like|how (?:do |will )?(?:we|you|i)(?:'ll| will)? know (?:it|that|when|if|we)|quality gates|goal achievement|(?:go-live|go live|launch) (?:checklist|criteria)|(?:fertig|erledigt),? wenn|definition (?:der|des|von) (?:fertigstellung|vollständigkeit|erledigung|abnahme|erfolgs?|fertig\p{L}*|done)|définition d(?:e l['’]|u |e |['’])(?:terminé|fini|fait|achèvement|complet|succès|prêt|done)|definición de (?:completo|completado|terminado|hecho|listo|finalizado|acabado|éxito|done)|(?:abnahme|akzeptanz|erfolgs|abschluss|fertigstellungs)kriterien|criterios de (?:aceptación|éxito|finalización|terminación)|critères? d\S*\s?(?:acceptation|achèvement|réussite|succès|validation|fin)|criteri di (?:accettazione|completamento|successo)|definizione di (?:completamento|completato|fatto|finito|pronto|successo)|ready when/u
const elsewhere =
  /(?:критер(?:и[ийя]|ії)|условия|умови) (?:приёмки|приемки|готовности|завершения|успеха|выполнения|приймання|готовності|успіху)|определение (?:готовности|завершённости|завершенности)|critérios? d[eo] (?:aceitação|aceite|sucesso|conclusão|pronto)|definição de (?:pronto|concluído|feito|completo|finalizado|sucesso|done)|(?:acceptatie|succes|voltooiings)criteria|definitie van (?:klaar|gereed|voltooid|succes|done)|kryteria (?:akceptacji|sukcesu|ukończenia|zakończenia)|definicja ukończenia|accept(?:ans|)kriterier|kabul (?:kriterleri|ölçütleri)|tiêu chí (?:chấp nhận|hoàn thành|thành công)|akceptační kritéria|kritéria (?:přijetí|úspěchu|dokončení)|معايير (?:القبول|النجاح|الإنجاز)/u
const withoutBlanks =
  /(?:验收|驗收|完成|成功)的?(?:标准|標準|条件|條件|定义|定義)|完了の?(?:条件|定義|基準)|受け?入れ?(?:基準|条件)|(?:成功|検収)(?:基準|条件)|(?:완료|인수|수용|성공)의? ?(?:기준|조건|정의)/u
const saysCriteria = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${inEurope.source}|${elsewhere.source})(?![\\p{L}\\p{N}])|${withoutBlanks.source}`,
  'u',
)
/** The same without the signs on letters, which a key of TOML cannot have. */
const saysCriteriaPlainly = new RegExp(withoutSigns(saysCriteria.source), 'u')

function withoutSigns(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** Whether a key of the parameters is called as a heading of criteria is. Of one other word nobody knows what it is about. */
export function isCriteriaKey(key: string): boolean {
  const name = key
    .toLowerCase()
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
  return (
    name === 'dod' ||
    key === 'DoC' ||
    saysCriteria.test(name) ||
    saysCriteriaPlainly.test(name) ||
    (name.includes(' ') && checks.test(name))
  )
}

const criteria: ReadonlySet<string> = new Set([
  ...['completion', 'acceptance', 'criteria', 'dod', 'done', 'success', 'abnahme', '验收', '驗收'],
])
/** `Technical Constraints`, `iOS 17 Constraints`, `Constraints and Assumptions`, `Assumptions & Constraints`, `Technische Rahmenbedingungen`. */
const saysConstraints =
  /^(?:[\p{L}\p{N}.+#/'’-]+,? (?:(?:and|&|or|und) )?){0,4}(?:constraints|restrictions|rahmenbedingungen|randbedingungen|einschränkungen|contraintes|restricciones|vincoli)(?:(?:,| and| &| or| und| \/| for| on| of| -| –| —) .{1,60}| list| to (?:be )?(?:met|keep|kept|respect(?:ed)?|observed?|hono(?:u?r|u?red)|satisf(?:y|ied)))?$/u
/** Of such a name words that make it one of what does not hold, or no longer. */
const noConstraints =
  /\b(?:no|not|without|previous|former|old|obsolete|removed|dropped|rejected|lifted|relaxed|deprecated|resolved|violated|example|sample)\b|\bnon[- ]constraints\b/u
/** `UI Components`, `Component List`: below something else it is about that. */
const maySayComponents =
  /^(?!.*\b(?:the|all|these|each|any)\b)(?:(?:[\p{L}\p{N}.+#/'’-]+ (?:(?:and|&) )?){1,3}components|(?:component list|list of components|component overview))$/u
const saysComponents = /^(?:key|main|major|core|system|software|technical|required|architecture) components$/
/** What the format's own list of criteria consists of, as sections of their own (seed 004 §6.4). */
const checks = /^(?:(?:primary|final) deliverables?|deliverables|quality standards?|verification methods?)$/
const longest = 80

/** The name of a heading in small letters, without signs before it, a remark behind it, and what follows a colon or a question mark. */
export function nameOfHeading(bytes: Uint8Array, { start, end }: Extent): string {
  return nameOfText(decode(bytes, start, Math.min(end, start + longest)))
}

/** The same of a heading that was read. */
export function nameOfText(heading: string): string {
  const written = spelledOut(heading.slice(0, longest)).toLowerCase()
  // A word in bold within it: `Definition of **Complete**`.
  const text = written.replaceAll(/(?<=\p{L} )\*\*(\p{L}+)\*\*/gu, '$1')
  let from = 0
  from += /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0
  // `Section 4: …`
  from += /^(?:section|part|chapter)\s+[\w.]{1,8}\s*[:.–—-]\s*/.exec(text.slice(from))?.[0].length ?? 0
  return (/^[^:(*?：（？]*/u.exec(text.slice(from))?.[0] ?? '').trim()
}

/** The same as it is written, with its remark. */
export function titleOf(heading: string): string {
  const name = nameOfText(heading)
  const title = heading.replaceAll('**', '').slice(0, longest)
  const from = Math.max(0, title.toLowerCase().indexOf(name))
  return title.slice(from).replace(/:.*$/u, '').trim()
}

/** `DoC` is how the format shortens it; `Doc` and `DOC` are documents. */
export function spelledOut(name: string): string {
  return name.replace(/\bDoC\b/, 'Definition of Complete')
}

/** Whether a heading of this name opens components where it stands below nothing else: `UI Components`. */
export function mayBeComponents(name: string): boolean {
  const plain = name.replace(/[\s_-]+/g, ' ')
  return kindOf(name) === null && maySayComponents.test(plain) && !noConstraints.test(plain)
}

/** What a heading of this name opens; null where it says nothing of its own. */
export function kindOf(heading: string): SectionKind | null {
  const name = heading.replace(/[\s_-]+/g, ' ').replace(/^(?:the|our) (?!goal$)/, '')
  // `Goal 2` and `Second Goal` are a goal, too: that there is another one is told.
  if (isGoalName(name)) return 'goal'
  if (name === 'example' || name === 'examples') return 'example'
  const isNamed = saysCriteria.test(name) || saysCriteriaPlainly.test(name)
  if (criteria.has(name) || checks.test(name) || isNamed || isSlip(name)) return 'criteria'
  const start = ofFormat.test(name) ? 'format' : (starts.find(([it]) => name.startsWith(it))?.[1] ?? null)
  if (start === 'stack') return start
  if (name === 'constraint' || name === 'constraint list' || (saysConstraints.test(name) && !noConstraints.test(name)))
    return 'constraints'
  return start ?? (saysComponents.test(name) ? 'components' : null)
}

const named = [
  'definition of complete',
  'definition of done',
  'completion criteria',
  'acceptance criteria',
  'success criteria',
]

/** `Definiton of Complete`: what it says counts all the same. */
function isSlip(name: string): boolean {
  return name.length > 12 && name.length < 26 && named.some((it) => editDistance(name, it, 2) <= 2)
}

/** Words right before the name of criteria, or in a remark behind it, by which they are not, or no longer, those of the goal. */
const notHeld =
  'non|rejected|former|previous|old|obsolete|outdated|superseded|deprecated|discarded|dropped|removed|withdrawn|abandoned|example'
const beforeCriteria = new RegExp(`(?:^|\\s)(?:${notHeld})(?: (?:project|goal|plan|spec|final|overall))?$`, 'u')
const inRemark = new RegExp(`^[^:(]{1,80}\\((?:${notHeld})\\)`, 'iu')
const behindCriteria = new RegExp(`^(?:[–—] )?(?:${notHeld})$`, 'u')
const oneTask = String.raw`(?:the )?(?:sub ?)?(?:task|step) (?:\[[^\]]{1,40}\]|#?\d[\w.]*)`
const beforeTask = new RegExp(`^(?:for|of) ${oneTask}`, 'u')
const behindTask = new RegExp(`^${oneTask}$`, 'u')

/** Whether a heading, as it is written, has a name of criteria and says that they are not the goal's: `Rejected Acceptance Criteria`. */
export function hasCriteriaOfOthers(heading: string): boolean {
  const name = nameOfText(heading).replace(/[\s_-]+/g, ' ')
  const found = saysCriteria.exec(name)
  if (found === null) return false
  const before = name.slice(0, found.index).trim()
  const behind = name.slice(found.index + found[0].length).trim()
  if (beforeCriteria.test(before) || behindTask.test(before) || beforeTask.test(behind)) return true
  return behind === '' ? inRemark.test(heading) : behindCriteria.test(behind)
}

/** A heading without the words that make it one of criteria, in small letters. */
export function withoutCriteriaName(heading: string): string {
  const text = spelledOut(heading).toLowerCase()
  if (isSlip(nameOfText(heading))) return text.replace(nameOfText(heading), ' ')
  // `When is … done?` has words of its own within it.
  const names = saysCriteria.test(text) ? saysCriteria : saysCriteriaPlainly
  return text.replace(names, (it) => (it.startsWith('when') ? it : ' '))
}

const verifying = /^(?:verification|validation)(?: (?:steps?|plan|checks?|checklist))?$/

/** Whether a heading of this name says how something is verified, and not of what: of the goal, where it stands above everything else. */
export function isOfVerifying(name: string): boolean {
  return verifying.test(name.replace(/[\s_-]+/g, ' '))
}

const sorting =
  /^quality$|(?:^| )(?:(?:quality|verification|validation) (?:criteri(?:a|on)|gates?)|(?:acceptance|completion|success|exit|final) (?:tests?|checks?|verification))$/

/** Whether a heading of this name says of what kind the criteria below it are. */
export function sortsCriteria(name: string): boolean {
  return isNameOfCheck(name) || isOfVerifying(name) || sorting.test(name)
}

const someCriteria = /\b(?:criteri(?:a|on)|(?:[\p{L}]*kriterien))$/u
/** Criteria by which something is chosen, or begins: nothing that has to hold at the end. */
const choosing =
  /\b(?:selection|search|filter(?:ing)?|rank(?:ing)?|sort(?:ing)?|escalation|entry|start|trigger|decision|inclusion|exclusion|retry|abort|stop|matching|scoring|weighting|auswahl|such)\p{L}*\s?(?:criteri(?:a|on)|kriterien)$/u

/** Whether a heading of this name may open criteria of the goal, and may as well open others: `Performance Criteria`. */
export function mayBeCriteria(name: string): boolean {
  return kindOf(name) === null && (isOfVerifying(name) || (someCriteria.test(name) && !choosing.test(name)))
}

/** Whether it is the name of one of the checks of completion, and so says something of what stands below it. */
export function isNameOfCheck(name: string): boolean {
  return checks.test(name.replace(/[\s_-]+/g, ' '))
}

/** Whether a heading of this name is one of those that a Definition of Complete has, so that it goes on with an empty one above it. */
export function isPartOfCriteria(name: string): boolean {
  const words = /\b(?:deliverables?|quality|verification|production|documentation|functional|deployment|interface)\b/
  return kindOf(name) === null && words.test(name)
}

/** Whether a heading of this name ends a task whatever its level: nothing of a task stands below it. */
export function endsTasks(name: string): boolean {
  return name.startsWith('bridging') || name.startsWith('instructions')
}

const gateWords: ReadonlySet<string> = new Set([
  'gate',
  'gates',
  'checklist',
  'summary',
  'verification',
  'review',
  'notes',
  'dependencies',
  'output',
  'outputs',
  'complete',
  'completion',
  'criteria',
  'status',
  'results',
])

/** Whether what stands behind `Task 1` says that it is about the task and no task: `Completion Gate`. */
export function isAboutTask(rest: string): boolean {
  const words = rest.toLowerCase().split(' ')
  return gateWords.has(words.at(-1) ?? '')
}
