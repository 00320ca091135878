/** Without git: a draft that no longer lies in the folder as it was taken is taken anew, and what was said of it is void. */

import { changedOf, pathsText, voidText } from './changed-draft.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import { nameOf } from './views.ts'
import { handIn } from './work.ts'

/** So often a draft that nobody is asked about is taken anew, while somebody goes on to change it. */
const mostTimes = 3

/**
 * Takes a draft that was to be merged anew where it was changed since: its gates look at what lies there now, and whoever had said
 * yes is asked again (REQUIREMENTS E2). What else was changed in the folder is none of it.
 * @returns whether it was changed
 */
export function takeChanged(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const changed = changedOf(turn.state, task, step)
  if (changed === null) return false
  const paths = pathsText(changed.paths)
  const draft = step.draft?.commit ?? null
  if (changed.times > mostTimes) {
    const reason = `${paths} changed in the folder each time that the draft was taken (end what writes there; \`millwright unblock\` tries the task again)`
    move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'not-merged', reason } })
    return true
  }
  const why = voidText({ changed }) ?? `${paths} changed in the folder after the draft was taken`
  const text = `${nameOf(task)}: ${why}; the draft is taken anew, and its gates look again`
  emit(turn, { type: 'finding', kind: 'draft-changed', text }, subjectOf(task, step))
  move(turn, task, step, { to: 'working', because: 'folder-changed' })
  handIn(turn, task, step, draft)
  return true
}
