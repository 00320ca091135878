/** The last look before edits are written: what a reader makes of the new bytes is what was to be changed, and no more. */

import type { Draft, DraftTask } from '../plan/draft.ts'
import type { Edit } from '../plan/source.ts'

/** What is to be read of the plan besides what it held before. */
export interface Expected {
  /** Ids of tasks that join it. */
  readonly added?: readonly string[]
  /** `Projected.shows`. */
  readonly shows?: ReadonlyMap<string, string>
}

/**
 * What the edits would change beside the marks they replace, in words for people; null where there is nothing of the
 * kind. `before` is the draft the edits were made for, `after` the draft of the edited bytes: it has to hold the same
 * tasks in the same order, each with its mark as it was or as an edit says, and with what it names and declares; besides
 * them it may hold the tasks that are to join it, once each.
 */
export function strayed(
  before: Draft,
  after: Draft,
  edits: readonly Edit[],
  { added = [], shows = new Map() }: Expected = {},
): string | null {
  const joining = new Set(added)
  const expected = new Set(added)
  const tasks = after.tasks.filter(({ id }) => id === null || !expected.delete(id.text))
  const cells = new Map(edits.map(({ path, offset, length, content }) => [`${path}\n${offset}+${length}`, content]))
  for (const [index, task] of before.tasks.entries()) {
    const now = tasks[index]
    if (now?.key !== task.key) return `${nameOf(task)} would no longer be read where it stands`
    const { path, offset, length } = task.mark.span
    const wanted = shows.get(task.key) ?? cells.get(`${path}\n${offset}+${length}`) ?? task.mark.raw
    if (now.mark.raw !== wanted) return `${nameOf(task)} would show [${now.mark.raw}]`
    if (!isSame(task, now, joining)) return `${nameOf(task)} would say something else`
  }
  const more = tasks[before.tasks.length]
  return more === undefined ? null : `${nameOf(more)} would be a task`
}

/** @param joining a task may wait for these since */
function isSame(a: DraftTask, b: DraftTask, joining: ReadonlySet<string>): boolean {
  return (
    a.title.text === b.title.text &&
    a.blockedBy.length === b.blockedBy.filter(({ id }) => !joining.has(id)).length &&
    a.blocks.length === b.blocks.length &&
    a.files.length === b.files.length
  )
}

function nameOf({ id, title }: DraftTask): string {
  return id?.text ?? title.text
}
