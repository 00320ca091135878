/** Task ids as they stand in plans: `T` + digits + an optional letter or more, in ordinary, unusual and deceiving spellings. */

import { byte, byteAt, decode, isBlank, isDigit, isLetter, skipBlanks, type Extent } from '../../scan/bytes.ts'
import { invisibleName, looksLike } from '../../encoding/characters.ts'

export interface FoundId {
  /** As written, without emphasis around it. */
  readonly text: string
  readonly extent: Extent
  /** Where the text behind the id goes on. */
  readonly behind: number
  /** `unusual`: another width or case than `T` + 3 or 4 digits; `deceiving`: only looks like an id. */
  readonly form: 'usual' | 'unusual' | 'deceiving'
  /** What a person reads: for a deceiving id the plain one. */
  readonly plain: string
}

const capitalT = 84
const smallT = 116
const smallA = 97

/** The end of a plain id that begins at `at`, or -1: `T` or `t`, digits, at most one letter (a small one only after three digits). */
export function plainIdEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = byteAt(bytes, at)
  if (at >= end || (first !== capitalT && first !== smallT)) return -1
  let behind = at + 1
  while (behind < end && isDigit(byteAt(bytes, behind))) behind += 1
  const digits = behind - at - 1
  if (digits === 0) return -1
  const last = byteAt(bytes, behind)
  if (behind >= end || !isLetter(last)) return behind
  // `T005a` is a sub-task in the wrong case; `T0x` is a word.
  return last < smallA || digits >= 3 ? behind + 1 : -1
}

const fewestDigits = 3
const longestLoose = 40

/**
 * The end of an id with more behind its number than a plain one (`T001AB`, `T2024-01`, `T001-B2`), or -1: the number has
 * three digits, and what a dash sets apart holds a digit or is in capitals. `T001-T005` and `T001-005` are ranges, and
 * `T001-Add` is an id without a space behind it.
 */
export function looseIdEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = byteAt(bytes, at)
  if (at >= end || (first !== capitalT && first !== smallT)) return -1
  let digits = at + 1
  while (digits < end && isDigit(byteAt(bytes, digits))) digits += 1
  if (digits - at - 1 < fewestDigits) return -1
  let behind = wordEnd(bytes, digits, end)
  while (behind < end && bytes[behind] === byte.minus && wordEnd(bytes, behind + 1, end) > behind + 1) {
    const close = wordEnd(bytes, behind + 1, end)
    if (!isPart(bytes, behind + 1, close)) return -1
    behind = close
  }
  if (behind === digits || behind - at > longestLoose) return -1
  return isRangeEnd(bytes, { start: at + 1, end: digits }, { start: digits, end: behind }) ? -1 : behind
}

function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && (isLetter(byteAt(bytes, behind)) || isDigit(byteAt(bytes, behind)))) behind += 1
  return behind
}

function isPart(bytes: Uint8Array, start: number, end: number): boolean {
  let small = false
  for (let at = start; at < end; at += 1) {
    if (isDigit(byteAt(bytes, at))) return true
    if (byteAt(bytes, at) >= smallA) small = true
  }
  return !small
}

/** Whether what stands behind a number is the other end of a range: `-T005`, or `-` and a higher number. */
function isRangeEnd(bytes: Uint8Array, number: Extent, rest: Extent): boolean {
  // A letter may stand between: `T005A-T007`.
  let at = rest.start
  if (isLetter(byteAt(bytes, at))) at += 1
  if (bytes[at] !== byte.minus) return false
  at += 1
  if (plainIdEnd(bytes, at, rest.end) === rest.end) return true
  for (let digit = at; digit < rest.end; digit += 1) if (!isDigit(byteAt(bytes, digit))) return false
  return Number(decode(bytes, at, rest.end)) > Number(decode(bytes, number.start, number.end))
}

/** Whether an id has the usual form: `T`, 3 or 4 digits, at most one capital letter (FORMATS section 2). */
export function isUsualId(id: string): boolean {
  if (id.charCodeAt(0) !== capitalT) return false
  const last = id.charCodeAt(id.length - 1)
  const digits = id.length - 1 - (last >= 65 && last <= 90 ? 1 : 0)
  if (digits < 3 || digits > 4) return false
  for (let at = 1; at <= digits; at += 1) if (!isDigit(id.charCodeAt(at))) return false
  return true
}

