/** Where the work of a run is, when a person looks at other files than those it was published to. */

import type { RunState } from '../../run/state.ts'
import { lookAtGit, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'

/**
 * A run publishes to the branch it began on, or to `--branch`; by its end another one may be checked out.
 *
 * @param root folder of the plan's repository
 * @returns one line for people; null where the files of the checkout show the work, or nothing was published
 */
export async function publishedElsewhere(root: string, state: RunState): Promise<string | null> {
  const { publishedTo } = state
  const git = publishedTo === null ? null : await lookAtGit(root)
  if (publishedTo === null || git === null || git.root === null) return null
  const of = { cwd: git.root, env: { GIT_DIR: git.gitDir } }
  const read = await runGit({ args: ['symbolic-ref', '--quiet', '--short', 'HEAD'], ...of })
  const here = read.code === 0 ? read.out.toString('utf8').trim() : 'HEAD'
  if (here === publishedTo) return null
  const branch = await runGit({ args: ['rev-parse', '--verify', '--quiet', `refs/heads/${publishedTo}`], ...of })
  if (branch.code !== 0) return keptOnly(git, state, publishedTo)
  const shown = here === 'HEAD' ? 'a detached HEAD' : `branch ${here}`
  const marked = state.isElsewhere ? 'nothing was written there' : 'of its files only the plan was marked'
  return `The work is on branch ${publishedTo}. You are on ${shown}: ${marked}.`
}

/** The branch is gone: where it was only renamed, the files show the work all the same. */
async function keptOnly({ gitDir }: GitFacts, { run, tip }: RunState, gone: string): Promise<string | null> {
  if (tip === null) return null
  const args = ['merge-base', '--is-ancestor', '--end-of-options', tip, 'HEAD']
  const held = await runGit({ args, cwd: gitDir, env: { GIT_DIR: gitDir } })
  return held.code === 0
    ? null
    : `${gone === 'HEAD' ? 'The detached HEAD' : `The branch ${gone}`}, which the work was put on, is gone; it is kept in refs/millwright/${run ?? ''}/tip.`
}
