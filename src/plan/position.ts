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
function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

function startsOf(bytes: Uint8Array): Uint32Array {
  const known = lineStarts.get(bytes)
  if (known !== undefined) return known
  let count = 1
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  const starts = new Uint32Array(count)
  let line = 1
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts[line++] = at + 1
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
  for (let step = 0; step < 3 && end > start && isContinuation(bytes, end); step++) end--
  return { line: index + 1, column: unitsBetween(bytes, start, end) + 1 }
}

/** So many bytes are decoded at once; what lies before them in a long line is counted once and remembered. */
const stretch = 65_536

interface Counted {
  readonly start: number
  /** Offsets in the line, and the UTF-16 units between its start and each of them. */
  readonly offsets: number[]
  readonly units: number[]
}

/** The long line that was asked for last, in each source: findings come in the order of the file. */
const longLines = new WeakMap<Uint8Array, Counted>()

/** UTF-16 units of what stands between two offsets, the first of which is the start of a line. */
function unitsBetween(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start) return 0
  if (end - start <= stretch) return decoder.decode(bytes.subarray(start, end)).length
  let known = longLines.get(bytes)
  if (known?.start !== start) known = { start, offsets: [start], units: [0] }
  longLines.set(bytes, known)
  const { offsets, units } = known
  const whole = Math.floor((end - start) / stretch)
  while (offsets.length <= whole) {
    const from = offsets.at(-1) ?? start
    const to = characterStart(bytes, start + offsets.length * stretch)
    units.push((units.at(-1) ?? 0) + decoder.decode(bytes.subarray(from, to)).length)
    offsets.push(to)
  }
  const from = offsets[whole] ?? start
  return (units[whole] ?? 0) + decoder.decode(bytes.subarray(from, Math.max(from, end))).length
}

/** The start of the character that an offset lies in; the offset itself among bytes that belong to none. */
export function characterStart(bytes: Uint8Array, offset: number): number {
  for (let step = 0; step <= 3; step += 1) if (!isContinuation(bytes, offset - step)) return offset - step
  return offset
}

function isContinuation(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & 0xc0) === 0x80
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
