/** The way back from what has turned to people: a person lets the run be dynamic again (seed 004 §3). */

import { halts } from '../constitution/check-task.ts'
import { taskOf, type Review, type RunState } from '../state.ts'
import { stepName } from './course.ts'

/** Whether a dynamic run has turned to people, or dynamic steps of one that is not; else a person has turned it. */
export function mayGoBack({ policy, course }: Pick<RunState, 'policy' | 'course'>): boolean {
  return course.hasTurned && (policy.mode === 'dynamic' || policy.mode === course.mode)
}

/** Why a person cannot let a run go on in a mode; null where they can. Another mode than it began with is for its next call. */
export function wrongWayBack(state: Pick<RunState, 'policy' | 'course'>, mode: string): string | null {
  if (mode !== 'dynamic') return `only back to dynamic; a run takes another mode with its next call (--mode)`
  if (mayGoBack(state)) return null
  return state.course.mode === 'dynamic'
    ? 'the run is dynamic, and nothing has turned to people'
    : `the run is ${state.course.mode} by its own mode; it takes another one with its next call (--mode)`
}

/** Ids of the open questions that are asked for nothing but what has turned to people: who brings the mode back has answered them. */
export function askedForMode(state: RunState): readonly string[] {
  const { course, reviews } = state
  if (course.open === null) return []
  const asked = [...reviews.values()].filter((it) => it.answer === null && it.kind === 'escalation')
  return asked.filter((it) => it.options.includes('dynamic') && !hasOtherReason(state, it)).map(({ id }) => id)
}

/** A failure or a violation before the step holds it in every mode. */
function hasOtherReason(state: RunState, { task: uid, step }: Review): boolean {
  const { course } = state
  const task = taskOf(state, uid)
  const name = stepName(task, step)
  const decision = course.decisions.findLast((it) => it.step_id === name)?.error_propagation_decision
  const check = course.checks.find((it) => it.task === task.spec.key)?.check
  const isBroken =
    step === task.steps[0]?.spec.id && check !== undefined && halts(check, course.acceptedRules).length > 0
  return isBroken || decision === 'halt' || decision === 'escalate'
}
