/** Standard mode in the core: what a phase's agent ticked is believed of each task by itself. */

import { describe, expect, test } from 'vitest'
import type { Edge, FileSpec, TaskSpec } from '../../src/plan/model.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { standing, viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const gates = [gate('unit')]
const file = (path: string, action: FileSpec['action'] = 'create'): FileSpec => ({
  path,
  action,
  form: 'path',
  to: null,
  note: null,
})
const member = (key: string, files: readonly FileSpec[] = [], more: Partial<TaskSpec> = {}): TaskSpec =>
  task(key, { files, declaresFiles: files.length > 0, steps: [step({ gates: ['unit'] })], ...more })

/** A run of a phase that covers these tasks. */
function ran(
  script: Script,
  members: readonly TaskSpec[],
  { edges = [], policy = {} }: { readonly edges?: readonly Edge[]; readonly policy?: Partial<Policy> } = {},
): World {
  const covers = members.map((it) => it.key)
  const phase = task('phase', { covers, steps: [step({ gates: ['unit'] })] })
  const world = new World(script)
  world.start(plan([...members, phase], edges), {
    gates,
    policy: { workspace: 'worktree', ...policy },
    selection: [...covers, 'phase'],
  })
  return world.run()
}

const reason = (world: World, key: string): string | null => standing(world.state, world.task(key)).reason
const feedback = (world: World): readonly string[] =>
  world.log.flatMap(({ body }) => (body.type === 'feedback-given' ? body.feedback.text.split('\n') : []))

test('nobody begins a covered task by itself; without a tick it stays open', () => {
  const world = ran({ changes: ['other'] }, [member('A'), member('B')])
  expect(world.started).toEqual(['phase/work/primary#1'])
  expect(world.statuses()).toMatchObject({ phase: 'done', A: 'pending', B: 'pending' })
})

describe('a tick is of the task that says so in the agent’s copy', () => {
  const members = [member('A', [], { title: 'One' }), member('B', [], { title: 'Two' })]
  const twins = [member('A', [], { title: 'Same' }), member('B', [], { title: 'Same' })]

  test.each([
    ['under its key', members, { key: 'A', title: 'One' }, ['A']],
    ['under another key', members, { key: 'B', title: 'One' }, ['A']],
    ['and not of what has its key now', members, { key: 'B', title: 'Another' }, []],
    ['and where two say so, of the one with its key', twins, { key: 'B', title: 'Same' }, ['B']],
    ['and where two say so under other keys, of none', twins, { key: 'C', title: 'Same' }, []],
  ])('%s', (_, them, tick, done) => {
    const world = ran({ ticks: [tick], changes: ['x'] }, them)
    expect(['A', 'B'].filter((key) => world.status(key) === 'done')).toEqual(done)
  })
})

test('a phase that is done stands for the same tasks where these are renumbered', () => {
  const [one, two] = [member('A', [], { textHash: 'one' }), member('B', [], { textHash: 'two' })]
  const world = ran({ ticked: ['A', 'B'], changes: ['x'] }, [one, two])
  const now = [
    member('A', [], { textHash: 'new' }),
    member('B', [], { textHash: 'one', mark: 'done' }),
    member('C', [], { textHash: 'two', mark: 'done' }),
  ]
  world.feed({ is: 'plan-read', read: { plan: plan(now), hash: 'renumbered' }, by: 'the plan file' })
  expect(world.task('phase').spec.covers).toEqual(['B', 'C'])
})

