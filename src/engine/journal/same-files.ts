/** Whether the files of an open database are still those at their paths: SQLite goes on writing to files that were deleted. */

import { statSync } from 'node:fs'

export interface SameFiles {
  /** Whether nobody has deleted or replaced one since it was first seen. */
  hold(): boolean
}

/**
 * Remembers which files these are.
 * @param file of a database that is open; the log beside it is remembered when it is first there
 */
export function sameFiles(file: string): SameFiles {
  const known = new Map<string, string>()
  const isKnown = (it: string): boolean => {
    const facts = statSync(it, { throwIfNoEntry: false, bigint: true })
    const now = facts ? `${facts.dev} ${facts.ino}` : null
    const before = known.get(it)
    if (before === undefined && now !== null) known.set(it, now)
    return before === undefined || before === now
  }
  const hold = (): boolean => [file, `${file}-wal`].map(isKnown).every(Boolean)
  hold()
  return { hold }
}
