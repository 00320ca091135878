/** The reasons that this program writes into a plan in the words of seed 000 §3: another journal, or none, may read them. */

import type { TaskSpec } from './model.ts'

const unmet = 'Unmet dependencies: '
const failed = 'Implementation failed after '
const replaced = 'Replaced by '

/** Why a task is blocked that waits for others, by their names. */
export function unmetReason(names: readonly string[]): string {
  return `${unmet}${names.join(', ')}`
}

/** Why a task is blocked whose attempts are used up. */
export function failedReason(attempts: number, last: string): string {
  return `${failed}${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${last}`
}

/** Why a task is skipped that was rejected and in whose place others stand, by their names. */
export function replacedReason(names: readonly string[]): string {
  return `${replaced}${names.join(', ')}`
}

/** The names of the tasks in whose favour a reason says that a task was skipped; empty where it says something else. */
export function replacersIn(reason: string | null): readonly string[] {
  return reason?.startsWith(replaced) === true ? reason.slice(replaced.length).split(', ') : []
}

/** What the tasks of a plan may be called in a reason. */
export function namesIn(tasks: readonly Pick<TaskSpec, 'key' | 'id'>[]): ReadonlySet<string> {
  return new Set(tasks.flatMap(({ key, id }) => (id === null ? [key] : [key, id])))
}

/**
 * Whether a reason says only that tasks are not done: it holds no longer than that is so.
 * @param names of the plan's tasks; a person may wait for something else in these words
 */
export function isUnmetReason(reason: string | null, names: ReadonlySet<string>): boolean {
  return (
    reason !== null &&
    reason.startsWith(unmet) &&
    reason
      .slice(unmet.length)
      .split(', ')
      .every((it) => names.has(it))
  )
}

/** Whether a reason is one of those, so that it is no person's. */
export function isOurReason(reason: string | null, names: ReadonlySet<string>): boolean {
  return isUnmetReason(reason, names) || (reason !== null && new RegExp(`^${failed}\\d+ attempts?: `).test(reason))
}
