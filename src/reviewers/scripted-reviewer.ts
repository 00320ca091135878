/** A double of a reviewer: its answers are set beforehand, for dry runs and tests (REQUIREMENTS E5). */

import type { ReviewAnswer } from '../run/command.ts'

/** What a script may answer. */
export type ScriptedAnswer = Extract<ReviewAnswer, 'approve' | 'revise' | 'reject' | 'pause'>

/**
 * The answer of a script for the n-th review of a task. No answer is never a yes: without one, the review waits.
 *
 * @param answers by task id, `*` for all others; the last one of a list holds for all that follow
 * @param task the task's id
 * @param nth 1-based
 * @param options what this review may be answered with; an answer that is none of them is no answer
 */
export function scriptedAnswer(
  answers: ReadonlyMap<string, readonly ScriptedAnswer[]>,
  task: string,
  nth: number,
  options: readonly ReviewAnswer[],
): ScriptedAnswer | null {
  const list = answers.get(task) ?? answers.get('*') ?? []
  const answer = list[Math.min(nth, list.length) - 1] ?? null
  return answer !== null && options.includes(answer) ? answer : null
}
