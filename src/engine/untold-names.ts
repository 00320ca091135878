/** Names of files are kept in the journal, shown and committed: one that holds a secret is in no draft (RELIABILITY S11). */

import type { Outcome } from '../run/outcome.ts'
import { finderOf, hideIn } from '../system/hide.ts'

type Taken = Extract<Outcome, { of: 'snapshot' }>

/**
 * What a look at a draft may tell. A name that was there before is known already.
 * @param secrets values that no program is to tell
 * @returns the same; a failure, for the next attempt, where the draft brings a file whose name holds one of them
 */
export function untoldNames(taken: Taken, secrets: readonly string[]): Taken {
  if (taken.is !== 'taken' || secrets.length === 0) return taken
  const finder = finderOf(secrets)
  const brought = taken.changes.filter((it) => it.change === 'added' || it.change === 'renamed').map((it) => it.path)
  const told = brought.find((it) => hideIn(it, finder) !== it)
  if (told !== undefined) {
    const reason = `the name of the new file ${hideIn(told, finder)} holds a secret, and names are kept and shown; give it another name`
    return { of: 'snapshot', is: 'failed', failure: { reason, help: '`millwright unblock` tries the task again' } }
  }
  const { links, outside } = taken
  return {
    ...taken,
    ...(links ? { links: links.map((it) => ({ ...it, to: hideIn(it.to, finder) })) } : {}),
    ...(outside ? { outside: outside.map((it) => ({ ...it, path: hideIn(it.path, finder) })) } : {}),
  }
}
