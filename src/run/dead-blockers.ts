/** What holds a task back for good: blockers that will not end well in this run, and the cycle that may be behind them. */

import { taskOf, type RunState, type TaskRun } from './state.ts'
import { currentStep, isDead, taskStatus } from './task-status.ts'

/** Blockers that hold a task back and will not end well in this run. */
export function deadBlockers(state: RunState, task: TaskRun): readonly TaskRun[] {
  return (state.blockers.get(task.uid) ?? [])
    .filter(({ edge }) => edge.needs === 'done')
    .map(({ uid }) => taskOf(state, uid))
    .filter((it) => isDead(it.outlook, task))
}

/** What was found in one look at the state, by uid: with it, looking at a whole plan costs its edges once. */
export type KnownCycles = Map<string, readonly string[] | null>

/**
 * The members of a cycle that a task waits for, directly or by way of others that never began; null where there is none.
 * Such a task ends blocked with the cycle as its reason (FORMATS R18). No recursion: a chain of 10,000 tasks must not use
 * up the call stack.
 */
export function cycleBehind(state: RunState, task: TaskRun, known: KnownCycles = new Map()): readonly string[] | null {
  const seen = new Set([task.uid])
  const path = [{ task, dead: deadBlockers(state, task), at: 0 }]
  for (let here = path.at(-1); here; here = path.at(-1)) {
    const next = here.dead[here.at]
    here.at += 1
    if (next === undefined) {
      known.set(here.task.uid, null)
      path.pop()
      continue
    }
    const found = cycleOf(next) ?? known.get(next.uid) ?? null
    if (found !== null) {
      for (const it of path) known.set(it.task.uid, found)
      return found
    }
    if (seen.has(next.uid) || known.has(next.uid) || taskStatus(next) !== 'pending') continue
    seen.add(next.uid)
    path.push({ task: next, dead: deadBlockers(state, next), at: 0 })
  }
  return null
}

/** The members of the cycle that has blocked a task itself; null where none has. */
export function cycleOf(task: TaskRun): readonly string[] | null {
  const { status, cause } = currentStep(task)
  return status === 'blocked' && cause?.is === 'cycle' ? cause.members : null
}
