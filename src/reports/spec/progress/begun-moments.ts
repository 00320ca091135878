/** Moments of a step without those that say of a method that it began, where nobody has worked by it. */

import type { HeldCheckpoint } from '../../../run/education/checkpoint.ts'
import type { StepMoment } from '../../../run/steps/moment.ts'

/**
 * A method that a person has chosen begins once somebody works by it: until then an edit of the plan may have them asked anew
 * (seed 004 §3). What is there stays there.
 * @param moments of one step, in order
 * @param of.checkpoints of that step, in order
 * @param of.attempts how often it was tried by now
 */
export function begunMoments(
  moments: readonly StepMoment[],
  { checkpoints, attempts }: { readonly checkpoints: readonly HeldCheckpoint[]; readonly attempts: number },
): readonly StepMoment[] {
  return moments.filter((it, at) => {
    const chosen = checkpoints.findLastIndex((held) => held.selected !== null && held.at <= it.at)
    const choice = checkpoints[chosen]
    if (it.status !== 'started' || choice === undefined || tellsOfWork(moments[at + 1])) return true
    return (checkpoints[chosen + 1]?.shown.attempts ?? attempts) > choice.shown.attempts
  })
}

/** Whether what comes next is there since somebody has worked. */
function tellsOfWork(next: StepMoment | undefined): boolean {
  if (next === undefined || next.status === 'started') return false
  return next.status !== 'skipped' || next.method !== null
}
