/** What waits for itself never starts. */

import { findCycles } from '../plan/graph/cycles.ts'
import { taskOf } from './state.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { move, type Turn } from './turn.ts'

/**
 * Members of a cycle among open tasks can never start: they end blocked, the rest runs (FORMATS R18). Also called once nothing
 * more can start, since a task that was at work when an edit closed the cycle belongs to it only from then on.
 */
export function blockCycles(turn: Turn): void {
  const { state } = turn
  const open = (key: string): boolean => {
    const uid = state.byKey.get(key)
    return uid !== undefined && taskStatus(taskOf(state, uid)) === 'pending'
  }
  const waiting = state.edges.filter((edge) => open(edge.to) && open(edge.from))
  if (waiting.length === 0) return
  const keys = state.order.map((uid) => taskOf(state, uid).spec.key)
  for (const { members } of findCycles(keys, waiting)) {
    for (const key of members) {
      const task = taskOf(state, state.byKey.get(key) ?? '')
      if (!task.selected) continue
      move(turn, task, currentStep(task), { to: 'blocked', because: 'failed', cause: { is: 'cycle', members } })
    }
  }
}
