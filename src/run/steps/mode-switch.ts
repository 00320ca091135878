/** Changes of the mode of a run, as they are logged (seed 004 §3). */

import type { Mode } from '../../plan/policy.ts'
import type { AttemptedMethods, EscalationMeasurements } from './escalation.ts'
import { triggerOf, type Handled, type Pattern } from './trigger.ts'

/** What a person says to the question for the mode as a run begins (seed 004 §1.2a): that what holds stays, or another one. */
export type ModeAnswer = 'accepted' | 'changed'

/** What is logged with a change, be it by a trigger or by a person. */
export interface SwitchLog {
  /** The counters then, and what led to a trigger; null before any step. */
  readonly measurements: EscalationMeasurements | null
  /** Of the steps that have led to it, or had failed in a row, and of that which it came from. */
  readonly attempted_methods: readonly AttemptedMethods[]
  readonly consecutive_failure_count: number
}

export interface ModeSwitch {
  /** How many steps had ended when it came: its place among the records. */
  readonly after: number
  readonly from: Mode
  readonly to: Mode
  /** The step and task that it came from, or that the run was at when a person switched; null before any. */
  readonly taskId: string | null
  readonly step: string | null
  /** What has fired: of `EscalationLog`; empty where a person switched. */
  readonly patterns: readonly Pattern[]
  /** In words. */
  readonly reason: string
  /** Whether a person then changed anything: the plan, a method, instructions. Of a mere "go on" it is false. */
  readonly guided: boolean
  readonly log: SwitchLog
  /** In milliseconds since the epoch. */
  readonly at: number
}

/** Whether it was a trigger that turned to people. */
export function isEscalation({ patterns }: ModeSwitch): boolean {
  return patterns.length > 0
}

/** A clean slate: what holds once a person has gone back to the dynamic mode, having seen all of the first `count` records. */
export function allHandled(count: number): Handled {
  return Object.fromEntries(Object.keys(triggerOf).map((pattern) => [pattern, count]))
}
