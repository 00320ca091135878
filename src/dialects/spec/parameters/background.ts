/** What the parameters say of the whole beside what has a meaning of its own: what it is built with, for whom and where, and tables of the author's. */

import type { Text } from '../../../plan/draft.ts'
import { oneLine } from '../../../plan/one-line.ts'
import { isUndecided } from '../placeholder.ts'
import { parametersShape } from './known-keys.ts'
import { namesOfCriteria } from './read-criteria.ts'
import { aboutSpec } from './read-goals.ts'
import { isConstraints } from './read-settings.ts'
import { entriesOf, isTable, scalarText, wordsOf, type Entry, type Table } from './table.ts'

/** Tables that the format has, and that say what whoever works on a task has to know. */
const told: ReadonlySet<string> = new Set(['goal', 'software_stack', 'user_interface', 'deployment'])
/** Tables by which specs say what their files are, and how they are executed and logged. */
const ofFormat: ReadonlySet<string> = new Set([
  ...['logging', 'progress_log', 'progress_tracking', 'post_execution_analysis'],
  ...['constitutional_compliance', 'operational_modes', 'meta', 'metadata'],
])
/** Nobody writes a deeper one. */
const deepest = 4

/**
 * A text for each value, with its path before it: `software_stack.primary_language: TypeScript`.
 * @param goals what of it is told as a goal
 */
export function readBackground(root: Table, goals: readonly Text[]): readonly Text[] {
  const criteria = namesOfCriteria(root)
  const { tables = {}, unread = {} } = parametersShape
  const known = new Set([...Object.keys(tables), ...Object.keys(unread), ...ofFormat])
  const places = new Set(goals.map(({ span }) => span.offset))
  return entriesOf(root).flatMap((entry) =>
    told.has(entry.name) || !(known.has(entry.name) || criteria.has(entry.name)) ? linesOf(root, entry, places, 1) : [],
  )
}

function linesOf(
  table: Table,
  { name, value, path, span }: Entry,
  goals: ReadonlySet<number>,
  depth: number,
): readonly Text[] {
  const inner = { ...table, path, value: isTable(value) ? value : {} }
  if (isTable(value) && depth < deepest) {
    const criteria = namesOfCriteria(inner)
    // What are constraints or criteria is told as that.
    const isAbout = depth === 1 && (name === 'goal' || aboutSpec.has(name))
    const isOther = ({ name: it }: Entry): boolean => !criteria.has(it) && !(isAbout && isConstraints(it))
    return entriesOf(inner).flatMap((it) => (isOther(it) ? linesOf(inner, it, goals, depth + 1) : []))
  }
  // What is a goal is told as that.
  if (goals.has(span.offset)) return []
  const words =
    Array.isArray(value) && value.every((it) => scalarText(it) !== null)
      ? value.map(wordsOf).join(', ')
      : wordsOf(value)
  const where = path.filter((it) => typeof it === 'string').join('.')
  return words.trim() === '' || isUndecided(words.trim()) ? [] : [{ text: oneLine(`${where || name}: ${words}`), span }]
}
