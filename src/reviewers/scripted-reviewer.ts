/** A double of a reviewer: its answers are set beforehand, for dry runs and tests (REQUIREMENTS E5, F3). */

import type { Command, ReviewAnswer } from '../run/command.ts'
import { proposerOf } from '../run/decompose.ts'
import type { RunState } from '../run/state.ts'
import { newId } from '../system/identifiers.ts'

/**
 * Answers reviews by a script. No answer is never a yes: where there is none, or where the question does not take it (a red
 * gate is not approved), the review stays open.
 *
 * @param answers what is said at the n-th review (1-based) of a task, which is named by its id, or by its key without one; who
 *   proposes tasks in place of a rejected one is named as `proposerOf` has it
 * @returns what takes the state and the id of an open review, and gives the answer as a command; null leaves it open
 */
export function scriptedReviewer(
  answers: (task: string, nth: number) => { readonly answer: ReviewAnswer; readonly text: string } | null,
): (state: RunState, id: string) => Promise<Command | null> {
  return (state, id) => {
    const review = state.reviews.get(id)
    const task = review ? state.tasks.get(review.task) : undefined
    if (!review || !task) return Promise.resolve(null)
    const asked = [...state.reviews.values()].filter((it) => it.task === review.task).map((it) => it.id)
    const { id: named, key, replaces } = task.spec
    const called = replaces === undefined ? (named ?? key) : proposerOf(replaces)
    const said = answers(called, asked.indexOf(id) + 1)
    if (said === null || !review.options.includes(said.answer)) return Promise.resolve(null)
    const { answer, text } = said
    return Promise.resolve({
      id: newId(),
      by: { who: 'the doubles', as: 'human' },
      body: { verb: 'answer', review: id, answer, text },
    })
  }
}
