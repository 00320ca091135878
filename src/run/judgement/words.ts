/** What an agent holds of an output or a criterion, in words for people. Text of the agent: make it safe before it is shown. */

import type { CriterionJudgement, OutputJudgement } from './judgement.ts'

function sureness(confidence: OutputJudgement['confidence']): string {
  return confidence === null ? '' : ` (confidence ${confidence})`
}

/** `as expected by the judgement of agent judge (confidence high): it lists all days`. */
export function judgedOutputText({ by, match, reason, confidence }: OutputJudgement): string {
  if (match === null) return `no judgement of agent ${by} on the output: ${reason}`
  return `output ${match ? 'as expected' : 'not as expected'}, judged by agent ${by}${sureness(confidence)}: ${reason}`
}

/** `met, judged by agent judge (confidence high): every day is listed`. */
export function judgedCriterionText(by: string, { met, reason, confidence }: CriterionJudgement): string {
  if (met === null) return `no judgement of agent ${by}: ${reason}`
  return `${met ? 'met' : 'not met'}, ${byAgentText(by, { reason, confidence })}`
}

/** `judged by agent judge (confidence high): every day is listed`. */
export function byAgentText(
  by: string,
  { reason, confidence }: Pick<CriterionJudgement, 'reason' | 'confidence'>,
): string {
  return `judged by agent ${by}${sureness(confidence)}: ${reason}`
}
