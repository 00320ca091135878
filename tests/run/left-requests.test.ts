/** A request without an outcome outlives the process, also where the task's line is gone from the plan meanwhile. */

import { expect, test } from 'vitest'
import { plan, task, World } from './world.ts'

const worktree = { policy: { workspace: 'worktree' } } as const

const asked = (): World => {
  const world = new World({})
  world.start(plan([task('A', { mark: 'unknown' }), task('B')]), worktree)
  expect(world.pending.map(({ effect }) => effect.is)).toContain('ask-review')
  world.die()
  return world
}

test.each([
  ['answered', { verb: 'answer', review: 'R1', answer: 'block', text: '' }],
  ['skipped', { verb: 'skip', task: 'A', text: '' }],
] as const)('%s from elsewhere, then deleted: the run goes on', (_, body) => {
  const world = asked()
  world.say(body)
  world.die()
  world.start(plan([task('B')]), worktree)
  world.run()
  expect(world.status('B')).toBe('done')
  expect(world.state.status).toBe('finished')
})

test('deleted without an answer: the run goes on', () => {
  const world = asked()
  world.start(plan([task('B')]), worktree)
  world.run()
  expect(world.status('B')).toBe('done')
})

test('a move of the tip that nobody saw is settled before commits of others are looked for', () => {
  const world = new World({})
  world.start(plan([task('A'), task('B')]), worktree)
  const isMove = (): boolean => world.pending.some(({ effect }) => effect.is === 'integrate' && effect.stage === 'move')
  while (!isMove()) expect(world.step()).toBe(true)
  world.die()
  world.start(plan([task('A'), task('B')]), worktree)
  expect(world.pending.map(({ effect }) => effect.is).filter((is) => is === 'integrate' || is === 'publish')).toEqual([
    'integrate',
    'publish',
  ])
})
