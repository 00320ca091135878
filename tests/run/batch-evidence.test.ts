/** What the gates said of a merged tree is evidence for each task that is in it: for its own gates, and whoever asked. */

import { expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { nameOf, policy, Repository, untilAllAccepted } from './merge-world.ts'
import { edge, gate, plan, step, task } from './world.ts'

const gates = ['unit', 'lint'].map(gate)
const usual = (key: string, named: readonly string[]): TaskSpec => task(key, { steps: [step({ gates: [...named] })] })

const evidenceOf = (world: Repository, key: string) =>
  world.task(key).evidence.map((it) => [it.gate, it.result, it.tree] as const)

/**
 * B and C do the very same, C on top of A: what B is merged into is what C began with and has drafted. B's own draft was judged
 * as it lay there, without A.
 */
function sameWork(ofC: readonly string[]): Repository {
  const world = new Repository()
  const perform = world.perform.bind(world)
  const same = 'f'.repeat(40)
  world.contents.set(same, new Set(['A#1', 'B#1']))
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    if (effect.is !== 'snapshot' || effect.name.task !== world.task('C').uid) return outcome
    return { ...outcome, commit: same, tree: nameOf(world.contents.get(same) ?? new Set()) } as Outcome
  }
  world.start(plan([usual('A', ['unit']), usual('B', ['unit']), usual('C', ofC)], [edge('A', 'C')]), { policy, gates })
  const isOfB = ({ effect }: { effect: Effect }): boolean =>
    effect.is === 'start-attempt' && effect.name.task === world.task('B').uid
  while (world.status('C') !== 'done')
    if (!world.step(world.pending.findIndex((it) => !isOfB(it)))) throw new Error('C')
  return world
}

test('a tree that has passed for another task is not judged again, and that proves what is merged into it', () => {
  const world = sameWork(['unit'])
  world.run()
  expect(world.gateRuns).toEqual([])
  expect(evidenceOf(world, 'B')).toEqual([['unit', 'passed', 't:A#1+B#1']])
  expect(world.task('B').proof).toBe('verified')
})

test('what another gate said of the tree for another task says nothing of this one', () => {
  const world = sameWork(['lint'])
  world.run()
  expect(world.gateRuns).toEqual(['t:A#1+B#1'])
  expect(evidenceOf(world, 'C')).toEqual([['lint', 'passed', 't:A#1+B#1']])
  expect(evidenceOf(world, 'B')).toEqual([['unit', 'passed', 't:A#1+B#1']])
})

/** A gate that is red whatever lies there, in the same way as before anybody began. */
function withOldRed(world: Repository): Repository {
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate' || outcome.evidence.gate !== 'lint') return outcome
    return { ...outcome, evidence: { ...outcome.evidence, result: 'failed', exitCode: 1, fingerprint: 'old' } }
  }
  return world
}

test('of a gate that was red before anybody began all of a batch have the word on the merged tree: none is verified', () => {
  const world = withOldRed(new Repository())
  const keys = ['A', 'B', 'C', 'D']
  world.start(plan(keys.map((key) => usual(key, ['unit', 'lint']))), {
    policy: { ...policy, baseline: 'ignore-same' },
    gates,
  })
  untilAllAccepted(world, keys)
  world.run()
  for (const key of ['B', 'C', 'D']) {
    expect([key, world.status(key), world.task(key).proof]).toEqual([key, 'done', 'unverified'])
    const whole = 't:A#1+B#1+C#1+D#1'
    expect(evidenceOf(world, key)).toEqual([
      ['unit', 'passed', whole],
      ['lint', 'failed', whole],
    ])
  }
})

test('where the tip went forth and back, a task is proved by what the gates said of the tree that it is in', () => {
  const world = withOldRed(new Repository())
  const keys = ['A', 'B', 'C']
  world.start(plan(keys.map((key) => usual(key, ['unit', 'lint']))), {
    policy: { ...policy, baseline: 'ignore-same' },
    gates,
  })
  untilAllAccepted(world, keys)
  const isMoved = ({ effect }: { effect: Effect }): boolean =>
    effect.is === 'integrate' && effect.stage === 'move' && world.batch().length > 1
  const untilMoved = (): void => {
    while (!world.pending.some(isMoved)) if (!world.step()) throw new Error('no batch')
  }
  untilMoved()
  const [before, theirs] = [world.tip, 'f'.repeat(40)]
  world.contents.set(theirs, new Set(['A#1', 'theirs']))
  for (const tip of [theirs, before]) {
    world.tip = tip
    world.step(world.pending.findIndex(isMoved))
    untilMoved()
  }
  const whole = 't:A#1+B#1+C#1'
  expect(world.gateRuns).toEqual([whole, whole, `${whole}+theirs`, `${whole}+theirs`])
  world.run()
  expect(evidenceOf(world, 'C')).toEqual([
    ['unit', 'passed', whole],
    ['lint', 'failed', whole],
  ])
})

test('a task of several steps needs the gates of all of them on the merged tree, as those beside it do', () => {
  const world = new Repository()
  const steps = [step({ id: 'one', gates: ['lint'] }), step({ id: 'two', gates: ['unit'] })]
  const keys = ['A', 'B', 'C', 'D']
  const read = plan(
    keys.map((key) => (key === 'B' || key === 'D' ? task(key, { steps }) : usual(key, ['lint', 'unit']))),
  )
  world.start(read, { policy, gates })
  untilAllAccepted(world, keys)
  world.run()
  const whole = world.moves.at(-1) ?? new Set()
  expect(keys.map((key) => world.status(key))).toEqual(keys.map(() => 'done'))
  expect(world.gateRuns.filter((it) => it === nameOf(whole))).toHaveLength(2)
  for (const key of ['B', 'C', 'D'])
    expect(evidenceOf(world, key)).toEqual(['lint', 'unit'].map((it) => [it, 'passed', nameOf(whole)]))
})
