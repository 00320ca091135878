/** Changes of the mode of a run, as they are logged (seed 004 §3). */

import type { Mode } from '../../plan/policy.ts'
import { triggerOf, type Handled, type Pattern } from './trigger.ts'

/** What a person says to the question for the mode as a run begins (seed 004 §1.2a): that what holds stays, or another one. */
export type ModeAnswer = 'accepted' | 'changed'

export interface ModeSwitch {
  /** How many steps had ended when it came: its place among the records. */
  readonly after: number
  readonly from: Mode
  readonly to: Mode
  /** The step and task that it came from; null where a person switched by themselves. */
  readonly taskId: string | null
  readonly step: string | null
  /** What has fired: of `EscalationLog`; empty where a person switched. */
  readonly patterns: readonly Pattern[]
  /** In words. */
  readonly reason: string
  /** Whether a person then changed anything: the plan, a method, instructions. Of a mere "go on" it is false. */
  readonly guided: boolean
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
