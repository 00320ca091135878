/** What an agent holds of an output or a criterion, in words for people. Text of the agent: make it safe before it is shown. */

import type { CriterionJudgement, OutputJudgement } from './judgement.ts'

function sureness(confidence: OutputJudgement['confidence']): string {
  return confidence === null ? '' : ` (confidence ${confidence})`
}

/** `as expected by the judgement of agent judge (confidence high): it lists all days`. */
export function judgedOutputText(judgement: OutputJudgement): string {
  const { by, match, reason, confidence } = judgement
  const broken = brokenOf(judgement)
  const holds = Object.values(judgement.constraints ?? {}).includes(true)
  const more = broken.length > 0 ? `; not held: ${broken.join(', ')}` : holds ? '; what the plan demands holds' : ''
  if (match === null && more === '') return `no judgement of agent ${by} on the output: ${reason}`
  const how = match === null ? 'output not judged' : match ? 'output as expected' : 'output not as expected'
  return `${how}${more}, judged by agent ${by}${sureness(confidence)}: ${reason}`
}

/** Constraints of the plan that an agent holds to be broken. */
export function brokenOf({ constraints = {} }: Pick<OutputJudgement, 'constraints'>): readonly string[] {
  return Object.keys(constraints).filter((it) => constraints[it] === false)
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
