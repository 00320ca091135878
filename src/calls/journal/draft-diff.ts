/** What a draft changes, as a person reads it: the text, and the command by which their own git shows it. Prints nothing. */

import { shellWord } from '../../plan/shell-word.ts'
import { isInside } from '../../system/look-at-path.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'

export interface DraftDiff {
  /** A command for the person's own git; it is never run here. */
  readonly call: string
  /** As `git diff` prints it, without colours. Names and lines are those of the draft: they are made safe where they are shown. */
  readonly text: string
}

/**
 * @param root absolute path of the repository
 * @param of.draft its commit
 * @param of.since what it is compared with; null takes what the draft itself stands on
 * @param cwd absolute path of the folder that the command is typed in
 * @returns null where the repository does not hold it (any more), or there is none
 */
export async function draftDiff(
  root: string,
  { draft, since }: { readonly draft: string; readonly since: string | null },
  cwd: string,
): Promise<DraftDiff | null> {
  const git = await lookAtGit(root)
  if (git === null) return null
  const around = { cwd: root, env: { GIT_DIR: git.gitDir } }
  const args = ['rev-list', '--no-walk=unsorted', '--abbrev-commit', '--end-of-options', since ?? `${draft}^`, draft]
  const named = await runGit({ args, ...around })
  const [from, to] = named.out.toString('utf8').split('\n')
  if (named.code !== 0 || from === undefined || to === undefined) return null
  const read = await runGit({ args: [...plainDiff, '--end-of-options', from, to], ...around })
  if (read.code !== 0) return null
  const call = `git ${isInside(root, cwd) ? '' : `-C ${shellWord(root)} `}diff ${from} ${to}`
  return { call, text: read.out.toString('utf8') }
}

/** No program that a repository names is run, and no setting of a person changes how it looks (RELIABILITY 3.4). */
const plainDiff = [
  'diff-tree',
  '-r',
  '-p',
  '-M',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
] as const
