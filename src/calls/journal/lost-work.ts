/** Work that the journal calls done and that the history to build on does not hold (MW117: journal and mark disagree). */

import path from 'node:path'
import { taskStatus, type RunState } from '../../run/state.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { lookAtHistory } from '../../workspaces/git/commits-not-in.ts'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { branchFor } from '../plan/plan-branch.ts'
import { sha256, sourceOf } from '../plan/projectors.ts'
import type { Where } from '../plan/where.ts'

export interface LostTask {
  readonly key: string
  /** As the journal has it. */
  readonly commit: string
}

/**
 * Tasks that were done by a commit which is not in the present history, and which the plan there does not call done
 * either: the branch is another one, or it was reset. A squashed or rebased branch has the marks, and is no such case; nor
 * is a plan that git does not track, whose marks go with the file.
 *
 * @returns in the order of the plan; empty where work is not kept in commits
 */
export async function lostWork(
  opened: OpenedPlan,
  of: { readonly state: RunState; readonly git: GitFacts | null },
  env: Where['env'],
): Promise<readonly LostTask[]> {
  const { state, git } = of
  if (git === null || opened.settings.policy.workspace !== 'worktree') return []
  const done = [...state.tasks.values()].flatMap((task) =>
    task.spec.origin !== 'engine' && task.commit !== null && taskStatus(task) === 'done'
      ? [{ key: task.spec.key, commit: task.commit }]
      : [],
  )
  if (done.length === 0) return []
  const { missing, files } = await lookAtHistory(git, {
    folder: path.join(stateFolder(env), 'looks', sha256(git.gitDir).slice(0, 16)),
    commits: [...new Set(done.map((it) => it.commit))],
    branch: branchFor(opened.settings.git, opened.planRelative),
    file: opened.planRelative,
  })
  if (missing.size === 0 || files.length === 0) return []
  const marked = new Set(
    files.flatMap((bytes) =>
      opened.dialect
        .read([sourceOf(opened.planRelative, bytes)])
        .tasks.flatMap((task) => (task.mark.state === 'done' ? [task.key] : [])),
    ),
  )
  const lost = new Map(done.flatMap((it) => (missing.has(it.commit) && !marked.has(it.key) ? [[it.key, it]] : [])))
  return opened.plan.tasks.flatMap((task) => lost.get(task.key) ?? [])
}

/** What a person is told of it, with the ways out. */
export function lostWorkText(
  lost: readonly LostTask[],
  plan: string,
): { readonly message: string; readonly help: string } {
  const keys = lost.map((it) => it.key)
  const last = lost.at(-1)?.commit.slice(0, 12) ?? ''
  const [one, it] = lost.length === 1 ? ['is', 'it'] : ['are', 'them']
  return {
    message: `MW117 ${keys.join(', ')} ${one} done by the journal, but what is checked out neither holds the work (last commit ${last}) nor marks ${it} done`,
    help: [
      `switch to the branch that holds it, or merge it: git merge ${last}`,
      `  or do ${it} again here: millwright unblock ${plan} ${keys.join(' ')}`,
    ].join('\n'),
  }
}
