/** A person edits the plan while nothing is left but to show how things stand: that is shown too, but not for ever. */

import { expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { gate, plan, step, task, World } from './world.ts'

const wanted = 10

/** A run of A, beside tasks that are none of it, of which nothing is left but to write its mark. */
function ending(...others: readonly TaskSpec[]): World {
  const world = new World()
  world.start(plan([task('A'), ...others]), { selection: ['A'] })
  return toItsEnd(world)
}

function toItsEnd(world: World): World {
  for (;;) {
    const at = world.pending.findIndex(({ effect }) => effect.is !== 'project')
    if (at < 0) return world
    world.step(at)
  }
}

let edits = 0
/** The plan as it is shown, but for what is given. */
function edit(world: World, over: Readonly<Record<string, Partial<TaskSpec> | null>> = {}): void {
  const there = [...world.state.tasks.values()].flatMap(({ spec, shown }) => {
    const changed = over[spec.key]
    return changed === null ? [] : [{ ...spec, mark: shown, ...changed }]
  })
  const known = new Set(there.map(({ key }) => key))
  const added = Object.entries(over).flatMap(([key, it]) => (it === null || known.has(key) ? [] : [task(key, it)]))
  edits += 1
  world.feed({ is: 'plan-read', read: { plan: plan([...there, ...added]), hash: `edit ${edits}` }, by: 'a person' })
}

/** The marks are written, or find no moment. @returns whether they are asked for once more */
function show(world: World, is: 'projected' | 'waiting' = 'projected'): boolean {
  const at = world.pending.findIndex(({ effect }) => effect.is === 'project')
  const [one] = world.pending.splice(at, 1)
  if (at < 0 || one === undefined) throw new Error('nothing is to be shown')
  const marks = [{ uid: world.task('A').uid, state: 'done', writtenReason: null } as const]
  const failure = { reason: 'it is being edited', help: 'wait' }
  const outcome: Outcome = is === 'projected' ? { of: 'project', is, marks } : { of: 'project', is, failure }
  world.feed({ is: 'outcome', id: one.id, outcome })
  return world.pending.some(({ effect }) => effect.is === 'project')
}

function editAgainAndAgain(world: World, times = wanted): void {
  for (let count = 1; count <= times; count += 1) {
    edit(world)
    expect(show(world), `edit ${count}`).toBe(true)
  }
}

test('after ten edits a note is let be, and the run ends', () => {
  const world = ending()
  editAgainAndAgain(world)
  edit(world)
  expect([show(world), world.state.status]).toEqual([false, 'finished'])
})

test.each<[string, Readonly<Record<string, Partial<TaskSpec> | null>>]>([
  ['a mark that a person sets', { B: { mark: 'skipped' } }],
  ['a tick that a person takes back', { A: { mark: 'todo' } }],
  ['a reason that a person writes', { B: { reason: 'another' } }],
  ['a task that is new', { C: { mark: 'done' } }],
  ['a task that is gone', { B: null }],
])('%s is shown after any number of edits', (_, over) => {
  const world = ending(task('B', { mark: 'blocked', reason: 'one' }))
  editAgainAndAgain(world)
  edit(world, over)
  expect(show(world)).toBe(true)
})

test('who is at work in between makes it ten more', () => {
  const world = new World()
  world.start(plan([task('A')]))
  editAgainAndAgain(toItsEnd(world))
  edit(world, { C: {} })
  edit(world)
  editAgainAndAgain(toItsEnd(world))
})

test('so does another executor', () => {
  const world = ending()
  editAgainAndAgain(world)
  world.die()
  world.start(plan([task('A')]), { selection: ['A'] })
  editAgainAndAgain(toItsEnd(world))
})

test('marks that find no moment are tried for ten seconds', () => {
  const world = ending()
  const begin = world.now
  for (; world.now < begin + 9_000; world.now += 500) {
    edit(world)
    expect(show(world, 'waiting'), `${world.now - begin} ms`).toBe(true)
  }
  world.now = begin + 11_000
  edit(world)
  // What is in the way is tried a last time.
  expect([show(world, 'waiting'), show(world, 'waiting')]).toEqual([true, false])
  expect([world.state.status, world.state.parkedFor]).toEqual(['parked', 'waiting'])
})

test('once they were written, the ten seconds are over', () => {
  const world = ending()
  edit(world)
  expect(show(world, 'waiting')).toBe(true)
  editAgainAndAgain(world, wanted - 1)
  edit(world)
  expect([show(world), world.state.status]).toEqual([false, 'finished'])
})

test('a clock that is set back does not make it longer', () => {
  const world = ending()
  editAgainAndAgain(world)
  edit(world)
  world.now -= 3_600_000
  show(world, 'waiting')
  edit(world)
  show(world, 'waiting')
  expect(world.state.status).toBe('parked')
})

test('a publish that is under way is nothing but showing', () => {
  const world = new World()
  world.start(plan([task('A')]), { policy: { workspace: 'worktree' } })
  for (;;) {
    const at = world.pending.findIndex(({ effect }) => effect.is !== 'publish')
    if (at < 0) break
    world.step(at)
  }
  expect(world.pending.map(({ effect }) => effect.is)).toEqual(['publish'])
  edit(world)
  edit(world)
  expect(world.state.editsAtEnd.count).toBe(2)
})

test('a task that comes while the gates look at the last tip is begun', () => {
  const world = new World({ quiet: true })
  const gated = (key: string): TaskSpec => task(key, { steps: [step({ gates: ['unit'] })] })
  world.start(plan([gated('A')]), { policy: { workspace: 'worktree' }, gates: [gate('unit')] })
  for (let turns = 0; turns < 1_000 && world.state.status !== 'closing'; turns += 1) world.step()
  expect(world.state.status).toBe('closing')
  edit(world, { C: {} })
  world.run()
  expect([world.status('C'), world.state.status]).toEqual(['done', 'finished'])
})
