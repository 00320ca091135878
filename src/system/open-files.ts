/** How many files this process may have open at once. */

import { textOfFile } from './files.ts'

/** So many a run needs: the journal, git, the supervisor, agents and gates. Measured: with 80 none of its tasks could begin. */
const leastFiles = 128

/** @returns what a person is told of a limit that is less; null where it is enough, and where the system does not tell */
export function tooFewFiles(
  limits = textOfFile('/proc/self/limits') ?? '',
): { readonly message: string; readonly help: string } | null {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
  if (limit >= leastFiles) return null
  return {
    message: `this process may open only ${limit} files at once, and a run needs ${leastFiles}`,
    help: 'raise the limit (ulimit -Hn), or have it raised by who runs this machine',
  }
}
