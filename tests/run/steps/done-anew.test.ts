/** A step that is done anew, though later ones of its task have come to their end: on what it stands, and what is merged of the task. */

import { expect, test } from 'vitest'
import { escalationDefaults, propagationDefaults } from '../../../src/plan/escalation.ts'
import type { Plan, TaskSpec } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import { edge, gate, plan, step, task, World, type Script } from '../world.ts'

const part = (id: string, over: Partial<TaskSpec['steps'][number]> = {}): TaskSpec['steps'][number] =>
  step({ id, critical: true, ...over })

const planOf = (critical: boolean): Plan =>
  plan(
    [task('A', { steps: [part('1'), part('2'), part('3', { critical })] }), task('B', { steps: [part('1')] })],
    [edge('A', 'B', { basis: 'order', needs: 'settled' })],
  )
const read = planOf(true)

/** Step 1 of A fails and is left out; the others go on. */
function ran(attempts: Script['attempts'], read = planOf(true), more: Script = {}): World {
  const world = new World({ ...more, attempts: { 'A/1': [{ how: 'failed' }, {}], ...attempts } })
  const propagation = { ...propagationDefaults, strategy: 'continue_and_log' as const }
  const policy = {
    workspace: 'worktree',
    retries: 0,
    mode: 'silent',
    exhausted: 'ask',
    escalation: escalationDefaults,
    propagation,
  } as const
  world.start(read, { policy })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
  world.start(read, { policy: world.state.policy })
  return world.run()
}

function again(world: World, read = planOf(true)): World {
  world.say({ verb: 'unblock', task: 'A', text: '' })
  world.start(read, { policy: world.state.policy, run: 'run-2' })
  return world.run()
}

/** Of the last attempt of each step of A, by its step: what it began on and what it left. */
function drafts(world: World): Readonly<Record<string, { readonly on: string | null; readonly left: string | null }>> {
  const { uid, steps } = world.task('A')
  return Object.fromEntries(
    steps.map(({ spec, draft }) => {
      const began = world.log.findLast(
        ({ body, subject }) =>
          body.type === 'effect-requested' &&
          body.effect.is === 'start-attempt' &&
          subject?.task === uid &&
          subject.step === spec.id,
      )?.body
      const on = began?.type === 'effect-requested' && began.effect.is === 'start-attempt' ? began.effect.base : null
      return [spec.id, { on, left: draft?.commit ?? null }]
    }),
  )
}

const merged = (world: World): readonly string[] =>
  world.log.flatMap(({ body, subject }) =>
    body.type === 'effect-requested' &&
    body.effect.is === 'integrate' &&
    body.effect.stage === 'merge' &&
    subject?.task === world.task('A').uid
      ? [body.effect.draft]
      : [],
  )

test('behind what was merged it begins on the tip, its own draft is merged, and what is done stays done', () => {
  const before = ran({})
  expect([before.status('A'), before.status('B'), merged(before).length]).toEqual(['skipped', 'done', 1])
  const world = again(before)
  const { 1: one } = drafts(world)
  expect(one?.on).toBe(world.task('A').base)
  expect(merged(world)).toEqual([expect.any(String), one?.left])
  expect([world.status('A'), world.status('B')]).toEqual(['done', 'done'])
  expect(world.started.filter((it) => !it.startsWith('A/1/'))).toEqual(
    before.started.filter((it) => !it.startsWith('A/1/')),
  )
})

test('behind what was not merged it begins on that, carried to where its task begins now', () => {
  const before = ran({ 'A/3': [{ how: 'failed' }, {}] })
  before.say({ verb: 'answer', review: 'R2', answer: 'block', text: '' })
  before.start(read, { policy: before.state.policy })
  before.run()
  expect([before.status('A'), before.status('B'), merged(before).length]).toEqual(['blocked', 'done', 0])
  const { 2: two } = drafts(before)
  const world = again(before)
  const carried = world.log.findLast(
    ({ body }) => body.type === 'effect-requested' && body.effect.is === 'prepare-workspace',
  )?.body
  expect(carried).toMatchObject({ effect: { carry: { step: '2', draft: two?.left } } })
  const { 1: one, 3: three } = drafts(world)
  expect([one?.on, three?.on]).toEqual(['carried', one?.left])
  expect(merged(world)).toEqual([three?.left])
})

test('where nothing comes of it, what is in the tip is not merged once more', () => {
  const loose = planOf(false)
  const before = ran({ 'A/1': [{ how: 'failed' }, { how: 'failed' }], 'A/3': [{}, { how: 'failed' }] }, loose)
  const world = again(before, loose)
  world.say({ verb: 'answer', review: 'R2', answer: 'skip', text: '' })
  world.start(loose, { policy: world.state.policy })
  world.run()
  expect([world.state.status, world.status('A'), merged(world).length]).toEqual(['finished', 'skipped', 1])
})

