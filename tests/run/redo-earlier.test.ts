/** A step of a spec that is done, and that the plan says otherwise before its task has come to its end. */

import { expect, test } from 'vitest'
import type { Plan, StepSpec } from '../../src/plan/model.ts'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { runLines } from '../../src/reports/run/lines.ts'
import { plan, step, task, World, type Script } from './world.ts'

const steps = (first: Partial<StepSpec>, second: Partial<StepSpec>): Plan =>
  plan([
    task('A', {
      steps: [
        step({ id: '1', critical: true, expected: 'a.txt', ...first }),
        step({ id: '2', critical: true, retries: 0, ...second }),
      ],
      textHash: JSON.stringify([first, second]),
    }),
  ])

const policy: Partial<Policy> = {
  workspace: 'worktree',
  mode: 'silent',
  exhausted: 'ask',
  escalation: escalationDefaults,
}

/** The second step fails, which is asked about. */
function asked(second: Partial<StepSpec> = {}, attempts: Script['attempts'] = {}): World {
  const world = new World({ attempts: { 'A/2': [{ how: 'failed' }, {}], ...attempts } })
  world.start(steps({}, second), { policy })
  return world.run()
}

function goOn(world: World, read: Plan, answer: 'revise' | 'skip' | 'override'): World {
  world.start(read, { policy: world.state.policy })
  world.run()
  const open = [...world.state.reviews.values()].find((it) => it.answer === null)
  world.say({ verb: 'answer', review: open?.id ?? '', answer, text: 'again' })
  world.start(read, { policy: world.state.policy })
  return world.run()
}

const attemptsOf = (world: World): readonly string[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect.name.step] : [],
  )

test('it is done again, as it says by then, before its task is merged', () => {
  const world = goOn(asked(), steps({ expected: 'b.txt' }, {}), 'revise')
  expect([world.status('A'), attemptsOf(world)]).toEqual(['done', ['1', '2', '2', '1']])
  const [first] = world.task('A').steps
  expect(first?.doneFor?.expected).toBe('b.txt')
  expect(first?.feedback.map(({ text }) => text)).toContain(
    'the step was changed in the plan since it was done; what was done lies there; do it as it says now',
  )
  expect(first?.mergedAt).not.toBeNull()
})

test('what people are asked about it, and what is tried if it fails, is no other step', () => {
  const world = goOn(asked(), steps({ critical: false, retries: 4, mode: 'silent' }, {}), 'revise')
  expect([world.status('A'), attemptsOf(world)]).toEqual(['done', ['1', '2', '2']])
})

test('words that are as they were again leave it done', () => {
  const world = asked()
  world.start(steps({ expected: 'b.txt' }, {}), { policy })
  world.run()
  goOn(world, steps({}, {}), 'revise')
  expect([world.status('A'), attemptsOf(world)]).toEqual(['done', ['1', '2', '2']])
})

test('a task goes on without a last step that is not critical, once the one before it is as the plan has it', () => {
  const world = asked({ critical: false, review: 'always' }, { 'A/2': [{}, { how: 'failed' }] })
  goOn(world, steps({ expected: 'b.txt' }, { critical: false, review: 'always' }), 'revise')
  const open = [...world.state.reviews.values()].find((it) => it.answer === null)
  expect(open?.kind).toBe('exhausted')
  goOn(world, steps({ expected: 'b.txt' }, { critical: false, review: 'always' }), 'skip')
  expect([world.status('A'), attemptsOf(world).slice(-1)]).toEqual(['done', ['1']])
  const [first, second] = world.task('A').steps
  expect([first?.status, second?.status]).toEqual(['done', 'skipped'])
})

test.each(['before', 'after'])(
  'without a critical step that a person leaves out, too, it is merged as the plan has it, which is read %s their answer',
  (when) => {
    const world = asked()
    const read = steps({ expected: 'b.txt' }, {})
    if (when === 'before') goOn(world, read, 'skip')
    else {
      world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'no' })
      world.start(read, { policy })
      world.run()
    }
    const [first, second] = world.task('A').steps
    expect([attemptsOf(world), world.status('A')]).toEqual([['1', '2', '1'], 'skipped'])
    expect([first?.status, first?.mergedAt !== null, first?.doneFor?.expected]).toEqual(['done', true, 'b.txt'])
    expect([second?.status, second?.because]).toEqual(['skipped', 'answered'])
  },
)

