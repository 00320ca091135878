/** A task while its lines are being read. */

import type { DraftFile, DraftTask, Mark, Note, Reference, Text, ToldLine } from '../../plan/draft.ts'
import type { Span } from '../../plan/source.ts'
import type { Extent } from '../scan/bytes.ts'
import type { Named } from './values/dependencies.ts'
import type { Key } from './values/keys.ts'

/**
 * Lists begin as one empty list that all tasks share, and get one of their own with their first element (`push`): most
 * of the lists of a plan stay empty, and a plan has a dozen for each task.
 */
export interface TaskBuilder {
  readonly key: string
  readonly id: Text | null
  readonly mark: Mark
  readonly group: string
  readonly section: string | null
  readonly line: Span
  /** Columns before the bullet. */
  readonly width: number
  /** The indentation of the task's own line as written. */
  readonly ownIndent: string
  readonly parallel: boolean
  readonly title: Text
  blockedBy: readonly Named[]
  blocks: readonly Named[]
  files: readonly DraftFile[]
  declaresFiles: boolean
  traces: readonly string[]
  reason: Text | null
  deferReason: Text | null
  tests: readonly Text[]
  /** Files that `tests:` says the task writes. */
  testFiles: readonly DraftFile[]
  notes: readonly Note[]
  checklist: DraftTask['checklist']
  /** Notes and items of the checklist in the order of the file, and how many lines of prose stand above each. */
  told: readonly (ToldLine & { readonly above: number })[]
  /** Keys that were read, and for each of them the start and the end of its first place. */
  keys: readonly Key[]
  keyPlaces: readonly number[]
  /** Text on the line of `description:` itself. */
  lead: readonly string[]
  /** Lines of the description as written, with their indentation. */
  prose: readonly string[]
  indent: string | null
  blockEnd: number
}

export type TaskStart = Pick<
  TaskBuilder,
  'key' | 'id' | 'mark' | 'group' | 'section' | 'line' | 'width' | 'ownIndent' | 'parallel' | 'title' | 'blockEnd'
>

/** The list that all tasks share; nobody writes to it. */
const none: readonly never[] = []

/** The list with one element more: the same one, or a new one where it was the shared empty one. */
export function push<T>(list: readonly T[], element: T): readonly T[] {
  if (list.length === 0) return [element]
  // Every list but the shared one belongs to one task alone.
  ;(list as T[]).push(element)
  return list
}

/** The list with more elements: the same one, or `more` itself where it was the shared empty one. */
export function pushAll<T>(list: readonly T[], more: readonly T[]): readonly T[] {
  if (list.length === 0) return more
  for (const element of more) (list as T[]).push(element)
  return list
}

/** Keeps a note, and tells it as `text`. */
export function takeNote(task: TaskBuilder, note: Note, text = `${note.key}: ${note.value}`): void {
  task.notes = push(task.notes, note)
  tell(task, text.trimEnd(), null)
}

export function takeItem(task: TaskBuilder, item: DraftTask['checklist'][number]): void {
  task.checklist = push(task.checklist, item)
  tell(task, `- ${item.text}`, item.mark.state)
}

export function tell(task: TaskBuilder, text: string, state: ToldLine['state']): void {
  task.told = push(task.told, { text, state, above: task.prose.length })
}

export function startTask(start: TaskStart): TaskBuilder {
  // Named one by one: copying with a spread makes objects that are four times as slow to build and read here.
  return {
    key: start.key,
    id: start.id,
    mark: start.mark,
    group: start.group,
    section: start.section,
    line: start.line,
    width: start.width,
    ownIndent: start.ownIndent,
    parallel: start.parallel,
    title: start.title,
    blockEnd: start.blockEnd,
    blockedBy: none,
    blocks: none,
    files: none,
    declaresFiles: false,
    traces: none,
    reason: null,
    deferReason: null,
    tests: none,
    testFiles: none,
    notes: none,
    checklist: none,
    told: none,
    keys: none,
    keyPlaces: none,
    lead: none,
    prose: none,
    indent: null,
  }
}

