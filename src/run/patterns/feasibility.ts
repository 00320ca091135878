/** Whether a spec can be built as its pattern says, and which other patterns could help (seed 004 §2.0a). */

import type { ChosenPattern } from '../../plan/chosen-pattern.ts'
import type { Spec } from '../../plan/spec.ts'
import type { PatternMatch, PatternQuery } from './pattern.ts'
import { compositeRisk, type CompositeRisk } from './risk.ts'
import { alignTechnologies, type TechnologyAlignment } from './technologies.ts'

export interface Feasibility {
  readonly chosen: ChosenPattern
  /** What the spec is built with. */
  readonly technologies: readonly string[]
  readonly alignment: TechnologyAlignment
  readonly risk: CompositeRisk
  /** Whether a source is to be asked for other patterns: its confidence is not HIGH, there is a deviation, or the risk is high. */
  readonly wantsBackups: boolean
  /** What a source answered; empty before it was asked. */
  readonly backups: readonly PatternMatch[]
}

export interface FeasibilityFacts {
  /** What the spec is built with (`stackTechnologies`). */
  readonly technologies: readonly string[]
  /** Number of steps of the spec. */
  readonly steps: number
  /** Above it a risk is HIGH; default 1.5. */
  readonly threshold?: number
}

/** Judges a pattern against what a spec is built with; no source has been asked yet. */
export function judgeFeasibility(
  chosen: ChosenPattern,
  { technologies, steps, threshold }: FeasibilityFacts,
): Feasibility {
  const alignment = alignTechnologies(chosen.technologies, technologies)
  const risk = compositeRisk(chosen, alignment.is, steps, threshold)
  const wantsBackups = chosen.confidence !== 'HIGH' || alignment.is !== 'full' || risk.isHigh
  return { chosen, technologies, alignment, risk, wantsBackups, backups: [] }
}

/**
 * The same of a spec; null where it names no pattern.
 * @param threshold above it a risk is HIGH; null takes the usual one
 */
export function feasibilityOf(
  { pattern, stack }: Pick<Spec, 'pattern' | 'stack'>,
  tasks: readonly { readonly steps: readonly unknown[] }[],
  threshold: number | null,
): Feasibility | null {
  if (pattern === null) return null
  const steps = tasks.reduce((sum, task) => sum + task.steps.length, 0)
  const facts = { technologies: stack?.technologies ?? [], steps }
  return judgeFeasibility(pattern, threshold === null ? facts : { ...facts, threshold })
}

/** What a source is asked: the seed takes three backups. @param goal in the spec's words */
export function backupQuery({ chosen, technologies }: Feasibility, goal: string, limit = 3): PatternQuery {
  return { like: chosen.name, text: goal, technologies: [...new Set([...technologies, ...chosen.technologies])], limit }
}

/** The same with what a source answered; the pattern itself is no backup of its own. */
export function withBackups(feasibility: Feasibility, answered: readonly PatternMatch[]): Feasibility {
  return { ...feasibility, backups: answered.filter(({ pattern }) => pattern.name !== feasibility.chosen.name) }
}

/** Answer C to a deviation: the patterns that recommend what the spec is built with, those that agree wholly first. */
export function withMatchingTechnologies({ backups, technologies }: Feasibility): readonly PatternMatch[] {
  const aligned = backups.map((match) => ({
    match,
    is: alignTechnologies(match.pattern.technologies, technologies).is,
    names: match.pattern.technologies.length > 0,
  }))
  return [
    ...aligned.filter(({ is, names }) => is === 'full' && names),
    ...aligned.filter(({ is }) => is === 'partial'),
  ].map(({ match }) => match)
}
