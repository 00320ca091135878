/** What a person is told of a spec's pattern, and what they may answer, in the seed's words (seed 004 §2.0a, 2 and §2.6, 0). */

import { oneLine } from '../../plan/one-line.ts'
import type { ReviewAnswer } from '../command.ts'
import type { ReviewKind } from '../event.ts'
import type { Feasibility } from './feasibility.ts'
import type { Pattern, PatternMatch } from './pattern.ts'

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

export type DeviationAnswer = 'approve' | 'escalate' | 'alternatives'
export type AlternativeAnswer = 'first-pattern' | 'second-pattern' | 'own-backups' | 'escalate'

const deviationOptions: readonly PatternOption<DeviationAnswer>[] = [
  { letter: 'A', does: 'approve', text: 'Continue anyway (log deviation)' },
  { letter: 'B', does: 'escalate', text: 'Escalate to collaborative mode for review' },
  { letter: 'C', does: 'alternatives', text: 'Suggest alternative patterns with matching tech' },
]

const alternativeOptions: readonly PatternOption<AlternativeAnswer>[] = [
  { letter: 'A', does: 'first-pattern', text: 'Try pattern-informed alternative 1' },
  { letter: 'B', does: 'second-pattern', text: 'Try pattern-informed alternative 2' },
  { letter: 'C', does: 'own-backups', text: 'Use defined backup methods from spec' },
  { letter: 'D', does: 'escalate', text: 'Escalate to collaborative mode' },
]

function optionLines(options: readonly PatternOption<string>[]): readonly string[] {
  return ['OPTIONS:', ...options.map(({ letter, text }) => `[${letter}] ${text}`)]
}

function listed(technologies: readonly string[]): string {
  return technologies.length === 0 ? 'none' : oneLine(technologies.join(', '))
}

/** The warning of a deviation; empty where the technologies agree. */
function deviationLines({ chosen, technologies, alignment, risk }: Feasibility): readonly string[] {
  if (alignment.is === 'full') return []
  const assessed =
    risk.pattern === risk.level ? `Remains ${risk.level}` : `Increased from ${risk.pattern} to ${risk.level}`
  return [
    'WARNING: Technology deviation from pattern recommendation',
    `Pattern recommended: ${listed(chosen.technologies)}`,
    `Spec specifies: ${listed(technologies)}`,
    '',
    `Pattern confidence was: ${chosen.confidence ?? 'UNKNOWN'}`,
    `Risk assessment: ${assessed}`,
  ]
}

/** The warning of a risk above the threshold, in one line; empty where it is not above. */
function riskLines({ chosen, risk }: Feasibility): readonly string[] {
  if (!risk.isHigh) return []
  const { patternRisk, deviationPenalty, complexityFactor, score } = risk
  const sum = `${score} = pattern ${patternRisk} + deviation ${deviationPenalty} + complexity ${complexityFactor}`
  return [`WARNING: Building by the pattern ${oneLine(chosen.name)} is a HIGH risk (${sum}); consider backup patterns`]
}

/**
 * What a person has to know of a spec's pattern before the first step, and may answer: that the spec is built with something else,
 * that the risk is above the threshold; null where neither is so.
 * @param suggested the patterns with matching technologies, once they were asked for: they stand above the options, of which that
 *   one is left out then
 */
export function patternWarning(
  feasibility: Feasibility,
  suggested: readonly PatternMatch[] | null = null,
): PatternQuestion<DeviationAnswer> | null {
  const found = [deviationLines(feasibility), riskLines(feasibility)].filter((it) => it.length > 0)
  if (found.length === 0) return null
  const options = deviationOptions.filter(({ does }) => does !== 'alternatives' || suggested === null)
  const blocks = [...found, ...(suggested === null ? [] : [suggestedLines(suggested)]), optionLines(options)]
  return { text: blocks.map((lines) => lines.join('\n').trimEnd()).join('\n\n'), options }
}

function suggestedLines(suggested: readonly PatternMatch[]): readonly string[] {
  if (suggested.length === 0) return ['No other pattern is known that recommends what the spec is built with.']
  return ['Alternative patterns with matching tech:', '', ...suggested.flatMap(patternLines)]
}

/** More of an approach is not shown; whoever works by it is told all. */
const longestShown = 600

/** How one goes about it, on one line. */
function approachOf({ reasoning, summary }: Pattern, longest: number): string {
  const line = oneLine(reasoning || summary)
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function patternLines({ pattern, similarity }: PatternMatch, index: number): readonly string[] {
  const like = similarity === null ? '' : `, similarity: ${similarity.toFixed(2)}`
  return [
    `${index + 1}. ${oneLine(pattern.name)} (confidence: ${pattern.confidence ?? 'UNKNOWN'}${like})`,
    `   Approach: ${approachOf(pattern, longestShown) || 'not told'}`,
    `   Technologies: ${listed(pattern.technologies)}`,
    ...(pattern.reference === null ? [] : [`   Reference: ${oneLine(pattern.reference)}`]),
    '',
  ]
}

/**
 * What is asked when the primary method of a step failed and patterns may help; null where none may.
 * @param step its description
 * @param alternatives the relevant ones, the best first; the first two are shown
 * @param hasBackups whether the spec has other methods for the step
 */
export function alternativesQuestion(
  step: string,
  alternatives: readonly PatternMatch[],
  hasBackups = true,
): PatternQuestion<AlternativeAnswer> | null {
  const shown = alternatives.slice(0, 2)
  if (shown.length === 0) return null
  const options = alternativeOptions.filter(
    ({ does }) => (does !== 'second-pattern' || shown.length > 1) && (does !== 'own-backups' || hasBackups),
  )
  const lines = [
    `PRIMARY METHOD FAILED: ${oneLine(step)}`,
    '',
    'PATTERN-INFORMED ALTERNATIVES AVAILABLE:',
    '',
    'From knowledge graph backup patterns:',
    '',
    ...shown.flatMap(patternLines),
    ...optionLines(options),
  ]
  return { text: lines.join('\n'), options }
}

/** The line that is logged of them (seed 004 §2.0a, 5); null where there are none. */
export function alternativesLine(alternatives: readonly PatternMatch[]): string | null {
  if (alternatives.length === 0) return null
  const told = alternatives
    .slice(0, 2)
    .map(({ pattern }) => `${pattern.name}: ${approachOf(pattern, longestShown) || 'not told'}`)
  return `Pattern-informed alternatives available: ${oneLine(told.join('; '))}`
}

/** What is logged where a spec names no pattern (seed 004 §2.0a). */
export const noPatternLine = 'No pattern guidance - using general feasibility assessment'

/** By which letter an answer to a question about patterns is given; null for an answer without one. */
export function letterOf(kind: ReviewKind, answer: ReviewAnswer): string | null {
  const options: readonly PatternOption<string>[] =
    kind === 'pattern-deviation' ? deviationOptions : kind === 'pattern-alternatives' ? alternativeOptions : []
  return options.find(({ does }) => does === answer)?.letter ?? null
}
