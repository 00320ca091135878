/** What was judged or decided about one draft does not count for the next one. */

import { describe, expect, test } from 'vitest'
import type { Policy } from '../../src/plan/policy.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const checked = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
const gates = [gate('unit')]

function begun(script: Script, policy: Partial<Policy>): World {
  const world = new World(script)
  world.start(checked, { policy, gates })
  return world
}
const asked = (world: World, purpose: string): number =>
  world.log.filter(
    ({ body }) => body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === purpose,
  ).length

/** Every merge is onto what others did: their tip, and a tree that no draft has. */
function amongOthers(world: World): World {
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    return outcome.of === 'integrate' && outcome.is === 'merged'
      ? { ...outcome, evidenceTree: `${outcome.evidenceTree}-merged`, tip: 'of others' }
      : outcome
  }
  return world
}

test('where nothing is looked at, the gates run anew after the next attempt', () => {
  const world = begun({ gates: { 'unit draft': ['failed', 'passed'] } }, { workspace: 'none', retries: 1 })
  world.run()
  expect([world.status('A'), world.task('A').proof, asked(world, 'draft')]).toEqual(['done', 'verified', 2])
  expect(world.task('A').evidence.map((it) => it.result)).toEqual(['passed'])
})

test('after red on the merged tree the next draft is compared with the tip it was merged onto', () => {
  const world = amongOthers(
    begun({ gates: { 'unit merged': ['failed', 'passed'] } }, { workspace: 'worktree', retries: 1 }),
  )
  world.run()
  const bases = world.log.flatMap(({ body }) => {
    if (body.type !== 'effect-requested') return []
    const { effect } = body
    if (effect.is === 'snapshot') return [['draft', effect.base]]
    return effect.is === 'integrate' && effect.stage === 'merge' ? [['merge', effect.base]] : []
  })
  expect(world.status('A')).toBe('done')
  expect(bases).toEqual([
    ['draft', 'c0'],
    ['merge', 'c0'],
    ['draft', 'of others'],
    ['merge', 'of others'],
  ])
})

test('an override of one draft is none of the next, which is green by itself', () => {
  const policy = { workspace: 'worktree', retries: 0, exhausted: 'ask' } as const
  const script = { gates: { 'unit draft': ['failed', 'passed'], 'unit merged': ['timed-out', 'passed'] } } as const
  const world = amongOthers(begun(script, policy))
  const say = (review: string, answer: 'override' | 'revise'): void => {
    world.run()
    expect(world.status('A')).toBe('reviewing')
    world.say({ verb: 'answer', review, answer, text: 'again' })
    world.start(checked, { policy, gates })
  }
  say('R1', 'override')
  say('R2', 'revise')
  world.run()
  expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'verified'])
})

describe('an attempt that was stopped', () => {
  const policy = { workspace: 'worktree', retries: 1 } as const
  const script = {
    attempts: { 'A/work': [{ how: 'stopped' as const }, {}] },
    gates: { 'unit draft': ['failed', 'passed'] },
  } as const

  test('costs no retry', () => {
    const world = begun(script, policy)
    while (world.started.length === 0 && world.step()) continue
    world.say({ verb: 'stop', text: '' })
    world.run()
    world.start(checked, { policy, gates })
    world.run()
    expect([world.status('A'), world.started.length]).toEqual(['done', 3])
  })

  test('is not made again before the run is resumed, whoever stopped it', () => {
    const world = begun(script, policy)
    world.run()
    expect([world.started, world.status('A')]).toEqual([['A/work/primary#1'], 'working'])
  })
})

test('a gate that was asked about the tip is asked again when another task was merged after that', () => {
  const read = plan([task('A', { steps: [step({ gates: ['unit'] })] }), task('B')], [edge('A', 'B')])
  const later = plan([...read.tasks, task('C')], [edge('A', 'B'), edge('B', 'C')])
  const world = new World({})
  world.start(read, { policy: { workspace: 'worktree' }, gates })
  while (asked(world, 'final') === 0 && world.step()) continue
  // One that is added while the run closes.
  world.feed({ is: 'plan-read', read: { plan: later, hash: 'later' }, by: 'the plan file' })
  world.run()
  expect([world.status('C'), asked(world, 'final')]).toEqual(['done', 2])
})

test('a departure that only an earlier draft had does not hold the later one back', () => {
  const world = new World({ absent: [['a.txt'], []] })
  const file = { path: 'a.txt', action: 'create', form: 'path', to: null } as const
  const files = [file] as unknown as ReturnType<typeof task>['files']
  const read = plan([task('A', { files, declaresFiles: true, steps: [step({ gates: ['files'] })] })])
  world.start(read, { policy: { workspace: 'worktree', deviations: 'block' } })
  world.run()
  expect([world.status('A'), world.task('A').deviations]).toEqual(['done', []])
})
