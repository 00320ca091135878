/** Which tasks begin now: those that are ready, as far as jobs, files and the engine's own checks allow. */

import { isBringingIn } from './bring-in.ts'
import { beginStep, proceedAll } from './proceed.ts'
import { nextReady, popReady } from './ready-queue.ts'
import { mayProject, taskOf, type RunState } from './state.ts'
import { heldBy, isCheck } from './task-status.ts'
import { isReady } from './track.ts'
import type { Turn } from './turn.ts'
import { earlierWriter } from './writers.ts'

/**
 * Begins what is ready, in the plan's order, for as long as there are jobs and nothing else comes first.
 * @returns where the next call of `proceedAll` begins
 */
export function startReady(turn: Turn, from: number): number {
  const { state } = turn
  let seen = from
  if (isBringingIn(state) || (state.policy.workspace === 'in-place' && isBeingShown(state))) return seen
  for (;;) {
    const uid = nextReady(state.ready)
    if (uid === null) return seen
    const task = taskOf(state, uid)
    if (jobsTaken(state, isCheck(task)) >= state.policy.jobs) return seen
    popReady(state.ready)
    task.queued = false
    if (!isReady(task)) continue
    const held = heldBy(state, task) ?? earlierWriter(state, task)
    if (held !== null) {
      state.heldUp.set(held.path, [...(state.heldUp.get(held.path) ?? []), uid])
      continue
    }
    beginStep(turn, task)
    seen = proceedAll(turn, seen)
  }
  return seen
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
