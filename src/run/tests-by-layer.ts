/** The integration tests of a run, by what has to be done before they run: a layer, the whole plan, or single tasks. */

import { testOfGate, wholePlan } from '../plan/integration-gate.ts'
import { listed } from '../plan/names.ts'
import type { GateSpec } from './effect.ts'
import type { RunState } from './state.ts'

/** The integration tests of the run by the layer, or the tasks, whose end calls for them. */
export function testsByLayer({ gates }: RunState): ReadonlyMap<string, readonly GateSpec[]> {
  const tests = new Map<string, readonly GateSpec[]>()
  for (const gate of gates.values()) {
    if (testOfGate(gate.name) === null) continue
    const { layer = null, covers = [] } = gate.integration ?? {}
    const name = layer ?? (covers.length === 0 ? wholePlan : ofTasks(covers))
    tests.set(name, [...(tests.get(name) ?? []), gate])
  }
  return tests
}

const ofTasksBegins = 'tasks '

/** What stands for the layer of tests that name tasks and no layer: these tasks, whichever tests there are of them. */
function ofTasks(covers: readonly string[]): string {
  return `${ofTasksBegins}${JSON.stringify([...new Set(covers)].sort())}`
}

/** Whether tests are of a layer that tasks have, and neither of the whole plan nor of single tasks. */
export function isLayer(name: string): boolean {
  return name !== wholePlan && !name.startsWith(`${ofTasksBegins}[`)
}

/** What the tests of a milestone are of, for people, behind "integration tests". */
export function whatOf(state: RunState, name: string): string {
  if (name === wholePlan) return 'of the whole plan'
  if (isLayer(name)) return `of the layer ${name}`
  const [first] = testsByLayer(state).get(name) ?? []
  const ids = [...new Set(first?.integration?.covers)].map(
    (key) => state.tasks.get(state.byKey.get(key) ?? '')?.spec.id ?? key,
  )
  return `of ${listed(ids, 3)}`
}
