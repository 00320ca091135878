/** What a person has not committed: agents work on what is committed, and cannot see it. */

import path from 'node:path'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import { openOwnGitDir } from '../../workspaces/git/own-git-dir.ts'
import { runGit, splitNul } from '../../workspaces/git/run-git.ts'

/**
 * Looks through a git directory of our own, as all looking does: a filter that the repository's configuration names would
 * be run by `git status` (RELIABILITY S7).
 *
 * @param facts of the repository
 * @param folder absolute path of a folder for that git directory, in the state folder
 * @param ours paths of the plan and its bookkeeping, relative to the repository: they are ours to write and never told
 * @returns paths relative to the repository, each once; empty where it cannot be told
 */
export async function uncommittedPaths(
  facts: GitFacts,
  folder: string,
  ours: readonly string[],
): Promise<readonly string[]> {
  if (facts.root === null) return []
  const own = await openOwnGitDir(facts, folder, [])
  const env = own.env({ index: path.join(facts.gitDir, 'index'), worktree: facts.root })
  const head = await runGit({ args: ['rev-parse', '--verify', '--quiet', 'HEAD'], cwd: facts.root, env: own.human })
  const commit = head.out.toString('utf8').trim()
  const find = async (args: readonly string[]): Promise<readonly string[]> => {
    const found = await runGit({ args, cwd: facts.root ?? '', env })
    return found.code === 0 ? splitNul(found.out) : []
  }
  const untracked = ['-o', '--exclude-standard', '-z']
  const looks = [
    ['ls-files', '-m', '-d', '--directory', '--no-empty-directory', ...untracked],
    // Without a commit nothing of what is staged is committed.
    head.code === 0 && commit !== ''
      ? ['diff-index', '--cached', '--name-only', '-z', commit, '--']
      : ['ls-files', '-z'],
  ]
  const found = (await Promise.all(looks.map(find))).flat()
  // A folder nobody has committed is told as one path; one that holds something of ours is looked into.
  const inside = await Promise.all(
    found.map(async (it) => {
      const isOurs = it.endsWith('/') && ours.some((own) => own.startsWith(it))
      return isOurs ? find(['ls-files', ...untracked, '--', it]) : [it]
    }),
  )
  return [...new Set(inside.flat())].filter((it) => !ours.includes(it))
}

/** What is new since an earlier look. A folder is told as one path only while all of it is uncommitted: what lies in it is not new. */
export function newlyUncommitted(before: readonly string[], after: readonly string[]): readonly string[] {
  const lies = (path: string, folder: string): boolean => folder.endsWith('/') && path.startsWith(folder)
  return after.filter((it) => !before.some((known) => known === it || lies(it, known) || lies(known, it)))
}
