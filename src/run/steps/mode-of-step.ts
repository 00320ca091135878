/** The mode that a step is done in (seed 004 §3: per run, per task, per step). */

import type { Mode } from '../../plan/policy.ts'
import type { RunState, StepRun } from '../state.ts'

/** What the plan says of the step, or of its task; but for what the call says for all of them, that of the run. */
export function modeOfStep(
  { policy, course }: Pick<RunState, 'policy' | 'course'>,
  { spec }: Pick<StepRun, 'spec'>,
): Mode {
  return policy.saysMode === true ? course.mode : (spec.mode ?? course.mode)
}

/** The mode that a step is logged with: that in force, and education where it is taught by itself. */
export function loggedMode(of: Pick<RunState, 'policy' | 'course'>, step: Pick<StepRun, 'spec'>): Mode {
  return of.policy.education !== undefined && modeOfStep(of, step) === 'education' ? 'education' : of.course.mode
}
