/** A step that has failed with every method, and stands so while people are asked about it: no event has ended it yet. */

import type { RunState, StepRun, TaskRun } from '../state.ts'
import { isCompared, recordOf, stepName, triedBy } from './course.ts'
import type { StepRecord } from './record.ts'

/** What its record would be if it ended now; null of a step that nobody is to be asked about for that. */
export function usedUp(state: RunState, task: TaskRun, step: StepRun): StepRecord | null {
  const at = isCompared(state, task) ? askedSince(state, task, step) : null
  if (at === null) return null
  return recordOf(state, task, { ...step, tried: triedBy(step, 'failure', at) }, { status: 'failed', at })
}

/** In milliseconds since the epoch. */
function askedSince({ reviews, course }: RunState, task: TaskRun, { waitingOn, spec }: StepRun): number | null {
  if (waitingOn?.is === 'stage') {
    const name = stepName(task, spec.id)
    return course.specletFailures.findLast((it) => it.step === name)?.at ?? null
  }
  const review = waitingOn?.is === 'human' ? reviews.get(waitingOn.review) : undefined
  return review?.kind === 'exhausted' ? review.askedAt : null
}
