/** What the evidence of a step amounts to. */

import type { Evidence } from './effect.ts'
import { filesGate } from './files-gate.ts'
import type { Proof } from './step-status.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'

/** A gate that was red before the first task in the very same way, and was let pass then. */
export function isKnownRed(state: RunState, evidence: Evidence): boolean {
  return evidence.result !== 'passed' && state.knownRed.get(evidence.gate) === evidence.fingerprint
}

/** Whether a verdict is what the step needs: green, or red for the first half of test-first. */
export function holds(state: RunState, step: StepRun, evidence: Evidence): boolean {
  if (evidence.gate === filesGate || step.spec.expect === 'green')
    return evidence.result === 'passed' || isKnownRed(state, evidence)
  return evidence.result === 'failed'
}

/** How sure the evidence makes us (DESIGN, Proof). A known red gate proves nothing. */
export function proofOf(state: RunState, task: TaskRun, evidence: readonly Evidence[]): Proof {
  if (task.overridden) return 'overridden'
  const counted = evidence.filter((it) => !isKnownRed(state, it))
  if (counted.some((it) => it.gate !== filesGate)) return 'verified'
  return counted.length > 0 ? 'files-only' : 'unverified'
}
