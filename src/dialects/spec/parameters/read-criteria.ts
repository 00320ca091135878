/** What a parameters file says has to hold at the end: `[completion_criteria]` and `[definition_of_complete]` (seed 004 §1.1a, §6.4). */

import { meantBy } from '../key-slips.ts'
import type { ToldCriterion } from '../told.ts'
import { entriesOf, entryOf, isTable, scalarText, tableOf, textsOf, type Entry, type Table } from './table.ts'

/** Tables of criteria, or lists of them; beside the format's own two as people call them elsewhere: none is left aside for its name. */
const names: readonly string[] = [
  'completion_criteria',
  'definition_of_complete',
  'definition_of_done',
  'success_criteria',
  'acceptance_criteria',
  'exit_criteria',
  'done_criteria',
  'goal_achievement_criteria',
  'quality_standards',
  'verification_method',
  'completion_checklist',
]
/** In tables of the file people write the same, and `criteria`, or what is to be delivered, too; not in these, where it would be something else. */
export const criteriaKeys: readonly string[] = [
  ...names,
  'criteria',
  'primary_deliverable',
  'primary_deliverables',
  'deliverables',
  'final_deliverables',
]
const elsewhere: ReadonlySet<string> = new Set(['tasks', 'constraints', 'components', 'software_stack', 'mcp_tools'])

interface Place {
  readonly table: Table
  readonly entry: Entry
}

/** Whether a table of the file is meant for one of these, and misspelt: what it says counts all the same. */
export function criteriaMeant(name: string): boolean {
  return !names.includes(name) && names.includes(meantBy(name.toLowerCase(), names) ?? '')
}

function placesOf(root: Table): readonly Place[] {
  const within = (table: Table, own: readonly string[]): readonly Place[] =>
    own.flatMap((name) => {
      const entry = entryOf(table, [name])
      return entry === null ? [] : [{ table, entry }]
    })
  const lower = entriesOf(root).flatMap(({ name, value, path }): readonly Place[] => {
    if (elsewhere.has(name) || names.includes(name)) return []
    if (isTable(value)) return within({ value, path, of: root.of }, criteriaKeys)
    // SPECLets, one by one.
    const tables = Array.isArray(value) ? value.map((it: unknown, at) => ({ it, at })) : []
    return tables.flatMap(({ it, at }) =>
      isTable(it) ? within({ value: it, path: [...path, at], of: root.of }, criteriaKeys) : [],
    )
  })
  const slips = entriesOf(root).flatMap(({ name }) => (criteriaMeant(name) ? [name] : []))
  return [...within(root, [...criteriaKeys, ...slips]), ...lower]
}

/** Of the definition of a parameters file these are read by their names (`readSettings`). */
const named: ReadonlySet<string> = new Set(['primary_deliverable', 'quality_standards', 'verification_method'])

/**
 * All that these say in words and numbers; a key stands above its texts as a heading does.
 * @param isParameters whether the file is that of the parameters, of whose definition others read a part
 */
export function readCriteria(root: Table, isParameters: boolean): readonly ToldCriterion[] {
  return placesOf(root).flatMap(({ table, entry }) => {
    if (isListed(entry.value)) return criteriaOf(table, entry, [])
    const own = tableOf(table, entry.name)
    if (own === null) return []
    const isRead = isParameters && table === root && entry.name === 'definition_of_complete'
    const entries = entriesOf(own).filter((it) => !isRead || !named.has(it.name))
    return entries.flatMap((it) => criteriaOf(own, it, []))
  })
}

function isListed(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value)
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

/** Truth values of these tables, and of tables in them, by their names; of two of one name the one that is true counts. */
export function readFlags(root: Table): Readonly<Record<string, boolean>> {
  const flags = placesOf(root).flatMap(({ table, entry }) => {
    const own = isListed(entry.value) ? null : tableOf(table, entry.name)
    return own === null ? [] : flagsIn(own)
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
