/** When the dynamic mode turns to people: all triggers together, and what is logged of it (seed 004 §3). */

import { backupDepletion, type BackupDepletion } from './depletion.ts'
import { confidenceDegradation, type ConfidenceDegradation } from './degradation.ts'
import { consecutiveFailures, criticalFailure, failureThreshold } from './failures.ts'
import { bracketName, textOf } from './method-name.ts'
import { standing, type StepRecord } from './record.ts'
import { evidenceOf, triggerOf, type Fired, type Handled, type Pattern, type Trigger, type Watch } from './trigger.ts'

/** What one step has tried. */
export interface AttemptedMethods {
  readonly step_id: string
  readonly methods: readonly {
    readonly method: string
    readonly description: string
    readonly attempts: number
    readonly outcome: 'success' | 'failure'
  }[]
}

/** The metrics that triggered; the numbers of the counters always, the rest where its trigger fired. */
export interface EscalationMeasurements {
  readonly consecutive_failures: number
  readonly escalation_threshold: number
  readonly failure_count: number
  readonly failure_threshold: number
  readonly critical_failure: string | null
  readonly backup_depletion?: BackupDepletion
  readonly confidence_analysis?: ConfidenceDegradation['confidence_analysis']
}

/** In the names of the seed; the time is the event's. */
export interface EscalationLog {
  /** The step after which it came, and its task. */
  readonly task_id: string
  readonly step_id: string
  readonly escalation_reason: readonly Trigger[]
  readonly patterns: readonly Pattern[]
  /** In words, one of each pattern. */
  readonly reasons: readonly string[]
  readonly measurements: EscalationMeasurements
  readonly attempted_methods: readonly AttemptedMethods[]
  readonly recommendation: string
  readonly consecutive_failure_count: number
}

export interface Escalation {
  readonly log: EscalationLog
  /** To be given from now on, so that nothing fires again for the same steps. */
  readonly handled: Handled
}

/**
 * Judges how things stand after the last record, before the next step begins. Only of use in the dynamic mode: silent does not ask,
 * and in the others a person is there already.
 * @param records of the whole run, in the order of the ends of steps
 * @returns null where no trigger fires
 */
export function escalation(records: readonly StepRecord[], watch: Watch): Escalation | null {
  const last = records.findLast((it) => it.task === watch.task) ?? records.at(-1)
  if (last === undefined) return null
  const row = consecutiveFailures(records, watch)
  const total = failureThreshold(records, watch)
  const critical = criticalFailure(records, watch)
  const depletion = backupDepletion(records, watch)
  const confidence = confidenceDegradation(records, watch)
  const fired = [critical, row, depletion, confidence, total].flatMap((it): readonly Fired[] => it.fired)
  if (fired.length === 0) return null
  return {
    log: {
      task_id: last.taskId,
      step_id: last.step,
      escalation_reason: [...new Set(fired.map(({ pattern }) => triggerOf[pattern]))],
      patterns: fired.map(({ pattern }) => pattern),
      reasons: fired.map(({ reason }) => reason),
      measurements: {
        ...row.measurements,
        ...total.measurements,
        ...critical.measurements,
        ...(depletion.fired.length > 0 ? { backup_depletion: depletion.measurements } : {}),
        ...(confidence.fired.length > 0 ? confidence.measurements : {}),
      },
      attempted_methods: standing(evidenceOf(records, fired)).map(attemptedMethods),
      recommendation: [...new Set(fired.map(({ recommendation }) => recommendation))].join('; '),
      consecutive_failure_count: row.measurements.consecutive_failures,
    },
    handled: {
      ...watch.handled,
      ...Object.fromEntries(fired.map(({ pattern }) => [pattern, records.length] as const)),
    },
  }
}

/** The counters as they stand after the last record, whatever has fired. */
export function countersOf(records: readonly StepRecord[], watch: Watch): EscalationMeasurements {
  return {
    ...consecutiveFailures(records, watch).measurements,
    ...failureThreshold(records, watch).measurements,
    ...criticalFailure(records, watch).measurements,
  }
}

/** What a step has tried, as it is logged. */
export function attemptedMethods({ step, methods, tried }: StepRecord): AttemptedMethods {
  return {
    step_id: step,
    methods: tried.map(({ method, attempts, outcome }) => ({
      method: bracketName(method),
      description: textOf(methods, method),
      attempts,
      outcome,
    })),
  }
}
