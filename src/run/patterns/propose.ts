/** When the primary method of a step has failed: patterns that may help, before its own backups (seed 004 §2.0a, 5 and §2.6, 0). */

import { ask } from '../ask.ts'
import { failedOutput } from '../attempt-end.ts'
import type { StepRun, TaskRun } from '../state.ts'
import type { Cause } from '../step-status.ts'
import { modeOfStep } from '../steps/mode-of-step.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'
import { relevantAlternatives } from './alternatives.ts'
import { asksPeople } from './judged.ts'
import { alternativesLine, alternativesQuestion } from './texts.ts'

/**
 * Logs the patterns that are relevant to a failure, once for a step; where people take part they are asked which way is taken.
 * @returns whether they are asked: nothing else follows from the failure before they have answered
 */
export function proposePatterns(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): boolean {
  const { course } = turn.state
  const feasibility = course.patterns?.judged.feasibility ?? null
  if (feasibility === null || feasibility.backups.length === 0) return false
  if (task.spec.origin === 'engine' || step.method > 0 || step.patterns !== null) return false
  const found = relevantAlternatives(feasibility, failureText(step, cause)).map(({ match }) => match)
  const line = alternativesLine(found)
  const question = alternativesQuestion(step.spec.title, found, step.spec.methods.length > 1)
  if (line === null || question === null) return false
  // A draft that failed once it was merged goes on from there at once.
  const isAsked = asksPeople(modeOfStep(turn.state, step)) && step.status !== 'merging'
  emit(turn, { type: 'patterns-proposed', alternatives: found, line, cause, isAsked }, subjectOf(task, step))
  if (!isAsked) return false
  const options = [...question.options.map(({ does }) => does), 'pause' as const]
  ask(turn, task, step, { kind: 'pattern-alternatives', options, question: question.text })
  return true
}

/** What is known of a failure: the step's words, what its attempts wrote and were told, and what its gates have said. */
function failureText({ spec, method, feedback, verdicts, ended }: StepRun, cause: Cause): string {
  return [
    spec.title,
    spec.methods[method]?.instruction ?? '',
    'last' in cause ? cause.last : 'text' in cause ? cause.text : '',
    failedOutput(ended),
    ...feedback.map(({ text }) => text),
    ...verdicts.filter(({ result }) => result !== 'passed').map(({ excerpt }) => excerpt),
  ].join('\n')
}
