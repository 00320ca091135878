/** A report as Markdown: no text of a plan, an agent or a person adds a heading, a line, a link or a cell to it. */

import { safeLine } from '../../plan/safe-text.ts'
import { clipped } from './clipped.ts'
import { rowsOf, textOf, type Block, type Cell, type ReportDocument, type Section } from './document.ts'

/** The first line of each report in Markdown, by which a file of ours is known. */
export const markdownMark = '<!-- millwright report -->'

/** The text of the report, with a final line end. */
export function markdownReport({ title, status, facts, sections }: ReportDocument): string {
  const lines = [
    markdownMark,
    '',
    `# Report: ${markdownText(title)}`,
    '',
    `**${markdownText(textOf(status))}**`,
    '',
    ...blockLines(facts),
    ...sections.flatMap((it) => sectionLines(it, 2)),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function sectionLines({ title, blocks, within = [] }: Section, level: number): readonly string[] {
  return [
    `${'#'.repeat(level)} ${markdownText(title)}`,
    '',
    ...blocks.flatMap(blockLines),
    ...within.flatMap((it) => sectionLines(it, level + 1)),
  ]
}

/** The lines of a block, with an empty one behind them. */
function blockLines(block: Block): readonly string[] {
  switch (block.is) {
    case 'facts':
      return [...block.facts.map(([name, value]) => `- **${markdownText(name)}:** ${cellText(value)}`), '']
    case 'list':
      return [...block.items.map((it) => `- ${markdownText(textOf(it), true)}`), '']
    case 'words':
      return [markdownText(block.text, true), '']
    case 'table':
      return tableLines(block.caption, block.columns, block.rows)
    case 'bars':
    case 'timeline':
    case 'stages':
      return [
        `**${markdownText(block.title)}**`,
        '',
        markdownText(block.summary, true),
        '',
        ...tableLines(null, ['', ''], rowsOf(block)),
      ]
    default:
      return block satisfies never
  }
}

function tableLines(
  caption: string | null,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    ...(caption === null ? [] : [`**${markdownText(caption)}**`, '']),
    line(columns.map((it) => markdownText(it))),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map(cellText))),
    '',
  ]
}

function cellText(cell: Cell): string {
  return markdownText(textOf(cell))
}

/** What would be read as Markdown or HTML wherever it stands in a line. */
const signs = new Set(Array.from('\\`*[]<>|~$'))

/**
 * Text as it is read back from Markdown, on one line: no sign of it means anything.
 * @param isFirst whether it stands where a block could begin, as with `# `, `- ` or `1. `
 */
export function markdownText(text: string, isFirst = false): string {
  const line = Array.from(safeLine(clipped(text).trim().replaceAll(/\s+/gu, ' ')))
  const escaped = line.map((sign, at) => {
    // It would begin a character reference.
    if (sign === '&') return '&amp;'
    if (signs.has(sign)) return `\\${sign}`
    // Within a word it means nothing.
    if (sign === '_') return isWord(line[at - 1]) && isWord(line[at + 1]) ? sign : '\\_'
    return sign
  })
  return isFirst ? withoutBegin(escaped.join('')) : escaped.join('')
}

function isWord(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
}

function withoutBegin(text: string): string {
  const [first = ''] = text
  if (first === '#' || first === '-' || first === '+' || first === '=') return `\\${text}`
  const number = /^\d{1,9}(?=[.)](?: |$))/.exec(text)?.[0] ?? null
  return number === null ? text : `${number}\\${text.slice(number.length)}`
}
