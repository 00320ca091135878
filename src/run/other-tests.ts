/** A question about red integration tests that are others when a run goes on: taken back, and those that there are now run. */

import type { GateSpec } from './effect.ts'
import { stepOf } from './evolve.ts'
import { milestoneOf } from './milestone-key.ts'
import { taskOf, type Review } from './state.ts'
import { testsByLayer } from './tests-by-layer.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'

const because = 'the integration tests are others by now'

/** @param before gates that the run had, by their names */
export function judgeOtherTests(turn: Turn, before: ReadonlyMap<string, GateSpec>): void {
  for (const review of [...turn.state.reviews.values()])
    if (review.kind === 'milestone' && review.answer === null) judgeAnew(turn, review, before)
}

function judgeAnew(turn: Turn, review: Review, before: ReadonlyMap<string, GateSpec>): void {
  const { state } = turn
  const task = taskOf(state, review.task)
  const step = stepOf(task, review.step)
  const tests = testsByLayer(state).get(milestoneOf(task.spec.key)?.layer ?? '') ?? []
  const gates = tests.map(({ name }) => name)
  const isSame = (it: GateSpec): boolean => JSON.stringify(it) === JSON.stringify(before.get(it.name))
  if (tests.every(isSame) && gates.join('\n') === step.spec.gates.join('\n')) return
  const subject = subjectOf(task, step)
  emit(turn, { type: 'review-withdrawn', review: review.id, because }, subject)
  if (tests.length === 0) {
    const cause = { is: 'human', by: 'the configuration', text: 'there is no such test any more' } as const
    move(turn, task, step, { to: 'skipped', because: 'answered', cause })
    return
  }
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+${task.uid}.tests`,
    cause: 'engine',
    by: 'milestones',
    added: [],
    changed: [{ uid: task.uid, spec: { ...task.spec, steps: [{ ...step.spec, gates }] } }],
    removed: [],
    edges: null,
    groups: null,
    order: null,
  })
  emit(turn, { type: 'verdicts-void', because }, subject)
  move(turn, task, step, { to: 'verifying', because: 'answered' })
}
