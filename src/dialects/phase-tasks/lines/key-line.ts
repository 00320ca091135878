/** Sub-lines: `key: value` under a task, and lines that were meant to be one. */

import { byte, decode } from '../../scan/bytes.ts'
import { skipBullet } from '../../scan/fence.ts'
import { readSlipAt } from '../values/dressed-keys.ts'
import { readAnyKey } from '../values/key-slips.ts'
import { isListKey, isWeighty, type FoundKey } from '../values/keys.ts'
import { applyKey, opensBlock } from '../values/sub-lines.ts'
import { openList } from './list-element.ts'
import { blanks, closeTo, sayUnread, type Reading, type TextLine } from './reading.ts'
import { applyParts, splitValue } from './sub-line-parts.ts'
import { readUnindentedKey, sayOrphan } from './unindented-key.ts'

/** Reads a sub-line; false where the line is still to be read as something else. */
export function readKeyLine(reading: Reading, it: TextLine): boolean {
  const { bytes, coverage, findings, lines } = reading
  const { line, width, at, extent } = it
  if (width === 0) return readUnindentedKey(reading, it)
  const from = skipBullet(bytes, at, extent.end)
  const found = readAnyKey(bytes, from, extent.end)
  if (found === null) return readSlip(reading, it, from)
  const { key, value } = found
  const bare = key === null && found.near === null
  // A bullet with a word and a colon is prose, unless the word is one of ours.
  if (from > at && bare) return false
  const task = closeTo(reading, width)
  if (task === undefined) return bare ? false : readOrphan(reading, it, found)
  if (!bare) coverage.taskLike += 1
  if (key !== null) coverage.read += 1
  sayIndent(reading, it)
  // A reason may be one of ours: what is written next to it may not depend on how far a run has come.
  if (key !== 'reason' && key !== 'defer_reason') task.indent ??= blanks(bytes, extent.start, at)
  task.blockEnd = lines.next(line)
  const isList = key !== null && isListKey(key)
  // A misspelt key is an error: nothing is read from its line.
  const parts = found.near === null ? splitValue(bytes, key, value, findings) : null
  const own = parts === null || parts.value === value ? found : { ...found, value: parts.value }
  applyKey(bytes, task, isList ? openList(reading, task, own, key, it) : own, findings)
  if (parts !== null) applyParts(bytes, task, key, parts, findings)
  if (found.near === null && !isList && opensBlock(bytes, value))
    reading.block = { task, width, note: key === 'description' ? null : found.name }
  return true
}

/** A list key without its colon, or dressed up: below prose it may be the next words of a sentence, and is only said to be unread. */
export function readSlip(reading: Reading, it: TextLine, from: number): boolean {
  const { bytes, coverage, findings, lines } = reading
  if (it.width === 0) return readUnindentedKey(reading, it)
  const slip = readSlipAt(bytes, from, it.extent.end)
  if (slip === null) return false
  const task = closeTo(reading, it.width)
  if (task === undefined) return false
  if (!slip.sure && (task.prose.at(-1) ?? '') !== '') {
    const near = slip.found.near ?? ''
    sayUnread(reading, it, `may be '${near}' without its colon`, `write "${near}: …" if that is meant`)
    return false
  }
  coverage.taskLike += 1
  task.blockEnd = lines.next(it.line)
  applyKey(bytes, task, slip.found, findings)
  return true
}

/** A key line that no task stands above. */
function readOrphan(reading: Reading, it: TextLine, found: FoundKey): boolean {
  const { open, outline } = reading
  const { name, key, near } = found
  if ((key ?? near) === null || (open.length === 0 && outline.holdsNoTasks())) return false
  if (key === null || !isWeighty(key)) sayUnread(reading, it, `has the key '${name}' but belongs to no task`)
  else sayOrphan(reading, found)
  return true
}

/** MW106 for a sub-line that is indented by something else than two spaces or more. */
function sayIndent({ bytes, findings }: Reading, { extent, at, width }: TextLine): void {
  const odd = oddIndent(bytes, extent.start, at, width)
  if (odd === null) return
  const message = `sub-line is indented by ${odd}; read all the same`
  findings.once('MW106', 'warning', odd, { start: extent.start, end: at }, message, 'indent sub-lines by two spaces')
}

function oddIndent(bytes: Uint8Array, start: number, end: number, width: number): string | null {
  let at = start
  while (at < end && bytes[at] === byte.space) at += 1
  if (at === end) return width === 1 ? 'one space' : null
  return decode(bytes, start, end).includes('\t') ? 'a tab' : 'a no-break space'
}
