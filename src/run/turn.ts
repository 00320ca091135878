/** One decision being made: events are folded as they are written, requests are collected. */

import { disposal } from './disposal.ts'
import type { Effect } from './effect.ts'
import type { Outcome } from './outcome.ts'
import type { EventBody, MoveCause, RunEvent, Subject } from './event.ts'
import { evolve } from './evolve.ts'
import { mayMove, type Cause, type StepStatus, type WaitingOn } from './step-status.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'

export interface Requested {
  readonly id: number
  readonly effect: Effect
}

export interface Turn {
  readonly state: RunState
  readonly now: number
  readonly events: RunEvent[]
  readonly effects: Requested[]
  /** The state's ground as it was before. */
  readonly ground: number
  readonly digest: Digest
}

/** SHA-256 of a text, as lower-case hex: handed in, because the core has no cryptography. */
export type Digest = (text: string) => string

export function newTurn(state: RunState, now: number, digest: Digest): Turn {
  return { state, now, events: [], effects: [], ground: state.ground, digest }
}

/** Names what an event is about: the task, its step, and the attempt under way or last made. */
export function subjectOf(task: TaskRun, step: StepRun | null): Subject {
  return {
    task: task.uid,
    step: step?.spec.id ?? null,
    method: step?.spec.methods[step.method]?.id ?? null,
    attempt: step && step.attempts > 0 ? step.attempts : null,
    round: step ? step.round : null,
  }
}

/** Writes an event and folds it at once. */
export function emit(turn: Turn, body: EventBody, subject: Subject | null = null): void {
  const event: RunEvent = { at: turn.now, subject, body }
  turn.events.push(event)
  evolve(turn.state, event)
}

/** Requests an effect: recorded first, performed after the append. */
export function request(turn: Turn, effect: Effect, subject: Subject | null = null): void {
  const id = turn.state.nextEffect
  emit(turn, { type: 'effect-requested', id, effect }, subject)
  turn.effects.push({ id, effect })
}

export function settle(turn: Turn, id: number, outcome: Outcome, subject: Subject | null): void {
  emit(turn, { type: 'effect-settled', id, outcome }, subject)
}

/** Ends the requests to ask people about tasks, also where a question stands at a terminal: nobody waits for its answer. */
export function askNoMore(turn: Turn, tasks: readonly TaskRun[]): void {
  const uids = new Map(tasks.map((task) => [task.uid, task]))
  for (const [id, { effect, task: uid, step }] of [...turn.state.effects]) {
    const task = uid === null ? undefined : uids.get(uid)
    if (effect.is !== 'ask-review' || task === undefined) continue
    settle(turn, id, { of: 'ask-review', is: 'asked' }, { ...subjectOf(task, null), step })
  }
}

export interface Move {
  readonly to: StepStatus
  readonly because: MoveCause
  readonly cause?: Cause | null
  readonly waitingOn?: WaitingOn | null
}

/** Moves a step along the one transition table; any other move is a fault of ours. */
export function move(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  { to, because, cause = null, waitingOn = null }: Move,
): void {
  if (!mayMove(step.status, to))
    throw new Error(`internal: ${task.spec.key}/${step.spec.id} may not move from ${step.status} to ${to}`)
  // In place there is one folder for all: what begins anew, or another one, finds it taken otherwise. A task that goes on keeps it.
  const isLeft = to === 'pending' && because !== 'reworded' && turn.state.policy.workspace === 'in-place'
  if (isLeft && task.workspace !== null && task.prepared)
    request(turn, disposal(turn.state, task, task.workspace), subjectOf(task, null))
  emit(turn, { type: 'step-moved', from: step.status, to, because, cause, waitingOn }, subjectOf(task, step))
}
