/** The exit code that a run's state comes to. */

import type { RunState } from '../../run/state.ts'
import { lacksDeliverable } from '../../run/completion/complete-run.ts'
import { redMilestones } from '../../run/milestone.ts'
import { viewRun } from '../../run/views.ts'
import { exitCodes } from '../exit-codes.ts'

/**
 * The exit code over what was selected: waiting wins over not done (DESIGN, The command line). What the plan or a person
 * skipped or deferred is not open: somebody decided it. A task of which every step failed, critical or not, is not done.
 */
export function exitCodeOf(state: RunState): number {
  const view = viewRun(state)
  if (view.status === 'waiting' || view.status === 'paused' || view.status === 'stopped') return exitCodes.waiting
  const open = view.counts.blocked + view.counts.failed + view.counts.remaining + failedAltogether(state)
  // Tasks may all be done, and what they make together may not work.
  const isWhole = redMilestones(state).length === 0 && !lacksDeliverable(state)
  return open === 0 && isWhole ? exitCodes.done : exitCodes.notDone
}

/** How many tasks nobody left out, and of which nothing came all the same. */
function failedAltogether({ tasks }: RunState): number {
  return [...tasks.values()].filter(
    ({ selected, steps }) => selected && steps.every((it) => it.status === 'skipped' && it.because === 'not-critical'),
  ).length
}
