/** After a REJECT the plan goes back: a task of the engine asks an agent for other tasks, a human accepts them. */

import type { TaskSpec } from '../plan/model.ts'
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
  const spec: TaskSpec = {
    key: `decompose:${rejected.spec.key}.${state.nextUid}`,
    id: null,
    title: `Decompose ${rejected.spec.id ?? rejected.spec.key} anew`,
    group: null,
    parent: null,
    origin: 'engine',
    mark: 'todo',
    reason: null,
    description: text,
    files: [],
    declaresFiles: false,
    traces,
    unknownBlockers: [],
    role,
    steps: [
      {
        id: 'propose',
        title: 'Propose tasks that take its place',
        methods: [
          {
            id: 'primary',
            does: 'agent',
            agent: null,
            instruction: `It was rejected: ${text}`,
            argv: [],
            repeat: 'safe',
          },
        ],
        gates: [],
        expect: 'green',
        review: 'always',
        critical: true,
        yields: 'revision',
      },
    ],
    open: false,
    textHash,
  }
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
