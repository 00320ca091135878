/** Gates that are configured no more when a run goes on: nothing is judged by them, and what they had asked is taken back. */

import { checksOf, takeBackChecks } from './baseline.ts'
import { stepOf } from './evolve.ts'
import { unseenGate } from './recovery.ts'
import { taskOf, type RunState } from './state.ts'
import { emit, move, settle, subjectOf, type Turn } from './turn.ts'

const by = { who: 'the configuration', as: 'human' } as const
const text = 'there is no such gate any more'

/**
 * Forgets gates before anything else of the run begins: their requests, their checks of the base with the questions, and
 * the questions whether they are run again. What they have said of a task stays with it.
 *
 * @param before names of the gates that the run had
 */
export function forgetGates(turn: Turn, before: Iterable<string>): void {
  const { state } = turn
  const gone = new Set([...before].filter((gate) => !state.gates.has(gate) && !isNamed(state, gate)))
  if (gone.size === 0) return
  const checks = checksOf(state, gone)
  const removed = new Set(checks.map(({ uid }) => uid))
  for (const [id, { effect, task: uid, step }] of [...state.effects]) {
    const isOfGate = effect.is === 'run-gate' && gone.has(effect.gate)
    if (!isOfGate && !(effect.is === 'ask-review' && removed.has(uid ?? ''))) continue
    const subject = uid === null ? null : { ...subjectOf(taskOf(state, uid), null), step }
    settle(turn, id, isOfGate ? unseenGate(effect) : { of: 'ask-review', is: 'asked' }, subject)
  }
  takeBackChecks(turn, checks, { by, text })
  for (const { id, kind, answer, task: uid, step: of } of state.reviews.values()) {
    if (kind !== 'interrupted' || answer !== null) continue
    const task = taskOf(state, uid)
    const step = stepOf(task, of)
    if (!step.verdicts.some((it) => it.cutOff === 'ask' && gone.has(it.gate))) continue
    emit(turn, { type: 'review-decided', review: id, answer: 'retry', by, text }, subjectOf(task, step))
    move(turn, task, step, { to: 'verifying', because: 'answered' })
  }
}

/** A plan whose lines name a gate means it, configured or not. */
function isNamed(state: RunState, gate: string): boolean {
  return [...state.tasks.values()].some(
    ({ spec }) => spec.origin !== 'engine' && spec.steps.some((step) => step.gates.includes(gate)),
  )
}
