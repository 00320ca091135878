/** The reader of a spec's Markdown: bytes in, what they tell with places out. It never throws. */

import type { Text } from '../../../plan/draft.ts'
import { quoted } from '../../../plan/one-line.ts'
import type { Source, Span } from '../../../plan/source.ts'
import { encodingFindings, unreadable, type Used } from '../../encoding.ts'
import type { Findings } from '../../findings.ts'
import { decode } from '../../scan/bytes.ts'
import { scan } from '../../scanner.ts'
import { codeIn } from '../code-spans.ts'
import type { ToldCriterion, ToldPoint, ToldTool } from '../told.ts'
import { bare, textAt, textOf, type BlockLine } from './block.ts'
import { sayFences } from './fences.ts'
import { goalsOf } from './finish-goals.ts'
import { finishSpeclets } from './finish-speclets.ts'
import { finishStep, finishTask, noteOf, usedText, type From } from './finish-task.ts'
import { readRemark } from './install-remark.ts'
import { isListName } from './narrative-lines.ts'
import { isUnfilled } from './point-lines.ts'
import { readLines } from './read-lines.ts'
import type { CriterionBuilder, FieldBuilder, NarrativeBuilder, Reading, ToolBuilder } from './reading.ts'
import { referencesIn } from './references.ts'
import type { ToldSpecText } from './told-text.ts'
import { withPlainColons } from './wide-colons.ts'

/**
 * Reads the Markdown of a spec (seed 004 §1.3–1.8a, FORMATS section 6). What is wrong with its bytes or its form goes to
 * `findings`, which the caller finishes; whether it fits the other file is not looked at. Linear in the number of bytes.
 */
export function readSpecText(source: Source, findings: Findings): ToldSpecText {
  const refused = unreadable(source)
  if (refused !== null) {
    findings.found.push(refused)
    return nothing
  }
  const plain = withPlainColons(source)
  const lines = scan(plain)
  sayFences(lines, findings)
  const told = toldOf(readLines(lines, findings))
  for (const it of encodingFindings(lines, () => usedOf(told, plain.bytes))) findings.found.push(it)
  return told
}

const nothing: ToldSpecText = {
  title: null,
  goals: [],
  speclets: [],
  tasks: [],
  criteria: [],
  tools: [],
  components: [],
  constraints: [],
  document: null,
  references: [],
  stack: [],
  pattern: new Map(),
  background: [],
  ofParts: null,
  coverage: { taskLike: 0, read: 0 },
}

function toldOf(reading: Reading): ToldSpecText {
  const { bytes, findings, lines, coverage, pattern, title, document, loose } = reading
  const from: From = { bytes, findings }
  const pointsOf = (told: readonly NarrativeBuilder[]): readonly ToldPoint[] =>
    told.flatMap((it, at) => narrativeOf(from, it, told[at + 1]) ?? [])
  return {
    title: title === null ? null : textAt(bytes, title, findings),
    goals: given(reading.goals.flatMap((it) => goalsOf(bytes, it)).map((it) => usedText(from, it))),
    speclets: finishSpeclets(from, reading),
    tasks: reading.tasks.map((task) => finishTask(from, task)),
    criteria: reading.criteria.flatMap(({ lines: own, under, ticked, width, isWords, code }, at, all) => {
      const text = withCommands(textOf(bytes, own, findings), code, findings)
      const isAbove = (all[at + 1]?.width ?? width) > width
      // `**Quality standards:**` above its points is their name, and nothing that could hold.
      if (text !== null && isWords && !own.some((it) => isUnfilled(bytes, it))) sayWords(findings, text)
      return text === null || (isAbove && isLabel(text.text))
        ? []
        : [{ text, under, ticked, isWords, ...codeOf(from, code) }]
    }),
    tools: reading.tools.map((tool) => toolOf(from, tool)),
    components: pointsOf(reading.components),
    constraints: pointsOf(reading.constraints),
    document:
      document === null
        ? null
        : {
            speclet: document.id,
            steps: (loose?.steps ?? []).map((step, at) => finishStep(from, step, at + 1)),
            block: findings.span({ start: 0, end: bytes.length }),
          },
    references: referencesIn(lines, reading.used, findings),
    stack: given(reading.stack.map(({ lines: own }) => textOf(bytes, own, findings))),
    pattern,
    background: backgroundOf(from, reading),
    ofParts: reading.ofParts === null ? null : findings.span(reading.ofParts),
    coverage,
  }
}

/** What the header says, and words; of a document that is a SPECLet its header is read. */
function backgroundOf(from: From, { header, document, background, pattern }: Reading): readonly Text[] {
  const isPattern = ({ field }: FieldBuilder): boolean => pattern.has(field.low.replaceAll(' ', '_'))
  const fields = document === null ? header.filter((it) => !isPattern(it)) : []
  const words = textOf(from.bytes, background.prose, from.findings)
  return given([...fields.map((field) => noteOf(from, field)), words])
}

