/** Commits that a person took from the branch during a run, or the branch itself: nobody brings them back unasked. */

import { rawChanges } from '../git/changes.ts'
import { git, runGit } from '../git/run-git.ts'
import { mergeTrees } from '../git/merge-trees.ts'
import { treeOf } from '../git/trees.ts'
import { evidenceTreeOf, withBookkeepingOf } from '../evidence-tree.ts'
import { tipOf, type Ground } from '../ground.ts'
import { readHead } from './human-checkout.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { mergeByHand, pathspec } from './merge-by-hand.ts'
import { shown, type Target } from './target.ts'
import type { Commit } from '../../run/effect.ts'
import type { Failure } from '../../run/outcome.ts'

export type Taken =
  | { readonly is: 'nothing' }
  /** A question to a person. */
  | { readonly is: 'asks'; readonly failure: Failure }
  /** The person goes on without these commits, which the run had stood on. */
  | { readonly is: 'given-up'; readonly commits: readonly Commit[] }

/**
 * What the run has stood on and the branch no longer holds.
 *
 * Whoever took commits away and put the run's work onto what is left has answered: then the tip goes on from the branch.
 * @param now the branch's commit; null when there is no such branch
 */
export async function takenAway(ground: Ground, target: Target, now: string | null): Promise<Taken> {
  // The branch as the run last published to it or took commits in from it; before that, as it was at the start.
  const stood = (await ground.refs.read(ground.ref('published'))) ?? target.at ?? null
  if (stood === null) return { is: 'nothing' }
  if (now === null) return { is: 'asks', failure: deleted(ground, shown(target), stood) }
  if (await ground.refs.isAncestor(stood, now)) return { is: 'nothing' }
  const tip = await tipOf(ground)
  if (!(await holdsWork(ground, { from: stood, to: tip }, now)))
    return { is: 'asks', failure: await moved(ground, target, stood) }
  // A rebase makes other commits of the same changes, and who amends one adds to them: nobody goes on without these.
  const args = ['rev-list', '--cherry-pick', '--right-only', '--no-merges', `${now}...${stood}`]
  const listed = await git({ args, cwd: ground.own.dir, env: ground.own.env() })
  const commits: Commit[] = []
  for (const commit of listed.toString('utf8').split('\n'))
    if (commit !== '' && !(await isHeld(ground, commit, now))) commits.push(commit)
  for (const name of ['tip', 'published']) await ground.refs.set(ground.ref(name), now)
  return { is: 'given-up', commits }
}

/** Whether all that a commit changed is in another one. Not of the first one of a history, nor of what changed nothing. */
async function isHeld(ground: Ground, commit: Commit, now: Commit): Promise<boolean> {
  const { own } = ground
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^`]
  const found = await runGit({ args, cwd: own.dir, env: own.env() })
  if (found.code !== 0) return false
  const from = found.out.toString('utf8').trim()
  if ((await evidenceTreeOf(ground, from)) === (await evidenceTreeOf(ground, commit))) return false
  return holdsWork(ground, { from, to: commit }, now)
}

function deleted(ground: Ground, name: string, last: string): Failure {
  return {
    reason: `the branch ${name} is gone, and it is not made again unasked; the work is kept in ${ground.ref('tip')}`,
    help: `make it again and switch to it, then resume: git branch ${shellWord(name)} ${last.slice(0, 12)} && git switch ${shellWord(name)}`,
  }
}

async function moved(ground: Ground, target: Target, commit: string): Promise<Failure> {
  const name = shown(target)
  const keep = await mergeByHand(ground, target.branch === null ? null : name)
  return {
    reason: `${name} no longer holds ${commit.slice(0, 12)}, on which this run stands: somebody took it away; nothing was moved`,
    help: `to have it again: ${keep}; to go on without it: ${await workOnly(ground, target, commit)}; then resume`,
  }
}

/** The commands that put the run's work alone onto the branch; the marks follow by themselves. In place it lies there already. */
async function workOnly(ground: Ground, target: Target, commit: string): Promise<string> {
  const { planPath, bookkeeping, kind } = ground.options
  const head = await readHead(ground)
  const changes = await rawChanges(ground.objects, commit, await tipOf(ground))
  const paths = changes
    .map((it) => it.path)
    .filter((it) => it !== planPath && !bookkeeping.includes(it))
    .map(pathspec)
    .join(' ')
  const isHere = target.branch === null || head.branch === target.branch
  // What people set for `git diff`, such as no prefixes, makes no patch that can be applied.
  const diff = `git diff-tree -p --binary ${commit.slice(0, 12)} ${ground.ref('tip')} -- ${paths}`
  return [
    ...(isHere ? [] : [`git switch ${shellWord(shown(target))}`]),
    // Below the root git leaves out, without a word, what a patch says of other folders.
    kind === 'in-place'
      ? `git add -- ${paths}`
      : `${diff} | git -C "$(git rev-parse --show-toplevel)" apply --whitespace=nowarn --index --3way`,
    `git commit -m "Work of the run" -- ${paths}`,
  ].join(' && ')
}

/** Whether a commit has all that changed between two others, whatever became of these. */
async function holdsWork(
  ground: Ground,
  between: { readonly from: Commit; readonly to: Commit },
  now: Commit,
): Promise<boolean> {
  const { objects } = ground
  const [base, ours, theirs] = await Promise.all([between.from, now, between.to].map((it) => treeOf(objects, it)))
  if (base === undefined || ours === undefined || theirs === undefined) return false
  const from = (await withBookkeepingOf(ground, base, ours)).tree
  const to = (await withBookkeepingOf(ground, theirs, ours)).tree
  // What is as it was left needs no merge, in which of two files with one content each may count as the other one, moved.
  const other = new Set((await rawChanges(objects, to, ours)).map((it) => it.path))
  if (!(await rawChanges(objects, from, to)).some((it) => other.has(it.path))) return true
  const merge = await mergeTrees(ground.own, objects, { base: from, ours, theirs: to })
  return merge.is !== 'conflict' && (await evidenceTreeOf(ground, merge.tree)) === (await evidenceTreeOf(ground, ours))
}
