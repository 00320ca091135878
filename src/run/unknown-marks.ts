/**
 * Marks that do not say what a task is: what stands there is not known, or somebody has left the task in progress. It is not
 * done and not run, nothing is written over it, and a person is asked (FORMATS R13, MW102, and section 5). The answer is a
 * known mark in the plan, that it is left as it is, or, of one in progress, that it is done from its beginning.
 */

import type { ReviewAnswer } from './command.ts'
import { taskOf, type Review, type StepRun, type TaskRun } from './state.ts'
import { currentStep, isUnclear } from './task-status.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Asks once about each such mark of a task of the run. Costs the plan. */
export function askAboutMarks(turn: Turn): void {
  const { state } = turn
  // Who has left a mark as it is has answered for that one.
  const stands = ({ kind, answer }: Review): boolean => kind === 'mark' && (answer === null || answer === 'block')
  const asked = new Set([...state.reviews.values()].filter(stands).map((it) => `${it.task} ${it.question}`))
  for (const task of state.order.map((uid) => taskOf(state, uid))) {
    if (!task.selected || !isUnclear(task) || task.left) continue
    const { options, question } = questionAbout(task)
    if (asked.has(`${task.uid} ${question}`)) continue
    const review = `R${state.nextReview}`
    const subject = subjectOf(task, currentStep(task))
    emit(turn, { type: 'review-asked', review, kind: 'mark', options, question, shown: null }, subject)
    emit(turn, { type: 'waiting-set', waitingOn: { is: 'human', review } }, subject)
    request(turn, { is: 'ask-review', review }, subject)
  }
}

function questionAbout(task: TaskRun): { readonly options: readonly ReviewAnswer[]; readonly question: string } {
  const { mark, markWord } = task.spec
  const leave = 'or leave the task as it is, not done and not run'
  const what = `what is ${nameOf(task)}?`
  const word = markWord === undefined ? '' : ` "${markWord}"`
  if (mark === 'running')
    return {
      options: ['retry', 'block', 'pause'],
      question: `${what} Its mark${word} says that somebody is at work on it, and no run of this journal is. Whoever it was may have been cut off, and may have left work behind: retry does it from its beginning; set another mark in the plan if it is done, ${leave}`,
    }
  const how =
    markWord === undefined
      ? 'The mark in its box is not known: set it in the plan to [ ], [X], [BLOCKED], [SKIP] or [DEFER]'
      : `Its mark${word} is not known: set it in the plan to a known one`
  return { options: ['block', 'pause'], question: `${what} ${how}, ${leave}` }
}

/** Takes such a question back once the plan or a command has said what the task is, or another such mark stands there. */
export function withdrawAnswered(turn: Turn): void {
  for (const review of turn.state.reviews.values()) {
    if (review.kind !== 'mark' || review.answer !== null) continue
    const task = taskOf(turn.state, review.task)
    const isUnknown = isUnclear(task) && !task.left
    if (isUnknown && questionAbout(task).question === review.question) continue
    const because = isUnknown ? 'its mark is another one by now' : 'it is known by now what the task is'
    emit(turn, { type: 'review-withdrawn', review: review.id, because }, subjectOf(task, currentStep(task)))
  }
}

/** What follows from an answer: to leave the mark as it is changes nothing. */
export function followMark(turn: Turn, task: TaskRun, step: StepRun, answer: ReviewAnswer): void {
  if (answer === 'retry' && isUnclear(task)) move(turn, task, step, { to: 'pending', because: 'answered' })
}