describe('its own files', () => {
  const two = [member('A', [file('a')]), member('B', [file('b')])]

  test('a tick without the file is told to the next attempt, and believed when it is there', () => {
    const world = ran({ ticked: ['A', 'B'], absent: [['b'], []] }, two)
    expect(world.statuses()).toMatchObject({ phase: 'done', A: 'done', B: 'done' })
    expect(world.started).toHaveLength(2)
    expect(feedback(world)).toEqual(['B is ticked, but b was to be created and is not there'])
  })

  test('at the end it is blocked with that reason; what holds is done, by its own proof', () => {
    const world = ran({ ticked: ['A', 'B'], absent: [['b']] }, two)
    expect(world.started).toHaveLength(4)
    expect(world.statuses()).toMatchObject({ phase: 'done', A: 'done', B: 'blocked' })
    expect(reason(world, 'B')).toBe('Implementation failed after 4 attempts: b was to be created and is not there')
    expect(world.task('A').proof).toBe('verified')
    expect(world.task('A').evidence.map((it) => it.gate)).toEqual(['unit', 'files'])
    expect(viewRun(world.state).counts).toMatchObject({ done: 1, blocked: 1, remaining: 0 })
  })

  test('when nothing that was ticked holds, the phase ends with it', () => {
    const world = ran({ ticked: ['A', 'B'], absent: [['a', 'b']], changes: ['other'] }, two)
    expect(world.statuses()).toMatchObject({ phase: 'blocked', A: 'blocked', B: 'blocked' })
    expect(viewRun(world.state).counts).toMatchObject({ blocked: 2, remaining: 0 })
    expect(world.log.some(({ body }) => body.type === 'step-moved' && body.to === 'merging')).toBe(false)
  })

  test('a draft without any change has failed where changes are declared, ticked or not', () => {
    const world = ran({ absent: [['a', 'b']] }, two)
    expect(world.statuses()).toMatchObject({ phase: 'blocked', A: 'pending', B: 'pending' })
    expect(reason(world, 'phase')).toContain('the draft changes nothing although its tasks declare changes')
    expect(ran({ changes: [], ticked: ['A'] }, [member('A')]).status('A')).toBe('done')
  })

  test('what others of the phase changed is no change of its own', () => {
    const world = ran({ ticked: ['A', 'B'], changes: ['a'] }, [
      member('A', [file('a')]),
      member('B', [file('b', 'modify')]),
    ])
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'blocked' })
    expect(reason(world, 'B')).toContain('nothing that it declares to change was changed')
  })

  test('a task whose gates are none of those that ran is not called verified', () => {
    const world = ran({ ticked: ['A', 'B'], changes: ['a'] }, [
      member('A', [file('a')], { steps: [step()] }),
      member('B', [], { steps: [step()] }),
    ])
    expect([world.task('A').proof, world.task('B').proof]).toEqual(['files-only', 'unverified'])
  })

  test('a person who is asked may let it pass: what does not hold by itself is called overridden then', () => {
    const policy = { exhausted: 'ask', retries: 0 } as const
    const world = ran({ ticked: ['A', 'B'], absent: [['b']] }, two, { policy })
    expect(world.status('phase')).toBe('reviewing')
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: '' })
    world.start(plan([...two, world.task('phase').spec]), { gates, policy: { workspace: 'worktree', ...policy } })
    world.run()
    expect(['A', 'B'].map((key) => [world.status(key), world.task(key).proof])).toEqual([
      ['done', 'verified'],
      ['done', 'overridden'],
    ])
  })
})

