/** Integration in git: the draft merged onto the tip, the marks projected onto it, and the tip moved. */

import type { Commit } from '../run/effect.ts'
import { baseWithDrafts } from './committed-drafts.ts'
import { keepTree } from './draft.ts'
import { emptyStartOf } from './empty-start.ts'
import { evidenceTreeOf, withBookkeepingOf } from './evidence-tree.ts'
import { millwright, writeCommit } from './git/commits.ts'
import { mergeTrees } from './git/merge-trees.ts'
import { bytesAt, entryAt, kindAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import { mergesKept, tipOf, type Ground } from './ground.ts'
import { failureOf, triesAgain, type IntegrateStage, type OutcomeOf } from './workspaces.ts'
import { readTarget } from './publish/target.ts'
import { inTheWayOf } from './way-to.ts'

const help = `the draft is kept under the run’s references; ${triesAgain}`

/** Merges a draft, relative to its base, onto the tip or what was merged onto that; writes no commit and moves nothing. */
export async function mergeDraft(ground: Ground, effect: IntegrateStage<'merge'>): Promise<OutcomeOf<'integrate'>> {
  try {
    const tip = await tipOf(ground)
    const [base, draft, ours] = await Promise.all(
      [effect.base, effect.draft, effect.onto ?? tip].map((name) => treeOf(ground.objects, name)),
    )
    if (base === undefined || draft === undefined || ours === undefined) throw new Error('internal: a tree is missing')
    // Bookkeeping is the integrator's alone: the tip's stays, so it can never conflict.
    const theirs = await withBookkeepingOf(ground, draft, ours)
    const from = await withBookkeepingOf(ground, base, ours)
    const at = effect.onto ?? tip
    const run = theirs.tree
    const common = await baseWithDrafts(ground, { since: effect.base, base: from.tree, run, person: ours, at })
    const merge = await mergeTrees(ground.own, ground.objects, { base: common, ours, theirs: theirs.tree })
    if (merge.is === 'conflict') return { of: 'integrate', is: 'conflict', paths: merge.paths, tip }
    // Gates look at it for as long as they like before it is committed, and until then nothing else names it: a garbage
    // collection beside would take it away, and what it holds.
    if (merge.tree !== draft && merge.tree !== ours)
      await keepTree(ground, merge.tree, tip, `${mergesKept}/${effect.draft}`, 'merged, to be committed')
    const evidenceTree = await evidenceTreeOf(ground, merge.tree)
    return { of: 'integrate', is: 'merged', tree: merge.tree, evidenceTree, tip }
  } catch (error) {
    return { of: 'integrate', is: 'failed', failure: failureOf(error, help) }
  }
}

/**
 * Writes the commit: the merged tree with the marks as they have to be. Without a tree only the marks, and when these
 * change nothing the tip itself is the answer.
 */
export async function writeTipCommit(
  ground: Ground,
  effect: IntegrateStage<'commit'>,
): Promise<OutcomeOf<'integrate'>> {
  try {
    const { options, objects } = ground
    const tipTree = await treeOf(objects, effect.tip)
    const merging = [...(effect.after ?? []), ...(effect.task === null ? [] : [effect.task])]
    const tree = await projectOnto(ground, effect.tree ?? tipTree, merging)
    if (effect.tree === null && tree === tipTree)
      return { of: 'integrate', is: 'committed', commit: effect.tip, oldTip: effect.tip }
    const commit = writeCommit(objects, {
      tree,
      parents: [effect.tip],
      message: options.message({ task: effect.task, brings: null }),
      author: effect.author === 'user' ? (options.author ?? millwright) : millwright,
      at: options.now(),
    })
    // The tip moves once for a whole batch: until then its commits hang on this.
    if ((effect.after ?? []).length > 0) await ground.refs.set(ground.ref(`${mergesKept}/next`), commit)
    return { of: 'integrate', is: 'committed', commit, oldTip: effect.tip }
  } catch (error) {
    return { of: 'integrate', is: 'failed', failure: failureOf(error, help) }
  }
}

/** Moves the tip if it still is where the commit was made for; asked again after a crash it says that it has moved. */
export async function moveTip(ground: Ground, effect: IntegrateStage<'move'>): Promise<OutcomeOf<'integrate'>> {
  try {
    const name = ground.ref('tip')
    if (await ground.refs.swap(name, effect.commit, effect.oldTip))
      return { of: 'integrate', is: 'moved', tip: effect.commit, ...(await quietness(ground)) }
    const tip = await tipOf(ground)
    // Asked for, a deleted reference is put back.
    if (tip === effect.oldTip && (await ground.refs.swap(name, effect.commit, tip)))
      return { of: 'integrate', is: 'moved', tip: effect.commit }
    if (tip === effect.oldTip)
      return { of: 'integrate', is: 'failed', failure: { reason: `the reference ${name} cannot be written`, help } }
    // Contained: it was moved before and perhaps others followed.
    if (await ground.refs.isAncestor(effect.commit, tip)) return { of: 'integrate', is: 'moved', tip }
    return { of: 'integrate', is: 'tip-moved', tip }
  } catch (error) {
    return { of: 'integrate', is: 'failed', failure: failureOf(error, help) }
  }
}

/** Whether the branch that the run publishes to stands where the run left it; in place a publish has more to look at. */
async function quietness(ground: Ground): Promise<{ readonly quiet?: true }> {
  const target = ground.options.kind === 'worktree' ? readTarget(ground) : null
  if (target === null || target.branch === null) return {}
  const [now, left] = await Promise.all([ground.refs.read(target.branch), ground.refs.read(ground.ref('published'))])
  return now !== null && now === (left ?? target.at) ? { quiet: true } : {}
}

/**
 * Merges commits of the human into the tip and moves it.
 *
 * Bookkeeping is not merged line by line: the human's bytes are taken where they changed them, ours elsewhere, and the
 * marks are projected anew onto them.
 * @returns the new tip, or the paths that do not merge
 */
export async function bringIn(
  ground: Ground,
  theirs: Commit,
  from: string,
): Promise<
  { readonly is: 'brought'; readonly tip: Commit } | { readonly is: 'conflict'; readonly paths: readonly string[] }
> {
  const { objects, refs } = ground
  for (let tries = 0; tries < 5; tries++) {
    const tip = await tipOf(ground)
    if (await refs.isAncestor(theirs, tip)) return { is: 'brought', tip }
    const common = (await refs.mergeBase(tip, theirs)) ?? (await emptyStartOf(ground, tip))
    if (common === null) return { is: 'conflict', paths: [] }
    const [base, ours, human] = await Promise.all([common, tip, theirs].map((name) => treeOf(objects, name)))
    if (base === undefined || ours === undefined || human === undefined) throw new Error('internal: a tree is missing')
    const merge = await mergeTrees(ground.own, objects, {
      base: await baseWithDrafts(ground, { since: common, base, run: ours, person: human, at: theirs }),
      ours: (await withBookkeepingOf(ground, ours, base)).tree,
      theirs: (await withBookkeepingOf(ground, human, base)).tree,
    })
    if (merge.is === 'conflict') return merge
    const tree = await projectOnto(ground, await chooseBookkeeping(ground, merge.tree, { base, ours, human }), [])
    // Nothing of ours on top of theirs: their commit is the tip.
    const forward = tree === human && (tip === common || (await refs.isAncestor(tip, theirs)))
    const next = forward
      ? theirs
      : writeCommit(objects, {
          tree,
          parents: (await refs.isAncestor(tip, theirs)) ? [theirs] : [tip, theirs],
          message: ground.options.message({ task: null, brings: from }),
          author: ground.options.author ?? millwright,
          at: ground.options.now(),
        })
    if (await refs.swap(ground.ref('tip'), next, tip)) return { is: 'brought', tip: next }
  }
  throw new Error('the tip kept moving')
}

/** Tree with the bookkeeping files as the caller projects them onto it. @param merging tasks that are done with this commit */
async function projectOnto(ground: Ground, tree: string, merging: readonly string[]): Promise<string> {
  const { objects, options } = ground
  const files = await options.project((path) => bytesAt(objects, tree, path), merging)
  const changes = new Map<string, TreeEntry | null>()
  // An untracked plan is marked in its file only, and then its log is not committed either.
  const planTracked = options.planPath !== null && (await entryAt(objects, tree, options.planPath)) !== null
  for (const file of files) {
    const old = await entryAt(objects, tree, file.path)
    if (old === null && (!planTracked || file.path === options.planPath)) continue
    if ((await inTheWayOf((it) => kindAt(objects, tree, it), file.path)) !== null) continue
    const mode = old?.mode === '100755' ? '100755' : '100644'
    changes.set(file.path, { mode, id: objects.write('blob', file.bytes) })
  }
  return withEntries(objects, tree, changes, (bytes) => objects.write('tree', bytes))
}

async function chooseBookkeeping(
  ground: Ground,
  tree: string,
  trees: { readonly base: string; readonly ours: string; readonly human: string },
): Promise<string> {
  const ours = await withBookkeepingOf(ground, tree, trees.ours)
  const changed = (await withBookkeepingOf(ground, trees.human, trees.base)).differed
  const changes = new Map<string, TreeEntry | null>()
  for (const path of changed) changes.set(path, await entryAt(ground.objects, trees.human, path))
  return withEntries(ground.objects, ours.tree, changes, (bytes) => ground.objects.write('tree', bytes))
}
