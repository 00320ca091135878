/** Before each step: what those before it mean to it (seed 004 §2.2). */

import type { PropagationSettings, PropagationStrategy } from '../../plan/escalation.ts'
import { standing, wasAttempted, type StepRecord } from './record.ts'

/** The step that is about to begin. */
export interface NextStep {
  /** Key of its task. */
  readonly task: string
  readonly taskId: string
  /** As in `StepRecord`. */
  readonly step: string
  /** Keys of the tasks that come before its own: all earlier ones, or where there are SPECLets those of its own and of what that depends on. */
  readonly before: readonly string[]
  /** Those of its own task that come before it, as in `StepRecord`: of one that is done again the later ones may have ended before. */
  readonly earlier: readonly string[]
  /** Steps whose output the plan says that it needs, as in `StepRecord`. */
  readonly needs: readonly string[]
  /** Failed steps in spite of which a person has let the run go on: they are asked about no more, and warned of still. */
  readonly accepted: readonly string[]
  /** Steps that stand failed since nothing of what they did was merged. */
  readonly unmerged: readonly string[]
}

/** `halt` and `escalate` both wait for people; `halt` also stops whatever else could begin. */
export type PropagationAnswer = 'continue' | 'continue_with_warning' | 'halt' | 'escalate'

/** In the names of the seed; the time is the event's. */
export interface PropagationDecision {
  readonly task_id: string
  readonly step_id: string
  /** Every step that was read, in the order in which they ended first. */
  readonly prior_step_dependencies: readonly string[]
  readonly propagation_strategy: PropagationStrategy
  readonly error_propagation_decision: PropagationAnswer
  /** Critical steps before it that stand failed, and how near they are. */
  readonly critical_failures: readonly CriticalFailure[]
  /** Likewise those that are not critical: they stop nothing. */
  readonly other_failures: readonly string[]
  /** Null where nothing critical has failed. */
  readonly dependency_concern: string | null
  readonly impact: string | null
}

export interface CriticalFailure {
  readonly task_id: string
  readonly step_id: string
  readonly relation: 'needed' | 'same_task' | 'earlier_task'
  /** Whether a person has let the run go on in spite of it. */
  readonly accepted: boolean
}

/**
 * Reads what came before a step and decides, by the strategy of the plan. Where the plan forbids to read it, nothing is read and
 * nothing decided; the constitutional check of the task says so.
 * @param records of the whole run; those of tasks that do not come before the step are left alone
 */
export function propagation(
  records: readonly StepRecord[],
  next: NextStep,
  settings: PropagationSettings,
): PropagationDecision {
  const reads = settings.enabled && settings.readPriorSteps
  const comesBefore = ({ task, step }: StepRecord): boolean =>
    task === next.task ? next.earlier.includes(step) : next.before.includes(task)
  const prior = reads ? standing(records).filter(comesBefore) : []
  const failed = prior.filter((it) => it.status === 'failed')
  const critical = failed.filter((it) => it.critical).map((it) => criticalFailure(it, next))
  return {
    task_id: next.taskId,
    step_id: next.step,
    prior_step_dependencies: prior.map((it) => it.step),
    propagation_strategy: settings.strategy,
    error_propagation_decision: answer(critical, settings.strategy),
    critical_failures: critical,
    other_failures: failed.filter((it) => !it.critical).map((it) => it.step),
    dependency_concern: critical.length === 0 ? null : concernText(critical, next),
    impact: critical.length === 0 ? null : impactText(critical, prior, next),
  }
}

function criticalFailure({ task, taskId, step }: StepRecord, next: NextStep): CriticalFailure {
  const relation = next.needs.includes(step) ? 'needed' : task === next.task ? 'same_task' : 'earlier_task'
  return { task_id: taskId, step_id: step, relation, accepted: next.accepted.includes(step) }
}

function answer(critical: readonly CriticalFailure[], strategy: PropagationStrategy): PropagationAnswer {
  if (critical.length === 0) return 'continue'
  if (critical.every(({ accepted }) => accepted)) return 'continue_with_warning'
  switch (strategy) {
    case 'halt_on_critical':
      return 'halt'
    case 'continue_and_log':
      return 'continue_with_warning'
    case 'collaborative_review':
      return 'escalate'
    default:
      return strategy satisfies never
  }
}

function concernText(critical: readonly CriticalFailure[], next: NextStep): string {
  const said: Readonly<Record<CriticalFailure['relation'], string>> = {
    needed: `step ${next.step} needs what it was to bring`,
    same_task: `step ${next.step} follows it in the same task`,
    earlier_task: `task ${next.taskId} comes after its task`,
  }
  return critical
    .map(
      ({ step_id, relation, accepted }) =>
        `critical step ${step_id} ${next.unmerged.includes(step_id) ? 'is not merged' : 'failed'} and ${said[relation]}${accepted ? '; a person let the run go on' : ''}`,
    )
    .join('; ')
}

function impactText(critical: readonly CriticalFailure[], prior: readonly StepRecord[], next: NextStep): string {
  const attempted = prior.filter(wasAttempted).length
  const count = `${critical.length} of ${attempted} steps before step ${next.step} failed though critical`
  if (critical.some(({ relation }) => relation === 'needed')) return `${count}: its input is missing or wrong`
  if (critical.some(({ relation }) => relation === 'same_task')) return `${count}: its task may not reach its aim`
  return `${count}: its own task is whole so far, the goal may not be reached`
}
