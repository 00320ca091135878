/** Where a plan's own progress table and phase labels differ from its marks, and the edits that bring them up to date. */

import type { Diagnostic, Related } from '../../../plan/diagnostic.ts'
import type { Draft, DraftGroup, DraftTask } from '../../../plan/draft.ts'
import type { MarkState } from '../../../plan/model.ts'
import type { Edit, Source, Span } from '../../../plan/source.ts'
import { wholeText } from '../../scan/bytes.ts'
import { countRows, nothing, tallyOf, type Count } from './phase-count.ts'
import { completeSign, completeWord, readStatus } from './phase-label.ts'
import {
  findProgressTable,
  rewriteCell,
  type ColumnCell,
  type ColumnKind,
  type ProgressTable,
} from './progress-table.ts'

/** One place that says something else than the marks. */
export interface Stale {
  readonly span: Span
  readonly message: string
  /** Null where only a human should change it: a status or label that says complete although work is left. */
  readonly edit: Edit | null
}

/** A state for each task, such as the one its mark will have after the edits under way. */
export type StateOf = (task: DraftTask) => MarkState

/**
 * All stale places of a plan: cells of its progress table in the order of the file, then phase labels. `stateOf` says
 * what the marks are taken to be; without it they are taken as they stand. Looks at `draft.sources`.
 */
export function staleProgress(draft: Draft, stateOf: StateOf = (task) => task.mark.state): readonly Stale[] {
  const counts = tallyOf(draft, stateOf)
  const stale: Stale[] = []
  for (const source of draft.sources) stale.push(...staleCells(source, draft.groups, counts))
  stale.push(...staleLabels(draft.groups, counts))
  return stale
}

/**
 * The finding MW118, at most one per plan: it stands at the first stale cell, or else label, and names the others as
 * related places. `draft` as the reader made it.
 */
export function compareProgress(draft: Draft): readonly Diagnostic[] {
  const stale = staleProgress(draft)
  const [first, ...others] = stale
  if (first === undefined) return []
  const related: Related[] = others.map(({ message, span }) => ({ message, span }))
  const places = related.length === 0 ? '' : ` in ${related.length + 1} places`
  const theirs = 'what says complete although tasks are open is yours to change'
  const written = 'a run brings the table up to date when it writes its summary'
  const isWritten = stale.some(({ edit }) => edit !== null)
  const isTheirs = stale.some(({ edit }) => edit === null)
  const help = [`the marks count${places}`, ...(isWritten ? [written] : []), ...(isTheirs ? [theirs] : [])].join('; ')
  return [{ code: 'MW118', severity: 'info', message: first.message, help, span: first.span, related }]
}

function staleCells(
  source: Source,
  groups: readonly DraftGroup[],
  counts: ReadonlyMap<string, Count>,
): readonly Stale[] {
  const own = groups.filter((group) => group.span.path === source.path)
  if (own.length === 0) return []
  // One character per byte, so that positions in the text are byte offsets.
  const text = wholeText(source.bytes)
  const table = findProgressTable(source, text)
  if (table === null) return []
  const rowCounts = countRows(table, source, own, counts)
  const statuses = cellsOfKind(table, 'status').map(({ cell }) => cell.text)
  const stale: Stale[] = []
  for (const [index, row] of table.rows.entries()) {
    const count = rowCounts[index]
    // A row that names no phase of this plan, or one without tasks, is the author's own.
    if (count === undefined || count.total === 0) continue
    for (const column of row.cells) {
      const change = cellChange(column, count, table.kinds, statuses)
      if (change === null) continue
      const edit = change.next === null ? null : rewriteCell(text, source.path, column, change.next)
      const span = { path: source.path, offset: column.cell.textStart, length: column.cell.text.length }
      stale.push({ span, message: `table says ${change.message}`, edit })
    }
  }
  return stale
}

interface Change {
  /** `0 done, the marks say 1` */
  readonly message: string
  /** The whole new content; null where only a human should change it. */
  readonly next: string | null
}

