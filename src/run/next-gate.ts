/** Which gate judges a draft next, and how far the gates have come with it. */

import { filesGate } from './files-gate.ts'
import { mayRetry } from './retry.ts'
import type { Evidence } from './outcome.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { forgivenTo, holds } from './verdict.ts'

/**
 * The next gate without a verdict; null when all are judged, or when one that was red before is red again and another attempt
 * will follow. Where a draft breaks the set-up no other one could start: only its files are looked at.
 */
export function nextGate(state: RunState, task: TaskRun, step: StepRun): string | null {
  const { gates } = step.spec
  const known = forgivenTo(state, task)
  const judged = new Map(step.verdicts.map((it) => [it.gate, it]))
  const isOpen = (gate: string): boolean => !judged.has(gate)
  if (step.verdicts.some((it) => it.breaksSetUp)) return gates.find((it) => it === filesGate && isOpen(it)) ?? null
  const first = gates.filter((gate) => step.redBefore.includes(gate))
  const open = first.find(isOpen)
  if (open !== undefined) return open
  const isRed = (it: Evidence | undefined): boolean => it !== undefined && !holds(known, step, it)
  if (!isLastLook(state, step) && first.some((gate) => isRed(judged.get(gate)))) return null
  return gates.find(isOpen) ?? null
}

/**
 * Whether a person is asked about a draft as it is, since no attempt will follow, or has taken it already: who decides about it
 * has to know what every gate says of it.
 */
function isLastLook({ policy }: RunState, step: StepRun): boolean {
  if (step.because === 'overridden') return true
  const isLast = !mayRetry(policy, step) && step.spec.methods[step.method + 1] === undefined
  return isLast && policy.exhausted === 'ask' && (step.spec.critical || step.wasMerged)
}
