/** The integration tests of a run, by what has to be done before they run: a layer, the whole plan, or single tasks. */

import { integrationGate, testOfGate, wholePlan } from '../plan/integration-gate.ts'
import type { GateSpec } from './effect.ts'
import type { RunState } from './state.ts'

/** The integration tests of the run by the layer, or the tasks, whose end calls for them. */
export function testsByLayer({ gates }: RunState): ReadonlyMap<string, readonly GateSpec[]> {
  const tests = new Map<string, readonly GateSpec[]>()
  const firstOf = new Map<string, string>()
  for (const gate of gates.values()) {
    const test = testOfGate(gate.name)
    if (test === null) continue
    const { layer = null, covers = [] } = gate.integration ?? {}
    const tasks = JSON.stringify([...covers].sort())
    if (layer === null && covers.length > 0 && !firstOf.has(tasks)) firstOf.set(tasks, ofTasks(test))
    const name = layer ?? firstOf.get(tasks) ?? wholePlan
    tests.set(name, [...(tests.get(name) ?? []), gate])
  }
  return tests
}

/** What stands for the layer of tests that name tasks and no layer: the first of those that name the same. */
function ofTasks(test: string): string {
  return `tasks of ${test}`
}

/** Whether tests are of a layer that tasks have, and neither of the whole plan nor of single tasks. */
export function isLayer(name: string): boolean {
  return name !== wholePlan && !name.startsWith(ofTasks(''))
}

/** What the tests of a milestone are of, for people, behind "integration tests". */
export function whatOf(state: RunState, name: string): string {
  if (name === wholePlan) return 'of the whole plan'
  if (isLayer(name)) return `of the layer ${name}`
  const { covers = [] } = state.gates.get(integrationGate(name.slice(ofTasks('').length)))?.integration ?? {}
  const ids = covers.map((key) => state.tasks.get(state.byKey.get(key) ?? '')?.spec.id ?? key)
  return `of ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`
}
