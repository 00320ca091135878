/** Where links of a project lead: what leads out of the repository is neither read nor written. */

import { lstatSync, realpathSync } from 'node:fs'

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
