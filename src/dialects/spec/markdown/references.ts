/** Names of constraints and components in the words of a spec: `constraints.max_latency_ms`, `components.api`. */

import type { Text } from '../../../plan/draft.ts'
import type { Findings } from '../../findings.ts'
import { byte, byteAt, decode, isDigit, isLetter, wholeText } from '../../scan/bytes.ts'
import type { Lines } from '../../scanner.ts'

const tables = ['constraints.', 'components.'] as const

/** What comes behind a dot in the name of a file. */
const endings: ReadonlySet<string> = new Set([
  'css',
  'go',
  'html',
  'js',
  'json',
  'jsx',
  'md',
  'py',
  'rs',
  'toml',
  'ts',
  'tsx',
  'txt',
  'vue',
  'yaml',
  'yml',
])

/** All of them in the lines that are marked in `used`, in the order of the file. */
export function referencesIn(lines: Lines, used: Uint8Array, findings: Findings): readonly Text[] {
  const { bytes } = lines
  const whole = wholeText(bytes)
  const found: Text[] = []
  for (const table of tables)
    for (let at = whole.indexOf(table); at >= 0; at = whole.indexOf(table, at + table.length)) {
      const from = at + table.length
      let end = from
      while (isNameByte(byteAt(bytes, end))) end += 1
      if (end === from || isDigit(byteAt(bytes, from)) || isInName(byteAt(bytes, at - 1))) continue
      if (endings.has(decode(bytes, from, end).toLowerCase())) continue
      found.push({ text: decode(bytes, at, end), span: findings.span({ start: at, end }) })
    }
  found.sort((a, b) => a.span.offset - b.span.offset)
  let line = 0
  return found.filter(({ span }) => {
    while (line + 1 < lines.count && lines.start(line + 1) <= span.offset) line += 1
    return used[line] === 1
  })
}

function isNameByte(value: number): boolean {
  return isLetter(value) || isDigit(value) || value === byte.underscore
}

/** Whether what stands before a table's name makes it part of a longer name or of a path. */
function isInName(value: number): boolean {
  return isNameByte(value) || value === byte.dot || value === byte.slash || value === byte.minus || value === 92
}
