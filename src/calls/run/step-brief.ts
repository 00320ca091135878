/** From the state of a run to what a brief says of its step and of the steps before (seed 004 §2.2). */

import type { FailedBefore, StepBrief } from '../../agents/brief-step.ts'
import { verificationText } from '../../plan/verification.ts'
import type { RunState, StepRun, TaskRun } from '../../run/state.ts'
import { modeOfStep } from '../../run/steps/mode-of-step.ts'
import { tasksBefore, tasksOfPlan } from '../../run/steps/planned-tasks.ts'
import { viewSteps, type StepView } from '../../run/step-views.ts'
import { isUnmerged } from '../../run/task-status.ts'

/**
 * What is told of the step of an attempt; null where the plan does not divide the task.
 * @param method id of the method that the attempt takes
 */
export function stepBrief(state: RunState, task: TaskRun, step: StepRun, method: string): StepBrief | null {
  const { spec } = step
  const steps = viewSteps(task)
  const at = steps.findIndex(({ id }) => id === spec.id)
  if (at < 0) return null
  const place = spec.methods.findIndex(({ id }) => id === method)
  const own = spec.methods[place]
  return {
    steps: steps.map((it, index) => ({ ...it, said: saidOf(task.steps[index], it) })),
    at,
    method: { id: method, trigger: own?.trigger ?? null },
    left: spec.methods.length - place - 1,
    expected: spec.expected ?? '',
    verification: { words: spec.verificationWords ?? '', ways: (spec.verifications ?? []).map(verificationText) },
    notes: [own?.notes ?? '', spec.notes ?? ''].filter((it) => it !== '').join('\n\n'),
    mode: modeOfStep(state, step),
    failedBefore: failedBefore(state, task),
  }
}

/** Of what was not accepted the words say nothing that others could build on. */
function saidOf(step: StepRun | undefined, { state }: StepView): string {
  return state === 'done' ? (step?.said?.text ?? '') : ''
}

/** Critical steps of all tasks that come before a task and have ended otherwise than well; of none that is not worked on yet. */
function failedBefore(state: RunState, task: TaskRun): readonly FailedBefore[] {
  const before = new Set(tasksBefore(state, task))
  const tasks = tasksOfPlan(state).filter(({ spec }) => before.has(spec.key))
  return tasks.flatMap((it) => {
    return viewSteps(it).flatMap(({ name, title, critical, state: status, reason }, at) => {
      const step = it.steps[at]
      if (critical && step && isUnmerged(it, step)) return [{ name, title, reason: 'nothing of it is merged' }]
      return critical && (status === 'blocked' || status === 'failed' || status === 'skipped')
        ? [{ name, title, reason: reason ?? status }]
        : []
    })
  })
}
