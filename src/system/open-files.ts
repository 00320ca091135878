/** How many files this process may have open at once. */

import { textOfFile } from './files.ts'

/** So many a run needs: the journal, git, the supervisor, agents and gates. Measured: with 80 none of its tasks could begin. */
const leastFiles = 128

/** @returns the limit where it is less than a run needs; null where it is enough, and where the system does not tell */
export function tooFewFiles(limits = textOfFile('/proc/self/limits') ?? ''): number | null {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
  return limit < leastFiles ? limit : null
}
