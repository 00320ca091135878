/** Questions about something that has become something else: taken back and asked anew, so that a yes is to what is there. */

import { ask, digestOfShown } from './ask.ts'
import { stepOf } from './evolve.ts'
import { taskOf, type Review } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * Asks anew wherever a person would be shown something else than when they were asked (RELIABILITY P16): an edit of the plan
 * has changed what a task says, or which files it declares. While a run is at work it is asked anew only when somebody answers:
 * a person who writes on and on keeps no run from its end.
 */
export function renewReviews(turn: Turn): void {
  for (const review of [...turn.state.reviews.values()]) {
    if (review.answer !== null || review.presented === null) continue
    const task = taskOf(turn.state, review.task)
    const { waitingOn } = stepOf(task, review.step)
    const isStanding = waitingOn?.is === 'human' && waitingOn.review === review.id
    if (isStanding && digestOfShown(turn, review) !== review.presented) renewReview(turn, review)
  }
}

/** Takes an open question back, and asks it anew under an id of its own. */
export function renewReview(turn: Turn, review: Review): void {
  const task = taskOf(turn.state, review.task)
  const step = stepOf(task, review.step)
  const because = 'the plan says something else of it since it was asked'
  emit(turn, { type: 'review-withdrawn', review: review.id, because }, subjectOf(task, step))
  ask(turn, task, step, review)
}
