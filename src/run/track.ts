/** Keeps what is derived from the tasks' states: the ready queue, the jobs taken, the files held, the counts. */

import { holdingBlockers, nothingKnown } from './dead-blockers.ts'
import { failedBefore, restOf } from './speclets/hold-rest.ts'
import { newReadyQueue, popReady, pushReady } from './ready-queue.ts'
import type { MarkState } from '../plan/model.ts'
import { isEnd, type StepStatus } from './step-status.ts'
import { coveredOf, taskOf, type RunState, type TaskRun } from './state.ts'
import {
  currentStep,
  isActive,
  isDead,
  isHeld,
  isMet,
  isStuck,
  outlookOf,
  taskStatus,
  writtenPaths,
} from './task-status.ts'
import { trackWriter, waitsForPerson } from './writers.ts'

/** The mark that a state is written as. */
export function markOf(status: StepStatus): Extract<MarkState, 'todo' | 'done' | 'blocked' | 'skipped' | 'deferred'> {
  switch (status) {
    case 'done':
    case 'skipped':
    case 'deferred':
    case 'blocked':
      return status
    case 'failed':
      return 'blocked'
    case 'pending':
    case 'working':
    case 'verifying':
    case 'reviewing':
    case 'merging':
      return 'todo'
    default:
      return status satisfies never
  }
}

/** Brings everything derived up to date after one task may have changed. */
export function trackTask(state: RunState, task: TaskRun, before: StepStatus, at: number): void {
  const after = taskStatus(task)
  if (before !== after) {
    if (before === 'pending') task.startedAt ??= at
    // What was left out before anybody worked on it, and is wanted after all, has not begun.
    else if (after === 'pending' && task.steps.every((it) => it.attempts === 0)) task.startedAt = null
    if (after === 'done') {
      task.endedAt = at
      state.counts.done += 1
    }
    if (markOf(before) !== markOf(after)) {
      state.unprojected = true
      state.bookkept = false
    }
    noteHeld(state, task)
  }
  if (waitsForPerson(task)) state.asked.add(task.uid)
  else state.asked.delete(task.uid)
  trackOutlook(state, [task])
  trackJob(state, task)
  trackWriter(state, task)
  if (waitsForPerson(task)) letOthersPast(state, state.heldUp.keys())
  queueWhenReady(state, task)
}

/** Tells those that wait what has become of their blockers, as far as it changes anything for them. */
export function trackOutlook(state: RunState, changed: TaskRun[]): void {
  for (let task = changed.pop(); task; task = changed.pop()) {
    const before = task.outlook
    const after = outlookOf(state, task)
    if (before === after) continue
    task.outlook = after
    // Where a person keeps somebody from a file, this may be what the one behind that waited for.
    letOthersPast(state, state.asked.size > 0 ? state.heldUp.keys() : writtenPaths(task))
    changed.push(...coveredOf(state, task))
    for (const { uid, edge } of state.dependants.get(task.uid) ?? []) {
      const dependant = taskOf(state, uid)
      dependant.unmet += Number(isMet(edge, before)) - Number(isMet(edge, after))
      if (edge.needs === 'done') {
        dependant.dead += Number(isDead(after, dependant)) - Number(isDead(before, dependant))
        noteHeld(state, dependant)
      }
      changed.push(dependant)
      queueWhenReady(state, dependant)
    }
  }
}

/**
 * A task that something dead holds back is shown blocked, and open again once it is released: the plan has to say so. One
 * that the run leaves out is not shown blocked anew, and stays so as long as what has ended holds it.
 * @param known what was found so far, where many tasks are looked at
 */
export function noteHeld(state: RunState, task: TaskRun, known = nothingKnown()): void {
  const isShown = task.shown === 'blocked'
  if (taskStatus(task) !== 'pending' || (!task.selected && !isShown)) return
  const isBack = task.selected ? isHeld(task) : isStuck(task) || holdingBlockers(state, task, known).length > 0
  if (isBack === isShown) return
  state.unprojected = true
  state.bookkept = false
}

/** The same of all tasks. Costs the plan. */
export function noteAllHeld(state: RunState): void {
  const known = nothingKnown()
  for (const task of state.tasks.values()) noteHeld(state, task, known)
}

