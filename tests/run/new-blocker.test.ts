/** A task that is at work gets a blocker: what comes first is done first, before its next attempt. */

import { describe, expect, test } from 'vitest'
import type { Plan, TaskSpec } from '../../src/plan/model.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { marksOf, standing } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const one = task('A', { steps: [step({ gates: ['g'] })] })
const before = plan([one, task('B')])
const after = plan([one, task('B')], [edge('B', 'A')])
const choice = { policy: { workspace: 'worktree' }, gates: [gate('g')] } as const

function begun(script: Script = {}): World {
  const world = new World(script)
  world.start(before, choice)
  while (world.started.length === 0) world.step()
  return world
}

test('that came while nobody was at work', () => {
  const world = begun()
  world.die()
  world.start(after, choice)
  world.run()
  expect(world.started).toEqual(['A/work/primary#1', 'B/work/primary#1', 'A/work/primary#2'])
  expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
})

test('that came during an attempt: one that is accepted is merged, and after a red gate the blocker comes first', () => {
  for (const [said, started] of [
    ['passed', ['A/work/primary#1', 'B/work/primary#1']],
    ['failed', ['A/work/primary#1', 'B/work/primary#1', 'A/work/primary#2']],
  ] as const) {
    const world = begun({ gates: { 'g draft': [said, 'passed'] } })
    world.feed({ is: 'plan-read', read: { plan: after, hash: 'h2', named: 'tasks.md' }, by: 'human' })
    world.run()
    expect([world.started, world.status('A')]).toEqual([started, 'done'])
  }
})

test('that never ends well: it is blocked by that, and the run ends', () => {
  const world = begun({ attempts: { 'B/work': [{ how: 'failed' }] } })
  world.die()
  world.start(after, { ...choice, policy: { ...choice.policy, retries: 0 } })
  world.run()
  expect([world.status('A'), world.task('A').dead, world.state.status]).toEqual(['pending', 1, 'finished'])
})

test('that waits for it: the cycle is named and both are blocked', () => {
  const chain = plan([one, task('B')], [edge('A', 'B')])
  const cycle = plan([one, task('B')], [edge('A', 'B'), edge('B', 'A')])
  const world = new World({ gates: { 'g draft': ['failed'] } })
  world.start(chain, choice)
  while (world.started.length === 0) world.step()
  world.feed({ is: 'plan-read', read: { plan: cycle, hash: 'h2', named: 'tasks.md' }, by: 'human' })
  world.run()
  expect(world.started).toEqual(['A/work/primary#1'])
  const expected = { state: 'blocked', reason: 'Dependency cycle A -> B -> A' }
  expect(['A', 'B'].map((key) => standing(world.state, world.task(key)))).toEqual([expected, expected])
  expect(world.state.status).toBe('finished')
})

/** The plan's file shows what the run wishes. */
class Shown extends World {
  override perform(effect: Effect): Outcome {
    if (effect.is !== 'project') return super.perform(effect)
    const marks = marksOf(this.state).map(({ key, state, reason }) => ({
      uid: this.task(key).uid,
      state,
      writtenReason: reason,
    }))
    return { of: 'project', is: 'projected', marks }
  }
}

describe('that has ended badly', () => {
  const gaveUp: Script = { attempts: { 'A/work': [{ says: 'blocked' }], 'B/work': [{ how: 'failed' }] } }
  const read = (mark: TaskSpec['mark']): Plan =>
    plan([{ ...one, mark: 'blocked' }, task('B', { mark })], [edge('A', 'B')])

  test('while it is at work: it goes back, and the plan shows it blocked', () => {
    const world = new Shown(gaveUp)
    world.start(before, choice)
    const next = (): boolean =>
      world.step(
        Math.max(
          0,
          world.pending.findIndex(({ effect }) => effect.is === 'project'),
        ),
      )
    while (world.started.length < 2) next()
    world.feed({ is: 'plan-read', read: { plan: read('todo'), hash: 'h2', named: 'tasks.md' }, by: 'human' })
    next()
    expect([world.task('A').shown, world.status('B'), world.state.unprojected]).toEqual(['blocked', 'working', false])
    while (next()) continue
    expect(standing(world.state, world.task('B'))).toEqual({ state: 'blocked', reason: 'Unmet dependencies: A' })
    expect(world.task('B').shown).toBe('blocked')
  })

  test('and the box that shows so is opened between two runs: it shows so again', () => {
    const world = new Shown(gaveUp)
    world.start(plan([one, task('B')], [edge('A', 'B')]), choice)
    world.run()
    expect(world.task('B').shown).toBe('blocked')
    for (const [run, mark] of [
      ['run-2', 'blocked'],
      ['run-3', 'todo'],
    ] as const) {
      world.start(read(mark), { ...choice, run })
      world.run()
    }
    expect([standing(world.state, world.task('B')).state, world.task('B').shown]).toEqual(['blocked', 'blocked'])
  })
})

