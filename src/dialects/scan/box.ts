/** The check box at the start of a list item, in all the spellings that plans really use. */

import { byte, byteAt, decode, find, isBlank, isNoBreakSpace, skipBlanks, type Extent } from './bytes.ts'
import { bulletEnd } from './fence.ts'

export interface Box {
  /** `unclosed`: `- [` without `]`; `long`: more between the brackets than a state could be. */
  readonly is: 'box' | 'unclosed' | 'long'
  /** Offset of the bullet. */
  readonly bullet: number
  /** Behind the bullet sign. */
  readonly behindBullet: number
  /** Offset of `[`. */
  readonly open: number
  /** Between the brackets; for `unclosed` to the end of the line. */
  readonly cell: Extent
  /** Behind `]` and a `*` directly after it. */
  readonly behind: number
  /** Offset of the text, behind blanks. */
  readonly text: number
  /** Offset of a no-break space between bullet and text, or -1. */
  readonly noBreakSpace: number
}

const longestCell = 12

/** What people write into a box, apart from one sign. */
export const boxWords: ReadonlySet<string> = new Set(['BLOCKED', 'SKIP', 'DEFER', 'DONE', 'TODO', 'WIP'])

/**
 * Reads `bullet [ws] "[" cell "]" ["*"] [ws] text` from the first non-blank byte of a line (FORMATS R12); null for
 * anything else, and for links. `end` is the line's end.
 */
export function readBox(bytes: Uint8Array, at: number, end: number): Box | null {
  const behindBullet = bulletEnd(bytes, at, end)
  if (behindBullet === at) return null
  const open = skipBlanks(bytes, behindBullet, end)
  if (open >= end || bytes[open] !== byte.openSquare) return null
  let noBreakSpace = firstNoBreakSpace(bytes, behindBullet, open)
  let characters = 0
  let close = open + 1
  for (; close < end && bytes[close] !== byte.closeSquare; close += 1)
    if ((byteAt(bytes, close) & 0xc0) !== 0x80) characters += 1
  const cell = { start: open + 1, end: close }
  if (close >= end)
    return { is: 'unclosed', bullet: at, behindBullet, open, cell, behind: end, text: end, noBreakSpace }
  let behind = close + 1
  const next = byteAt(bytes, behind)
  if (behind < end && isLink(bytes, cell, behind, end)) return null
  if (behind < end && next === byte.star) behind += bytes[behind + 1] === byte.star ? 0 : 1
  const text = skipBlanks(bytes, behind, end)
  if (noBreakSpace < 0) noBreakSpace = firstNoBreakSpace(bytes, cell.start, cell.end)
  if (noBreakSpace < 0) noBreakSpace = firstNoBreakSpace(bytes, behind, text)
  const is = characters > longestCell ? 'long' : 'box'
  return { is, bullet: at, behindBullet, open, cell, behind, text, noBreakSpace }
}

/**
 * `[text](target)`, `[text][name]` and `[name]: target` are links; `[ ][P] text` lacks a space, and so it does with any mark
 * that is written into it.
 */
function isLink(bytes: Uint8Array, cell: Extent, behind: number, end: number): boolean {
  const next = byteAt(bytes, behind)
  if (next === byte.open || next === byte.colon) return true
  if (next !== byte.openSquare) return false
  const text = decode(bytes, cell.start, cell.end).trim()
  if (text === '') return false
  if (!boxWords.has(text) && !/^(?:[xX]|[^\p{L}\p{N}])$/u.test(text)) return true
  const closing = find(bytes, byte.closeSquare, behind, end)
  // A name alone is that of a link.
  return closing < 0 || skipBlanks(bytes, closing + 1, end) >= end
}

function firstNoBreakSpace(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at + 1 < end; at += 1) if (isNoBreakSpace(bytes, at)) return at
  return -1
}

/** How far a line is indented, in columns (a tab goes to the next multiple of 4), and where its text begins. */
export function indentation(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly width: number; readonly at: number } {
  let width = 0
  let at = start
  while (at < end) {
    if (bytes[at] === byte.tab) width += 4 - (width % 4)
    else if (bytes[at] === byte.space) width += 1
    else if (isNoBreakSpace(bytes, at)) {
      width += 1
      at += 1
    } else break
    at += 1
  }
  return { width, at }
}

export interface Heading {
  readonly level: number
  /** The heading's text without its `#`. */
  readonly text: Extent
  /** No blank behind the `#`. */
  readonly tight: boolean
}

/** An ATX heading that starts at the first non-blank byte of a line; null for anything else. */
export function readHeading(bytes: Uint8Array, at: number, end: number): Heading | null {
  let behind = at
  while (behind < end && bytes[behind] === byte.hash) behind += 1
  const level = behind - at
  if (level === 0 || level > 6) return null
  const tight = behind < end && !isBlank(byteAt(bytes, behind))
  let last = end
  while (last > behind && isBlank(byteAt(bytes, last - 1))) last -= 1
  let closing = last
  while (closing > behind && bytes[closing - 1] === byte.hash) closing -= 1
  // `C#` is a word; only a run of its own closes the heading.
  if (closing < last && closing > behind && isBlank(byteAt(bytes, closing - 1))) last = closing
  while (last > behind && isBlank(byteAt(bytes, last - 1))) last -= 1
  return { level, text: { start: skipBlanks(bytes, behind, last), end: last }, tight }
}