/**
 * Reads an id at the start of an extent, with emphasis or back-ticks around it and a colon behind it if need be; null
 * where no id stands there. `T005-T007` and `T0x1` are no ids.
 */
export function readId(bytes: Uint8Array, start: number, end: number): FoundId | null {
  const from = skipEmphasis(bytes, start, end)
  const close = plainIdEnd(bytes, from, end)
  if (close >= 0 && endsId(bytes, close, end)) {
    const text = decode(bytes, from, close)
    const extent = { start: from, end: close }
    const form = isUsualId(text) ? 'usual' : 'unusual'
    return { text, extent, behind: behindId(bytes, close, end), form, plain: text }
  }
  const loose = looseIdEnd(bytes, from, end)
  if (loose >= 0 && endsId(bytes, loose, end)) {
    const text = decode(bytes, from, loose)
    const extent = { start: from, end: loose }
    return { text, extent, behind: behindId(bytes, loose, end), form: 'unusual', plain: text }
  }
  return deceivingId(bytes, from, end)
}

/** Emphasis and back-ticks around an id. */
function skipEmphasis(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && (bytes[at] === byte.star || bytes[at] === byte.tick || bytes[at] === byte.underscore)) at += 1
  return at
}

/** An id ends at the end, a blank, or a sign that a blank or the end follows; not within a word. */
function endsId(bytes: Uint8Array, at: number, end: number): boolean {
  const behind = skipSigns(bytes, at, end)
  return behind >= end || isBlank(byteAt(bytes, behind)) || isPunctuationOrSpace(bytes, behind)
}

function isSign(value: number): boolean {
  return (
    value === byte.star ||
    value === byte.tick ||
    value === byte.underscore ||
    value === byte.colon ||
    value === byte.dot ||
    value === byte.comma ||
    value === byte.semicolon ||
    value === byte.close ||
    value === byte.minus
  )
}

function skipSigns(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && isSign(byteAt(bytes, behind))) behind += 1
  return behind
}

/** A no-break space, a dash or another sign of U+2000 to U+206F that is not invisible. */
function isPunctuationOrSpace(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === 0xc2 && bytes[at + 1] === 0xa0) return true
  if (bytes[at] !== 0xe2 || (bytes[at + 1] !== 0x80 && bytes[at + 1] !== 0x81)) return false
  return invisibleName(0x2000 | ((byteAt(bytes, at + 1) & 1) << 6) | (byteAt(bytes, at + 2) & 0x3f)) === null
}

/** Behind the signs after an id, the blanks, and a dash that sets the text apart. */
function behindId(bytes: Uint8Array, close: number, end: number): number {
  const at = skipBlanks(bytes, skipSigns(bytes, close, end), end)
  const dash = dashEnd(bytes, at, end)
  return dash > at && dash < end && isBlank(byteAt(bytes, dash)) ? skipBlanks(bytes, dash, end) : at
}

/** Behind `-`, `--`, `–` or `—`; `at` itself where no dash stands. */
export function dashEnd(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && behind - at < 2 && bytes[behind] === byte.minus) behind += 1
  if (behind > at) return behind
  const last = bytes[at + 2]
  return at + 3 <= end && bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && (last === 0x93 || last === 0x94) ? at + 3 : at
}

const longestToken = 96

/** A word that becomes an id once look-alikes are read as ASCII and invisible characters left out. */
function deceivingId(bytes: Uint8Array, start: number, end: number): FoundId | null {
  let close = start
  let ascii = true
  while (close < end && close - start <= longestToken && !isBlank(byteAt(bytes, close))) {
    if (byteAt(bytes, close) >= 0x80) ascii = false
    close += 1
  }
  if (ascii || close - start > longestToken) return null
  while (close > start && isSign(byteAt(bytes, close - 1))) close -= 1
  const text = decode(bytes, start, close)
  const plain = plainOf(text)
  const digits = plain.length > 1 ? plainIdEnd(encoder.encode(plain), 0, plain.length) : -1
  if (digits !== plain.length) return null
  const extent = { start, end: close }
  return { text, extent, behind: behindId(bytes, close, end), form: 'deceiving', plain }
}

const encoder = new TextEncoder()

/** A word with its look-alikes as ASCII and without invisible characters. */
function plainOf(word: string): string {
  let plain = ''
  for (const character of word)
    if (invisibleName(character.codePointAt(0) ?? 0) === null) plain += looksLike(character) ?? character
  return plain
}
