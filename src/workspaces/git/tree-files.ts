/** The files of a commit or tree, looked up by path. */

import type { TreeFiles, TreeLook } from '../../system/tree-files.ts'
import type { GitFacts } from './git-facts.ts'
import { openObjects, type Objects } from './objects.ts'
import { openOwnGitDir } from './own-git-dir.ts'
import { entryAt, readTree, treeOf } from './trees.ts'

/**
 * The files of a commit.
 *
 * @param name commit or tree; where it does not exist there are no files
 */
export function filesOf(objects: Objects, name: string): TreeFiles {
  let tree: Promise<string | null> | null = null
  return {
    async look(path): Promise<TreeLook | null> {
      tree ??= treeOf(objects, name).catch(() => null)
      const root = await tree
      const entry = root === null ? null : await entryAt(objects, root, path)
      if (entry === null || entry.mode === '160000') return null
      if (entry.mode === '40000') return { is: 'folder' }
      const bytes = (await objects.read(entry.id))?.bytes
      if (bytes === undefined) return null
      return entry.mode === '120000' ? { is: 'link', to: bytes.toString('utf8') } : { is: 'file', bytes }
    },
    async sizeOf(path) {
      tree ??= treeOf(objects, name).catch(() => null)
      const root = await tree
      const entry = root === null ? null : await entryAt(objects, root, path)
      return entry?.mode.startsWith('100') === true ? objects.sizeOf(entry.id) : null
    },
    async list(path) {
      tree ??= treeOf(objects, name).catch(() => null)
      const root = await tree
      const entry = root === null ? null : await entryAt(objects, root, path === '.' ? '' : path)
      if (entry?.mode !== '40000') return []
      const names = [...(await readTree(objects, entry.id)).keys()]
      return names.map((it) => Buffer.from(it, 'latin1').toString('utf8')).sort()
    },
  }
}

/**
 * Looks at commits of a repository without any run, through a git directory of our own.
 *
 * @param folder absolute path of a folder for that git directory, in the state folder
 */
export async function openCommits(
  facts: GitFacts,
  folder: string,
): Promise<{ at(name: string): TreeFiles; close(): void }> {
  const objects = openObjects(await openOwnGitDir(facts, folder, []))
  return { at: (name) => filesOf(objects, name), close: () => objects.close() }
}
