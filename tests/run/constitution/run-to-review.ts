import { criticalBalanceDefaults } from '../../../src/plan/critical-balance.ts'
import { escalationDefaults, propagationDefaults } from '../../../src/plan/escalation.ts'
import type { LoggedEntry } from '../../../src/run/constitution/logged-entry.ts'
import type { RunToReview } from '../../../src/run/constitution/review.ts'
import { fieldName } from '../../../src/run/steps/method-name.ts'
import type { PlannedTask } from '../../../src/run/steps/planned-task.ts'
import { propagation, type PropagationDecision } from '../../../src/run/steps/propagation.ts'
import { standing, type StepRecord } from '../../../src/run/steps/record.ts'

export const timestamp = '2026-01-02T14:30:00.000Z'

/** The plan of these steps: each task comes after all before it. */
export function tasksOf(records: readonly StepRecord[]): readonly PlannedTask[] {
  const steps = standing(records)
  const keys = [...new Set(steps.map((it) => it.task))]
  return keys.map((task, at) => ({
    task,
    taskId: steps.find((it) => it.task === task)?.taskId ?? '',
    steps: steps.filter((it) => it.task === task).map(({ step, critical }) => ({ step, critical })),
    before: keys.slice(0, at),
  }))
}

/** What was decided before each of these steps; whatever failed, a person let the run go on. */
export function decisionsOf(
  records: readonly StepRecord[],
  tasks: readonly PlannedTask[],
): readonly PropagationDecision[] {
  return records.map(({ task, taskId, step }, at) => {
    const before = tasks.find((it) => it.task === task)?.before ?? []
    const prior = records.slice(0, at)
    const earlier = prior.flatMap((it) => (it.task === task ? it.step : []))
    const next = { task, taskId, step, before, earlier, needs: [], accepted: prior.map((it) => it.step), unmerged: [] }
    return propagation(prior, next, propagationDefaults)
  })
}

/** The entry of a step in the progress file. */
export function entryOf({ taskId, step, status, tried, mode }: StepRecord): LoggedEntry {
  const backups = tried.map((it) => it.method).filter((it) => it !== 'primary')
  return {
    task_id: taskId,
    step_id: step,
    status,
    method_used: tried.length === 0 ? null : fieldName(tried.at(-1)?.method ?? ''),
    backup_attempts: backups.map(fieldName),
    timestamp,
    mode,
  }
}

/** A run in which these steps ended, everything was read and logged, and nobody switched the mode. */
export function reviewed(records: readonly StepRecord[]): RunToReview {
  const tasks = tasksOf(records)
  return {
    tasks,
    records,
    decisions: decisionsOf(records, tasks),
    letBegin: [],
    switches: [],
    laterRuns: [],
    entries: records.map(entryOf),
    isIntact: true,
    violations: [],
    settings: escalationDefaults,
    balance: criticalBalanceDefaults,
    timestamp,
  }
}
