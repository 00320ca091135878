import { plainText } from '../plan/added-task.ts'
import type { TaskSpec } from '../plan/model.ts'
import { longestTitle } from './proposed-tasks.ts'
import type { TaskRun } from './state.ts'

/** Whether a task of a reading has the words by which the run knows one. */
export function saysTheSame({ spec: known }: TaskRun, spec: TaskSpec): boolean {
  if (known.textHash === spec.textHash) return true
  // A task that joined during the run was not read before: its line is what we wrote of it.
  return known.added !== undefined && plainText(spec.title, longestTitle) === plainText(known.title, longestTitle)
}
