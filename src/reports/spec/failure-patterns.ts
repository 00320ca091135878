/** What failed in a run, and what its backups brought (seed 004 §6.1, steps 1 and 2). */

import { textKey, textOf } from '../../run/steps/method-name.ts'
import { ratio } from '../../run/steps/ratio.ts'
import type { PlannedTask } from '../../run/steps/planned-task.ts'
import { backupsRun, isOverridden, retriesOf, standing, type StepRecord } from '../../run/steps/record.ts'

/** `failure_patterns` of the analysis, in the names of the seed; rates from 0 to 1. */
export interface FailurePatterns {
  readonly steps_that_frequently_fail: readonly {
    readonly step_id: string
    readonly failure_count: number
    readonly retry_count: number
  }[]
  readonly overall_failure_rate: number
  readonly task_failure_rates: readonly TaskFailureRate[]
  readonly most_successful_backups: readonly { readonly backup_description: string; readonly success_rate: number }[]
  /** Null where no backup was tried. */
  readonly backup_success_rate: number | null
}

export interface TaskFailureRate {
  readonly task_id: string
  readonly failed_steps: number
  readonly total_steps: number
  readonly failure_rate: number
}

/**
 * Counts over the steps of the plan, each by its last end; skipped ones, and those that nothing has ended, are steps that did not fail.
 * A step is told as failing often where it ended failed once at least, or two of its methods failed or more; the most failures come first.
 * @param tasks of the plan, with all their steps
 */
export function failurePatterns(records: readonly StepRecord[], tasks: readonly PlannedTask[]): FailurePatterns {
  const steps = standing(records)
  const backups = backupStatistics(records)
  const tries = backups.reduce((sum, it) => sum + it.tries, 0)
  const successes = backups.reduce((sum, it) => sum + it.successes, 0)
  return {
    steps_that_frequently_fail: failingSteps(records),
    overall_failure_rate: ratio(
      steps.filter(hasFailed).length,
      Math.max(
        steps.length,
        tasks.reduce((sum, it) => sum + it.steps.length, 0),
      ),
    ),
    task_failure_rates: taskFailureRates(steps, tasks),
    most_successful_backups: backups
      .filter((it) => it.successes > 0)
      .sort((a, b) => b.successes / b.tries - a.successes / a.tries || b.tries - a.tries)
      .map((it) => ({ backup_description: it.description, success_rate: ratio(it.successes, it.tries) })),
    backup_success_rate: tries === 0 ? null : ratio(successes, tries),
  }
}

/** Also where a person lets stand what failed with every method. */
function hasFailed(record: StepRecord): boolean {
  return record.status === 'failed' || isOverridden(record)
}

function failingSteps(records: readonly StepRecord[]): FailurePatterns['steps_that_frequently_fail'] {
  const byStep = new Map<string, { failures: number; retries: number; ended: boolean }>()
  for (const record of records) {
    const { failures, retries, ended } = byStep.get(record.step) ?? { failures: 0, retries: 0, ended: false }
    byStep.set(record.step, {
      failures: failures + record.tried.filter((it) => it.outcome === 'failure').length,
      retries: retries + retriesOf(record),
      ended: ended || hasFailed(record),
    })
  }
  return [...byStep]
    .filter(([, { failures, ended }]) => ended || failures > 1)
    .sort(([, a], [, b]) => b.failures - a.failures)
    .map(([step_id, { failures, retries }]) => ({ step_id, failure_count: failures, retry_count: retries }))
}

function taskFailureRates(steps: readonly StepRecord[], tasks: readonly PlannedTask[]): readonly TaskFailureRate[] {
  // Those that were never begun, too.
  return [...new Set([...tasks, ...steps].map((it) => it.task))].map((task) => {
    const own = steps.filter((it) => it.task === task)
    const failed = own.filter(hasFailed).length
    const planned = tasks.find((it) => it.task === task)
    const total = Math.max(own.length, planned?.steps.length ?? 0)
    return {
      task_id: own[0]?.taskId ?? planned?.taskId ?? '',
      failed_steps: failed,
      total_steps: total,
      failure_rate: ratio(failed, total),
    }
  })
}

/** What one backup brought, wherever it is a method; by its description. */
export interface BackupStatistics {
  readonly description: string
  readonly tries: number
  readonly successes: number
}

/** In the order in which they were tried first. */
export function backupStatistics(records: readonly StepRecord[]): readonly BackupStatistics[] {
  const found = new Map<string, BackupStatistics>()
  for (const record of records)
    for (const { method, outcome } of backupsRun(record)) {
      const description = textOf(record.methods, method)
      const key = textKey(description)
      const before = found.get(key) ?? { description, tries: 0, successes: 0 }
      found.set(key, {
        ...before,
        tries: before.tries + 1,
        successes: before.successes + (outcome === 'success' ? 1 : 0),
      })
    }
  return [...found.values()]
}
