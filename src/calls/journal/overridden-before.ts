/** What was overridden by runs of which there is no journal here: said for ever after (seed 003 §3), also in a clone. */

import type { TaskSpec } from '../../plan/model.ts'
import type { FormerOverruling } from '../../run/against.ts'
import type { RunState } from '../../run/state.ts'
import { overriddenCommits } from '../../workspaces/git/overridden-commits.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'

/** Key of a task → the commit that says so. */
export type OverriddenBefore = ReadonlyMap<string, FormerOverruling>

/**
 * @param state of the last run here, which knows better what it has done itself; null where there was none
 * @returns of the tasks that are done in the plan
 */
export async function overriddenBefore(
  opened: Pick<OpenedPlan, 'root' | 'gitCommonDir' | 'plan' | 'planRelative'>,
  state: RunState | null,
): Promise<OverriddenBefore> {
  const done = opened.plan.tasks.filter((task) => task.mark === 'done' && !isKnownHere(task, state))
  if (done.length === 0 || opened.gitCommonDir === null) return new Map()
  const commits = await overriddenCommits(opened.root, opened.planRelative)
  return new Map(
    done.flatMap(({ key, textHash }) => {
      const found = commits.get(key.replaceAll('\n', ' '))
      // Done belongs to the words that it was done for.
      if (found == null || found.words === '' || !textHash.startsWith(found.words)) return []
      return [[key, { commit: found.commit, red: found.red }] as const]
    }),
  )
}

/** Whether a run of which the journal tells has done it. */
function isKnownHere({ key }: TaskSpec, state: RunState | null): boolean {
  const task = state?.tasks.get(state.byKey.get(key) ?? '')
  return task !== undefined && task.proof !== null && task.proof !== 'by-human'
}
