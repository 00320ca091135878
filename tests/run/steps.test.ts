/** What a step that is no plain attempt comes to: one that is not critical, a checkpoint, work by hand, a question. */

import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { TaskSpec } from '../../src/plan/model.ts'

function ran(it: TaskSpec, script: Script = {}, policy: Partial<Policy> = {}): World {
  const world = new World(script)
  world.start(plan([it]), { policy: { workspace: 'worktree', retries: 0, ...policy }, gates: [gate('unit')] })
  return world.run()
}

/** What was asked to be merged. */
function merged(world: World): string[] {
  return world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'integrate' && body.effect.stage === 'merge'
      ? [body.effect.draft]
      : [],
  )
}

const file = { path: 'a', action: 'create', form: 'path', to: null, note: null } as const

describe('a step that is not critical and fails', () => {
  const work = step({ id: 'work' })
  const extra = step({ id: 'extra', critical: false })
  const fails = [{ how: 'failed' as const }]

  test.each<[string, TaskSpec['steps'], Script['attempts'], Partial<Policy>, object]>([
    [
      'after one that is done: that one is merged',
      [work, extra],
      { 'A/extra': fails },
      {},
      { status: 'done', steps: ['done', 'skipped'], merged: ['c1'] },
    ],
    [
      'alone: nothing is merged',
      [extra],
      { 'A/extra': fails },
      {},
      { status: 'skipped', steps: ['skipped'], merged: [] },
    ],
    [
      'twice: nothing is merged',
      [{ ...extra, id: 'first' }, extra],
      { 'A/first': fails, 'A/extra': fails },
      {},
      { status: 'skipped', steps: ['skipped', 'skipped'], merged: [] },
    ],
    [
      'before one that is done: the later one is merged',
      [extra, work],
      { 'A/extra': fails },
      {},
      { status: 'done', steps: ['skipped', 'done'], merged: ['c2'] },
    ],
    [
      'where nothing is kept in commits',
      [work, extra],
      { 'A/extra': fails },
      { workspace: 'none' },
      { status: 'done', steps: ['done', 'skipped'], merged: [] },
    ],
  ])('%s', (_, steps, attempts, policy, expected) => {
    const world = ran(task('A', { steps, files: [file], declaresFiles: true }), { attempts: attempts ?? {} }, policy)
    expect({
      status: world.status('A'),
      steps: world.task('A').steps.map((it) => it.status),
      merged: merged(world),
    }).toEqual(expected)
    expect(world.state.status).toBe('finished')
  })

  test('in the middle: nothing is merged before the steps after it', () => {
    const steps = [work, { ...extra, id: 'middle' }, step({ id: 'last' })]
    const world = ran(task('A', { steps }), { attempts: { 'A/middle': fails } })
    expect(world.task('A').steps.map((it) => it.status)).toEqual(['done', 'skipped', 'done'])
    expect([merged(world), world.status('A')]).toEqual([['c3'], 'done'])
  })

  test.each([
    ['which the work before it passes: that is merged without it', 'passed', 'done', 'verified'],
    ['which the work before it does not pass either: nothing is', 'failed', 'blocked', null],
  ] as const)('with a red gate, %s', (_, result, status, proof) => {
    const world = ran(task('A', { steps: [work, { ...extra, gates: ['unit'] }] }), {
      gates: { 'unit draft': ['failed'], 'unit merged': [result], 'unit final': [result] },
    })
    expect([merged(world), world.status('A'), world.task('A').proof]).toEqual([['c1'], status, proof])
    expect(world.state.findings).toEqual([])
  })

  test('after it went back from a merge: the work before it cannot be merged without it, and the task is blocked', () => {
    const world = new World({ attempts: { 'A/extra': [{}, ...fails] }, gates: { 'unit merged': ['failed'] } })
    onOthersWork(world)
    const steps = [work, { ...extra, gates: ['unit'] }]
    world.start(plan([task('A', { steps })]), { policy: { retries: 1, workspace: 'worktree' }, gates: [gate('unit')] })
    world.run()
    expect([world.status('A'), merged(world), world.state.status]).toEqual(['blocked', ['c2'], 'finished'])
  })

  test('the work before it is red once it is merged: the task is blocked', () => {
    const world = new World({ attempts: { 'A/extra': fails }, gates: { 'unit merged': ['failed'] } })
    onOthersWork(world)
    const steps = [step({ id: 'work', gates: ['unit'] }), extra]
    world.start(plan([task('A', { steps })]), { policy: { retries: 0, workspace: 'worktree' }, gates: [gate('unit')] })
    world.run()
    expect([world.status('A'), merged(world), world.state.status]).toEqual(['blocked', ['c1'], 'finished'])
  })
})

/** What others did meanwhile is in every merge, so that the merged tree is another than the draft's. */
function onOthersWork(world: World): void {
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome => {
    const outcome = perform(effect)
    return outcome.of === 'integrate' && outcome.is === 'merged' ? { ...outcome, evidenceTree: 't-merged' } : outcome
  }
}

