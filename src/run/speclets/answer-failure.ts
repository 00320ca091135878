/** What a person's answer to the failure of a SPECLet makes happen (seed 004 §2.0b, 6: [A], [B] and [C]). */

import { openStep, personSays } from '../open-again.ts'
import { failureTold } from '../steps/block-words.ts'
import type { Speaker } from '../command.ts'
import { isAtWork, type Review, type StepRun, type TaskRun } from '../state.ts'
import type { Cause } from '../step-status.ts'
import { tasksOfPlan } from '../steps/planned-tasks.ts'
import { stepName } from '../steps/course.ts'
import { taskStatus } from '../task-status.ts'
import { emit, move, type Turn } from '../turn.ts'
import { failureOf } from './note-failure.ts'
import { specletOf } from './status.ts'
import type { FailureAnswer } from './options.ts'

interface Said {
  readonly answer: FailureAnswer
  readonly text: string
  readonly by: Speaker
}

/** Follows an answer that was recorded. */
export function followFailure(
  turn: Turn,
  { task, step }: { readonly task: TaskRun; readonly step: StepRun },
  review: Review,
  said: Said,
): void {
  switch (said.answer) {
    case 'retry':
      retryAnew(turn, task, step, causeOf(review, said), said)
      return
    case 'skip-blocked':
      skipBlocked(turn, task, step, causeOf(review, said))
      return
    case 'halt':
      halt(turn, task, step, causeOf(review, said))
      return
    default:
      said.answer satisfies never
  }
}

/** Without a word of the person's, that of the failure: what stands above the options. */
function causeOf({ question }: Review, { text, by }: Said): Extract<Cause, { is: 'human' }> {
  return { is: 'human', by: by.who, text: text.trim() === '' ? failureTold(question) : text }
}

/** As if a person had unblocked it: every method may be tried again, with what they say. */
function retryAnew(turn: Turn, task: TaskRun, step: StepRun, said: Cause, { text, by }: Said): void {
  const cause = step.usedUp?.cause.is === 'conflict' ? step.usedUp.cause : said
  move(turn, task, step, { to: 'blocked', because: 'answered', cause })
  openStep(turn, task, step, personSays(by.who, text))
}

/** All that cannot begin without the failed SPECLet ends here; what does not need it goes on. */
function skipBlocked(turn: Turn, task: TaskRun, step: StepRun, cause: Extract<Cause, { is: 'human' }>): void {
  const failure = failureOf(turn, task, step)
  move(turn, task, step, { to: 'blocked', because: 'answered', cause })
  if (failure === null) return
  const blocked = new Set(failure.blocked)
  const text = `SPECLet ${failure.speclet} has failed`
  for (const other of tasksOfPlan(turn.state)) {
    if (taskStatus(other) !== 'pending' || !blocked.has(specletOf(turn.state, other)?.id ?? '')) continue
    for (const it of other.steps)
      if (it.status === 'pending')
        move(turn, other, it, { to: 'skipped', because: 'answered', cause: { ...cause, text } })
  }
}

/** Nothing begins any more; what is at work comes to its end. The rest is left open, until a person resumes the run. */
function halt(turn: Turn, task: TaskRun, step: StepRun, cause: Extract<Cause, { is: 'human' }>): void {
  const failure = failureOf(turn, task, step)
  move(turn, task, step, { to: 'blocked', because: 'answered', cause })
  const left = failure === null ? [] : [...failure.blocked, ...failure.independent]
  const open = left.length === 0 ? '' : `; left open: ${left.join(', ')}`
  emit(turn, {
    type: 'finding',
    kind: 'halted',
    text: `halted, as ${cause.by} says: SPECLet ${failure?.speclet ?? ''} failed at step ${stepName(task, step.spec.id)} (${cause.text})${open}`,
  })
  if (isAtWork(turn.state)) emit(turn, { type: 'run-moved', to: 'pausing' })
}
