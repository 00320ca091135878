/** A three-way merge of trees without a work tree. */

import { millwright, writeCommit } from './commits.ts'
import type { Objects } from './objects.ts'
import type { OwnGitDir } from './own-git-dir.ts'
import { GitError, runGit, splitNul } from './run-git.ts'

export type Merge =
  { readonly is: 'clean'; readonly tree: string } | { readonly is: 'conflict'; readonly paths: readonly string[] }

/**
 * Merges what `theirs` changed since `base` into `ours`.
 *
 * The three are trees. `merge-tree` of git 2.38 takes commits and finds their base by itself, so three small commits
 * without a reference are made; the same trees give the same commits.
 *
 * A file that was moved is found by its content, as people expect of git. A whole folder is not taken for moved: git would call
 * it a conflict where a new file is written into one from which others were moved away, which no order of tasks does.
 * @throws GitError when git could not do it
 */
export async function mergeTrees(
  own: OwnGitDir,
  objects: Objects,
  trees: { readonly base: string; readonly ours: string; readonly theirs: string },
): Promise<Merge> {
  if (trees.ours === trees.base || trees.ours === trees.theirs) return { is: 'clean', tree: trees.theirs }
  if (trees.theirs === trees.base) return { is: 'clean', tree: trees.ours }
  const stand = (tree: string, parents: readonly string[], message: string): string =>
    writeCommit(objects, { tree, parents, message, author: millwright, at: 0 })
  const base = stand(trees.base, [], 'base of a merge')
  const ours = stand(trees.ours, [base], 'tip')
  const theirs = stand(trees.theirs, [base], 'draft')
  const how = ['--write-tree', '-z', '--name-only', '--no-messages', '--end-of-options']
  const args = ['-c', 'merge.directoryRenames=false', 'merge-tree', ...how, ours, theirs]
  const result = await runGit({ args, cwd: own.dir, env: own.env() })
  const [tree = '', ...paths] = splitNul(result.out)
  if (result.code === 0) return { is: 'clean', tree }
  if (result.code === 1) return { is: 'conflict', paths: [...new Set(paths.filter((path) => path !== ''))] }
  throw new GitError(`git merge-tree: ${result.err || `exit ${result.code}`}`)
}