describe('blockers', () => {
  const edges = [edge('A', 'B'), edge('B', 'C')]
  const three = [member('A'), member('B'), member('C')]

  test('a tick before its blocker is done is told, and not believed; the blocker stays open, and so does it', () => {
    const world = ran({ ticked: ['B', 'C'], changes: ['x'] }, three, { edges, policy: { retries: 1 } })
    expect(feedback(world)).toContain('B is ticked, but it waits for A, not done')
    expect(world.statuses()).toMatchObject({ A: 'pending', B: 'pending', C: 'pending' })
  })

  test('all of them ticked are done together', () => {
    const world = ran({ ticked: ['A', 'B', 'C'], changes: ['x'] }, three, { edges })
    expect(world.started).toHaveLength(1)
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
  })

  test('what waits for a task that ended blocked is shown blocked by it, and nothing is stored', () => {
    const members = [member('A', [file('a')]), member('B'), member('C'), member('D')]
    const world = ran({ ticked: ['A', 'B', 'C', 'D'], absent: [['a']], changes: ['x'] }, members, { edges })
    expect(world.statuses()).toMatchObject({ phase: 'done', A: 'blocked', B: 'pending', C: 'pending', D: 'done' })
    expect(standing(world.state, world.task('B'))).toEqual({ state: 'blocked', reason: 'Unmet dependencies: A' })
    expect(viewRun(world.state).counts).toMatchObject({ done: 1, blocked: 3 })
  })

  test('a parent that is the sum of its parts is done with them, without a tick', () => {
    const sum = member('S', [], { steps: [step({ methods: [], yields: 'nothing' })] })
    const members = [member('A'), member('B'), sum]
    const parts = [edge('A', 'S'), edge('B', 'S')]
    const script = { changes: ['x'] }
    expect(ran({ ...script, ticked: ['A', 'B'] }, members, { edges: parts }).status('S')).toBe('done')
    expect(ran({ ...script, ticked: ['A'] }, members, { edges: parts }).status('S')).toBe('pending')
  })
})

test('without a workspace the declared files of the covered tasks are looked at all the same', () => {
  const members = [member('A', [file('a')])]
  const world = ran({ ticked: ['A'], absent: [['a']] }, members, { policy: { workspace: 'none', retries: 0 } })
  expect(world.status('A')).toBe('blocked')
})

test('what waits for a task that its phase left open is blocked by it, with all behind it, until a person accepts it', () => {
  const phase = (key: string, covered: string): TaskSpec => task(key, { covers: [covered] })
  const tasks = [member('A'), member('B'), member('C'), phase('P', 'A'), phase('Q', 'B'), phase('R', 'C')]
  const edges = [edge('A', 'B'), edge('B', 'C'), edge('A', 'Q'), edge('B', 'R')]
  const world = new World({ changes: ['other'] })
  world.start(plan(tasks, edges), { gates, policy: { workspace: 'worktree' }, selection: tasks.map(({ key }) => key) })
  world.run()
  const stands = (): readonly string[] =>
    ['B', 'C', 'Q', 'R'].map((key) => standing(world.state, world.task(key)).state)
  expect(world.statuses()).toMatchObject({ A: 'pending', P: 'done', Q: 'pending' })
  expect([reason(world, 'Q'), reason(world, 'R')]).toEqual(['Unmet dependencies: A', 'Unmet dependencies: B'])
  expect(stands()).toEqual(['pending', 'pending', 'blocked', 'blocked'])
  world.say({ verb: 'accept', task: 'A', text: '' })
  expect(stands()).toEqual(['pending', 'pending', 'pending', 'pending'])
})

test('a phase that has ended stays while something of it is not settled, so that a run that was killed goes on', () => {
  const both = [member('A'), member('B')]
  const phase = (covers: readonly string[]) =>
    task('phase', { covers, steps: [step({ gates: ['unit'], review: 'always' })] })
  const options = { gates, policy: { workspace: 'worktree' } } as const
  const world = new World({})
  const start = (members: readonly TaskSpec[], covers: readonly string[]): void =>
    world.start(plan(covers.length === 0 ? members : [...members, phase(covers)]), {
      ...options,
      selection: [...covers, 'phase'],
    })
  start(both, ['A', 'B'])
  while (!world.pending.some(({ effect }) => effect.is === 'ask-review')) expect(world.step()).toBe(true)
  world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: '' })
  // The question is still in the terminal's lane when the plan is read anew, and nobody answers it before the kill.
  expect([...world.state.effects.values()].map(({ effect }) => effect.is)).toContain('ask-review')
  const ticked = both.map((it) => ({ ...it, mark: 'done' as const }))
  world.feed({ is: 'plan-read', read: { plan: plan(ticked), hash: 'ticked' }, by: 'a person' })
  world.die()
  start(ticked, [])
  world.run()
  expect(world.state.status).toBe('finished')
})
