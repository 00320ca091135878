/** The way back from collaborative to dynamic within a run (seed 004 §3). */

import { expect, test } from 'vitest'
import { propagationDefaults } from '../../../src/plan/escalation.ts'
import type { StepSpec, TaskSpec } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import { plan, step, task, World } from '../world.ts'
import { answer, asked, goOn, lesson, lessonPolicy, taught, ways } from '../education/lessons.ts'

const policy = (over: Partial<Policy> = {}): Partial<Policy> => lessonPolicy({}, { mode: 'dynamic', ...over })

const small = ['1', '2', '3', '4', '5', '6', '7', '8'].map((id) =>
  step({ id, critical: false, methods: ways(`do ${id}`), retries: 0, review: 'never' }),
)

/** Three failures in a row turn it to people before the fourth step; the same again before the eighth. */
const failing = {
  attempts: {
    ...Object.fromEntries(['1', '2', '3', '5', '6', '7'].map((it) => [`A/${it}`, [{ how: 'failed' as const }]])),
  },
}

const options = (world: World): readonly unknown[] =>
  world.log.flatMap(({ body }) => (body.type === 'review-asked' ? [body.options] : []))

const switches = (world: World): readonly string[] =>
  world.state.course.switches.map((it) => `${it.from} -> ${it.to} (${it.reason.split(':')[0]})`)

test('the question that a trigger leads to offers it, and what led there does not again', () => {
  const world = lesson(small, policy(), failing)
  expect(options(world)).toEqual([['approve', 'dynamic', 'skip', 'block', 'pause']])
  answer(world, 'R1', 'dynamic')
  expect(world.state.course.switches).toMatchObject([
    { from: 'dynamic', to: 'collaborative', guided: false },
    { from: 'collaborative', to: 'dynamic', guided: true, reason: 'a person chose it', patterns: [] },
    { from: 'dynamic', to: 'collaborative' },
  ])
  // The next three failures turn it to people once more, and not the first of them.
  expect(world.state.course.switches[2]?.after).toBe(7)
  expect(asked(world)).toHaveLength(2)
})

test('what failed until they said so leads nowhere any more, though it had not been enough', () => {
  const world = new World({
    attempts: Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((it) => [`A/${it}`, [{ how: 'failed' as const }]])),
  })
  const read = plan([task('A', { steps: small })])
  world.start(read, { policy: policy() })
  world.run().say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
  world.start(read, { policy: policy() })
  while (world.state.course.records.length < 5 && world.step());
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  world.run()
  expect(world.state.course.switches.map(({ to, after }) => `${to} after ${after}`)).toEqual([
    'collaborative after 3',
    'dynamic after 5',
  ])
  expect(world.state.course.records.filter(({ status }) => status === 'failed')).toHaveLength(6)
})

test('what was seen in a run leads nowhere in the next one', () => {
  const part = (key: string, ids: readonly string[]): TaskSpec =>
    task(key, {
      steps: ids.map((id) =>
        step({ id, critical: false, methods: ways('do it', 'draw it'), retries: 0, review: 'never' }),
      ),
    })
  const failsFirst = [{ how: 'failed' as const }, {}]
  const world = new World({ attempts: Object.fromEntries(['A/1', 'A/2', 'B/1'].map((it) => [it, failsFirst])) })
  const [a, b] = [part('A', ['1', '2']), part('B', ['1', '2'])]
  world.start(plan([a]), { policy: policy() })
  world.run().start(plan([a, b]), { policy: policy(), run: 'run-2' })
  world.run()
  expect([world.state.run, world.state.course.records.map(({ tried }) => tried.at(-1)?.method)]).toEqual([
    'run-2',
    ['backup-1', 'backup-1', 'backup-1', 'primary'],
  ])
  expect(world.state.course.switches).toEqual([])
})

test('a verb does the same while nobody is asked', () => {
  const world = lesson(small, policy(), failing)
  answer(world, 'R1', 'approve')
  expect(world.state.course.mode).toBe('collaborative')
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  expect(world.state.course.mode).toBe('dynamic')
  expect(switches(world).at(-1)).toBe('collaborative -> dynamic (a person chose it)')
})

