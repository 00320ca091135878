/** Where links of a project lead: what leads out of the repository is neither read nor written. */

import { lstatSync, realpathSync } from 'node:fs'
import type { Wrong } from '../refusal.ts'

/** Where a link leads, `dangling` where to nothing, null where the file is no link, or not there. */
export function linkAt(file: string): string | null {
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null
  } catch {
    // What is wrong there is said by reading it.
    return null
  }
  try {
    return realpathSync(file)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'dangling' : null
  }
}

/** Why a file is not written: behind a link lies what nobody named, and a repository may have any. Null where it is no link. */
export function refuseLink(file: string, help: string): Wrong | null {
  const to = linkAt(file)
  if (to === null) return null
  return {
    is: 'wrong',
    message: `${file} is a link, to ${to === 'dangling' ? 'nothing' : to}; it was left as it is`,
    help,
  }
}
