/** The last words of a run of a spec: totals, errors and what is left (seed 004 §5, "At completion"). */

import { oneLine } from '../../plan/one-line.ts'
import type { Mode } from '../../plan/policy.ts'
import type { GoalStatus } from '../../run/completion/verify-completion.ts'
import { failuresInARow } from '../../run/steps/failures.ts'
import { bracketName, fieldName, inQuotes } from '../../run/steps/method-name.ts'
import { isEscalation, type ModeSwitch } from '../../run/steps/mode-switch.ts'
import type { PlannedTask } from '../../run/steps/planned-task.ts'
import { goneOnWithout, type FailureWithin } from '../../run/speclets/completed-in-part.ts'
import type { PropagationAnswer, PropagationDecision } from '../../run/steps/propagation.ts'
import {
  backupsRun,
  hasEverFailed,
  retriesOf,
  standing,
  wasAttempted,
  type StepRecord,
} from '../../run/steps/record.ts'
import { isoTime } from '../run/json.ts'
import { durationText } from '../run/duration.ts'

export interface FinalSummary {
  readonly total_tasks_completed: number
  readonly total_tasks_attempted: number
  readonly steps_succeeded: number
  readonly steps_failed: number
  readonly steps_skipped: number
  readonly total_retries: number
  /** `backup_1` → how often it was tried. */
  readonly backup_methods_used: Readonly<Record<string, number>>
  /** Each critical step that failed with every method or ended failed, also where that was not its last word. */
  readonly critical_errors: readonly {
    readonly task_id: string
    readonly step_id: string
    readonly description: string
    readonly attempted_methods: readonly string[]
    /** Whether it was completed, or a person let it stand, later. */
    readonly resolved: boolean
  }[]
  readonly mode_switches: readonly {
    readonly from: Mode
    readonly to: Mode
    readonly reason: string
    readonly escalated: boolean
    readonly timestamp: string
  }[]
  /** Decisions before steps behind a critical failure. */
  readonly error_propagation_events: readonly {
    readonly step_id: string
    readonly decision: PropagationAnswer
    readonly concern: string
  }[]
  readonly runtime_seconds: number
  readonly final_consecutive_failure_count: number
  readonly run_complete: true
  /** Every task was completed, and the goal was ACHIEVED; of a goal that nobody could verify each step has to be. */
  readonly overall_success: boolean
  /** Something was completed, and it is no success, or a SPECLet went on without a step. */
  readonly partial_completion: boolean
  /** Steps that stand failed in SPECLets that went on without them. */
  readonly partial_speclets: readonly { readonly speclet: string; readonly step_id: string }[]
  /** Steps of the plan that were never worked on, and the critical steps before them that stand failed. */
  readonly blocked_steps: readonly { readonly step_id: string; readonly unmet_dependencies: readonly string[] }[]
}

export interface EndedRun {
  readonly tasks: readonly PlannedTask[]
  readonly records: readonly StepRecord[]
  /** Names of the steps that were opened again after their end, and have not come to another. */
  readonly open: ReadonlySet<string>
  /** Names of those that were completed, and of which nothing was merged (`stepsNotMerged`). */
  readonly unmerged: ReadonlySet<string>
  readonly switches: readonly ModeSwitch[]
  readonly decisions: readonly PropagationDecision[]
  readonly failures: readonly FailureWithin[]
  /** `behind`: something came to its end since anybody has looked. Null where nothing says when the goal is reached, or nobody ever looked. */
  readonly goal: GoalStatus | 'behind' | null
  /** How long it took, in milliseconds. */
  readonly runtimeMs: number
}

/**
 * Each step counts by its last end. A task is completed where each of its steps was, or failed without being critical, one was, and what they did is merged;
 * the run is a success where all tasks are and the goal was reached, or where nobody verifies it, no step failed.
 */
export function finalSummary({
  tasks,
  records,
  open,
  unmerged,
  switches,
  decisions,
  failures,
  goal,
  runtimeMs,
}: EndedRun): FinalSummary {
  const steps = standing(records).filter((it) => !open.has(it.step))
  const count = (status: StepRecord['status']): number => steps.filter((it) => it.status === status).length
  const byStep = new Map(steps.map((it) => [it.step, it]))
  const completed = tasks.filter((it) => isCompleted(it, byStep) && !it.steps.some(({ step }) => unmerged.has(step)))
  const attempted = new Set(records.filter(wasAttempted).map((it) => it.task))
  const backups: Record<string, number> = {}
  for (const { method } of records.flatMap(backupsRun))
    backups[fieldName(method)] = (backups[fieldName(method)] ?? 0) + 1
  const succeeded = count('completed')
  const isReached = goal === null ? count('failed') === 0 : goal === 'ACHIEVED'
  const isSuccess = tasks.length > 0 && completed.length === tasks.length && isReached
  const partial = goneOnWithout(
    failures,
    steps.filter((it) => !unmerged.has(it.step)),
  )
  return {
    total_tasks_completed: completed.length,
    total_tasks_attempted: tasks.filter((it) => attempted.has(it.task)).length,
    steps_succeeded: succeeded,
    steps_failed: count('failed'),
    steps_skipped: count('skipped'),
    total_retries: records.reduce((sum, it) => sum + retriesOf(it), 0),
    backup_methods_used: backups,
    critical_errors: standing(records.filter(isCriticalError)).map((it) => ({
      task_id: it.taskId,
      step_id: it.step,
      description: it.title,
      attempted_methods: [...new Set(it.tried.map(({ method }) => bracketName(method)))],
      resolved: byStep.get(it.step)?.status === 'completed',
    })),
    mode_switches: switches.map((it) => ({
      from: it.from,
      to: it.to,
      reason: it.reason,
      escalated: isEscalation(it),
      timestamp: isoTime(it.at),
    })),
    error_propagation_events: decisions.flatMap((it) =>
      it.dependency_concern === null
        ? []
        : [{ step_id: it.step_id, decision: it.error_propagation_decision, concern: it.dependency_concern }],
    ),
    runtime_seconds: Math.max(0, Math.round(runtimeMs / 1000)),
    final_consecutive_failure_count: failuresInARow(records, records.findLast(wasAttempted)?.task ?? '').length,
    run_complete: true,
    overall_success: isSuccess,
    partial_completion: succeeded > 0 && (!isSuccess || partial.length > 0),
    partial_speclets: partial.map(({ speclet, step }) => ({ speclet, step_id: step })),
    blocked_steps: blockedSteps(tasks, byStep, new Set(records.filter(wasAttempted).map(({ step }) => step))),
  }
}

