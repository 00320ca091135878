/** The trigger "confidence degradation": what steps bring forth gets worse over time (seed 004 §3.3). */

import { ratio } from './ratio.ts'
import { breaksConstraint, retriesOf, type StepRecord } from './record.ts'
import {
  atLeastOne,
  handledBy,
  lastAttempted,
  reaches,
  stepNames,
  type Fired,
  type Pattern,
  type Reading,
  type Watch,
} from './trigger.ts'

/** In the names of the seed; rates from 0 to 1, and null of what cannot be told. */
export interface ConfidenceDegradation {
  readonly confidence_analysis: {
    /** `last_5_steps`. */
    readonly window: string
    /** Of the steps of which it is known. */
    readonly expected_output_match_rate: number | null
    /** Of all steps of the window: this is what is compared. */
    readonly expected_output_mismatch_rate: number
    readonly avg_retries_current: number
    readonly avg_retries_previous: number | null
    /** Null where there was no retry before, or are no steps to compare with. */
    readonly retry_increase_pct: number | null
    readonly constraint_violation_rate: number
    readonly confidence_degradation_detected: boolean
    /** `expected_output_mismatch_rate_above_50_pct`; of several the first one, as in the seed's example. */
    readonly trigger: string | null
  }
}

/**
 * Looks over all tasks, in the order of the ends of their steps; the seed compares ten of them, which is more than tasks have.
 * A window that is not full yet is evidence of nothing.
 */
export function confidenceDegradation(records: readonly StepRecord[], watch: Watch): Reading<ConfidenceDegradation> {
  const { outputMismatch, retryIncrease, constraintViolations } = watch.settings
  const fired = [mismatch(records, watch), moreRetries(records, watch), violations(records, watch)].flatMap(
    (it) => it ?? [],
  )
  const last = lastAttempted(records, outputMismatch.window)
  const known = last.filter((it) => it.expectedOutputMatch !== null)
  const matched = known.filter((it) => it.expectedOutputMatch).length
  const retries = compareRetries(records, retryIncrease.window)
  const broken = lastAttempted(records, constraintViolations.window)
  const names: Readonly<Partial<Record<Pattern, string>>> = {
    output_mismatch: `expected_output_mismatch_rate_above_${outputMismatch.percent}_pct`,
    retry_increase: `retry_increase_above_${retryIncrease.percent}_pct`,
    constraint_violations: `constraint_violation_rate_above_${constraintViolations.percent}_pct`,
  }
  const first = fired[0]
  return {
    fired,
    measurements: {
      confidence_analysis: {
        window: `last_${atLeastOne(outputMismatch.window)}_steps`,
        expected_output_match_rate: known.length === 0 ? null : ratio(matched, known.length),
        expected_output_mismatch_rate: ratio(known.length - matched, last.length),
        avg_retries_current: ratio(retries.current, retries.currentSteps),
        avg_retries_previous: retries.previousSteps === 0 ? null : ratio(retries.previous, retries.previousSteps),
        retry_increase_pct: retries.increase,
        constraint_violation_rate: ratio(broken.filter(breaksConstraint).length, broken.length),
        confidence_degradation_detected: fired.length > 0,
        trigger: first === undefined ? null : (names[first.pattern] ?? null),
      },
    },
  }
}

/** What is not known is no mismatch, but one of the steps. */
function mismatch(records: readonly StepRecord[], watch: Watch): Fired | null {
  const { percent, window } = watch.settings.outputMismatch
  const last = lastAttempted(records, window, handledBy('output_mismatch', watch))
  const evidence = last.filter((it) => it.expectedOutputMatch === false)
  if (last.length < atLeastOne(window) || !reaches(evidence.length, last.length, percent)) return null
  return {
    pattern: 'output_mismatch',
    reason: `the output of ${evidence.length} of the last ${last.length} steps was not the expected one: ${stepNames(evidence)}`,
    recommendation: 'Compare these outputs with what the plan expects: one of the two is wrong',
    evidence,
  }
}

/** Sums of retries: of the last window, and of as many steps before it, or as there are. */
function compareRetries(
  records: readonly StepRecord[],
  window: number,
): {
  readonly current: number
  readonly currentSteps: number
  readonly previous: number
  readonly previousSteps: number
  /** In percent; null where it has no meaning. */
  readonly increase: number | null
} {
  const length = atLeastOne(window)
  const sum = (of: readonly StepRecord[]): number => of.reduce((all, it) => all + retriesOf(it), 0)
  const both = lastAttempted(records, 2 * length)
  const last = both.slice(-length)
  const before = both.slice(0, -length)
  const current = sum(last)
  const previous = sum(before)
  const isFull = before.length === length
  const increase = !isFull || previous === 0 ? null : Math.round(((current - previous) / previous) * 100)
  return { current, currentSteps: last.length, previous, previousSteps: before.length, increase }
}

/**
 * Only the later window has to be new: the one before it is the measure. Where that holds no retry, it is compared with a single
 * one: no retry and then two is no better than one and then two, and one more retry in a whole window is nothing yet.
 */
function moreRetries(records: readonly StepRecord[], watch: Watch): Fired | null {
  const { percent, window } = watch.settings.retryIncrease
  const length = atLeastOne(window)
  const evidence = lastAttempted(records, length, handledBy('retry_increase', watch))
  const { current, previous, previousSteps } = compareRetries(records, length)
  if (evidence.length < length || previousSteps < length) return null
  const measure = Math.max(1, previous)
  if (current <= measure || current * 100 < measure * (100 + percent)) return null
  return {
    pattern: 'retry_increase',
    reason: `retries went from ${ratio(previous, length)} to ${ratio(current, length)} per step in the last ${length} steps`,
    recommendation: 'Look at what has changed since: instructions, files or tools that later steps depend on',
    evidence,
  }
}

function violations(records: readonly StepRecord[], watch: Watch): Fired | null {
  const { percent, window } = watch.settings.constraintViolations
  const last = lastAttempted(records, window, handledBy('constraint_violations', watch))
  const evidence = last.filter(breaksConstraint)
  if (last.length < atLeastOne(window) || !reaches(evidence.length, last.length, percent)) return null
  return {
    pattern: 'constraint_violations',
    reason: `${evidence.length} of the last ${last.length} steps broke a constraint: ${stepNames(evidence)}`,
    recommendation: 'Say again which constraints hold, or change those that cannot be kept',
    evidence,
  }
}
