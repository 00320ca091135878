/** What can be said of tasks only once all of them are read: references, parents, reasons, fences that were never closed. */

import type { DraftTask, Mark } from '../../plan/draft.ts'
import { byte, byteAt, decode, isBlank, type Extent } from '../scan/bytes.ts'
import type { InlineComment, Lines, Unclosed } from '../scanner.ts'
import type { Findings } from './findings.ts'
import { referencesOf } from './references.ts'
import { dependencyIn } from './values/annotations.ts'
import { idNumber, isRange } from './values/dependencies.ts'
import { finishTask, firstPlace, type TaskBuilder } from './task-builder.ts'

/** A box with an id that stands where nothing is read. */
export interface Hidden {
  readonly id: string
  readonly extent: Extent
  readonly where: 'a code fence' | 'a comment' | 'a quote'
}

/** A line that names a task and is none. A summary has such lines too, of tasks that stand elsewhere in the plan. */
export interface Stray {
  readonly id: string
  /** Where the line's text begins. */
  readonly at: number
  readonly extent: Extent
}

export interface ReadLines {
  readonly tasks: readonly TaskBuilder[]
  readonly hidden: readonly Hidden[]
  readonly strays: readonly Stray[]
  readonly structure: readonly Extent[]
  readonly coverage: { taskLike: number; read: number }
}

/** Finishes the tasks of a source and reports MW101, MW105, MW116, MW120 and MW121. */
export function settle(lines: Lines, { tasks, hidden }: ReadLines, findings: Findings): DraftTask[] {
  const keys = keysOf(tasks)
  const references = referencesOf(() => keys().keys(), findings)
  const indents = new Map<string, number>()
  const letters: Letters = { small: [], large: [] }
  // All that is asked of a task at once: to go to ten thousand of them costs as much as to ask.
  tasks.forEach((task) => {
    countIndent(task, indents)
    countLetters(task, letters)
    checkContent(task, findings)
    checkTitle(task, keys, findings)
    checkFiles(lines, task, findings)
  })
  const usualIndent = usualOf(indents)
  checkLetters(letters, findings)
  checkHidden(hidden, keys, findings)
  for (const it of lines.unclosed) sayUnclosed(it, tasks, findings)
  sayDoubtfulFences(lines, hidden, keys, findings)
  for (const it of lines.inline) if (it.doubtful) sayDoubtful(lines, it, hidden, findings)
  return tasks.map((task) =>
    finishTask(task, {
      parent: parentOf(task, keys),
      blockedBy: references(task.blockedBy),
      blocks: references(task.blocks),
      usualIndent,
    }),
  )
}

/** The key of the first task with an id, by the id. */
type KeysById = () => ReadonlyMap<string, string>

/** Put together with the first question: a plan without ranges, parts and dependencies in titles asks none. */
function keysOf(tasks: readonly TaskBuilder[]): KeysById {
  let keys: Map<string, string> | null = null
  return () => {
    if (keys !== null) return keys
    keys = new Map()
    for (const { id, key } of tasks) if (id !== null && !keys.has(id.text)) keys.set(id.text, key)
    return keys
  }
}

/** `T005` of `T005A`, where the plan has it. */
function parentOf({ id }: TaskBuilder, keys: KeysById): string | null {
  if (id === null || id.text.length < 2) return null
  const last = id.text.charCodeAt(id.text.length - 1)
  const isLetter = (last >= 65 && last <= 90) || (last >= 97 && last <= 122)
  return isLetter ? (keys().get(id.text.slice(0, -1)) ?? null) : null
}

/** Counts the indentation of a task's sub-lines, relative to the task. */
function countIndent({ indent, ownIndent }: TaskBuilder, counts: Map<string, number>): void {
  if (indent === null || !indent.startsWith(ownIndent)) return
  const own = indent.slice(ownIndent.length)
  if (own !== '') counts.set(own, (counts.get(own) ?? 0) + 1)
}

/** The indentation that most tasks' sub-lines have; two spaces where there is none. */
function usualOf(counts: ReadonlyMap<string, number>): string {
  let usual = '  '
  let most = 0
  for (const [indent, count] of counts) if (count > most) [usual, most] = [indent, count]
  return usual
}

