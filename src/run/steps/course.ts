/** How the steps of a run have gone so far: what triggers, propagation and the analysis look at. */

import type { Mode } from '../../plan/policy.ts'
import type { EscalationLog } from './escalation.ts'
import type { ModeSwitch } from './mode-switch.ts'
import type { PropagationDecision } from './propagation.ts'
import type { StepRecord } from './record.ts'
import type { Handled } from './trigger.ts'

/** Kept only where the policy has thresholds: other plans have no steps to compare. */
export interface Course {
  /** The mode in force: that of the policy, until something turns to people. */
  mode: Mode
  records: StepRecord[]
  switches: ModeSwitch[]
  decisions: (PropagationDecision & { readonly at: number })[]
  escalations: (EscalationLog & { readonly at: number })[]
  handled: Handled
  /** Failed steps in spite of which a person has let the run go on. */
  accepted: string[]
  /** What has turned to people and was not put before them yet. */
  open: EscalationLog | null
}

/** Before any step. */
export function newCourse(mode: Mode): Course {
  return { mode, records: [], switches: [], decisions: [], escalations: [], handled: {}, accepted: [], open: null }
}
