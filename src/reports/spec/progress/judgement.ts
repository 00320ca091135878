/** What agents have judged in a run of a spec, in the fields of the progress file (seed 004 §4.1, §6.4). */

import type { HeldJudgement } from '../../../run/judgement/judgement.ts'
import type { Usage } from '../../../run/outcome.ts'
import type { Course } from '../../../run/steps/course-state.ts'
import type { StepRecord } from '../../../run/steps/record.ts'
import { isoTime } from '../../run/json.ts'
import type { ProgressDocument, ProgressStep } from './schema.ts'

/** `agent judge` where it is an agent's judgement that says whether the output was the expected one; else null. */
export function judgedBy({ judged, expectedOutputMatch }: StepRecord): string | null {
  return judged === undefined || judged.match === null || judged.match !== expectedOutputMatch
    ? null
    : `agent ${judged.by}`
}

/** What was said of the output of a step. */
export function outputJudgement(judged: HeldJudgement | null): ProgressStep['output_judgement'] {
  if (judged === null) return null
  const { by, match, reason, confidence, constraints, at } = judged
  return {
    ...(constraints === undefined ? {} : { constraints }),
    by: `agent ${by}`,
    match,
    reason,
    confidence,
    timestamp: isoTime(at),
    cost: costOf(judged),
  }
}

/** What was said of the criteria of completion, as a part of the document; empty where nobody was asked. */
export function completionJudgement({
  judged,
}: Pick<Course, 'judged'>): Pick<ProgressDocument, 'completion_judgement'> {
  if (judged === null) return {}
  const { by, judgements, at } = judged
  return {
    completion_judgement: {
      by: `agent ${by}`,
      criteria: judgements.map(({ check, what, met, reason, confidence }) => ({
        check,
        criterion: what,
        met,
        reason,
        confidence,
      })),
      timestamp: isoTime(at),
      cost: costOf(judged),
    },
  }
}

function costOf({ usage, ms }: { readonly usage: Usage | null; readonly ms: number }): {
  readonly time_seconds: number
  readonly tokens_used: number | null
} {
  const { inputTokens = null, outputTokens = null } = usage ?? {}
  return {
    time_seconds: Math.round(ms / 100) / 10,
    tokens_used: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
  }
}
