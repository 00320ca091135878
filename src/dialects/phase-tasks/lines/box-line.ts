/** Lines with a checkbox: a task, an item of a task's checklist, or something that is not read and says so. */

import { byte, decode, skipBlanks, type Extent } from '../../scan/bytes.ts'
import type { Box } from '../../scan/box.ts'
import { sayNoId } from '../settle.ts'
import { startTask, takeItem } from '../task-builder.ts'
import { splitAnnotations, titleOf } from '../values/annotations.ts'
import { sayDeceiving } from '../values/dependencies.ts'
import { readDressedKey } from '../values/dressed-keys.ts'
import { readId, type FoundId } from '../values/ids.ts'
import { holdsInvisible, invisibleAt } from './invisible-signs.ts'
import { checkSpacing, readMark } from '../values/marks.ts'
import { applyKey } from '../values/sub-lines.ts'
import { secondBox, secondId } from './task-like.ts'
import { blanks, closeTo, sayDependencyIn, sayUnread, type Reading, type TextLine } from './reading.ts'
import { readKeyInBox } from './unindented-key.ts'

const capitalP = 80

/** Reads a line with a box; false where the line is still to be read as something else. */
export function readBoxLine(reading: Reading, it: TextLine, box: Box): boolean {
  const { bytes, coverage, outline } = reading
  const { extent, width } = it
  if (box.is === 'unclosed') {
    sayUnread(reading, it, "has a checkbox without ']'")
    return false
  }
  const id = readId(bytes, skipParallel(bytes, box.text, extent.end), extent.end)
  const isLegend = id === null && box.cell.end === box.cell.start + 1 && bytes[box.cell.start] === capitalP
  if (isLegend) return false
  if (box.is === 'long') {
    if (id !== null) sayUnread(reading, it, 'has more in its checkbox than a state')
    return id !== null
  }
  if (id === null) {
    if (readKeyInBox(reading, it, box.open)) return true
    if (takeIntoChecklist(reading, it, box)) return true
    if (!outline.takesBareBoxes()) {
      sayUnread(reading, it, 'is a checkbox in a section that holds no tasks')
      return true
    }
  }
  coverage.taskLike += 1
  coverage.read += 1
  closeTo(reading, width)
  addTask(reading, it, box, id)
  return true
}

/** A box without an id under a task is part of its checklist; false where no task stands above it. */
function takeIntoChecklist(reading: Reading, { line, extent, width }: TextLine, box: Box): boolean {
  const { bytes, coverage, findings, lines } = reading
  const task = closeTo(reading, width)
  if (task === undefined) return false
  coverage.taskLike += 1
  const key = readDressedKey(bytes, box.open, extent.end)
  if (key !== null) {
    applyKey(bytes, task, key.found, findings)
    task.blockEnd = lines.next(line)
    return true
  }
  coverage.read += 1
  saySecond(reading, null, box.text, extent.end)
  sayDependencyIn(reading, { start: box.text, end: extent.end })
  const text = decode(bytes, box.text, extent.end).trim()
  takeItem(task, { text, mark: readMark(bytes, box, findings) })
  task.blockEnd = lines.next(line)
  return true
}

function addTask(reading: Reading, it: TextLine, box: Box, id: FoundId | null): void {
  const { bytes, findings, lines, outline, taskKeys } = reading
  const { line, extent, width, at } = it
  reading.list = null
  const hidden = id === null ? invisibleAt(bytes, box.text, extent.end) : 0
  if (hidden > 0) reading.structure.push({ start: box.open, end: box.text + hidden })
  else if (holdsInvisible(bytes, box.cell)) reading.structure.push({ start: box.open, end: box.behind })
  const mark = readMark(bytes, box, findings)
  const from = id?.behind ?? box.text
  const behindSign = skipParallel(bytes, from, extent.end)
  const split = splitAnnotations(bytes, { start: behindSign, end: extent.end }, findings)
  const { title, annotations } = split
  const text = { text: withoutEmphasis(reading, id, titleOf(bytes, split)), span: findings.span(title) }
  const group = outline.group()
  const task = startTask({
    key: keyFor(taskKeys, id?.text ?? boxKey(group, text.text)),
    id: id === null ? null : { text: id.text, span: findings.span(id.extent) },
    mark,
    group,
    section: outline.section(),
    line: findings.span(extent),
    width,
    ownIndent: blanks(bytes, extent.start, at),
    parallel: behindSign > from || (id !== null && skipParallel(bytes, box.text, extent.end) > box.text),
    title: text,
    blockEnd: lines.next(line),
  })
  checkSpacing(bytes, box, id === null ? 'a task' : `task ${id.text}`, findings, extent.end)
  sayIdentity(reading, id, title)
  saySecond(reading, id, box.text, extent.end)
  for (const annotation of annotations) applyKey(bytes, task, annotation, findings)
  reading.tasks.push(task)
  reading.open.push(task)
}

