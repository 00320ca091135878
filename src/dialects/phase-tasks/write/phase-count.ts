/** How many tasks of each state the phases and the rows of a progress table hold. */

import type { Draft, DraftGroup, DraftTask } from '../../../plan/draft.ts'
import type { MarkState } from '../../../plan/model.ts'
import type { Source } from '../../../plan/source.ts'
import type { ColumnKind, ProgressTable, TableRow } from './progress-table.ts'

export interface Count {
  readonly total: number
  readonly done: number
  readonly blocked: number
  /** Neither done nor set aside: a phase with such a task is not complete. */
  readonly open: number
}

export const nothing: Count = { total: 0, done: 0, blocked: 0, open: 0 }

/** The counts of all groups by `DraftGroup.key`, each with its parts; `stateOf` says what each mark is taken to be. */
export function tallyOf(draft: Draft, stateOf: (task: DraftTask) => MarkState): ReadonlyMap<string, Count> {
  const counts = new Map(draft.groups.map(({ key }) => [key, { total: 0, done: 0, blocked: 0, open: 0 }]))
  const wholes = new Map(draft.groups.flatMap(({ key, within }) => (within === undefined ? [] : [[key, within]])))
  draft.tasks.forEach((task) => {
    const state = stateOf(task)
    for (const key of [task.group, wholes.get(task.group)]) {
      const count = key === undefined ? undefined : counts.get(key)
      if (count === undefined) continue
      count.total += 1
      if (state === 'done') count.done += 1
      else if (state === 'blocked') count.blocked += 1
      if (state !== 'done' && state !== 'skipped' && state !== 'deferred') count.open += 1
    }
  })
  return counts
}

/** Two counts together. */
function add(a: Count, b: Count): Count {
  return { total: a.total + b.total, done: a.done + b.done, blocked: a.blocked + b.blocked, open: a.open + b.open }
}

/**
 * What each row of the table counts, in their order: the tasks of the phases it names, or for a sum row what the other
 * rows add up to, or the whole plan. `groups` are those of the table's file, `counts` go by `DraftGroup.key`.
 */
export function countRows(
  table: ProgressTable,
  source: Source,
  groups: readonly DraftGroup[],
  counts: ReadonlyMap<string, Count>,
): readonly Count[] {
  // A phase holds the tasks of its parts.
  const inRows = new Set(table.rows.flatMap((row) => (row.is === 'sum' ? [] : rowGroups(row, source, groups))))
  const counted = new Set<string>([...inRows].flatMap(({ key, within }) => (isIn(within, inRows) ? [key] : [])))
  let sum = nothing
  const rows = table.rows.map((row) => {
    if (row.is === 'sum') return nothing
    const named = rowGroups(row, source, groups)
    let count = nothing
    for (const { key } of named) {
      const own = counts.get(key) ?? nothing
      count = add(count, own)
      if (!counted.has(key)) sum = add(sum, own)
      counted.add(key)
    }
    // A phase that is not in the plan, or has no tasks there, still counts for the sum with what the row says.
    if (count.total === 0) sum = add(sum, writtenCount(row))
    return count
  })
  let plan = nothing
  for (const { key, within } of groups) if (within === undefined) plan = add(plan, counts.get(key) ?? nothing)
  return rows.map((count, index) => {
    const row = table.rows[index]
    if (row?.is !== 'sum') return count
    // One that counts the whole plan does so although not every phase has a row.
    return writtenCount(row).total === plan.total ? plan : sum
  })
}

function isIn(key: string | undefined, groups: ReadonlySet<DraftGroup>): boolean {
  for (const group of groups) if (group.key === key) return true
  return false
}

function rowGroups(
  { name: { textStart, text } }: TableRow,
  source: Source,
  groups: readonly DraftGroup[],
): readonly DraftGroup[] {
  const name = new TextDecoder().decode(source.bytes.subarray(textStart, textStart + text.length))
  return groupsNamed(name, groups)
}

/** The phases a row stands for: by the number it begins with, else by the heading's words. */
function groupsNamed(name: string, groups: readonly DraftGroup[]): readonly DraftGroup[] {
  const plain = name.replace(/^[^\p{L}\p{N}]+/u, '')
  const words = plain.toLowerCase().startsWith('phase ') ? plain.slice(6).trimStart() : plain
  const number = /^\d{1,6}(?:\.\d{1,6})?(?:[-–]\d{1,6}(?![\da-z]))?/i.exec(words)?.[0].replace('–', '-')
  if (number === undefined) return groups.filter((group) => slug(words) !== '' && slug(group.title) === slug(words))
  const exact = groups.filter((group) => group.number?.replace('–', '-') === number)
  if (exact.length > 0) return exact
  // `5` and `05`, and all phases that a range takes in.
  const [first, last = first] = number.split('-').map(Number)
  return groups.filter(({ number: own }) => {
    if (own === null || first === undefined || last === undefined || !/^\d+(?:\.\d+)?$/.test(own)) return false
    return Number(own) >= first && Number(own) <= last
  })
}

function slug(words: string): string {
  return words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** What a row says of itself. */
function writtenCount(row: TableRow): Count {
  const says = (kind: ColumnKind) => {
    const text = row.cells.find((column) => column.kind === kind)?.cell.text ?? ''
    return /^\d{1,7}$/.test(text) ? Number(text) : 0
  }
  const [total, done, blocked] = [says('total'), says('done'), says('blocked')]
  return { total, done, blocked, open: Math.max(0, total - done) }
}
