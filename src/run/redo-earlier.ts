/**
 * Steps of a spec that are done, and of which the plan says something else before their task has come to its end: the task is done by
 * what the plan says, so that they are done again, on top of what is there.
 */

import type { StepSpec } from '../plan/model.ts'
import type { Feedback } from './effect.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { isCompared, stepName } from './steps/course.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'

/** Whether some step of a task is done by other words than the plan has for it now. */
export function isDoneByOtherSteps(state: RunState, task: TaskRun): boolean {
  return doneByOthers(state, task).length > 0
}

/** Opens them again; the first of them comes next. It is nobody's failure. @returns whether there is one */
export function redoEarlier(turn: Turn, task: TaskRun): boolean {
  const steps = doneByOthers(turn.state, task)
  for (const step of [...steps].reverse()) {
    const text = `step ${stepName(task, step.spec.id)} was changed in the plan since it was done: it is done again, as it says now`
    emit(turn, { type: 'finding', kind: 'reworded', text })
    move(turn, task, step, { to: 'pending', because: 'reworded' })
    const said = 'the step was changed in the plan since it was done; what was done lies there; do it as it says now'
    emit(turn, { type: 'feedback-given', feedback: ofAttempt(step, said) }, subjectOf(task, step))
  }
  return steps.length > 0
}

/** What is said of the last attempt of a step to whoever works on it next. */
export function ofAttempt({ attempts }: StepRun, text: string): Feedback {
  return { from: 'attempt', source: `attempt ${attempts}`, text, output: null }
}

function doneByOthers(state: RunState, task: TaskRun): readonly StepRun[] {
  if (!isCompared(state, task)) return []
  return task.steps.filter(
    ({ status, spec, doneFor }) =>
      status === 'done' && doneFor !== null && doneFor !== spec && wordsOf(doneFor) !== wordsOf(spec),
  )
}

/** What it is done by, and not how people take part in it or what is tried if it fails. */
function wordsOf({ title, methods, expected, outputs, verificationWords, notes, verifications }: StepSpec): string {
  const [primary] = methods
  const how = [primary?.instruction, primary?.argv]
  return JSON.stringify([title, how, expected, outputs, verificationWords, notes, verifications])
}

/** Whether the plan wants something else to be there, or to be looked at, than the gates of a draft were asked for. */
export function isWantedOtherwise(state: RunState, task: TaskRun, { spec, verifiedFor }: StepRun): boolean {
  if (!isCompared(state, task) || verifiedFor === null || verifiedFor === spec) return false
  const wanted = ({ expected, outputs, verifications }: StepSpec): string =>
    JSON.stringify([expected, outputs, verifications])
  return wanted(verifiedFor) !== wanted(spec)
}
