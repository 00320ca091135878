/** A task whose attempt was stopped or cut off can be taken over by a person, by a verb or by a mark. */

import { describe, expect, test } from 'vitest'
import { gate, plan, step, task, World } from './world.ts'

const worktree = { policy: { workspace: 'worktree' } } as const
const both = plan([task('A', { steps: [step({ gates: [] })] }), task('B', { steps: [step({ gates: [] })] })])

/** The run is parked: the attempt of A was stopped. */
function stopped(): World {
  const world = new World({ attempts: { 'A/work': [{ how: 'stopped' }, {}] } })
  world.start(both, worktree)
  while (world.started.length === 0) world.step()
  world.say({ verb: 'stop', text: 'a test' })
  world.run()
  expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'stopped' })
  expect(world.status('A')).toBe('working')
  return world
}

/** The executor died while A was at work. */
function cutOff(): World {
  const world = new World({})
  world.start(both, worktree)
  while (world.started.length === 0) world.step()
  world.die()
  world.feed({ is: 'cut-off' })
  expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'stopped' })
  return world
}

/** A run that was stopped, or cut off, while the gate judged the draft of A. */
function atGate(how: 'stopped' | 'cut off'): World {
  const world = new World()
  world.start(judged, withGate)
  while (!world.pending.some(({ effect }) => effect.is === 'run-gate' && effect.purpose === 'draft')) world.step()
  // The gate is ended, and nobody sees how.
  world.pending.length = 0
  if (how === 'stopped') world.say({ verb: 'stop', text: 'a test' })
  else world.die()
  return world
}
const judged = plan([task('A', { steps: [step({ gates: ['unit'] })] }), task('B', { steps: [step({ gates: [] })] })])
const withGate = { policy: { workspace: 'worktree' } as const, gates: [gate('unit')] }

describe.each(['stopped', 'cut off'] as const)('while its gates were at work, %s', (how) => {
  test('a verb ends it', () => {
    const world = atGate(how)
    world.feed({ is: 'cut-off' })
    world.say({ verb: 'accept', task: 'A', text: '' })
    expect(world.status('A')).toBe('done')
    world.start(judged, withGate)
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    expect(world.task('A').proof).toBe('by-human')
    expect(world.state.status).toBe('finished')
  })

  test('a tick is the person’s, or is asked about', () => {
    const world = atGate(how)
    const [a, b] = judged.tasks
    if (!a || !b) throw new Error('two tasks')
    const ticked = plan([{ ...a, mark: 'done' }, b])
    world.start(ticked, withGate)
    world.run()
    if (how === 'cut off') {
      expect([...world.state.reviews.values()]).toMatchObject([{ options: ['approve', 'retry', 'pause'] }])
      world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
      world.start(ticked, withGate)
      world.run()
    }
    expect(world.task('A').proof).toBe('by-human')
    expect(world.started).toEqual(['A/work/primary#1', 'B/work/primary#1'])
  })

  test('without either it is judged', () => {
    const world = atGate(how)
    world.start(judged, withGate)
    world.run()
    expect(world.task('A').proof).toBe('verified')
    expect(world.started).toHaveLength(2)
  })
})

test('asked whose a mark is, and not taken: the gates judge the draft again', () => {
  const world = atGate('cut off')
  const [a, b] = judged.tasks
  if (!a || !b) throw new Error('two tasks')
  world.start(plan([{ ...a, mark: 'done' }, b]), withGate)
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.start(judged, withGate)
  world.run()
  expect(world.task('A').proof).toBe('verified')
  expect(world.started).toHaveLength(2)
})

describe.each([
  ['stopped', stopped],
  ['cut off', cutOff],
])('after it was %s', (_, made) => {
  test.each([
    ['skip', 'skipped'],
    ['defer', 'deferred'],
    ['accept', 'done'],
  ] as const)('%s ends it, its workspace is given back, and the rest goes on', (verb, status) => {
    const world = made()
    world.say({ verb, task: 'A', text: 'by hand' })
    expect(world.status('A')).toBe(status)
    const before = world.started.length
    world.start(both, worktree)
    world.run()
    expect(world.started.slice(before)).toEqual(['B/work/primary#1'])
    expect(
      world.log.some(({ body }) => body.type === 'effect-settled' && body.outcome.of === 'dispose-workspace'),
    ).toBe(true)
    expect(world.statuses()).toEqual({ A: status, B: 'done' })
  })
})

test.each([
  ['skipped', 'skipped'],
  ['deferred', 'deferred'],
  ['done', 'done'],
  ['blocked', 'blocked'],
] as const)('after it was stopped a mark %s that a person sets counts', (mark, status) => {
  const world = stopped()
  const before = world.started.length
  const [a, b] = both.tasks
  if (!a || !b) throw new Error('two tasks')
  world.start(plan([{ ...a, mark }, b]), worktree)
  world.run()
  expect(world.status('A')).toBe(status)
  expect(world.started.slice(before)).toEqual(['B/work/primary#1'])
})