function checkContent(task: TaskBuilder, findings: Findings): void {
  const { id, mark } = task
  if (task.title.text === '') checkEmpty(task, findings)
  if (mark.state !== 'blocked' && mark.state !== 'deferred') return
  const place = extentOf(mark.span)
  const name = id?.text ?? task.title.text.slice(0, 60)
  if (mark.state === 'blocked' && !saysWhy(task, 'reason'))
    findings.add('MW116', 'warning', place, `${name} is blocked without a reason: line`, 'add a line "  reason: …"')
  if (mark.state === 'deferred' && !saysWhy(task, 'defer_reason')) {
    const message = `${name} is deferred without a defer_reason: line`
    findings.add('MW116', 'warning', place, message, 'add a line "  defer_reason: …"')
  }
}

/** MW124 for a dependency in the text of a task that is still to be done, where no list says the same. */
function checkTitle({ title, mark, blockedBy, blocks }: TaskBuilder, keys: KeysById, findings: Findings): void {
  if (mark.state === 'done') return
  const found = dependencyIn(title.text, (id) => keys().has(id))
  if (found === null) return
  const { words, id, key } = found
  const isSaid = (key === 'blocks' ? blocks : blockedBy).some((named) =>
    isRange(named) ? idNumber(named.from) <= idNumber(id) && idNumber(id) <= idNumber(named.to) : named.id === id,
  )
  if (isSaid) return
  const message = `'${words}' stands within the text; no dependency is read from it`
  const help = `write " | ${key}: …" at the end, or a line below the task`
  findings.add('MW124', 'warning', extentOf(title.span), message, help)
}

/** Whether a reason says anything, on its line or in the block below it. */
function saysWhy({ reason, deferReason, notes }: TaskBuilder, key: 'reason' | 'defer_reason'): boolean {
  const said = key === 'reason' ? reason : deferReason
  const isSaid = (text: string): boolean => text !== '' && !/^[|>]/.test(text)
  return (said !== null && isSaid(said.text)) || notes.some((note) => note.key === key && isSaid(note.value))
}

/** MW105 for a task that says nothing; one without an id whose text stands below it lacks its id (MW104). */
function checkEmpty({ id, line, declaresFiles, lead, prose }: TaskBuilder, findings: Findings): void {
  const place = extentOf(id?.span ?? line)
  if (declaresFiles || lead.length + prose.length > 0) {
    if (id === null) sayNoId(place, null, findings)
    return
  }
  const called = id === null ? 'this task' : `task ${id.text}`
  const help = `say behind the ${id === null ? 'box' : 'id'} what is to be done`
  findings.add('MW105', 'error', place, `${called} has no text`, help)
}

/** MW104: a task that nothing can refer to. */
export function sayNoId(place: Extent, among: string | null, findings: Findings): void {
  if (among !== null) {
    const message = `${among} does not stand right behind the box; this task is read without an id`
    findings.add('MW104', 'warning', place, message, `write "- [ ] ${among} text"`)
    return
  }
  const help = 'give it an id, for instance T001, so that other tasks and marks can refer to it'
  findings.add('MW104', 'warning', place, 'this task has no id; read under a generated key', help)
}

function extentOf({ offset, length }: { readonly offset: number; readonly length: number }): Extent {
  return { start: offset, end: offset + length }
}

/** MW133 for a `files:` with nothing behind it and nothing below it that could be read. */
function checkFiles({ bytes }: Lines, task: TaskBuilder, findings: Findings): void {
  const place = task.declaresFiles && task.files.length === 0 ? firstPlace(task, 'files') : null
  if (place === null) return
  let end = place.end
  while (end < bytes.length && (bytes[end] === byte.star || bytes[end] === byte.colon || isBlank(byteAt(bytes, end))))
    end += 1
  const isEmpty = end >= bytes.length || bytes[end] === byte.lineFeed || bytes[end] === byte.carriageReturn
  const help = 'write paths behind it, or below it one a line; (no file changes) says that there are none'
  if (isEmpty) findings.add('MW133', 'warning', place, 'no file is read from this list', help)
}

/** Marks by the letter that says done, in the order of the file. */
interface Letters {
  readonly small: Mark[]
  readonly large: Mark[]
}

function countLetters({ mark, checklist }: TaskBuilder, letters: Letters): void {
  countLetter(mark, letters)
  for (const item of checklist) countLetter(item.mark, letters)
}

function countLetter(mark: Mark, { small, large }: Letters): void {
  if (mark.raw === 'x') small.push(mark)
  else if (mark.raw === 'X') large.push(mark)
}

