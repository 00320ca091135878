/** Whether the run of a spec is complete: what closes its files. */

import { isWaiting } from '../../../run/close.ts'
import type { RunState } from '../../../run/state.ts'

/**
 * Since when nothing is left to do and nothing waits for a person or a client, in milliseconds since the epoch; null while something
 * is, such as work that could not be published: nobody has looked whether the goal is reached before that.
 */
export function completeSince(state: RunState): number | null {
  const { closed } = state.course
  return closed === null || isWaiting(state) ? null : closed.at
}
