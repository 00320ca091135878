/** What a draft changes, as a person reads it: the text, and the command by which their own git shows it. Prints nothing. */

import { shellWord } from '../../plan/shell-word.ts'
import { isInside } from '../../system/look-at-path.ts'
import { isCommitId } from '../../run/commit-id.ts'
import type { FileChange } from '../../run/outcome.ts'
import { storeIn } from '../../workspaces/file-states.ts'
import { keptDiff } from '../../workspaces/kept-diff.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'

export interface DraftDiff {
  /** A command for the person's own git; it is never run here. Null without git. */
  readonly call: string | null
  /** As `git diff` prints it, without colours. Names and lines are those of the draft: they are made safe where they are shown. */
  readonly text: string
}

/** Characters of what is shown without git. */
const mostOfKept = 4 * 1024 * 1024

/** A draft, and what it is compared with. */
export interface DraftShown {
  /** Its commit, or the name of the state of the files that it is. */
  readonly draft: string
  /** Null takes what the draft itself stands on. */
  readonly since: string | null
  readonly changes: readonly FileChange[]
}

/**
 * @param where.root absolute path of the repository, or of the folder without git
 * @param where.pool absolute path of our folder for the plan's work
 * @param where.cwd absolute path of the folder that the command is typed in
 * @returns null where the draft is not kept there (any more), or nothing to compare it with is
 */
export async function draftDiff(
  { root, pool, cwd }: { readonly root: string; readonly pool: string; readonly cwd: string },
  { draft, since, changes }: DraftShown,
): Promise<DraftDiff | null> {
  if (isCommitId(draft)) return committedDiff(root, { draft, since }, cwd)
  const text = since === null ? null : keptDiff(storeIn(pool), { from: since, to: draft, changes, limit: mostOfKept })
  return text === null ? null : { call: null, text }
}

async function committedDiff(
  root: string,
  { draft, since }: Pick<DraftShown, 'draft' | 'since'>,
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
