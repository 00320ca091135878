/** The keys of sub-lines and annotations, and what somebody probably meant by one that is no key. */

import { editDistance } from '../../../plan/nearest-name.ts'
import { byte, byteAt, decode, isBlank, isDigit, isLetter, standsAt, trimmed, type Extent } from '../../scan/bytes.ts'
import { withoutComments } from '../../scan/comment.ts'
import { plainIdEnd } from './ids.ts'

export type Key =
  | 'files'
  | 'blocked_by'
  | 'blocks'
  | 'traces'
  | 'tests'
  | 'reason'
  | 'defer_reason'
  | 'description'
  | 'result'
  | 'notes'

export interface FoundKey {
  /** As written. */
  readonly name: string
  readonly extent: Extent
  readonly key: Key | null
  /** The key that was probably meant, where `key` is null. */
  readonly near: Key | null
  /** What is wrong with the key besides its spelling, for people; null where nothing is. */
  readonly fault: string | null
  /** Trimmed; may be empty. */
  readonly value: Extent
}

/** Keys whose loss changes what is done or in which order. */
export const weighty = ['blocked_by', 'blocks', 'files'] as const
export type Weighty = (typeof weighty)[number]

/** Whether the loss of a key changes what is done or in which order. */
export function isWeighty(key: Key): key is Weighty {
  return (weighty as readonly Key[]).includes(key)
}

/** Whether elements of a key's value may also stand below it, one a line. */
export function isListKey(key: Key): boolean {
  return isWeighty(key) || key === 'traces' || key === 'tests'
}

const spellings: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['files', 'files'],
  ['blocked_by', 'blocked_by'],
  ['blocks', 'blocks'],
  ['traces', 'traces'],
  ['tests', 'tests'],
  ['reason', 'reason'],
  ['defer_reason', 'defer_reason'],
  ['description', 'description'],
  ['result', 'result'],
  ['results', 'result'],
  ['notes', 'notes'],
  ['note', 'notes'],
])

/** The same by their length: a key is known by its bytes, without making a text of it. */
const byLength = Array.from({ length: 13 }, (_, length) =>
  Array.from(spellings, ([name, key]) => ({ name, key })).filter(({ name }) => name.length === length),
)

/** The spelling that stands in an extent as it is; null where none does. */
function spellingAt(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly name: string; readonly key: Key } | null {
  const candidates = byLength[end - start]
  if (candidates === undefined) return null
  for (let at = 0; at < candidates.length; at += 1) {
    const candidate = candidates[at]
    if (candidate !== undefined && standsAt(bytes, start, candidate.name)) return candidate
  }
  return null
}

/** Words of other formats for the same thing: read as a note they would lose an edge. */
const foreign: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['depends', 'blocked_by'],
  ['depends_on', 'blocked_by'],
  ['depends_upon', 'blocked_by'],
  ['dependson', 'blocked_by'],
  ['depend_on', 'blocked_by'],
  ['dependent_on', 'blocked_by'],
  ['dependency', 'blocked_by'],
  ['dependencies', 'blocked_by'],
  ['blocked', 'blocked_by'],
  ['blocker', 'blocked_by'],
  ['blockers', 'blocked_by'],
])

/** The same for words that mean it only where an id stands behind them: `needs: a database` is a note. */
const foreignBeforeId: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['after', 'blocked_by'],
  ['needs', 'blocked_by'],
  ['requires', 'blocked_by'],
  ['prerequisite', 'blocked_by'],
  ['prerequisites', 'blocked_by'],
  ['prereq', 'blocked_by'],
  ['prereqs', 'blocked_by'],
  ['dep', 'blocked_by'],
  ['deps', 'blocked_by'],
  ['wait_for', 'blocked_by'],
  ['waits_for', 'blocked_by'],
  ['blocking', 'blocks'],
])

/** Only keys that carry a meaning can be meant by a mistyped one; a mistyped note is a note. */
export function isMeaningful(key: Key): boolean {
  return key !== 'result' && key !== 'notes'
}
const meaningful: readonly Key[] = Array.from(new Set(spellings.values())).filter(isMeaningful)

const longestName = 40

