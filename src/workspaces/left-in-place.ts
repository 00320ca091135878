/** In place: files as tasks left them that were not accepted, and what is committed of these. */

import type { Leftovers } from '../run/effect.ts'
import { covers } from '../run/path-pattern.ts'
import { protectedPaths } from './evidence-tree.ts'
import { rawChanges, type RawChange } from './git/changes.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import { tipOf, type Ground } from './ground.ts'
import type { EffectOf, IntegrateStage } from './workspaces.ts'

/**
 * A tree of the folder without what a task left there. What was changed or committed since is somebody else's, and stays; so does
 * what was done on content that nobody has committed, and no other task left: from such a base a draft conflicts, and a gate that
 * is red on it would ask about a file that is nowhere.
 */
export async function withoutLeftovers(
  ground: Ground,
  tree: string,
  { leftovers, others = [] }: Pick<EffectOf<'prepare-workspace'>, 'leftovers' | 'others'>,
): Promise<string> {
  if (leftovers === undefined) return tree
  const own = await changesOf(ground, leftovers)
  const theirs = await Promise.all(others.map((it) => changesOf(ground, it)))
  const ours = new Set(protectedPaths(ground))
  const paths = own.map((it) => it.path).filter((it) => !ours.has(it))
  return withCommitted(ground, tree, paths, [...own, ...theirs.flat()])
}

/**
 * The base of a draft as it is merged. A file that the draft changes, and that lay there as other tasks had left it, is merged
 * whole: what these did in it is in no commit, and what was done on top of it would conflict.
 */
export async function baseOfMerge(ground: Ground, { base, draft, others }: IntegrateStage<'merge'>): Promise<string> {
  if (others === undefined) return base
  const left = await Promise.all(others.left.map((it) => changesOf(ground, it)))
  const changed = (await rawChanges(ground.own, base, draft)).map((it) => it.path)
  const paths = changed.filter((path) => others.files.some((it) => covers(it, path)))
  return withCommitted(ground, await treeOf(ground.objects, base), paths, left.flat())
}

/** A tree with what is committed of the paths that changes of tasks have brought from there to what the tree holds. */
async function withCommitted(
  ground: Ground,
  tree: string,
  paths: readonly string[],
  left: readonly RawChange[],
): Promise<string> {
  const { objects } = ground
  const tip = await treeOf(objects, await tipOf(ground))
  const changes = new Map<string, TreeEntry | null>()
  for (const path of paths) {
    const steps = left.filter((it) => it.path === path)
    if (steps.length === 0) continue
    const [there, committed] = [await entryAt(objects, tree, path), await entryAt(objects, tip, path)]
    if (isMadeFrom(there, committed, steps)) changes.set(path, committed)
  }
  return withEntries(objects, tree, changes, (bytes) => objects.write('tree', bytes))
}

/** What a task left; nothing where it is kept no more. */
async function changesOf(ground: Ground, left: Leftovers): Promise<readonly RawChange[]> {
  const kept = await Promise.all([left.base, left.draft].map((it) => ground.objects.read(it)))
  return kept.includes(null) ? [] : rawChanges(ground.own, left.base, left.draft)
}

/** Whether changes of one path lead from what is committed to what lies there. */
function isMadeFrom(there: TreeEntry | null, committed: TreeEntry | null, changes: readonly RawChange[]): boolean {
  const reached = new Set([entryName(there)])
  for (const name of reached)
    for (const { mode, id, oldMode, oldId } of changes)
      if (entryName({ mode, id }) === name) reached.add(entryName({ mode: oldMode, id: oldId }))
  return reached.has(entryName(committed))
}

/** Names an entry by mode and id; what is not there has a mode of its own in git's lists. */
function entryName(entry: TreeEntry | null): string {
  return entry === null || entry.mode === '000000' ? '' : `${entry.mode} ${entry.id}`
}
