/** Tasks that agents propose and nobody has taken into the plan: what a person would add by hand. */

import { addedTaskLines } from '../plan/added-task.ts'
import { freeIds } from './added-tasks.ts'
import { fitTask, knownTasks, type FitTask } from './proposed-tasks.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'

export interface OpenProposal {
  /** Uid of the task that proposed it. */
  readonly by: string
  /** The lines to add to the plan, under an id that is free. */
  readonly lines: readonly string[]
  /** Id, or else title, of the task behind which they fit; null where the group has none. */
  readonly behind: string | null
  /** What it is said to wait for although that is no task of the plan. */
  readonly unknown: readonly string[]
}

/**
 * What agents proposed and the policy only recorded, in the order of the plan. A task that the plan holds by now, told by
 * its title, is left out. Where the policy takes tasks in there is none. Costs the plan where there is any.
 */
export function openProposals(state: RunState): readonly OpenProposal[] {
  if (state.policy.addedTasks === 'accept') return []
  let isInPlan: ReturnType<typeof knownTasks> | null = null
  const found: { readonly task: TaskRun; readonly key: string; readonly it: FitTask }[] = []
  for (const uid of state.order) {
    const task = taskOf(state, uid)
    if (task.spec.group === null) continue
    for (const { spec: step, said } of task.steps)
      if (step.yields === 'draft')
        for (const spec of said?.proposal?.tasks ?? []) {
          const it = said?.proposal ? fitTask(state, said.proposal, spec) : null
          if (it === null || it.title === '' || found.some((other) => other.it.title === it.title)) continue
          isInPlan ??= knownTasks(state)
          if (isInPlan(spec.key, it.title) === null) found.push({ task, key: spec.key, it })
        }
  }
  const ids = found.length === 0 ? [] : freeIds(state, found.length)
  const idOf = new Map(found.map(({ key }, at) => [key, ids[at] ?? '']))
  return found.map(({ task, key, it }) => ({
    by: task.uid,
    lines: addedTaskLines({
      ...it,
      id: idOf.get(key) ?? '',
      blockedBy: [...it.blockedBy, ...it.after.flatMap((before) => idOf.get(before) ?? [])],
      blocks: [],
    }),
    behind: lastOf(state, task.spec.group),
    unknown: it.unknown,
  }))
}

function lastOf(state: RunState, group: string | null): string | null {
  const last = state.order.findLast((uid) => {
    const { spec } = taskOf(state, uid)
    return spec.group === group && spec.origin === 'plan' && !spec.covers
  })
  if (last === undefined) return null
  const { id, title } = taskOf(state, last).spec
  return id ?? title
}

/** A proposal for people: a line that says what to do, then the lines to add. */
export function proposalText({ lines, behind, unknown }: OpenProposal, by: string): string {
  const where = behind === null ? 'add to the plan' : `add behind ${behind}`
  const waits = unknown.length === 0 ? '' : ` (it is to wait for ${unknown.join(', ')}, which is no task of the plan)`
  return [`${by} proposes a task that is not in the plan; to take it in, ${where}${waits}:`, ...lines].join('\n')
}
