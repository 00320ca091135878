/** What a person's answer about patterns makes happen (seed 004 §2.0a, 2 and §2.6, 0). */

import type { ReviewAnswer } from '../command.ts'
import { beginAnswered } from '../proceed.ts'
import { askExhausted, exhaust } from '../retry.ts'
import type { Review, StepRun, TaskRun } from '../state.ts'
import { ask } from '../ask.ts'
import { noteFailure } from '../speclets/note-failure.ts'
import { stepName } from '../steps/course.ts'
import { emit, move, subjectOf, type Turn } from '../turn.ts'
import { askDeviation } from './admit-pattern.ts'
import type { DeviationDoes } from './judged.ts'
import { patternMethod } from './pattern-method.ts'
import { turnToPeople } from './turn-to-people.ts'

const deviation: Readonly<Partial<Record<ReviewAnswer, DeviationDoes>>> = {
  approve: 'continue',
  escalate: 'escalate',
  alternatives: 'alternatives',
}

/** Whether a question is one about patterns, so that its answers mean what they mean there. */
export function isAboutPatterns({ kind }: Pick<Review, 'kind'>): boolean {
  return kind === 'pattern-deviation' || kind === 'pattern-alternatives'
}

/** Follows the answer to a question about patterns, which was recorded. */
export function followPattern(
  turn: Turn,
  { task, step }: { readonly task: TaskRun; readonly step: StepRun },
  { kind }: Pick<Review, 'kind'>,
  answer: ReviewAnswer,
): void {
  if (kind === 'pattern-deviation') followDeviation(turn, task, step, deviation[answer] ?? 'continue')
  else followAlternatives(turn, task, step, answer)
}

function followDeviation(turn: Turn, task: TaskRun, step: StepRun, does: DeviationDoes): void {
  emit(turn, { type: 'pattern-decided', does, mode: turn.state.course.mode }, subjectOf(task, step))
  const judged = turn.state.course.patterns?.judged ?? null
  switch (does) {
    case 'continue':
      beginAnswered(turn, task)
      return
    case 'alternatives':
      if (judged !== null) askDeviation(turn, { task, step, judged, isSuggested: true })
      return
    case 'escalate': {
      turnToPeople(turn, task, step, 'a person wants the deviation from the pattern to be reviewed')
      const question = `the spec departs from its pattern ${judged?.feasibility?.chosen.name ?? ''}: review it; begin step ${stepName(task, step.spec.id)}?`
      ask(turn, task, step, { kind: 'escalation', options: ['approve', 'skip', 'block', 'pause'], question })
      return
    }
    default:
      does satisfies never
  }
}

function followAlternatives(turn: Turn, task: TaskRun, step: StepRun, answer: ReviewAnswer): void {
  if (step.patterns === null) return
  const { alternatives, cause } = step.patterns
  const nth = answer === 'first-pattern' ? 1 : answer === 'second-pattern' ? 2 : 0
  const chosen = alternatives[nth - 1]
  if (chosen !== undefined) {
    const method = patternMethod(chosen, nth, { primary: step.spec.methods[step.method] })
    emit(turn, { type: 'pattern-taken', pattern: chosen.pattern.name, method }, subjectOf(task, step))
    move(turn, task, step, { to: 'working', because: 'next-method', cause })
    return
  }
  if (answer !== 'escalate') {
    exhaust(turn, task, step, cause)
    return
  }
  turnToPeople(turn, task, step, 'a person wants to look at the failure themselves')
  noteFailure(turn, task, step, step.spec.critical)
  askExhausted(turn, task, step, cause)
}
