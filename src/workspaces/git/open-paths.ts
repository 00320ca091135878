/** Which of some files a person's checkout holds otherwise than it has them committed: git merges over none of these. */

import { runGit, splitNul, type GitCall } from './run-git.ts'

/** What a system takes as the words of one call, by the longest path that it has (4,096 bytes in 2 MB). */
const mostAtOnce = 400

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
  const open = new Set<string>()
  for (let from = 0; from < paths.length; from += mostAtOnce) {
    const some = paths.slice(from, from + mostAtOnce)
    const looks = [
      ['ls-files', '-m', '-o', '--exclude-standard', '-z', '--', ...some],
      ['diff-index', '--cached', '--name-only', '-z', head, '--', ...some],
    ]
    const found = await Promise.all(looks.map((args) => runGit({ ...call, args: ['--literal-pathspecs', ...args] })))
    for (const it of found) if (it.code === 0) for (const path of splitNul(it.out)) open.add(path)
  }
  return open
}
