/** Code fences: what opens and what closes one, and whether an opened one is closed at all. */

import { byte, byteAt, find, isBlank, isDigit, skipBlanks } from './bytes.ts'

export interface FenceLine {
  readonly line: number
  /** Offset of the run of back-ticks or tildes. */
  readonly start: number
  readonly length: number
  readonly character: number
  /** Whether the line may close a fence: no bullet before the run, nothing behind it. */
  readonly closes: boolean
}

/** A run of three or more back-ticks or tildes at the start of the line, also behind a list bullet (FORMATS R7); else null. */
export function fenceLine(bytes: Uint8Array, line: number, start: number, end: number): FenceLine | null {
  let at = skipBlanks(bytes, start, end)
  const behindBullet = skipBullet(bytes, at, end)
  const bullet = behindBullet > at
  at = behindBullet
  const character = byteAt(bytes, at)
  if (character !== byte.tick && character !== byte.tilde) return null
  let behind = at
  while (behind < end && bytes[behind] === character) behind += 1
  if (behind - at < 3) return null
  if (character === byte.tick && find(bytes, byte.tick, behind, end) >= 0) return null
  const closes = !bullet && skipBlanks(bytes, behind, end) === end
  return { line, start: at, length: behind - at, character, closes }
}

/** Behind a bullet (`-`, `*`, `+`, `1.`, `1)`) and the blanks that follow it; `at` itself where there is none. */
export function skipBullet(bytes: Uint8Array, at: number, end: number): number {
  const behind = bulletEnd(bytes, at, end)
  return behind > at && behind < end && isBlank(byteAt(bytes, behind)) ? skipBlanks(bytes, behind, end) : at
}

/** Behind a bullet sign alone; `at` itself where there is none. */
export function bulletEnd(bytes: Uint8Array, at: number, end: number): number {
  const value = byteAt(bytes, at)
  if (at < end && (value === byte.minus || value === byte.star || value === byte.plus)) return at + 1
  let digits = at
  while (digits < end && digits - at < 9 && isDigit(byteAt(bytes, digits))) digits += 1
  const sign = byteAt(bytes, digits)
  return digits > at && digits < end && (sign === byte.dot || sign === byte.close) ? digits + 1 : at
}

/**
 * For each fence line the longest run behind it that could close a fence, per character: an opener is closed exactly
 * when that is as long as itself, so looking for a closer never goes over the same lines twice.
 */
export function longestClosers(fences: readonly FenceLine[]): (index: number) => number {
  const longest = new Uint32Array(fences.length)
  let ticks = 0
  let tildes = 0
  for (let index = fences.length - 1; index >= 0; index -= 1) {
    const fence = fences[index]
    if (fence === undefined) continue
    longest[index] = fence.character === byte.tick ? ticks : tildes
    if (!fence.closes) continue
    if (fence.character === byte.tick) ticks = Math.max(ticks, fence.length)
    else tildes = Math.max(tildes, fence.length)
  }
  return (index) => longest[index] ?? 0
}
