/** After a REJECT the plan goes back: a task of the engine asks an agent for other tasks, a human accepts them. */

import { workStep } from '../plan/work-step.ts'
import { engineTask } from './engine-task.ts'
import type { TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { taskStatus } from './task-status.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/** Whether a task is one of these that has not come to its end. */
export function isOpenDecompose(task: TaskRun): boolean {
  const { spec } = task
  return spec.origin === 'engine' && spec.key.startsWith('decompose:') && !isEnd(taskStatus(task))
}

/** Adds the task that decomposes a rejected one anew; what it proposes enters the plan only after a review. */
export function decompose(turn: Turn, rejected: TaskRun, text: string): void {
  const { state } = turn
  const { traces, role, textHash } = rejected.spec
  const [primary] = workStep.methods
  const methods = primary === undefined ? [] : [{ ...primary, instruction: `It was rejected: ${text}` }]
  const title = 'Propose tasks that take its place'
  const spec = engineTask({
    key: `decompose:${rejected.spec.key}.${state.nextUid}`,
    title: `Decompose ${rejected.spec.id ?? rejected.spec.key} anew`,
    description: text,
    traces,
    role,
    steps: [{ ...workStep, id: 'propose', title, methods, review: 'always', yields: 'revision' }],
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
      added: [{ uid: `u${state.nextUid}`, spec }],
      changed: [],
      removed: [],
      edges: null,
      groups: null,
      order: null,
    },
    subjectOf(rejected, null),
  )
}
