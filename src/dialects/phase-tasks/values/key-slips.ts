/** Sub-lines that were meant to have a key, and have none for a deceiving letter or a colon that is missing (FORMATS R21). */

import { editDistance } from '../../../plan/nearest-name.ts'
import { codePointName, invisibleName, looksLike, scriptOf } from '../../encoding/characters.ts'
import { byte, byteAt, decode, isBlank, isDigit, isLetter, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { joiners, rangeWords } from './dependencies.ts'
import { plainIdEnd } from './ids.ts'
import { isMeaningful, knownKey, nearKey, readKey, weighty, type FoundKey, type Key, type Weighty } from './keys.ts'

/** Bytes of a name at most: a name of forty characters of which each takes up to four bytes. */
const longestName = 160
/** What `blocked_by` and its kin may be at most, in bytes. */
const longestWord = 14

/**
 * A key in which a character deceives: one that looks like an ASCII letter, an invisible one, an accent, or a full-width
 * colon. Null where folding all of them gives no key that carries a meaning, so that prose of any script stays prose.
 */
function readDeceivingKey(bytes: Uint8Array, start: number, end: number): FoundKey | null {
  let close = start
  let ascii = true
  while (close < end && close - start <= longestName && bytes[close] !== byte.colon && !isWideColon(bytes, close)) {
    if (byteAt(bytes, close) >= 0x80) ascii = false
    close += 1
  }
  if (close >= end || close - start > longestName || close === start) return null
  const wide = isWideColon(bytes, close)
  if (ascii && !wide) return null
  const behind = close + (wide ? 3 : 1)
  let last = close
  while (last > start && bytes[last - 1] === byte.star) last -= 1
  let from = start
  while (from < last && bytes[from] === byte.star) from += 1
  const name = decode(bytes, from, last).trim()
  const { plain, fault } = folded(name)
  const meant = meantBy(plain.toLowerCase())
  if (meant === null) return null
  const said = fault ?? (wide ? `'：' is ${codePointName(0xff1a)} (full-width), not ':'` : null)
  return {
    name,
    extent: { start: from, end: fault === null && wide ? behind : last },
    key: null,
    near: meant,
    fault: said,
    value: trimmed(bytes, behind, end),
  }
}

/** A key as it stands, or one in which a character deceives; null for anything else. */
export function readAnyKey(bytes: Uint8Array, start: number, end: number): FoundKey | null {
  return readKey(bytes, start, end) ?? readDeceivingKey(bytes, start, end)
}

function isWideColon(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbc && bytes[at + 2] === 0x9a
}

/** A key that carries a meaning: exactly, or by one slip where what is left of the name is not a word of another language. */
function meantBy(low: string): Key | null {
  const exact = knownKey(low)
  if (exact !== null) return isMeaningful(exact) ? exact : null
  for (let at = 0; at < low.length; at += 1)
    if (low.charCodeAt(at) > 0x7f) return weighty.find((key) => editDistance(low, key, 1) <= 1) ?? null
  return nearKey(low)
}

/** A name in ASCII as far as it can be, and what was wrong with its first deceiving character. */
function folded(name: string): { readonly plain: string; readonly fault: string | null } {
  let plain = ''
  let fault: string | null = null
  for (const character of name) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x80) {
      plain += character
      continue
    }
    const invisible = invisibleName(point)
    const meant = invisible !== null || isAccent(point) ? '' : signFor(point, character)
    plain += meant ?? character
    fault ??=
      invisible !== null
        ? `it holds the invisible character ${codePointName(point)} (${invisible})`
        : meant === null || meant === ''
          ? `it holds ${codePointName(point)}`
          : `'${character}' is ${codePointName(point)} (${scriptOf(character)}), not '${meant}'`
  }
  return { plain, fault }
}

/** A mark that is put over the letter before it. */
function isAccent(point: number): boolean {
  return point >= 0x300 && point <= 0x36f
}

function signFor(point: number, character: string): string | null {
  if (point === 0xa0) return ' '
  // Hyphens, dashes and the minus sign.
  if ((point >= 0x2010 && point <= 0x2015) || point === 0x2212) return '-'
  return looksLike(character)
}

/** A key that is none as it stands; `sure` is false where it may be prose. */
export interface Slip {
  readonly found: FoundKey
  readonly sure: boolean
}

/**
 * A list key without its colon, followed by what its list would hold: `blocked_by T001`, `files= src/a.ts`. Null for
 * prose such as `files are written by T001`. `sure` is false where it may as well be prose that goes on from the line
 * above.
 */
