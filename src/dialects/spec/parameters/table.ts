/** Reading values of a TOML file by name: what is of another type than it has to be is told with its place (MW508). */

import type { Text } from '../../../plan/draft.ts'
import { oneLine } from '../../../plan/one-line.ts'
import type { Source, Span } from '../../../plan/source.ts'
import { placeKey, TomlDate, type Toml, type TomlTable } from '../../../plan/values/toml-tree.ts'
import type { Findings } from '../../findings.ts'
import { decode, type Extent } from '../../scan/bytes.ts'
import type { Told } from '../told.ts'

/** A table of the file, and where it is. */
export interface Table {
  readonly value: TomlTable
  readonly path: readonly PropertyKey[]
  readonly of: Pick<Toml, 'places'> & { readonly findings: Findings; readonly source: Source }
}

/** A value that is there, and where. */
export interface Entry {
  readonly name: string
  readonly value: unknown
  readonly path: readonly PropertyKey[]
  /** Of the key and of the value; a table's value is its header. */
  readonly key: Span
  readonly span: Span
}

/** The whole file as a table. */
export function rootTable(toml: Toml, source: Source, findings: Findings): Table {
  return { value: toml.value, path: [], of: { places: toml.places, findings, source } }
}

/** The first of these names that a table has; null where it has none of them. */
export function entryOf(table: Table, names: readonly string[]): Entry | null {
  for (const name of names) {
    const value = table.value[name]
    if (value === undefined) continue
    const path = [...table.path, name]
    return { name, value, path, ...placeOf(table, path) }
  }
  return null
}

/** All that a table holds, in the order of the file. */
export function entriesOf(table: Table): readonly Entry[] {
  return Object.keys(table.value).flatMap((name) => entryOf(table, [name]) ?? [])
}

function placeOf({ of }: Table, path: readonly PropertyKey[]): { readonly key: Span; readonly span: Span } {
  for (let length = path.length; length > 0; length -= 1) {
    const place = of.places.get(placeKey(path.slice(0, length)))
    if (place !== undefined) return { key: place.key, span: place.value }
  }
  const nowhere = { path: of.source.path, offset: 0, length: 0 }
  return { key: nowhere, span: nowhere }
}

/** A span as the findings of a file want it. */
export function extentOf({ offset, length }: Span): Extent {
  return { start: offset, end: offset + length }
}

/** MW508: a value is of another type, or outside of what it may be. */
export function wrong({ of }: Table, { name, span }: Entry, wanted: string, help = ''): void {
  const what = `${oneLine(name)} must be ${wanted}`
  of.findings.add('MW508', 'error', extentOf(span), what, help === '' ? 'correct the value, or take the key out' : help)
}

/** A text that is not blank, as written; a blank one is as none. */
export function textOf(table: Table, ...names: readonly string[]): Text | null {
  const entry = entryOf(table, names)
  if (entry === null) return null
  const { value, span } = entry
  if (typeof value !== 'string') {
    wrong(table, entry, 'a text')
    return null
  }
  return value.trim() === '' ? null : { text: value, span }
}

/** A truth value; one that is written as a text is wrong (RELIABILITY 7, MW508). */
export function flagOf(table: Table, ...names: readonly string[]): Told<boolean> | null {
  const entry = entryOf(table, names)
  if (entry === null) return null
  if (typeof entry.value === 'boolean') return { value: entry.value, span: entry.span }
  const word = typeof entry.value === 'string' ? entry.value.trim().toLowerCase() : ''
  const help = word === 'true' || word === 'false' ? `write ${word} without quotes` : ''
  wrong(table, entry, 'true or false', help)
  return null
}

/** A whole number from `least` to `most`. */
export function wholeOf(
  table: Table,
  { least, most }: { readonly least: number; readonly most: number },
  ...names: readonly string[]
): Told<number> | null {
  const entry = entryOf(table, names)
  if (entry === null) return null
  const { value, span } = entry
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  if (!isWhole || isFloat(table, span)) {
    wrong(table, entry, `an integer ${least}..${most}`)
    return null
  }
  return { value, span }
}

