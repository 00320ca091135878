/** From byte offsets to the lines and columns people use (FORMATS R1). */

import type { Source } from './source.ts'

/** 1-based; the column counts UTF-16 units, as editors do. A byte order mark takes no column. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Offsets at which the lines of each source begin, computed once. */
const lineStarts = new WeakMap<Uint8Array, Uint32Array>()

/** Length of the byte order mark at the start of `bytes`: 3 or 0. */
export function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

function startsOf(bytes: Uint8Array): Uint32Array {
  const known = lineStarts.get(bytes)
  if (known !== undefined) return known
  const found = [0]
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) found.push(at + 1)
  const starts = Uint32Array.from(found)
  lineStarts.set(bytes, starts)
  return starts
}

/** Index of the last line that begins at or before `offset`. */
function lineIndex(starts: Uint32Array, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Where a byte offset lies. An offset before the start or past the end is taken as that end; one inside a character is
 * taken as the character's start. Bytes that are not UTF-8 count as one column for each replacement character.
 */
export function positionAt(source: Source, offset: number): Position {
  const { bytes } = source
  const inside = Math.max(0, Math.min(offset, bytes.length))
  const starts = startsOf(bytes)
  const index = lineIndex(starts, inside)
  const start = index === 0 ? markLength(bytes) : (starts[index] ?? 0)
  let end = inside
  // Step back over at most three continuation bytes, so that half a character is not counted as a broken one.
  for (let step = 0; step < 3 && end > start && ((bytes[end] ?? 0) & 0xc0) === 0x80; step++) end--
  const column = end > start ? decoder.decode(bytes.subarray(start, end)).length + 1 : 1
  return { line: index + 1, column }
}

/** The bytes of the line that holds `offset`, without its line end and without a byte order mark, and where they begin. */
export function lineAt(source: Source, offset: number): { readonly offset: number; readonly bytes: Uint8Array } {
  const { bytes } = source
  const starts = startsOf(bytes)
  const index = lineIndex(starts, Math.max(0, Math.min(offset, bytes.length)))
  const start = index === 0 ? markLength(bytes) : (starts[index] ?? 0)
  const next = starts[index + 1]
  let end = next === undefined ? bytes.length : next - 1
  if (next !== undefined && end > start && bytes[end - 1] === 13) end--
  return { offset: start, bytes: bytes.subarray(start, Math.max(start, end)) }
}

/** `line:column` of an offset, as written inside messages. */
export function place(source: Source | undefined, offset: number): string {
  if (source === undefined) return '?'
  const { line, column } = positionAt(source, offset)
  return `${line}:${column}`
}