test('a last step that is red once it is merged goes on from there, and is compared with what others did', () => {
  const world = new World({ gates: { 'unit merged': ['failed', 'passed'] } })
  onOthersWork(world)
  const steps = [step({ id: 'first' }), step({ id: 'last', gates: ['unit'] })]
  const policy = { retries: 1, workspace: 'worktree', redraft: 'base' } as const
  world.start(plan([task('A', { steps })]), { policy, gates: [gate('unit')] })
  world.run()
  const asked = world.log.flatMap(({ body }) => (body.type === 'effect-requested' ? [body.effect] : []))
  const attempts = asked.flatMap((it) => (it.is === 'start-attempt' ? [[it.name.step, it.from]] : []))
  // Begun again on the first step's draft it would take away what was merged meanwhile.
  expect(attempts).toEqual([
    ['first', 'base'],
    ['last', 'base'],
    ['last', 'draft'],
  ])
  const looks = asked.flatMap((it) => (it.is === 'snapshot' ? [it.base] : []))
  expect(looks[1]).toBe('c1')
  expect(looks[2]).toBe(world.task('A').base)
  expect(looks[2]).not.toBe('c1')
})

describe('a step that nobody works on', () => {
  const empty = { methods: [] }

  test('and no gate judges is a question, unless no review is wanted', () => {
    const world = ran(task('A', { steps: [step({ ...empty, title: 'Look at it', review: 'always' })] }))
    expect([...world.state.reviews.values()].map((it) => [it.kind, it.question])).toEqual([
      ['checkpoint', 'Look at it'],
    ])
    expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'waiting' })
    expect(ran(task('A', { steps: [step(empty)] })).status('A')).toBe('done')
  })

  test('and a gate judges is that gate, whether a review is wanted or not', () => {
    const world = ran(task('A', { steps: [step({ ...empty, gates: ['unit'], review: 'critical', critical: false })] }))
    expect([world.status('A'), world.state.reviews.size]).toEqual(['done', 0])
  })
})

test('a step that nobody works on and that is red once it is merged ends its task', () => {
  const world = new World({ gates: { 'unit merged': ['failed'] } })
  onOthersWork(world)
  const steps = [step({ id: 'work' }), step({ id: 'check', methods: [], gates: ['unit'] })]
  world.start(plan([task('A', { steps })]), { policy: { workspace: 'worktree', retries: 2 }, gates: [gate('unit')] })
  world.run()
  expect([world.status('A'), world.started, world.state.status]).toEqual(['blocked', ['A/work/primary#1'], 'finished'])
})

test('an attempt whose workspace cannot be made ready is no failure of the agent: its task is blocked, and says why', () => {
  const attempts = { 'A/work': [{ how: 'failed' }, { how: 'unready' }, { how: 'finished' }] } as const
  const world = ran(task('A'), { attempts }, { exhausted: 'ask', retries: 1 })
  const cause = { is: 'workspace', reason: 'its workspace could not be made ready' }
  expect([world.state.reviews.size, world.task('A').steps[0]]).toMatchObject([0, { cause, tries: 1 }])
})

describe('a question', () => {
  test('is none where no agent could be started: its task is blocked, and says why', () => {
    const world = ran(task('A'), { attempts: { 'A/work': [{ how: 'missing' }] } }, { exhausted: 'ask' })
    expect([world.state.reviews.size, world.task('A').steps[0]?.cause]).toMatchObject([0, { is: 'agent-missing' }])
  })

  test('offers nothing to let pass where nothing was made', () => {
    const snapshot = { of: 'snapshot', is: 'failed', failure: { reason: 'r', help: 'h' } } as const
    const world = new World()
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => (effect.is === 'snapshot' ? snapshot : perform(effect))
    world.start(plan([task('A')]), { policy: { workspace: 'worktree', retries: 0, exhausted: 'ask' } })
    world.run()
    expect([...world.state.reviews.values()].map((it) => it.options)).toEqual([['revise', 'skip', 'block', 'pause']])
    // What a person can do about it is no work of the agent's.
    expect(world.task('A').steps[0]?.feedback.map((it) => it.text)).toEqual(['r'])
  })

  test('is told to those who answer, once', () => {
    const world = ran(task('A', { steps: [step({ review: 'always' })] }))
    const told = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'ask-review' ? [body.effect.review] : [],
    )
    expect(told).toEqual(['R1'])
  })

  test('about work by hand: approved, what is there is taken as a draft and judged like any other', () => {
    const world = ran(task('A', { steps: [step({ gates: ['unit'] })] }), {
      attempts: { 'A/work': [{ how: 'waiting', says: 'nothing' }] },
    })
    expect([world.status('A'), world.state.reviews.get('R1')?.kind]).toEqual(['reviewing', 'by-hand'])
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), {
      policy: { retries: 0, workspace: 'worktree' },
      gates: [gate('unit')],
    })
    world.run()
    expect([world.status('A'), world.task('A').proof, merged(world).length]).toEqual(['done', 'verified', 1])
    expect(world.started).toHaveLength(1)
  })
})

describe('what a task waits for', () => {
  const waits = (world: World): unknown => world.task('A').steps.map((it) => it.waitingOn)
  const changes = (world: World): number => world.log.filter(({ body }) => body.type === 'waiting-set').length
  const two = plan([task('A', { steps: [step({ id: 'one' }), step({ id: 'two' })] })])

  test('is its workspace, until that is there', () => {
    const world = new World()
    world.start(two, { policy: { workspace: 'worktree' } })
    expect(waits(world)).toEqual([{ is: 'workspace' }, null])
    while (world.started.length < 1) world.step()
    expect(waits(world)).toEqual([null, null])
    world.run()
    expect(changes(world)).toBe(1)
  })

  test('is nothing where there are no workspaces', () => {
    const world = new World()
    world.start(two)
    expect([waits(world), world.started, changes(world)]).toEqual([[null, null], ['A/one/primary#1'], 0])
  })
})
