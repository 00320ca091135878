/**
 * Which of some files a person's checkout holds otherwise than it has them committed. Git merges over none of these but the
 * ignored ones, which it takes for worthless.
 */

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
  const looks = [
    ['ls-files', '-m', '-o', '--exclude-standard', '-z'],
    ['diff-index', '--cached', '--name-only', '-z', head],
  ]
  return namedBy(call, looks, paths)
}

/**
 * @param call as for `openPaths`
 * @returns those that lie there, and that git ignores there
 */
export async function ignoredPaths(
  call: Pick<GitCall, 'cwd' | 'env'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  return namedBy(call, [['ls-files', '-o', '-i', '--exclude-standard', '-z']], paths)
}

/** What any of some looks of git names of these paths. */
async function namedBy(
  call: Pick<GitCall, 'cwd' | 'env'>,
  looks: readonly (readonly string[])[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (let from = 0; from < paths.length; from += mostAtOnce) {
    const some = ['--', ...paths.slice(from, from + mostAtOnce)]
    const found = await Promise.all(
      looks.map((args) => runGit({ ...call, args: ['--literal-pathspecs', ...args, ...some] })),
    )
    for (const it of found) if (it.code === 0) for (const path of splitNul(it.out)) named.add(path)
  }
  return named
}
