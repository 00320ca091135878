/** Which of some files a person's checkout holds otherwise than it has them committed: git merges over none of these. */

import { runGit, splitNul, type GitCall } from './run-git.ts'

/**
 * @param call where git looks: the checkout's root, with its index and its files
 * @param head the commit that is checked out
 * @returns those that are new, changed or staged, and ignored nowhere; what git cannot tell counts as committed
 */
export async function openPaths(
  call: Pick<GitCall, 'cwd' | 'env'>,
  head: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const looks = [
    ['ls-files', '-m', '-o', '--exclude-standard', '-z', '--', ...paths],
    ['diff-index', '--cached', '--name-only', '-z', head, '--', ...paths],
  ]
  const found = await Promise.all(looks.map((args) => runGit({ ...call, args })))
  return new Set(found.flatMap((it) => (it.code === 0 ? splitNul(it.out) : [])))
}
