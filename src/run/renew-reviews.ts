/** Questions about something that has become something else: taken back and asked anew, so that a yes is to what is there. */

import { ask, digestOfShown } from './ask.ts'
import { stepOf } from './evolve.ts'
import { taskOf } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * Asks anew wherever a person would be shown something else than when they were asked (RELIABILITY P16): an edit of the plan
 * has changed what a task says, or which files it declares.
 */
export function renewReviews(turn: Turn): void {
  for (const review of [...turn.state.reviews.values()]) {
    if (review.answer !== null || review.presented === null) continue
    const task = taskOf(turn.state, review.task)
    const step = stepOf(task, review.step)
    const isStanding = step.waitingOn?.is === 'human' && step.waitingOn.review === review.id
    if (!isStanding || digestOfShown(turn, review) === review.presented) continue
    const because = 'the plan says something else of it since it was asked'
    emit(turn, { type: 'review-withdrawn', review: review.id, because }, subjectOf(task, step))
    ask(turn, task, step, review)
  }
}