describe('a cycle that is no more opens what it alone had blocked', () => {
  const tasks = [task('A'), task('B'), task('C')]
  const ring = plan(tasks, [edge('A', 'B'), edge('B', 'A'), edge('B', 'C')])
  const opened = plan(tasks, [edge('A', 'B'), edge('B', 'C')])
  const done = { A: 'done', B: 'done', C: 'done' }

  function blocked(): World {
    const world = new World()
    world.start(ring)
    world.run()
    expect(world.statuses()).toEqual({ A: 'blocked', B: 'blocked', C: 'pending' })
    return world
  }

  test('in the next run', () => {
    const world = blocked()
    world.start(opened, { run: 'run-2' })
    world.run()
    expect(world.statuses()).toEqual(done)
  })

  test('in the same run', () => {
    const world = new World()
    const other = task('D')
    world.start(plan([other, ...tasks], ring.edges))
    expect(world.status('A')).toBe('blocked')
    world.feed({ is: 'plan-read', read: { plan: plan([other, ...tasks], opened.edges), hash: 'h2' }, by: 'human' })
    world.run()
    expect(world.statuses()).toEqual({ ...done, D: 'done' })
  })

  test('where a member is accepted, marked done or skipped', () => {
    const accepted = blocked()
    accepted.say({ verb: 'accept', task: 'B', text: '' })
    expect(standing(accepted.state, accepted.task('A'))).toEqual({ state: 'pending', reason: null })
    accepted.start(ring, { run: 'run-2' })
    accepted.run()
    expect(accepted.statuses()).toEqual(done)
    for (const mark of ['done', 'skipped'] as const) {
      const marked = blocked()
      marked.start(plan([task('A', { mark }), task('B'), task('C')], ring.edges), { run: 'run-2' })
      marked.run()
      expect(marked.statuses()).toEqual({ ...done, A: mark })
    }
  })

  test('and no other: who waits otherwise is told of that, and a cycle of others has their names', () => {
    const gaveUp = blocked()
    gaveUp.say({ verb: 'defer', task: 'A', text: '' })
    expect(standing(gaveUp.state, gaveUp.task('B'))).toEqual({ state: 'blocked', reason: 'Unmet dependencies: A' })
    const still = blocked()
    still.say({ verb: 'unblock', task: 'A', text: '' })
    expect([still.status('A'), still.status('B')]).toEqual(['pending', 'blocked'])
    const wider = blocked()
    wider.start(plan(tasks, [edge('A', 'B'), edge('B', 'C'), edge('C', 'A')]), { run: 'run-2' })
    expect(wider.statuses()).toEqual({ A: 'blocked', B: 'blocked', C: 'blocked' })
    expect(standing(wider.state, wider.task('A')).reason).toBe('Dependency cycle A -> C -> B -> A')
  })

  test('but nothing that is no longer in the plan', () => {
    const world = new World({ attempts: { 'A/work': [{ how: 'failed' }, {}] } })
    world.start(plan(tasks, opened.edges), { policy: { retries: 0 } })
    world.run()
    world.say({ verb: 'unblock', task: 'A', text: '' })
    world.start(ring, { run: 'run-2' })
    world.run()
    expect([world.status('A'), world.task('A').steps[0]?.cause?.is]).toEqual(['blocked', 'cycle'])
    world.start(plan([task('B'), task('C')], [edge('B', 'C')]), { run: 'run-3' })
    world.run()
    expect(world.statuses()).toEqual({ ...done, A: 'blocked' })
    world.start(opened, { run: 'run-4' })
    world.run()
    expect(world.statuses()).toEqual(done)
  })
})
