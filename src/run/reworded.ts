/** Tasks whose words were changed while somebody worked by the old ones: an attempt is bound to its brief. */

import { isDoneByOtherSteps, ofAttempt, redoEarlier } from './redo-earlier.ts'
import type { Cause } from './step-status.ts'
import { failAttempt } from './retry.ts'
import type { TaskSpec } from '../plan/model.ts'
import type { StepRun, TaskRun } from './state.ts'
import { isOutdated } from './step-base.ts'
import { stepName } from './steps/course.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/**
 * Work that was done by other words than the plan has now is done again by the new ones, on top of what is there. It is
 * nobody's failure and uses no retry; without an end it would go on only as long as interruptions may.
 *
 * @returns whether it goes back to work
 */
export function redoReworded(turn: Turn, task: TaskRun, step: StepRun): boolean {
  if (step.status === 'merging' && step.cause !== null) return redoWithout(turn, task, step, step.cause)
  if (step.briefed === null || step.briefed === task.spec.textHash || step.spec.methods.length === 0) return false
  const said = 'the task was changed in the plan while it was worked on; do it as it says now'
  if (step.rewordings >= turn.state.policy.interruptions) failAttempt(turn, task, step, ofAttempt(step, said))
  else
    workAgain(turn, task, step, {
      told: `${nameOf(task)} was changed in the plan while it was worked on: it is worked on again, as it says now`,
      said,
    })
  return true
}

/** @param of.told to people. @param of.said to whoever works on it */
function workAgain(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  { told, said }: { readonly told: string; readonly said: string },
): void {
  emit(turn, { type: 'finding', kind: 'reworded', text: told })
  emit(turn, { type: 'feedback-given', feedback: ofAttempt(step, said) }, subjectOf(task, step))
  move(turn, task, step, { to: 'working', because: 'reworded' })
}

/**
 * A draft that another step of its task was done behind is done again on top of that: it would be lost beside it.
 * @returns whether it goes back to work
 */
export function redoOutdated(turn: Turn, task: TaskRun, step: StepRun): boolean {
  if (turn.state.policy.workspace !== 'worktree' || !isOutdated(task, step) || step.spec.methods.length === 0)
    return false
  workAgain(turn, task, step, {
    told: `step ${stepName(task, step.spec.id)} is done again: a step before it was done since its draft was taken`,
    said: 'a step before it was done since, and what it has left is not in this draft: do it again on what is there now',
  })
  return true
}

/** Nobody works on a step that is left out, but what the steps before it have left is merged only as the plan has it. */
function redoWithout(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): boolean {
  if (!isDoneByOtherSteps(turn.state, task)) return false
  const because = step.because === 'answered' ? 'answered' : 'not-critical'
  move(turn, task, step, { to: 'working', because: 'reworded' })
  move(turn, task, step, { to: 'skipped', because, cause })
  redoEarlier(turn, task)
  return true
}

/**
 * Whether what a task says is other than what it was done by.
 * @param spec as the plan has it now
 */
export function isDoneByOtherWords(task: TaskRun, spec: TaskSpec): boolean {
  return (
    !isDoneByHand(task) && !task.steps.some(({ briefed }) => briefed === spec.textHash) && !spec.added && !spec.covers
  )
}

/** Whether nobody was ever briefed with it, so that no words are known that it was done by. */
export function isDoneByHand({ steps }: TaskRun): boolean {
  return steps.every(({ briefed }) => briefed === null)
}
