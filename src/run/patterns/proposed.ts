/** Patterns that were proposed in place of a method that failed, as a run knows them. */

import type { Cause } from '../step-status.ts'
import type { PatternMatch } from './pattern.ts'

/** What was proposed for a step, as it was shown. */
export interface ProposedPatterns {
  readonly alternatives: readonly PatternMatch[]
  /** Why its primary method has failed. */
  readonly cause: Cause
}

/** The same in the order of a run. */
export interface PatternProposal {
  /** Key of the task, and name of the step (`stepName`). */
  readonly task: string
  readonly step: string
  readonly alternatives: readonly PatternMatch[]
  /** As it is logged. */
  readonly line: string
  /** The one that was taken, and as which method; null where none was. */
  readonly taken: { readonly pattern: string; readonly method: string } | null
  /** Milliseconds since the epoch. */
  readonly at: number
}
