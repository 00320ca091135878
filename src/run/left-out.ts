/** A step that is left out after somebody has worked on it: only a workspace of its own can be put back. */

import { nameOfStep } from '../plan/divided.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { emit, type Turn } from './turn.ts'

/** Whether what was done for a step lies in the folder of all, and stays there when it is left out. */
export function staysInFolder({ policy }: RunState, step: StepRun): boolean {
  return policy.workspace !== 'worktree' && step.attempts > step.attemptsBefore
}

/** Says of a step that is left out what it leaves in the folder. */
export function tellLeftOut(turn: Turn, task: TaskRun, step: StepRun): void {
  if (!staysInFolder(turn.state, step)) return
  const text = `step ${nameOfStep(task.spec, step.spec)} is left out, and what it did stays in the folder: look at it`
  emit(turn, { type: 'finding', kind: 'left-out', text })
}
