/** Whether the run of a spec is complete: what closes its files. */

import { tasksOfPlan } from '../../../run/steps/planned-tasks.ts'
import type { RunState } from '../../../run/state.ts'

/** Since when nothing is left to do and nothing waits for a person or a client, in milliseconds since the epoch; null while something is. */
export function completeSince(state: RunState): number | null {
  const { closed } = state.course
  return closed === null || isOpen(state) ? null : closed.at
}

/** Whether a run that has nothing under way does not end yet. */
function isOpen(state: RunState): boolean {
  if ([...state.reviews.values()].some(({ answer }) => answer === null) || state.merging.length > 0) return true
  return tasksOfPlan(state).some(
    ({ selected, steps }) => selected && steps.some(({ waitingOn }) => waitingOn?.is === 'connection'),
  )
}
