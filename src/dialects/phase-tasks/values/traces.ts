/** The value of `traces:`: names of requirements, ranges of them written out, words kept as words. */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Span } from '../../../plan/source.ts'
import { exceeded, limits } from '../../limits.ts'
import { byte, byteAt, decode, type Extent } from '../../scan/bytes.ts'
import type { Findings } from '../findings.ts'

/**
 * Splits a list at commas outside parentheses and expands its ranges, up to `most` names (FORMATS section 2). Notes in
 * parentheses are dropped. Where the ranges of a file stand for too many names, the others are left as written (MW008).
 */
export function readTraces(bytes: Uint8Array, extent: Extent, findings: Findings, most: number): readonly string[] {
  const plain = plainNames(bytes, extent, most)
  if (plain !== null) return plain
  const value = decode(bytes, extent.start, extent.end)
  const list = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
  const names = splitOutside(list, most).map(withoutNote)
  if (!names.some(mayBeRange)) return names
  const all: string[] = []
  for (const name of names) {
    if (all.length >= most) break
    const { spent } = findings
    if (spent.traces > limits.tracesOfRanges) {
      all.push(name)
      continue
    }
    const expanded = expand(name)
    if (expanded.length > 1) spent.traces += expanded.length
    if (spent.traces > limits.tracesOfRanges) findings.found.push(tooMany(findings.span(extent)))
    for (const one of expanded) all.push(one)
  }
  return all
}

/**
 * `FR-001, AC-001-02`: up to `most` names of ASCII signs with nothing but commas and blanks between them, cut out of the
 * file as they stand. Null where a bracket, a blank within a name or two dots may mean more.
 */
function plainNames(bytes: Uint8Array, { start, end }: Extent, most: number): readonly string[] | null {
  const names: string[] = []
  let at = start
  while (at < end && names.length < most) {
    while (at < end && bytes[at] === byte.space) at += 1
    const from = at
    while (at < end && isPlainSign(bytes, at)) at += 1
    if (at > from) names.push(decode(bytes, from, at))
    while (at < end && bytes[at] === byte.space) at += 1
    if (at < end && bytes[at] !== byte.comma) return null
    at += 1
  }
  return names.slice()
}

/** A printable sign of ASCII that is no comma, no bracket, and no dot before another one. */
function isPlainSign(bytes: Uint8Array, at: number): boolean {
  const value = byteAt(bytes, at)
  if (value <= byte.space || value > byte.tilde || value === byte.comma) return false
  if (value === byte.dot) return bytes[at + 1] !== byte.dot
  return value !== byte.open && value !== byte.close && value !== byte.openSquare && value !== byte.closeSquare
}

function tooMany(span: Span): Diagnostic {
  const what = 'what the ranges of traces in this plan stand for'
  return exceeded(what, String(limits.tracesOfRanges), 'the rest is left as written', span)
}

const open = 40
const close = 41
const comma = 44

function splitOutside(list: string, most: number): string[] {
  const elements: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= list.length && elements.length < most; at += 1) {
    const sign = at < list.length ? list.charCodeAt(at) : -1
    if (sign === open) depth += 1
    else if (sign === close) depth = Math.max(0, depth - 1)
    else if (sign < 0 || (sign === comma && depth === 0)) {
      const element = list.slice(from, at).trim()
      if (element !== '') elements.push(element)
      from = at + 1
    }
  }
  return elements
}

/** `FR-003 (integration)` is FR-003; `(all)` is a word of its own. */
function withoutNote(element: string): string {
  const at = element.indexOf(' (')
  return at > 0 && element.endsWith(')') ? element.slice(0, at).trimEnd() : element
}

const signs = ['...', '..', '…', ' through ', ' to ', '–', ' - '] as const

/** Whether one of the signs may stand in a name: each holds a blank, two dots, or a character that is not ASCII. */
function mayBeRange(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at)
    if (unit === 32 || unit > 126 || (unit === 46 && name.charCodeAt(at + 1) === 46)) return true
  }
  return false
}

function expand(element: string): readonly string[] {
  for (const sign of signs) {
    const at = element.indexOf(sign)
    if (at <= 0) continue
    const range = rangeOf(element.slice(0, at).trim(), element.slice(at + sign.length).trim())
    if (range !== null) return range
  }
  return [element]
}

/** From `FR-001` to `FR-005` or to `05`: the same name with each number, as wide as the first one; null where they do not fit. */
function rangeOf(from: string, to: string): string[] | null {
  const prefix = from.slice(0, digitsFrom(from))
  const first = from.slice(prefix.length)
  const last = to.startsWith(prefix) ? to.slice(prefix.length) : to
  if (first === '' || last === '' || digitsFrom(last) !== 0) return null
  const low = Number(first)
  const high = Number(last)
  if (!(low <= high) || high - low >= limits.tracesOfRange) return null
  const all: string[] = []
  for (let number = low; number <= high; number += 1) all.push(prefix + String(number).padStart(first.length, '0'))
  return all
}

/** Where the digits at the end of a text begin. */
function digitsFrom(text: string): number {
  let at = text.length
  while (at > 0 && text.charCodeAt(at - 1) >= 48 && text.charCodeAt(at - 1) <= 57) at -= 1
  return at
}
