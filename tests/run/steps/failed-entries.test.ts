/** A failed step in the log of the progress file: with what failed, before anybody has answered, and whatever they say then (seed 004 §5). */

import { expect, test } from 'vitest'
import { verificationGate } from '../../../src/plan/verification.ts'
import { whyInState } from '../../../src/reports/run/why.ts'
import { byStep, progressStep } from '../../../src/reports/spec/progress/steps.ts'
import type { ReviewAnswer } from '../../../src/run/command.ts'
import { viewSteps } from '../../../src/run/step-views.ts'
import { usedUp } from '../../../src/run/steps/used-up.ts'
import { lesson, lessonPolicy, part, ways } from '../education/lessons.ts'
import { attempts, ProgressWorld } from '../progress-world.ts'
import { gate, plan, step as stepOf, task as taskOf, World } from '../world.ts'

/** Step 2.2 has failed with both of its methods, and a person is asked. */
const asked = (script = 'fail'): ProgressWorld => new ProgressWorld(attempts({ '2.2': script })).begin().run()

const step = ({ document }: ProgressWorld): ProgressWorld['document']['tasks'][number]['steps'][number] | undefined =>
  document.tasks.flatMap(({ steps }) => steps).find((it) => it.step_id === '2.2')

const entries = (world: ProgressWorld): readonly (readonly [string, string | null])[] =>
  (step(world)?.entries ?? []).map((it) => [it.status, it.message])

const error = 'Implementation failed after 4 attempts: the agent ended with exit code 0'
const failed = ['failed', error]

function answer(world: ProgressWorld, given: ReviewAnswer): ProgressWorld {
  world.say({ verb: 'answer', review: 'R1', answer: given, text: 'the gauge has moved' })
  return world.begin().run()
}

test('it stands there while people are asked about it, with the error', () => {
  const world = asked()
  expect(entries(world).at(-1)).toEqual(failed)
  expect(step(world)).toMatchObject({ status: 'failed', message: error, method_used: 'backup_1', retry_count: 2 })
  expect(world.faults).toEqual([])
  expect(world.refolded()).toBe(world.texts.at(-1))
})

test('a last method that could not be run is tried and used up, and turns the run to people', () => {
  const world = asked('fail fail missing')
  expect(step(world)).toMatchObject({
    status: 'failed',
    all_backups_exhausted: true,
    backup_attempts: [{ backup_id: 'backup_1', attempts: 0, outcome: 'failure' }],
  })
  // The task waits for an answer, and is not blocked.
  const [question] = world.state.reviews.values()
  expect(question?.options).toContain('revise')
  expect(question?.question).toMatch(/could not be .*; once that is mended, revise tries again/)
  expect(question?.question).not.toContain('unblock')
  expect(world.document.mode_switches.at(-1)).toMatchObject({ patterns: ['critical_failure'] })
  expect(viewSteps(world.task('2')).at(-1)).toMatchObject({ id: '2', attempts: 2 })
  expect(whyInState(world.state, world.task('2').uid)?.attempts).toBe(3)
  answer(world, 'block')
  expect(step(world)).toMatchObject({ all_backups_exhausted: true, backup_attempts: [{ attempts: 0 }] })
  expect(world.faults).toEqual([])
})

test('a backup that is tried again was sent back by a person, and is set off by no failure', () => {
  const world = answer(asked('fail fail fail fail finished'), 'revise')
  expect(step(world)?.backup_attempts.map((it) => [it.trigger_condition, it.justification])).toEqual([
    ['primary_failure', expect.stringContaining('attempts')],
    ['user_choice', 'a person sent it back: the gauge has moved'],
  ])
})

test.each(['block', 'skip', 'halt'] as const)('%s with words leaves the error, once', (given) => {
  const world = asked()
  const before = entries(world)
  answer(world, given)
  expect(entries(world)).toEqual(before)
  expect(step(world)).toMatchObject({ status: 'failed', message: error, all_backups_exhausted: true })
  expect(world.document.human_interactions[0]).toMatchObject({ response: given, response_text: 'the gauge has moved' })
})

test.each(['block', 'skip', 'retry'] as const)(
  '%s takes no backup that was used up away, and moves none in time',
  (given) => {
    const world = asked('fail fail fail fail done')
    const before = step(world)?.backup_attempts ?? []
    expect(before).toMatchObject([{ backup_id: 'backup_1', attempts: 2, outcome: 'failure' }])
    answer(world, given)
    expect(step(world)?.backup_attempts).toEqual(before)
  },
)

test('a task that a person accepts after that has its backups once', () => {
  const world = asked()
  answer(world, 'block')
  const before = step(world)?.backup_attempts ?? []
  world.say({ verb: 'accept', task: '2', text: '' })
  expect(step(world)).toMatchObject({ status: 'completed', backup_attempts: before })
  expect(before).toHaveLength(1)
})

test('retry with words is begun anew after it', () => {
  const world = asked('fail fail fail fail done')
  const before = entries(world)
  answer(world, 'retry')
  expect(entries(world).slice(0, before.length + 1)).toEqual([...before, ['started', null]])
  expect(step(world)).toMatchObject({ status: 'completed', all_backups_exhausted: false })
})

