/** What became of a step, moment by moment: what the progress file logs of it (seed 004 §5). */

import type { Mode } from '../../plan/policy.ts'
import type { Cause } from '../step-status.ts'

/** The words of the seed. `retried` is another attempt, also by the next method. */
export type MomentStatus = 'started' | 'completed' | 'retried' | 'failed' | 'skipped'

/** Never changes once it is there. */
export interface StepMoment {
  /** Key of its task, and the step as in `StepRecord`. */
  readonly task: string
  readonly step: string
  readonly status: MomentStatus
  /** `primary`, `backup-1` …; null where the step has no methods. */
  readonly method: string | null
  /** Attempts after the first one of each method, up to then; those that a crash or a stop cut off are none. */
  readonly retries: number
  readonly mode: Mode
  /** Why it came to that, where it was for good, or every attempt of a method had failed. */
  readonly cause: Cause | null
  /** What was said last, on one line, where it is tried once more: what failed, or what a person wants. */
  readonly failed: string | null
  /** How many steps had ended before: its place among the records. */
  readonly after: number
  /** Milliseconds since the epoch. */
  readonly at: number
}