/** Notes which tasks others do too. Costs the plan. */
export function trackCovered(state: RunState): void {
  const by = new Map<string, string>()
  for (const { uid, selected, spec } of state.tasks.values())
    if (selected) for (const key of spec.covers ?? []) by.set(key, uid)
  for (const task of state.tasks.values()) task.coveredBy = by.get(task.spec.key) ?? null
}

/** After a step has moved: whether the tasks of its SPECLet may begin. Costs these, where something of a SPECLet has failed. */
export function trackRest(state: RunState, moved: TaskRun): void {
  for (const task of restOf(state, moved)) {
    const failed = failedBefore(state, task)
    if (failed?.step === task.failedBefore?.step) continue
    task.failedBefore = failed
    trackOutlook(state, [task])
    noteHeld(state, task)
    queueWhenReady(state, task)
  }
}

/** Whether a task may begin now; files held by others are looked at when it is taken. */
export function isReady(task: TaskRun): boolean {
  if (!task.selected || task.coveredBy !== null) return false
  return task.unmet === 0 && !isStuck(task) && taskStatus(task) === 'pending'
}

export function queueWhenReady(state: RunState, task: TaskRun): void {
  if (task.queued || !isReady(task)) return
  task.queued = true
  pushReady(state.ready, task.uid, task.priority)
}

function trackJob(state: RunState, task: TaskRun): void {
  const was = state.active.has(task.uid)
  const is = isActive(task, state.policy)
  if (is && !was) state.active.add(task.uid)
  if (was && !is) state.active.delete(task.uid)
  if (currentStep(task).waitingOn?.is === 'job') state.waitsForJob.add(task.uid)
  else state.waitsForJob.delete(task.uid)
  // Also a draft that waits for a person will be merged: another one of the same file would be in its way.
  const status = taskStatus(task)
  if (status !== 'pending' && !isEnd(status)) holdFiles(state, task)
  else releaseFiles(state, task.uid)
}

/**
 * Keeps others from the files that a task declares and from those that its draft holds without having declared them. Those that
 * it holds already stay held, also where the plan changed.
 */
export function holdFiles(state: RunState, task: TaskRun): void {
  const declared = new Set(writtenPaths(task))
  const changes = currentStep(task).draft?.changes ?? []
  const drafted = changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from]))
  const free = [...new Set([...declared, ...drafted])].filter((path) => !state.held.has(path))
  state.holding.set(task.uid, [...(state.holding.get(task.uid) ?? []), ...free])
  for (const path of free) {
    state.held.set(path, task.uid)
    if (!declared.has(path)) state.drafted.add(path)
  }
}

/** Whoever waits for a file that nobody holds is looked at again: the one before it may not come now. */
function letOthersPast(state: RunState, paths: Iterable<string>): void {
  for (const path of paths) if (!state.held.has(path)) wake(state, path)
}

/**
 * Of those that wait for a path, the first one of the plan is looked at: the others wait for it in their turn. Who does not
 * take the path passes it on (`passOn`), so that what one release costs does not grow with the number of those that wait.
 */
function wake(state: RunState, path: string): void {
  const waiting = state.heldUp.get(path)
  for (let uid = waiting && popReady(waiting); uid != null; uid = waiting && popReady(waiting)) {
    const task = state.tasks.get(uid)
    if (!task || !isReady(task)) continue
    const offered = state.offered.get(uid) ?? new Set()
    state.offered.set(uid, offered.add(path))
    queueWhenReady(state, task)
    return
  }
  state.heldUp.delete(path)
}

/** A ready task waits for a path until it is woken. */
export function holdUp(state: RunState, task: TaskRun, path: string): void {
  const waiting = state.heldUp.get(path) ?? newReadyQueue()
  state.heldUp.set(path, waiting)
  pushReady(waiting, task.uid, task.place)
}

/**
 * What a task was woken for and has not taken is for the next one that waits for it.
 * @param except the path that it waits for now: those behind it wait for the same
 */
export function passOn(state: RunState, uid: string, except: string | null): void {
  const offered = state.offered.get(uid) ?? []
  state.offered.delete(uid)
  for (const path of offered) if (path !== except && !state.held.has(path)) wake(state, path)
}

/** Lets go of all files that a task holds; whoever waited for them may begin. */
export function releaseFiles(state: RunState, uid: string): void {
  const own = state.holding.get(uid) ?? []
  state.holding.delete(uid)
  for (const path of own) {
    state.held.delete(path)
    state.drafted.delete(path)
    wake(state, path)
  }
}
