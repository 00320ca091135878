/** Constraints and components of a spec: what the parameters define, and what the Markdown says in words (seed 004 §1.3, §1.9). */

import { oneLine } from '../../plan/one-line.ts'
import { plainName, type Component, type Constraint } from '../../plan/spec.ts'
import { withoutEmphasis } from '../../plan/values/without-emphasis.ts'
import { weakens } from './weakening.ts'
import type { ToldComponent, ToldPoint } from './told.ts'

/**
 * The constraints of the parameters, each with what the Markdown says of it, and behind them those that only stand there. No two of
 * these have one name, nor that of one of the parameters; what is said twice in the same words is one.
 */
export function constraintsOf(defined: readonly Constraint[], told: readonly ToldPoint[]): readonly Constraint[] {
  const namedBy = definitionsOf(defined)
  const remarks = new Map<Constraint, string[]>(defined.map((it) => [it, []]))
  const taken = new Map(defined.map(({ name }) => [plainName(name), 1]))
  const said = new Set<string>()
  const own: Constraint[] = []
  for (const point of told) {
    const text = textOf(point)
    const known = namedBy(point)
    if (known !== null) {
      if (!repeats(point.text, known) || point.under.some(weakens)) remarks.get(known)?.push(text)
    } else if (!saysNone(text) && !saysOptional(point) && !said.has(text)) {
      said.add(text)
      own.push(narrative(text, taken))
    }
  }
  const more = (it: Constraint): Constraint => ({ ...it, remarks: remarks.get(it) ?? [] })
  return [...defined.map((it) => (remarks.get(it)?.length === 0 ? it : more(it))), ...own]
}

/**
 * The components that the parameters define, and those of the Markdown; what both name is one, with what both say of it. Of one name
 * in several lists each is told with its list.
 */
export function componentsOf(defined: readonly ToldComponent[], told: readonly ToldPoint[]): readonly Component[] {
  const found = new Map<string, { name: string; said: string[]; under: readonly string[] }>()
  const take = (key: string, name: string, said: string, under: readonly string[]): void => {
    const known = found.get(key)
    if (known === undefined) found.set(key, { name, said: said === '' ? [] : [said], under })
    else if (said !== '' && !known.said.some((it) => undressed(it) === undressed(said))) known.said.push(said)
  }
  for (const { text, said } of defined) take(componentKey(text), oneLine(text), oneLine(said), [])
  const ofParameters = new Set(found.keys())
  const listsBy = new Map<string, Set<string>>()
  const named = told.flatMap(({ text, under }) => {
    const line = ownText(text)
    if (saysNone(line) || saysOptional({ text })) return []
    const [, own = '', remark = '', more = ''] = described.exec(line) ?? []
    const label = labelOf(line.replace(assigned, '$1: $2'))
    const { name, said } = ofParameters.has(componentKey(own))
      ? { name: own, said: [remark, more] }
      : { name: label?.name ?? line, said: [label?.value ?? ''] }
    const [alone, lists] = [componentKey(name), listsOf(under)]
    listsBy.set(alone, (listsBy.get(alone) ?? new Set()).add(lists.join('\n')))
    return said.map((it) => ({ name, said: it, alone, lists }))
  })
  for (const { name, said, alone, lists } of named) {
    if (!ofParameters.has(alone)) take([...lists, alone].join('\n'), name, said, lists)
    else if (listsBy.get(alone)?.size === 1) take(alone, name, said, [])
    else if (said !== '') take(alone, name, [...lists, said].join(': '), [])
  }
  return [...found.values()].map((it) => ({ ...it, said: it.said.join('; ') }))
}

/** A name as others may write it, with the signs that make it another one: `C++` is not `C#`. */
function componentKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_\-–—.,`*"'()[\]]+/gu, '') || name
}

/** A name, a remark in brackets behind it, and what is said of it behind a colon or a dash: `Reader (src/reader.js): reads`. */
const described = /^([^:([]{1,60}?)(?:\s+\(([^()]{1,200})\))?(?:(?::\s+|\s[–—-]\s+)(\S.*))?$/u

/** A text without the signs that set it, by which two are the same. */
function undressed(text: string): string {
  return text.replaceAll(/[`"*]/g, '').trim().toLowerCase()
}

/** `press = "the old one"`, as the parameters have it. */
const assigned = /^`?([\w.-]{1,60})\s=\s"?([^"`]+)"?`?$/

/** A longer name would be no name. */
const longestName = 120

/** @param taken how often each name was given, by its letters and digits */
function narrative(text: string, taken: Map<string, number>): Constraint {
  const label = labelOf(text)
  if (label !== null && !taken.has(plainName(label.name))) {
    taken.set(plainName(label.name), 1)
    return label
  }
  const characters = Array.from(text)
  const short = characters.length > longestName ? `${characters.slice(0, longestName).join('').trimEnd()}…` : text
  let name = short
  // Two long ones may begin alike.
  for (let count = taken.get(plainName(short)) ?? 0; taken.has(plainName(name)); name = `${short} (${count})`)
    count += 1
  taken.set(plainName(short), (taken.get(plainName(short)) ?? 0) + 1)
  taken.set(plainName(name), 1)
  return { name, value: text }
}

/** A point as one line, with the names of the lists that it stands in before it. */
function textOf({ text, under }: ToldPoint): string {
  return [...listsOf(under), ownText(text)].join(': ')
}

/** `Freeform constraints: …` says no more than what stands behind it. */
function ownText(text: string): string {
  const line = bare(text)
  const label = labelOf(line)
  return label !== null && isIntroduction(label.name) && ofKind.test(label.name) ? label.value : line
}