/** What a cell should say, or null where it agrees or is not of a shape we know. */
function cellChange(
  { kind, cell }: ColumnCell,
  count: Count,
  kinds: ReadonlySet<ColumnKind>,
  statuses: readonly string[],
): Change | null {
  const exact = (100 * count.done) / count.total
  const share = /^(\d{1,7})( ?\/ ?| of )(\d{1,7})(?:( ?\()\d{1,3}(\.\d{1,3})?( ?%\)))?$/.exec(cell.text)
  if (share) {
    const [, done, slash = '', total, open, fraction = '', close = ''] = share
    // What stands beside a number of done tasks is something else.
    if (kind === 'total' && kinds.has('done')) return null
    if (Number(done) === count.done && Number(total) === count.total) return null
    const behind = open === undefined ? '' : `${open}${asWritten(exact, fraction)}${close}`
    const next = `${count.done}${slash}${count.total}${behind}`
    return { message: `${cell.text}, the marks say ${count.done} of ${count.total}`, next }
  }
  const both = /^(\d{1,7})( ?\()\d{1,3}(\.\d{1,3})?( ?%\))$/.exec(cell.text)
  if (both) {
    const [, done, open = '', fraction = '', close = ''] = both
    // A number of tasks with the share that is done: only of those that are done it says so.
    if (kind !== 'done' || Number(done) === count.done) return null
    const next = `${count.done}${open}${asWritten(exact, fraction)}${close}`
    return { message: `${cell.text}, the marks say ${count.done} of ${count.total}`, next }
  }
  const number = /^(\d{1,7})(\.\d{1,3})?( ?%)?$/.exec(cell.text)
  const isWord = kind === 'status' || kind === 'progress'
  if (number === null) return isWord ? statusChange(cell.text, count, statuses, tickBytes) : null
  const [, digits = '', fraction = '', sign] = number
  if (kind === 'percent' || (isWord && sign !== undefined)) {
    const says = digits + fraction
    const percent = asWritten(exact, fraction)
    // One that was rounded down is right, too.
    if (Number(says) === Number(percent) || (fraction === '' && Number(says) === Math.floor(exact))) return null
    return { message: `${says}%, the marks say ${percent}%`, next: `${percent}${sign ?? ''}` }
  }
  if (isWord || sign !== undefined || fraction !== '') return null
  const says = Number(digits)
  const marks = numberFor(kind, count, kinds.has('blocked'))
  return says === marks ? null : { message: `${says} ${countWords[kind]}, the marks say ${marks}`, next: String(marks) }
}

/** A percentage with as many digits behind its point as the author wrote. */
function asWritten(exact: number, fraction: string): string {
  return fraction === '' ? String(Math.round(exact)) : exact.toFixed(fraction.length - 1)
}

const countWords = { total: 'tasks', done: 'done', rest: 'remaining', blocked: 'blocked' }

function numberFor(kind: keyof typeof countWords, count: Count, countsBlocked: boolean): number {
  switch (kind) {
    case 'total':
      return count.total
    case 'done':
      return count.done
    case 'blocked':
      return count.blocked
    case 'rest':
      return count.total - count.done - (countsBlocked ? count.blocked : 0)
  }
}

/** A status is only ever moved forward: to complete when every task is done. */
function statusChange(text: string, count: Count, statuses: readonly string[], done: string): Change | null {
  const { says, sign, word } = readStatus(text)
  if (says === 'open' && count.done === count.total) {
    const next = completeWord(statuses, word)
    const before = sign === '' ? '' : completeSign(statuses, done)
    return { message: `${word}, the marks say ${next}`, next: before + next + text.slice(sign.length + word.length) }
  }
  if (says === 'complete' && count.open > 0)
    return { message: `${word}, the marks say ${count.open} of ${count.total} tasks are open`, next: null }
  return null
}

/** What stands before a finished phase, as it is and with one character per byte. */
const tick = '✅'
const tickBytes = '\u00e2\u009c\u0085'

function staleLabels(groups: readonly DraftGroup[], counts: ReadonlyMap<string, Count>): readonly Stale[] {
  const labels = groups.flatMap(({ label }) => (label === null ? [] : [label.text]))
  const stale: Stale[] = []
  for (const { key, label } of groups) {
    const count = counts.get(key) ?? nothing
    if (label === null || count.total === 0) continue
    const change = statusChange(label.text, count, labels, tick)
    if (change === null) continue
    const { path, offset } = label.span
    const { sign, word } = readStatus(label.text)
    const old = sign + word
    const content = change.next?.slice(0, change.next.length - (label.text.length - old.length))
    const edit = content === undefined ? null : { path, offset, length: new TextEncoder().encode(old).length, content }
    stale.push({ span: label.span, message: `phase label says ${change.message}`, edit })
  }
  return stale
}

function cellsOfKind(table: ProgressTable, kind: ColumnKind): readonly ColumnCell[] {
  return table.rows.flatMap((row) => row.cells.filter((column) => column.kind === kind))
}
