/** Steps that the plan does not hold any more, of a task that it holds: nobody works on them, and nobody is asked about them. */

import { isUnderWay } from './at-work.ts'
import { leaveOut } from './retry.ts'
import { nameOfStep } from '../plan/divided.ts'
import type { StepRun, TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { askNoMore, emit, subjectOf, type Turn } from './turn.ts'

/**
 * Ends what has begun of them, once nothing is under way for their task, which goes on without them. What is about to be merged is.
 * @returns whether something was ended
 */
export function endGoneSteps(turn: Turn, task: TaskRun): boolean {
  if (task.left || isUnderWay(turn.state, task)) return false
  const gone = goneSteps(task)
  if (gone.length > 0) askNoMore(turn, [task])
  for (const step of gone) {
    const because = `step ${nameOfStep(task.spec, step.spec)} is no longer in the plan`
    for (const { id, task: uid, step: of, answer } of turn.state.reviews.values())
      if (uid === task.uid && of === step.spec.id && answer === null)
        emit(turn, { type: 'review-withdrawn', review: id, because }, subjectOf(task, step))
    leaveOut(turn, task, step, { is: 'mark', text: because })
  }
  return gone.length > 0
}

function goneSteps({ spec, steps }: TaskRun): readonly StepRun[] {
  // Pending ones are gone with their line.
  if (steps.length <= spec.steps.length) return []
  const known = new Set(spec.steps.map(({ id }) => id))
  return steps.filter(({ spec: { id }, status }) => !known.has(id) && !isEnd(status) && status !== 'merging')
}
