/** The cells of a line of a table. */

/** What stands between the cells: `|` (or `│`), a tab, a comma, two spaces or more, one space or more. */
export type Separator = 'bar' | 'tab' | 'comma' | 'spaces' | 'space'

export interface Cell {
  readonly text: string
  /** In the line, from 0. */
  readonly at: number
}

const bars = new Set(['|', '│', '║', '┃'])

/** Whether a line only rules a table off: `---|---`, `+----+`, `├───┤`. */
export function isRule(line: string): boolean {
  return /[-=─━═]{2}|[─━═┼┬┴]/u.test(line) && /^[\s|+\-=:_│┃║─━═┼├┤┬┴┌┐└┘╔╗╚╝╠╣╬╦╩╪╫╞╡]+$/u.test(line)
}

/** Cuts a line at each place that is a separator. @param width how many signs the separator at a place has; 0 for none */
function cut(line: string, width: (at: number) => number): readonly Cell[] {
  const cells: Cell[] = []
  let from = 0
  const end = (at: number): void => {
    const raw = line.slice(from, at)
    cells.push({ text: raw.trim(), at: from + raw.length - raw.trimStart().length })
  }
  for (let at = 0; at < line.length;) {
    const size = width(at)
    if (size > 0) {
      end(at)
      from = at + size
    }
    at += Math.max(1, size)
  }
  end(line.length)
  return cells
}

function spacesFrom(line: string, at: number): number {
  let end = at
  while (line[end] === ' ' || line[end] === '\t') end++
  return end - at
}

/** A comma within quotes is part of its cell. */
function commas(line: string): readonly Cell[] {
  let isQuoted = false
  return cut(line, (at) => {
    if (line[at] === '"') isQuoted = !isQuoted
    return line[at] === ',' && !isQuoted ? 1 : 0
  })
}

/** Without the quotes around all of it. */
function bare({ text, at }: Cell): Cell {
  const quote = text[0]
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote)
  return isQuoted ? { text: text.slice(1, -1).replaceAll(`${quote}${quote}`, quote), at: at + 1 } : { text, at }
}

/** @returns one cell where the line has no such separator */
export function cellsOf(line: string, separator: Separator): readonly Cell[] {
  switch (separator) {
    case 'bar': {
      const cells = cut(line, (at) => (bars.has(line[at] ?? '') ? 1 : 0))
      // The bars around the table are no cells.
      const inner = cells.slice(
        cells[0]?.text === '' ? 1 : 0,
        cells.length > 1 && cells.at(-1)?.text === '' ? -1 : undefined,
      )
      return inner.map(bare)
    }
    case 'tab':
      return cut(line, (at) => (line[at] === '\t' ? 1 : 0)).map(bare)
    case 'comma':
      return commas(line).map(bare)
    case 'spaces':
    case 'space': {
      const least = separator === 'spaces' ? 2 : 1
      const start = spacesFrom(line, 0)
      const cells = cut(line.trim(), (at) => {
        const size = spacesFrom(line, start + at)
        return size >= least ? size : 0
      })
      return cells.map((cell) => ({ ...cell, at: cell.at + start }))
    }
  }
}
