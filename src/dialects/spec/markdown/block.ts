/** Texts that go over several lines: a value and what belongs to it below, a paragraph, a list. */

import type { Text } from '../../../plan/draft.ts'
import type { Findings } from '../../findings.ts'
import { byte, byteAt, decode, trimmed, type Extent } from '../../scan/bytes.ts'

/** A line or the rest of one, without blanks at its ends; empty for a blank line. */
export interface BlockLine extends Extent {
  /** Columns of indentation of the line. */
  readonly width: number
  /** Set where it stands in a code fence. */
  readonly isCode?: true
}

/** Deeper indentation is not kept. */
const deepest = 40

/** The lines as one text: those below the first one keep how far they are indented against each other. */
export function joined(bytes: Uint8Array, lines: readonly BlockLine[]): string {
  let least = deepest
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at]
    if (line !== undefined && line.end > line.start) least = Math.min(least, line.width)
  }
  return lines
    .map(({ start, end, width }, at) => {
      const text = decode(bytes, start, end)
      return at === 0 || text === '' ? text : ' '.repeat(Math.min(deepest, width) - Math.min(least, width)) + text
    })
    .join('\n')
}

/** The lines as a text with its place; null where nothing stands in them. */
export function textOf(bytes: Uint8Array, lines: readonly BlockLine[], findings: Findings): Text | null {
  let first = 0
  while (first < lines.length && isEmpty(lines[first])) first += 1
  let last = lines.length
  while (last > first && isEmpty(lines[last - 1])) last -= 1
  const from = lines[first]
  const to = lines[last - 1]
  if (from === undefined || to === undefined) return null
  return { text: joined(bytes, lines.slice(first, last)), span: findings.span({ start: from.start, end: to.end }) }
}

function isEmpty(line: BlockLine | undefined): boolean {
  return line === undefined || line.end <= line.start
}

/** An extent as a text with its place; null where it is empty. */
export function textAt(bytes: Uint8Array, { start, end }: Extent, findings: Findings): Text | null {
  return end <= start ? null : { text: decode(bytes, start, end), span: findings.span({ start, end }) }
}

/** The extent without blanks, stars and back-ticks at both ends. */
export function bare(bytes: Uint8Array, start: number, end: number): Extent {
  let extent = trimmed(bytes, start, end)
  for (;;) {
    const { start: from, end: to } = extent
    if (to > from && isDress(byteAt(bytes, from))) extent = trimmed(bytes, from + 1, to)
    else if (to > from && isDress(byteAt(bytes, to - 1))) extent = trimmed(bytes, from, to - 1)
    else return extent
  }
}

function isDress(value: number): boolean {
  return value === byte.star || value === byte.tick
}
