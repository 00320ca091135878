/** The value of `blocked_by:` and `blocks:` in all its spellings: `[T1, T2]`, `T1, T2`, `none`, ranges. */

import { byte, byteAt, decode, find, isBlank, isDigit, trimmed, type Extent } from '../../scan/bytes.ts'
import type { Reference } from '../../../plan/draft.ts'
import type { Span } from '../../../plan/source.ts'
import { separatorsOf, splitList, unquoted } from '../../scan/list.ts'
import { codePointName, looksLike, scriptOf } from '../../encoding/characters.ts'
import type { Findings } from '../findings.ts'
import { dashEnd, looseIdEnd, plainIdEnd, readId } from './ids.ts'

/** The two ends of a range, and where it stands. */
export interface NamedRange {
  readonly from: string
  readonly to: string
  readonly span: Span
}

/** What a list names. An id is a reference from the start: lists without ranges are handed on as they are. */
export type Named = Reference | NamedRange

/** Whether a list names a range here. */
export function isRange(named: Named): named is NamedRange {
  return 'to' in named
}

const nothing = new Set(['none', 'nothing', 'null', 'n/a', '-', '--', '—', '–', '[]'])
/** Words between two ids of a list. */
export const joiners: ReadonlySet<string> = new Set(['and', '&', '+'])
/** Words between the two ends of a range. */
export const rangeWords: ReadonlySet<string> = new Set(['through', 'to', '-', '–', '—', '..', '...', '…'])
const longestNothing = 8
const separators = separatorsOf(',;[]')

/**
 * Reads the first `most` elements of a list of ids and reports MW006 and MW109 (RELIABILITY 7). An element that is only a
 * note in parentheses is none.
 */
export function readDependencies(bytes: Uint8Array, given: Extent, findings: Findings, most: number): Named[] {
  if (namesNothing(bytes, given)) return []
  const value = withoutStop(bytes, withoutNoteBehind(bytes, given, findings))
  const open = find(bytes, byte.openSquare, value.start, value.end)
  if (open >= 0 && find(bytes, byte.closeSquare, open, value.end) < 0)
    findings.add(
      'MW109',
      'warning',
      { start: open, end: open + 1 },
      "'[' is not closed; read to the line's end",
      "write the closing ']' behind the last id",
    )
  const elements = splitList(bytes, value, separators, most)
  const plain = elements.every(({ start, end }) => plainIdEnd(bytes, start, end) === end)
  if (plain) return elements.map((element) => reference(bytes, element, findings))
  return elements.flatMap((element) => readElement(bytes, element, elements.length === 1, findings))
}

/** Without a note that a dash or `#` sets apart behind a closing bracket: `[T001] — needs the store`. */
function withoutNoteBehind(bytes: Uint8Array, value: Extent, findings: Findings): Extent {
  const { start, end } = value
  const close = bytes[start] === byte.openSquare ? find(bytes, byte.closeSquare, start, end) : -1
  if (close < 0) return value
  const note = trimmed(bytes, close + 1, end)
  const dash = dashEnd(bytes, note.start, end)
  const isSet = bytes[note.start] === byte.hash || (dash > note.start && isBlank(byteAt(bytes, dash)))
  if (note.end === note.start || !isSet) return value
  const next = trimmed(bytes, dash, end).start
  // `[T001] - [T005]` is no note.
  if (plainIdEnd(bytes, bytes[next] === byte.openSquare ? next + 1 : next, end) > 0) return value
  sayNoted(bytes, note, false, findings)
  return { start, end: close + 1 }
}

/** Without the full stop behind a list; two dots or more stand for something. */
function withoutStop(bytes: Uint8Array, { start, end }: Extent): Extent {
  const stops = end - start > 1 && bytes[end - 1] === byte.dot && bytes[end - 2] !== byte.dot
  return stops ? { start, end: end - 1 } : { start, end }
}

/** Whether a value says that there is none: `none`, `n/a`, `-`, `[]`. */
export function namesNothing(bytes: Uint8Array, { start, end }: Extent): boolean {
  if (end - start > longestNothing) return false
  const first = byteAt(bytes, start)
  const mayBe = (first | 32) === smallN || first === byte.minus || first === dash || first === byte.openSquare
  return mayBe && nothing.has(decode(bytes, start, end).toLowerCase())
}

const smallN = 110
/** The first byte of a long dash. */
const dash = 0xe2

function reference(bytes: Uint8Array, extent: Extent, findings: Findings): Reference {
  return { id: decode(bytes, extent.start, extent.end), span: findings.span(extent) }
}

