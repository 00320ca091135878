/** The checkouts of a repository: its main one and the linked worktrees. */

import { runGit, type GitCall } from './run-git.ts'

export interface ListedCheckout {
  /** Absolute path of its top folder; of a bare repository its git directory. */
  readonly folder: string
  readonly isBare: boolean
  /** Full name of the branch that it stands on; null where it stands on none. */
  readonly branch: string | null
}

/**
 * Asks git for all of them.
 * @returns an empty list where git does not open the repository
 */
export async function listCheckouts(call: Omit<GitCall, 'args'>): Promise<readonly ListedCheckout[]> {
  const { out } = await runGit({ ...call, args: ['worktree', 'list', '--porcelain', '-z'] })
  // An empty line ends each of them.
  const records = out.toString('utf8').split('\0\0')
  return records.flatMap((record) => {
    const lines = record.split('\0')
    const named = (name: string): string | null =>
      lines.find((it) => it.startsWith(`${name} `))?.slice(name.length + 1) ?? null
    const folder = named('worktree')
    return folder === null ? [] : [{ folder, isBare: lines.includes('bare'), branch: named('branch') }]
  })
}
