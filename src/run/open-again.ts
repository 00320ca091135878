/** A task that has ended otherwise than done is opened again by a person: which of its steps are done, and what they are told. */

import type { Feedback } from './effect.ts'
import type { StepRun, TaskRun } from './state.ts'
import { setAsideGone } from './gone-steps.ts'
import { isEnd } from './step-status.ts'
import { currentStep, isLeftOut, taskStatus } from './task-status.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'

/**
 * Has a task done from where it stands: by the step that has not ended well, and by what was left out of it. What was left out as a
 * whole is taken up as a whole; and what does not merge with what others did is begun anew on that, but for what is in the tip.
 */
export function openAgain(turn: Turn, task: TaskRun, said: readonly Feedback[]): void {
  const isAtEnd = isEnd(taskStatus(task))
  setAsideGone(turn, task)
  if (isAtEnd && !isEnd(taskStatus(task))) {
    tell(turn, task, [currentStep(task)], said)
    return
  }
  const step = currentStep(task)
  const isWhole = task.steps.every((it) => it.status === 'skipped')
  const apart = apartWith(task, step)
  open(
    turn,
    task,
    task.steps.filter((it) => isWhole || isLeftOut(it) || apart.includes(it) || (it === step && it.status !== 'done')),
    said,
  )
}

/** The steps that were left out with the one before them come after it again, now that it is done after all. */
export function openBehind(turn: Turn, task: TaskRun, step: StepRun): void {
  for (const it of task.steps.slice(task.steps.indexOf(step) + 1).reverse())
    if (isLeftOut(it) && it.because === 'answered' && it.attempts === it.attemptsBefore)
      move(turn, task, it, { to: 'pending', because: 'reworded', cause: null })
}

/** Has a step done once more that has ended blocked, with those that do not merge with it, or were left out with it. */
export function openStep(turn: Turn, task: TaskRun, step: StepRun, said: readonly Feedback[]): void {
  openBehind(turn, task, step)
  const apart = apartWith(task, step)
  open(
    turn,
    task,
    task.steps.filter((it) => it === step || apart.includes(it)),
    said,
  )
}

/** The other steps of which the work lies in a draft that does not merge with what others did. */
function apartWith({ steps }: TaskRun, step: StepRun): readonly StepRun[] {
  if (!isApart(step)) return []
  return steps.filter((it) => it !== step && it.status === 'done' && it.mergedAt === null)
}

/** Whether its work does not merge with what others did, also where a person has ended it for that. */
function isApart({ cause, usedUp }: StepRun): boolean {
  return cause?.is === 'conflict' || (cause?.is === 'human' && usedUp?.cause.is === 'conflict')
}

function open(turn: Turn, task: TaskRun, opened: readonly StepRun[], said: readonly Feedback[]): void {
  const step = currentStep(task)
  const conflict = isApart(step) ? step.feedback.filter(({ from }) => from === 'merge').slice(-1) : []
  for (const it of [...opened].reverse()) move(turn, task, it, { to: 'pending', because: 'by-human', cause: null })
  const others = opened.filter((it) => it !== step)
  tell(turn, task, others, conflict)
  tell(turn, task, opened, said)
}

/** What a person says when they open a task again. */
export function personSays(who: string, text: string): readonly Feedback[] {
  return text.trim() === '' ? [] : [{ from: 'person', source: who, text, output: null }]
}

/** It is for whoever does one of these steps next. */
export function tell(turn: Turn, task: TaskRun, steps: readonly StepRun[], said: readonly Feedback[]): void {
  for (const step of steps)
    for (const feedback of said) emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
}
