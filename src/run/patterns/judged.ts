/** What was found out of a spec's pattern before its run began, as it is recorded (seed 004 §2.0a). */

import type { Mode } from '../../plan/policy.ts'
import type { Feasibility } from './feasibility.ts'

export interface PatternsJudged {
  /** Null where the spec names no pattern. */
  readonly feasibility: Feasibility | null
  /** Whom other patterns were asked of; null where nobody was. */
  readonly asked: string | null
  /** Why that gave no answer, in one line; null where it gave one. */
  readonly failed: string | null
}

/** What is decided of a technology deviation, or of a risk above the threshold. */
export type DeviationDoes = 'continue' | 'escalate' | 'alternatives'

/** The same, folded into a run. */
export interface PatternCourse {
  readonly judged: PatternsJudged
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What was decided of it last; null before. */
  readonly decided: DeviationDoes | null
}

/**
 * Whether it was found out before, so that a run that goes on need not ask again: the same pattern and technologies, and the same
 * source, which has given an answer.
 */
export function isKnown(known: PatternCourse | null, now: PatternsJudged): boolean {
  if (known === null || known.judged.failed !== null || known.judged.asked !== now.asked) return false
  return isSameQuestion(known.judged, now)
}

/** Whether a person would be asked the same of both: what was decided of one holds for the other, whichever patterns are known beside. */
export function isSameQuestion(one: PatternsJudged, other: PatternsJudged): boolean {
  const [a, b] = [one, other].map(({ feasibility }) => JSON.stringify({ ...feasibility, backups: [] }))
  return a === b
}

/** Whether a person has to know of it before the first step: other technologies than the pattern's, or a high risk. */
export function needsWord({ feasibility }: PatternsJudged): boolean {
  return feasibility !== null && (feasibility.alignment.is !== 'full' || feasibility.risk.isHigh)
}

/** Whether people decide what comes of patterns; else it is logged, and goes on. */
export function asksPeople(mode: Mode): boolean {
  return mode === 'collaborative' || mode === 'education'
}
