import { expect, test } from 'vitest'
import { watchOutside, type OutsideWatch } from '../../src/engine/watch-outside.ts'
import type { Touched } from '../../src/workspaces/workspaces.ts'

/** A watch over a world that the test makes up, with a clock of its own. */
function made(): { watch: OutsideWatch; world: Map<string, Touched>; to: (time: number) => void; alone: () => number } {
  const world = new Map<string, Touched>()
  let time = 0
  let alone = 0
  const watch = watchOutside({
    look: (part) => Promise.resolve(new Map([...world].filter(([, { is }]) => part === 'all' || is === part))),
    alone: (work) => {
      alone += 1
      return work()
    },
    now: () => time,
  })
  return { watch, world, to: (it) => (time = it), alone: () => alone }
}

test('names the tasks that were at work when something changed, and tells it once', async () => {
  const { watch, world, to } = made()
  to(1000)
  const one = await watch.begin('one')
  to(2000)
  const two = await watch.begin('two')
  world.set('a', { mark: '1', at: 1500 })
  world.set('b', { mark: '1', at: 2500 })
  to(3000)
  one()
  expect(await watch.look()).toEqual([
    { path: 'a', during: ['one'] },
    { path: 'b', during: ['one', 'two'] },
  ])
  world.set('b', { mark: '2', at: 3500 })
  to(4000)
  two()
  expect(await watch.look()).toEqual([{ path: 'b', during: ['two'] }])
  expect(await watch.look()).toEqual([])
})

test('what changed while no agent was at work is a person’s own', async () => {
  const { watch, world, to } = made()
  to(1000)
  const ended = await watch.begin('one')
  to(2000)
  ended()
  world.set('a', { mark: '1', at: 5000 })
  world.set('before', { mark: '1', at: 500 })
  expect(await watch.look()).toEqual([])
})

test('what is gone is told of what git obeys, and with the tasks since the last look where nobody knows when', async () => {
  const { watch, world } = made()
  world.set('.git/hooks/pre-commit', { mark: '1', at: 1 })
  world.set('committed.txt', { mark: '1', at: 1 })
  await watch.look()
  const ended = await watch.begin('one')
  world.clear()
  ended()
  expect(await watch.look()).toEqual([{ path: '.git/hooks/pre-commit', during: ['one'] }])
})

test('of what changes while a gate runs only shared folders are told, and a look at these forgets no agent', async () => {
  const { watch, world, to } = made()
  to(1000)
  const agent = await watch.begin('one')
  const gate = await watch.begin('two', 'shared')
  world.set('.venv', { mark: '1', at: 1500, is: 'shared' })
  world.set('a', { mark: '1', at: 1500 })
  to(2000)
  agent()
  expect(await watch.look('shared')).toEqual([{ path: '.venv', during: ['one', 'two'], is: 'shared' }])
  world.set('b', { mark: '1', at: 5000 })
  to(6000)
  gate()
  expect(await watch.look()).toEqual([{ path: 'a', during: ['one'] }])
})

test('looks again while nothing of ours is written, before it tells', async () => {
  const { watch, world, alone } = made()
  await watch.begin('one')
  await watch.look()
  expect(alone()).toBe(0)
  world.set('a', { mark: '1', at: null })
  await watch.look()
  expect(alone()).toBe(1)
})

test('what an agent leaves while another’s look goes on is told by the next one, with its name', async () => {
  const world = new Map<string, Touched>()
  let time = 0
  let hold: Promise<void> | null = null
  const watch = watchOutside({
    look: async () => {
      const seen = new Map(world)
      if (hold !== null) await hold
      return seen
    },
    alone: (work) => work(),
    now: () => time,
  })
  time = 1000
  const one = await watch.begin('one')
  const two = await watch.begin('two')
  let goOn: () => void = () => undefined
  hold = new Promise((resolve) => (goOn = resolve))
  time = 2000
  one()
  const first = watch.look()
  // By now the look has seen the files: what two leaves comes too late for it.
  await Promise.resolve()
  await Promise.resolve()
  world.set('notes.txt', { mark: '1', at: 2500 })
  time = 3000
  two()
  goOn()
  hold = null
  expect(await first).toEqual([])
  expect(await watch.look()).toEqual([{ path: 'notes.txt', during: ['two'] }])
})
