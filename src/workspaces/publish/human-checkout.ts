/** Where the human is: branch, what they are in the middle of, and which branches are checked out. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { textOfFile } from '../../system/files.ts'
import { listCheckouts } from '../git/checkouts.ts'
import { runGit } from '../git/run-git.ts'
import type { Ground, LookOptions } from '../ground.ts'

export interface HumanHead {
  /** Full name of the branch; null when detached. */
  readonly branch: string | null
  /** Null on a branch without a commit. */
  readonly commit: string | null
}

/** Reads HEAD of the human's checkout. */
export async function readHead(ground: Ground<LookOptions>): Promise<HumanHead> {
  const written = branchInFile(ground)
  if (written !== null) return { branch: written, commit: await ground.refs.read(written) }
  const args = ['symbolic-ref', '-q', 'HEAD']
  const symbolic = await runGit({ args, cwd: ground.own.dir, env: ground.own.human })
  const branch = symbolic.code === 0 ? symbolic.out.toString('utf8').trim() : null
  return { branch, commit: await ground.refs.read('HEAD') }
}

/** What the file HEAD says, without starting git; null where only git knows (detached, other reference storage). */
function branchInFile(ground: Ground<LookOptions>): string | null {
  const text = textOfFile(path.join(ground.facts.gitDir, 'HEAD'))?.trim() ?? ''
  return text.startsWith('ref: refs/heads/') && text !== 'ref: refs/heads/.invalid' ? text.slice('ref: '.length) : null
}

const underWay: readonly (readonly [string, string])[] = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
]

/** What the human is in the middle of (`a rebase`), or null. */
export function whatIsUnderWay(ground: Ground<LookOptions>): string | null {
  return underWay.find(([name]) => existsSync(path.join(ground.facts.gitDir, name)))?.[1] ?? null
}

/** Folders of worktrees that stand on a branch, or are in the middle of rebasing it. */
export async function whereCheckedOut(ground: Ground, branch: string): Promise<string[]> {
  const all = await listCheckouts({ cwd: ground.own.dir, env: ground.own.human })
  return all.flatMap((it) => {
    const stands = it.branch ?? rebasedBranch(it.folder)
    return !it.isBare && stands === branch ? [it.folder] : []
  })
}

/** Git has two ways to rebase, each with notes of its own. */
function rebasedBranch(folder: string): string | null {
  return rebasedBy(folder, 'rebase-merge') ?? rebasedBy(folder, 'rebase-apply')
}

function rebasedBy(folder: string, notes: string): string | null {
  const pointer = path.join(folder, '.git')
  const named = textOfFile(pointer)
    ?.replace(/^gitdir: /, '')
    .trim()
  const gitDir = named === undefined ? pointer : path.resolve(folder, named)
  return textOfFile(path.join(gitDir, notes, 'head-name'))?.trim() ?? null
}
