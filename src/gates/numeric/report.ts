/** What people, agents and the journal are told of a comparison. */

import { createHash } from 'node:crypto'
import { shortNumber, wantedText } from '../../plan/values/numeric-value.ts'
import type { Comparison } from './compare-values.ts'

/** More rows than that are no small table: then only those that failed are shown. */
const mostRows = 30
/** So many failures stand in the line above the table. */
const mostTold = 3

function foundText(it: Comparison): string {
  return it.is === 'missing' ? '-' : it.is === 'not-finite' ? it.text : String(it.found)
}

function rowOf(it: Comparison): readonly string[] {
  const { name, unit, value } = it.value
  return [
    unit === null ? name : `${name} [${unit}]`,
    foundText(it),
    String(value),
    'difference' in it ? shortNumber(it.difference) : '-',
    shortNumber(it.allowed),
    it.is === 'passed' ? 'pass' : 'fail',
  ]
}

/** Names to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function failureText(it: Comparison): string {
  if (it.is === 'missing') return `MW603 ${it.value.name}: ${it.why}`
  return `${it.value.name} is ${foundText(it)}, expected ${wantedText(it.value)}`
}

/**
 * One line that says what failed, and below it a table: name, found, reference, difference, allowed, pass or fail.
 *
 * @param gate its name
 */
export function comparisonText(gate: string, comparisons: readonly Comparison[]): string {
  const failed = comparisons.filter((it) => it.is !== 'passed')
  const shown = comparisons.length > mostRows ? failed.slice(0, mostRows) : comparisons
  const left = comparisons.length - shown.length
  const head =
    failed.length === 0
      ? `gate ${gate}: ${comparisons.length === 1 ? 'its value is' : `all ${comparisons.length} values are`} as expected`
      : `gate ${gate} failed: ${failed.slice(0, mostTold).map(failureText).join('; ')}${failed.length > mostTold ? `; and ${failed.length - mostTold} more` : ''}`
  const table = aligned([['name', 'found', 'reference', 'difference', 'allowed', ''], ...shown.map(rowOf)])
  const whys = failed
    .slice(mostTold)
    .flatMap((it) => ('why' in it && shown.includes(it) ? [`${it.value.name}: ${it.why}`] : []))
  return [head, ...table, ...(left > 0 ? [`(${left} more are not shown)`] : []), ...whys].join('\n')
}

/**
 * The same for the same values that fail in the same way, in the form of `fingerprintOf`: by it less that fails is known as a
 * part of more. A number is as good as itself when its first three digits are: what is computed in parallel is never the same.
 *
 * @returns empty where nothing failed
 */
export function comparisonFingerprint(comparisons: readonly Comparison[]): string {
  const failed = comparisons.filter((it) => it.is !== 'passed')
  if (failed.length === 0) return ''
  const lines = failed.map((it) =>
    JSON.stringify([
      it.value.name,
      it.is,
      it.is === 'off' ? it.found.toPrecision(3) : it.is === 'not-finite' ? it.text : '',
    ]),
  )
  const digest = (text: string, length: number): string =>
    createHash('sha256').update(text).digest('hex').slice(0, length)
  return [digest(lines.toSorted().join('\n'), 16), 'exit0', ...lines.map((it) => `${digest(it, 8)}x1`).sort()].join(' ')
}
