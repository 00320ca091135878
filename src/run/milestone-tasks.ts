/** Which tasks integration tests wait for, and who of them that finds out why they are red is part of a run. */

import { replacersIn } from '../plan/reasons.ts'
import { wholePlan } from '../plan/integration-gate.ts'
import { addBaseline } from './baseline.ts'
import { diagnosesIn } from './diagnosis.ts'
import type { GateSpec } from './effect.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { taskStatus } from './task-status.ts'
import { testsByLayer } from './tests-by-layer.ts'
import { emit, type Turn } from './turn.ts'

/** The tasks of a layer that somebody does, those that its tests say they cover, and those that find out why they are red. */
export function tasksOf(state: RunState, layer: string, gates: readonly GateSpec[]): readonly TaskRun[] {
  const mine = new Set(gates.flatMap(({ integration }) => integration?.covers ?? []))
  const diagnoses = diagnosesIn(state)
  // In the order in which they joined: what took the place of a rejected task may have been replaced in its turn.
  for (const task of state.tasks.values()) {
    const { uid, spec } = task
    const names = [spec.key, ...(spec.id === null ? [] : [spec.id])]
    const isMine = names.some((it) => mine.has(it)) || mine.has(spec.added?.replaces ?? '')
    if (!isMine && diagnoses.get(uid) !== layer) continue
    mine.add(spec.key)
    // Of one that another journal has replaced, such as that of a clone, the plan tells.
    if (taskStatus(task) === 'skipped') for (const name of replacersIn(spec.reason)) mine.add(name)
  }
  return state.order
    .map((uid) => taskOf(state, uid))
    .filter((task) => {
      const { spec, left } = task
      // What the plan or a person sets aside is not waited for.
      if (spec.origin !== 'plan' || left || isSetAside(task)) return false
      return layer === wholePlan || spec.layer === layer || mine.has(spec.key)
    })
}

function isSetAside(task: TaskRun): boolean {
  const status = taskStatus(task)
  return status === 'skipped' || status === 'deferred'
}

/** Who has chosen a task that tests wait for has chosen those that find out why they are red: in whichever run they came. */
export function chooseDiagnoses(turn: Turn): void {
  const { state } = turn
  const diagnoses = diagnosesIn(state)
  if (state.selection === null || diagnoses.size === 0) return
  const missing = [...testsByLayer(state)].flatMap(([layer, gates]) => {
    const tasks = tasksOf(state, layer, gates)
    const others = tasks.filter(({ uid }) => diagnoses.get(uid) !== layer)
    if (!isChosen(tasks) || leftOutOf(state, others).length > 0) return []
    return tasks.flatMap(({ uid, selected, spec }) => (diagnoses.get(uid) === layer && !selected ? [spec.key] : []))
  })
  if (missing.length === 0) return
  emit(turn, { type: 'selection-set', selection: [...state.selection, ...missing] })
  addBaseline(turn)
}

/** Whether the call is about one of these. */
export function isChosen(tasks: readonly TaskRun[]): boolean {
  return tasks.some(({ selected }) => selected)
}

/** Those that are open and no part of the run: what it leaves out, nobody waits for. */
export function leftOutOf({ tasks }: RunState, those: readonly TaskRun[]): readonly TaskRun[] {
  const selected = [...tasks.values()].filter((task) => task.selected)
  const mine = new Set(selected.flatMap(({ spec }) => [spec.key, ...(spec.covers ?? [])]))
  return those.filter((task) => !mine.has(task.spec.key) && !isEnd(taskStatus(task)))
}