test('the verb answers the question that a trigger has led to, and the way back is logged once', () => {
  const world = lesson(small, policy(), failing)
  world.say({ verb: 'mode', mode: 'dynamic', text: 'go on' })
  expect(world.state.decided).toMatchObject([{ review: 'R1', answer: 'dynamic', text: 'go on' }])
  goOn(world)
  expect(switches(world).slice(0, 2)).toEqual([
    expect.stringMatching(/^dynamic -> collaborative/),
    'collaborative -> dynamic (a person chose it)',
  ])
  expect([world.state.course.switches[2]?.after, asked(world).length]).toEqual([7, 2])
})

test('a question about a failure before the step stands, and is no second way back', () => {
  const one = (id: string, critical: boolean): StepSpec =>
    step({ id, critical, methods: ways(`do ${id}`), retries: 0, review: 'never' })
  const tasks = [task('A', { steps: [one('1', true)] }), task('B', { steps: [one('2', false)] })]
  const propagation = { ...propagationDefaults, strategy: 'collaborative_review' } as const
  const world = taught(tasks, policy({ exhausted: 'ask', propagation }), failing)
  answer(world, 'R1', 'block')
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  expect([world.state.course.mode, world.state.reviews.get('R2')]).toMatchObject([
    'dynamic',
    { kind: 'escalation', answer: null },
  ])
  answer(world, 'R2', 'dynamic')
  expect(switches(world).filter((it) => it.startsWith('collaborative'))).toHaveLength(1)
  expect(world.status('B')).toBe('done')
})

test.each([
  ['silent', 'only back to dynamic', policy()],
  ['dynamic', 'the run is dynamic, and nothing has turned to people', policy()],
  ['dynamic', 'the run is collaborative by its own mode', policy({ mode: 'collaborative', review: 'never' })],
] as const)('%s is refused: %s', (mode, because, own) => {
  const world = lesson(small.slice(0, 1), own)
  world.say({ verb: 'mode', mode, text: '' })
  expect(world.log.flatMap(({ body }) => (body.type === 'command-refused' ? [body.because] : []))[0]).toContain(because)
})

test('an agent may not', () => {
  const world = lesson(small, policy(), failing)
  world.say({ verb: 'mode', mode: 'dynamic', text: '' }, 'agent')
  expect(world.state.course.mode).toBe('collaborative')
  goOn(world)
})

test.each(['block', 'skip'] as const)(
  'said while a critical step is asked about, %s of that turns nothing again',
  (how) => {
    const steps = ['1', '2'].map((id) =>
      step({ id, critical: id === '1', methods: ways(`do ${id}`), retries: 0, review: 'never' }),
    )
    const next = task('B', { steps: [step({ id: '1', methods: ways('go on'), retries: 0, review: 'never' })] })
    const world = taught([task('A', { steps }), next], policy({ exhausted: 'ask' }), {
      attempts: { 'A/1': [{ how: 'failed' }] },
    })
    expect(switches(world)).toEqual([expect.stringMatching(/^dynamic -> collaborative/)])
    world.say({ verb: 'mode', mode: 'dynamic', text: '' })
    answer(world, 'R1', how)
    expect(switches(world).slice(1)).toEqual(['collaborative -> dynamic (a person chose it)'])
    expect(world.state.course.mode).toBe('dynamic')
  },
)

test.each(['skip', 'block'] as const)('%s of what has turned to people is guidance', (how) => {
  const steps = [step({ id: '1', critical: true, methods: ways('do 1'), retries: 0, review: 'never' })]
  const world = lesson(steps, policy({ exhausted: 'ask' }), { attempts: { 'A/1': [{ how: 'failed' }] } })
  answer(world, 'R1', how)
  expect(world.state.course.switches).toMatchObject([{ to: 'collaborative', step: 'A.1', guided: true }])
})
