/** Folds the gates of a run: those that are configured no more, or anew, have judged nothing that is still to be proved. */

import type { Evidence } from './outcome.ts'
import type { StepSpec } from '../plan/model.ts'
import type { GateSpec } from './effect.ts'
import { isOfPresentGate } from './evidence-key.ts'
import type { RunState } from './state.ts'

/** Takes the gates of a run as they are configured now. */
export function setGates(state: RunState, gates: readonly GateSpec[]): void {
  const before = state.gates
  state.gates = new Map(gates.map((gate) => [gate.name, gate]))
  forgetRedefined(state, (name) => {
    const [old, now] = [before.get(name), state.gates.get(name)]
    return old !== undefined && now !== undefined && old.cwd !== now.cwd
  })
  // What was let pass was said by another command.
  const others = gates.filter((it) => !isRunSame(before.get(it.name) ?? it, it)).map((it) => it.name)
  if (others.some((name) => state.knownRed.has(name)))
    state.knownRed = new Map([...state.knownRed].filter(([name]) => !others.includes(name)))
  const gone = new Set([...before.keys()].filter((name) => !state.gates.has(name)))
  if (gone.size > 0) dropGates(state, gone)
}

/** Whether two definitions of a gate run the same command in the same folder. */
export function isRunSame(one: GateSpec, other: GateSpec): boolean {
  return one.cwd === other.cwd && JSON.stringify(one.argv) === JSON.stringify(other.argv)
}

/** What is configured no more is asked of no task; a plan that names it itself is read next. */
function dropGates(state: RunState, gone: ReadonlySet<string>): void {
  const without = (spec: StepSpec): StepSpec => ({ ...spec, gates: spec.gates.filter((it) => !gone.has(it)) })
  for (const task of state.tasks.values()) {
    if (task.spec.origin === 'engine') continue
    task.spec = { ...task.spec, steps: task.spec.steps.map(without) }
    for (const step of task.steps) step.spec = without(step.spec)
  }
  state.findings = state.findings.filter((it) => !gone.has(it.gate ?? ''))
}

/** A gate that is defined anew has judged nothing yet. @param isMoved whether it runs in another folder now */
export function forgetRedefined(state: RunState, isMoved: (gate: string) => boolean): void {
  for (const task of state.tasks.values())
    for (const step of task.steps)
      if (step.status !== 'done' && step.verdicts.length > 0) {
        const isOfNow = (it: Evidence): boolean => isOfPresentGate(state, it) && !isMoved(it.gate)
        Object.assign(step, { verdicts: step.verdicts.filter(isOfNow), waived: step.waived.filter(isOfNow) })
      }
}
