/** What is called verified: all that was required has proved it, on the very files that are kept. */

import { describe, expect, test } from 'vitest'
import { recordsOf } from '../../src/run/records.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { TaskSpec } from '../../src/plan/model.ts'
import { redIn } from '../../src/run/verdict.ts'
import { evidence, gate, plan, step, task, World, type Script } from './world.ts'

function started(it: TaskSpec, script: Script, policy: Partial<Policy> = {}): World {
  const world = new World(script)
  const gates = ['unit', 'lint'].map(gate)
  world.start(plan([it]), { policy: { workspace: 'worktree', retries: 0, ...policy }, gates })
  return world
}

const twoSteps = (first: readonly string[], second: readonly string[]): TaskSpec =>
  task('A', { steps: [step({ id: 'one', gates: first }), step({ id: 'two', gates: second })] })

test('a red gate of an earlier step that was let pass is part of what was required', () => {
  const world = started(
    twoSteps(['lint'], ['unit']),
    { gates: { lint: ['failed'] } },
    { baseline: 'ignore-same' },
  ).run()
  const { proof, evidence } = world.task('A')
  expect([world.status('A'), proof]).toEqual(['done', 'unverified'])
  const merged = world.task('A').merge?.evidenceTree
  expect(evidence.map((it) => [it.gate, it.result, it.tree === merged])).toEqual([
    ['lint', 'failed', true],
    ['unit', 'passed', true],
  ])
})

test('a step that leaves the files as they are takes nothing from one that changes them', () => {
  const world = started(twoSteps(['unit'], ['unit']), {})
  const perform = world.perform.bind(world)
  let drafts = 0
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    if (outcome.of !== 'snapshot' || outcome.is !== 'taken') return outcome
    drafts += 1
    return drafts === 1 ? outcome : { ...outcome, changes: [] }
  }
  world.run()
  expect([world.status('A'), world.task('A').proof, world.state.findings]).toEqual(['done', 'verified', []])
})

test('a gate that found nothing to judge proves nothing, and takes nothing from one that did', () => {
  const proofWith = (gates: readonly string[]) => {
    const world = started(task('A', { steps: [step({ gates })] }), {})
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      const outcome = perform(effect)
      if (outcome.of !== 'run-gate' || outcome.evidence.gate !== 'lint') return outcome
      return { ...outcome, evidence: { ...outcome.evidence, judgesNothing: true } }
    }
    world.run()
    return world.task('A').proof
  }
  expect([proofWith(['lint']), proofWith(['lint', 'unit'])]).toEqual(['unverified', 'verified'])
})

test('what was said without a gate that it needs does not verify, and what stands beside it does not either', () => {
  const proofWith = (gates: readonly string[]) => {
    const world = started(task('A', { steps: [step({ gates })] }), {})
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      const outcome = perform(effect)
      if (outcome.of !== 'run-gate' || outcome.evidence.gate !== 'unit') return outcome
      return { ...outcome, evidence: { ...outcome.evidence, without: 'build' } }
    }
    world.run()
    const recorded = recordsOf(world.state, [], String).gates.map((it) => it.excerpt)
    return [world.status('A'), world.task('A').proof, recorded]
  }
  const why = 'gate build, which it needs, is red: that proves nothing'
  expect([proofWith(['unit']), proofWith(['lint', 'unit']), proofWith(['lint'])]).toEqual([
    ['done', 'unverified', [why]],
    ['done', 'unverified', ['', why]],
    ['done', 'verified', ['']],
  ])
})

test('who asks about tasks that no gate checks is asked about one whose gates found nothing to judge', () => {
  const asked = (gates: readonly string[]) => {
    const world = started(task('A', { steps: [step({ gates })] }), {}, { unverified: 'ask' })
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      const outcome = perform(effect)
      if (outcome.of !== 'run-gate' || outcome.evidence.gate !== 'lint') return outcome
      return { ...outcome, evidence: { ...outcome.evidence, judgesNothing: true } }
    }
    world.run()
    return world.state.reviews.get('R1')?.kind
  }
  expect([asked(['lint']), asked(['lint', 'unit'])]).toEqual(['unverified', undefined])
})

test.each([
  ['failed', 'done'],
  ['timed-out', 'blocked'],
  ['could-not-run', 'blocked'],
] as const)('of test first, a gate that %s: the task is %s', (result, status) => {
  const red = step({ id: 'red', gates: ['unit'], expect: 'red' })
  const it = task('A', { steps: [red, step({ id: 'green', gates: ['unit'] })] })
  expect(
    started(it, { gates: { 'unit draft': [result, 'passed'] } })
      .run()
      .status('A'),
  ).toBe(status)
})

test('a test that was to be red, and is, is nothing red', () => {
  const one = evidence('t', 'x', { result: 'failed' })
  expect([redIn([one]).length, redIn([{ ...one, expected: 'red' }]).length]).toEqual([1, 0])
})

describe('after the last revision a draft may be approved', () => {
  /** What may be answered when no revision is left. */
  const offered = (script: Script): readonly string[] => {
    const it = task('A', { steps: [step({ gates: ['unit'], review: 'always' })] })
    const world = started(it, script, { exhausted: 'ask', reviewRounds: 1 }).run()
    world.start(plan([it]), { policy: world.state.policy, gates: [...world.state.gates.values()] })
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'again' })
    world.run()
    return world.state.reviews.get('R2')?.options ?? []
  }
  const red = ['override', 'reject', 'skip', 'block', 'pause']

  test.each<[string, Script, readonly string[]]>([
    ['where its gates have passed', {}, ['approve', 'reject', 'pause']],
    ['but only overridden where one is red', { gates: { 'unit draft': ['failed'] } }, red],
    [
      'but only overridden where none has judged it',
      { gates: { 'unit draft': ['failed'] }, attempts: { 'A/work': [{}, { how: 'failed' }] } },
      red,
    ],
  ])('%s', (_what, script, expected) => {
    expect(offered(script)).toEqual(expected)
  })
})
