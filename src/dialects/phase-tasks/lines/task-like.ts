/** Lines that people take for a task and the format does not: no bullet, another bullet, a box sign, something in front. */

import {
  byte,
  byteAt,
  decode,
  find,
  isBlank,
  isLetter,
  isNoBreakSpace,
  skipBlanks,
  standsAt,
  type Extent,
} from '../../scan/bytes.ts'
import { boxWords } from '../../scan/box.ts'
import { bulletEnd, skipBullet } from '../../scan/fence.ts'
import { readId, type FoundId } from '../values/ids.ts'

const backslash = 92
const ampersand = 38
const capitalP = 80

/** Signs that stand where a bullet would: dots, dashes, small boxes. */
const bullets = new Set(Array.from('–—•·◦‣▪●○∙⁃−'))
/** Signs of a range that no id holds. */
const rangeSigns = new Set(Array.from('–—…−'))
/** Signs that stand where a box would. A tick or a cross is none: summaries are full of them. */
const boxSigns = new Set(Array.from('☐☑☒⬜□🔲🗹'))
/** `(US1)`: what is no longer than that and a plain word is a label, and no target of a link. */
const mostLabel = 14
/** No box holds more than that. */
const mostCell = 16
/** Signs that may stand between a box and an id, beside blanks. */
const decorations: ReadonlySet<number> = new Set([byte.star, byte.underscore, byte.colon, byte.pipe, byte.open])
/** So many signs in front of a box are looked past. */
const mostSigns = 12

/**
 * Whether a box and an id stand at the start of a line behind bullets, emphasis, table bars, comments or an escape. `at`
 * is the first non-blank byte. For lines that are no task of the format; linear.
 */
export function looksLikeTask(bytes: Uint8Array, at: number, end: number): boolean {
  const open = behindSigns(bytes, at, end)
  if (isBeforeTag(bytes, open, end)) return true
  const behind = boxEnd(bytes, open, end)
  if (behind < 0) return false
  const id = skipDecoration(bytes, behind, end)
  if (readId(bytes, id, end) !== null) return true
  const next = byteAt(bytes, behind)
  // No link has blanks for its text.
  if ((next === byte.open || next === byte.colon) && open > at && skipBlanks(bytes, open + 1, behind) === behind - 1)
    return skipBlanks(bytes, behind + 1, end) < end
  const label = next === byte.open ? find(bytes, byte.close, behind, Math.min(end, behind + mostLabel)) : -1
  if (label < 0 || !/^[\p{L}\p{N}]+$/u.test(decode(bytes, behind + 1, label))) return false
  return readId(bytes, skipDecoration(bytes, label + 1, end), end) !== null
}

/** Whether `[done][P] T004` or `[v][US1] T004` stands at `at`: a link has no such name in front of an id. */
function isBeforeTag(bytes: Uint8Array, at: number, end: number): boolean {
  if (byteAt(bytes, at) !== byte.openSquare) return false
  const close = find(bytes, byte.closeSquare, at + 1, Math.min(end, at + mostCell))
  if (close < 0 || bytes[close + 1] !== byte.openSquare) return false
  const last = find(bytes, byte.closeSquare, close + 2, Math.min(end, close + mostLabel))
  if (last < 0 || !/^(?:P|US\d+)$/.test(decode(bytes, close + 2, last))) return false
  return readId(bytes, skipDecoration(bytes, last + 1, end), end) !== null
}

/** Whether `[ ]` or `[x]` stands at `at` without a bullet, with words behind it: no link, no reference. */
export function isBoxWithoutBullet(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== byte.openSquare || bytes[at + 2] !== byte.closeSquare || at + 4 >= end) return false
  const cell = byteAt(bytes, at + 1)
  const isState = cell === byte.space || (cell | 32) === 120
  return isState && isBlank(byteAt(bytes, at + 3)) && skipBlanks(bytes, at + 3, end) < end
}

/** Behind a bullet and its blanks, also one that is none of the format (`• T001 text`); `at` itself where there is none. */
export function skipAnyBullet(bytes: Uint8Array, at: number, end: number): number {
  const behind = byteAt(bytes, at) < 0x80 ? at : behindCharacter(bytes, at, bullets)
  return behind === at ? skipBullet(bytes, at, end) : skipBlanks(bytes, behind, end)
}

/** The id that stands behind a task's own one and a comma, `&` or dash: a box is one task, so nothing is read from it. */
export function secondId(bytes: Uint8Array, { extent }: FoundId, end: number): Extent | null {
  let at = extent.end
  while (bytes[at] === byte.star || bytes[at] === byte.underscore || bytes[at] === byte.tick) at += 1
  const dash = behindCharacter(bytes, at, rangeSigns)
  if (dash > at) return readId(bytes, dash, end)?.extent ?? null
  at = skipBlanks(bytes, at, end)
  const sign = byteAt(bytes, at)
  if (sign !== byte.comma && sign !== byte.semicolon && sign !== ampersand && sign !== byte.plus) return null
  const second = readId(bytes, skipBlanks(bytes, at + 1, end), end)
  return second === null || second.form === 'deceiving' ? null : second.extent
}

