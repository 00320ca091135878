/** How the steps of a run have gone so far, as plain data: what `course.ts` and `change-mode.ts` fold events into. */

import type { Mode } from '../../plan/policy.ts'
import type { HeldCheckpoint } from '../education/checkpoint.ts'
import type { ToolsVerified } from '../mcp-tools.ts'
import type { EscalationLog } from './escalation.ts'
import type { ModeSwitch } from './mode-switch.ts'
import type { StepMoment } from './moment.ts'
import type { PropagationDecision } from './propagation.ts'
import type { StepRecord } from './record.ts'
import type { Handled } from './trigger.ts'

/** Kept only where the policy has thresholds: other plans have no steps to compare. */
export interface Course {
  /** The mode in force: that of the policy, until something turns to people. */
  mode: Mode
  records: StepRecord[]
  /** Begins, further attempts and ends of steps, in order. */
  moments: StepMoment[]
  switches: ModeSwitch[]
  decisions: (PropagationDecision & { readonly at: number })[]
  escalations: (EscalationLog & { readonly at: number })[]
  handled: Handled
  /** Failed steps in spite of which a person has let the run go on. */
  accepted: string[]
  /** What people were shown in education mode before steps began, and what they chose, in order. */
  checkpoints: HeldCheckpoint[]
  /** What has turned to people and was not put before them yet. */
  open: EscalationLog | null
  /** When the run began, in milliseconds since the epoch; null before. */
  startedAt: number | null
  /** What came of verifying the MCP servers that the plan wants, the last time; null where nobody did. */
  tools: ToolsVerified | null
  /** Whether an executor has taken it up, and when later ones did. */
  hasExecutor: boolean
  resumedAt: number[]
  /** Since when nothing is left to do, and how many events of the journal had led there; null while something is. */
  closed: { readonly at: number; readonly events: number } | null
}

/** Before any step. @param startedAt milliseconds since the epoch */
export function newCourse(mode: Mode, startedAt: number | null = null): Course {
  return {
    mode,
    records: [],
    moments: [],
    switches: [],
    decisions: [],
    escalations: [],
    handled: {},
    accepted: [],
    checkpoints: [],
    open: null,
    startedAt,
    tools: null,
    hasExecutor: false,
    resumedAt: [],
    closed: null,
  }
}
