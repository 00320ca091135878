/** What evidence is bound to: the hash of a tree with the plan and its bookkeeping left out. */

import { contractPath } from '../plan/path-safety.ts'
import type { EvidenceTree } from '../run/effect.ts'
import { objectId } from './git/objects.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import { ownFiles, type Ground } from './ground.ts'

/** Our own folder beside a plan; never part of a draft. */
const ownFolder = '.millwright'

/** Paths that agents' trees never change. */
export function protectedPaths(ground: Ground): readonly string[] {
  return [...ownFiles(ground.options), ownFolder, contractPath]
}

/**
 * The evidence tree of a commit or tree. Only computed, not stored: it names a state and nothing is read from it.
 * @throws GitError when there is no such commit
 */
export async function evidenceTreeOf(ground: Ground, name: string): Promise<EvidenceTree> {
  const tree = await treeOf(ground.objects, name)
  const without = new Map<string, null>(protectedPaths(ground).map((path) => [path, null]))
  const computed = new Map<string, Buffer>()
  const overlay = {
    ...ground.objects,
    read: async (id: string) => {
      const bytes = computed.get(id)
      return bytes ? { id, type: 'tree', bytes } : ground.objects.read(id)
    },
  }
  return withEntries(overlay, tree, without, (bytes) => {
    const id = objectId(ground.own.hash, 'tree', bytes)
    computed.set(id, bytes)
    return id
  })
}

/**
 * A tree with the bookkeeping entries of another one, and with those that no draft changes.
 * @returns the tree's id and the paths that differed
 */
export async function withBookkeepingOf(
  ground: Ground,
  tree: string,
  source: string,
): Promise<{ readonly tree: string; readonly differed: readonly string[] }> {
  const changes = new Map<string, TreeEntry | null>()
  // In place the person's own files are what the draft is taken of.
  const held = ground.options.kind === 'worktree' ? (ground.options.held ?? []) : []
  for (const path of [...protectedPaths(ground), ...held]) {
    const [mine, theirs] = await Promise.all([
      entryAt(ground.objects, tree, path),
      entryAt(ground.objects, source, path),
    ])
    if (mine?.id !== theirs?.id || mine?.mode !== theirs?.mode) changes.set(path, theirs)
  }
  const next = await withEntries(ground.objects, tree, changes, (bytes) => ground.objects.write('tree', bytes))
  return { tree: next, differed: [...changes.keys()] }
}