/** `2.0` and `2e0`: a value alone does not tell that it was written so. */
function isFloat({ of }: Table, { offset, length }: Span): boolean {
  return /[.eE]/.test(decode(of.source.bytes, offset, offset + length))
}

/** Any number that can be told. */
export function numberOf(table: Table, ...names: readonly string[]): Told<number> | null {
  const entry = entryOf(table, names)
  if (entry === null) return null
  if (typeof entry.value === 'number' && Number.isFinite(entry.value)) return { value: entry.value, span: entry.span }
  wrong(table, entry, 'a number')
  return null
}

/** One of several words, in lower case; an unknown one is wrong. */
export function wordOf<Word extends string>(
  table: Table,
  words: readonly Word[],
  ...names: readonly string[]
): Told<Word> | null {
  const entry = entryOf(table, names)
  if (entry === null || entry.value === '') return null
  const word = typeof entry.value === 'string' ? entry.value.trim().toLowerCase() : null
  const known = words.find((it) => it === word)
  if (known !== undefined) return { value: known, span: entry.span }
  wrong(table, entry, `one of ${words.join(', ')}`)
  return null
}

/** Texts of a list, or one text for a list of one; numbers stand for their digits. Blank ones are left out. */
export function textsOf(table: Table, ...names: readonly string[]): readonly Text[] {
  const entry = entryOf(table, names)
  if (entry === null) return []
  const values: readonly unknown[] = Array.isArray(entry.value) ? entry.value : [entry.value]
  return values.flatMap((value, at) => {
    const path = Array.isArray(entry.value) ? [...entry.path, at] : entry.path
    const { span } = placeOf(table, path)
    const text = scalarText(value)
    if (text === null) {
      wrong(table, { ...entry, span }, 'a list of texts')
      return []
    }
    return text.trim() === '' ? [] : [{ text, span }]
  })
}

/** A text, number, truth value or date as text, the date as it is written; null for what is none of them. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return value instanceof TomlDate ? value.written : null
}

/** The same, and of lists and tables what stands in them, as it is written. */
export function wordsOf(value: unknown): string {
  const text = scalarText(value)
  if (text !== null) return text
  if (Array.isArray(value)) return `[${value.map(wordsOf).join(', ')}]`
  if (!isTable(value)) return String(value)
  return `{${Object.entries(value)
    .map(([name, it]) => `${name} = ${wordsOf(it)}`)
    .join(', ')}}`
}

/** A table below a name; anything else there is wrong. */
export function tableOf(table: Table, ...names: readonly string[]): Table | null {
  const entry = entryOf(table, names)
  if (entry === null) return null
  if (!isTable(entry.value)) {
    wrong(table, entry, 'a table')
    return null
  }
  return { value: entry.value, path: entry.path, of: table.of }
}

/** The tables of a list of tables; `single` says whether one table stands for a list of one, and tells of it. */
export function tablesOf(table: Table, names: readonly string[], single: (entry: Entry) => boolean): readonly Table[] {
  const entry = entryOf(table, names)
  if (entry === null) return []
  if (isTable(entry.value)) {
    return single(entry) ? [{ value: entry.value, path: entry.path, of: table.of }] : []
  }
  if (!Array.isArray(entry.value)) {
    wrong(table, entry, 'a list of tables')
    return []
  }
  return entry.value.flatMap((value: unknown, at) => {
    const path = [...entry.path, at]
    if (isTable(value)) return [{ value, path, of: table.of }]
    wrong(table, { ...entry, ...placeOf(table, path) }, 'a list of tables')
    return []
  })
}

/** Where the table itself stands: its header, or its braces. */
export function spanOf(table: Table): Span {
  return placeOf(table, table.path).span
}

/** Whether a value is a table, and no list and no date. */
export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
