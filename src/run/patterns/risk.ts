/** The risk of building by a pattern with what the spec is really built with (seed 004 §2.0a, 3). */

import type { ChosenPattern, Level } from '../../plan/chosen-pattern.ts'
import type { Alignment } from './technologies.ts'

export interface CompositeRisk {
  /** Of the pattern alone. */
  readonly pattern: Level
  /** The sum, and its parts. */
  readonly score: number
  readonly patternRisk: number
  readonly deviationPenalty: number
  readonly complexityFactor: number
  readonly level: Level
  /** Whether the score is above the threshold: a warning is due, and other patterns are to be suggested. */
  readonly isHigh: boolean
}

const points: Readonly<Record<Level, number>> = { LOW: 0, MEDIUM: 1, HIGH: 2 }
const penalties: Readonly<Record<Alignment, number>> = { full: 0, partial: 0.5, none: 1 }
const fromConfidence: Readonly<Record<Level, Level>> = { HIGH: 'LOW', MEDIUM: 'MEDIUM', LOW: 'HIGH' }

/** Above this a risk is more than MEDIUM. */
const mediumThreshold = 1.5

/** From this on a risk is MEDIUM: any deviation is enough, as in the seed's warning. */
const mediumFrom = 0.5

/** As the work grows: up to 25 steps, up to 60, and more. */
function complexityOf(steps: number): number {
  return steps <= 25 ? 0 : steps <= 60 ? 0.25 : 0.5
}

/**
 * `score = patternRisk + deviationPenalty + complexityFactor`
 *
 * - patternRisk: LOW 0, MEDIUM 1, HIGH 2; where the spec does not say it, what the confidence leaves open (HIGH → LOW, MEDIUM →
 *   MEDIUM, LOW → HIGH), and MEDIUM where that is not said either;
 * - deviationPenalty: full 0, partial 0.5, none 1;
 * - complexityFactor: 0 up to 25 steps, 0.25 up to 60, else 0.5.
 *
 * LOW below 0.5, HIGH above the threshold, else MEDIUM, and never less than the pattern's own: so a deviation lifts LOW to MEDIUM, and one from a pattern of MEDIUM
 * confidence stays MEDIUM where it is partial, as in the seed's two examples.
 *
 * @param steps number of steps of the spec
 * @param threshold from 0.5 on; what lies above is HIGH
 */
export function compositeRisk(
  { risk, confidence }: Pick<ChosenPattern, 'risk' | 'confidence'>,
  alignment: Alignment,
  steps: number,
  threshold = mediumThreshold,
): CompositeRisk {
  const pattern = risk ?? (confidence === null ? 'MEDIUM' : fromConfidence[confidence])
  const patternRisk = points[pattern]
  const deviationPenalty = penalties[alignment]
  const complexityFactor = complexityOf(steps)
  const score = patternRisk + deviationPenalty + complexityFactor
  const isHigh = score > threshold
  const ofScore = isHigh ? 'HIGH' : score >= mediumFrom ? 'MEDIUM' : 'LOW'
  const level = points[ofScore] > points[pattern] ? ofScore : pattern
  return { pattern, score, patternRisk, deviationPenalty, complexityFactor, level, isHigh }
}
