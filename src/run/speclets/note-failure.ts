/** A step of a SPECLet has failed with every method: what it means to the others is logged (seed 004 §2.0b, 6). */

import type { Speclet } from '../../plan/spec.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { stepName } from '../steps/course.ts'
import { usedUp } from '../steps/used-up.ts'
import { currentStep } from '../task-status.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'
import { failureScenario, type SpecletFailure } from './scenario.ts'
import { isTerminal } from './speclet-status.ts'
import { specletOf, specletStatuses, tasksOfSpeclet } from './status.ts'

/** Logs it; nothing where the task is in no SPECLet. */
export function noteFailure(turn: Turn, task: TaskRun, step: StepRun, critical: boolean): void {
  const failure = failureOf(turn, task, step, critical)
  if (failure !== null) emit(turn, { type: 'speclet-failed', failure }, subjectOf(task, step))
}

/** @returns null where the task is in no SPECLet */
export function failureOf(
  { state }: Pick<Turn, 'state'>,
  task: TaskRun,
  step: StepRun,
  critical = true,
): SpecletFailure | null {
  const speclet = specletOf(state, task)
  if (speclet === null) return null
  const speclets = state.spec?.spec.speclets ?? []
  const statuses = specletStatuses(state)
  const idsOf = (is: (it: Speclet) => boolean): ReadonlySet<string> => new Set(speclets.filter(is).map(({ id }) => id))
  return failureScenario(speclets, {
    speclet: speclet.id,
    step: stepName(task, step.spec.id),
    critical,
    over: idsOf((it) => isTerminal(statuses.get(it.id) ?? 'not_started')),
    failed: idsOf((it) => hasFailed(state, it)),
  })
}

/** Whether a step of it has failed with every method, also while people are asked about that. */
function hasFailed(state: RunState, speclet: Speclet): boolean {
  return tasksOfSpeclet(state, speclet).some((task) => {
    const step = currentStep(task)
    return step.status === 'blocked' || step.status === 'failed' || usedUp(state, task, step) !== null
  })
}