function readElement(bytes: Uint8Array, element: Extent, alone: boolean, findings: Findings): Named[] {
  const outside = withoutNote(bytes, element)
  if (outside.end < element.end)
    sayNoted(bytes, { start: outside.end, end: element.end }, alone && outside.end === outside.start, findings)
  const whole = unquoted(bytes, outside)
  if (whole.end === whole.start) return []
  const tokens = words(bytes, whole)
  const [first, second, third] = tokens
  if (first === undefined) return []
  if (tokens.length === 1) {
    if (namesNothing(bytes, first)) return []
    const named = readNamed(bytes, first, findings)
    return named === null ? notAnId(bytes, whole, findings) : [named]
  }
  if (tokens.length === 3 && second !== undefined && third !== undefined) {
    const range = rangeWords.has(decode(bytes, second.start, second.end))
      ? rangeOf(bytes, first, third, findings)
      : null
    if (range !== null) return [range]
  }
  return readUnseparated(bytes, whole, tokens, findings)
}

/** Several words in one element: ids without commas between them, or something else. */
function readUnseparated(bytes: Uint8Array, whole: Extent, tokens: readonly Extent[], findings: Findings): Named[] {
  const named: Named[] = []
  for (const token of tokens) {
    const text = decode(bytes, token.start, token.end)
    if (joiners.has(text)) continue
    const one = readNamed(bytes, unquoted(bytes, token), findings)
    if (one === null) return [...named, ...notAnId(bytes, named.length === 0 ? whole : token, findings)]
    named.push(one)
  }
  const help = 'set the ids apart with commas: [T001, T002]'
  findings.add('MW109', 'warning', whole, 'a comma is missing between task ids; all of them are read', help)
  return named
}

function notAnId(bytes: Uint8Array, extent: Extent, findings: Findings): Named[] {
  const text = decode(bytes, extent.start, Math.min(extent.end, extent.start + 60))
  const help = 'name task ids such as T001, a range such as T001-T005, or none'
  findings.add('MW109', 'error', extent, `'${text}' is not a task id or range`, help)
  return []
}

/** One word as an id or a range; null where it is neither. */
function readNamed(bytes: Uint8Array, token: Extent, findings: Findings): Named | null {
  const { start, end } = token
  const close = plainIdEnd(bytes, start, end)
  if (close === end) return reference(bytes, token, findings)
  if (close > 0) {
    const behind = rangeSignEnd(bytes, close, end)
    const range = behind > close ? rangeOf(bytes, { start, end: close }, { start: behind, end }, findings) : null
    if (range !== null) return range
  }
  if (looseIdEnd(bytes, start, end) === end) return reference(bytes, token, findings)
  const found = readId(bytes, start, end)
  if (found?.form !== 'deceiving' || found.extent.start !== start || found.extent.end !== end) return null
  sayDeceiving(found.text, found.plain, found.extent, findings)
  return { id: found.text, span: findings.span(token) }
}

/** MW006 for an id that is not what it looks like; nothing where only invisible characters make the difference (MW005). */
export function sayDeceiving(text: string, plain: string, extent: Extent, findings: Findings): void {
  for (const character of text) {
    const meant = looksLike(character)
    if (meant === null) continue
    const name = codePointName(character.codePointAt(0) ?? 0)
    const message = `'${character}' is ${name} (${scriptOf(character)}), not '${meant}'; did you mean ${plain}?`
    findings.add('MW006', 'error', extent, message, `type the id again: ${plain}`)
    return
  }
}

/** Behind `..`, `...`, `…`, `-`, `–` or `—`; `at` itself where none of them stands. */
function rangeSignEnd(bytes: Uint8Array, at: number, end: number): number {
  let behind = at
  while (behind < end && behind - at < 3 && bytes[behind] === byte.dot) behind += 1
  if (behind - at >= 2) return behind
  if (bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0xa6 && at + 3 <= end) return at + 3
  return dashEnd(bytes, at, end)
}

/** `T001-T005` and `T001..005`: the second end may be the number alone. Null where an end is no id, or they are turned round. */
function rangeOf(bytes: Uint8Array, first: Extent, second: Extent, findings: Findings): NamedRange | null {
  if (plainIdEnd(bytes, first.start, first.end) !== first.end || second.end <= second.start) return null
  const from = decode(bytes, first.start, first.end)
  let to = decode(bytes, second.start, second.end)
  let digits = second.start
  while (digits < second.end && isDigit(byteAt(bytes, digits))) digits += 1
  if (digits === second.end) {
    // `T005-7` ends with T007.
    to = `${from.charAt(0)}${to.padStart(/\d+/.exec(from)?.[0].length ?? 0, '0')}`
    // `T001-1` is an id of its own.
    if (idNumber(from) === idNumber(to)) return null
  }
  if (digits !== second.end && plainIdEnd(bytes, second.start, second.end) !== second.end) return null
  if (idNumber(from) > idNumber(to)) return null
  return { from, to, span: findings.span({ start: first.start, end: second.end }) }
}

