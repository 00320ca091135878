/** What commands of people and of clients do, by how the run and the task stand when they come. */

import { describe, expect, test } from 'vitest'
import type { CommandBody } from '../../src/run/command.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { agentMethod, edge, gate, plan, step, task, World } from './world.ts'

/** The effects that were requested, of one kind. */
function asked<K extends Effect['is']>(world: World, kind: K): Extract<Effect, { is: K }>[] {
  return world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === kind ? [body.effect as Extract<Effect, { is: K }>] : [],
  )
}

/** Says something; returns why it was refused, or null. */
function said(world: World, body: CommandBody, as: 'human' | 'agent' = 'human'): string | null {
  const { id } = world.say(body, as)
  const answer = world.log.find(({ body: it }) => 'command' in it && it.command === id)?.body
  return answer?.type === 'command-refused' ? answer.because : null
}

describe('pause and stop', () => {
  const read = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
  const begun = (): World => {
    const world = new World()
    world.start(read, { policy: { workspace: 'worktree' }, gates: [gate('unit')] })
    while (world.started.length === 0 && world.step()) continue
    return world
  }
  const after = (verb: 'pause' | 'stop', settled: boolean): World => {
    const world = begun()
    world.say({ verb, text: '' })
    return settled ? world.run() : world
  }
  const closing = (): World => {
    const world = begun()
    while (world.state.status === 'running' && world.step()) continue
    return world
  }

  test.each<[string, () => World, string | null]>([
    ['new', () => new World(), 'no executor is at work'],
    ['running', begun, null],
    ['pausing', () => after('pause', false), null],
    ['closing', closing, null],
    ['stopping', () => after('stop', false), 'no executor is at work'],
    ['parked', () => after('pause', true), 'no executor is at work'],
    ['finished', () => begun().run(), 'no executor is at work'],
  ])('a run that is %s', (status, make, refusal) => {
    for (const verb of ['pause', 'stop'] as const) {
      const world = make()
      expect(world.state.status).toBe(status)
      expect(said(world, { verb, text: '' })).toBe(refusal)
      if (refusal !== null) expect(world.state.status).toBe(status)
    }
  })

  test('stop ends what is under way, with what was said; pause lets it come to its end', () => {
    const stopped = begun()
    stopped.say({ verb: 'stop', text: 'going home' })
    expect(asked(stopped, 'end-attempt').map((it) => [it.name.attempt, it.because])).toEqual([[1, 'going home']])
    const paused = begun()
    paused.say({ verb: 'pause', text: '' })
    expect(asked(paused, 'end-attempt')).toEqual([])
    paused.run()
    expect([paused.status('A'), paused.state.parkedFor]).toEqual(['done', 'paused'])
  })

  test('a task of two steps does not begin its second one while the run pauses', () => {
    const world = new World()
    world.start(plan([task('A', { steps: [step({ id: 'one' }), step({ id: 'two' })] })]))
    world.say({ verb: 'pause', text: '' })
    world.run()
    expect([world.status('A'), world.started]).toEqual(['working', ['A/one/primary#1']])
    expect(world.task('A').steps.map((it) => it.status)).toEqual(['done', 'pending'])
  })

  test('nobody is asked about a task that would begin while the run pauses', () => {
    const world = new World()
    world.start(plan([task('A'), task('B', { steps: [step({ methods: [], review: 'always' })] })]))
    world.say({ verb: 'pause', text: '' })
    world.run()
    expect([world.statuses(), world.state.reviews.size, world.state.parkedFor]).toEqual([
      { A: 'done', B: 'pending' },
      0,
      'paused',
    ])
  })
})

describe('the same command, delivered twice, is carried out and answered once', () => {
  const answers = (world: World, id: string): string[] =>
    world.log.flatMap(({ body }) => ('command' in body && body.command === id ? [body.type] : []))

  test('a pause does not pause the run that a person has resumed since', () => {
    const read = plan([task('A'), task('B')])
    const world = new World()
    world.start(read)
    const command = world.say({ verb: 'pause', text: '' })
    world.run()
    world.die()
    world.start(read)
    world.feed({ is: 'command', command })
    world.run()
    expect([world.state.status, world.statuses()]).toEqual(['finished', { A: 'done', B: 'done' }])
    expect(answers(world, command.id)).toEqual(['command-handled'])
  })

  test('an answer does not become a refusal', () => {
    const read = plan([task('A', { steps: [step({ review: 'always' })] })])
    const world = new World()
    world.start(read)
    world.run()
    world.start(read)
    const command = world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'again' })
    world.feed({ is: 'command', command })
    expect(world.task('A').steps[0]).toMatchObject({ status: 'working', reviewRounds: 1 })
    expect(world.task('A').steps[0]?.feedback).toHaveLength(1)
    expect(answers(world, command.id)).toEqual(['command-handled'])
  })

  test('an unblock does not open again what was blocked since', () => {
    const read = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
    const world = new World({ gates: { 'unit draft': ['failed'] } })
    const start = { policy: { workspace: 'worktree', retries: 0 }, gates: [gate('unit')] } as const
    world.start(read, start)
    world.run()
    expect(world.status('A')).toBe('blocked')
    const command = world.say({ verb: 'unblock', task: 'A', text: '' })
    world.start(read, start)
    world.run()
    expect([world.status('A'), world.task('A').steps[0]?.attempts]).toEqual(['blocked', 2])
    world.feed({ is: 'command', command })
    expect(world.status('A')).toBe('blocked')
  })

  test('a refusal is not said again either', () => {
    const world = new World()
    world.start(plan([task('A')]))
    const command = world.say({ verb: 'skip', task: 'none', text: '' })
    world.feed({ is: 'command', command })
    expect(answers(world, command.id)).toEqual(['command-refused'])
  })
})

