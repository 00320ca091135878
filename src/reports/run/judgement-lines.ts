/** What an agent holds of what no program can tell, as lines for people. */

import { safeLine } from '../../plan/safe-text.ts'
import type { CompletionJudgements, OutputJudgement } from '../../run/judgement/judgement.ts'
import { judgedCriterionText, judgedOutputText } from '../../run/judgement/words.ts'
import type { TaskRun } from '../../run/state.ts'
import { viewSteps } from '../../run/step-views.ts'
import { nameOfStep } from '../../plan/divided.ts'
import type { Paint } from '../graph/paint.ts'
import { stepText } from './step-text.ts'

/** More criteria than these are told in the progress file. */
const mostTold = 8

/** Of one output: in yellow where it is not held for the expected one. */
export function outputJudgedLines(
  judgement: OutputJudgement,
  of: { readonly task: TaskRun | undefined; readonly step: string | null; readonly paint: Paint },
): readonly string[] {
  const step = of.task && viewSteps(of.task).find(({ id }) => id === of.step)
  const line = `${step === undefined ? '' : `${stepText(step)}: `}${safeLine(judgedOutputText(judgement))}`
  return [`    ${judgement.match === true ? line : of.paint('yellow', `! ${line}`)}`]
}

/** `2 criteria met and 1 not met, judged by agent judge; 1 left open`. */
export function completionJudgedText({ by, judgements }: CompletionJudgements): string {
  const count = (met: boolean | null): number => judgements.filter((it) => it.met === met).length
  const open = count(null)
  return `criteria of the goal judged by agent ${by}: ${count(true)} met, ${count(false)} not met${open === 0 ? '' : `, ${open} left open`}`
}

/** Of the criteria: a line for all, and one for each. */
export function completionJudgedLines(judged: CompletionJudgements, paint: Paint): readonly string[] {
  const { by, judgements } = judged
  const more = judgements.length - mostTold
  return [
    paint('yellow', `! ${safeLine(completionJudgedText(judged))}`),
    ...judgements.slice(0, mostTold).map((it) => `    ${safeLine(`${it.what}: ${judgedCriterionText(by, it)}`)}`),
    ...(more > 0 ? [`    and ${more} more, in the progress file`] : []),
  ]
}

/** What was said of the last draft of each step of a task, a line each. */
export function judgedStepLines({ spec, steps }: TaskRun): readonly string[] {
  return steps.flatMap(({ spec: step, judged }) =>
    judged === null ? [] : [`step ${nameOfStep(spec, step)}: ${judgedOutputText(judged)}`],
  )
}

/** `, 2 criteria judged by an agent`: behind the status of a goal, wherever that is shown; empty where none was. */
export function byAgentCount(count: number): string {
  return count === 0 ? '' : `, ${count} ${count === 1 ? 'criterion' : 'criteria'} judged by an agent`
}
