/** Questions to a human: asked durably, answered by a command, never answered by silence. */

import type { ReviewAnswer } from './command.ts'
import type { ReviewKind } from './event.ts'
import type { Review, StepRun, TaskRun } from './state.ts'
import type { Cause } from './step-status.ts'
import { boundWords, presentationOf } from './presentation.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'

export interface Question {
  readonly kind: ReviewKind
  readonly options: readonly ReviewAnswer[]
  readonly question: string
  /** Why the step has failed with every method, where people are asked for that. */
  readonly failed?: Cause
}

/** Moves a step to `reviewing` and asks; everything that does not depend on it goes on. */
export function ask(turn: Turn, task: TaskRun, step: StepRun, { kind, options, question, failed }: Question): void {
  const review = `R${turn.state.nextReview}`
  const shown = step.draft?.commit ?? null
  // An answer may lead to the next question.
  if (step.status === 'reviewing') move(turn, task, step, { to: 'working', because: 'asked' })
  const of = {
    task: task.uid,
    step: step.spec.id,
    askedAt: turn.now,
    presented: null,
    words: task.spec.textHash,
    answer: null,
  }
  const presented = digestOfShown(turn, { ...of, id: review, kind, options, question, shown })
  const asked = { type: 'review-asked', review, kind, options, question, shown, presented } as const
  emit(turn, { ...asked, ...(failed === undefined ? {} : { failed }) }, subjectOf(task, step))
  move(turn, task, step, { to: 'reviewing', because: 'asked', waitingOn: { is: 'human', review } })
  request(turn, { is: 'ask-review', review }, subjectOf(task, step))
}

/** Digest of what a person is shown of a review just now. */
export function digestOfShown({ state, digest }: Pick<Turn, 'state' | 'digest'>, review: Review): string {
  const shown = presentationOf(state, review)
  return digest(shown === null ? review.question : boundWords(shown))
}
