/** What a person has committed in place while a draft waited for them: a later draft goes on from it and takes its place. */

import { rawChanges } from './git/changes.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import type { Ground } from './ground.ts'
import { isEntry } from './brought.ts'

/** Below the run's references: what the folder held when an agent began again after commits of a person. */
export const begunFrom = 'begun'

/**
 * The tree that both sides of a merge come from. In place, what a person has committed as an earlier draft had it, or as the folder
 * had it when the agent began again, was there before the draft that came after it: merged with what was there before both, the two
 * would conflict, or what was sent back would come again.
 * @param trees what both come from in the history, what the run has made of it, and what the person has committed; ids of trees
 */
export async function baseWithDrafts(
  ground: Ground,
  { base, run, person }: { readonly base: string; readonly run: string; readonly person: string },
): Promise<string> {
  const { objects, options, refs } = ground
  if (options.kind !== 'in-place') return base
  const changedByRun = new Map((await rawChanges(objects, base, run)).map((it) => [it.path, it]))
  const both = (await rawChanges(objects, base, person)).filter(({ path, mode, id }) => {
    const other = changedByRun.get(path)
    return other !== undefined && (other.mode !== mode || other.id !== id)
  })
  if (both.length === 0) return base
  const kept = await Promise.all(['drafts', begunFrom].map((it) => refs.list(ground.ref(`${it}/`))))
  const drafts = await Promise.all(kept.flatMap((it) => [...it.values()]).map((it) => treeOf(objects, it)))
  const earlier = new Map<string, TreeEntry | null>()
  for (const { path, mode, id } of both)
    for (const draft of drafts)
      if (isEntry(await entryAt(objects, draft, path), mode, id))
        earlier.set(path, mode === '000000' ? null : { mode, id })
  return withEntries(objects, base, earlier, (bytes) => objects.write('tree', bytes))
}