/** A title without the end of an emphasis that opens before the id: `**T002 Create it**`. */
function withoutEmphasis({ bytes }: Reading, id: FoundId | null, title: string): string {
  if (id === null || bytes[id.extent.start - 1] !== byte.star || bytes[id.extent.end] === byte.star) return title
  const sign = bytes[id.extent.start - 2] === byte.star ? '**' : '*'
  return title.endsWith(sign) && title.indexOf(sign) === title.length - sign.length
    ? title.slice(0, -sign.length)
    : title
}

/** MW103, MW104 and MW006: a task without an id, or with one that is not what it should be. */
function sayIdentity({ bytes, findings }: Reading, id: FoundId | null, title: Extent): void {
  if (id === null) {
    // A box with nothing behind it is an error of its own where nothing stands below it either (MW105).
    if (title.end > title.start) sayNoId(title, idAmong(decode(bytes, title.start, title.end)), findings)
  } else if (id.form === 'deceiving') sayDeceiving(id.text, id.plain, id.extent, findings)
  else if (id.form === 'unusual') {
    const message = `unusual task id ${id.text} (T + 3 or 4 digits expected); read as written`
    const help = `write it as ${usualId(id.text)}, here and wherever it is named`
    findings.add('MW103', 'warning', id.extent, message, help)
  }
}

/** What an unusual id most likely means: `T1` and `t00001` are T001. */
function usualId(id: string): string {
  const [, number = '', letter = ''] = /^T0*(\d{1,4})([A-Z]?)$/i.exec(id) ?? []
  return number === '' ? 'T and three or four digits' : `T${number.padStart(3, '0')}${letter.toUpperCase()}`
}

/** The id that stands behind a sign or the word task, where it is not read: `[T002] text`, `Task T002: text`. */
function idAmong(title: string): string | null {
  const signs = /^[^\p{L}\p{N}]{0,8}(?:tasks?[ #:]{1,3})?[^\p{L}\p{N}]{0,4}/iu.exec(title)?.[0] ?? ''
  if (signs === '') return null
  return /^T\d{1,5}[A-Z]?(?![\p{L}\p{N}])/iu.exec(title.slice(signs.length))?.[0] ?? null
}

/** MW801 for `T101, T102 text` and `T101 a - [ ] T102 b`: a line has one box, and a box is one task. */
function saySecond({ bytes, coverage, findings }: Reading, id: FoundId | null, from: number, end: number): void {
  const say = (second: Extent, where: string, what: string): void => {
    coverage.taskLike += 1
    const name = decode(bytes, second.start, second.end)
    const message = `${name} ${where}; it is not read as a task`
    findings.add('MW801', 'warning', second, message, `give ${name} ${what} of its own`)
  }
  const beside = id === null ? null : secondId(bytes, id, end)
  if (beside !== null) say(beside, `stands behind ${id?.text ?? ''} in one box`, 'a box')
  for (let next = secondBox(bytes, from, end); next !== null; next = secondBox(bytes, next.end, end))
    say(next, 'has its box behind another task', 'a line')
}

/** The key itself when it is new in the plan, else with the number of its occurrence (FORMATS R14). */
function keyFor(taskKeys: Map<string, number>, wanted: string): string {
  const count = (taskKeys.get(wanted) ?? 0) + 1
  taskKeys.set(wanted, count)
  return count === 1 ? wanted : `${wanted}#${count}`
}

/** A key for a task without an id: the same text in the same group always gets the same one (FORMATS R14). */
function boxKey(group: string, text: string): string {
  let hash = 0x811c9dc5
  const mixed = `${group}\n${text}`
  for (let at = 0; at < mixed.length; at += 1) hash = Math.imul(hash ^ mixed.charCodeAt(at), 0x01000193)
  return `box-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** Behind a `[P]` and the blanks that follow it; `at` itself where there is none. */
function skipParallel(bytes: Uint8Array, at: number, end: number): number {
  const isSign = bytes[at] === byte.openSquare && bytes[at + 1] === capitalP && bytes[at + 2] === byte.closeSquare
  return isSign && at + 3 <= end ? skipBlanks(bytes, at + 3, end) : at
}
