/** Where the human is: branch, what they are in the middle of, and which branches are checked out. */

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { textOfFile } from '../../system/files.ts'
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
  const branch = await branchAt(ground, ground.facts.gitDir)
  return { branch, commit: await ground.refs.read(branch ?? 'HEAD') }
}

/** The branch that a checkout stands on, by its git directory; the file says which without git, where git keeps it there. */
async function branchAt({ own }: Ground<LookOptions>, gitDir: string): Promise<string | null> {
  const text = textOfFile(path.join(gitDir, 'HEAD'))?.trim() ?? ''
  if (text.startsWith('ref: refs/heads/') && text !== 'ref: refs/heads/.invalid') return text.slice('ref: '.length)
  const args = ['symbolic-ref', '-q', 'HEAD']
  const symbolic = await runGit({ args, cwd: own.dir, env: { GIT_DIR: gitDir } })
  return symbolic.code === 0 ? symbolic.out.toString('utf8').trim() : null
}

const rebase = 'a rebase'
const bisect = 'a bisect'
const underWay: readonly (readonly [string, string])[] = [
  ['rebase-merge', rebase],
  ['rebase-apply/applying', 'a series of patches (git am)'],
  ['rebase-apply', rebase],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', bisect],
]

/** What the human is in the middle of that takes HEAD off its branch, and puts it back at its end; null where nothing does. */
export function keptFromBranch(gitDir: string): string | null {
  const busy = underWayAt(gitDir)
  return busy === rebase || busy === bisect ? busy : null
}

/** What the human is in the middle of (`a rebase`), or null. */
export function whatIsUnderWay(ground: Ground<LookOptions>): string | null {
  return underWayAt(ground.facts.gitDir)
}

function underWayAt(gitDir: string): string | null {
  return underWay.find(([name]) => existsSync(path.join(gitDir, name)))?.[1] ?? null
}

/** A checkout that stands on a branch, or is in the middle of rebasing it. */
export interface Holder {
  /** As people are told; a git directory that lies apart does not know where its checkout is. */
  readonly name: string
  /** Whether it is the one that the run was begun in. */
  readonly isHere: boolean
  /** What a person is in the middle of there. */
  readonly busy: string | null
  /** Whether the folder of a linked checkout is not there: git keeps its branch for it until it is pruned. */
  readonly isGone: boolean
}

/** Who holds a branch. Git directories are asked: a rebase is noted in them, and names the branch that it will move. */
export async function holdersOf(ground: Ground, branch: string): Promise<Holder[]> {
  const { commonDir, gitDir } = ground.facts
  const linked = await readdir(path.join(commonDir, 'worktrees')).catch(() => [])
  const holders: Holder[] = []
  for (const dir of [commonDir, ...linked.map((it) => path.join(commonDir, 'worktrees', it))]) {
    const stands = rebasedAt(dir) === branch || (await branchAt(ground, dir)) === branch
    if (!stands || (dir === commonDir && (await isBare(ground)))) continue
    const isGone = dir !== commonDir && !existsSync(dotGitOf(dir))
    holders.push({ name: nameOfCheckout(dir), isHere: dir === gitDir, busy: underWayAt(dir), isGone })
  }
  return holders
}

/** Git has two ways to rebase, each with notes of its own. */
function rebasedAt(gitDir: string): string | null {
  const named = ['rebase-merge', 'rebase-apply'].map((notes) => textOfFile(path.join(gitDir, notes, 'head-name')))
  return named.find((it) => it !== null)?.trim() ?? null
}

/** Whether the repository has no checkout but linked ones. */
async function isBare({ own }: Ground): Promise<boolean> {
  const args = ['rev-parse', '--is-bare-repository']
  const { out } = await runGit({ args, cwd: own.dir, env: { GIT_DIR: own.common } })
  return out.toString('utf8').trim() === 'true'
}

/** The `.git` of a linked checkout. */
function dotGitOf(gitDir: string): string {
  return path.resolve(gitDir, textOfFile(path.join(gitDir, 'gitdir'))?.trim() ?? '')
}

function nameOfCheckout(gitDir: string): string {
  const dotGit = dotGitOf(gitDir)
  return path.basename(dotGit) === '.git' ? path.dirname(dotGit) : `the checkout of ${dotGit}`
}
