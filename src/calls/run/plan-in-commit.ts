/** Whether the agents of standard mode will find open boxes: they tick them in their copy of the plan, which a commit gives them. */

import type { Plan, TaskSpec } from '../../plan/model.ts'
import { taskName } from '../../plan/names.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { sourceOf } from '../plan/projectors.ts'
import type { Wrong } from '../refusal.ts'

/**
 * Refuses a run in standard mode whose tasks no commit holds, or holds open: all of their work would be done, and none of
 * them be ticked.
 * @param plan with the tasks that stand for phases
 * @param branch its own branch, which the run goes on from where there is one
 * @param because why it is standard mode: nobody may have asked for it
 * @returns null where nothing is in the way
 */
export async function refuseUncommittedPlan(
  { dialect, planRelative, root }: Pick<OpenedPlan, 'dialect' | 'planRelative' | 'root'>,
  { plan, branch, because }: { readonly plan: Plan; readonly branch: string | null; readonly because: string },
): Promise<Wrong | null> {
  const covered = new Set(plan.tasks.flatMap((task) => task.covers ?? []))
  if (covered.size === 0) return null
  const known = new Set<string>()
  const open = new Set<string>()
  // Under its key another task may stand there: an agent would tick that one.
  const named = ({ key, title }: { readonly key: string; readonly title: string }): string => `${key} ${title}`
  for (const name of branch === null ? ['HEAD'] : ['HEAD', `refs/heads/${branch}`]) {
    const shown = await runGit({ args: ['cat-file', 'blob', `${name}:${planRelative}`], cwd: root })
    if (shown.code !== 0) continue
    for (const { key, mark, title } of dialect.read([sourceOf(planRelative, shown.out)]).tasks) {
      const name = named({ key, title: title.text })
      known.add(name)
      if (mark.state !== 'done') open.add(name)
    }
  }
  const own = plan.tasks.filter(({ key }) => covered.has(key))
  const missing = own.filter((it) => !known.has(named(it)))
  const ticked = own.filter((it) => known.has(named(it)) && !open.has(named(it)))
  if (missing.length === 0 && ticked.length === 0) return null
  const what = [
    ...(missing.length > 0 ? [`no commit holds ${listed(missing)} as the plan does now`] : []),
    ...(ticked.length > 0 ? [`${listed(ticked)} ${ticked.length === 1 ? 'is' : 'are'} ticked there already`] : []),
  ]
  return {
    is: 'wrong',
    message: `in standard mode (${because}) an agent ticks its own copy of the plan, and ${what.join(', and ')}`,
    help: 'commit the plan, or let it work in the checkout itself: --workspace in-place',
  }
}

function listed(tasks: readonly TaskSpec[]): string {
  const names = tasks.slice(0, 6).map(taskName)
  return `${names.join(', ')}${tasks.length > 6 ? ', …' : ''}`
}
