/** What a run that was parked goes on with, and what it shows of tasks that only wait. */

import { describe, expect, test } from 'vitest'
import { marksOf } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

/** The effects that were requested, by kind. */
function requested(world: World, is: string): number {
  return world.log.filter((it) => it.body.type === 'effect-requested' && it.body.effect.is === is).length
}

/** Performs effects until the attempt of a task is under way. */
function untilStarted(world: World, key: string): void {
  const isUnderWay = (): boolean =>
    world.pending.some(({ effect }) => effect.is === 'start-attempt' && effect.name.task === world.task(key).uid)
  while (!isUnderWay() && world.step()) continue
}

describe('work in place that was cut off', () => {
  const started = (): World => {
    const world = new World()
    world.start(plan([task('A')]), { policy: { workspace: 'in-place' } })
    untilStarted(world, 'A')
    world.die()
    world.start(plan([task('A')]), { policy: { workspace: 'in-place' } })
    world.run()
    return world
  }

  test('is asked about, and an answer given while nothing runs is acted on by the next executor', () => {
    const world = started()
    expect([world.status('A'), world.state.status]).toEqual(['reviewing', 'parked'])
    world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
    world.start(plan([task('A')]), { policy: { workspace: 'in-place' } })
    world.run()
    expect(world.status('A')).toBe('done')
    expect(world.started).toEqual(['A/work/primary#1', 'A/work/primary#2'])
  })

  test('is asked about anew when it is cut off once more', () => {
    const world = started()
    world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
    world.start(plan([task('A')]), { policy: { workspace: 'in-place' } })
    untilStarted(world, 'A')
    world.die()
    world.start(plan([task('A')]), { policy: { workspace: 'in-place' } })
    world.run()
    expect(world.status('A')).toBe('reviewing')
  })
})

test('a question that nobody has answered is put again to whoever resumes', () => {
  const read = plan([task('A', { steps: [step({ review: 'always' })] })])
  const world = new World()
  world.start(read)
  world.run()
  world.start(read)
  world.run()
  expect([requested(world, 'ask-review'), world.state.reviews.size, world.state.status]).toEqual([2, 1, 'parked'])
})

describe('a task whose blocker is left out', () => {
  const read = plan([task('A'), task('B')], [edge('A', 'B')])

  test('is shown blocked although nothing else happens', () => {
    const world = new World()
    world.start(read, { selection: ['B'] })
    world.run()
    expect(world.started).toEqual([])
    expect(requested(world, 'project')).toBe(1)
    expect(marksOf(world.state).map((it) => [it.key, it.state, it.reason])).toEqual([
      ['B', 'blocked', 'Unmet dependencies: A'],
    ])
  })

  test('needs no check of a gate before it can begin; then it does', () => {
    const checked = plan([task('A'), task('B', { steps: [step({ gates: ['unit'] })] })], [edge('A', 'B')])
    const world = new World()
    world.start(checked, { selection: ['B'], gates: [gate('unit')] })
    world.run()
    expect(requested(world, 'run-gate')).toBe(0)
    world.start(checked, { selection: ['A', 'B'], gates: [gate('unit')], run: 'run-2' })
    world.run()
    const purposes = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' ? [body.effect.purpose] : [],
    )
    expect(purposes).toEqual(['baseline', 'draft'])
    expect(world.status('B')).toBe('done')
  })

  test('has its gate checked when a human releases it in the middle of a run', () => {
    const tasks = [task('A', { mark: 'blocked' }), task('B', { steps: [step({ gates: ['unit'] })] }), task('C')]
    const world = new World()
    world.start(plan(tasks, [edge('A', 'B')]), { gates: [gate('unit')] })
    expect([world.started, requested(world, 'run-gate')]).toEqual([['C/work/primary#1'], 0])
    world.say({ verb: 'unblock', task: 'A', text: '' })
    world.run()
    const purposes = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' ? [body.effect.purpose] : [],
    )
    expect(purposes).toEqual(['baseline', 'draft'])
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
  })
})

describe('a reason that this program wrote', () => {
  test('may still be taken away from bytes that are behind the working file', () => {
    const world = new World({ attempts: { 'A/work': [{ says: 'blocked' }, {}] } })
    world.start(plan([task('A')]))
    world.run()
    const uid = world.task('A').uid
    const show = (state: 'blocked' | 'todo', writtenReason: string | null): void => {
      world.task('A').shown = state
      world.state.tasks.get(uid)?.reasonsWritten.push(...(writtenReason === null ? [] : [writtenReason]))
      world.task('A').writtenReason = writtenReason
    }
    show('blocked', 'red')
    show('blocked', 'redder')
    show('todo', null)
    world.say({ verb: 'unblock', task: 'A', text: '' })
    const own = (present: ReadonlyMap<string, string>): readonly (string | null)[] =>
      marksOf(world.state, { present }).map((it) => it.writtenReason)
    expect(own(new Map([['A', 'red']]))).toEqual(['red'])
    expect(own(new Map([['A', 'of a human']]))).toEqual(['redder'])
  })
})

test('what a person decides after a run is over asks nothing of the world, and the next run ends', () => {
  const read = plan([task('A'), task('B')], [edge('A', 'B')])
  const world = new World({ attempts: { 'A/work': [{ says: 'blocked' }] } })
  world.start(read, { policy: { workspace: 'worktree' } })
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['blocked', 'finished'])
  world.say({ verb: 'skip', task: 'A', text: 'not needed' })
  expect([world.status('A'), world.state.effects.size]).toEqual(['skipped', 0])
  world.start(read, { run: 'run-2', policy: { workspace: 'worktree' } })
  world.run()
  expect([world.status('B'), world.state.status]).toEqual(['done', 'finished'])
})