/** The text of a criterion with the commands of a fence behind it. */
function withCommands(text: Text | null, code: CriterionBuilder['code'], findings: Findings): Text | null {
  const [first] = code
  if (first === undefined) return text
  const said = code.map((it) => it.said).join(', ')
  return text === null ? { text: said, span: findings.span(first.place) } : { ...text, text: `${text.text} ${said}` }
}

function codeOf({ bytes, findings }: From, code: CriterionBuilder['code']): Pick<ToldCriterion, 'code'> {
  return code.length === 0 ? {} : { code: given(code.map(({ place }) => textAt(bytes, place, findings))) }
}

/** MW527 for words of a Definition of Complete that are no point. */
function sayWords(findings: Findings, { text, span }: Text): void {
  const message = `${quoted(text.slice(0, longestWords))} is no point of the definition of complete: no program judges it`
  const place = { start: span.offset, end: span.offset + span.length }
  findings.add('MW527', 'warning', place, message, 'write what has to hold as a point: "- [ ] `report.md` exists"')
}

const longestWords = 100

/** A point of constraints or components; null where it only is the name of those below it. @param next the one behind it */
function narrativeOf(
  { bytes, findings }: From,
  { lines, under, form, width, cells = [] }: NarrativeBuilder,
  next: NarrativeBuilder | undefined,
): ToldPoint | null {
  const written = textOf(bytes, lines, findings)
  const text = written === null ? null : { ...written, text: withCode(written.text, bytes, lines) }
  const isAbove = form === 'point' && (next?.width ?? 0) > width && (next?.under.length ?? 0) > under.length
  if (text === null || (isAbove && isListName(text.text))) return null
  return form === 'row' ? { ...text, text: rowText(cells), under } : { ...text, under }
}

/** The text of lines of which some are code: these stay apart where all of it becomes one line. */
function withCode(text: string, bytes: Uint8Array, lines: readonly BlockLine[]): string {
  if (lines.length < 2 || !lines.some(({ isCode }) => isCode)) return text
  return lines
    .filter(({ start, end }) => end > start)
    .map(({ start, end, isCode }, at, all) => {
      const said = decode(bytes, start, end)
      const above = all[at - 1]
      if (above === undefined) return said
      if (above.isCode === true) return `; ${said}`
      const isLed = /[:.!?][*_]*$/.test(decode(bytes, above.start, above.end))
      return isCode === true && !isLed ? `: ${said}` : ` ${said}`
    })
    .join('')
}

/** `3 | Budget | at most 5` is `Budget: at most 5`. */
function rowText(cells: readonly string[]): string {
  const [name = '', ...values] = cells.filter((it, at) => it !== '' && (at > 0 || !/^#?\d+\.?$/.test(it)))
  return values.length === 0 ? name : `${name}: ${values.join(' | ')}`
}

/** Whether nothing stands behind the colon of a text. */
function isLabel(text: string): boolean {
  return text.replaceAll('*', '').trimEnd().endsWith(':')
}

function given(texts: readonly (Text | null)[]): readonly Text[] {
  return texts.filter((it) => it !== null)
}

function toolOf({ bytes, findings }: From, { need, name, remark, fields }: ToolBuilder): ToldTool {
  const value = (...names: readonly string[]): string | null => {
    const found = fields.find((it) => names.includes(it.name))
    if (found === undefined) return null
    const { start, end } = bare(bytes, found.value.start, found.value.end)
    return end > start ? decode(bytes, start, end) : null
  }
  const own = readRemark(remark.end > remark.start ? decode(bytes, remark.start, remark.end) : '')
  return {
    name: { text: decode(bytes, name.start, name.end), span: findings.span(name) },
    need,
    install: value('install command', 'install', 'installation', 'installation command') ?? own.install,
    rationale: value('rationale', 'use case', 'purpose') ?? own.words,
    alternative: value('alternative', 'fallback'),
  }
}

/** What was taken from the file, for faults of its bytes: they are worse in a name than in words. */
function usedOf(told: ToldSpecText, bytes: Uint8Array): Used {
  const names: Span[] = []
  const texts: Span[] = []
  const name = (it: { readonly span: Span } | null): void => {
    if (it !== null) names.push(it.span)
  }
  const text = (it: { readonly span: Span } | null): void => {
    if (it !== null) texts.push(it.span)
  }
  for (const speclet of told.speclets) {
    name(speclet)
    speclet.dependsOn.forEach(name)
    speclet.tasks.forEach(name)
    text(speclet.title)
  }
  for (const tool of told.tools) name(tool.name)
  told.constraints.forEach(text)
  for (const { text: it, code = [] } of told.criteria) [...codeIn(bytes, it), ...code].forEach(name)
  for (const task of told.tasks) {
    name(task)
    text(task.title)
    name(task.mode)
    for (const step of task.steps) {
      name(step)
      name(step.mode)
      text(step.title)
      text(step.method)
      text(step.expected)
      if (step.expected !== null) codeIn(bytes, step.expected).forEach(name)
      for (const backup of step.backups) {
        name(backup.tool)
        text(backup.text)
      }
    }
  }
  return { names, structure: [], texts }
}
