/** Marks that came into the plan after a run was cut off: a person's, or those of an agent that lived on. */

import type { TaskSpec } from '../../plan/model.ts'
import { taskName } from '../../plan/names.ts'
import { tasksLeftAtWork } from '../../run/at-work.ts'
import { isSet } from '../../run/compare-plan.ts'
import { coveredOf, taskOf, type RunState } from '../../run/state.ts'
import { taskStatus } from '../../run/task-status.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { look } from '../journal/plan-journal.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'

/** The command that says what a mark says. */
const verbs: Readonly<Partial<Record<TaskSpec['mark'], string>>> = {
  done: 'accept',
  skipped: 'skip',
  deferred: 'defer',
}

/**
 * Whether a run that was cut off goes on only once a person has said whose such marks are. Those of the tasks that were at
 * work are asked about one by one when it goes on; any other would be undone, and its task carried out.
 * @returns null where nothing is to be said, or where an executor is at work
 */
export async function refuseForMarks(
  opened: OpenedPlan,
  { state, given }: { readonly state: RunState; readonly given: string },
): Promise<{ readonly is: 'wrong'; readonly message: string; readonly help: string } | null> {
  const atWork = tasksLeftAtWork(state)
  if (atWork.length === 0) return null
  // In standard mode the agent of a phase was asked for its ticks.
  const left = new Set(atWork.flatMap((uid) => [uid, ...coveredOf(state, taskOf(state, uid)).map((it) => it.uid)]))
  const marked = opened.plan.tasks.flatMap((it) => {
    const { key, mark } = it
    const uid = state.byKey.get(key)
    const verb = verbs[mark]
    if (uid === undefined || left.has(uid) || verb === undefined) return []
    const task = taskOf(state, uid)
    // A verb has said since what it is: the mark is a claim against that.
    const status = taskStatus(task)
    if (status === 'skipped' || status === 'deferred') return []
    return task.shown !== mark && isSet(state, task, mark) ? [{ name: taskName(it), verb }] : []
  })
  if (marked.length === 0) return null
  const found = await look(opened)
  if (found.is !== 'found' || found.executor !== null) return null
  const [were, boxes, are] =
    marked.length === 1 ? (['was', 'its box', 'it is'] as const) : (['were', 'their boxes', 'they are'] as const)
  const words = marked.map((it) => `millwright ${it.verb} ${shellWord(given)} ${it.name}`)
  return {
    is: 'wrong',
    message: `MW117 ${marked.map((it) => it.name).join(', ')} ${were} marked in the plan since the run showed it last, by you or by an agent`,
    help: `if it was you, say so: ${words.join('; ')}\n  if not, open ${boxes} again, and ${are} carried out`,
  }
}
