/** What was found out of a spec's pattern, in the fields of its progress file (seed 004 §2.0a, 4 and 6). */

import type { Feasibility } from '../../run/patterns/feasibility.ts'
import type { Level } from '../../plan/chosen-pattern.ts'
import type { PatternMatch } from '../../run/patterns/pattern.ts'
import { noPatternLine } from '../../run/patterns/texts.ts'

/** A level that nobody told is written as a word, as the seed has no null. */
type Told = Level | 'UNKNOWN'

export interface BackupJson {
  readonly name: string
  readonly confidence: Told
  readonly similarity?: number
  readonly reasoning?: string
  readonly technologies: readonly string[]
  readonly reference?: string
}

/** `pattern_feasibility` of the progress file. */
export interface FeasibilityJson {
  readonly primary_pattern: string
  readonly primary_confidence: Told
  readonly technology_alignment: 'full' | 'partial' | 'none'
  readonly backup_patterns_available: readonly BackupJson[]
  readonly risk_assessment: Level
  readonly recommendation: string
}

/** `constitutional_compliance.pattern_feasibility_check` of the progress file. */
export type FeasibilityCheckJson =
  | {
      readonly performed: true
      readonly pattern_name: string
      readonly pattern_confidence: Told
      readonly technology_alignment: 'full' | 'partial' | 'none'
      readonly risk_level: Level
      readonly backup_patterns_loaded: boolean
      readonly timestamp: string
    }
  | { readonly performed: false; readonly reason: string; readonly timestamp: string }

const recommendations: Readonly<Record<Level, string>> = {
  LOW: 'Proceed as planned',
  MEDIUM: 'Proceed with caution, consider backups if primary fails',
  HIGH: 'Review the approach before going on, consider one of the backup patterns',
}

/** A pattern that a source has answered with. */
export function backupJson({ pattern, similarity }: PatternMatch): BackupJson {
  return {
    name: pattern.name,
    confidence: pattern.confidence ?? 'UNKNOWN',
    ...(similarity === null ? {} : { similarity }),
    ...(pattern.reasoning === '' ? {} : { reasoning: pattern.reasoning }),
    technologies: pattern.technologies,
    ...(pattern.reference === null ? {} : { reference: pattern.reference }),
  }
}

/** What is known of a pattern and of those that could take its place. */
export function feasibilityJson({ chosen, alignment, risk, backups }: Feasibility): FeasibilityJson {
  return {
    primary_pattern: chosen.name,
    primary_confidence: chosen.confidence ?? 'UNKNOWN',
    technology_alignment: alignment.is,
    backup_patterns_available: backups.map(backupJson),
    risk_assessment: risk.level,
    recommendation: recommendations[risk.level],
  }
}

/**
 * That the check was done.
 * @param feasibility null where the spec names no pattern
 * @param timestamp ISO 8601
 */
export function feasibilityCheckJson(feasibility: Feasibility | null, timestamp: string): FeasibilityCheckJson {
  if (feasibility === null) return { performed: false, reason: noPatternLine, timestamp }
  const { chosen, alignment, risk, backups } = feasibility
  return {
    performed: true,
    pattern_name: chosen.name,
    pattern_confidence: chosen.confidence ?? 'UNKNOWN',
    technology_alignment: alignment.is,
    risk_level: risk.level,
    backup_patterns_loaded: backups.length > 0,
    timestamp,
  }
}
