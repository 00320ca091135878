/** Who may be merged next, and who together: tasks whose merges are judged by one run of their gates. */

import { isVerification } from '../plan/verification.ts'
import { isUnderWay } from './at-work.ts'
import { lastKept } from './last-kept.ts'
import { filesGate } from './files-gate.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'

/**
 * The accepted tasks that may be merged next, the first of the plan first. Of a batch that was cut each part comes by itself.
 * @param batch the tasks that it would join; empty begins one
 */
export function candidates(state: RunState, batch: readonly TaskRun[]): readonly TaskRun[] {
  const [head] = batch
  if (head && !mayJoin(state, head)) return []
  const part = state.parts[0]
  return (part ? part.filter((uid) => state.merging.includes(uid)) : state.merging)
    .map((uid) => taskOf(state, uid))
    .filter((task) => !isUnderWay(state, task))
    .filter((task) => !head || (mayJoin(state, task) && isJudgedAlike(head, task)))
    .sort((a, b) => a.priority - b.priority)
}

/**
 * Whether a task may be judged together with others: not where a person let one of its gates pass red, which says nothing of
 * theirs, nor where it stands for a whole phase. Where all work in one folder, there is nothing to choose.
 */
function mayJoin({ policy }: RunState, task: TaskRun): boolean {
  return (
    policy.workspace === 'worktree' &&
    task.overridden === null &&
    task.spec.covers === undefined &&
    currentStep(task).cause === null
  )
}

/** The same gates, or one would wait for the slower gates of another. */
function isJudgedAlike(one: TaskRun, other: TaskRun): boolean {
  const [ones, others] = [one, other].map((task) => [...gatesOnMerge(task)].sort())
  return JSON.stringify(ones) === JSON.stringify(others)
}

/**
 * The gates whose evidence a task needs on the tree that it is merged into, in their order: also where its last step was left out those of
 * that, which judge the whole task. Of what verifies single steps it is that of the last one, whose draft is merged: what steps before it left,
 * later ones may have changed rightly.
 */
export function gatesOnMerge({ steps }: Pick<TaskRun, 'steps'>): ReadonlySet<string> {
  const last = lastKept(steps)
  const isAsked = (it: StepRun, gate: string): boolean => gate !== filesGate && (it === last || !isVerification(gate))
  const green = steps.filter((it) => it.spec.expect === 'green')
  const asked = green.filter((it, at) => it.cause === null || at === green.length - 1)
  return new Set(asked.flatMap((it) => it.spec.gates.filter((gate) => isAsked(it, gate))))
}
