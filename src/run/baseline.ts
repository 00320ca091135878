/** The first tasks of the engine: each gate runs once on the untouched base, so that what was red is nobody's fault. */

import type { Edge, TaskSpec } from '../plan/model.ts'
import { isHeld, taskOf, taskStatus } from './state.ts'
import { emit, type Turn } from './turn.ts'
import { filesGate } from './files-gate.ts'

/** Key of the baseline check of a gate in this run. */
export function baselineKey(run: string, gate: string): string {
  return `baseline:${run}:${gate}`
}

/**
 * Adds a check for every gate that a task which may begin needs and that this run has not checked, and an edge from it to
 * each such task. A task that is held back by something dead needs nothing yet; when it is released, this is called again.
 * Costs the plan.
 */
export function addBaseline(turn: Turn): void {
  const { state } = turn
  const run = state.run ?? ''
  const known = new Set(state.edges.flatMap((edge) => (edge.basis === 'engine' ? [`${edge.from}\n${edge.to}`] : [])))
  const users = new Map<string, string[]>()
  for (const uid of state.order) {
    const task = taskOf(state, uid)
    if (!task.selected || task.spec.origin === 'engine' || taskStatus(task) !== 'pending' || isHeld(task)) continue
    for (const gate of new Set(task.steps.flatMap((step) => step.spec.gates)))
      if (gate !== filesGate && !known.has(`${baselineKey(run, gate)}\n${task.spec.key}`))
        users.set(gate, [...(users.get(gate) ?? []), task.spec.key])
  }
  for (const gate of [...users.keys()]) {
    const check = state.byKey.get(baselineKey(run, gate))
    if (check !== undefined && taskStatus(taskOf(state, check)) === 'done') users.delete(gate)
  }
  const stale = [...state.tasks.values()].filter(
    (task) =>
      task.spec.origin === 'engine' &&
      task.spec.key.startsWith('baseline:') &&
      !task.spec.key.startsWith(`baseline:${run}:`),
  )
  if (users.size === 0 && stale.length === 0) return
  const gone = new Set(stale.map((task) => task.spec.key))
  const added = [...users.keys()]
    .filter((gate) => !state.byKey.has(baselineKey(run, gate)))
    .map((gate, index) => ({ uid: `u${state.nextUid + index}`, spec: check(baselineKey(run, gate), gate) }))
  const edges = [...users].flatMap(([gate, keys]) =>
    keys.map((to): Edge => ({ from: baselineKey(run, gate), to, basis: 'engine', needs: 'done' })),
  )
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+baseline`,
    cause: 'engine',
    by: 'baseline',
    added,
    changed: [],
    removed: stale.map((task) => task.uid),
    edges: [...state.edges.filter((edge) => !gone.has(edge.from)), ...edges],
    groups: null,
    order: [...added.map((it) => it.uid), ...state.order.filter((uid) => !stale.some((task) => task.uid === uid))],
  })
}

function check(key: string, gate: string): TaskSpec {
  return {
    key,
    id: null,
    title: `Gate ${gate} on the untouched base`,
    group: null,
    parent: null,
    origin: 'engine',
    mark: 'todo',
    reason: null,
    description: null,
    files: [],
    declaresFiles: false,
    unknownBlockers: [],
    traces: [],
    role: null,
    steps: [
      {
        id: 'check',
        title: '',
        methods: [],
        gates: [gate],
        expect: 'green',
        review: 'never',
        critical: true,
        yields: 'nothing',
      },
    ],
    open: false,
    textHash: key,
  }
}
