/**
 * Boxes that say something nobody knows: such a task is not done and not run, its box is never rewritten, and a person is
 * asked (FORMATS R13, MW102). The answer is a known mark in the plan, or that it is left as it is.
 */

import { taskOf, type TaskRun } from './state.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { emit, request, subjectOf, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Asks once about each task of the run that has an unknown mark. Costs the plan. */
export function askAboutMarks(turn: Turn): void {
  const { state } = turn
  const asked = new Set([...state.reviews.values()].flatMap((it) => (it.kind === 'mark' ? [it.task] : [])))
  for (const task of state.order.map((uid) => taskOf(state, uid))) {
    if (!task.selected || asked.has(task.uid) || !isUnknown(task)) continue
    const review = `R${state.nextReview}`
    const subject = subjectOf(task, currentStep(task))
    const question = `what is ${nameOf(task)}? The mark in its box is not known: set it in the plan to [ ], [X], [BLOCKED], [SKIP] or [DEFER], or leave the task as it is, not done and not run`
    emit(
      turn,
      { type: 'review-asked', review, kind: 'mark', options: ['block', 'pause'], question, shown: null },
      subject,
    )
    emit(turn, { type: 'waiting-set', waitingOn: { is: 'human', review } }, subject)
    request(turn, { is: 'ask-review', review }, subject)
  }
}

/** Takes such a question back once the plan or a command has said what the task is. */
export function withdrawAnswered(turn: Turn): void {
  for (const review of turn.state.reviews.values()) {
    if (review.kind !== 'mark' || review.answer !== null) continue
    const task = taskOf(turn.state, review.task)
    if (isUnknown(task)) continue
    const by = { who: 'the plan', as: 'human' } as const
    emit(
      turn,
      { type: 'review-decided', review: review.id, answer: 'block', by, text: 'It is known by now' },
      subjectOf(task, currentStep(task)),
    )
  }
}

function isUnknown(task: TaskRun): boolean {
  return task.spec.mark === 'unknown' && taskStatus(task) === 'blocked' && !task.left
}
