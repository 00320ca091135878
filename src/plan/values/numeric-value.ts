/** A value that is looked for in the output of a program, and how near to its reference it has to be (seed 003 §3, §4). */

import type { ReferenceValue } from '../model.ts'

/** Where a value stands in an output. */
export type Finder =
  /** At a path in printed JSON, as `readJsonPath` reads it. */
  | { readonly by: 'json'; readonly path: string }
  /** What the first group of a pattern matches in a line, as `readPattern` reads it. */
  | { readonly by: 'regex'; readonly pattern: string }
  /** In a column of a printed table, by its name or its number from 1, in the row with that first cell or number; null is the last row. */
  | { readonly by: 'column'; readonly column: string | number; readonly row: string | number | null }
  /** By the value's own name: a key of printed JSON, or a line `name = value`, `name: value` or `name value`. */
  | { readonly by: 'name' }

/** A value of a numeric gate, complete enough to be compared from this and an output alone. */
export interface NumericValue extends ReferenceValue {
  readonly find: Finder
  /** Which one counts where several are found; `only` takes several for a fault. */
  readonly match: 'only' | 'first' | 'last'
  /** What has to stand behind the number; null where nothing may. */
  readonly unit: string | null
}

/** How far a value may be off, both ends included: the form of numpy's `isclose`. */
export function allowedOf({ value, atol, rtol }: ReferenceValue): number {
  return atol + rtol * Math.abs(value)
}

/** A number for people: what binary fractions add behind its seventh digit is left out. */
export function shortNumber(number: number): string {
  return String(Number(number.toPrecision(7)))
}

/** What is wanted of a value, for people: `3 ± 0.1 cm`. */
export function wantedText(of: NumericValue): string {
  const allowed = allowedOf(of)
  return `${of.value}${allowed === 0 ? '' : ` ± ${shortNumber(allowed)}`}${of.unit === null ? '' : ` ${of.unit}`}`
}
