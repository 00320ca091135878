/** Headings: with `#`, or a phase that is underlined. A heading ends the tasks above it. */

import { byte, byteAt, decode, skipBlanks } from '../../scan/bytes.ts'
import { readHeading } from '../../scan/box.ts'
import { readId } from '../values/ids.ts'
import { looksLikeTask } from './task-like.ts'
import { sayUnread, type Reading, type TextLine } from './reading.ts'

/** Takes a heading into the outline; false where the line is none. */
export function readHeadingLine(reading: Reading, it: TextLine): boolean {
  const { bytes, outline } = reading
  const { line, at, extent } = it
  const heading = readHeading(bytes, at, extent.end)
  if (heading === null) return false
  const { text } = heading
  // `#tag` is a word, `##Phase 06` a heading that lacks its space.
  const isPhase = decode(bytes, text.start, Math.min(text.end, text.start + 6)).toLowerCase() === 'phase '
  if (heading.tight && !isPhase) return false
  reading.open = []
  reading.list = null
  if (!outline.holdsNoTasks() && heading.level > 1 && startsWithId(bytes, text.start, text.end))
    sayUnread(reading, it, 'is a heading with a task id, not a task')
  else if (looksLikeTask(bytes, text.start, text.end)) sayUnread(reading, it, 'is a heading with a box, not a task')
  outline.enter(heading, line, extent)
  return true
}

/** Takes in a phase that has a line of `=` or `-` below it instead of `#` before it; false where the line is none. */
export function readUnderlinedPhase(reading: Reading, { line, extent }: TextLine): boolean {
  const { lines, bytes, outline } = reading
  const below = line + 1
  if (below >= lines.count || (byteAt(bytes, extent.start) | 32) !== smallP) return false
  const from = lines.start(below)
  const sign = byteAt(bytes, from)
  if (sign !== byte.equals && sign !== byte.minus) return false
  let behind = from
  while (behind < lines.end(below) && bytes[behind] === sign) behind += 1
  if (skipBlanks(bytes, behind, lines.end(below)) !== lines.end(below)) return false
  if (!outline.enterUnderlined(line, extent)) return false
  reading.open = []
  return true
}

const smallP = 112

/** Whether an id that nobody would take for a word begins here. */
export function startsWithId(bytes: Uint8Array, from: number, end: number): boolean {
  const id = readId(bytes, from, end)
  return id !== null && id.form !== 'unusual'
}
