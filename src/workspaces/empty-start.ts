/** Where a run begins in a repository without a commit: on a commit of ours without files. */

import type { Commit } from '../run/effect.ts'
import { millwright, writeCommit } from './git/commits.ts'
import { objectId } from './git/objects.ts'
import { git } from './git/run-git.ts'
import { treeOf } from './git/trees.ts'
import type { Ground } from './ground.ts'

/** Writes that commit. */
export function emptyStart(ground: Ground): Commit {
  const tree = ground.objects.write('tree', new Uint8Array())
  // By the trailer it is known as ours, as every commit of a run is.
  const message = `Start without files: the repository had no commit yet\n\nMillwright-Run: ${ground.options.run}`
  return writeCommit(ground.objects, { tree, parents: [], message, author: millwright, at: ground.options.now() })
}

/**
 * That commit below a tip, or null where the run began on something: what a person commits first has no history in common
 * with it, and still stands on the same nothing.
 */
export async function emptyStartOf(ground: Ground, tip: Commit): Promise<Commit | null> {
  const { objects, own } = ground
  const roots = await git({ args: ['rev-list', '--max-parents=0', tip], cwd: own.dir, env: own.env() })
  const [root = '', ...others] = roots.toString('utf8').trim().split('\n')
  if (root === '' || others.length > 0) return null
  const commit = await objects.read(root)
  const isOurs = commit !== null && Buffer.from(commit.bytes).includes('\n\nMillwright-Run: ')
  return isOurs && (await treeOf(objects, root)) === objectId(own.hash, 'tree', new Uint8Array()) ? root : null
}
