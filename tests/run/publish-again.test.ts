/** A publish that waits is tried again: when the plan is read anew, and once more at the end of the run. */

import { expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { plan, task, World } from './world.ts'

const dirty: Outcome = {
  of: 'publish',
  is: 'waiting',
  failure: { reason: 'README.md is in the way', help: 'commit it' },
  paths: ['README.md'],
}

const twoTasks = plan([task('A'), task('B')])

/** A world in which a file is in the way of every publish until `clear` is called, and the marks are in the tip already. */
function blocked(read = plan([task('A')])): {
  world: World
  clear: () => void
  asked: () => number
} {
  const world = new World()
  const perform = world.perform.bind(world)
  let inTheWay = true
  let asked = 0
  world.perform = (effect: Effect): Outcome => {
    if (effect.is === 'publish') {
      asked += 1
      return inTheWay ? dirty : perform(effect)
    }
    if (effect.is === 'integrate' && effect.stage === 'commit' && effect.task === null)
      return { of: 'integrate', is: 'committed', commit: effect.tip, oldTip: effect.tip }
    return perform(effect)
  }
  world.start(read, { policy: { workspace: 'worktree' } })
  return { world, clear: () => (inTheWay = false), asked: () => asked }
}

/** Performs until a publish has been answered. */
function untilAsked(world: World, asked: () => number): void {
  while (asked() === 0 && world.step()) continue
}

test('what was in the way and is gone by the end waits for nobody', () => {
  const { world, clear, asked } = blocked()
  untilAsked(world, asked)
  expect(world.state.publishTrouble).not.toBeNull()
  clear()
  world.run()
  expect(asked()).toBe(2)
  expect(world.state).toMatchObject({ status: 'finished', publishTrouble: null })
})

test('what is still in the way at the end is asked for once more, and then a human is waited for', () => {
  const { world, asked } = blocked()
  world.run()
  expect(asked()).toBe(2)
  expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'waiting' })
})

test('a person’s edit of the plan is a sign that they are at it: it is tried at once', () => {
  const { world, clear, asked } = blocked(twoTasks)
  untilAsked(world, asked)
  clear()
  const edited = { ...twoTasks, title: 'edited' }
  world.feed({ is: 'plan-read', read: { plan: edited, hash: 'edited' }, by: 'the plan file' })
  expect(world.pending.some(({ effect }) => effect.is === 'publish')).toBe(true)
})
