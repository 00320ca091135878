/** How a task stands, in the words of the progress file, and since when: what its SPECLet needs of it. */

import type { RunState, TaskRun } from '../../../run/state.ts'
import type { StepStatus } from '../../../run/step-status.ts'
import { standing } from '../../../run/views.ts'
import { isoTime } from '../../run/json.ts'
import type { ProgressTask } from './schema.ts'

export type TaskOutline = Pick<ProgressTask, 'task_id' | 'status' | 'started_at' | 'completed_at'>

export function taskOutline(state: RunState, task: TaskRun, stands = standing(state, task)): TaskOutline {
  const { spec, startedAt, endedAt } = task
  const status = taskStatusOf(task, stands.state)
  const isOver = status === 'completed' || status === 'failed' || status === 'skipped'
  return {
    task_id: spec.id ?? spec.key,
    status,
    started_at: startedAt === null || (status === 'skipped' && !wasBegun(task)) ? null : isoTime(startedAt),
    completed_at: !isOver || endedAt === null ? null : isoTime(endedAt),
  }
}

/** Whether anybody has worked on it: who leaves out what waits begins nothing. */
function wasBegun({ steps }: TaskRun): boolean {
  return steps.some(
    ({ attempts, spec, verdicts }) => attempts > 0 || (spec.methods.length === 0 && verdicts.length > 0),
  )
}

/** Whole seconds; never less than none, as clocks are set back. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000))
}

function taskStatusOf(task: TaskRun, status: StepStatus): ProgressTask['status'] {
  switch (status) {
    case 'pending':
      return 'not_started'
    case 'working':
    case 'verifying':
    case 'reviewing':
    case 'merging':
      return 'in_progress'
    case 'done':
      return 'completed'
    case 'failed':
      return 'failed'
    case 'blocked':
      // What waits for others is blocked, and what a person did not let begin; what has used up all that it may has failed.
      return task.steps.some((it) => it.status === 'blocked') && wasBegun(task) ? 'failed' : 'blocked'
    case 'skipped':
      // None of its steps is critical, and none has come to anything.
      return task.steps.some((it) => it.because === 'not-critical') ? 'failed' : 'skipped'
    case 'deferred':
      return 'skipped'
    default:
      return status satisfies never
  }
}
