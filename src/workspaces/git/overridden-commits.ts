/** Which tasks a person let pass although something was red, as the commits tell: everybody has them who has the work. */

import type { FormerOverruling } from '../../run/against.ts'
import { trailerLinesIn } from './commits.ts'
import { runGit, splitNul } from './run-git.ts'

/** What a commit says of a task. */
export interface CommitOverruling extends FormerOverruling {
  /** The first signs of the hash of the words that the task had. */
  readonly words: string
}

/**
 * Looks at what leads to the checked out commit.
 * @param folder absolute path of a folder of the repository
 * @param file the plan, relative to that folder: a commit that ends a task shows it there, by whatever name it had then
 * @returns key of a task → the commit by which it was done last, where it says that; else null. Empty where git cannot tell
 */
export async function overriddenCommits(
  folder: string,
  file: string,
): Promise<ReadonlyMap<string, CommitOverruling | null>> {
  const { code, out } = await runGit({
    args: [
      ...['log', '--full-history', '--no-show-signature', '-z', '--format=%H%n%B', '--encoding=UTF-8'],
      ...['--basic-regexp', '--grep=^Millwright-Task: ', 'HEAD', '--', file, ...(await formerNames(folder, file))],
    ],
    cwd: folder,
  })
  const found = new Map<string, CommitOverruling | null>()
  for (const text of code === 0 ? splitNul(out) : []) {
    const end = text.indexOf('\n')
    const trailers = trailerLinesIn(`${text.slice(0, end)}\n\n${text.slice(end + 1)}`)
    const said = (name: string): string | undefined => trailers.find(([key]) => key === name)?.[1]
    const red = said('Millwright-Overridden')
    const done = trailers.flatMap(([key, value]) => (key === 'Millwright-Does' ? [wordsOf(value)] : []))
    for (const { task, words } of [{ task: said('Millwright-Task'), words: said('Millwright-Words') }, ...done])
      if (task !== undefined && !found.has(task))
        found.set(task, red === undefined ? null : { commit: text.slice(0, end), red, words: words ?? '' })
  }
  return found
}

/** A key and the hash of the words behind it. */
function wordsOf(value: string): { readonly task: string; readonly words: string } {
  const at = value.lastIndexOf(' ')
  return { task: value.slice(0, Math.max(0, at)), words: value.slice(at + 1) }
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