/** One line without signs of emphasis: `**Budget:** at most 5` is `Budget: at most 5`. */
function bare(text: string): string {
  return oneLine(withoutEmphasis(text))
}

/** `Name: value`; null where no name stands before a colon. */
function labelOf(text: string): { readonly name: string; readonly value: string } | null {
  const [, name = '', value = ''] = /^([^:([]{1,60}):\s+(\S.*)$/u.exec(text) ?? []
  return !/\p{L}/u.test(name) || /[.;!?]\s/.test(name) ? null : { name: name.trim(), value }
}

/** Words that only say that a list follows, and of what: none that weakens it, as `optional` and `should` do. */
const introducing: ReadonlySet<string> = new Set(
  (
    'a all an and any apply applies are be been below component components constraint constraints follow following follows for freeform ' +
    'general has have here hold holds in is it kept list machine met must narrative of or other project readable respected ' +
    'section shall spec the there these this to with einschränkungen folgende rahmenbedingungen'
  ).split(' '),
)

function isIntroduction(text: string): boolean {
  return wordsOf(text).every((it) => introducing.has(it))
}

const ofKind = /constraint|component|rahmenbedingung/i

/** Names of lists without the colon behind them, and without those that only say that one follows. */
function listsOf(under: readonly string[]): readonly string[] {
  return under
    .flatMap((it) =>
      bare(it)
        .replace(/[\s:]+$/, '')
        .split(/:\s+/),
    )
    .filter((it) => !isIntroduction(it) && !isPointer(it) && !isOfTemplate(it))
}

const place =
  /\[(?:constraints|components)(?:\.[\w.-]{1,80})?\](?:\([^()\s]{0,120}\))?|\bparameters_[\w.-]{1,80}\.toml\b/gi
/** Words that only say where to look, and for what. */
const pointing: ReadonlySet<string> = new Set(
  (
    'a above also and are as at be below by complete component components constraint constraints defined definition definitions detail ' +
    'details exact exactly file for found from full here in is it its limit limits list listed machine more numeric of on parameters ' +
    'please project read readable refer section see spec specification stand stands table the their them there these they this those ' +
    'threshold thresholds to toml value values what where which'
  ).split(' '),
)

/** Whether words say nothing but that more stands in the parameters: it is read there. */
function isPointer(text: string): boolean {
  if (!/^[*_`]*(?:see|defined in)\b/i.test(text)) return false
  const rest = text.replaceAll(place, ' ')
  return rest !== text && wordsOf(rest).every((it) => pointing.has(it))
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Words of the seed's template that tell how such a section is written, and its examples. */
const ofTemplate: readonly RegExp[] = [
  /^for automated validation of numeric\/boolean constraints, define them in/i,
  /^for specs that need to validate component references, define them in/i,
  /^this enables exe section 1\.9 to verify/i,
  /^narrative constraints can remain in markdown only/i,
  /^when using machine-readable constraints, reference them explicitly/i,
  /^`[\w.]+ = [^`]+` \((?:numeric|boolean|string) \w+ - exe controller can \w+(?: it)?\)$/i,
]

function isOfTemplate(text: string): boolean {
  return ofTemplate.some((it) => it.test(text))
}

const none =
  /^(?:none|nothing|n\/a|nil|not applicable|no (?:(?:special|further|other|additional|specific|known) )?(?:constraints?|components?)|keine|[–—-])\.?$/i

/** Whether a text says that there is none, only where others stand, or how they are written. */
function saysNone(text: string): boolean {
  return (
    none.test(text) ||
    /^(?:constraints|components)$/i.test(text) ||
    isPointer(text) ||
    isOfTemplate(text) ||
    isOfTemplate(labelOf(text)?.value ?? '')
  )
}

/** Whether a point only says that the section may be left out: `(optional)`. */
function saysOptional({ text }: Pick<ToldPoint, 'text'>): boolean {
  return /^[*_\s([]*optional[*_\s)\].:]*$/i.test(text)
}

/** Gives the constraint of the parameters that a point names; null where it names none. */
function definitionsOf(defined: readonly Constraint[]): (point: ToldPoint) => Constraint | null {
  const byName = new Map<string, Constraint>()
  const byPlain = new Map<string, Constraint>()
  for (const it of defined) {
    // A table stands for what it holds: the first of it.
    const [table = ''] = it.name.split('.')
    if (!byName.has(table)) byName.set(table, it)
    byName.set(it.name, it)
    byPlain.set(plainName(it.name), it)
  }
  return ({ text, under }) => {
    for (const [, name = ''] of text.matchAll(reference)) {
      const found = byName.get(name) ?? byName.get(name.split('.')[0] ?? '')
      if (found !== undefined) return found
    }
    const [, first = ''] = /^[*`]*([A-Za-z_][\w.-]*)[*`]*\s*(?:[=:]|$)/.exec(text) ?? []
    const label = under.length === 0 ? labelOf(bare(text)) : null
    return byName.get(first) ?? (label === null ? undefined : byPlain.get(plainName(label.name))) ?? null
  }
}

const reference = /(?<![\w./\\-])constraints\.([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)/g

/** Whether a text says no more than the name of a constraint, and its value. */
function repeats(text: string, { name, value }: Constraint): boolean {
  const tight = text
    .replaceAll(/[\s`*"'[\]]+/g, '')
    .replace(/^constraints\./, '')
    .replace(/[=:]/, '=')
  return tight === `${name}=${String(value)}`.replaceAll(/\s+/g, '') || tight === name
}