test('it is told once, and not as the end of its task', () => {
  const world = asked()
  world.start(steps({ expected: 'b.txt' }, {}), { policy })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'again' })
  world.start(steps({ expected: 'b.txt' }, {}), { policy })
  while (attemptsOf(world).at(-1) !== '1' && world.step()) continue
  const told = { headed: new Set([world.task('A').uid]), deviations: new Map(), last: world.task('A').uid }
  const moves = world.log.filter(({ body }) => body.type === 'step-moved' || body.type === 'finding').slice(-4)
  expect(moves.flatMap((it) => runLines(it, world.state, { colour: false, told }))).toEqual([
    expect.stringContaining('step A.1 was changed in the plan since it was done: it is done again, as it says now'),
  ])
})

test('what a task has come to with it is shown, also where it is not critical', () => {
  const world = new World({})
  const read = (expected: string): Plan => steps({ expected, critical: false }, {})
  const go = (of: Plan): World => {
    world.start(of, { policy: { ...policy, mode: 'collaborative', review: 'always' } })
    return world.run()
  }
  go(read('a.txt'))
  const open = (): readonly string[] =>
    [...world.state.reviews.values()].filter((it) => it.answer === null).map((it) => `${it.id} ${it.kind} ${it.step}`)
  expect(open()).toEqual(['R1 draft 2'])
  world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
  go(read('b.txt'))
  expect(attemptsOf(world).at(-1)).toBe('2')
  world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
  go(read('b.txt'))
  expect([attemptsOf(world).at(-1), open()]).toEqual(['1', ['R3 draft 1']])
})

test('a step behind it does not begin before', () => {
  const world = new World({})
  const read = (expected: string): Plan => steps({ expected, review: 'always' }, {})
  world.start(read('a.txt'), { policy })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
  expect([world.task('A').steps[0]?.status, world.status('A')]).toEqual(['done', 'working'])
  goOn(world, read('b.txt'), 'override')
  expect(attemptsOf(world)).toEqual(['1', '1'])
})

test('in place it is done on what lies in the folder, which its task keeps until it is over', () => {
  const world = new World({ attempts: { 'A/2': [{ how: 'failed' }, {}] } })
  world.start(steps({}, {}), { policy: { ...policy, workspace: 'in-place' } })
  world.run()
  goOn(world, steps({ expected: 'b.txt' }, {}), 'revise')
  expect([world.status('A'), attemptsOf(world)]).toEqual(['done', ['1', '2', '2', '1']])
  const kinds = world.log.flatMap(({ body }) => (body.type === 'effect-requested' ? [body.effect.is] : []))
  const last = kinds.lastIndexOf('start-attempt')
  expect(kinds.slice(0, last)).not.toContain('dispose-workspace')
})

test.each([
  ['another expected output is looked for before it is taken', { expected: 'b.txt' }, true],
  ['other words alone are what the person was shown', { title: 'otherwise' }, false],
])('of a draft that is asked about %s', (_, over, isAgain) => {
  const read = (more: Partial<StepSpec>): Plan => steps({ review: 'always', ...more }, {})
  const world = new World({})
  const go = (of: Plan): World => {
    world.start(of, { policy })
    return world.run()
  }
  go(read({}))
  go(read(over))
  const open = [...world.state.reviews.values()].find((it) => it.answer === null)
  world.say({ verb: 'answer', review: open?.id ?? '', answer: 'approve', text: '' })
  expect(world.task('A').steps[0]?.status).toBe(isAgain ? 'verifying' : 'done')
  go(read(over))
  const last = [...world.state.reviews.values()].at(-1)
  expect([last?.id === open?.id, last?.answer]).toEqual(isAgain ? [false, null] : [true, 'approve'])
})
