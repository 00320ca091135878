/** Which gate judges a draft next, and how far the gates have come with it. */

import { nextMethod } from './steps/next-method.ts'
import { filesGate } from './files-gate.ts'
import { isForNothingWithout, needsOf } from './gate-needs.ts'
import { mayRetry } from './retry.ts'
import type { Evidence } from './outcome.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { makersOf } from './needed-now.ts'
import { gatesOf } from './task-status.ts'
import { forgivenTo, holds, isWaived } from './verdict.ts'

/**
 * The next gate without a verdict; null when all are judged that can be, or when one that was red before is red again and another
 * attempt will follow. What such a gate needs comes before it, and where something that a gate needs is red, it does not look:
 * it would judge what was made of other files. Where a draft breaks the set-up no other one could start: only its files are
 * looked at.
 */
export function nextGate(state: RunState, task: TaskRun, step: StepRun): string | null {
  const gates = gatesOf(task, step)
  const known = forgivenTo(state, task)
  const judged = new Map(step.verdicts.map((it) => [it.gate, it]))
  const isRed = (it: Evidence | undefined): boolean => it !== undefined && !holds(known, step, it)
  const neededBy = needsIn(state, gates)
  const isForNothing = (gate: string): boolean => {
    const spec = state.gates.get(gate)
    return neededBy(gate).some((it) => {
      const needed = state.gates.get(it)
      if (spec === undefined || needed === undefined || !isForNothingWithout(spec, needed)) return false
      const verdict = judged.get(it)
      // What it needs may not look either.
      return verdict === undefined ? isForNothing(it) : isRed(verdict) && !isWaived(state, step, verdict)
    })
  }
  const isOpen = (gate: string): boolean => !judged.has(gate) && !isForNothing(gate)
  if (step.verdicts.some((it) => it.breaksSetUp)) return gates.find((it) => it === filesGate && isOpen(it)) ?? null
  const firstNeeded = new Set(step.redBefore.flatMap(neededBy))
  const first = gates.filter((gate) => step.redBefore.includes(gate) || firstNeeded.has(gate))
  const open = first.find(isOpen)
  if (open !== undefined) return open
  if (!isLastLook(state, step) && first.some((gate) => isRed(judged.get(gate)))) return null
  return gates.find(isOpen) ?? null
}

/** What each gate of a step needs, of those that judge it. */
function needsIn(state: RunState, own: readonly string[]): (gate: string) => readonly string[] {
  const { gates } = state
  const all = own.flatMap((name) => gates.get(name) ?? [])
  return (name) => {
    const gate = gates.get(name)
    return gate === undefined
      ? []
      : needsOf(gate, { all, isOwn: () => true, mayMake: makersOf(state) }).map((it) => it.name)
  }
}

/**
 * Whether a person is asked about a draft as it is, since no attempt will follow, or has taken it already: who decides about it
 * has to know what every gate says of it.
 */
function isLastLook({ policy }: RunState, step: StepRun): boolean {
  if (step.because === 'overridden') return true
  const isLast = !mayRetry(policy, step) && nextMethod(step) === null
  return isLast && policy.exhausted === 'ask' && (step.spec.critical || step.wasMerged)
}
