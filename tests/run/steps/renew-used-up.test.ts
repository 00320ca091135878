/** A step that people are asked about, since no method of it is left, and the plan that is edited meanwhile. */

import { expect, test } from 'vitest'
import { agentMethod, plan, step, task, World } from '../world.ts'
import type { Plan, StepSpec } from '../../../src/plan/model.ts'

const backup = (number: number): StepSpec['methods'][number] => ({ ...agentMethod, id: `backup-${number}` })

/** A task of two steps, of which the first fails with every method that it has at first. */
const read = (over: Partial<StepSpec> = {}): Plan =>
  plan([task('A', { steps: [step({ id: '1', critical: true, ...over }), step({ id: '2', critical: true })] })])

const policy = {
  workspace: 'worktree',
  retries: 0,
  exhausted: 'ask',
  mode: 'silent',
} as const

function asked(over: Partial<StepSpec> = {}, fails = 1): World {
  const failed = Array.from({ length: fails }, () => ({ how: 'failed' as const }))
  const world = new World({ attempts: { 'A/1': [...failed, {}] } })
  world.start(read(over), { policy })
  world.run()
  return world
}

function resume(world: World, over: Partial<StepSpec>): World {
  world.start(read(over), { policy: world.state.policy })
  return world.run()
}

const reviews = ({ state }: World): readonly unknown[] =>
  [...state.reviews.values()].map(({ kind, answer }) => [kind, answer])

test('a backup that is added to it is begun with, and nobody has to answer', () => {
  const world = asked({ methods: [agentMethod] })
  expect(reviews(world)).toEqual([['exhausted', null]])
  resume(world, { methods: [agentMethod, backup(1)] })
  expect([world.status('A'), reviews(world)[0]]).toEqual(['done', ['exhausted', 'withdrawn']])
  const [first] = world.task('A').steps
  expect(first?.tried.map(({ method, outcome }) => [method, outcome])).toEqual([[agentMethod.id, 'failure']])
  expect([first?.attempts, first?.method]).toEqual([2, 1])
})

test('one that fails, too, is asked about anew', () => {
  const world = resume(asked({ methods: [agentMethod] }, 2), { methods: [agentMethod, backup(1)] })
  expect(reviews(world)).toEqual([
    ['exhausted', 'withdrawn'],
    ['exhausted', null],
  ])
  resume(world, { methods: [agentMethod, backup(1), backup(2)] })
  const [first] = world.task('A').steps
  expect(first?.tried.map(({ method }) => method)).toEqual([agentMethod.id, 'backup-1'])
  expect([first?.method, first?.status]).toEqual([2, 'done'])
})

test('one that is not critical any more is left out, and its task goes on without it', () => {
  const world = resume(asked(), { critical: false })
  const [first, second] = world.task('A').steps
  expect([first?.status, first?.because, second?.status]).toEqual(['skipped', 'not-critical', 'done'])
  expect(reviews(world)[0]).toEqual(['exhausted', 'withdrawn'])
})

test('other words alone take no question back but that it is asked with them', () => {
  const world = resume(asked(), { title: 'otherwise' })
  expect([world.task('A').steps[0]?.status, world.task('A').steps[0]?.attempts]).toEqual(['reviewing', 1])
})
