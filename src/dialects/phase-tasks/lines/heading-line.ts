/** Headings: with `#`, or a phase that is underlined. A heading ends the tasks above it. */

import { byte, byteAt, decode, isBlank, skipBlanks, type Extent } from '../../scan/bytes.ts'
import { readBox, readHeading } from '../../scan/box.ts'
import type { Lines } from '../../scanner.ts'
import { readPhase } from '../../phase-heading.ts'
import { readId } from '../values/ids.ts'
import { rememberStray } from './strays.ts'
import { looksLikeTask } from './task-like.ts'
import { sayUnread, type Reading, type TextLine } from './reading.ts'

/** Takes a heading into the outline; false where the line is none. */
export function readHeadingLine(reading: Reading, it: TextLine): boolean {
  const { bytes, outline } = reading
  const { line, at, extent } = it
  const heading = readHeading(bytes, at, extent.end)
  if (heading === null) return false
  const { text } = heading
  // Where the text of a task above it stands, it is text of that task: a comment in a script, a heading of its own.
  if (reading.open.some((task) => task.width + 2 <= it.width) && !isPhase(bytes, text)) return false
  // `#tag` is a word, `##Phase 06` a heading that lacks its space.
  const phase = heading.tight ? readPhase(decode(bytes, text.start, text.end)) : null
  if (heading.tight && (phase === null || (phase.odd && heading.level < 2))) return false
  reading.open = []
  reading.list = null
  if (!outline.holdsNoTasks() && heading.level > 1 && startsWithId(bytes, text.start, text.end))
    sayUnread(reading, it, 'is a heading with a task id, not a task')
  else if (looksLikeTask(bytes, text.start, text.end)) sayUnread(reading, it, 'is a heading with a box, not a task')
  else if (!outline.holdsNoTasks() && heading.level > 1) rememberStray(reading, it, text.start, true)
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
/** A longer line is no heading. */
const longestPhase = 200

/** Whether a line is nothing but a phase's name, and a task stands right below it: people see a heading, and it is none. */
export function looksLikePhase({ lines, bytes }: Reading, { line, width, at, extent }: TextLine): boolean {
  if (extent.end - at > longestPhase || (width > 0 && bytes[at] !== byte.hash)) return false
  if (readPhase(decode(bytes, at, extent.end))?.apart !== true) return false
  let below = line + 1
  while (below < lines.count && lines.kind(below) === 'blank') below += 1
  if (below >= lines.count) return false
  const task = lines.kind(below) === 'quote' ? skipQuote(bytes, lines, below) : lines.start(below)
  return readBox(bytes, skipBlanks(bytes, task, lines.end(below)), lines.end(below))?.is === 'box'
}

function skipQuote(bytes: Uint8Array, lines: Lines, line: number): number {
  let at = lines.start(line)
  while (at < lines.end(line) && (bytes[at] === byte.greater || isBlank(byteAt(bytes, at)))) at += 1
  return at
}

function isPhase(bytes: Uint8Array, { start, end }: Extent): boolean {
  return readPhase(decode(bytes, start, end)) !== null
}

/** Whether an id that nobody would take for a word begins here. */
export function startsWithId(bytes: Uint8Array, from: number, end: number): boolean {
  const id = readId(bytes, from, end)
  return id !== null && id.form !== 'unusual'
}
