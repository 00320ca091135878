/** A person takes a task over that was at work when its attempt was stopped or cut off. */

import type { MoveCause } from './event.ts'
import type { TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'
import { move, request, subjectOf, type Turn } from './turn.ts'

/** Puts the task back to pending. What its attempts left is kept when its workspace is given back. */
export function takeOver(turn: Turn, task: TaskRun, because: MoveCause): void {
  if (task.workspace !== null && task.prepared)
    request(turn, { is: 'dispose-workspace', workspace: task.workspace }, subjectOf(task, null))
  move(turn, task, currentStep(task), { to: 'pending', because })
}
