/** What waits for itself never starts. */

import { findCycles } from '../plan/graph/cycles.ts'
import { cycleOf } from './dead-blockers.ts'
import { taskOf, type TaskRun } from './state.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { move, type Turn } from './turn.ts'

/**
 * Members of a cycle among open tasks can never start: they end blocked, the rest runs (FORMATS R18). Also called once nothing
 * more can start, since a task that was at work when an edit closed the cycle belongs to it only from then on.
 */
export function blockCycles(turn: Turn): void {
  const { state } = turn
  for (const members of cyclesAmong(turn, (task) => taskStatus(task) === 'pending')) {
    for (const key of members) {
      const task = taskOf(state, state.byKey.get(key) ?? '')
      if (!task.selected) continue
      move(turn, task, currentStep(task), { to: 'blocked', because: 'failed', cause: { is: 'cycle', members } })
    }
  }
}

/** What a cycle alone has blocked is open again once that cycle is no more: a member has ended, or the plan waits otherwise. */
export function openCycles(turn: Turn): void {
  const { state } = turn
  const blocked = state.order.map((uid) => taskOf(state, uid)).filter((it) => !it.left && cycleOf(it) !== null)
  if (blocked.length === 0) return
  const cycles = cyclesAmong(turn, (task) => taskStatus(task) === 'pending' || cycleOf(task) !== null)
  const known = new Set(cycles.map((members) => members.join()))
  for (const task of blocked)
    if (!known.has(cycleOf(task)?.join() ?? ''))
      move(turn, task, currentStep(task), { to: 'pending', because: 'cycle-opened' })
}

/** Keys of the members of each cycle among the tasks that count. */
function cyclesAmong({ state }: Turn, counts: (task: TaskRun) => boolean): readonly (readonly string[])[] {
  const isIn = (key: string): boolean => {
    const uid = state.byKey.get(key)
    return uid !== undefined && counts(taskOf(state, uid))
  }
  const waiting = state.edges.filter((edge) => isIn(edge.to) && isIn(edge.from))
  if (waiting.length === 0) return []
  const keys = state.order.map((uid) => taskOf(state, uid).spec.key)
  return findCycles(keys, waiting).map(({ members }) => members)
}
