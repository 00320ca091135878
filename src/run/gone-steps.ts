/** Steps that the plan does not hold any more, of a task that it holds: nobody works on them, and nobody is asked about them. */

import { isUnderWay } from './at-work.ts'
import { leaveOut } from './retry.ts'
import { nameOfStep } from '../plan/divided.ts'
import { ofAttempt } from './redo-earlier.ts'
import type { StepRun, TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { currentStep, isInPlan, isNextOf, taskStatus } from './task-status.ts'
import { askNoMore, emit, move, subjectOf, type Turn } from './turn.ts'

/**
 * Ends what has begun of them, once nothing is under way for their task, which goes on without them. What is about to be merged is.
 * @returns whether something was ended
 */
export function endGoneSteps(turn: Turn, task: TaskRun): boolean {
  if (task.left || isUnderWay(turn.state, task)) return false
  const gone = goneSteps(task)
  if (gone.length > 0) askNoMore(turn, [task])
  for (const step of gone) {
    const because = goneText(task, step)
    for (const { id, task: uid, step: of, answer } of turn.state.reviews.values())
      if (uid === task.uid && of === step.spec.id && answer === null)
        emit(turn, { type: 'review-withdrawn', review: id, because }, subjectOf(task, step))
    leaveOut(turn, task, step, { is: 'mark', text: because })
  }
  return gone.length > 0
}

/**
 * Of a task that a person opens again: what has ended badly is set aside where the plan does not hold it any more, so that the others
 * come next, at the turn of their task.
 */
export function setAsideGone(turn: Turn, task: TaskRun): void {
  for (const step of task.steps) {
    if (isInPlan(task, step) || step.status === 'done' || step.status === 'skipped') continue
    if (step.status === 'deferred') move(turn, task, step, { to: 'pending', because: 'by-human' })
    const cause = { is: 'mark', text: goneText(task, step) } as const
    move(turn, task, step, { to: 'skipped', because: 'not-critical', cause })
  }
  openUnproved(turn, task)
  awaitTurn(turn, task)
}

/**
 * Lets a task of which the plan has changed go on without steps that it does not hold any more.
 * @param waits whether it has waited for its turn
 */
export function goOnWithout(turn: Turn, task: TaskRun, waits: boolean): void {
  endGoneSteps(turn, task)
  openUnproved(turn, task)
  if (waits) awaitTurn(turn, task)
}

/** Within a task that nobody has begun in this run nothing comes next but at its turn. */
export function awaitTurn(turn: Turn, task: TaskRun): void {
  const next = currentStep(task)
  if (isNextOf(task, next)) move(turn, task, next, { to: 'pending', because: 'by-human' })
}

/**
 * A task that would be done by what was taken out of the plan has done nothing that is judged and merged: its last step is done once
 * more, on what is there then.
 */
function openUnproved(turn: Turn, task: TaskRun): void {
  if (task.left || task.proof !== null || taskStatus(task) !== 'done') return
  const last = task.steps.findLast((it) => it.status === 'done' && isInPlan(task, it))
  if (last === undefined) return
  move(turn, task, last, { to: 'pending', because: 'by-human' })
  const text =
    'the steps behind it are no longer in the plan, and nothing of its task is merged: do it on what is there now'
  emit(turn, { type: 'feedback-given', feedback: ofAttempt(last, text) }, subjectOf(task, last))
}

function goneText({ spec }: TaskRun, step: StepRun): string {
  return `step ${nameOfStep(spec, step.spec)} is no longer in the plan`
}

function goneSteps(task: TaskRun): readonly StepRun[] {
  // Pending ones are gone with their line.
  if (task.steps.length <= task.spec.steps.length) return []
  return task.steps.filter((it) => !isInPlan(task, it) && !isEnd(it.status) && it.status !== 'merging')
}
