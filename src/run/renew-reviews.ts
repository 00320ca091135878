/** Questions about something that has become something else: taken back and asked anew, so that a yes is to what is there. */

import { ask, digestOfShown } from './ask.ts'
import { stepOf } from './evolve.ts'
import { testName } from './red-tests.ts'
import type { ReviewKind } from './event.ts'
import { beginStep } from './proceed.ts'
import { taskOf, type Review, type RunState } from './state.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'

/**
 * Asks anew wherever a person would be shown something else than when they were asked (RELIABILITY P16): an edit of the plan
 * has changed what a task says, or which files it declares. While a run is at work it is asked anew only when somebody answers:
 * a person who writes on and on keeps no run from its end.
 */
export function renewReviews(turn: Turn): void {
  for (const review of standingReviews(turn.state))
    if (review.presented !== null && digestOfShown(turn, review) !== review.presented) renewReview(turn, review)
}

/** Takes an open question back, and asks it anew under an id of its own. */
export function renewReview(turn: Turn, review: Review): void {
  const task = taskOf(turn.state, review.task)
  const step = stepOf(task, review.step)
  const because = 'the plan says something else of it since it was asked'
  emit(turn, { type: 'review-withdrawn', review: review.id, because }, subjectOf(task, step))
  // What is for and against its approaches is another thing by then.
  if (review.kind === 'education') beginStep(turn, task)
  else ask(turn, task, step, review)
}

/** The gates that have looked at what an open question is about, by the question. */
export function judgedInReviews(state: RunState): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    standingReviews(state).map((it) => [
      it.id,
      new Set(stepOf(taskOf(state, it.task), it.step).verdicts.map(({ gate }) => gate)),
    ]),
  )
}

/** What is asked once gates have said what they say. */
const afterGates: ReadonlySet<ReviewKind> = new Set(['draft', 'exhausted', 'unverified', 'deviation', 'milestone'])

/**
 * Has gates look again whose word about what a person is asked about holds no longer when a run goes on: they are defined
 * anew, or run in another environment (a tool was brought up to date). The person is asked again after them.
 * @param before the gates that had looked when the run was left (`judgedInReviews`)
 */
export function judgeReviewedAnew(turn: Turn, before: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const review of standingReviews(turn.state)) {
    const task = taskOf(turn.state, review.task)
    const step = stepOf(task, review.step)
    const now = new Set(step.verdicts.map(({ gate }) => gate))
    const gone = [...(before.get(review.id) ?? [])].filter((it) => step.spec.gates.includes(it) && !now.has(it))
    if (gone.length === 0 || !afterGates.has(review.kind)) continue
    const because = `${gone.map((gate) => testName({ gate })).join(', ')} ${gone.length === 1 ? 'is' : 'are'} defined anew, or in another environment, since it was asked`
    emit(turn, { type: 'review-withdrawn', review: review.id, because }, subjectOf(task, step))
    move(turn, task, step, { to: 'verifying', because: 'answered' })
  }
}

/** Open questions that a step waits for. */
function standingReviews(state: RunState): readonly Review[] {
  return [...state.reviews.values()].filter((review) => {
    if (review.answer !== null) return false
    const { waitingOn } = stepOf(taskOf(state, review.task), review.step)
    return waitingOn?.is === 'human' && waitingOn.review === review.id
  })
}