/** The number inside an id. */
export function idNumber(id: string): number {
  return Number.parseInt(id.slice(1), 10)
}

/** Without a note in parentheses, behind `#` or behind a dash. */
function withoutNote(bytes: Uint8Array, { start, end }: Extent): Extent {
  for (let at = start; at < end; at += 1) {
    const value = byteAt(bytes, at)
    const begins = at === start || isBlank(byteAt(bytes, at - 1))
    if (begins && (value === byte.open || value === byte.hash)) return trimmed(bytes, start, at)
    const dash = begins && at > start ? dashEnd(bytes, at, end) : at
    // A single dash between two ids is a range; a note is set apart by a longer one.
    if (dash - at > 1 && isBlank(byteAt(bytes, dash)) && plainIdEnd(bytes, dash + 1, end) !== end)
      return trimmed(bytes, start, at)
  }
  return trimmed(bytes, start, end)
}

/** What stands between ids of a list that somebody put into a note. */
const listWords = new Set([...joiners, ...rangeWords, 'also', 'plus', 'or', 'then', 'too', '#', '--', '/'])
const signs = new Set(Array.from('()[],;.:`\'"*#'))

/**
 * MW109 for ids inside a note, which are not read: an error where the note is nothing but ids, a warning where words stand
 * beside them (`T001 (see T002)`). `isWhole`: the element is nothing but the note.
 */
function sayNoted(bytes: Uint8Array, note: Extent, isWhole: boolean, findings: Findings): void {
  if (isLinkTarget(bytes, note)) return
  const named: Extent[] = []
  let isList = true
  for (const word of splitWords(bytes, note)) {
    const close = plainIdEnd(bytes, word.start, word.end)
    if (close > 0 && (close === word.end || rangeSignEnd(bytes, close, word.end) > close)) named.push(word)
    else if (!listWords.has(decode(bytes, word.start, word.end).toLowerCase())) isList = false
  }
  const [first] = named
  if (first === undefined) {
    if (isWhole && !nothing.has(inner(bytes, note))) sayOnlyNote(bytes, note, findings)
    return
  }
  const name = decode(bytes, first.start, Math.min(first.end, first.start + 60))
  const message = `${name} stands in a note; it is not read as a dependency`
  const help = 'set the ids apart with commas, outside the note: T001, T002'
  findings.add('MW109', isList ? 'error' : 'warning', first, message, help)
}

/** `(#t001)` behind `[T001]`: where a link leads, which is no note. */
function isLinkTarget(bytes: Uint8Array, { start, end }: Extent): boolean {
  if (bytes[start] !== byte.open || bytes[start - 1] !== byte.closeSquare || bytes[end - 1] !== byte.close) return false
  return /^\([^()\s]*[#./][^()\s]*\)$/.test(decode(bytes, start, Math.min(end, start + longestTarget)))
}

const longestTarget = 300

function inner(bytes: Uint8Array, { start, end }: Extent): string {
  return decode(bytes, start + 1, Math.min(end - 1, start + 60))
    .trim()
    .toLowerCase()
}

function sayOnlyNote(bytes: Uint8Array, note: Extent, findings: Findings): void {
  const text = decode(bytes, note.start, Math.min(note.end, note.start + 60))
  const help = 'name task ids such as T001, or none'
  findings.add('MW109', 'warning', note, `'${text}' is a note; no dependency is read from it`, help)
}

/** The words of a note without the signs around them. */
function splitWords(bytes: Uint8Array, note: Extent): Extent[] {
  const isSign = (at: number): boolean => signs.has(String.fromCharCode(byteAt(bytes, at)))
  return words(bytes, note).flatMap(({ start, end }) => {
    const parts: Extent[] = []
    for (let at = start; at < end; at += 1) {
      if (isSign(at)) continue
      const from = at
      while (at < end && bytes[at] !== byte.comma && bytes[at] !== byte.open && bytes[at] !== byte.close) at += 1
      let last = at
      while (last > from && isSign(last - 1)) last -= 1
      parts.push({ start: from, end: last })
    }
    return parts
  })
}

function words(bytes: Uint8Array, { start, end }: Extent): Extent[] {
  const found: Extent[] = []
  let at = start
  while (at < end) {
    while (at < end && isBlank(byteAt(bytes, at))) at += 1
    const from = at
    while (at < end && !isBlank(byteAt(bytes, at))) at += 1
    if (at > from) found.push({ start: from, end: at })
  }
  return found
}
