/** How a person sees what a draft changes: a command for their own git, which is looked up and never run. Prints nothing. */

import { shellWord } from '../../plan/shell-word.ts'
import { isInside } from '../../system/look-at-path.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import type { OpenedJournal } from './open-journal.ts'

/**
 * @param draft its commit: a child of what the work began from
 * @param cwd absolute path of the folder that the command is typed in
 * @returns null where the repository does not hold it (any more), or there is none
 */
export async function draftDiff({ opening }: OpenedJournal, draft: string, cwd: string): Promise<string | null> {
  const { root } = (opening.is === 'opened' ? opening : opening.reading) ?? { root: null }
  const git = root === null ? null : await lookAtGit(root)
  if (root === null || git === null) return null
  const args = ['rev-list', '--no-walk=unsorted', '--abbrev-commit', '--end-of-options', `${draft}^`, draft]
  const named = await runGit({ args, cwd: root, env: { GIT_DIR: git.gitDir } })
  const [from, to] = named.out.toString('utf8').split('\n')
  if (named.code !== 0 || from === undefined || to === undefined) return null
  return `git ${isInside(root, cwd) ? '' : `-C ${shellWord(root)} `}diff ${from} ${to}`
}
