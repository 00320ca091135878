/** Heads of SPECLets, tasks and steps: `Task [1]: text`, `**Step 1.1:** text (critical)`, `SPECLet [data]: text`. */

import {
  byte,
  byteAt,
  decode,
  find,
  isBlank,
  isDigit,
  isLetter,
  skipBlanks,
  trimmed,
  type Extent,
} from '../../scan/bytes.ts'

export type HeadWord = 'speclet' | 'task' | 'step'

export interface Head {
  readonly is: 'head'
  readonly word: HeadWord
  /** The id without its brackets; of `1.2` the last number. */
  readonly id: string
  /** The id with its brackets, where it has any. */
  readonly idPlace: Extent
  /** The numbers before the last one: of `1.2` the `1`. */
  readonly before: readonly string[]
  /** Without `(critical)` behind it; may be empty. */
  readonly title: Extent
  readonly critical: { readonly value: boolean; readonly place: Extent } | null
  /** What stands for an id in a template: `[n]`, `[identifier]`. */
  readonly isTemplate: boolean
  /** Whether emphasis opens before the word. */
  readonly isBold: boolean
  /** Whether nothing but the end of its emphasis sets its text apart: `**Step 1** text`. */
  readonly isLoose: boolean
}

/** The word and a number that make no head together: `Task 1 Completion Gate`, `Step Two: text`. */
export interface NoHead {
  readonly is: 'none'
  readonly word: HeadWord
  /** What stands behind the number. */
  readonly rest: Extent
  readonly isBold: boolean
  /** Whether the number is written as a word. */
  readonly isSpelledOut: boolean
}

const words: ReadonlyMap<string, HeadWord> = new Map<string, HeadWord>([
  ['speclet', 'speclet'],
  ['task', 'task'],
  ['step', 'step'],
])
const longestWord = 7
/** A longer id is none. */
const longestId = 120
/** So many bytes of signs that are no letters may stand before the word: a picture, an invisible character. */
const mostSigns = 16

/** Reads a head that stands at `start`, behind heading signs or a bullet; null for anything else. */
export function readHead(bytes: Uint8Array, start: number, end: number): Head | NoHead | null {
  let at = start
  let isBold = false
  for (; at < end && at - start < mostSigns; at += 1) {
    const value = byteAt(bytes, at)
    if (value === byte.star || value === byte.underscore) isBold = true
    else if (value < 0x80 && !isBlank(value)) break
  }
  const word = wordAt(bytes, at, end)
  if (word === null) return null
  const behindWord = at + word.length
  at = skipBlanks(bytes, behindWord, end)
  const spelled = at > behindWord ? spelledEnd(bytes, at, end) : at
  if (spelled > at)
    return { is: 'none', word: word.word, rest: trimmed(bytes, spelled, end), isBold, isSpelledOut: true }
  if (bytes[at] === 35) at += 1
  const isBracket = bytes[at] === byte.openSquare
  if (!isBracket && (!isDigit(byteAt(bytes, at)) || at === start)) return null
  const close = isBracket ? find(bytes, byte.closeSquare, at, Math.min(end, at + longestId)) : numberEnd(bytes, at, end)
  if (close < 0 || at >= end) return null
  const place = isBracket ? trimmed(bytes, at + 1, close) : { start: at, end: close }
  if (place.end <= place.start) return null
  const behind = isBracket ? close + 1 : close
  const ahead = flagAhead(bytes, behind, end)
  const from = ahead?.end ?? behind
  const apart = titleAt(bytes, from, end, isBracket || ahead !== null)
  const closed = apart === null && isBold && word.word === 'step' ? skipSigns(bytes, from, end) : from
  const isLoose = apart === null && bytes[skipBlanks(bytes, from, end)] === byte.star && closed < end
  if (apart === null && !isLoose)
    return { is: 'none', word: word.word, rest: trimmed(bytes, behind, end), isBold, isSpelledOut: false }
  const title = apart ?? trimmed(bytes, closed, end)
  const parts = decode(bytes, place.start, place.end).split('.')
  const isNumbered = parts.every((part) => part !== '' && isNumber(part))
  const whole = decode(bytes, place.start, place.end)
  const flag = flagAtEnd(bytes, isBold ? withoutStars(bytes, title) : title)
  return {
    is: 'head',
    word: word.word,
    id: isNumbered ? (parts.at(-1) ?? '') : whole,
    idPlace: isBracket ? { start: at, end: close + 1 } : place,
    before: isNumbered ? parts.slice(0, -1) : [],
    title: flag.title,
    critical: ahead ?? flag.critical,
    isTemplate: !isNumbered && isTemplateId(word.word, whole),
    isBold,
    isLoose,
  }
}

