/** Which tasks a person let pass although something was red, as the commits tell: everybody has them who has the work. */

import type { FormerOverruling } from '../../run/against.ts'
import { trailerLinesIn } from './commits.ts'
import { runGit, splitNul } from './run-git.ts'

/**
 * Looks at what leads to the checked out commit.
 * @param folder absolute path of a folder of the repository
 * @param file the plan, relative to that folder: a commit that ends a task shows it there, by whatever name it had then
 * @returns key of a task → the commit by which it was done last, where it says that; else null. Empty where git cannot tell
 */
export async function overriddenCommits(
  folder: string,
  file: string,
): Promise<ReadonlyMap<string, FormerOverruling | null>> {
  const { code, out } = await runGit({
    args: [
      ...['log', '--full-history', '--no-show-signature', '-z', '--format=%H%n%B'],
      ...['--grep=^Millwright-Task: ', 'HEAD', '--', file, ...(await formerNames(folder, file))],
    ],
    cwd: folder,
  })
  const found = new Map<string, FormerOverruling | null>()
  for (const text of code === 0 ? splitNul(out) : []) {
    const end = text.indexOf('\n')
    const trailers = trailerLinesIn(`${text.slice(0, end)}\n\n${text.slice(end + 1)}`)
    const red = trailers.find(([key]) => key === 'Millwright-Overridden')?.[1]
    for (const [key, task] of trailers)
      if ((key === 'Millwright-Task' || key === 'Millwright-Does') && !found.has(task))
        found.set(task, red === undefined ? null : { commit: text.slice(0, end), red })
  }
  return found
}

/** Names that a file had before it was moved, as far as git tells. */
async function formerNames(folder: string, file: string): Promise<readonly string[]> {
  const { code, out } = await runGit({
    args: ['log', '--follow', '--diff-filter=R', '--name-status', '-z', '--format=', 'HEAD', '--', file],
    cwd: folder,
  })
  if (code !== 0) return []
  // Each is three words: how alike they are, the name before and the name after.
  const words = splitNul(out).map((it) => it.trim())
  return [...new Set(words.filter((_, at) => /^R\d*$/.test(words[at - 1] ?? '')))]
}
