/** HTML comments: where one opens in a line, outside of code spans, and where it ends. */

import { byte, byteAt, standsAt, trimmed, type Extent } from './bytes.ts'

/** A comment that opens in a line and does not end there. */
export interface OpenComment {
  /** Offset of its `<!--`. */
  readonly at: number
  /** Offset of the `-->` that ends it; -1 where none follows. */
  readonly end: number
}

/** Finds comments in a file; asked for lines in ascending order. `whole` has one character for each byte. */
export interface Comments {
  /** The comment that opens in `start` to `end` and goes on behind it; null where none does. */
  opening(start: number, end: number): OpenComment | null
}

/** Linear in the file, whatever is asked: what is not found is not looked for again. */
export function commentsOf(bytes: Uint8Array, whole: string): Comments {
  let next = whole.indexOf('<!--')
  const lastEnd = next < 0 ? -1 : whole.lastIndexOf('-->')
  const closed = (at: number): number => {
    // `<!-->` and `<!--->` are comments that hold nothing.
    if (byteAt(bytes, at + 4) === byte.greater) return at + 2
    if (whole.startsWith('->', at + 4)) return at + 3
    return at + 4 > lastEnd ? -1 : whole.indexOf('-->', at + 4)
  }
  return {
    opening(start, end) {
      if (next >= 0 && next < start) next = whole.indexOf('<!--', start)
      if (next < 0 || next >= end) return null
      const spans = codeSpans(bytes, start, end)
      let span = 0
      for (let at = next; at >= 0 && at < end; at = whole.indexOf('<!--', at)) {
        while (span < spans.length && (spans[span]?.end ?? 0) <= at) span += 1
        const code = spans[span]
        if (code !== undefined && code.start < at) {
          at = code.end
          continue
        }
        const close = closed(at)
        if (close < 0 || close >= end) return { at, end: close }
        at = close + 3
      }
      return null
    },
  }
}

/** The code spans of a line: a run of back-ticks up to the next run of the same length. */
function codeSpans(bytes: Uint8Array, start: number, end: number): { readonly start: number; readonly end: number }[] {
  const runs: { readonly start: number; readonly length: number }[] = []
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== byte.tick) continue
    const from = at
    while (at < end && bytes[at] === byte.tick) at += 1
    runs.push({ start: from, length: at - from })
  }
  // For each run the next one of its length.
  const nextOf = new Int32Array(runs.length).fill(-1)
  const later = new Map<number, number>()
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { length } = runs[index] ?? { length: 0 }
    nextOf[index] = later.get(length) ?? -1
    later.set(length, index)
  }
  const spans: { readonly start: number; readonly end: number }[] = []
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index]
    const close = runs[nextOf[index] ?? -1]
    if (run === undefined || close === undefined) continue
    spans.push({ start: run.start, end: close.start + close.length })
    index = nextOf[index] ?? index
  }
  return spans
}

/** An extent without the comments that stand at its end: they are marks of people or tools (FORMATS R8). */
export function withoutComments(bytes: Uint8Array, { start, end }: Extent): Extent {
  let close = end
  while (close - start >= 7 && standsAt(bytes, close - 3, '-->')) {
    let open = close - 7
    while (open >= start && !standsAt(bytes, open, '<!--')) open -= 1
    if (open < start) break
    close = trimmed(bytes, start, open).end
  }
  return { start, end: close }
}
