/** One pass over a file's bytes that finds its lines, and which of them hold anything but printable ASCII. */

import { byte, byteAt } from './bytes.ts'

export interface SplitLines {
  /** Offset of each line's first byte, and behind the last one the file's length. */
  readonly starts: Uint32Array
  readonly count: number
  /** Lines with a byte that is neither printable ASCII nor a tab nor part of a line end, in order. */
  readonly odd: readonly number[]
  /** Lines longer than the limit handed in. */
  readonly long: readonly number[]
  /** How many lines end each way, and the first that does; -1 where none does. */
  readonly ends: Readonly<Record<'lf' | 'crlf', { readonly count: number; readonly first: number }>>
}

/**
 * Splits at `\n`; a `\r` before it belongs to the line end (FORMATS R3). A file that does not end with one has a last
 * line without. `from` is the offset behind a byte order mark. Linear in the number of bytes, six bytes of memory a line.
 */
export function splitLines(bytes: Uint8Array, from: number, longest: number): SplitLines {
  let starts = new Uint32Array(Math.max(16, bytes.length >> 5))
  let count = 0
  const odd: number[] = []
  const long: number[] = []
  const lf = { count: 0, first: -1 }
  const crlf = { count: 0, first: -1 }
  const size = bytes.length
  let at = from
  while (at < size) {
    if (count + 1 >= starts.length) starts = grown(starts)
    starts[count] = at
    const start = at
    let strange = false
    for (; at < size; at += 1) {
      const value = byteAt(bytes, at)
      if (value >= 32 && value <= 126) continue
      if (value === byte.lineFeed) break
      if (value === byte.tab || (value === byte.carriageReturn && bytes[at + 1] === byte.lineFeed)) continue
      strange = true
    }
    if (strange) odd.push(count)
    if (at - start > longest) long.push(count)
    if (at < size) {
      const way = at > start && bytes[at - 1] === byte.carriageReturn ? crlf : lf
      way.count += 1
      if (way.first < 0) way.first = count
      at += 1
    }
    count += 1
  }
  starts[count] = size
  return { starts, count, odd, long, ends: { lf, crlf } }
}

function grown(from: Uint32Array): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2)
  to.set(from)
  return to
}
