/** From the state of a run to what a brief says of its step and of the steps before (seed 004 §2.2). */

import type { FailedBefore, StepBrief } from '../../agents/brief-step.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from '../../run/state.ts'
import { viewSteps, type StepView } from '../../run/step-views.ts'

/**
 * What is told of the step of an attempt; null where the plan does not divide the task.
 * @param method id of the method that the attempt takes
 */
export function stepBrief(state: RunState, task: TaskRun, { spec }: StepRun, method: string): StepBrief | null {
  const steps = viewSteps(task)
  const at = steps.findIndex(({ id }) => id === spec.id)
  if (at < 0) return null
  const place = spec.methods.findIndex(({ id }) => id === method)
  return {
    steps: steps.map((it, index) => ({ ...it, said: saidOf(task.steps[index], it) })),
    at,
    method: { id: method, trigger: spec.methods[place]?.trigger ?? null },
    left: spec.methods.length - place - 1,
    expected: spec.expected ?? '',
    mode: spec.mode ?? state.policy.mode,
    failedBefore: failedBefore(state, task),
  }
}

/** Of what was not accepted the words say nothing that others could build on. */
function saidOf(step: StepRun | undefined, { state }: StepView): string {
  return state === 'done' ? (step?.said?.text ?? '') : ''
}

/** Critical steps of all tasks that come before a task and have ended otherwise than well; of none that is not worked on yet. */
function failedBefore(state: RunState, task: TaskRun): readonly FailedBefore[] {
  return tasksBefore(state, task).flatMap((it) =>
    viewSteps(it).flatMap(({ name, title, critical, state: status, reason }) =>
      critical && (status === 'blocked' || status === 'failed' || status === 'skipped')
        ? [{ name, title, reason: reason ?? status }]
        : [],
    ),
  )
}

/** The tasks that it waits for, and those that these wait for, in the order of the plan. */
function tasksBefore(state: RunState, task: TaskRun): readonly TaskRun[] {
  const found = new Set<string>()
  const open = [task.uid]
  for (let uid = open.pop(); uid !== undefined; uid = open.pop())
    for (const link of state.blockers.get(uid) ?? [])
      if (!found.has(link.uid)) {
        found.add(link.uid)
        open.push(link.uid)
      }
  return state.order.filter((uid) => found.has(uid)).map((uid) => taskOf(state, uid))
}
