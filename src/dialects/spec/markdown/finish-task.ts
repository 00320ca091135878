/** Tasks and steps as they are told, out of the lines that were given to them. */

import type { Text } from '../../../plan/draft.ts'
import type { Findings } from '../../findings.ts'
import { byte, decode, type Extent } from '../../scan/bytes.ts'
import type { Told, ToldBackup, ToldStep, ToldTask } from '../told.ts'
import { bare, joined, textAt, textOf, type BlockLine } from './block.ts'
import { ofOneWord, sayMisspelt, type FieldKey } from './field.ts'
import { sayFlagsWithin } from './flags-within.ts'
import type { Head } from './head.ts'
import { holdsPlaceholder, isPlaceholder, saysNothing } from '../placeholder.ts'
import { sayOpen, sayPlaceholder } from './placeholder.ts'
import type { FieldBuilder, StepBuilder, TaskBuilder } from './reading.ts'
import { firstLine } from './task-builder.ts'
import { readCount, readFlag, readMode } from './value.ts'

/** What is read from, and where findings go. */
export interface From {
  readonly bytes: Uint8Array
  readonly findings: Findings
}

/** The finished task. */
export function finishTask(from: From, task: TaskBuilder): ToldTask {
  const { bytes, findings } = from
  const { head, place, own, steps } = task
  const known = fieldsOf(from, task.fields, ofTask)
  const isOneStep = steps.length === 0 && own.fields.length > 0
  const notes = known.notes.concat(isOneStep ? [] : own.fields.map((field) => noteOf(from, field)))
  const said = known.text('description')
  // The first words of a task without a description are one.
  const words = partsBetween(task.prose, notes)
  const opening = said === null ? usedText(from, words.shift() ?? []) : null
  return {
    id: head?.id ?? '',
    speclet: task.speclet,
    span: findings.span(head?.idPlace ?? place),
    title: head === null ? null : usedText(from, [{ ...head.title, width: 0 }]),
    description: said ?? opening,
    steps: isOneStep ? [finishStep(from, own, 1)] : steps.map((step, at) => finishStep(from, step, at + 1)),
    critical: criticalOf(from, head, known.field('critical')),
    mode: known.word('mode'),
    retries: known.count('retries'),
    research: readResearch(from, known.field('research')),
    researchSources: sourcesOf(from, known.field('sources')),
    verification: known.text('verification'),
    notes: inOrder([...notes, ...words.flatMap((it) => keptText(from, it) ?? [])]),
    block: findings.span({ start: startOf(bytes, place), end: task.end }),
  }
}

/** @param at which step of its task it is: the id of one that has none */
export function finishStep(from: From, step: StepBuilder, at: number): ToldStep {
  const { findings } = from
  const { head, place } = step
  const known = fieldsOf(from, step.fields, ofStep)
  const said = head === null ? null : usedText(from, [{ ...head.title, width: 0 }, ...step.titleLines])
  const method = known.text('method')
  // A heading such as `Step [1]:` leaves what is to be done to the words below it.
  const own = head !== null && said === null && method === null ? paragraphsOf(from, step.prose) : null
  const words = own === null ? partsBetween(step.prose, known.notes) : []
  return {
    id: head?.id ?? String(at),
    span: findings.span(head?.idPlace ?? place),
    title: said ?? own?.first ?? null,
    method: method ?? own?.all ?? null,
    methodNotes: known.ofMethod,
    backups: step.fields.filter(({ key }) => key === 'backup').map((field, index) => backupOf(from, field, index + 1)),
    expected: known.text('expected'),
    critical: criticalOf(from, head, known.field('critical')),
    mode: known.word('mode'),
    retries: known.count('retries'),
    verification: known.text('verification'),
    verifications: [],
    notes: inOrder([...known.notes, ...words.flatMap((it) => keptText(from, it) ?? [])]),
  }
}

function offsetOf({ span }: Text): number {
  return span.offset
}

/** Texts in the order of the file. */
export function inOrder(texts: readonly Text[]): readonly Text[] {
  return texts.toSorted((a, b) => offsetOf(a) - offsetOf(b))
}

