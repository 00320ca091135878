/** What was overridden by runs of which there is no journal here: said for ever after (seed 003 §3), also in a clone. */

import type { Plan, TaskSpec } from '../../plan/model.ts'
import { phaseKey } from '../../plan/standard-plan.ts'
import type { FormerOverruling } from '../../run/against.ts'
import type { RunState } from '../../run/state.ts'
import { overriddenCommits } from '../../workspaces/git/overridden-commits.ts'
import { ownPaths, type OpenedPlan } from '../plan/open-plan.ts'

/** Key of a task → the commit that says so. */
export type OverriddenBefore = ReadonlyMap<string, FormerOverruling>

/**
 * @param state of the last run here, which knows better what it has done itself; null where there was none
 * @returns of the tasks that are done in the plan
 */
export async function overriddenBefore(
  opened: Pick<OpenedPlan, 'root' | 'gitCommonDir' | 'plan' | 'dialect' | 'planRelative' | 'sources'>,
  state: RunState | null,
): Promise<OverriddenBefore> {
  const done = opened.plan.tasks.filter((task) => task.mark === 'done' && !isKnownHere(task, state))
  if (done.length === 0 || opened.gitCommonDir === null) return new Map()
  const commits = await overriddenCommits(opened.root, ownPaths(opened))
  return new Map(
    done.flatMap((task) => {
      const own = commits.get(task.key)
      const found = own === undefined ? commits.get(phaseOf(opened.plan, task)) : own
      return found == null ? [] : [[task.key, found] as const]
    }),
  )
}

/** Whether a run of which the journal tells has done it. */
function isKnownHere({ key }: TaskSpec, state: RunState | null): boolean {
  const task = state?.tasks.get(state.byKey.get(key) ?? '')
  return task !== undefined && task.proof !== null && task.proof !== 'by-human'
}

/** In standard mode a commit is that of the phase. */
function phaseOf({ groups }: Plan, { group }: TaskSpec): string {
  return phaseKey(groups.find(({ key }) => key === group) ?? null)
}
