/** A workspace that its task needs no more. */

import type { Effect } from './effect.ts'
import type { RunState, TaskRun } from './state.ts'
import { wasCutOff } from './task-status.ts'

/** Gives a task's workspace back. Of an attempt that was cut off no draft tells what it has left in the folder of all. */
export function disposal(
  { policy }: RunState,
  task: TaskRun,
  workspace: string,
): Extract<Effect, { is: 'dispose-workspace' }> {
  const leaves = policy.workspace === 'in-place' && task.steps.some(wasCutOff)
  return { is: 'dispose-workspace', workspace, ...(leaves ? { leaves } : {}) }
}