/** The words of a task, a step or a SPECLet, divided where notes stand between them. */
export function partsBetween(lines: readonly BlockLine[], notes: readonly Text[]): BlockLine[][] {
  const ends = notes.map(offsetOf).toSorted((a, b) => a - b)
  const parts: BlockLine[][] = []
  let next = 0
  for (const line of lines) {
    const before = next
    while ((ends[next] ?? Infinity) < line.start) next += 1
    if (parts.length === 0 || next > before) parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts
}

/** Words that are kept as they are; placeholders in them are told. */
export function keptText(from: From, lines: readonly BlockLine[]): Text | null {
  return usedText(from, lines) ?? textOf(from.bytes, lines, from.findings)
}

/** The first paragraph, and where there are more, all of them. */
function paragraphsOf(
  from: From,
  lines: readonly BlockLine[],
): { readonly first: Text; readonly all: Text | null } | null {
  const begin = lines.findIndex(({ start, end }) => end > start)
  const blank = lines.findIndex(({ start, end }, at) => at > begin && end <= start)
  const title = usedText(from, blank < 0 ? lines : lines.slice(0, blank))
  if (title === null) return null
  const all = blank < 0 ? null : textOf(from.bytes, lines, from.findings)
  return { first: title, all: all?.text === title.text ? null : all }
}

interface Fields {
  readonly notes: readonly Text[]
  /** Those of the method alone. */
  readonly ofMethod: readonly Text[]
  field(key: FieldKey): FieldBuilder | null
  text(key: FieldKey): Text | null
  word(key: FieldKey): Text | null
  count(key: FieldKey): Told<number> | null
}

/** What is read of a step, and of a task. */
const ofStep: ReadonlySet<FieldKey | null> = new Set<FieldKey>([
  ...(['method', 'backup', 'expected', 'critical', 'mode', 'retries', 'verification'] as const),
])
const ofTask: ReadonlySet<FieldKey | null> = new Set<FieldKey>([
  ...(['critical', 'mode', 'retries', 'verification', 'description', 'research', 'sources'] as const),
])
/** Of these only the first word is. */
const hasOneWord = (key: FieldKey): boolean => ofOneWord.has(key) || key === 'research'

/** Whether it says what is written into the progress file, which is kept for whoever works on a task and by nobody of them. */
function isOfLog(text: string): boolean {
  return /\bprogress(?:_\w|\b)|\blog(?:ged|s)?\b|\bnotepad/i.test(text)
}

/** The fields by what they mean; whatever else there is are notes. */
function fieldsOf(from: From, fields: readonly FieldBuilder[], read: ReadonlySet<FieldKey | null>): Fields {
  const { bytes, findings } = from
  const byKey = new Map<FieldKey, FieldBuilder>()
  const notes: Text[] = []
  const ofMethod: Text[] = []
  for (const field of fields) {
    const { key } = field
    sayMisspelt(bytes, findings, field.field)
    if (key === null || !read.has(key)) {
      const note = noteOf(from, field)
      if (key !== 'logging' || !isOfLog(note.text)) notes.push(note)
    } else if (key !== 'backup') {
      const before = byKey.get(key)
      if (before === undefined) {
        byKey.set(key, field)
        if (hasOneWord(key) && hasRemark(bytes, field)) notes.push(noteOf(from, field))
      } else {
        const message = `"${decode(bytes, field.field.name.start, field.field.name.end)}" stands twice; the first one counts`
        findings.add('MW801', 'warning', field.field.name, message, 'put both into one field', [
          { message: 'the first one', span: findings.span(before.field.name) },
        ])
        const kept = key === 'method' ? ofMethod : notes
        kept.push(noteOf(from, field))
      }
    }
  }
  const field = (key: FieldKey): FieldBuilder | null => byKey.get(key) ?? null
  const value = (key: FieldKey): Extent => {
    const found = field(key)
    return found === null ? { start: 0, end: 0 } : firstLine(bytes, found).extent
  }
  return {
    notes,
    ofMethod,
    field,
    text: (key) => usedText(from, field(key)?.lines ?? []),
    word: (key) => readMode(bytes, value(key), findings),
    count: (key) => readCount(bytes, value(key), findings),
  }
}

/** `true, as nothing can be built before`: more than a word. */
function hasRemark(bytes: Uint8Array, { lines }: FieldBuilder): boolean {
  const [, rest = ''] = /^[\s*`]*[^\s*`]+([^]*)$/.exec(joined(bytes, lines)) ?? []
  return /[\p{L}\p{N}]{2}/u.test(rest)
}

/** A text that is used: one that is only a placeholder says nothing (MW516). @param isNothing what a placeholder is here */
export function usedText(
  { bytes, findings }: From,
  lines: readonly BlockLine[],
  isNothing: (text: string) => boolean = saysNothing,
): Text | null {
  const text = textOf(bytes, lines, findings)
  if (text === null) return null
  const { offset, length } = text.span
  const place = { start: offset, end: offset + length }
  for (const line of lines) sayFlagsWithin(bytes, findings, line)
  const { start, end } = bare(bytes, place.start, place.end)
  if (end > start && isNothing(decode(bytes, start, end))) {
    sayPlaceholder(findings, place)
    return null
  }
  if (holdsPlaceholder(text.text)) sayPlaceholder(findings, place)
  sayOpen(findings, place, text.text)
  return text
}

/** `Name: value`, with the place of both. */
export function noteOf({ bytes, findings }: From, { field, lines }: FieldBuilder): Text {
  const { name } = field
  const end = lines.reduce((last, line) => Math.max(last, line.end), name.end)
  return {
    text: `${decode(bytes, name.start, name.end)}: ${joined(bytes, lines)}`.trimEnd(),
    span: findings.span({ start: name.start, end }),
  }
}

/** The flag of a field; without one that of the head. MW520 where they say opposite things. */
function criticalOf({ bytes, findings }: From, head: Head | null, field: FieldBuilder | null): Told<boolean> | null {
  const told = field === null ? null : readFlag(bytes, firstLine(bytes, field).extent, findings)
  const flag = head?.critical ?? null
  if (flag === null) return told
  const own = { value: flag.value, span: findings.span(flag.place) }
  if (told === null) return own
  if (told.value !== own.value) {
    const place = { start: told.span.offset, end: told.span.offset + told.span.length }
    const message = `this says ${String(told.value)}, and the head of the same step says the opposite; the field counts`
    findings.add('MW520', 'warning', place, message, 'let both say the same', [{ message: 'the head', span: own.span }])
  }
  return told
}

/** `Optional (…)` says neither. */
function readResearch({ bytes, findings }: From, field: FieldBuilder | null): Told<boolean> | null {
  if (field === null) return null
  const { extent, text } = firstLine(bytes, field)
  return text.toLowerCase().startsWith('optional') ? null : readFlag(bytes, extent, findings)
}

const mostSources = 1_000

function sourcesOf({ bytes, findings }: From, field: FieldBuilder | null): readonly Text[] {
  const sources: Text[] = []
  for (const line of field?.lines ?? []) {
    let start = line.start
    while (start < line.end && sources.length < mostSources) {
      let end = start
      while (end < line.end && bytes[end] !== byte.comma) end += 1
      const text = textAt(bytes, listed(bytes, start, end), findings)
      if (text !== null) sources.push(text)
      start = end + 1
    }
  }
  return sources
}

/** An element of a list without what stands around it. */
function listed(bytes: Uint8Array, start: number, end: number): Extent {
  const isAround = (at: number): boolean => [91, 93, 34, 39, 45, 32].includes(bytes[at] ?? 0)
  let { start: from, end: to } = bare(bytes, start, end)
  while (from < to && isAround(from)) from += 1
  while (to > from && isAround(to - 1)) to -= 1
  return { start: from, end: to }
}

function backupOf(from: From, builder: FieldBuilder, at: number): ToldBackup {
  const { bytes, findings } = from
  const { field, lines, parts } = builder
  const part = (key: FieldKey): Text | null => {
    const found = parts.find((it) => it.key === key)
    if (found === undefined) return null
    const { extent } = firstLine(bytes, found)
    // `-` and `{file}` are arguments.
    return usedText(from, [{ ...bare(bytes, extent.start, extent.end), width: 0 }], isPlaceholder)
  }
  const end = lines.reduce((last, line) => Math.max(last, line.end), field.name.end)
  return {
    id: field.number === null ? String(at) : decode(bytes, field.number.start, field.number.end),
    span: findings.span(field.number ?? { start: field.name.start, end }),
    text: usedText(from, lines),
    trigger: part('trigger'),
    kind: part('kind'),
    tool: part('tool'),
    toolArguments: part('arguments'),
    notes: [],
  }
}

/** Where the line of a heading begins. */
function startOf(bytes: Uint8Array, { start }: Extent): number {
  let at = start
  while (at > 0 && bytes[at - 1] !== byte.lineFeed) at -= 1
  return at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? Math.min(3, start) : at
}
