/** What a parameters file says has to hold at the end: `[completion_criteria]` and `[definition_of_complete]` (seed 004 §1.1a, §6.4). */

import type { ToldCriterion } from '../told.ts'
import { entriesOf, scalarText, tableOf, textsOf, type Entry, type Table } from './table.ts'

const tables = [
  'completion_criteria',
  'definition_of_complete',
  // As people call them elsewhere; what says when a goal is reached is not left aside for its name.
  'definition_of_done',
  'success_criteria',
  'acceptance_criteria',
  'exit_criteria',
] as const
/** Of the definition these are read by their names (`readSettings`). */
const named: ReadonlySet<string> = new Set(['primary_deliverable', 'quality_standards', 'verification_method'])

/** All that both tables say in words and numbers; a key stands above its texts as a heading does. */
export function readCriteria(root: Table): readonly ToldCriterion[] {
  return tables.flatMap((name) => {
    const table = tableOf(root, name)
    if (table === null) return []
    const entries = entriesOf(table).filter((it) => name !== 'definition_of_complete' || !named.has(it.name))
    return entries.flatMap((it) => criteriaOf(table, it, []))
  })
}

function criteriaOf(table: Table, entry: Entry, above: readonly string[]): readonly ToldCriterion[] {
  const { name, value, span } = entry
  if (typeof value === 'boolean') return []
  const heading = name.replaceAll('_', ' ')
  const under = [...above, heading]
  if (typeof value === 'string' || Array.isArray(value))
    return textsOf(table, name).map((text) => ({ text, under, ticked: null, isWords: false }))
  const number = scalarText(value)
  if (number !== null)
    return [{ text: { text: `${heading}: ${number}`, span }, under: above, ticked: null, isWords: false }]
  const inner = tableOf(table, name)
  return inner === null ? [] : entriesOf(inner).flatMap((it) => criteriaOf(inner, it, under))
}

/** Truth values of both tables, and of tables in them, by their names; of two of one name the one that is true counts. */
export function readFlags(root: Table): Readonly<Record<string, boolean>> {
  const flags = tables.flatMap((name) => {
    const table = tableOf(root, name)
    return table === null ? [] : flagsIn(table)
  })
  return Object.fromEntries([...flags.filter(([, value]) => !value), ...flags.filter(([, value]) => value)])
}

function flagsIn(table: Table): readonly (readonly [string, boolean])[] {
  return entriesOf(table).flatMap(({ name, value }) => {
    if (typeof value === 'boolean') return [[name, value] as const]
    if (Array.isArray(value) || scalarText(value) !== null) return []
    const inner = tableOf(table, name)
    return inner === null ? [] : flagsIn(inner)
  })
}
