/** Whether the agents of standard mode will find the plan: they tick it in their copy, which a commit gives them. */

import type { Plan } from '../../plan/model.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { sourceOf } from '../plan/projectors.ts'
import type { Wrong } from '../refusal.ts'

/**
 * Refuses a run in standard mode whose tasks no commit holds: all of their work would be done, and none of them be ticked.
 * @param plan with the tasks that stand for phases
 * @param branch its own branch, which the run goes on from where there is one
 * @returns null where nothing is in the way
 */
export async function refuseUncommittedPlan(
  { dialect, planRelative, root }: Pick<OpenedPlan, 'dialect' | 'planRelative' | 'root'>,
  { plan, branch }: { readonly plan: Plan; readonly branch: string | null },
): Promise<Wrong | null> {
  const covered = new Set(plan.tasks.flatMap((task) => task.covers ?? []))
  if (covered.size === 0) return null
  const known = new Set<string>()
  for (const name of branch === null ? ['HEAD'] : ['HEAD', `refs/heads/${branch}`]) {
    const shown = await runGit({ args: ['cat-file', 'blob', `${name}:${planRelative}`], cwd: root })
    if (shown.code !== 0) continue
    for (const { key } of dialect.read([sourceOf(planRelative, shown.out)]).tasks) known.add(key)
  }
  const missing = plan.tasks.filter((task) => covered.has(task.key) && !known.has(task.key))
  if (missing.length === 0) return null
  const names = missing.slice(0, 6).map((task) => task.id ?? task.key)
  return {
    is: 'wrong',
    message: `in standard mode an agent ticks its own copy of the plan, and no commit holds ${names.join(', ')}${missing.length > 6 ? ', …' : ''} there`,
    help: 'commit the plan, or let it work in the checkout itself: --workspace in-place',
  }
}
