/** After a REJECT the plan goes back: a task of the engine asks an agent for other tasks, a human accepts them (seed 003 §2). */

import { workStep } from '../plan/work-step.ts'
import type { Speaker } from './command.ts'
import { engineTask } from './engine-task.ts'
import { taskOf, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * How who proposes tasks in place of a rejected one is called, also by doubles of it; each time with a number of its own behind.
 * @param rejected key of that task
 */
export function proposerOf(rejected: string): string {
  return `decompose:${rejected}`
}

/** Whether a task is one of these that has not come to its end. */
export function isOpenDecompose(task: TaskRun): boolean {
  return task.spec.replaces !== undefined && !isEnd(taskStatus(task))
}

/**
 * Adds the task that decomposes a rejected one anew; what it proposes enters the plan only after a review. Of what stands in no
 * plan, and of a phase that is handed out as a whole, nothing is left to propose: there the rejection is the end.
 * @param said the words of who rejected it
 */
export function decompose(
  turn: Turn,
  rejected: TaskRun,
  { text, by }: { readonly text: string; readonly by: Speaker },
): void {
  const { state } = turn
  const { key, id, origin, covers, role, textHash } = rejected.spec
  if (origin !== 'plan' || covers !== undefined) return
  const uid = `u${state.nextUid}`
  const title = 'Propose tasks that take its place'
  const spec = engineTask({
    key: `${proposerOf(key)}.${state.nextUid}`,
    title: `Decompose ${id ?? key} anew`,
    role,
    replaces: key,
    steps: [{ ...workStep, id: 'propose', title, review: 'always', yields: 'revision' }],
    textHash,
  })
  emit(
    turn,
    {
      type: 'plan-revised',
      from: state.revision,
      to: `${state.revision ?? ''}+${rejected.uid}.decompose`,
      cause: 'engine',
      by: 'rejected',
      added: [{ uid, spec }],
      changed: [],
      removed: [],
      edges: null,
      groups: null,
      order: null,
    },
    subjectOf(rejected, null),
  )
  const task = taskOf(state, uid)
  const feedback = { from: 'review', source: by.who, text, output: null } as const
  if (text.trim() !== '') emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, currentStep(task)))
}
