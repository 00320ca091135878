/** Which tasks a person let pass although something was red, as the commits tell: everybody has them who has the work. */

import type { FormerOverruling } from '../../run/against.ts'
import { trailersIn } from './commits.ts'
import { runGit } from './run-git.ts'

/**
 * Looks at what leads to the checked out commit.
 * @param folder absolute path of a folder of the repository
 * @param files the plan's, relative to that folder: a commit that ends a task shows it there
 * @returns key of a task → the commit by which it was done last, where it says that; else null. Empty where git cannot tell
 */
export async function overriddenCommits(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, FormerOverruling | null>> {
  const { code, out } = await runGit({
    args: [
      ...['log', '--full-history', '--no-show-signature', '-z', '--format=%H%n%B'],
      ...['--grep=^Millwright-Task: ', 'HEAD', '--', ...files],
    ],
    cwd: folder,
  })
  const found = new Map<string, FormerOverruling | null>()
  for (const text of code === 0 ? out.toString('utf8').split('\0') : []) {
    const end = text.indexOf('\n')
    const trailers = trailersIn(`${text.slice(0, end)}\n\n${text.slice(end + 1)}`)
    const task = trailers.get('Millwright-Task')
    if (task === undefined || found.has(task)) continue
    const red = trailers.get('Millwright-Overridden')
    found.set(task, red === undefined ? null : { commit: text.slice(0, end), red })
  }
  return found
}
