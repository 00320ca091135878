/**
 * Gates that are configured no more when a run goes on: nothing is judged by them, and what they had asked is taken back. One
 * that is defined anew, or that gets another environment (a tool was brought up to date), looks at the base again before
 * anybody answers for what it said as it was; and so do those that need it.
 */

import { checksOf, isAsked, takeBackChecks } from './baseline.ts'
import type { GateSpec } from './effect.ts'
import { stepOf } from './evolve.ts'
import { behindOthers, isRunSame } from './evolve-gates.ts'
import { unseenGate } from './recovery.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { taskStatus } from './task-status.ts'
import { emit, move, settle, subjectOf, type Turn } from './turn.ts'

const gone = 'there is no such gate any more'
const anew = 'the gate is defined anew, or runs in another environment'

/**
 * Forgets gates before anything else of the run begins: their requests, their checks of the base with the questions, and
 * the questions whether they are run again. What they have said of a task stays with it.
 *
 * @param was.gates those that the run had, by their names
 * @param was.environments digests of what they got, by their names
 */
export function forgetGates(turn: Turn, was: Pick<RunState, 'gates' | 'environments'>): void {
  const { state } = turn
  const before = was.gates
  const names = new Set([...before.keys()].filter((gate) => !state.gates.has(gate) && !isNamed(state, gate)))
  const isElsewhere = ({ name }: GateSpec): boolean => {
    const [then, now] = [was.environments.get(name), state.environments.get(name)]
    return then !== undefined && now !== undefined && then !== now
  }
  const others = [...state.gates.values()].filter((it) => isOther(it, before.get(it.name)) || isElsewhere(it))
  const checks = checksOf(state, names)
  const runOtherwise = behindOthers(
    state,
    before,
    others.filter((it) => isElsewhere(it) || !isRunSame(it, before.get(it.name) ?? it)).map((it) => it.name),
  )
  // What the base was let pass by, or was green by, is another command, or stood behind one.
  const asked = checksOf(state, new Set([...others.map((it) => it.name), ...runOtherwise])).filter(
    (it) => isAsked(state, it) || (isEnd(taskStatus(it)) && isOf(it, runOtherwise)),
  )
  if (names.size + asked.length === 0) return
  for (const [id, { effect, task: uid, step }] of [...state.effects]) {
    if (effect.is !== 'run-gate' || !names.has(effect.gate)) continue
    settle(turn, id, unseenGate(effect), uid === null ? null : { ...subjectOf(taskOf(state, uid), null), step })
  }
  takeBackChecks(turn, checks, gone)
  takeBackChecks(turn, asked, anew)
  for (const { id, kind, answer, task: uid, step: of } of state.reviews.values()) {
    if (kind !== 'interrupted' || answer !== null) continue
    const task = taskOf(state, uid)
    const step = stepOf(task, of)
    if (!step.verdicts.some((it) => it.cutOff === 'ask' && names.has(it.gate))) continue
    emit(turn, { type: 'review-withdrawn', review: id, because: gone }, subjectOf(task, step))
    move(turn, task, step, { to: 'verifying', because: 'answered' })
  }
}

function isOther(now: GateSpec, before: GateSpec | undefined): boolean {
  return before !== undefined && JSON.stringify(now) !== JSON.stringify(before)
}

function isOf(check: TaskRun, gates: ReadonlySet<string>): boolean {
  return gates.has(check.steps[0]?.spec.gates[0] ?? '')
}

/** A plan whose lines name a gate means it, configured or not. */
function isNamed(state: RunState, gate: string): boolean {
  return [...state.tasks.values()].some(
    ({ spec }) => spec.origin !== 'engine' && spec.steps.some((step) => step.gates.includes(gate)),
  )
}
