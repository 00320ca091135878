/** In place: what a task has left in the folder of all, which is its own work when it is taken up anew. */

import type { Leftovers } from './effect.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import type { StepStatus } from './step-status.ts'
import { wasCutOff } from './task-status.ts'

/**
 * What lies in the folder of a task that is taken up anew; accepted work is no leftover.
 *
 * @param step the one that it is at, with all that it has used up
 * @param from its status until now
 */
export function leftoversOf({ policy }: RunState, task: TaskRun, step: StepRun, from: StepStatus): Leftovers | null {
  const { draft, mergedAt } = step
  if (policy.workspace !== 'in-place' || (from === 'done' && mergedAt !== null)) return null
  // Steps are opened from the last one on: its draft holds what those before it have left, too.
  if (from === 'done' && task.leftovers !== null) return task.leftovers
  // What an attempt left that was cut off lies in no draft: it was looked at when the folder was given back.
  if (wasCutOff(step) && task.leftovers !== null) return task.leftovers
  return task.base !== null && draft?.commit ? { base: task.base, draft: draft.commit } : task.leftovers
}
