/** Whether a file that this checkout lacks was moved, or only lies elsewhere: on another branch, or in another worktree. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { runGit, splitNul } from './run-git.ts'

/**
 * Which branch a checkout stands on.
 * @param root absolute path of its top folder
 * @returns its full name (`refs/heads/main`), or null where it stands on none
 */
export async function branchOfCheckout(root: string): Promise<string | null> {
  const { code, out } = await runGit({ args: ['symbolic-ref', '-q', 'HEAD'], cwd: root })
  return code === 0 ? out.toString('utf8').trim() : null
}

/**
 * Whether a file lies in another worktree, or on a branch that the checkout does not continue.
 * @param root absolute path of the checkout's top folder, in which the file is not
 * @param file its path from there, with `/`, and the full name of the branch that it was on; null where that is not known
 */
export async function isKeptElsewhere(
  root: string,
  { path: file, branch }: { readonly path: string; readonly branch: string | null },
): Promise<boolean> {
  if ((await otherCheckouts(root)).some((it) => existsSync(path.join(it, file)))) return true
  if (branch === null || branch === (await branchOfCheckout(root))) return false
  const has = await runGit({ args: ['cat-file', '-e', `${branch}:${file}`], cwd: root })
  if (has.code !== 0) return false
  // From here the branch was continued: what it holds more is what was taken away since.
  return (await runGit({ args: ['merge-base', '--is-ancestor', branch, 'HEAD'], cwd: root })).code !== 0
}

/** @returns absolute paths of the top folders of the main checkout and the linked worktrees, without this one */
export async function otherCheckouts(root: string): Promise<readonly string[]> {
  const [all, top] = await Promise.all([
    runGit({ args: ['worktree', 'list', '--porcelain', '-z'], cwd: root }),
    runGit({ args: ['rev-parse', '--show-toplevel'], cwd: root }),
  ])
  const own = top.out.toString('utf8').replace(/\n$/, '')
  const named = 'worktree '
  const folders = splitNul(all.out).flatMap((it) => (it.startsWith(named) ? [it.slice(named.length)] : []))
  return folders.filter((it) => it !== own)
}
