/** SPECLets that went on without a step that stands failed: these are completed in part (seed 004 §2.0b, 6, scenario C). */

import type { RunState } from '../state.ts'
import { openSteps, unmergedSteps } from '../steps/course.ts'
import { tasksOfPlan } from '../steps/planned-tasks.ts'
import { standing, type StepRecord } from '../steps/record.ts'
import type { NotedFailure } from './scenario.ts'

/** `tasks`: keys of those of its SPECLet. */
export type FailureWithin = Pick<NotedFailure, 'scenario' | 'speclet' | 'step' | 'decision'> & {
  readonly tasks: readonly string[]
}

/**
 * The failures of steps that stand failed, of each step the last one, in SPECLets that go on without them.
 * @param steps how steps stand (`standing`), without those that are open again, or of which nothing was merged
 */
export function goneOnWithout(
  failures: readonly FailureWithin[],
  steps: readonly StepRecord[],
): readonly FailureWithin[] {
  const byStep = new Map(steps.map((it) => [it.step, it]))
  return [...new Map(failures.map((it) => [it.step, it])).values()].filter(
    (it) => byStep.get(it.step)?.status === 'failed' && goesOnWithout(it, steps),
  )
}

/**
 * Whether a SPECLet goes on without a step that has failed: it is not critical, or a person leaves it out. One in which nothing was
 * completed is left out as a whole.
 */
function goesOnWithout({ scenario, decision, tasks }: FailureWithin, steps: readonly StepRecord[]): boolean {
  if (scenario === 'C') return true
  return decision === 'skip' && steps.some(({ task, status }) => status === 'completed' && tasks.includes(task))
}

/** The failures within SPECLets, with the tasks of these. */
export function failuresWithin({ course, spec }: Pick<RunState, 'course' | 'spec'>): readonly FailureWithin[] {
  const tasksIn = new Map(spec?.spec.speclets.map((it) => [it.id, it.tasks]))
  return course.specletFailures.map((it) => ({ ...it, tasks: tasksIn.get(it.speclet) ?? [] }))
}

/** Ids of SPECLets that, where they are completed, are so in part. Costs the steps that have ended, where a SPECLet has failed. */
export function inPart(state: RunState): ReadonlySet<string> {
  const failures = failuresWithin(state)
  if (failures.length === 0) return new Set()
  const open = new Set(tasksOfPlan(state).flatMap(openSteps))
  const lost = new Set(tasksOfPlan(state).flatMap(unmergedSteps))
  const steps = standing(state.course.records).filter((it) => !open.has(it.step) && !lost.has(it.step))
  return new Set(goneOnWithout(failures, steps).map(({ speclet }) => speclet))
}
