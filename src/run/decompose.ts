/** After a REJECT the plan goes back: a task of the engine asks an agent for other tasks, a human accepts them (seed 003 §2). */

import type { StepSpec } from '../plan/model.ts'
import { taskName } from '../plan/names.ts'
import { workStep } from '../plan/work-step.ts'
import { engineTask } from './engine-task.ts'
import type { RunState, TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { taskStatus } from './task-status.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * How who proposes tasks in place of a rejected one is called, also by doubles of it; each time with a number of its own behind.
 * @param rejected key of that task
 */
export function proposerOf(rejected: string): string {
  return `decompose:${rejected}`
}

/** The work of a task in the place of another one: by the agent of that one, and under the gates that the plan names for it. */
export function workLike({ spec, steps }: TaskRun): StepSpec {
  const methods = steps.findLast((it) => it.spec.methods.length > 0)?.spec.methods ?? []
  const agent = methods.find(({ does }) => does === 'agent')?.agent ?? null
  return {
    ...workStep,
    methods: workStep.methods.map((it) => ({ ...it, agent })),
    gates: spec.namedGates ?? [],
  }
}

/** Whether a task is one of these that has not come to its end. */
export function isOpenDecompose(task: TaskRun): boolean {
  return task.spec.replaces !== undefined && !isEnd(taskStatus(task))
}

/**
 * Whether nothing is to take the place of a rejected task any more: it has left the plan, or somebody works on it again, has
 * done it or has set it aside.
 */
export function isMoot(state: RunState, { spec }: TaskRun): boolean {
  if (spec.replaces === undefined) return false
  const rejected = state.tasks.get(state.byKey.get(spec.replaces) ?? '')
  return rejected === undefined || rejected.left || taskStatus(rejected) !== 'failed'
}

/**
 * Adds the task that decomposes a rejected one anew; what it proposes enters the plan only after a review. Of what stands in no
 * plan, and of a phase that is handed out as a whole, nothing is left to propose: there the rejection is the end.
 */
export function decompose(turn: Turn, rejected: TaskRun): void {
  const { state } = turn
  const { key, origin, covers, role, textHash } = rejected.spec
  if (origin !== 'plan' || covers !== undefined) return
  const uid = `u${state.nextUid}`
  const title = 'Propose tasks that take its place'
  const spec = engineTask({
    key: `${proposerOf(key)}.${state.nextUid}`,
    title: `Decompose ${taskName(rejected.spec)} anew`,
    role,
    replaces: key,
    steps: [{ ...workLike(rejected), gates: [], id: 'propose', title, review: 'always', yields: 'revision' }],
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
}
