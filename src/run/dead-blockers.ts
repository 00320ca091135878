/** What holds a task back for good: blockers that will not end well in this run, and the cycle that may be behind them. */

import { taskOf, type RunState, type TaskRun } from './state.ts'
import { currentStep, isDead, isStuck, taskStatus } from './task-status.ts'

/** Blockers that hold a task back and will not end well in this run; the first is what has failed in its SPECLet. */
export function deadBlockers(state: RunState, task: TaskRun): readonly TaskRun[] {
  const dead = (state.blockers.get(task.uid) ?? [])
    .filter(({ edge }) => edge.needs === 'done')
    .map(({ uid }) => taskOf(state, uid))
    .filter((it) => isDead(it.outlook, task))
  return task.failedBefore === null ? dead : [...new Set([taskOf(state, task.failedBefore.task), ...dead])]
}

/** What was found in one look at the state, by uid: with it, looking at a whole plan costs its edges once. */
export interface Known {
  readonly cycles: Map<string, readonly string[] | null>
  /** Of tasks that are left out and were blocked: whether something holds them back still. */
  readonly held: Map<string, boolean>
}

/** Nothing is known at the beginning of a look. */
export function nothingKnown(): Known {
  return { cycles: new Map(), held: new Map() }
}

/**
 * Blockers that hold a task back. Of a task that the run leaves out these are the same as before: only a blocker that was
 * blocked itself, and that nothing holds any more, lets it go (DESIGN, Edges).
 */
export function holdingBlockers(state: RunState, task: TaskRun, { held }: Known): readonly TaskRun[] {
  const dead = deadBlockers(state, task)
  return task.selected ? dead : dead.filter((it) => !isReleasable(it) || isHeldBack(state, it, held))
}

/** Whether a task that is left out was blocked by others, and may be let go with what they are now. */
function isReleasable(task: TaskRun): boolean {
  return !task.selected && task.shown === 'blocked' && taskStatus(task) === 'pending' && !isStuck(task)
}

/** No recursion, as in `cycleBehind`. */
function isHeldBack(state: RunState, task: TaskRun, held: Map<string, boolean>): boolean {
  const seen = new Set([task.uid])
  const path = held.has(task.uid) ? [] : [{ task, dead: deadBlockers(state, task), at: 0 }]
  for (let here = path.at(-1); here; here = path.at(-1)) {
    const next = here.dead[here.at]
    here.at += 1
    if (next === undefined) {
      held.set(here.task.uid, false)
      path.pop()
    } else if (!isReleasable(next) || held.get(next.uid) === true) {
      for (const it of path.splice(0)) held.set(it.task.uid, true)
    } else if (!seen.has(next.uid) && !held.has(next.uid)) {
      seen.add(next.uid)
      path.push({ task: next, dead: deadBlockers(state, next), at: 0 })
    }
  }
  return held.get(task.uid) === true
}

/**
 * The members of a cycle that a task waits for, directly or by way of others that never began; null where there is none.
 * Such a task ends blocked with the cycle as its reason (FORMATS R18). No recursion: a chain of 10,000 tasks must not use
 * up the call stack.
 */
export function cycleBehind(
  state: RunState,
  task: TaskRun,
  known: Known['cycles'] = new Map(),
): readonly string[] | null {
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