/** Whether `key:` stands at the start of an extent as it is spelled: what `readKey` would find, and nothing is made. */
export function standsKey(bytes: Uint8Array, start: number, end: number): boolean {
  let behind = start
  while (behind < end && (isLetter(byteAt(bytes, behind)) || bytes[behind] === byte.underscore)) behind += 1
  return behind < end && bytes[behind] === byte.colon && spellingAt(bytes, start, behind) !== null
}

/**
 * Reads `key: value` at the start of an extent (the key may stand in emphasis); null where no key stands there. A name
 * of several words counts only where it is near a known key, so that prose with a colon stays prose.
 */
export function readKey(bytes: Uint8Array, start: number, end: number): FoundKey | null {
  let from = start
  while (from < end && from - start < 2 && bytes[from] === byte.star) from += 1
  let behind = from
  let words = false
  while (behind < end && behind - from <= longestName) {
    const value = byteAt(bytes, behind)
    if (value === byte.space && behind > from) words = true
    else if (!isLetter(value) && !isDigit(value) && value !== byte.underscore && value !== byte.minus) break
    behind += 1
  }
  const close = behind
  while (behind < end && bytes[behind] === byte.star) behind += 1
  if (close === from || behind >= end || bytes[behind] !== byte.colon || !isLetter(byteAt(bytes, from))) return null
  behind += 1
  const spaced = behind >= end || isBlank(byteAt(bytes, behind)) || bytes[behind] === byte.star
  while (behind < end && behind - close < 6 && bytes[behind] === byte.star) behind += 1
  const plain = spellingAt(bytes, from, close)
  if (plain !== null) {
    const { name, key } = plain
    return {
      name,
      extent: { start: from, end: close },
      key,
      near: null,
      fault: null,
      value: valueOf(bytes, key, trimmed(bytes, behind, end)),
    }
  }
  const name = decode(bytes, from, close)
  const low = name.toLowerCase()
  const key = spellings.get(low) ?? null
  const value = valueOf(bytes, key, trimmed(bytes, behind, end))
  const near = key === null ? nearOf(low, bytes, value) : null
  if (key === null && near === null && (words || !spaced)) return null
  return { name, extent: { start: from, end: close }, key, near, fault: null, value }
}

/** A list without the comments behind it; free text as it stands. */
function valueOf(bytes: Uint8Array, key: Key | null, value: Extent): Extent {
  return key !== null && isListKey(key) ? withoutComments(bytes, value) : value
}

/** What names a task or a file: an id, a number, `task 3`, a slash. */
const naming = /\bt-?\d|\btasks?[ #]*\d|^[[(]*#?\d|\//i

function nearOf(low: string, bytes: Uint8Array, value: Extent): Key | null {
  const says = decode(bytes, value.start, value.end)
  // `Dependencies: lodash` loses no edge.
  if (foreign.has(underscored(low)) && says !== '' && !naming.test(says)) return null
  return nearKey(low) ?? nearBeforeId(low, bytes, value)
}

function nearBeforeId(low: string, bytes: Uint8Array, { start, end }: Extent): Key | null {
  const key = foreignBeforeId.get(underscored(low)) ?? null
  const id = bytes[start] === byte.openSquare ? start + 1 : start
  return key !== null && plainIdEnd(bytes, id, end) > 0 ? key : null
}

/** The key that a lower-case name spells, words of other formats among them; null where it spells none. */
export function knownKey(low: string): Key | null {
  const name = underscored(low)
  return spellings.get(name) ?? foreign.get(name) ?? null
}

function underscored(low: string): string {
  return low.trim().replaceAll('-', '_').replaceAll(' ', '_')
}

/** The known key that a lower-case name is near to: one character wrong, two in a long key, or two swapped. */
export function nearKey(low: string): Key | null {
  const same = knownKey(low)
  if (same !== null) return same
  const name = underscored(low)
  let best: Key | null = null
  let least = 3
  for (const key of meaningful) {
    const distance = editDistance(name, key, 2)
    const limit = key.length > 5 ? 2 : 1
    if (distance >= least || (distance > limit && !(distance === 2 && isSwapped(name, key)))) continue
    best = key
    least = distance
  }
  return best
}

function isSwapped(a: string, b: string): boolean {
  return a.length === b.length && Array.from(a).sort().join('') === Array.from(b).sort().join('')
}
