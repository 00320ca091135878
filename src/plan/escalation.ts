/** When a run turns to people by itself, and what a failed step means to those after it, as plain data (seed 004 §2.2, §3). */

/** So many in the last `window` steps. */
export interface TimesOf {
  readonly times: number
  readonly window: number
}

/** So many percent, from 0 to 100, of the last `window` steps; of an increase, between two windows of that length. */
export interface ShareOf {
  readonly percent: number
  readonly window: number
}

/**
 * The thresholds of the triggers; each fires where its number is reached. A number of steps below 1 is taken as 1: that is the
 * strictest there is, and no setting turns a trigger off.
 */
export interface EscalationSettings {
  /** Steps of a task that failed in a row: `escalation_threshold`. */
  readonly consecutiveFailures: number
  /** Steps that the same backup has completed. */
  readonly sameBackup: TimesOf
  /** Steps that needed a backup. */
  readonly backupRate: ShareOf
  /** Steps in a row of which all backups failed. */
  readonly exhaustedInARow: number
  /** Steps whose output was not the expected one. */
  readonly outputMismatch: ShareOf
  /** More retries in the last window than in the one before it. */
  readonly retryIncrease: ShareOf
  /** Steps that broke a constraint. */
  readonly constraintViolations: ShareOf
  /** Steps of one task that failed: `error_propagation.failure_threshold`. */
  readonly taskFailures: number
}

/** The numbers of seed 004 §3. */
export const escalationDefaults: EscalationSettings = {
  consecutiveFailures: 3,
  sameBackup: { times: 3, window: 5 },
  backupRate: { percent: 60, window: 5 },
  exhaustedInARow: 3,
  outputMismatch: { percent: 50, window: 5 },
  retryIncrease: { percent: 50, window: 5 },
  constraintViolations: { percent: 40, window: 5 },
  taskFailures: 3,
}

/** What follows where a critical step before this one has failed. */
export type PropagationStrategy = (typeof propagationStrategies)[number]

export const propagationStrategies = ['halt_on_critical', 'continue_and_log', 'collaborative_review'] as const

/** The `[error_propagation]` of a spec. */
export interface PropagationSettings {
  readonly enabled: boolean
  readonly readPriorSteps: boolean
  readonly dependencyTracking: boolean
  readonly strategy: PropagationStrategy
}

/** What holds where a spec says nothing. */
export const propagationDefaults: PropagationSettings = {
  enabled: true,
  readPriorSteps: true,
  dependencyTracking: true,
  strategy: 'collaborative_review',
}
