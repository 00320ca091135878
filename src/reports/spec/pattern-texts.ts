/** What a person is told of a spec's pattern, and what they may answer (seed 004 §2.0a, 2 and §2.6, 0). */

import { oneLine } from '../../plan/one-line.ts'
import type { Alternative } from '../../run/patterns/alternatives.ts'
import type { Feasibility } from '../../run/patterns/feasibility.ts'

/** An answer that may be given; its letter stays the same whichever others are there. */
export interface PatternOption<Does extends string> {
  readonly letter: 'A' | 'B' | 'C' | 'D'
  readonly does: Does
  readonly text: string
}

/** A text for a person, with the answers that it ends with. */
export interface PatternQuestion<Does extends string> {
  readonly text: string
  readonly options: readonly PatternOption<Does>[]
}

export type DeviationAnswer = 'continue' | 'escalate' | 'alternatives'
export type AlternativeAnswer = 'first-pattern' | 'second-pattern' | 'own-backups' | 'escalate'

const deviationOptions: readonly PatternOption<DeviationAnswer>[] = [
  { letter: 'A', does: 'continue', text: 'Continue anyway (log deviation)' },
  { letter: 'B', does: 'escalate', text: 'Escalate to collaborative mode for review' },
  { letter: 'C', does: 'alternatives', text: 'Suggest alternative patterns with matching tech' },
]

function optionLines(options: readonly PatternOption<string>[]): readonly string[] {
  return ['OPTIONS:', ...options.map(({ letter, text }) => `[${letter}] ${text}`)]
}

function listed(technologies: readonly string[]): string {
  return technologies.length === 0 ? 'none' : oneLine(technologies.join(', '))
}

/** The warning of a deviation; null where the technologies agree. */
export function deviationWarning({
  chosen,
  technologies,
  alignment,
  risk,
}: Feasibility): PatternQuestion<DeviationAnswer> | null {
  if (alignment.is === 'full') return null
  const assessed =
    risk.pattern === risk.level ? `Remains ${risk.level}` : `Increased from ${risk.pattern} to ${risk.level}`
  const lines = [
    'WARNING: Technology deviation from pattern recommendation',
    `Pattern recommended: ${listed(chosen.technologies)}`,
    `Spec specifies: ${listed(technologies)}`,
    '',
    `Pattern confidence was: ${chosen.confidence ?? 'UNKNOWN'}`,
    `Risk assessment: ${assessed}`,
    '',
    ...optionLines(deviationOptions),
  ]
  return { text: lines.join('\n'), options: deviationOptions }
}

/** The warning of a risk above the threshold, in one line; null where it is not above. */
export function riskWarning({ chosen, risk }: Feasibility): string | null {
  if (!risk.isHigh) return null
  const { patternRisk, deviationPenalty, complexityFactor, score } = risk
  const sum = `${score} = pattern ${patternRisk} + deviation ${deviationPenalty} + complexity ${complexityFactor}`
  return `WARNING: Building by the pattern ${oneLine(chosen.name)} is a HIGH risk (${sum}); consider backup patterns`
}

function alternativeLines({ match: { pattern, similarity } }: Alternative, index: number): readonly string[] {
  const like = similarity === null ? '' : `, similarity: ${similarity.toFixed(2)}`
  return [
    `${index + 1}. ${oneLine(pattern.name)} (confidence: ${pattern.confidence ?? 'UNKNOWN'}${like})`,
    `   Approach: ${oneLine(pattern.reasoning || pattern.summary) || 'not told'}`,
    `   Technologies: ${listed(pattern.technologies)}`,
    ...(pattern.reference === null ? [] : [`   Reference: ${oneLine(pattern.reference)}`]),
    '',
  ]
}

/**
 * What is asked when the primary method of a step failed and patterns may help; null where none may.
 * @param step its description
 * @param alternatives the relevant ones, the best first; the first two are shown
 */
export function alternativesQuestion(
  step: string,
  alternatives: readonly Alternative[],
): PatternQuestion<AlternativeAnswer> | null {
  const shown = alternatives.slice(0, 2)
  if (shown.length === 0) return null
  const options: readonly PatternOption<AlternativeAnswer>[] = [
    { letter: 'A', does: 'first-pattern', text: 'Try pattern-informed alternative 1' },
    ...(shown.length > 1
      ? [{ letter: 'B', does: 'second-pattern', text: 'Try pattern-informed alternative 2' } as const]
      : []),
    { letter: 'C', does: 'own-backups', text: 'Use defined backup methods from spec' },
    { letter: 'D', does: 'escalate', text: 'Escalate to collaborative mode' },
  ]
  const lines = [
    `PRIMARY METHOD FAILED: ${oneLine(step)}`,
    '',
    'PATTERN-INFORMED ALTERNATIVES AVAILABLE:',
    '',
    'From knowledge graph backup patterns:',
    '',
    ...shown.flatMap(alternativeLines),
    ...optionLines(options),
  ]
  return { text: lines.join('\n'), options }
}

/** The line that is logged of them (seed 004 §2.0a, 5); null where there are none. */
export function alternativesLine(alternatives: readonly Alternative[]): string | null {
  if (alternatives.length === 0) return null
  const told = alternatives.slice(0, 2).map(({ match: { pattern } }) => `${pattern.name}: ${pattern.reasoning}`)
  return `Pattern-informed alternatives available: ${oneLine(told.join('; '))}`
}
