/** The files on the disk, as far as workspaces may get them: what git ignores is built or kept there, and in no commit. */

import path from 'node:path'
import { isInstalled } from '../../gates/word-roles.ts'
import { filesOnDisk, type TreeFiles } from '../../system/tree-files.ts'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import { openOwnGitDir } from '../../workspaces/git/own-git-dir.ts'
import { runGit, splitNul } from '../../workspaces/git/run-git.ts'

/**
 * Leaves out what git ignores: that changes with every build, and no gate in a worktree sees it.
 *
 * @param of.looks absolute path of a folder for a git directory of ours
 * @param of.given paths that workspaces are given all the same, relative to `root`
 */
export async function filesForWorktrees(
  root: string,
  of: { readonly git: GitFacts; readonly looks: string; readonly given: readonly string[] },
): Promise<TreeFiles> {
  const disk = filesOnDisk(root)
  const { git } = of
  if (git.root === null) return disk
  const own = await openOwnGitDir(git, of.looks, [])
  const env = own.env({ index: path.join(git.gitDir, 'index'), worktree: git.root })
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z']
  const listed = await runGit({ args, cwd: git.root, env })
  const ignored = new Set(
    splitNul(listed.out)
      .map((it) => path.relative(root, path.join(git.root ?? root, it)))
      .filter((it) => !isInstalled(it) && !of.given.some((one) => isIn(one, it) || isIn(it, one))),
  )
  const isLeftOut = (name: string): boolean => {
    for (let at = name; at !== '.'; at = path.posix.dirname(at)) if (ignored.has(at)) return true
    return false
  }
  return { look: async (name) => (isLeftOut(name) ? null : disk.look(name)), list: (name) => disk.list?.(name) ?? none }
}

const none = Promise.resolve([])

function isIn(folder: string, name: string): boolean {
  return name === folder || name.startsWith(`${folder}/`)
}
