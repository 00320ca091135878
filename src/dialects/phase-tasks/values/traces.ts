/** The value of `traces:`: names of requirements, ranges of them written out, words kept as words. */

import { limits } from '../../limits.ts'

/** Splits a list at commas outside parentheses and expands its ranges (FORMATS section 2). Notes in parentheses are dropped. */
export function readTraces(value: string): string[] {
  const list = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
  const names = splitOutside(list).map(withoutNote)
  return names.some(mayBeRange) ? names.flatMap(expand) : names
}

const open = 40
const close = 41
const comma = 44

function splitOutside(list: string): string[] {
  const elements: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= list.length; at += 1) {
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
