/**
 * Once a person goes on without a SPECLet that has failed, or halts, what is left of it is not begun: it waits until the failed step is
 * tried again, done or left out (seed 004 §2.0b, 6).
 */

import type { RunState, TaskRun } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { stepName } from '../steps/course.ts'
import type { FailedBefore } from './scenario.ts'
import { specletOf, tasksOfSpeclet } from './status.ts'

/** For which step a task is not begun; null where there is none. Costs the failures, and the steps of its SPECLet. */
export function failedBefore(state: RunState, task: TaskRun): FailedBefore | null {
  const { specletFailures: failures } = state.course
  const speclet = failures.length === 0 ? null : specletOf(state, task)
  if (speclet === null) return null
  for (const it of tasksOfSpeclet(state, speclet))
    for (const { spec, status } of it.steps) {
      const step = stepName(it, spec.id)
      const decision = failures.findLast((failure) => failure.step === step)?.decision
      const isLeft = decision === 'halt' || decision === 'skip-blocked'
      if (isLeft && isEnd(status) && status !== 'done' && status !== 'skipped')
        return { speclet: speclet.id, step, task: it.uid }
    }
  return null
}

/** The tasks of a task's SPECLet to which a move of its steps may mean something else than before. */
export function restOf(state: RunState, task: TaskRun): readonly TaskRun[] {
  const speclet = state.course.specletFailures.length === 0 ? null : specletOf(state, task)
  return speclet === null ? [] : tasksOfSpeclet(state, speclet)
}

/** Why a task is not begun. */
export function failedBeforeText({ speclet, step }: FailedBefore): string {
  return `SPECLet ${speclet} failed at step ${step}`
}
