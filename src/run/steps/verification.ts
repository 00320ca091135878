/** How a step is verified by what its plan itself says: which gates do that, and what they have come to (seed 004 §4.1). */

import { isVerification, verificationGate, verificationText, type Verification } from '../../plan/verification.ts'
import { filesGate } from '../files-gate.ts'
import type { Evidence } from '../outcome.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'

/** One verification of a step, and what its gate has said last; null where that has not looked. */
export interface VerificationView {
  readonly gate: string
  readonly is: Verification['is']
  /** What is verified, safe for a terminal. */
  readonly what: string
  readonly verdict: Evidence | null
}

/** The verifications of a step, in their order. */
export function viewVerifications(
  { spec: { key } }: Pick<TaskRun, 'spec'>,
  { spec, verdicts }: Pick<StepRun, 'spec' | 'verdicts'>,
): readonly VerificationView[] {
  return (spec.verifications ?? []).map((it, at) => {
    const gate = verificationGate(key, spec.id, at)
    const verdict = verdicts.findLast((said) => said.gate === gate) ?? null
    return { gate, is: it.is, what: verificationText(it), verdict }
  })
}

/**
 * Whether the expected output of a step is there: the files that it names, and all that the plan verifies it by.
 * @returns false where one of them does not hold, true where all do; null where nothing was verified, or not all of it
 */
export function outputMatch({ spec, verdicts }: Pick<StepRun, 'spec' | 'verdicts'>): boolean | null {
  const gates = spec.gates.filter((it) => isVerification(it) || (it === filesGate && spec.outputs !== undefined))
  // What had no rules to judge by has verified nothing.
  const said = gates
    .map((gate) => verdicts.findLast((it) => it.gate === gate))
    .filter((it) => it?.judgesNothing !== true)
  if (said.some((it) => it?.result === 'failed' || it?.result === 'timed-out')) return false
  return said.length > 0 && said.every((it) => it?.result === 'passed') ? true : null
}

/**
 * Why a gate of a step cannot verify it: the plan says something else since the run began, and what it says now nobody has
 * looked at. Null where it is as the run has it, or is no verification.
 */
export function isOtherNow(
  { gates }: RunState,
  { spec: task }: TaskRun,
  { spec }: StepRun,
  gate: string,
): string | null {
  if (!isVerification(gate)) return null
  const now = (spec.verifications ?? []).find((_, at) => verificationGate(task.key, spec.id, at) === gate)
  const known = gates.get(gate)?.verification
  if (now !== undefined && known !== undefined && JSON.stringify(now) === JSON.stringify(known)) return null
  return 'the plan says otherwise how this step is verified than it did when the run began; unblock the task and run it again, which asks about it'
}
