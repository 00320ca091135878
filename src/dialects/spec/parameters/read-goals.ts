/** The goals of a parameters file: `[goal]`, and every other that people write beside it, which is told (MW504). */

import type { Text } from '../../../plan/draft.ts'
import { isGoalName, isOfGoals, isRankOfGoal } from '../goal-name.ts'
import { entriesOf, entryOf, isTable, tableOf, textOf, textsOf, type Entry, type Table } from './table.ts'

/** Tables that say what the spec is: a goal in them is its goal. */
export const aboutSpec: ReadonlySet<string> = new Set(
  'spec|specification|project|metadata|meta|overview|general|info|plan'.split('|'),
)
const own = ['description', 'statement', 'goal'] as const
/** What else says it in a table of a goal that has none of these. */
const instead = ['text', 'name', 'title'] as const

export function readGoals(root: Table): readonly Text[] {
  const isList = Array.isArray(root.value['goal'])
  const first = isList ? [] : ofTable(tableOf(root, 'goal'))
  return [
    ...first,
    ...entriesOf(root).flatMap((entry) => {
      if (entry.name === 'goal') return isList ? ofEntry(root, entry) : []
      if (isGoalName(entry.name)) return ofEntry(root, entry)
      if (!aboutSpec.has(entry.name) || !isTable(entry.value)) return []
      const about = { ...root, value: entry.value, path: entry.path }
      return entriesOf(about).flatMap((it) => (isGoalName(it.name) ? ofEntry(about, it) : []))
    }),
  ]
}

/** `[goal]`: what it says itself first, then other goals in it. */
function ofTable(table: Table | null): readonly Text[] {
  if (table === null) return []
  const said = own.flatMap((name) => textOf(table, name) ?? [])
  const others = entriesOf(table).filter(
    ({ name, value }) => !own.some((it) => it === name) && (isGoalName(name) || isRankOfGoal(name)) && mayBeGoal(value),
  )
  return [...said, ...others.flatMap((it) => ofEntry(table, it))]
}

/** Whether a value says a goal and is no setting of one. */
function mayBeGoal(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value) || isTable(value)
}

/** A text, a list of them, a table, or a list of tables. */
function ofEntry(table: Table, { name, value, path }: Entry): readonly Text[] {
  if (isTable(value)) return ofNamed({ ...table, value, path }, isOfGoals(name))
  if (!Array.isArray(value) || !value.every(isTable)) return textsOf(table, name)
  return value.flatMap((it: unknown, at) =>
    isTable(it) ? ofNamed({ ...table, value: it, path: [...path, at] }, false) : [],
  )
}

/** @param isMany whether each of its entries is a goal, as in `[goals]` */
function ofNamed(table: Table, isMany: boolean): readonly Text[] {
  if (isMany) return entriesOf(table).flatMap((it) => (mayBeGoal(it.value) ? ofEntry(table, it) : []))
  const told = ofTable(table)
  const [name] = instead.filter((it) => entryOf(table, [it]) !== null)
  return told.length > 0 || name === undefined ? told : [textOf(table, name)].filter((it) => it !== null)
}
