/**
 * Who comes first where several tasks declare one file: the one that a single job would come to first, so that what they
 * leave in it does not depend on how many work at once. This orders and is no edge: who ends badly keeps nobody back.
 */

import { orderOf } from '../plan/graph/order.ts'
import { coveringOf, taskOf, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { currentStep, heldBy, isHeld, isMet, taskStatus, writtenPaths } from './task-status.ts'

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
export function earlierWriter(state: RunState, task: TaskRun): { readonly path: string; readonly by: string } | null {
  for (const path of writtenPaths(task))
    for (const by of state.writers.get(path) ?? []) {
      const other = taskOf(state, by)
      if (other.place >= task.place) break
      if (isOnItsWay(state, other)) return { path, by }
    }
  return null
}

/** Whether a pending task begins without a person's help, as far as can be known. No recursion, as in `cycleBehind`. */
function isOnItsWay(state: RunState, task: TaskRun): boolean {
  const seen = new Set([task])
  // A set gives what is added while it is walked.
  for (const it of seen) {
    const status = taskStatus(it)
    if (isEnd(status) || waitsForPerson(it)) return false
    if (status !== 'pending') continue
    if (!it.selected || isHeld(it)) return false
    const covering = coveringOf(state, it)
    if (covering) seen.add(covering)
    const holder = state.tasks.get(heldBy(state, it)?.by ?? '')
    if (holder) seen.add(holder)
    for (const { uid, edge } of state.blockers.get(it.uid) ?? []) {
      const blocker = taskOf(state, uid)
      if (!isMet(edge, blocker.outlook)) seen.add(blocker)
    }
  }
  return true
}

/** Whether a task goes on only when a person has said something. */
export function waitsForPerson(task: TaskRun): boolean {
  const waiting = currentStep(task).waitingOn
  return waiting?.is === 'human' || waiting?.is === 'connection'
}
