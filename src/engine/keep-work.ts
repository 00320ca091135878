/** Paid work is never lost: what an attempt left that was cut off is kept as a commit under the run's references. */

import type { RunState } from '../run/state.ts'
import { currentStep, taskStatus } from '../run/task-status.ts'
import { nameOf } from '../run/views.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

/**
 * Keeps the files of every task that is at work, waits for a person, or has left the plan: on the way out, and, for an executor that died,
 * at the start of the next before anything else. What a draft holds, or was kept already, is not kept twice.
 * @returns what people have to be told: work that could not be kept stays where it is
 */
export async function keepWork(state: RunState, workspaces: Workspaces): Promise<readonly string[]> {
  const troubles: string[] = []
  for (const task of state.tasks.values()) {
    const isLeft = currentStep(task).because === 'left-plan'
    const status = taskStatus(task)
    if (task.workspace === null || !task.prepared) continue
    if (status !== 'working' && status !== 'reviewing' && !isLeft) continue
    try {
      await workspaces.keep(task.workspace, `${task.uid}/${currentStep(task).attempts}`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      troubles.push(`the unfinished work of ${nameOf(task)} could not be kept and stays where it is: ${reason}`)
    }
  }
  return troubles
}
