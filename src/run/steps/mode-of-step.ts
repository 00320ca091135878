/** The mode that a step is done in, and what people are asked then (seed 004 §3: per run, per task, per step). */

import { asksOf, type Mode, type Policy } from '../../plan/policy.ts'
import type { RunState, StepRun } from '../state.ts'

type Modes = Pick<RunState, 'policy' | 'course'>

/**
 * What the call says for all steps, else what the plan says of this one or of its task, else the mode of the run as it stands. Dynamic
 * is collaborative once something has turned to people.
 */
export function modeOfStep({ policy, course }: Modes, { spec }: Pick<StepRun, 'spec'>): Mode {
  const own = policy.saysMode === true ? undefined : spec.mode
  if (own === undefined) return course.mode
  return own === 'dynamic' && course.hasTurned ? 'collaborative' : own
}

/** What a mode asks of drafts in a run with this policy: who is taught before a step is not asked about what it leaves. */
export function asksIn(policy: Pick<Policy, 'education'>, mode: Mode): Pick<Policy, 'review' | 'unverified'> {
  return asksOf(mode === 'education' && policy.education !== undefined ? 'silent' : mode)
}

/**
 * What people are asked of the draft of a step. In the mode of the run the policy says it, and so it does in each other one where
 * somebody has set it by name.
 */
export function asksOfStep(state: Modes, step: Pick<StepRun, 'spec'>): Pick<Policy, 'review' | 'unverified'> {
  const { policy } = state
  const mode = modeOfStep(state, step)
  if (mode === policy.mode) return policy
  const asks = asksIn(policy, mode)
  const isSet = (key: 'review' | 'unverified'): boolean => policy.sets?.includes(key) === true
  return {
    review: isSet('review') ? policy.review : asks.review,
    // No mode of a step asks for more than the run does.
    unverified: isSet('unverified') || policy.unverified !== 'ask' ? policy.unverified : asks.unverified,
  }
}
