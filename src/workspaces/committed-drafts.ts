/** What a person has committed in place of a draft that waited for them: a later draft goes on from it and takes its place. */

import { rawChanges } from './git/changes.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import type { Ground } from './ground.ts'
import { isEntry } from './brought.ts'

/** Below the run's references: by its commit, where the person's branch stood when a draft was taken. */
export const takenOn = 'taken-on'

/**
 * The tree that both sides of a merge come from. In place, what a person has committed just as a draft had made it, before another
 * one was taken, was there before that one: merged with what was there before both, the two would conflict, or what was sent back
 * would come again. With an edit of theirs it is their own work, and so is what goes back to a draft of before, or to what was there.
 *
 * @param of.since commit that both come from in the history; only drafts that were made on it count
 * @param of.base tree of that, `run` what the run has made of it, and `person` what the person has; ids of trees
 */
export async function baseWithDrafts(
  ground: Ground,
  of: { readonly since: string; readonly base: string; readonly run: string; readonly person: string },
): Promise<string> {
  const { objects, options, refs } = ground
  const { since, base, run, person } = of
  if (options.kind !== 'in-place') return base
  const changedByRun = new Map((await rawChanges(objects, base, run)).map((it) => [it.path, it]))
  const both = (await rawChanges(objects, base, person)).filter(({ path, mode, id }) => {
    const other = changedByRun.get(path)
    return other !== undefined && (other.mode !== mode || other.id !== id)
  })
  if (both.length === 0) return base
  const all = [...(await refs.list(ground.ref('drafts/'))).values()]
  const onIt = await Promise.all(all.map(async (it) => it !== since && (await refs.isAncestor(since, it))))
  const drafts = all.filter((_, at) => onIt[at])
  const heads = await Promise.all(drafts.map((it) => refs.read(ground.ref(`${takenOn}/${it}`))))
  const treesOf = (names: readonly (string | null)[]): Promise<readonly string[]> =>
    Promise.all(names.flatMap((it) => (it === null ? [] : treeOf(objects, it))))
  const [made, begun, committed] = await Promise.all([
    treesOf(drafts),
    treesOf(drafts.map((it) => `${it}^`)),
    treesOf(heads),
  ])
  const drafted = new Map<string, TreeEntry | null>()
  for (const { path, mode, id } of both) {
    const areSo = (trees: readonly string[]): Promise<readonly boolean[]> =>
      Promise.all(trees.map(async (it) => isEntry(await entryAt(objects, it, path), mode, id)))
    const [isMade, wasBegun, isCommitted] = [await areSo(made), await areSo(begun), await areSo(committed)]
    const isDraft = isMade.some((it, at) => it && wasBegun[at] === false)
    if (isDraft && isCommitted.includes(true)) drafted.set(path, mode === '000000' ? null : { mode, id })
  }
  return withEntries(objects, base, drafted, (bytes) => objects.write('tree', bytes))
}