function wordAt(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly word: HeadWord; readonly length: number } | null {
  let behind = at
  while (behind < end && behind - at <= longestWord && isLetter(byteAt(bytes, behind))) behind += 1
  const word = words.get(decode(bytes, at, behind).toLowerCase())
  return word === undefined ? null : { word, length: behind - at }
}

const spelledNumber = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\s*(?:[:*(–—-]|$))/i

/** Behind a number that is written as a word; `at` itself where none stands there. */
function spelledEnd(bytes: Uint8Array, at: number, end: number): number {
  const text = decode(bytes, at, Math.min(end, at + longestFlag))
  return at + (spelledNumber.exec(text)?.[0].length ?? 0)
}

/** Behind numbers that dots set apart. */
function numberEnd(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && behind - at < longestId) {
    const value = byteAt(bytes, behind)
    if (!isDigit(value) && !(value === byte.dot && isDigit(byteAt(bytes, behind + 1)))) break
    behind += 1
  }
  return behind
}

/**
 * What stands behind a head's id: behind a colon or a dash, or directly behind brackets; null where there is none of
 * them, because words behind a number are prose.
 */
function titleAt(bytes: Uint8Array, from: number, end: number, isBracket: boolean): Extent | null {
  let at = skipSigns(bytes, from, end)
  if (at >= end) return { start: end, end }
  const dash = dashEnd(bytes, at, end)
  if (bytes[at] === byte.colon || bytes[at] === byte.dot || bytes[at] === byte.close) at += 1
  else if (dash > at) at = dash
  else if (!isBracket) return null
  return trimmed(bytes, skipSigns(bytes, at, end), end)
}

function skipSigns(bytes: Uint8Array, from: number, end: number): number {
  let at = skipBlanks(bytes, from, end)
  while (at < end && bytes[at] === byte.star) at = skipBlanks(bytes, at + 1, end)
  return at
}

/** Behind `-`, `--`, `–` or `—`; `at` itself where none stands there. */
export function dashEnd(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && behind - at < 2 && bytes[behind] === byte.minus) behind += 1
  if (behind > at) return behind
  const isDash = bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0x93 || bytes[at + 2] === 0x94)
  return isDash && at + 3 <= end ? at + 3 : at
}

function withoutStars(bytes: Uint8Array, { start, end }: Extent): Extent {
  let last = end
  while (last > start && bytes[last - 1] === byte.star) last -= 1
  // `**Step 1:** use **a** **b**` closes its own emphasis.
  return last === end || find(bytes, byte.star, start, last) >= 0 ? { start, end } : trimmed(bytes, start, last)
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['critical', true],
  ['non-critical', false],
  ['noncritical', false],
  ['non critical', false],
  ['not critical', false],
])
const longestFlag = 20

/** Takes `(critical)` or `(non-critical)` off the end of a title. */
function flagAtEnd(bytes: Uint8Array, title: Extent): Pick<Head, 'title' | 'critical'> {
  const plain = { title, critical: null }
  if (title.end <= title.start || bytes[title.end - 1] !== byte.close) return plain
  let open = title.end - 1
  while (open >= title.start && title.end - open <= longestFlag && bytes[open] !== byte.open) open -= 1
  if (open < title.start || bytes[open] !== byte.open) return plain
  const place = trimmed(bytes, open + 1, title.end - 1)
  const value = flags.get(decode(bytes, place.start, place.end).toLowerCase())
  return value === undefined ? plain : { title: trimmed(bytes, title.start, open), critical: { value, place } }
}

/** `(critical)` between a number and its colon. */
function flagAhead(
  bytes: Uint8Array,
  from: number,
  end: number,
): (NonNullable<Head['critical']> & { readonly end: number }) | null {
  const open = skipSigns(bytes, from, end)
  if (open >= end || bytes[open] !== byte.open) return null
  const close = find(bytes, byte.close, open, Math.min(end, open + longestFlag))
  if (close < 0) return null
  const place = trimmed(bytes, open + 1, close)
  const word = decode(bytes, place.start, place.end).toLowerCase()
  const value = word === 'optional' ? false : flags.get(word)
  return value === undefined ? null : { value, place, end: close + 1 }
}

export function isNumber(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isDigit(text.charCodeAt(at))) return false
  return text !== ''
}

/** Signs that stand for any number. */
const anyNumber: ReadonlySet<string> = new Set(['n', '#', '?', '…'])
/** Letters that do so for tasks and steps, and may be names of SPECLets. */
const anyNumberOfTask: ReadonlySet<string> = new Set(['m', 'x', 'i', 'k'])

function isTemplateId(word: HeadWord, id: string): boolean {
  const low = id.toLowerCase()
  if (anyNumberOfTask.has(low) || low === 'n') return word !== 'speclet' || id === 'n'
  return anyNumber.has(low) || low === 'id' || low === 'identifier' || low === 'number' || low.includes(' ')
}