test('what is at work is left alone', () => {
  const world = new World({})
  world.start(both, worktree)
  while (world.started.length === 0) world.step()
  world.say({ verb: 'skip', task: 'A', text: '' })
  expect(world.status('A')).toBe('working')
  expect(world.log.at(-1)?.body).toMatchObject({
    type: 'command-refused',
    because: expect.stringContaining('stop the run'),
  })
})

test('a run that is parked or ended is not cut off', () => {
  const world = stopped()
  const events = world.log.length
  world.feed({ is: 'cut-off' })
  expect(world.log).toHaveLength(events)
})

describe('marked after the executor died, before anybody said anything', () => {
  /** Resumed with a mark that a person or an agent that lived on has set. */
  function marked(mark: 'done' | 'skipped' | 'blocked' | 'deferred'): { world: World; again: () => void } {
    const world = new World({})
    world.start(both, worktree)
    while (world.started.length === 0) world.step()
    world.die()
    const [a, b] = both.tasks
    if (!a || !b) throw new Error('two tasks')
    const again = (): void => {
      world.start(plan([{ ...a, mark }, b]), worktree)
      world.run()
    }
    again()
    return { world, again }
  }

  test.each([
    ['done', 'approve', 'done'],
    ['skipped', 'skip', 'skipped'],
    ['blocked', 'block', 'blocked'],
    ['deferred', 'block', 'blocked'],
  ] as const)('%s: it is asked whose it was, and %s takes it', (mark, answer, status) => {
    const { world, again } = marked(mark)
    expect(world.started).toEqual(['A/work/primary#1', 'B/work/primary#1'])
    expect([...world.state.reviews.values()]).toMatchObject([
      { kind: 'interrupted', options: [answer, 'retry', 'pause'], question: expect.stringContaining(`marked ${mark}`) },
    ])
    world.say({ verb: 'answer', review: 'R1', answer, text: '' })
    again()
    expect(world.statuses()).toEqual({ A: status, B: 'done' })
    expect(world.started).toHaveLength(2)
    if (mark === 'done') expect(world.task('A').proof).toBe('by-human')
  })

  test('retry lets the agent go on', () => {
    const { world } = marked('done')
    world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
    world.start(both, worktree)
    world.run()
    expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
    expect(world.started).toContain('A/work/primary#2')
  })
})

test('a verb about another task does not make the mark of one that was cut off a person’s', () => {
  const world = cutOff()
  world.say({ verb: 'skip', task: 'B', text: '' })
  const [a, b] = both.tasks
  if (!a || !b) throw new Error('two tasks')
  world.start(
    plan([
      { ...a, mark: 'done' },
      { ...b, mark: 'skipped' },
    ]),
    worktree,
  )
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'reviewing', B: 'skipped' })
  expect([...world.state.reviews.values()]).toMatchObject([
    { kind: 'interrupted', options: ['approve', 'retry', 'pause'] },
  ])
})

test.each(['skip', 'accept'] as const)('stopped while its workspace was set up, %s ends it', (verb) => {
  const world = new World()
  world.start(both, worktree)
  while (!world.pending.some(({ effect }) => effect.is === 'prepare-workspace')) world.step()
  world.pending.length = 0
  world.say({ verb: 'stop', text: 'a test' })
  expect(world.state.status).toBe('parked')
  world.say({ verb, task: 'A', text: '' })
  world.start(both, worktree)
  world.run()
  expect(world.statuses()).toEqual({ A: verb === 'skip' ? 'skipped' : 'done', B: 'done' })
  expect(world.started).toEqual(['B/work/primary#1'])
  expect(world.state.status).toBe('finished')
})

test('a tick that was set while an agent was at work is a claim, also when it is read once nobody is any more', () => {
  const world = new World()
  const [a, b] = both.tasks
  if (!a || !b) throw new Error('two tasks')
  world.start(both, worktree)
  while (!world.pending.some(({ effect }) => effect.is === 'integrate')) world.step()
  const read = { plan: plan([a, { ...b, mark: 'done' }]), hash: 'edited' }
  world.feed({ is: 'plan-read', read, by: 'the plan file', during: [world.task('A').uid] })
  world.run()
  expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
  expect(world.started).toContain('B/work/primary#1')
  expect(world.task('B').proof).not.toBe('by-human')
})

test('a tick that came while the executor was dead is taken back in the plan at once', () => {
  const world = new World()
  const [a, b] = both.tasks
  if (!a || !b) throw new Error('two tasks')
  world.start(both, worktree)
  while (world.started.length === 0) world.step()
  world.die()
  world.start(plan([{ ...a, mark: 'done' }, b]), worktree)
  expect(world.status('A')).not.toBe('done')
  expect(world.pending.map(({ effect }) => effect.is)).toContain('project')
})
