/** Finds a value in a printed table: by the name of its column or by its number, in a row by its first cell or its number. */

import { cellsOf, isRule, type Cell, type Separator } from './cells.ts'
import { findingOf, type Finding, type Found } from './found.ts'
import type { Line, Lines } from './lines.ts'
import { readQuantity } from './read-quantity.ts'

interface Row {
  readonly cells: readonly Cell[]
  readonly line: number
}

/** A table, and the place of the column in its rows. */
interface Table {
  readonly rows: readonly Row[]
  /** How many cells each row has. */
  readonly width: number
  readonly column: number
}

/**
 * @param column its name as it stands in the first line of the table, or its number from 1
 * @param row the text of its first cell, or its number from 1 (from the end where it is negative); null is the last one
 */
export function findInTable(
  { lines }: Lines,
  { column, row }: { readonly column: string | number; readonly row: string | number | null },
): Finding {
  const tables = typeof column === 'string' ? tablesWith(lines, column) : lastTable(lines, column)
  if (tables.length === 0) return { is: 'missing', why: `no table has a column ${column}` }
  const found: Found[] = []
  for (const table of tables)
    for (const { cells, line } of rowsOf(table, row)) {
      const cell = cells[table.column]
      if (cell === undefined || cells.length !== table.width)
        return {
          is: 'unreadable',
          why: `line ${line} has ${cells.length} cells, and its table ${table.width} columns`,
        }
      found.push({ text: cell.text, before: '', behind: '', line, column: cell.at + 1 })
    }
  return findingOf(found, row === null ? 'its table has no row' : `its table has no row ${row}`)
}

function rowsOf({ rows }: Table, row: string | number | null): readonly Row[] {
  if (typeof row === 'string') return rows.filter(({ cells }) => cells[0]?.text === row)
  const one = rows.at(row === null ? -1 : row > 0 ? row - 1 : row)
  return one === undefined ? [] : [one]
}

/** All tables whose first line names the column, by the first separator that shows one. */
function tablesWith(lines: readonly Line[], name: string): readonly Table[] {
  const separators: readonly Separator[] = ['bar', 'tab', 'comma', name.includes(' ') ? 'spaces' : 'space']
  for (const separator of separators) {
    const tables: Table[] = []
    for (let at = 0; at < lines.length; at++) {
      const head = headOf(lines, at, { name, separator })
      if (head === null) continue
      const rows = rowsBelow(lines, at, separator)
      tables.push(...head.columns.map((column) => ({ rows, width: head.width, column })))
      at = (rows.at(-1)?.line ?? at + 1) - 1
    }
    if (tables.length > 0) return tables
  }
  return []
}

/** The places of a column in the rows below a line that names it; null where the line is no head of a table. */
function headOf(
  lines: readonly Line[],
  at: number,
  { name, separator }: { readonly name: string; readonly separator: Separator },
): { readonly columns: readonly number[]; readonly width: number } | null {
  const text = lines[at]?.text ?? ''
  if (!text.includes(name)) return null
  const names = cellsOf(text, separator)
  const places = names.flatMap((cell, index) => (cell.text === name ? [index] : []))
  if (places.length === 0) return null
  let below = at + 1
  while (isRule(lines[below]?.text ?? '')) below++
  const width = cellsOf(lines[below]?.text ?? '', separator).length
  // Some print the name of a row before its cells, and nothing above it.
  const shift = separator.startsWith('space') && width === names.length + 1 ? 1 : 0
  return width === names.length + shift ? { columns: places.map((it) => it + shift), width } : null
}

/** Rows up to an empty line, to one without the separator, or to the same head once more. */
function rowsBelow(lines: readonly Line[], head: number, separator: Separator): readonly Row[] {
  const rows: Row[] = []
  const headText = lines[head]?.text
  for (let at = head + 1; at < lines.length; at++) {
    const text = lines[at]?.text ?? ''
    if (isRule(text)) continue
    const cells = cellsOf(text, separator)
    const isApart = !separator.startsWith('space') && cells.length < 2
    if (text.trim() === '' || isApart || text === headText) break
    rows.push({ cells, line: at + 1 })
  }
  return rows
}

function separatorOf(text: string): Separator {
  const wide = (['bar', 'tab', 'comma'] as const).find((it) => cellsOf(text, it).length > 1)
  return wide ?? 'space'
}

/** The last lines that stand together and have so many columns; their first one may name them. */
function lastTable(lines: readonly Line[], column: number): readonly Table[] {
  let end = lines.length
  while (end > 0) {
    while (end > 0 && (lines[end - 1]?.text.trim() ?? '') === '') end--
    let start = end
    while (start > 0 && (lines[start - 1]?.text.trim() ?? '') !== '') start--
    const block = lines.slice(start, end).map((line, at) => ({ ...line, number: start + at + 1 }))
    const separator = separatorOf(block.findLast(({ text }) => !isRule(text))?.text ?? '')
    const all = block
      .filter(({ text }) => !isRule(text))
      .map(({ text, number }): Row => ({ cells: cellsOf(text, separator), line: number }))
    if (all.some(({ cells }) => cells.length >= column)) {
      const isNamed = readQuantity(all[0]?.cells[column - 1]?.text ?? '').is === 'none'
      const rows = isNamed ? all.slice(1) : all
      const width = rows[0]?.cells.length ?? 0
      return [{ rows, width, column: column - 1 }]
    }
    end = start
  }
  return []
}
