/** The line a finding points at, with a squiggle below the place. */

import type { Source, Span } from '../../plan/source.ts'
import { characterStart, lineAt, positionAt } from '../position.ts'
import { safeLine } from '../../plan/safe-text.ts'

export interface Frame {
  readonly line: number
  /** The source line as it is shown: safe, tabs as blanks, cut where it is long. */
  readonly text: string
  /** Blanks before the squiggle. */
  readonly indent: number
  /** `^` and `~` below the place; at least one. */
  readonly squiggle: string
}

/** Columns of a terminal that a frame fills at most. */
const widest = 110
/** Columns kept before the place when a long line is cut. */
const before = 40
const tabStop = 4
/** Bytes looked at on either side of a place: a long line costs no more than a short one. */
const window = 4_096

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A piece of the line as it is shown, and its width in columns. */
interface Cell {
  readonly text: string
  readonly width: number
}

const zeroWidth = /^\p{M}$/u

/** Whether terminals give the character two columns: East Asian wide ranges and pictures. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1f64f) ||
    (code >= 0x1f680 && code <= 0x1f6ff) ||
    (code >= 0x1f900 && code <= 0x1f9ff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

/** Splits decoded text into what is shown; `column` is where it begins, for the tabs. */
function cellsOf(text: string, column: number): Cell[] {
  const cells: Cell[] = []
  let at = column
  for (const character of text) {
    const shown = character === '\t' ? ' '.repeat(tabStop - (at % tabStop)) : safeLine(character)
    let width = shown.length
    if (shown === character && character !== '\t') {
      const code = character.codePointAt(0) ?? 0
      width = zeroWidth.test(character) ? 0 : isWide(code) ? 2 : 1
    }
    cells.push({ text: shown, width })
    at += width
  }
  return cells
}

const widthOf = (cells: readonly Cell[]): number => cells.reduce((sum, { width }) => sum + width, 0)

/** Takes cells until `limit` columns are full. */
function upTo(cells: readonly Cell[], limit: number): Cell[] {
  let width = 0
  const end = cells.findIndex((cell) => (width += cell.width) > limit)
  return end === -1 ? [...cells] : cells.slice(0, end)
}

/** Takes cells from the end until `limit` columns are full. */
function upToFromEnd(cells: readonly Cell[], limit: number): Cell[] {
  return upTo([...cells].reverse(), limit).reverse()
}

const joined = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('')

/** The frame of `span` in `source`. A span over several lines is underlined to the end of its first. */
export function frameOf(source: Source, span: Span): Frame {
  const { bytes, offset } = lineAt(source, span.offset)
  const start = Math.min(Math.max(0, span.offset - offset), bytes.length)
  const end = Math.min(start + span.length, bytes.length)
  const from = start <= window ? 0 : characterStart(bytes, start - window)
  const middle = end - start <= window ? end : characterStart(bytes, start + window)
  const to = bytes.length - middle <= window ? bytes.length : characterStart(bytes, middle + window)
  const head = cellsOf(decoder.decode(bytes.subarray(from, start)), 0)
  const body = cellsOf(decoder.decode(bytes.subarray(start, middle)), widthOf(head))
  const tail = middle < end ? [] : cellsOf(decoder.decode(bytes.subarray(middle, to)), widthOf(head) + widthOf(body))

  const isCut = from > 0 || middle < end || to < bytes.length
  const isLong = isCut || widthOf(head) + widthOf(body) + widthOf(tail) > widest
  const shownHead = isLong ? upToFromEnd(head, before) : head
  const shownBody = isLong ? upTo(body, widest - before) : body
  const left = widest - widthOf(shownHead) - widthOf(shownBody)
  const shownTail = isLong ? upTo(tail, Math.max(0, left)) : tail
  const opening = from > 0 || shownHead.length < head.length ? '...' : ''
  const isShort = shownBody.length < body.length || shownTail.length < tail.length
  const closing = isShort || middle < end || to < bytes.length ? '...' : ''
  return {
    line: positionAt(source, span.offset).line,
    text: `${opening}${joined(shownHead)}${joined(shownBody)}${joined(shownTail)}${closing}`.trimEnd(),
    indent: opening.length + widthOf(shownHead),
    squiggle: `^${'~'.repeat(Math.max(0, widthOf(shownBody) - 1))}`,
  }
}