/** Where a key stands first in its task; null where it does not. */
export function firstPlace({ keys, keyPlaces }: TaskBuilder, key: Key): Extent | null {
  const at = keys.indexOf(key)
  return at < 0 ? null : { start: keyPlaces[2 * at] ?? 0, end: keyPlaces[2 * at + 1] ?? 0 }
}

export interface Settled {
  readonly parent: string | null
  readonly blockedBy: readonly Reference[]
  readonly blocks: readonly Reference[]
  /** Indentation of sub-lines in the plan's usual spelling, for a task that has none. */
  readonly usualIndent: string
}

/** The finished task. */
export function finishTask(task: TaskBuilder, { parent, blockedBy, blocks, usualIndent }: Settled): DraftTask {
  const { line, mark } = task
  // A `reason:` may only tell why the task was added (FORMATS section 2, Marks).
  const isDeferral = mark.state === 'deferred' && task.deferReason !== null
  return {
    key: task.key,
    id: task.id,
    title: task.title,
    mark,
    group: task.group,
    section: task.section,
    parent,
    parallel: task.parallel,
    blockedBy,
    blocks,
    files: withTestFiles(task),
    declaresFiles: task.declaresFiles,
    traces: task.traces.length > 1 ? unique(task.traces) : task.traces,
    description: descriptionOf(task),
    reason: isDeferral ? task.deferReason : (task.reason ?? task.deferReason),
    otherReason: isDeferral ? task.reason : null,
    tests: task.tests,
    notes: task.notes,
    checklist: task.checklist,
    told: toldOf(task),
    steps: none,
    line,
    block: { path: line.path, offset: line.offset, length: Math.max(0, task.blockEnd - line.offset) },
    indent: task.indent ?? task.ownIndent + usualIndent,
  }
}

/** The declared files, and those of `tests:` that are not among them; the list itself where there are none, as is usual. */
function withTestFiles({ files, testFiles }: TaskBuilder): readonly DraftFile[] {
  if (testFiles.length === 0) return files
  const named = new Set(files.map(({ path }) => path))
  return [...files, ...testFiles.filter(({ path }) => !named.has(path))]
}

/** The texts without doubles; the list itself where there are none, as is usual. */
function unique(texts: readonly string[]): readonly string[] {
  if (texts.length <= 8) {
    for (let at = 1; at < texts.length; at += 1) if (texts.indexOf(texts[at] ?? '') < at) return [...new Set(texts)]
    return texts
  }
  return [...new Set(texts)]
}

function descriptionOf({ lead, prose }: TaskBuilder): string | null {
  if (lead.length + prose.length === 0) return null
  const text = outdented(prose)
  const parts = text === null ? lead : [...lead, text]
  return parts.length === 0 ? null : parts.join('\n')
}

/** The description with the notes and the items where they stand in it. */
function toldOf({ lead, prose, told }: TaskBuilder): readonly ToldLine[] {
  if (told.length === 0) return none
  const lines: ToldLine[] = lead.map((text) => ({ text, state: null }))
  let from = 0
  const takeProse = (to: number): void => {
    const text = to > from ? outdented(prose.slice(from, to)) : null
    if (text !== null) lines.push({ text, state: null })
    from = to
  }
  for (const { text, state, above } of told) {
    takeProse(above)
    lines.push({ text, state })
  }
  takeProse(prose.length)
  return lines
}

/** Joins lines without the indentation they all share and without blank lines at the ends; null where nothing is left. */
function outdented(lines: readonly string[]): string | null {
  let shared = Infinity
  for (const line of lines) if (line.trim() !== '') shared = Math.min(shared, line.length - line.trimStart().length)
  if (shared === Infinity) return null
  let first = 0
  while (first < lines.length && lines[first]?.trim() === '') first += 1
  let last = lines.length
  while (last > first && lines[last - 1]?.trim() === '') last -= 1
  return lines
    .slice(first, last)
    .map((line) => line.slice(shared).trimEnd())
    .join('\n')
}
