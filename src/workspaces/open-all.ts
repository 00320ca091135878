/** Gives us back the rights that an agent took away in a folder of ours. */

import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { GitError } from './git/run-git.ts'

/**
 * Makes every folder below one readable and writable for us, and every file readable; links are not followed. Git keeps
 * none of these rights.
 *
 * @returns how many were not
 * @throws GitError where another user's right would be needed
 */
export function openAll(folder: string): number {
  let opened = open(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) opened += openAll(inside)
    else if (entry.isFile()) opened += open(inside, 0o400)
  }
  return opened
}

function open(file: string, wanted: number): number {
  const { mode } = lstatSync(file)
  if ((mode & wanted) === wanted) return 0
  try {
    chmodSync(file, (mode & 0o777) | wanted)
    return 1
  } catch {
    throw new GitError(`${file} cannot be read, and belongs to another user; take it away, then unblock`)
  }
}