/** Both `x` and `X` in one file: said once, at the first of the rarer letter. */
function checkLetters({ small, large }: Letters, findings: Findings): void {
  const [first] = small.length > large.length ? large : small
  if (first === undefined || small.length === 0 || large.length === 0) return
  const used = small.length > large.length ? 'x' : 'X'
  const message = `both [x] (${small.length}) and [X] (${large.length}) are used; kept, new marks use [${used}]`
  findings.add('MW101', 'info', extentOf(first.span), message, 'nothing needs to be done')
}

function checkHidden(hidden: readonly Hidden[], keys: KeysById, findings: Findings): void {
  for (const { id, extent, where } of hidden)
    if (keys().has(id)) {
      const message = `${id} stands in ${where} here and is not read as a task`
      findings.add('MW120', 'info', extent, message, 'nothing needs to be done if it is only an example')
    }
}

/**
 * MW121 for tasks in a comment that another one is opened in: it ends where the other was meant to, and either its own end
 * is missing or the tasks are not to be run. Nobody is to guess which.
 */
function sayDoubtful(
  lines: Lines,
  { line, span, last }: InlineComment,
  hidden: readonly Hidden[],
  findings: Findings,
): void {
  const within = hidden.filter(({ extent }) => extent.start > lines.start(line) && extent.start < lines.next(last))
  if (within.length === 0) return
  const message = `comment opens here and ends only with the one in line ${last + 1}; ${lostIn(within)}`
  const help = 'close each comment with --> where it ends, or put <!-- into back-ticks'
  findings.add('MW121', 'error', extentOf(span), message, help)
}

function lostIn(within: readonly Hidden[]): string {
  const names = within.slice(0, mostNamed).map(({ id }) => id)
  const named = `(${names.join(', ')}${within.length > mostNamed ? ', …' : ''})`
  const many = within.length === 1 ? '1 task line in it' : `${within.length} task lines in it`
  return `the ${many} ${named} would not be read`
}

/**
 * MW121 for tasks that stand nowhere else, in a fence in which another one is opened, or behind which one is never
 * closed: its own end is missing, and it ends where the other was meant to. `hidden` and the fences go down the file.
 */
function sayDoubtfulFences(lines: Lines, hidden: readonly Hidden[], keys: KeysById, findings: Findings): void {
  const lost = hidden.filter(({ id, where }) => where === 'a code fence' && !keys().has(id))
  const open = lines.unclosed.findLast(({ is }) => is === 'fence')?.span.offset ?? -1
  let at = 0
  for (const { span, last, doubtful } of lines.fences) {
    while (at < lost.length && (lost[at]?.extent.start ?? 0) < span.offset) at += 1
    const from = at
    while (at < lost.length && (lost[at]?.extent.start ?? 0) < lines.next(last)) at += 1
    if (at === from || (!doubtful && open < span.offset)) continue
    const message = `code fence opens here and ends only in line ${last + 1}; ${lostIn(lost.slice(from, at))}`
    findings.add('MW121', 'error', extentOf(span), message, 'close each fence where its code ends')
  }
}

const mostNamed = 5

function sayUnclosed({ is, span }: Unclosed, tasks: readonly TaskBuilder[], findings: Findings): void {
  let low = 0
  let high = tasks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tasks[middle]?.line.offset ?? 0) < span.offset) low = middle + 1
    else high = middle
  }
  const count = tasks.length - low
  const names = tasks.slice(low, low + mostNamed).map(({ id, key }) => id?.text ?? key)
  const named = `(${names.join(', ')}${count > mostNamed ? ', …' : ''})`
  const what = is === 'fence' ? 'code fence' : 'comment'
  const read =
    count === 0
      ? 'the lines after it are read'
      : count === 1
        ? `the 1 task line after it ${named} is read as a task`
        : `the ${count} task lines after it ${named} are read as tasks`
  const help =
    is === 'fence' ? 'close the fence where the code ends' : 'close the comment with -->, or put <!-- into back-ticks'
  findings.add('MW121', 'warning', extentOf(span), `${what} is never closed; ${read}`, help)
}

/** The text of an extent, shortened for a message. */
export function shown(bytes: Uint8Array, { start, end }: Extent): string {
  return decode(bytes, start, Math.min(end, start + 80)).trim()
}
