/** Lists on one line: elements set apart by commas, where parentheses, back-ticks and braces hold together. */

import { byte, byteAt, find, trimmed, type Extent } from './bytes.ts'

/** Which bytes set elements apart: 1 at the place of each. */
export type Separators = Uint8Array

/** The separators of a list, named as ASCII text. */
export function separatorsOf(signs: string): Separators {
  const separators = new Uint8Array(256)
  for (let at = 0; at < signs.length; at += 1) separators[signs.charCodeAt(at)] = 1
  return separators
}

/** Offset of the `)` that closes the `(` at an offset, or -1. Linear in what lies between, or up to `end`. */
export function closerOf(bytes: Uint8Array, open: number, end: number): number {
  let depth = 0
  for (let at = open; at < end; at += 1) {
    if (bytes[at] === byte.open) depth += 1
    else if (bytes[at] === byte.close) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

/** The same for each `(` of an extent; one that is not closed is not among them. */
function closers(bytes: Uint8Array, start: number, end: number): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === byte.open) open.push(at)
    else if (bytes[at] === byte.close) {
      const from = open.pop()
      if (from !== undefined) pairs.set(from, at)
    }
  }
  return pairs
}

/** Offset of the last `wanted` byte in the extent, or the one before it. */
function findLast(bytes: Uint8Array, wanted: number, start: number, end: number): number {
  let at = end - 1
  while (at >= start && bytes[at] !== wanted) at -= 1
  return at
}

/**
 * Splits an extent at the separators that stand outside balanced parentheses, back-ticks and braces (FORMATS R20).
 * Empty elements are left out, and so is what lies behind the first `most`. Linear.
 */
export function splitList(
  bytes: Uint8Array,
  { start, end }: Extent,
  separators: Separators,
  most = Infinity,
): Extent[] {
  const elements: Extent[] = []
  // Looked up only where something opens; all closers together only where one is missing, or that would cost a square.
  let pairs: ReadonlyMap<number, number> | null = null
  let lastCurly = -1
  let lastTick = -1
  let from = start
  for (let at = start; at < end; at += 1) {
    const value = byteAt(bytes, at)
    if (separators[value] === 1) {
      if (at > from) take(elements, bytes, from, at)
      if (elements.length >= most) return elements
      from = at + 1
    } else if (value === byte.open) {
      const close = pairs === null ? closerOf(bytes, at, end) : (pairs.get(at) ?? -1)
      if (close < 0) pairs ??= closers(bytes, start, end)
      else at = close
    } else if (value === byte.tick) {
      if (lastTick < 0) lastTick = findLast(bytes, byte.tick, at, end)
      if (at < lastTick) at = find(bytes, byte.tick, at + 1, end)
    } else if (value === byte.openCurly) {
      if (lastCurly < 0) lastCurly = findLast(bytes, byte.closeCurly, at, end)
      if (at < lastCurly) at = find(bytes, byte.closeCurly, at + 1, end)
    }
  }
  take(elements, bytes, from, end)
  return elements
}

function take(elements: Extent[], bytes: Uint8Array, from: number, to: number): void {
  const extent = trimmed(bytes, from, to)
  if (extent.end > extent.start) elements.push(extent)
}

/** The extent without back-ticks or quotes around it. */
export function unquoted(bytes: Uint8Array, extent: Extent): Extent {
  const { start, end } = extent
  const first = byteAt(bytes, start)
  const quote = first === byte.tick || first === 34 || first === 39
  if (!quote || end - start < 2 || bytes[end - 1] !== first) return extent
  return trimmed(bytes, start + 1, end - 1)
}
