/** Folds what people are asked, and what they answer. */

import type { RunEvent } from './event.ts'
import { noteTest } from './evolve-gates.ts'
import { isMilestone } from './milestone-key.ts'
import { noteFailureDecision } from './speclets/fold.ts'
import type { Review, RunState, StepRun, TaskRun } from './state.ts'
import { goOnFrom, noteGuidance } from './steps/change-mode.ts'
import { noteUsedUp, stepName } from './steps/course.ts'

type Body<Type extends RunEvent['body']['type']> = Extract<RunEvent['body'], { type: Type }>

/** A question is put; of one about a failure its step has used up what it had. @param at milliseconds since the epoch */
export function askReview(
  state: RunState,
  body: Body<'review-asked'>,
  { task, step, at }: { readonly task: TaskRun; readonly step: StepRun; readonly at: number },
): void {
  state.nextReview += 1
  state.reviews.set(body.review, {
    id: body.review,
    kind: body.kind,
    task: task.uid,
    step: step.spec.id,
    options: body.options,
    question: body.question,
    shown: body.shown,
    presented: body.presented ?? null,
    words: task.spec.textHash,
    ...namedIn(task, step),
    askedAt: at,
    answer: null,
  })
  if (body.failed !== undefined) noteUsedUp(state, task, step, { cause: body.failed, at })
}

function namedIn(task: TaskRun, { spec }: StepRun): Pick<Review, 'named'> {
  const { origin, id, key } = task.spec
  return origin === 'engine' ? {} : { named: { task: id ?? key, step: stepName(task, spec.id) } }
}

/**
 * A question is answered.
 * @param of.stepOf its step, which may be gone where the answer was only to wait
 * @param of.at milliseconds since the epoch
 */
export function decideReview(
  state: RunState,
  body: Body<'review-decided'>,
  { task, stepOf, at }: { readonly task: TaskRun; readonly stepOf: () => StepRun; readonly at: number },
): void {
  const review = state.reviews.get(body.review)
  const { review: id, answer, by, text, presented } = body
  // In older journals what was taken back is told like this as well; it was shown to nobody.
  if (presented !== undefined) state.decided.push({ review: id, task: task.uid, answer, by, text, at, presented })
  if (body.answer === 'pause') return
  const { completion } = state.course
  if (completion !== null) {
    state.course.completion = { ...completion, isBehind: true }
    // Where there is git, what has passed on this very tree is known all the same.
    state.finalChecked = new Map()
  }
  const step = stepOf()
  if (review) review.answer = body.answer
  step.waitingOn = null
  if (review?.kind === 'escalation')
    goOnFrom(state.course, {
      task: task.spec.key,
      step: stepName(task, step.spec.id),
      yes: body.answer === 'approve' || body.answer === 'dynamic',
    })
  if (review?.kind === 'exhausted') {
    const name = stepName(task, step.spec.id)
    noteFailureDecision(state.course, name, body.answer)
    noteGuidance(state.course, name)
  }
  if (body.answer === 'revise') {
    step.reviewRounds += 1
    const { draft, draftedAt, draftBase } = step
    // What has failed is nothing that a person wants to have.
    if (draft !== null && review?.kind !== 'exhausted') step.sentBack = { draft, draftedAt, draftBase }
  }
  // Who accepts work accepts it for the words that they were shown, whatever it was begun by.
  const isTaken = body.answer === 'approve' || body.answer === 'override'
  if (isTaken && step.briefed !== null && review) step.briefed = review.words
  if (body.answer === 'override') {
    task.overridden = { by: by.who, text }
    step.waived = [...step.verdicts]
    if (isMilestone(task))
      for (const { gate, result } of step.waived) if (result !== 'passed') noteTest(state, gate, true)
  }
  if (body.answer === 'retry') step.mayRepeat = true
  // What a person has changed meanwhile lies in the folder, and not in what was kept of it.
  if (state.folder.is === 'present')
    state.folder = { ...state.folder, looks: 1, ...(body.answer === 'retry' ? { at: null } : {}) }
}

/** A question is taken back, since what it was about is something else now. */
export function withdrawReview(state: RunState, body: Body<'review-withdrawn'>, step: StepRun): void {
  const review = state.reviews.get(body.review)
  if (review) review.answer = 'withdrawn'
  step.waitingOn = null
}
