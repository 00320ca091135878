/**
 * What a person commits in place while their draft waits and no agent is at work: the task goes on from it, and it is no work of
 * the task.
 */

import type { EffectOf } from './workspaces.ts'
import { covers } from '../run/path-pattern.ts'
import { protectedPaths } from './evidence-tree.ts'
import { rawChanges } from './git/changes.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import type { Ground } from './ground.ts'
import { readHead } from './publish/human-checkout.ts'

/** Where the person's branch stood, and what the folder held, when a draft was taken. */
export interface Seen {
  readonly head: string | null
  readonly draft: string
}

/** A path as commits have it that came since; without an entry they have taken it away. */
export interface Brought {
  readonly path: string
  readonly entry: TreeEntry | null
}

/**
 * What commits have brought since a draft was taken, as far as the folder has it so. What the draft held already is the work of
 * its agent, whoever has committed it.
 * @param folder tree of the folder as it is now
 */
export async function broughtSince(ground: Ground, { head, draft }: Seen, folder: string): Promise<readonly Brought[]> {
  const { objects } = ground
  const now = (await readHead(ground)).commit
  if (head === null || now === null || now === head || (await objects.read(head)) === null) return []
  const drafted = await treeOf(objects, draft)
  const ours = protectedPaths(ground)
  const found: Brought[] = []
  for (const { path, mode, id } of await rawChanges(objects, head, now)) {
    if (ours.some((it) => it === path || path.startsWith(`${it}/`))) continue
    if (!isEntry(await entryAt(objects, folder, path), mode, id)) continue
    if (!isEntry(await entryAt(objects, drafted, path), mode, id))
      found.push({ path, entry: mode === '000000' ? null : { mode, id } })
  }
  return found
}

/** Of what was brought that which is no work of the task: whoever commits what it declares has done its work. */
export function foreignTo(declared: EffectOf<'snapshot'>['declared'], brought: readonly Brought[]): readonly Brought[] {
  const own = declared.filter((it) => it.action !== 'read')
  return brought.filter(({ path }) => !own.some((file) => covers(file, path)))
}

/**
 * The tree of a state that a step began on, with what was brought since, but for what that state has otherwise than the one before
 * it all: that is the work of an earlier step.
 * @param first the state that the task began on
 */
export async function withBrought(
  { objects }: Ground,
  state: string,
  { first, brought }: { readonly first: string; readonly brought: readonly Brought[] },
): Promise<string> {
  const [tree, before] = [await treeOf(objects, state), await treeOf(objects, first)]
  const changes = new Map<string, TreeEntry | null>()
  for (const { path, entry } of brought) {
    const [there, was] = [await entryAt(objects, tree, path), await entryAt(objects, before, path)]
    if (there?.id === was?.id && there?.mode === was?.mode) changes.set(path, entry)
  }
  return withEntries(objects, tree, changes, (bytes) => objects.write('tree', bytes))
}

/** Whether an entry is one that git names by mode and id; what is not there has a mode of its own. */
export function isEntry(entry: TreeEntry | null, mode: string, id: string): boolean {
  return mode === '000000' ? entry === null : entry?.mode === mode && entry.id === id
}