describe('a person ends a task by hand', () => {
  const read = plan(
    [
      task('done', { mark: 'done' }),
      task('blocked', { mark: 'blocked' }),
      task('skipped', { mark: 'skipped' }),
      task('deferred', { mark: 'deferred' }),
      task('waits', { steps: [step({ id: 'one' }), step({ id: 'two' })] }),
      task('reviewed', { steps: [step({ review: 'always' })] }),
    ],
    [edge('blocked', 'waits')],
  )
  const hands = ['unblock', 'skip', 'defer', 'accept'] as const

  test.each<[string, readonly string[]]>([
    ['done', ['done, and done stays done', 'done stays done', 'done stays done', 'done stays done']],
    ['blocked', ['pending', 'skipped', 'deferred', 'done']],
    ['skipped', ['pending', 'may not become', 'may not become', 'may not become']],
    ['deferred', ['pending', 'may not become', 'may not become', 'may not become']],
    ['waits', ['is not blocked itself', 'skipped', 'deferred', 'done']],
    ['reviewed', ['answer that', 'answer that', 'answer that', 'answer that']],
  ])('%s', (key, expected) => {
    hands.forEach((verb, nth) => {
      const world = new World()
      world.start(read)
      world.run()
      const before = world.status(key)
      const because = said(world, { verb, task: key, text: 'by me' })
      const steps = new Set(world.task(key).steps.map((it) => it.status))
      if (because === null) expect([...steps], verb).toEqual([expected[nth]])
      else {
        expect(because, verb).toContain(expected[nth])
        expect(world.status(key)).toBe(before)
      }
    })
  })

  test('nobody reaches a task that the plan does not have', () => {
    const world = new World()
    world.start(read)
    expect(said(world, { verb: 'skip', task: 'none', text: '' })).toBe('there is no task none')
  })
})

describe('pull mode', () => {
  const pulled = step({ methods: [{ ...agentMethod, does: 'pull' }] })
  const read = plan([task('A', { steps: [pulled] }), task('B')])
  const opened = (policy: Partial<Policy> = {}): World => {
    const world = new World()
    world.start(read, { policy })
    return world
  }
  const claim = (world: World, key = 'A'): string | null => said(world, { verb: 'claim', task: key }, 'agent')
  const report = (world: World, nth: number): string | null =>
    said(world, { verb: 'report', task: 'A', claim: nth, says: 'done', text: '', proposal: null }, 'agent')

  test('a task is open to be claimed when its workspace is there, once, and if a client is to do it', () => {
    const world = opened({ workspace: 'worktree', jobs: 2 })
    expect([claim(world, 'A'), claim(world, 'B')]).toEqual([
      'A is not open to be claimed',
      'B is not open to be claimed',
    ])
    while (world.started.length === 0) world.step()
    expect(claim(world, 'B')).toBe('B is not open to be claimed')
    expect(claim(world)).toBeNull()
    expect(asked(world, 'start-attempt').at(-1)).toMatchObject({ does: 'pull', workspace: world.task('A').workspace })
    expect(claim(world)).toBe('A is claimed already')
    expect(report(world, 1)).toBeNull()
    world.run()
    expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
    expect(claim(world)).toBe('A is not open to be claimed')
  })

  test('without workspaces it is open at once', () => {
    const world = opened()
    expect(claim(world)).toBeNull()
  })

  test('a lost connection holds up nobody: the run is parked, and another claim fences the first', () => {
    const world = opened()
    claim(world)
    world.run()
    expect([world.status('B'), world.state.status]).toEqual(['done', 'running'])
    expect(said(world, { verb: 'lose', task: 'A', claim: 1 }, 'agent')).toBeNull()
    world.run()
    expect([world.state.status, world.state.parkedFor]).toEqual(['parked', 'waiting'])
    expect(claim(world)).toBeNull()
    expect(world.state.status).toBe('running')
    expect([report(world, 1), report(world, 2)]).toEqual(['claim 1 is no longer the present one', null])
    world.run()
    expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
  })

  test('a claim outlives the executor, and its report counts as no interruption', () => {
    const world = opened()
    claim(world)
    world.run()
    world.die()
    world.start(read)
    world.run()
    expect([world.state.status, report(world, 1)]).toEqual(['running', null])
    world.run()
    expect([world.status('A'), world.task('A').steps[0]?.interruptions]).toEqual(['done', 0])
  })

  test('a claim outlives an executor that nobody follows, too', () => {
    const world = opened()
    claim(world)
    world.run()
    world.die()
    world.feed({ is: 'cut-off' })
    expect([world.state.status, world.task('A').steps[0]?.interruptions]).toEqual(['parked', 0])
    expect(report(world, 1)).toBeNull()
    expect(world.state.status).toBe('parked')
  })

  test('a claim does not wake a run that a person has paused', () => {
    const world = opened({ jobs: 1 })
    world.say({ verb: 'pause', text: '' })
    world.run()
    expect([claim(world), world.state.status, world.state.parkedFor]).toEqual([null, 'parked', 'paused'])
  })

  test('a connection that is lost in a later step holds up nobody either', () => {
    const world = new World()
    const two = step({ id: 'two', methods: [{ ...agentMethod, does: 'pull' }] })
    world.start(plan([task('A', { steps: [step({ id: 'one' }), two] })]))
    world.run()
    claim(world)
    world.run()
    expect(world.state.status).toBe('running')
    said(world, { verb: 'lose', task: 'A', claim: 1 }, 'agent')
    world.run()
    expect(world.state.status).toBe('parked')
  })
})
