/** The task that a person means by a word on the command line. */

import type { Plan, TaskSpec } from '../../plan/model.ts'
import { nearest } from '../../plan/nearest-name.ts'

export type FoundTask =
  | { readonly is: 'found'; readonly task: TaskSpec }
  /** `message` and `help` for people. */
  | { readonly is: 'unknown'; readonly message: string; readonly help: string }

/**
 * Finds a task by its key or id as written; where there is none, by the one id that differs only in upper and lower case.
 */
export function findTask(plan: Plan, word: string): FoundTask {
  const exact = plan.tasks.find(({ key }) => key === word) ?? plan.tasks.find(({ id }) => id === word)
  if (exact !== undefined) return { is: 'found', task: exact }
  const low = word.toLowerCase()
  const [near, second] = plan.tasks.filter(({ id, key }) => (id ?? key).toLowerCase() === low)
  if (near !== undefined && second === undefined) return { is: 'found', task: near }
  const meant = nearest(
    word,
    plan.tasks.map(({ id, key }) => id ?? key),
  )
  return {
    is: 'unknown',
    message: `there is no task ${word} in this plan${meant === null ? '' : `; did you mean ${meant}?`}`,
    help: '`millwright graph` lists the tasks of a plan',
  }
}
