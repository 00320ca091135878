/** Tasks that a plan itself divides into steps, and what people call such a step (seed 004 §2). */

import type { StepSpec, TaskSpec } from './model.ts'
import { taskName } from './names.ts'

/** Whether the plan says by which steps a task is done. The halves of a criterion, and a step that nobody has named, are ours. */
export function isDivided({ origin, replaces, steps }: Pick<TaskSpec, 'origin' | 'replaces' | 'steps'>): boolean {
  const isOurs = origin === 'engine' || replaces !== undefined
  return !isOurs && steps.some(({ title }) => title !== '') && steps.every(({ criterion }) => criterion === undefined)
}

/** `1.2`: the task's name and the step's id, unless that begins with it. Plan text: make it safe before it is shown. */
export function nameOfStep(task: Pick<TaskSpec, 'id' | 'key'>, { id }: Pick<StepSpec, 'id'>): string {
  const name = taskName(task)
  return id.startsWith(`${name}.`) ? id : `${name}.${id}`
}