/** Also where people let it stand, or go on, once it had failed with every method. */
function isCriticalError(record: StepRecord): boolean {
  return record.critical && hasEverFailed(record)
}

function isCompleted({ steps }: PlannedTask, byStep: ReadonlyMap<string, StepRecord>): boolean {
  const ends = steps.map(({ step }) => byStep.get(step))
  const isOver = ends.every((it) => it?.status === 'completed' || (it?.status === 'failed' && !it.critical))
  return isOver && ends.some((it) => it?.status === 'completed')
}

function blockedSteps(
  tasks: readonly PlannedTask[],
  byStep: ReadonlyMap<string, StepRecord>,
  attempted: ReadonlySet<string>,
): FinalSummary['blocked_steps'] {
  const failed = [...byStep.values()].filter(({ critical, status }) => critical && status === 'failed')
  return tasks.flatMap(({ task, steps, before }) => {
    const unmet = failed.filter((it) => it.task === task || before.includes(it.task)).map((it) => it.step)
    return steps
      .filter(({ step }) => (byStep.get(step)?.status ?? 'skipped') === 'skipped' && !attempted.has(step))
      .map(({ step }) => ({ step_id: step, unmet_dependencies: unmet }))
  })
}

/** The summary as Markdown, a line each: no text of the plan can add one. */
export function summaryLines(summary: FinalSummary): readonly string[] {
  const backups = Object.entries(summary.backup_methods_used).map(([name, times]) => `${name} ${times}×`)
  return [
    '## Final summary',
    '',
    `- Result: ${resultText(summary)}`,
    `- Tasks: ${summary.total_tasks_completed} completed of ${summary.total_tasks_attempted} attempted`,
    `- Steps: ${summary.steps_succeeded} succeeded, ${summary.steps_failed} failed, ${summary.steps_skipped} skipped`,
    `- Retries: ${summary.total_retries}`,
    `- Backups used: ${backups.length === 0 ? 'none' : backups.join(', ')}`,
    `- Runtime: ${durationText(summary.runtime_seconds * 1000)}`,
    `- Consecutive failures at the end: ${summary.final_consecutive_failure_count}`,
    ...listed(
      'Critical errors',
      summary.critical_errors.map(
        (it) =>
          `Step ${it.step_id} ${inQuotes(it.description)}: tried ${it.attempted_methods.join(', ') || 'nothing'}${it.resolved ? '; resolved later' : ''}`,
      ),
    ),
    ...listed(
      'Mode switches',
      summary.mode_switches.map((it) => `${it.timestamp} ${it.from} → ${it.to}: ${inQuotes(it.reason)}`),
    ),
    ...listed(
      'Error propagation',
      summary.error_propagation_events.map((it) => `Step ${it.step_id}: ${it.decision}; ${it.concern}`),
    ),
    ...listed(
      'Completed in part',
      summary.partial_speclets.map(
        (it) => `SPECLet ${it.speclet}: step ${it.step_id} failed, and ${whyGoesOn(it, summary)}`,
      ),
    ),
    ...listed(
      'Steps not worked on',
      summary.blocked_steps.map(({ step_id, unmet_dependencies: unmet }) =>
        unmet.length === 0 ? `Step ${step_id}` : `Step ${step_id}, behind ${unmet.join(', ')}`,
      ),
    ),
  ].map(oneLine)
}

/** What of a failed step lets its SPECLet go on without it. */
export function whyGoesOn(
  { step_id: step }: FinalSummary['partial_speclets'][number],
  { critical_errors: errors }: Pick<FinalSummary, 'critical_errors'>,
): string {
  return errors.some(({ step_id }) => step_id === step) ? 'was left out by a person' : 'was not critical'
}

function resultText({
  overall_success,
  partial_completion,
  steps_failed: failed,
  steps_skipped: skipped,
  partial_speclets: partial,
  blocked_steps: blocked,
  critical_errors: errors,
}: FinalSummary): string {
  if (overall_success) return partial.length > 0 ? 'completed, but for a part of a SPECLet' : 'everything was completed'
  if (partial_completion && skipped + blocked.length === 0 && errors.every(({ resolved }) => resolved))
    return failed === 0
      ? 'everything was completed, and the goal was not seen to be reached'
      : 'every task was completed, but not every step, or not the goal'
  return partial_completion ? 'completed in part' : 'nothing was completed'
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines.map((it) => `- ${it}`)]
}
