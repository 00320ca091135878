/** The numbers of `[policy.escalation]` by their keys, and the settings of the triggers that they make (seed 004 §3). */

import { escalationDefaults as usual, type EscalationSettings } from '../plan/escalation.ts'

/** The numbers that hold where nobody says one, by their keys: times and windows in steps, shares in percent. */
export const escalationNumbers = {
  consecutive_failures: usual.consecutiveFailures,
  task_failures: usual.taskFailures,
  same_backup: usual.sameBackup.times,
  same_backup_window: usual.sameBackup.window,
  backup_percent: usual.backupRate.percent,
  backup_window: usual.backupRate.window,
  exhausted: usual.exhaustedInARow,
  mismatch_percent: usual.outputMismatch.percent,
  mismatch_window: usual.outputMismatch.window,
  retry_increase_percent: usual.retryIncrease.percent,
  retry_window: usual.retryIncrease.window,
  violation_percent: usual.constraintViolations.percent,
  violation_window: usual.constraintViolations.window,
} as const satisfies Readonly<Record<string, number>>

/** One of each trigger's numbers. */
export type EscalationNumbers = Readonly<Record<keyof typeof escalationNumbers, number>>

/** All numbers as the triggers take them. */
export function settingsOf(numbers: EscalationNumbers): EscalationSettings {
  return {
    consecutiveFailures: numbers.consecutive_failures,
    sameBackup: { times: numbers.same_backup, window: numbers.same_backup_window },
    backupRate: { percent: numbers.backup_percent, window: numbers.backup_window },
    exhaustedInARow: numbers.exhausted,
    outputMismatch: { percent: numbers.mismatch_percent, window: numbers.mismatch_window },
    retryIncrease: { percent: numbers.retry_increase_percent, window: numbers.retry_window },
    constraintViolations: { percent: numbers.violation_percent, window: numbers.violation_window },
    taskFailures: numbers.task_failures,
  }
}
