/** Lines below a list key that has no value, ends in a comma or opens a bracket: one element each, behind a bullet or not. */

import { readBox } from '../../scan/box.ts'
import { byte, byteAt, find, isBlank, type Extent } from '../../scan/bytes.ts'
import { skipBullet } from '../../scan/fence.ts'
import { readSlipAt } from '../values/dressed-keys.ts'
import { plainIdEnd } from '../values/ids.ts'
import { isListOf, isOnlyList, readAnyKey } from '../values/key-slips.ts'
import { isWeighty, standsKey, type FoundKey, type Key } from '../values/keys.ts'
import { applyValue, opensBlock } from '../values/sub-lines.ts'
import { applyParts, splitValue } from './sub-line-parts.ts'
import { textLine, type OpenList, type Reading, type TextLine } from './reading.ts'
import type { TaskBuilder } from '../task-builder.ts'

/** Lines that are looked at for the end of a bracket. */
const mostBracketLines = 100

/**
 * Opens the list of a key whose elements may stand below it. Returns the value as it is to be read now: without the
 * bracket that a line below closes.
 */
export function openList(reading: Reading, task: TaskBuilder, found: FoundKey, key: Key, it: TextLine): FoundKey {
  const { bytes } = reading
  const { value } = found
  const closes = bytes[value.start] === byte.openSquare ? closingLine(reading, it.line, value) : -1
  // `files: |` opens a block of elements.
  const isBlock = opensBlock(bytes, value)
  const rest = isBlock ? { start: value.end, end: value.end } : closes < 0 ? value : behindBracket(value)
  const behind = rest.end <= rest.start ? 'nothing' : bytes[rest.end - 1] === byte.comma ? 'comma' : 'value'
  reading.list = { task, key, width: it.width, behind, closes }
  return rest === value ? found : { ...found, value: rest }
}

function behindBracket({ start, end }: Extent): Extent {
  return { start: start + 1, end }
}

/** The line below on which a bracket is closed, where nothing but elements stands between; -1 where there is none. */
function closingLine(reading: Reading, line: number, value: Extent): number {
  const { lines, bytes } = reading
  if (find(bytes, byte.closeSquare, value.start, value.end) >= 0) return -1
  const last = Math.min(lines.count - 1, line + mostBracketLines)
  for (let below = line + 1; below <= last; below += 1) {
    const kind = lines.kind(below)
    if (kind === 'blank' || kind === 'comment') continue
    if (kind !== 'text') return -1
    const { at, extent } = textLine(reading, below)
    if (bytes[at] === byte.hash || readBox(bytes, at, extent.end) !== null || ownKey(bytes, at, extent.end)) return -1
    const close = find(bytes, byte.closeSquare, at, extent.end)
    const open = find(bytes, byte.openSquare, at, extent.end)
    if (open >= 0 && (close < 0 || open < close)) return -1
    if (close >= 0) return below
  }
  return -1
}

/** Takes in a line that is an element of the list above; false at the others, which end the list unless they are deeper. */
export function readListElement(reading: Reading, it: TextLine): boolean {
  const { bytes, findings, lines, list } = reading
  if (list === null) return false
  const { line, width, at, extent } = it
  const inBracket = line <= list.closes
  if (!inBracket && width < list.width) return endList(reading)
  const behind = skipBullet(bytes, at, extent.end)
  if (!inBracket && ownKey(bytes, behind, extent.end)) return endList(reading)
  const box = readBox(bytes, at, extent.end)
  const isFile =
    box?.is === 'box' && list.key === 'files' && isOnlyList(bytes, { start: box.text, end: extent.end }, 'files')
  if (box !== null && !isFile && !isBracketedId(bytes, list.key, behind, extent.end))
    return width > list.width ? false : endList(reading)
  const element = { start: isFile ? box.text : behind, end: extent.end }
  if (!inBracket && !isElement(bytes, list, element, { bullet: behind > at, deeper: width > list.width }))
    return width > list.width && list.behind === 'value' ? false : endList(reading)
  const comma = bytes[extent.end - 1] === byte.comma
  reading.list = list.behind === 'nothing' ? list : { ...list, behind: comma ? 'comma' : list.behind }
  const parts = splitValue(bytes, list.key, inBracket ? withoutBracket(bytes, element) : element, findings)
  applyValue(bytes, list.task, list.key, parts.value, findings)
  applyParts(bytes, list.task, list.key, parts, findings)
  list.task.blockEnd = lines.next(line)
  return true
}

function endList(reading: Reading): false {
  reading.list = null
  return false
}

function ownKey(bytes: Uint8Array, at: number, end: number): boolean {
  if (standsKey(bytes, at, end)) return true
  const own = readAnyKey(bytes, at, end)
  if (own !== null && (own.key !== null || own.near !== null)) return true
  return readSlipAt(bytes, at, end)?.sure === true
}

/** `- [T001]` below `blocked_by:`: no box. */
function isBracketedId(bytes: Uint8Array, key: Key, at: number, end: number): boolean {
  if ((key !== 'blocked_by' && key !== 'blocks') || bytes[at] !== byte.openSquare) return false
  const close = plainIdEnd(bytes, at + 1, end)
  return close > 0 && (bytes[close] === byte.closeSquare || bytes[close] === byte.comma)
}

/**
 * What stands deeper than an open list belongs to it, and so does a bullet below a key without a value (YAML writes
 * lists like that). Any other line does where it could be nothing else.
 */
function isElement(
  bytes: Uint8Array,
  { key, behind }: OpenList,
  element: Extent,
  { bullet, deeper }: { readonly bullet: boolean; readonly deeper: boolean },
): boolean {
  if (deeper && behind !== 'value') return true
  if (behind === 'nothing' && bullet) return true
  if (behind === 'comma' && bytes[element.start] !== byte.hash) {
    const isWord = !hasBlank(bytes, element)
    return isWord || (isWeighty(key) ? isListOf(bytes, element, key) : bullet)
  }
  return isWeighty(key) && isOnlyList(bytes, element, key)
}

function hasBlank(bytes: Uint8Array, { start, end }: Extent): boolean {
  for (let at = start; at < end; at += 1) if (isBlank(byteAt(bytes, at))) return true
  return false
}

function withoutBracket(bytes: Uint8Array, { start, end }: Extent): Extent {
  const close = find(bytes, byte.closeSquare, start, end)
  return { start, end: close < 0 ? end : close }
}
