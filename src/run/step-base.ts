/** What a step of a task begins on. */

import type { StepRun, TaskRun } from './state.ts'

/** The commit that a step starts from: what the step before it left, else where the task began. */
export function stepBase(task: TaskRun, step: StepRun): string | null {
  return draftBefore(task, step)?.draft?.commit ?? task.base
}

/** The last step before one that has left a draft. */
export function draftBefore(task: TaskRun, step: StepRun): StepRun | undefined {
  return task.steps.slice(0, task.steps.indexOf(step)).findLast((it) => it.status === 'done' && it.draft !== null)
}
