/** What is known of a spec's pattern, and what became of those that were proposed, as the progress file has it (seed 004 §2.0a, §2.6). */

import { fieldName } from '../../../run/steps/method-name.ts'
import type { Course } from '../../../run/steps/course-state.ts'
import type { PatternProposal } from '../../../run/patterns/proposed.ts'
import type { TriedMethod } from '../../../run/steps/record.ts'
import { isoTime } from '../../run/json.ts'
import { backupJson, feasibilityCheckJson, feasibilityJson } from '../pattern-json.ts'
import type { ProgressDocument, ProgressStep } from './schema.ts'

/** Null where the spec names no pattern, or nobody has looked. */
export function patternFeasibility({ patterns }: Pick<Course, 'patterns'>): ProgressDocument['pattern_feasibility'] {
  const feasibility = patterns?.judged.feasibility ?? null
  if (patterns === null || feasibility === null) return null
  const { judged, decided } = patterns
  return {
    ...feasibilityJson(feasibility),
    source: judged.asked,
    source_failure: judged.failed,
    deviation_decision: decided,
  }
}

/** That the check was done, for `constitutional_compliance`; nothing where nobody has looked. */
export function patternCheck({
  patterns,
}: Pick<Course, 'patterns'>): Pick<ProgressDocument['constitutional_compliance'], 'pattern_feasibility_check'> {
  if (patterns === null) return {}
  return { pattern_feasibility_check: feasibilityCheckJson(patterns.judged.feasibility, isoTime(patterns.at)) }
}

/**
 * @param proposed of one step, in order
 * @param tried the methods of that step that have come to their end
 */
export function proposals(
  proposed: readonly PatternProposal[],
  tried: readonly TriedMethod[],
): ProgressStep['pattern_alternatives'] {
  return proposed.map(({ at, line, alternatives, taken }) => ({
    timestamp: isoTime(at),
    message: line,
    alternatives: alternatives.map(backupJson),
    taken: taken?.pattern ?? null,
    method: taken === null ? null : fieldName(taken.method),
    outcome: tried.find((it) => it.method === taken?.method && it.at >= at)?.outcome ?? null,
  }))
}
