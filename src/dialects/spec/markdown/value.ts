/** Values of fields that are no free text: yes or no, a mode, a number. */

import type { Text } from '../../../plan/draft.ts'
import { quoted } from '../../../plan/one-line.ts'
import type { Findings } from '../../findings.ts'
import { byte, byteAt, decode, isDigit, isLetter, type Extent } from '../../scan/bytes.ts'
import type { Told } from '../told.ts'
import { bare } from './block.ts'
import { isPlaceholderAt, sayPlaceholder } from './placeholder.ts'

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])

/** The first word of a value, without emphasis; a remark may stand behind it. */
function firstWord(bytes: Uint8Array, { start, end }: Extent): Extent {
  const inside = bare(bytes, start, end)
  let behind = inside.start
  while (behind < inside.end && (isLetter(byteAt(bytes, behind)) || bytes[behind] === byte.underscore)) behind += 1
  return { start: inside.start, end: behind }
}

/** `true`, `yes`, `false (a remark)`; null where it is neither, which is said (MW508). */
export function readFlag(bytes: Uint8Array, value: Extent, findings: Findings): Told<boolean> | null {
  if (value.end <= value.start) return null
  const word = firstWord(bytes, value)
  const flag = flags.get(decode(bytes, word.start, word.end).toLowerCase())
  // `true/false` leaves the choice open.
  if (isPlaceholderAt(bytes, value) || (flag !== undefined && bytes[word.end] === byte.slash)) {
    sayPlaceholder(findings, value)
    return null
  }
  if (flag !== undefined) return { value: flag, span: findings.span(word) }
  const said = quoted(decode(bytes, value.start, value.end))
  findings.add('MW508', 'error', value, `${said} is neither true nor false`, 'write true or false')
  return null
}

/** The first word of `collaborative (a remark)`; null where there is none. */
export function readMode(bytes: Uint8Array, value: Extent, findings: Findings): Text | null {
  if (value.end <= value.start) return null
  const word = firstWord(bytes, value)
  if (word.end <= word.start || isPlaceholderAt(bytes, value) || bytes[word.end] === byte.slash) {
    sayPlaceholder(findings, value)
    return null
  }
  return { text: decode(bytes, word.start, word.end), span: findings.span(word) }
}

const mostDigits = 9

/** A whole number, with a remark behind it; null where it is none, which is said (MW508). */
export function readCount(bytes: Uint8Array, value: Extent, findings: Findings): Told<number> | null {
  if (value.end <= value.start) return null
  if (isPlaceholderAt(bytes, value)) {
    sayPlaceholder(findings, value)
    return null
  }
  const { start, end } = bare(bytes, value.start, value.end)
  const from = bytes[start] === byte.minus ? start + 1 : start
  let behind = from
  while (behind < end && isDigit(byteAt(bytes, behind))) behind += 1
  const next = byteAt(bytes, behind)
  const isWhole =
    behind > from && behind - from <= mostDigits && !(behind < end && (next === byte.dot || isLetter(next)))
  const place = { start, end: behind }
  if (isWhole) return { value: Number(decode(bytes, start, behind)), span: findings.span(place) }
  const said = quoted(decode(bytes, value.start, value.end))
  findings.add('MW508', 'error', value, `${said} is not a whole number`, 'write a number such as 2')
  return null
}
