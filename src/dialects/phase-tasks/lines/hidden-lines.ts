/** Lines in which nothing is read, because they stand in a fence, a comment, a quote or the front matter. */

import { byte, skipBlanks } from '../../scan/bytes.ts'
import { readBox } from '../../scan/box.ts'
import { bulletEnd } from '../../scan/fence.ts'
import type { Hidden } from '../settle.ts'
import { readId } from '../values/ids.ts'
import { looksLikeTask } from './task-like.ts'
import { closeTo, sayUnread, takeInBlock, takeProse, textLine, type Reading } from './reading.ts'

/**
 * Takes a whole fence in: into the description of the task it is indented under, or as the end of the tasks above.
 * Returns its last line.
 */
export function readFence(reading: Reading, from: number): number {
  const { lines, block } = reading
  const first = textLine(reading, from)
  const within = block !== null && first.width > block.width ? block : null
  let task = within?.task
  if (task === undefined) {
    reading.block = null
    reading.list = null
    task = closeTo(reading, first.width)
  }
  let line = from
  for (; line < lines.count && lines.kind(line) === 'fence'; line += 1) {
    rememberHidden(reading, line, 'a code fence')
    if (within !== null) takeInBlock(reading, within, textLine(reading, line))
    else if (task !== undefined) takeProse(reading, task, textLine(reading, line))
  }
  return line - 1
}

/** Remembers a box with an id where nothing is read. */
export function rememberHidden({ lines, bytes, hidden }: Reading, line: number, where: Hidden['where']): void {
  const end = lines.end(line)
  let at = skipBlanks(bytes, lines.start(line), end)
  while (at < end && (bytes[at] === byte.greater || bytes[at] === byte.less || bytes[at] === exclamation)) {
    at += 1
    while (where === 'a comment' && at < end && bytes[at] === byte.minus && bytes[at + 1] === byte.minus) at += 2
    at = skipBlanks(bytes, at, end)
  }
  if (bulletEnd(bytes, at, end) === at) return
  const box = readBox(bytes, at, end)
  const id = box?.is === 'box' ? readId(bytes, box.text, end) : null
  if (id !== null) hidden.push({ id: id.text, extent: id.extent, where })
}

const exclamation = 33

/**
 * A line of a comment: its boxes are remembered, those behind the comment's end are said. A comment that opens in a line
 * of a task is part of the task: nothing may be written between them.
 */
export function readComment(reading: Reading, line: number): void {
  const { lines, bytes, open } = reading
  rememberHidden(reading, line, 'a comment')
  const task = open.at(-1)
  if (task !== undefined && reading.inComment === line - 1) {
    task.blockEnd = lines.next(line)
    reading.inComment = line
  }
  const end = lines.end(line)
  let at = lines.start(line)
  while (at < end && !(bytes[at] === byte.greater && bytes[at - 1] === byte.minus && bytes[at - 2] === byte.minus))
    at += 1
  if (at < end && looksLikeTask(bytes, at + 1, end))
    sayUnread(reading, textLine(reading, line), 'holds a task behind the end of a comment')
}

/** Says that a box in the front matter is not read. */
export function readFrontMatter(reading: Reading, line: number): void {
  const it = textLine(reading, line)
  const box = readBox(reading.bytes, it.at, it.extent.end)
  if (box?.is === 'box') sayUnread(reading, it, 'stands in the front matter')
}
