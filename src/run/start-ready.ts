/** Which tasks begin now: those that are ready, as far as jobs, files and the engine's own checks allow. */

import { isBringingIn } from './bring-in.ts'
import { admitPattern, hasBegun, isHeldForPattern } from './patterns/admit-pattern.ts'
import { takeJob } from './free-job.ts'
import { beginStep, proceed, proceedAll } from './proceed.ts'
import { nextReady, popReady } from './ready-queue.ts'
import { mayProject, taskOf, type RunState } from './state.ts'
import { currentStep, holdsOn, isCheck } from './task-status.ts'
import { holdUp, isReady, passOn } from './track.ts'
import type { Turn } from './turn.ts'
import { earlierWriter, noWays } from './writers.ts'

/**
 * Begins what is ready, in the plan's order, for as long as there are jobs and nothing else comes first.
 * @returns where the next call of `proceedAll` begins
 */
export function startReady(turn: Turn, from: number): number {
  const { state } = turn
  let seen = from
  let ways = noWays()
  if (isHeldUp(state)) return seen
  for (;;) {
    for (let released = takeJob(turn); released; released = takeJob(turn)) {
      // The question that it waited for may have been taken back.
      if (hasBegun(released) || admitPattern(turn, released, currentStep(released))) proceed(turn, released)
      seen = proceedAll(turn, seen)
    }
    const uid = nextReady(state.ready)
    if (uid === null) return seen
    const task = taskOf(state, uid)
    if (isHeldForPattern(state, task)) return seen
    if (jobsTaken(state, isCheck(task)) >= state.policy.jobs) return seen
    popReady(state.ready)
    task.queued = false
    const mayBegin = isReady(task)
    const held = mayBegin ? (holdsOn(state, task)[0] ?? earlierWriter(state, task, ways)) : null
    if (held !== null) holdUp(state, task, held.path)
    else if (mayBegin) {
      beginStep(turn, task)
      seen = proceedAll(turn, seen)
      ways = noWays()
    }
    passOn(state, uid, held?.path ?? null)
  }
}

/** Whether nothing begins before something else has been done, which is about to be. */
export function isHeldUp(state: RunState): boolean {
  return isBringingIn(state) || (state.policy.workspace === 'in-place' && isBeingShown(state))
}

/** What is at work may itself wait for a check. */
function jobsTaken(state: RunState, forCheck: boolean): number {
  return forCheck ? [...state.active].filter((uid) => isCheck(taskOf(state, uid))).length : state.active.size
}

/** In place our own marks come first: what changes in the plan's folder after that is the agent's doing. */
function isBeingShown(state: RunState): boolean {
  if (mayProject(state)) return true
  if (state.unpublished && state.tip !== null && state.publishTrouble === null) return true
  return [...state.effects.values()].some(({ effect }) => effect.is === 'publish' || effect.is === 'project')
}
