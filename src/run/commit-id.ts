/** Names of states of the files. */

import type { Commit } from './effect.ts'

/** Whether a state of the files is a commit that git knows: a folder without git has names of its own. */
export function isCommitId(name: Commit): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)
}