/** The id of a box with a state that stands within a text, outside of code: people see two tasks, a line has one. */
export function secondBox(bytes: Uint8Array, start: number, end: number): Extent | null {
  let inside = false
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === byte.tick) inside = !inside
    if (bytes[at] !== byte.openSquare || inside || !isSetApart(bytes, start, at)) continue
    const behind = boxEnd(bytes, at, end)
    if (behind < 0) continue
    const id = readId(bytes, skipBlanks(bytes, behind, end), end)
    if (id !== null && id.form !== 'deceiving') return id.extent
  }
  return null
}

/** Whether a blank, or what people see as the end of a line, stands before a bracket, or before the bullet in front of it. */
function isSetApart(bytes: Uint8Array, start: number, at: number): boolean {
  let from = at
  while (from > start && isBlank(byteAt(bytes, from - 1))) from -= 1
  if (from > start && bulletEnd(bytes, from - 1, from) === from)
    return from - 1 === start || isBlank(byteAt(bytes, from - 2)) || isBreakBefore(bytes, from - 1)
  return from < at || at === start || isBreakBefore(bytes, at)
}

/** Whether a line or paragraph separator, or a tag such as `<br>`, ends at `at`. */
function isBreakBefore(bytes: Uint8Array, at: number): boolean {
  const last = byteAt(bytes, at - 1)
  if (last === byte.greater) return true
  return (last === 0xa8 || last === 0xa9) && bytes[at - 2] === 0x80 && bytes[at - 3] === 0xe2
}

function behindSigns(bytes: Uint8Array, at: number, end: number): number {
  let from = at
  for (let signs = 0; signs < mostSigns; signs += 1) {
    from = skipBlanks(bytes, from, end)
    const behind = signEnd(bytes, from, end)
    if (behind === from) break
    from = behind
  }
  return from
}

/** Behind one thing that may stand before a box; `at` itself where there is none. */
function signEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return at
  const value = byteAt(bytes, at)
  if (value === byte.less && standsAt(bytes, at, '<!--')) return commentEnd(bytes, at, end)
  const bullet = bulletEnd(bytes, at, end)
  if (bullet > at) return bullet
  if (value === byte.pipe || value === byte.underscore || value === backslash || value === byte.hash) return at + 1
  const next = byteAt(bytes, at + 1)
  if (isLetter(value) && (next === byte.close || next === byte.dot) && isBlank(byteAt(bytes, at + 2))) return at + 2
  return value >= 0x80 ? behindCharacter(bytes, at, bullets) : at
}

function commentEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let sign = find(bytes, byte.greater, at + 4, end); sign >= 0; sign = find(bytes, byte.greater, sign + 1, end))
    if (bytes[sign - 1] === byte.minus && bytes[sign - 2] === byte.minus) return sign + 1
  return at
}

/** Behind a box or a box sign; -1 where there is none. */
function boxEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return -1
  if (bytes[at] !== byte.openSquare) {
    const behind = behindCharacter(bytes, at, boxSigns)
    return behind > at ? behind : -1
  }
  const close = find(bytes, byte.closeSquare, at + 1, Math.min(end, at + mostCell))
  if (close < 0) return -1
  const inner = bytes[close - 1] === backslash ? close - 1 : close
  const cell = decode(bytes, at + 1, inner).trim()
  if (cell === String.fromCharCode(capitalP)) return -1
  return boxWords.has(cell) || Array.from(cell).length <= 1 ? close + 1 : -1
}

/** Behind one character of a set; `at` itself where another one stands. */
function behindCharacter(bytes: Uint8Array, at: number, wanted: ReadonlySet<string>): number {
  const lead = byteAt(bytes, at)
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0
  if (length === 0) return at
  return wanted.has(decode(bytes, at, at + length)) ? at + length : at
}

/** Behind what may stand between a box and an id: blanks, emphasis, a colon, a bar, a bracket, the rest of a sign. */
function skipDecoration(bytes: Uint8Array, at: number, end: number): number {
  let from = at
  while (from < end) {
    const value = byteAt(bytes, from)
    if (isBlank(value) || decorations.has(value)) from += 1
    else if (isNoBreakSpace(bytes, from)) from += 2
    else if (value === 0xef && bytes[from + 1] === 0xb8 && bytes[from + 2] === 0x8f) from += 3
    else break
  }
  return from
}
