/** What else a sub-line holds: ` | key: value` parts behind its value, as on a task's line, and keys that no bar sets apart. */

import { byte, byteAt, find, isBlank, isLetter, trimmed, type Extent } from '../../scan/bytes.ts'
import type { Findings } from '../findings.ts'
import type { TaskBuilder } from '../task-builder.ts'
import { splitAnnotations } from '../values/annotations.ts'
import { namesNothing } from '../values/dependencies.ts'
import { isListOf } from '../values/key-slips.ts'
import { isListKey, isWeighty, readKey, type FoundKey, type Key } from '../values/keys.ts'
import { applyKey, applyValue } from '../values/sub-lines.ts'

/** The parts of a value, in the order of the line. */
export interface Parts {
  /** Up to the first key behind a bar. */
  readonly value: Extent
  /** What stands behind such a key and is none: more of the value. */
  readonly more: readonly Extent[]
  readonly keys: readonly FoundKey[]
}

/**
 * Splits the value of a key (null for a free one) at the keys that stand behind a bar. From a text only dependencies,
 * files and traces are taken: words with a colon may well stand behind a bar in it. A list in which another one stands
 * without a bar is an error (MW107).
 */
export function splitValue(bytes: Uint8Array, key: Key | null, value: Extent, findings: Findings): Parts {
  const isList = key !== null && isListKey(key)
  const parts = holds(bytes, value, byte.pipe)
    ? splitBars(bytes, isList, value, findings)
    : { value, more: none, keys: none }
  // Within dependencies a word that is no id is an error of its own (MW109).
  if (isList && key !== 'blocked_by' && key !== 'blocks' && holds(bytes, value, byte.colon))
    sayWithin(bytes, parts.value, findings)
  return parts
}

/** Reads what a line holds beside the first part of its value into the task. */
export function applyParts(
  bytes: Uint8Array,
  task: TaskBuilder,
  key: Key | null,
  { more, keys }: Parts,
  findings: Findings,
): void {
  if (key !== null) for (const value of more) applyValue(bytes, task, key, value, findings)
  for (const found of keys) applyKey(bytes, task, found, findings)
}

const none: readonly never[] = []

function holds(bytes: Uint8Array, { start, end }: Extent, sign: number): boolean {
  return find(bytes, sign, start, end) >= 0
}

function splitBars(bytes: Uint8Array, isList: boolean, value: Extent, findings: Findings): Parts {
  const split = splitAnnotations(bytes, value, findings)
  const keys = isList ? split.annotations : split.annotations.filter((found) => isOwn(bytes, found))
  const [first] = keys
  if (first === undefined) return { value, more: none, keys: none }
  const text = split.annotations.filter((found) => !keys.includes(found) && found.extent.start > first.extent.start)
  const more = [...split.more, ...text.map(({ extent, value: { end } }) => ({ start: extent.start, end }))]
  let bar = first.extent.start
  while (bytes[bar] !== byte.pipe) bar -= 1
  return {
    value: trimmed(bytes, value.start, bar),
    more: more.filter(({ start }) => start > bar).sort((a, b) => a.start - b.start),
    keys,
  }
}

function isOwn(bytes: Uint8Array, { key, value }: FoundKey): boolean {
  if (key === 'traces') return true
  return key !== null && isWeighty(key) && (isListOf(bytes, value, key) || namesNothing(bytes, value))
}

/** Keys within a list that are looked at: each costs as much as the rest of the line. */
const mostTries = 20

/** MW107 for `files: a (CREATE), blocked_by: T001`. */
function sayWithin(bytes: Uint8Array, { start, end }: Extent, findings: Findings): void {
  let inside = false
  let tries = 0
  for (let at = start; at < end && tries < mostTries; at += 1) {
    if (bytes[at] === byte.tick) inside = !inside
    if (inside || !isLetter(byteAt(bytes, at)) || !isWordStart(bytes, start, at)) continue
    const found = readKey(bytes, at, end)
    const meant = found?.key ?? found?.near ?? null
    if (found === null || meant === null || !isWeighty(meant)) continue
    tries += 1
    if (!isListOf(bytes, found.value, meant)) continue
    const message = `'${found.name}:' stands within another list; nothing is read from it`
    findings.add('MW107', 'error', found.extent, message, `write "${meant}: …" on a line of its own`)
    return
  }
}

function isWordStart(bytes: Uint8Array, start: number, at: number): boolean {
  const before = byteAt(bytes, at - 1)
  return (
    at === start ||
    isBlank(before) ||
    before === byte.comma ||
    before === byte.semicolon ||
    before === byte.close ||
    before === byte.star
  )
}