test('what does not merge with what others did is begun anew as a whole, on that', () => {
  const world = new World({ carries: false, attempts: { 'A/2': [{ how: 'failed' }, {}] } })
  const two = plan([task('A', { steps: [part('1'), part('2')] })])
  const policy = { workspace: 'worktree', retries: 0, mode: 'silent', escalation: escalationDefaults } as const
  world.start(two, { policy })
  world.run()
  expect(world.status('A')).toBe('blocked')
  world.say({ verb: 'unblock', task: 'A', text: '' })
  world.start(two, { policy: world.state.policy, run: 'run-2' })
  world.run()
  expect(world.task('A').steps.at(-1)?.cause?.is).toBe('conflict')
  world.say({ verb: 'unblock', task: 'A', text: 'put both in' })
  world.start(two, { policy: world.state.policy, run: 'run-3' })
  world.run()
  // Whoever does one of them is told of it, and what the person says.
  const told = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt'
      ? [body.effect.feedback.map(({ from }) => from)]
      : [],
  )
  expect(told.slice(2)).toEqual([
    ['merge', 'person'],
    ['attempt', 'merge', 'person'],
  ])
  expect([world.status('A'), world.started]).toEqual([
    'done',
    ['A/1/primary#1', 'A/2/primary#1', 'A/1/primary#2', 'A/2/primary#2'],
  ])
})

test.each(['worktree', 'in-place', 'none'] as const)(
  '%s: gates that had judged what later steps left judge what it leaves',
  (workspace) => {
    const steps = [part('1'), part('2'), part('3', { gates: ['g'] })]
    const only = plan([task('A', { steps })])
    const world = new World({
      attempts: { 'A/1': [{ how: 'failed' }, {}] },
      gates: { 'g baseline': ['passed'], 'g draft': ['passed', 'failed'], 'g merged': ['passed'] },
    })
    const propagation = { ...propagationDefaults, strategy: 'continue_and_log' as const }
    const policy: Partial<Policy> = {
      workspace,
      retries: 0,
      mode: 'silent',
      exhausted: 'ask',
      unverified: 'accept',
      escalation: escalationDefaults,
      propagation,
    }
    world.start(only, { policy, gates: [gate('g')] })
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    world.start(only, { policy, gates: [gate('g')] })
    world.run()
    expect(world.status('A')).toBe('skipped')
    world.say({ verb: 'unblock', task: 'A', text: '' })
    world.start(only, { policy, gates: [gate('g')], run: 'run-2' })
    world.run()
    expect(world.task('A').steps[0]?.verdicts.map(({ gate, result }) => [gate, result])).toEqual([['g', 'failed']])
    expect(world.status('A')).toBe('reviewing')
  },
)

test('what is in the tip already is not done anew behind a conflict', () => {
  const conflicts: string[] = []
  const before = ran({}, read, { conflicts })
  conflicts.push('A')
  const apart = again(before)
  expect([apart.status('A'), apart.started.at(-1)]).toEqual(['reviewing', 'A/1/primary#2'])
  const asked = [...apart.state.reviews.values()].at(-1)
  expect([asked?.kind, asked?.options]).toEqual(['exhausted', ['retry', 'block', 'pause']])
  expect(asked?.question).toContain('does not merge with what others did: it conflicts in a.txt')
  conflicts.pop()
  apart.say({ verb: 'answer', review: asked?.id ?? '', answer: 'retry', text: '' })
  apart.start(read, { policy: apart.state.policy, run: 'run-2' })
  const ended = apart.run()
  expect([ended.status('A'), ended.started.filter((it) => it.startsWith('A/'))]).toEqual([
    'done',
    ['A/1/primary#1', 'A/2/primary#1', 'A/3/primary#1', 'A/1/primary#2', 'A/1/primary#3'],
  ])
})

test.each([
  ['a middle step', 'A/2', 'skip', 'continue_and_log'],
  ['the last step', 'A/3', 'skip', 'continue_and_log'],
  ['the last step, whatever comes of failures', 'A/3', 'skip', 'halt_on_critical'],
  ['a step and all behind it', 'A/2', 'skip', 'halt_on_critical'],
] as const)('what was done before %s that a person leaves out is merged', (_, failing, answer, strategy) => {
  const world = new World({ attempts: { [failing]: [{ how: 'failed' }] } })
  const propagation = { ...propagationDefaults, strategy }
  const policy: Partial<Policy> = {
    workspace: 'worktree',
    retries: 0,
    mode: 'silent',
    exhausted: 'ask',
    escalation: escalationDefaults,
    propagation,
  }
  world.start(read, { policy })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer, text: '' })
  world.start(read, { policy })
  world.run()
  expect([world.status('A'), merged(world).length, world.status('B')]).toEqual(['skipped', 1, 'done'])
  expect(world.task('A').proof).toBe(null)
  const step = world.task('A').steps.find(({ spec }) => failing.endsWith(spec.id))
  expect([step?.status, step?.because]).toEqual(['skipped', 'answered'])
})