export function readKeyWithoutColon(bytes: Uint8Array, start: number, end: number): Slip | null {
  let from = start
  while (from < end && from - start < 2 && bytes[from] === byte.star) from += 1
  let close = from
  while (close < end && close - from <= longestWord && isNamePart(byteAt(bytes, close))) close += 1
  if (close === from || close - from > longestWord || !isLetter(byteAt(bytes, from))) return null
  const word = decode(bytes, from, close).toLowerCase()
  let key = weighty.find((it) => editDistance(word, it, 1) <= 1) ?? null
  // `blocked by` is what the key says in words.
  const next = decode(bytes, close, Math.min(end, close + 4))
  if (
    key === null &&
    ((word === 'blocked' && /^ by[ =[]/i.test(next)) || (word === 'depends' && /^ on[ =[]/i.test(next)))
  ) {
    close += 3
    key = 'blocked_by'
  }
  if (key === null) return null
  let behind = close
  while (behind < end && bytes[behind] === byte.star) behind += 1
  behind = skipBlanks(bytes, behind, end)
  const signed = bytes[behind] === byte.equals
  if (signed) {
    behind = skipBlanks(bytes, behind + 1, end)
    if (bytes[behind] === byte.greater) behind += 1
  } else if (behind === close) return null
  const value = trimmed(bytes, behind, end)
  const isKeyWord = word.includes('_') || word === 'blockedby'
  const sure = signed || isKeyWord || hasAction(bytes, value)
  if (!signed && !holdsList(bytes, value, key, isKeyWord)) return null
  const name = decode(bytes, from, close)
  const fault = `the colon behind '${name}' is missing`
  return { found: { name, extent: { start: from, end: close }, key: null, near: key, fault, value }, sure }
}

function isNamePart(value: number): boolean {
  return isLetter(value) || isDigit(value) || value === byte.underscore || value === byte.minus
}

/** Whether a value is a list of the key's kind. What follows `blocked_by` need only begin like one: that is no word of prose. */
function holdsList(bytes: Uint8Array, value: Extent, key: Weighty, isKeyWord: boolean): boolean {
  if (value.end === value.start) return false
  const words = wordsOf(bytes, value)
  if (key === 'files') return holdsPaths(words)
  if (bytes[value.start] === byte.openSquare) return words[0] !== '[P]'
  const isId = words.map((word) => isIdWord(word))
  if (isKeyWord) return isId[0] === true
  const note = words.findIndex((word) => word.startsWith('(') || word.startsWith('#') || word === '--' || word === '—')
  const list = note < 0 ? words : words.slice(0, note)
  return (
    list.length > 0 &&
    isId[0] === true &&
    list.every((word, at) => isId[at] === true || word === ',' || joiners.has(word) || rangeWords.has(word))
  )
}

/**
 * Whether a value is what a key would hold and no word of prose: a list that begins with an id, or paths with nothing
 * between them but commas and actions.
 */
export function isListOf(bytes: Uint8Array, value: Extent, key: Weighty): boolean {
  if (value.end === value.start) return false
  const words = wordsOf(bytes, value)
  return key === 'files' ? holdsPaths(words) || hasAction(bytes, value) : isIdWord(words[0] ?? '')
}

/** Whether a value is such a list and nothing else, so that a line of its own is one more element and no prose. */
export function isOnlyList(bytes: Uint8Array, value: Extent, key: Weighty): boolean {
  if (value.end === value.start) return false
  const words = wordsOf(bytes, value)
  if (key === 'files') return holdsPaths(words) || ((words[1] ?? '').startsWith('(') && hasAction(bytes, value))
  return isIdWord(words[0] ?? '') && holdsList(bytes, trimmed(bytes, afterBracket(bytes, value), value.end), key, false)
}

function afterBracket(bytes: Uint8Array, { start }: Extent): number {
  return bytes[start] === byte.openSquare ? start + 1 : start
}

const wrapping = new Set(['[', ']', ',', ';', '`', '*', '"'])

/** An id, or a range of them, with what stands around an element of a list. */
function isIdWord(word: string): boolean {
  let from = 0
  let to = word.length
  while (from < to && wrapping.has(word.charAt(from))) from += 1
  if (word.charAt(to - 1) === '.') to -= 1
  while (to > from && (wrapping.has(word.charAt(to - 1)) || word.charAt(to - 1) === ')')) to -= 1
  if (from === to) return false
  const plain = encoder.encode(word.slice(from, to))
  const close = plainIdEnd(plain, 0, plain.length)
  if (close < 0) return false
  const next = byteAt(plain, close)
  return close === plain.length || ((next === byte.minus || next === byte.comma) && close + 1 < plain.length)
}

/** Paths with nothing between them but commas and actions in parentheses. */
function holdsPaths(words: readonly string[]): boolean {
  let depth = 0
  let expected = true
  for (const word of words) {
    if (depth === 0 && !word.startsWith('(')) {
      if (word === '->' || word === '→' || word === ',') expected = true
      else if (!expected || !isPathWord(word)) return false
      else expected = word.endsWith(',')
    }
    for (const sign of word) depth = Math.max(0, depth + (sign === '(' ? 1 : sign === ')' ? -1 : 0))
    if (depth === 0 && word.endsWith('),')) expected = true
  }
  return words.length > 0 && !(words[0] ?? '').startsWith('(')
}

/** A slash or a dot inside, and no full stop at the end. */
export function isPathWord(word: string): boolean {
  let from = 0
  let to = word.length
  while (from < to && wrapping.has(word.charAt(from))) from += 1
  while (to > from && wrapping.has(word.charAt(to - 1))) to -= 1
  const plain = word.slice(from, to)
  if (plain.includes('://') || plain.endsWith('.') || plain.endsWith(':')) return false
  const dot = plain.lastIndexOf('.')
  return plain.includes('/') ? plain.length > 1 : dot >= 0 && dot < plain.length - 1
}

/** Whether an action such as `(CREATE)` stands in the list: no prose has one. */
export function hasAction(bytes: Uint8Array, { start, end }: Extent): boolean {
  if (bytes[start] === byte.openSquare) return true
  for (let at = start; at + 2 < end; at += 1) {
    if (bytes[at] !== byte.open) continue
    let capitals = at + 1
    while (capitals < end && byteAt(bytes, capitals) >= 65 && byteAt(bytes, capitals) <= 90) capitals += 1
    if (capitals - at > 3) return true
  }
  return false
}

const encoder = new TextEncoder()

function wordsOf(bytes: Uint8Array, { start, end }: Extent): string[] {
  const words: string[] = []
  let at = start
  while (at < end) {
    while (at < end && isBlank(byteAt(bytes, at))) at += 1
    const from = at
    while (at < end && !isBlank(byteAt(bytes, at))) at += 1
    if (at > from) words.push(decode(bytes, from, at))
  }
  return words
}
