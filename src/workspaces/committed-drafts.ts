/** What a person has committed in place of a draft that waited for them: a later draft goes on from it and takes its place. */

import { rawChanges } from './git/changes.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import type { Ground } from './ground.ts'
import { isEntry } from './brought.ts'

/**
 * The tree that both sides of a merge come from. In place, what a person has committed just as an earlier draft had made it was
 * there before the draft that came after it: merged with what was there before both, the two would conflict, or what was sent back
 * would come again. With an edit of theirs it is their own work, and so is what goes back to a state of before.
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
  const drafted = new Map<string, TreeEntry | null>()
  for (const draft of (await refs.list(ground.ref('drafts/'))).values()) {
    if (draft === since || !(await refs.isAncestor(since, draft))) continue
    const [before, made] = [await treeOf(objects, `${draft}^`), await treeOf(objects, draft)]
    for (const { path, mode, id } of both) {
      const isOwn = !isEntry(await entryAt(objects, before, path), mode, id)
      if (isOwn && isEntry(await entryAt(objects, made, path), mode, id))
        drafted.set(path, mode === '000000' ? null : { mode, id })
    }
  }
  return withEntries(objects, base, drafted, (bytes) => objects.write('tree', bytes))
}
