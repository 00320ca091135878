/** The triggers that count failures of one task: in a row, all of them, and a critical one (seed 004 §2.4, §3). */

import { isExhausted, standing, wasAttempted, type StepRecord } from './record.ts'
import { atLeastOne, handledBy, inARow, stepNames, type Fired, type Reading, type Watch } from './trigger.ts'

export interface ConsecutiveFailures {
  readonly consecutive_failures: number
  readonly escalation_threshold: number
}

/**
 * The counter of the seed: steps of the task that failed in a row with all their methods. Any completed step sets it to 0, and so
 * does another task, also where both are worked on at once. A step that was skipped, or failed with methods left, does neither. Where
 * seed 004 §2.4 counts critical steps only, its §3 is explicit that any step counts, and that is what holds.
 */
export function failuresInARow(records: readonly StepRecord[], task: string): readonly StepRecord[] {
  const own = records.filter((it) => it.task === task)
  // One that a person had tried again, and that failed again, is one.
  return standing(inARow(own, (it) => it.status !== 'completed').filter(isExhausted))
}

/** Fires at so many failures in a row within a task; what is measured is the whole row, also where a part of it was handled. */
export function consecutiveFailures(records: readonly StepRecord[], watch: Watch): Reading<ConsecutiveFailures> {
  const threshold = atLeastOne(watch.settings.consecutiveFailures)
  const evidence = failuresInARow(records.slice(handledBy('consecutive_failures', watch)), watch.task)
  const fired: Fired = {
    pattern: 'consecutive_failures',
    reason: `${evidence.length} steps in a row failed with all their methods: ${stepNames(evidence)}`,
    recommendation: 'Look at what these steps have in common before the next one begins',
    evidence,
  }
  return {
    fired: evidence.length >= threshold ? [fired] : [],
    measurements: {
      consecutive_failures: failuresInARow(records, watch.task).length,
      escalation_threshold: threshold,
    },
  }
}

export interface TaskFailures {
  readonly failure_count: number
  readonly failure_threshold: number
}

/** The steps of a task that stand failed, critical or not; one that was completed since is none. */
function failedOf(records: readonly StepRecord[], task: string): readonly StepRecord[] {
  return standing(records.filter((it) => it.task === task)).filter((it) => it.status === 'failed')
}

/** Fires at so many failed steps of a task, whatever lies between them. */
export function failureThreshold(records: readonly StepRecord[], watch: Watch): Reading<TaskFailures> {
  const threshold = atLeastOne(watch.settings.taskFailures)
  const evidence = failedOf(records.slice(handledBy('failure_threshold', watch)), watch.task)
  const fired: Fired = {
    pattern: 'failure_threshold',
    reason: `${evidence.length} steps of this task failed: ${stepNames(evidence)}`,
    recommendation: 'Decide whether the task can reach its aim as it is planned',
    evidence,
  }
  return {
    fired: evidence.length >= threshold ? [fired] : [],
    measurements: { failure_count: failedOf(records, watch.task).length, failure_threshold: threshold },
  }
}

/** Fires where a critical step of the task has just ended failed with all its methods: at once, and alone. */
export function criticalFailure(
  records: readonly StepRecord[],
  watch: Watch,
): Reading<{ readonly critical_failure: string | null }> {
  const at = records.findLastIndex((it) => it.task === watch.task && wasAttempted(it))
  const last = at < handledBy('critical_failure', watch) ? undefined : records[at]
  if (last === undefined || !last.critical || last.status !== 'failed' || !isExhausted(last))
    return { fired: [], measurements: { critical_failure: null } }
  const tried = last.methods.length === 1 ? 'its only method' : `all ${last.methods.length} methods`
  const fired: Fired = {
    pattern: 'critical_failure',
    reason: `critical step ${last.step} failed with ${last.methods.length === 0 ? 'no method to try' : tried}`,
    recommendation: `Give guidance or another approach for step ${last.step}`,
    evidence: [last],
  }
  return { fired: [fired], measurements: { critical_failure: last.step } }
}
