/** The progress table of a plan: where it stands, what its columns and rows mean, and how one of its cells is rewritten. */

import type { Edit, Source } from '../../../plan/source.ts'
import { byte } from '../../scan/bytes.ts'
import { scan } from '../../scanner.ts'

/** What a column counts, by the word in its header (FORMATS section 2, Progress table). */
export type ColumnKind = 'total' | 'done' | 'rest' | 'blocked' | 'percent' | 'status' | 'progress'

/** A cell between two pipes. Offsets are bytes of the file. */
export interface Cell {
  /** Behind the pipe before it. */
  readonly start: number
  /** At the pipe after it. */
  readonly end: number
  /** The content without white space and emphasis around it. */
  readonly text: string
  readonly textStart: number
}

export interface ColumnCell {
  readonly kind: ColumnKind
  readonly cell: Cell
  /** From pipe to pipe. */
  readonly headerWidth: number
}

export interface TableRow {
  /** `sum` for the row that adds the others up. */
  readonly is: 'phase' | 'sum'
  /** The first cell. */
  readonly name: Cell
  readonly cells: readonly ColumnCell[]
}

export interface ProgressTable {
  readonly rows: readonly TableRow[]
  readonly kinds: ReadonlySet<ColumnKind>
}

const headerWords: ReadonlyMap<string, ColumnKind> = new Map([
  ['total', 'total'],
  ['tasks', 'total'],
  ['done', 'done'],
  ['complete', 'done'],
  ['completed', 'done'],
  ['remaining', 'rest'],
  ['blocked', 'blocked'],
  ['%', 'percent'],
  ['percent', 'percent'],
  ['percentage', 'percent'],
  ['status', 'status'],
  ['progress', 'progress'],
])
const sumWords = new Set(['total', 'totals', 'sum', 'overall', 'all'])

/**
 * Finds the first table with a known column under a heading that begins with `Progress`; copies in fences, comments and
 * quotes are none. `text` is the source with one character per byte, so that its positions are byte offsets. Null where
 * there is no such table.
 */
export function findProgressTable(source: Source, text: string): ProgressTable | null {
  const lines = scan(source)
  let below = false
  let run: Cell[][] = []
  for (let line = 0; line < lines.count; line += 1) {
    const start = lines.start(line)
    // Only a heading can begin what is looked for.
    if (!below && lines.bytes[start] !== byte.hash) continue
    const isText = lines.kind(line) === 'text'
    const cells = below && isText ? cellsOf(text, start, lines.end(line)) : null
    if (cells !== null) {
      // What stands above a header is none.
      if (run.length === 1 && !cells.every(isDelimiter)) run = []
      run.push(cells)
      continue
    }
    const table = tableOf(run)
    if (table !== null) return table
    run = []
    const heading = isText ? headingOf(text, start, lines.end(line)) : null
    if (heading !== null) below = heading.startsWith('progress')
  }
  return tableOf(run)
}

/**
 * The smallest edit that makes a cell say `next`. Emphasis stays; padding gives way to a longer content, and where the
 * author lined the column up it grows when the content gets shorter.
 */
export function rewriteCell(text: string, path: string, { cell, headerWidth }: ColumnCell, next: string): Edit {
  const old = text.slice(cell.start, cell.end)
  const head = text.slice(cell.start, cell.textStart).trimStart()
  const foot = text.slice(cell.textStart + cell.text.length, cell.end).trimEnd()
  let before = old.slice(0, old.length - old.trimStart().length)
  let after = old.slice(old.trimEnd().length)
  const grown = next.length - cell.text.length
  const padded = before.length > 1 || after.length > 1 || old.length === headerWidth
  const fill = padded ? ' '.repeat(Math.max(0, -grown)) : ''
  if (before.length > after.length) before = fill + before
  else after += fill
  const fromAfter = Math.max(0, Math.min(grown, after.length - 1))
  const fromBefore = Math.max(0, Math.min(grown - fromAfter, before.length - 1))
  const whole = before.slice(fromBefore) + head + next + foot + after.slice(fromAfter)
  let same = 0
  while (same < old.length && same < whole.length && old[same] === whole[same]) same += 1
  let tail = 0
  while (tail < Math.min(old.length, whole.length) - same && old.at(-1 - tail) === whole.at(-1 - tail)) tail += 1
  // No edit begins or ends within a character of several bytes.
  while (same > 0 && (isWithin(old, same) || isWithin(whole, same))) same -= 1
  while (tail > 0 && (isWithin(old, old.length - tail) || isWithin(whole, whole.length - tail))) tail -= 1
  return {
    path,
    offset: cell.start + same,
    length: old.length - same - tail,
    content: decoded(whole.slice(same, whole.length - tail)),
  }
}

/** Whether a place in a text with one character per byte is within a character of UTF-8. */
function isWithin(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xc0) === 0x80
}

/** The text that one character per byte stands for. */
function decoded(text: string): string {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function tableOf(run: readonly Cell[][]): ProgressTable | null {
  const [header, delimiter, ...body] = run
  if (header === undefined || delimiter?.every(isDelimiter) !== true) return null
  const kinds: (ColumnKind | null)[] = []
  for (const [index, cell] of header.entries()) {
    const kind = index === 0 ? undefined : headerWords.get(cell.text.toLowerCase())
    kinds.push(kind === undefined || kinds.includes(kind) ? null : kind)
  }
  if (kinds.every((kind) => kind === null)) return null
  const rows: TableRow[] = []
  for (const row of body) {
    const [name] = row
    if (name === undefined) continue
    const cells: ColumnCell[] = []
    for (const [column, cell] of row.entries()) {
      const kind = kinds[column]
      if (kind && cell.text !== '') cells.push({ kind, cell, headerWidth: widthOf(header[column]) })
    }
    const word = row.find(({ text }) => text !== '')?.text ?? ''
    rows.push({ is: sumWords.has(word.toLowerCase()) ? 'sum' : 'phase', name, cells })
  }
  return { rows, kinds: new Set(kinds.filter((kind) => kind !== null)) }
}

function widthOf(cell: Cell | undefined): number {
  return cell === undefined ? 0 : cell.end - cell.start
}

function isDelimiter(cell: Cell): boolean {
  return /^[-:]+$/.test(cell.text)
}

/** The cells of a line that holds a pipe, at its ends or not; null for any other line. */
function cellsOf(text: string, start: number, end: number): Cell[] | null {
  let at = start
  while (text[at] === ' ' || text[at] === '\t') at += 1
  if (at >= end) return null
  const cells: Cell[] = []
  let open = text[at] === '|' ? at + 1 : at
  const first = open
  for (at = open; at < end; at += 1)
    if (text[at] === '|' && text[at - 1] !== '\\') {
      cells.push(cellOf(text, open, at))
      open = at + 1
    }
  // Without any pipe it is no row.
  if (open === first && text[first - 1] !== '|') return null
  if (text.slice(open, end).trim() !== '') cells.push(cellOf(text, open, end))
  return cells
}

function cellOf(text: string, start: number, end: number): Cell {
  let from = start
  let to = end
  while (from < to && isAround(text[from])) from += 1
  while (to > from && isAround(text[to - 1])) to -= 1
  return { start, end, text: text.slice(from, to), textStart: from }
}

function isAround(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '*' || character === '_' || character === '`'
}

/** The words of a heading in lower case; null where the line is none. */
function headingOf(text: string, start: number, end: number): string | null {
  let at = start
  while (at < end && text[at] === '#') at += 1
  const level = at - start
  return level === 0 || level > 6 ? null : text.slice(at, end).trim().toLowerCase()
}
