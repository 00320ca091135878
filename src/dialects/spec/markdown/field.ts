/** Fields: `- **Name:** value`, `**Name**: value`, `- Name: value`, and what a name means. */

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

import type { Findings } from '../../findings.ts'
import { isGoalName } from '../goal-name.ts'
import { sayKeySlip } from '../key-slips.ts'
import { dashEnd } from './head.ts'

export type FieldKey =
  | 'method'
  | 'backup'
  | 'expected'
  | 'critical'
  | 'mode'
  | 'retries'
  | 'verification'
  | 'logging'
  | 'research'
  | 'sources'
  | 'description'
  | 'steps'
  | 'trigger'
  | 'kind'
  | 'tool'
  | 'arguments'
  | 'dependencies'
  | 'tasks'
  | 'parallel'
  | 'speclet'
  | 'goal'

export interface Field {
  /** The name as written. */
  readonly name: Extent
  /** In small letters, with one blank between words and without a number or brackets behind it. */
  readonly low: string
  readonly key: FieldKey | null
  /** The id of `Backup [1]`: the last number of it; null where there is none. */
  readonly number: Extent | null
  /** Trimmed; may be empty. */
  readonly value: Extent
  readonly isBold: boolean
}

const keys: ReadonlyMap<string, FieldKey> = new Map<string, FieldKey>([
  ['primary method', 'method'],
  ['primary', 'method'],
  ['primary action', 'method'],
  ['method', 'method'],
  ['action', 'method'],
  ['backup', 'backup'],
  ['backup method', 'backup'],
  ['expected output', 'expected'],
  ['expected outputs', 'expected'],
  ['expected', 'expected'],
  ['critical', 'critical'],
  ['critical flag', 'critical'],
  ['mode', 'mode'],
  ['execution mode', 'mode'],
  ['max retries', 'retries'],
  ['maximum retries', 'retries'],
  ['retries', 'retries'],
  ['verification', 'verification'],
  ['logging', 'logging'],
  ['research enabled', 'research'],
  ['research sources', 'sources'],
  ['description', 'description'],
  ['steps', 'steps'],
  ['trigger', 'trigger'],
  ['trigger condition', 'trigger'],
  ['execution method', 'kind'],
  ['tool path', 'tool'],
  ['tool', 'tool'],
  ['tool args', 'arguments'],
  ['tool arguments', 'arguments'],
  ['depends on', 'dependencies'],
  ['dependencies', 'dependencies'],
  ['tasks included', 'tasks'],
  ['tasks', 'tasks'],
  ['parallel allowed', 'parallel'],
  ['parallel', 'parallel'],
  ['speclet id', 'speclet'],
  ['goal', 'goal'],
])

const names = [...keys.keys()]

/** MW526 where a name is none of a field and nearly one. */
export function sayMisspelt(bytes: Uint8Array, findings: Findings, { name, low }: Pick<Field, 'name' | 'low'>): void {
  if (!keys.has(low) && !isGoalName(low))
    sayKeySlip(findings, name, { written: decode(bytes, name.start, name.end), low, known: names })
}

const encoder = new TextEncoder()

/** Whether a text is the name of a field, with or without a number behind it. */
export function isNameOfField(text: string): boolean {
  const bytes = encoder.encode(text)
  const { low } = nameOf(bytes, 0, bytes.length)
  return keys.has(low) || isGoalName(low)
}

/** The name of `Name: value` in plain letters, whatever it is; null for anything else. */
export function readPlainName(bytes: Uint8Array, start: number, end: number): Pick<Field, 'name' | 'low'> | null {
  const colon = find(bytes, byte.colon, start, Math.min(end, start + longestName))
  const isName = colon > start && (colon + 1 >= end || isBlank(byteAt(bytes, colon + 1)))
  if (!isName || !isLetter(byteAt(bytes, start))) return null
  return { name: { start, end: colon }, low: nameOf(bytes, start, colon).low }
}

/** A longer name is prose with a colon. */
const longestName = 80

/** What a step or a task says in one word: another field may stand behind it on its line. */
export const ofOneWord: ReadonlySet<FieldKey | null> = new Set<FieldKey>(['critical', 'mode', 'retries'])
/** Those that are known with a dash in place of their colon. */
const dashed: ReadonlySet<FieldKey | null> = new Set<FieldKey>([
  ...['method', 'backup', 'expected', 'verification'],
  ...['critical', 'mode', 'retries'],
] as FieldKey[])

