/**
 * Questions about steps that were used up and are so no longer, as the plan has them now: it holds another way to do one, or can do
 * without it. They are taken back, and the step goes on by itself.
 */

import type { StepSpec } from '../../plan/model.ts'
import { voidText } from '../changed-draft.ts'
import { isSentBack, letGo } from '../retry.ts'
import type { Review, RunState, StepRun, TaskRun } from '../state.ts'
import { askNoMore, emit, move, subjectOf, type Turn } from '../turn.ts'
import { nextMethod } from './next-method.ts'

/** The steps that people are asked about since no method of them is left, as the plan had them, by the question. */
export function usedUpSteps(state: RunState): ReadonlyMap<string, StepSpec> {
  return new Map(openOf(state).map(({ review, step }) => [review.id, step.spec]))
}

/**
 * Goes on with what is not used up any more. A person who is to say more than that it has failed is asked all the same: about work
 * that does not merge, that they have sent back, or of which they have changed the draft.
 * @param before the steps before the plan was read (`usedUpSteps`)
 */
export function renewUsedUp(turn: Turn, before: ReadonlyMap<string, StepSpec>): void {
  for (const { review, task, step } of openOf(turn.state)) {
    const former = before.get(review.id)
    const cause = step.usedUp?.cause
    if (former === undefined || former === step.spec || cause === undefined) continue
    if (cause.is === 'conflict' || cause.is === 'red-without' || voidText(step) !== null || isSentBack(step)) continue
    if (nextMethod(step) !== null && hasMore(former, step.spec)) {
      takeBack(turn, task, step, review, 'the plan has another way to do it since it was asked')
      move(turn, task, step, { to: 'working', because: 'next-method', cause })
    } else if (former.critical && !step.spec.critical && !step.wasMerged) {
      takeBack(turn, task, step, review, 'its step is not critical any more, as the plan says since it was asked')
      letGo(turn, task, step, cause)
    }
  }
}

function hasMore(former: StepSpec, { methods }: StepSpec): boolean {
  const known = new Set(former.methods.map(({ id }) => id))
  return methods.some(({ id }) => !known.has(id))
}

function takeBack(turn: Turn, task: TaskRun, step: StepRun, { id }: Review, because: string): void {
  askNoMore(turn, [task])
  emit(turn, { type: 'review-withdrawn', review: id, because }, subjectOf(task, step))
}

interface Open {
  readonly review: Review
  readonly task: TaskRun
  readonly step: StepRun
}

function openOf({ reviews, tasks }: RunState): readonly Open[] {
  return [...reviews.values()].flatMap((review) => {
    if (review.kind !== 'exhausted' || review.answer !== null) return []
    const task = tasks.get(review.task)
    const step = task?.steps.find(({ spec }) => spec.id === review.step)
    if (task === undefined || step === undefined || step.usedUp === null) return []
    const isAsked = step.waitingOn?.is === 'human' && step.waitingOn.review === review.id
    return isAsked && !task.left ? [{ review, task, step }] : []
  })
}
