/** Whether the goal of a spec was reached, for people and as JSON (seed 004 §6.4). */

import { safeLine } from '../../plan/safe-text.ts'
import { judgedCompletion } from '../../run/completion/complete-run.ts'
import type { RunState } from '../../run/state.ts'
import { byAgentCount } from '../run/judgement-lines.ts'
import { isoTime } from '../run/json.ts'
import { gapLines } from './gaps.ts'
import { completionJson, type CompletionJson } from './completion-json.ts'

/** More gaps than these stand in the progress file. */
const mostGaps = 8

/** As the progress file has it; null where nobody has looked. */
export function goalJson(state: RunState): CompletionJson | null {
  const judged = judgedCompletion(state)
  return judged === null ? null : completionJson(judged, judged.findings, isoTime(judged.at))
}

/** The verdict and what is missing, a line each; empty where nobody has looked. */
export function goalLines(state: RunState): readonly string[] {
  const judged = judgedCompletion(state)
  if (judged === null) return []
  const { checks, status, unjudged, judgedByAgent } = judged
  const gaps = gapLines(judged.gaps, unjudged)
  const met = checks.filter(({ isMet }) => isMet).length
  const more = gaps.length - mostGaps
  return [
    `  goal: ${status}, ${met} of ${checks.length} checks met${byAgentCount(judgedByAgent)}`,
    ...gaps.slice(0, mostGaps).map((it) => `  - ${safeLine(it)}`),
    ...(more > 0 ? [`  - and ${more} more, in the progress file`] : []),
  ]
}
