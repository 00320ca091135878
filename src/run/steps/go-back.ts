/** The way back from what has turned to people: a person lets the run be dynamic again (seed 004 §3). */

import type { RunState } from '../state.ts'

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
