/**
 * Who comes first where several tasks declare one file: the one that a single job would come to first, so that what they
 * leave in it does not depend on how many work at once. This orders and is no edge: who ends badly keeps nobody back.
 */

import { orderOf } from '../plan/graph/order.ts'
import type { Edge } from '../plan/model.ts'
import { overlapsOf } from './overlaps.ts'
import { coveringOf, taskOf, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import {
  currentStep,
  holdsOn,
  isHeld,
  isMet,
  taskStatus,
  touchedPaths,
  writtenFiles,
  writtenPaths,
} from './task-status.ts'

/** Notes the place of each task in the order of a single job, and who has yet to write which path. Costs the plan. */
export function noteWriters(state: RunState): void {
  const tasks = [...state.tasks.values()].filter((it) => !it.left)
  const ranks = new Map(tasks.map((it) => [it.spec.key, it.priority]))
  const { order } = orderOf(
    tasks.map((it) => it.spec.key),
    state.edges,
    ranks,
  )
  // Members of a cycle come to nothing.
  for (const task of state.tasks.values()) task.place = order.length
  order.forEach((key, place) => {
    const uid = state.byKey.get(key)
    if (uid !== undefined) taskOf(state, uid).place = place
  })
  state.overlaps = overlapsOf([...state.tasks.values()].flatMap(writtenFiles))
  state.writers = new Map()
  for (const task of tasks.sort((a, b) => a.place - b.place))
    if (taskStatus(task) === 'pending')
      for (const path of writtenPaths(task)) {
        const list = state.writers.get(path)
        if (list) list.add(task.uid)
        else state.writers.set(path, new Set([task.uid]))
      }
}

/** Brings `noteWriters` up to date after the state of one task has changed. */
export function trackWriter(state: RunState, task: TaskRun): void {
  const isPending = taskStatus(task) === 'pending'
  for (const path of writtenPaths(task)) {
    const list = state.writers.get(path) ?? new Set()
    if (!isPending) list.delete(task.uid)
    else if (!list.has(task.uid)) {
      const all = [...list, task.uid].sort((a, b) => taskOf(state, a).place - taskOf(state, b).place)
      state.writers.set(path, new Set(all))
    }
  }
}

/**
 * The task that writes a path of a task before it and may still begin by itself; null where there is none. One that waits
 * for a person, or for a task that does, comes when it comes.
 * @returns the path, and the uid of that task
 */
export function earlierWriter(
  state: RunState,
  task: TaskRun,
  ways: Ways,
): { readonly path: string; readonly by: string } | null {
  for (const path of touchedPaths(state, task))
    for (const by of state.writers.get(path) ?? []) {
      const other = taskOf(state, by)
      if (other.place >= task.place) break
      if (isOnItsWay(state, other, ways)) return { path, by }
    }
  return null
}

/** What was found of tasks in one look at the state: with it, looking at many costs their edges once. */
export interface Ways {
  readonly seen: Set<TaskRun>
  readonly mayBegin: Set<TaskRun>
  readonly mayEnd: Set<TaskRun>
}

/** Nothing is known at the beginning of a look. */
export function noWays(): Ways {
  return { seen: new Set(), mayBegin: new Set(), mayEnd: new Set() }
}

/**
 * Whether a pending task begins without a person's help, as far as can be known. What it waits for has to go well, or, where
 * an edge only orders, to end somehow: also one that a person keeps from its files ends where what it waits for goes wrong.
 */
function isOnItsWay(state: RunState, task: TaskRun, { seen, mayBegin, mayEnd }: Ways): boolean {
  for (const it of behindIt(state, task, seen)) {
    const status = taskStatus(it)
    const covering = coveringOf(state, it)
    const unmet = unmetOf(state, it)
    const comes =
      status === 'pending'
        ? it.selected &&
          !isHeld(it) &&
          !holdsOn(state, it).some(({ by }) => waitsForPerson(taskOf(state, by))) &&
          (covering === null || mayBegin.has(covering)) &&
          unmet.every(({ blocker, needs }) => (needs === 'done' ? mayBegin : mayEnd).has(blocker))
        : !isEnd(status) && !waitsForPerson(it)
    if (comes) mayBegin.add(it)
    if (comes || unmet.some(({ blocker, needs }) => needs === 'done' && mayEnd.has(blocker))) mayEnd.add(it)
  }
  return mayBegin.has(task)
}

/**
 * A task and all that it waits for, each after what it waits for itself, without those that were seen before. No recursion, as
 * in `cycleBehind`.
 */
function behindIt(state: RunState, task: TaskRun, seen: Set<TaskRun>): ReadonlySet<TaskRun> {
  const behind = new Set<TaskRun>()
  const path = seen.has(task) ? [] : [task]
  for (let it = path.at(-1); it; it = path.at(-1)) {
    if (seen.has(it)) behind.add(path.pop() ?? it)
    else {
      seen.add(it)
      const covering = coveringOf(state, it)
      if (covering && !seen.has(covering)) path.push(covering)
      for (const { blocker } of unmetOf(state, it)) if (!seen.has(blocker)) path.push(blocker)
    }
  }
  return behind
}

/** What a pending task waits for by an edge. */
function unmetOf(
  state: RunState,
  task: TaskRun,
): readonly { readonly blocker: TaskRun; readonly needs: Edge['needs'] }[] {
  if (taskStatus(task) !== 'pending') return []
  return (state.blockers.get(task.uid) ?? []).flatMap(({ uid, edge }) => {
    const blocker = taskOf(state, uid)
    return isMet(edge, blocker.outlook) ? [] : [{ blocker, needs: edge.needs }]
  })
}

/** Whether a task goes on only when a person has said something: also one that they are asked about later. */
export function waitsForPerson(task: TaskRun): boolean {
  const waiting = currentStep(task).waitingOn
  return waiting?.is === 'human' || waiting?.is === 'connection' || waiting?.is === 'stage'
}