test('while it is tried anew it has not failed: what it came to before is told by its entries alone', () => {
  const world = asked('fail fail fail fail done')
  answer(world, 'block')
  const before = entries(world)
  expect(step(world)).toMatchObject({ status: 'failed', all_backups_exhausted: true, method_used: 'backup_1' })
  world.say({ verb: 'unblock', task: '2', text: '' })
  world.begin()
  expect(world.started.at(-1)).toMatch(/^2\/2\/primary#/)
  expect(step(world)).toMatchObject({
    status: 'started',
    method_used: 'primary',
    message: null,
    all_backups_exhausted: false,
    backup_attempts: [{ backup_id: 'backup_1', outcome: 'failure' }],
  })
  expect(entries(world)).toEqual([...before, ['started', null]])
})

test('revise with words: they are why it is tried once more, and that it fails again is an entry of its own', () => {
  const world = asked()
  const before = entries(world)
  answer(world, 'revise')
  expect(entries(world)).toEqual([
    ...before,
    ['retried', 'the gauge has moved'],
    ['failed', 'Implementation failed after 5 attempts: the agent ended with exit code 0'],
  ])
})

test('what its verification and its gates have come to is there while people are asked about it', () => {
  const verified = verificationGate('A', '1', 0)
  const verification = { is: 'command', argv: ['false'], exitCode: 0, output: null } as const
  const check = stepOf({
    id: '1',
    retries: 0,
    verifications: [verification],
    gates: ['unit', verified],
  })
  const gates = { [verified]: ['failed' as const], unit: ['passed' as const] }
  const policy = lessonPolicy({}, { mode: 'dynamic', exhausted: 'ask' })
  const world = new World({ gates })
  world.start(plan([taskOf('A', { steps: [check] })]), {
    policy,
    gates: [gate('unit'), { ...gate(verified), verification }],
  })
  const { state } = world.run()
  const task = world.task('A')
  const [asked] = task.steps
  if (asked === undefined) throw new Error('no step')
  expect(
    progressStep(task, asked, { course: byStep(state.course), failed: usedUp(state, task, asked), constraints: [] }),
  ).toMatchObject({
    status: 'failed',
    expected_output_match: false,
    constraint_status: { unit: 'pass' },
  })
})

test('what its gates have against it once a person takes it is told in place of how its attempt ended', () => {
  const read = plan([taskOf('A', { steps: [stepOf({ id: '1', retries: 0, gates: ['unit'] })] })])
  const world = new World({
    attempts: { 'A/1': [{ how: 'failed' }] },
    gates: { 'unit draft': ['failed'] },
    says: { 'unit draft': 'three berths are missing' },
  })
  const start = (): void => {
    world.start(read, { policy: lessonPolicy({}, { mode: 'silent', exhausted: 'ask' }), gates: [gate('unit')] })
    world.run()
  }
  const told = (): unknown => {
    const task = world.task('A')
    const [step] = task.steps
    if (step === undefined) throw new Error('no step')
    const failed = usedUp(world.state, task, step)
    const {
      entries,
      message,
      all_backups_exhausted: isUsedUp,
    } = progressStep(task, step, {
      course: byStep(world.state.course),
      failed,
      constraints: [],
    })
    return [entries.filter((it) => it.status === 'failed').map((it) => it.message), message, isUsedUp]
  }
  const [first, second] = ['the agent ended with exit code 0', 'three berths are missing'].map(
    (it) => `Implementation failed after 1 attempt: ${it}`,
  )
  start()
  expect(told()).toEqual([[first], first, true])
  const at = world.task('A').steps[0]?.usedUp?.at
  world.say({ verb: 'answer', review: 'R1', answer: 'override', text: '' })
  start()
  expect(told()).toEqual([[first, second], second, true])
  world.say({ verb: 'answer', review: 'R2', answer: 'block', text: 'no' })
  expect(told()).toEqual([[first, second], second, true])
  expect(world.state.course.records[0]?.tried).toMatchObject([
    { at, failure: { cause: { last: 'three berths are missing' } } },
  ])
})

test('a failure is told in the mode of its last attempt, and not in the one that it led to', () => {
  const script = { attempts: { 'A/1': [{ how: 'failed' as const }] } }
  const world = lesson(
    [part('1', { methods: ways('do 1') })],
    lessonPolicy({}, { mode: 'dynamic', exhausted: 'ask' }),
    script,
  )
  expect(world.state.course.mode).toBe('collaborative')
  expect(world.state.course.moments.map(({ status, mode }) => [status, mode])).toEqual([
    ['started', 'dynamic'],
    ['failed', 'dynamic'],
  ])
})

test('what is left of a failed task is blocked while the run goes on, and what was never begun has no start', () => {
  const world = new ProgressWorld(attempts({ '1.1': 'fail' })).begin().run()
  answer(world, 'block')
  const { blocked_steps: blocked, tasks } = world.document
  expect(blocked.map((it) => it.step_id)).toContain('1.2')
  expect(blocked.map((it) => it.step_id)).not.toContain('1.1')
  expect(tasks.map(({ status, started_at }) => [status, started_at !== null])).toEqual([
    ['failed', true],
    ['blocked', false],
    ['blocked', false],
    ['blocked', false],
  ])
})