/** Reads a field that stands at `start`; null for anything else. A name without emphasis, or with `__`, counts only where it is known. */
export function readField(bytes: Uint8Array, start: number, end: number): Field | null {
  const mark = isUnderlined(bytes, start) ? byte.underscore : byte.star
  let from = start
  while (from < end && from - start < 3 && bytes[from] === mark) from += 1
  const isBold = from > start
  if (!isLetter(byteAt(bytes, from))) return null
  let close = from
  const last = Math.min(end, from + longestName)
  // A single `_` is a part of a name.
  const closes = (at: number): boolean => (mark === byte.star ? bytes[at] === mark : isUnderlined(bytes, at))
  while (close < last && bytes[close] !== byte.colon && !closes(close) && bytes[close] !== byte.star) close += 1
  if (close >= last) return null
  let colon = close
  while (colon < end && bytes[colon] === mark) colon += 1
  const bare = colon
  colon = skipBlanks(bytes, colon, end)
  const dash = isBold && bare > close && colon > bare ? dashEnd(bytes, colon, end) : colon
  const isDash = dash > colon && (dash >= end || isBlank(byteAt(bytes, dash)))
  if (!isDash && (colon >= end || bytes[colon] !== byte.colon || (!isBold && close !== colon))) return null
  let behind = isDash ? dash : colon + 1
  while (behind < end && behind - colon <= 3 && bytes[behind] === mark) behind += 1
  const isClosed = close < bare || behind > colon + 1
  if (!isBold && behind < end && !isBlank(byteAt(bytes, behind))) return null
  const { end: nameEnd } = trimmed(bytes, from, close)
  const { low, number } = nameOf(bytes, from, nameEnd)
  const key = keys.get(low) ?? (isGoalName(low) ? 'goal' : null)
  if ((!isBold || mark === byte.underscore) && key === null) return null
  if (isDash && !dashed.has(key)) return null
  const value = trimmed(bytes, behind, end)
  return {
    name: { start: from, end: nameEnd },
    low,
    key,
    number: key === 'backup' ? number : null,
    value: isBold && !isClosed ? withoutMarks(bytes, value, mark) : value,
    isBold,
  }
}

/** Whether emphasis with `__` stands there. */
function isUnderlined(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === byte.underscore && bytes[at + 1] === byte.underscore
}

/** Whether emphasis stands at a place in which a name may be. */
export function isEmphasis(bytes: Uint8Array, at: number): boolean {
  return (bytes[at] === byte.star && bytes[at + 1] === byte.star) || isUnderlined(bytes, at)
}

/** The fields of a line that holds several: `**A:** x | **B:** y`. */
export function readFields(bytes: Uint8Array, start: number, end: number): readonly Field[] {
  const fields: Field[] = []
  let from = start
  while (from < end) {
    let bar = find(bytes, byte.pipe, from, end)
    while (bar >= 0 && !isMarked(bytes, skipBlanks(bytes, bar + 1, end))) bar = find(bytes, byte.pipe, bar + 1, end)
    const to = bar < 0 ? end : bar
    const field = readField(bytes, skipBlanks(bytes, from, to), to)
    if (field !== null) fields.push(field)
    from = to + 1
  }
  return fields
}

function isMarked(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === byte.star || isUnderlined(bytes, at)
}

/** A name without what stands in brackets or as a number behind it. */
function nameOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly low: string; readonly number: Extent | null } {
  const open = find(bytes, byte.openSquare, start, end)
  const behind = open < 0 ? lastWord(bytes, start, end) : open
  const text = decode(bytes, start, behind).toLowerCase().replaceAll('_', ' ').replaceAll('-', ' ')
  const low = text
    .split(' ')
    .filter((part) => part !== '')
    .join(' ')
  return { low, number: lastNumber(bytes, behind, end) }
}

/** Where a number that is the last word begins; the end where there is none. */
function lastWord(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start && (isDigit(byteAt(bytes, at - 1)) || bytes[at - 1] === byte.dot)) at -= 1
  return at < end && at > start && (isBlank(byteAt(bytes, at - 1)) || bytes[at - 1] === byte.underscore) ? at : end
}

function lastNumber(bytes: Uint8Array, start: number, end: number): Extent | null {
  let last = end
  while (last > start && !isDigit(byteAt(bytes, last - 1))) last -= 1
  let first = last
  while (first > start && isDigit(byteAt(bytes, first - 1))) first -= 1
  return first < last ? { start: first, end: last } : null
}

function withoutMarks(bytes: Uint8Array, { start, end }: Extent, mark: number): Extent {
  let last = end
  while (last > start && bytes[last - 1] === mark) last -= 1
  return trimmed(bytes, start, last)
}
