/**
 * Which of some files a person's checkout holds otherwise than it has them committed. Git merges over none of these but the
 * ignored ones, which it takes for worthless.
 */

import path from 'node:path'
import { kindOfPath } from '../../system/look-at-path.ts'
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

/**
 * What a person has in a folder where one of some files goes, or as a file where a folder of theirs does: git merges over none
 * of that, or takes it away where it is ignored.
 *
 * @param call as for `openPaths`
 * @param staged what is staged, and none of these files
 * @returns `paths`: such a folder or file; of a folder that holds some of these files too, what else is in it. `stuck`: folders
 *   that git puts aside in no way: empty ones, and repositories of their own
 */
export async function pathsInTheWay(
  call: Pick<GitCall, 'cwd' | 'env'>,
  paths: readonly string[],
  staged: readonly string[],
): Promise<{ readonly paths: readonly string[]; readonly stuck: readonly string[] }> {
  const kinds = new Map<string, ReturnType<typeof kindOfPath>>()
  const kindOf = (name: string): ReturnType<typeof kindOfPath> => {
    const known = kinds.get(name)
    if (known !== undefined) return known
    const kind = kindOfPath(path.join(call.cwd, name))
    kinds.set(name, kind)
    return kind
  }
  const spots = new Set(
    paths.flatMap((it) => [
      ...(kindOf(it) === 'folder' ? [it] : []),
      ...foldersOf(it).filter((folder) => kindOf(folder) === 'file'),
    ]),
  )
  const known = new Set(paths)
  const tracked = await namedBy(call, [['ls-files', '-z']], [...spots])
  const named = [...(await namedBy(call, [['ls-files', '-o', '-z']], [...spots])), ...staged]
  const inTheWay: string[] = []
  const stuck: string[] = []
  for (const spot of spots) {
    const there = named.filter((it) => it === spot || it.startsWith(`${spot}/`))
    const theirs = there.filter((it) => !known.has(it))
    // Git names a repository of its own with a slash, or not at all.
    const isEmpty = there.length === 0 && ![...tracked].some((it) => it.startsWith(`${spot}/`))
    const isStuck = kindOf(spot) === 'folder' && (isEmpty || there.some((it) => it.endsWith('/')))
    if (isStuck) stuck.push(spot)
    else inTheWay.push(...(theirs.length === there.length && theirs.length > 0 ? [spot] : theirs))
  }
  return { paths: inTheWay, stuck }
}

/** The folders that a path leads through, the outermost first. */
function foldersOf(name: string): readonly string[] {
  const parts = name.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
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
    for (const it of found) if (it.code === 0) for (const name of splitNul(it.out)) named.add(name)
  }
  return named
}
