/** What people have released goes on as jobs are free: answers never let more tasks work at once than the run has jobs. */

import { expect, test } from 'vitest'
import type { Plan, TaskSpec } from '../../src/plan/model.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { ReviewAnswer } from '../../src/run/command.ts'
import { isWaiting } from '../../src/run/close.ts'
import type { Effect } from '../../src/run/effect.ts'
import { fold } from '../../src/run/evolve.ts'
import { lessonPolicy, part } from './education/lessons.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

const works = new Set(['start-attempt', 'consult', 'prepare-workspace'])

/** The most tasks that had an agent, or a workspace made for one, at any moment. */
function mostAtOnce({ log }: World): number {
  const open = new Map<number, string>()
  let most = 0
  for (const { body, subject } of log) {
    if (body.type === 'effect-requested' && works.has(body.effect.is)) open.set(body.id, subject?.task ?? '')
    else if (body.type === 'effect-settled') open.delete(body.id)
    most = Math.max(most, new Set(open.values()).size)
  }
  return most
}

/** A run of tasks that depend on nothing, driven until it stands still. */
class Run {
  readonly world: World
  private readonly read: Plan
  private readonly policy: Partial<Policy>

  constructor(tasks: readonly TaskSpec[], policy: Partial<Policy>, script: Script = {}) {
    this.world = new World(script)
    this.read = plan(tasks)
    this.policy = policy
    this.resume()
  }

  resume(): this {
    this.world.start(this.read, { policy: this.policy })
    this.world.run()
    return this
  }

  /** Answers every question that stands open, while nobody is at work. */
  answerAll(answer: ReviewAnswer, text = ''): this {
    for (const { id, answer: given } of [...this.world.state.reviews.values()])
      if (given === null) this.world.say({ verb: 'answer', review: id, answer, text })
    return this
  }

  get waiting(): readonly string[] {
    return [...this.world.state.tasks.values()].flatMap(({ spec, steps }) =>
      steps.some(({ waitingOn }) => waitingOn?.is === 'job') ? [spec.key] : [],
    )
  }
}

const taught = (keys: string): readonly TaskSpec[] => keys.split(' ').map((key) => task(key, { steps: [part('1')] }))
const reviewed = (keys: string): readonly TaskSpec[] =>
  keys.split(' ').map((key) => task(key, { steps: [step({ review: 'always' })] }))

test('questions before a step, answered together, are gone on with one by one where there is one job', () => {
  const run = new Run(taught('A B C'), lessonPolicy({}, { jobs: 1 }))
  run.answerAll('approve').resume()
  expect(run.world.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
  expect(mostAtOnce(run.world)).toBe(1)
  expect(run.world.started).toEqual(['A/1/primary#1', 'B/1/primary#1', 'C/1/primary#1'])
})

test('while one of its tasks waits for a job a run is not over', () => {
  const policy = lessonPolicy({}, { jobs: 2 })
  const run = new Run(taught('A B C'), policy)
  run.answerAll('approve')
  run.world.start(plan(taught('A B C')), { policy })
  expect([run.waiting, isWaiting(run.world.state)]).toEqual([['C'], true])
  run.world.run()
  expect([run.waiting, isWaiting(run.world.state)]).toEqual([[], false])
})

test('three of them with two jobs: the third waits until one of the first is over', () => {
  const run = new Run(taught('A B C'), lessonPolicy({}, { jobs: 2 }))
  run.answerAll('approve')
  run.world.start(plan(taught('A B C')), { policy: lessonPolicy({}, { jobs: 2 }) })
  expect(run.waiting).toEqual(['C'])
  run.world.run()
  expect(run.world.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
  expect(mostAtOnce(run.world)).toBe(2)
})

test('an answer given while another task is at work waits for its job', () => {
  const run = new Run(taught('A B'), lessonPolicy({}, { jobs: 1 }))
  const { world } = run
  const [first, second] = [...world.state.reviews.keys()]
  world.say({ verb: 'answer', review: first ?? '', answer: 'approve', text: '' })
  world.start(plan(taught('A B')), { policy: lessonPolicy({}, { jobs: 1 }) })
  world.say({ verb: 'answer', review: second ?? '', answer: 'approve', text: '' })
  expect(run.waiting).toEqual(['B'])
  world.run()
  expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
  expect(mostAtOnce(world)).toBe(1)
})

test('more to be explained is asked of agents as jobs are free', () => {
  const run = new Run(taught('A B'), lessonPolicy({}, { jobs: 1 }), { says: { 'education:1': 'words' } })
  run.answerAll('explain-more').resume()
  expect(mostAtOnce(run.world)).toBe(1)
  expect([...run.world.state.reviews.values()].filter(({ answer }) => answer === null)).toHaveLength(2)
})

test.each(['revise', 'approve'] as const)(
  'drafts that are answered with %s together go on as jobs are free',
  (answer) => {
    const policy: Partial<Policy> = { jobs: 1, workspace: 'worktree', unverified: 'accept' }
    const run = new Run(reviewed('A B C'), policy)
    expect(run.world.state.reviews.size).toBe(3)
    run.answerAll(answer, 'shorter').resume()
    run.answerAll('approve').resume()
    expect(run.world.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
    expect(mostAtOnce(run.world)).toBe(1)
  },
)

test('failures that are answered with another try together go on as jobs are free', () => {
  const script: Script = {
    attempts: Object.fromEntries(['A', 'B', 'C'].map((key) => [`${key}/1`, [{ how: 'failed' }, {}]])),
  }
  const tasks = ['A', 'B', 'C'].map((key) => task(key, { steps: [step({ id: '1', retries: 0, critical: true })] }))
  const policy: Partial<Policy> = { mode: 'silent', jobs: 2, exhausted: 'ask', retries: 0, unverified: 'accept' }
  const run = new Run(tasks, { ...policy, workspace: 'worktree' }, script)
  expect([...run.world.state.reviews.values()].map(({ kind }) => kind)).toEqual(Array(3).fill('exhausted'))
  run.answerAll('revise', 'look again').resume()
  expect(run.world.statuses()).toEqual({ A: 'done', B: 'done', C: 'done' })
  expect(mostAtOnce(run.world)).toBe(2)
})

test('what waits for a job comes before what has not begun', () => {
  const policy: Partial<Policy> = { jobs: 1, workspace: 'worktree', unverified: 'accept' }
  const tasks = [...reviewed('A'), task('B'), task('C')]
  const world = new World()
  world.start(plan(tasks), { policy })
  while (world.state.reviews.size === 0) world.step()
  expect(world.status('B')).toBe('working')
  world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'shorter' })
  world.run()
  expect(world.started.map((it) => it[0])).toEqual(['A', 'B', 'A', 'C'])
  expect(mostAtOnce(world)).toBe(1)
})

test('a pause and a crash while a task waits for a job lose nothing', () => {
  const policy = lessonPolicy({}, { jobs: 1 })
  const run = new Run(taught('A B'), policy)
  const { world } = run
  run.answerAll('approve')
  world.start(plan(taught('A B')), { policy })
  expect(run.waiting).toEqual(['B'])
  world.say({ verb: 'pause', text: '' })
  world.run()
  expect(world.state.status).toBe('parked')
  expect(run.waiting).toEqual(['B'])
  world.start(plan(taught('A B')), { policy })
  world.die()
  expect(fold(world.log)).toEqual(world.state)
  expect(run.waiting).toHaveLength(1)
  run.resume()
  expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
  expect(mostAtOnce(world)).toBe(1)
})

test('a crash between the answers and the start loses none of them', () => {
  const run = new Run(taught('A B'), lessonPolicy({}, { jobs: 1 }))
  run.answerAll('approve')
  run.world.die()
  run.resume()
  expect(run.world.statuses()).toEqual({ A: 'done', B: 'done' })
  expect(mostAtOnce(run.world)).toBe(1)
})

test('in place, what was asked before its first step waits while a draft of another task lies in the folder', () => {
  const policy = lessonPolicy({}, { jobs: 1, workspace: 'in-place' })
  const tasks = [task('A', { steps: [part('1', { review: 'always' })] }), task('B', { steps: [part('1')] })]
  const world = new World()
  world.start(plan(tasks), { policy })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
  world.start(plan(tasks), { policy })
  world.run()
  expect(world.task('A').steps[0]?.status).toBe('reviewing')
  world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
  world.start(plan(tasks), { policy })
  world.run()
  expect(world.started).toEqual(['A/1/primary#1'])
  world.say({ verb: 'answer', review: 'R3', answer: 'approve', text: '' })
  world.start(plan(tasks), { policy })
  world.run()
  expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
})

test('a step that waits for a job may be skipped', () => {
  const policy = lessonPolicy({}, { jobs: 1 })
  const run = new Run(taught('A B'), policy)
  run.answerAll('approve')
  run.world.start(plan(taught('A B')), { policy })
  run.world.say({ verb: 'skip', task: 'B', text: 'not now' })
  run.world.run()
  expect(run.world.statuses()).toEqual({ A: 'done', B: 'skipped' })
})

test('tasks that have begun in the folder of all do not wait for each other once there are fewer jobs', () => {
  const tasks = ['A', 'B', 'C'].map((key) => task(key, { steps: [step({ gates: ['unit'] })] }))
  const world = new World()
  world.start(plan(tasks), { policy: { jobs: 3, workspace: 'none' }, gates: [gate('unit')] })
  while (world.started.length < 3) world.step()
  world.say({ verb: 'set-policy', policy: { jobs: 1 } })
  const waiting = (): readonly string[] =>
    [...world.state.waitsForJob].map((uid) => world.state.tasks.get(uid)!.spec.key)
  while (waiting().length < 2 && world.step());
  expect(waiting()).toEqual(['B', 'C'])
  world.run()
  expect([world.statuses(), world.state.status]).toMatchObject([{ A: 'done', B: 'done', C: 'done' }, 'finished'])
})

test('what has not begun in the folder of all waits for those that have, also where it waits for a job longer', () => {
  const policy = lessonPolicy({}, { jobs: 2, workspace: 'none' })
  const tasks = plan(['C', 'A', 'B'].map((key) => task(key, { steps: [part('1', { review: 'always' })] })))
  const world = new World()
  const goOn = (jobs: number): World => {
    world.start(tasks, { policy: { ...policy, jobs } })
    return world.run()
  }
  const answer = (key: string, said: ReviewAnswer): void => {
    const { uid } = world.task(key)
    const review = [...world.state.reviews.values()].findLast((it) => it.task === uid)
    world.say({ verb: 'answer', review: review?.id ?? '', answer: said, text: 'so' })
  }
  goOn(2)
  for (const key of ['A', 'B']) answer(key, 'approve')
  goOn(2)
  answer('C', 'approve')
  for (const key of ['A', 'B']) answer(key, 'revise')
  goOn(1)
  expect([...world.state.waitsForJob].map((uid) => world.state.tasks.get(uid)?.spec.key)).toEqual(['C', 'B'])
  answer('A', 'approve')
  goOn(1)
  expect(world.started).toEqual(['A/1/primary#1', 'B/1/primary#1', 'A/1/primary#2', 'B/1/primary#2'])
})

test('a check waits for the jobs of other checks alone: what has a job may wait for it', () => {
  const needs = (key: string, gates: readonly string[]): TaskSpec => task(key, { steps: [step({ gates: [...gates] })] })
  const world = new World({ brings: [true, false] })
  world.start(plan([needs('A', ['unit']), needs('B', ['unit', 'lint']), needs('C', ['unit', 'lint'])]), {
    policy: { jobs: 3, workspace: 'worktree' },
    gates: ['unit', 'lint'].map(gate),
  })
  const next = (is: (effect: Effect) => boolean): number => world.pending.findIndex(({ effect }) => is(effect))
  // A is merged, B begins to be, and C is accepted behind it.
  const isOfB = (effect: Effect): boolean =>
    effect.is === 'integrate' && effect.stage === 'merge' && effect.workspace === world.task('B').workspace
  for (let at = 0; at >= 0; at = next((it) => it.is !== 'publish' && !isOfB(it))) world.step(at)
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'merging', C: 'merging' })
  // Commits of others come in, at which both gates look, and B waits for these.
  world.step(next(({ is }) => is === 'publish'))
  world.say({ verb: 'set-policy', policy: { jobs: 1 } })
  world.step(next((it) => it.is === 'run-gate' && it.gate === 'lint'))
  expect(world.task('baseline:run-1:lint:1').steps[0]?.waitingOn?.is).toBe('job')
  world.run()
  expect([world.statuses(), world.state.status]).toMatchObject([{ A: 'done', B: 'done', C: 'done' }, 'finished'])
})

test('a check that is taken away while it waits for a job waits no more', () => {
  const gates = ['unit', 'lint'].map(gate)
  const tasks = plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })])
  const world = new World()
  world.start(tasks, { policy: { jobs: 2 }, gates })
  world.say({ verb: 'set-policy', policy: { jobs: 1 } })
  world.say({ verb: 'pause', text: '' })
  world.step(world.pending.findIndex(({ effect }) => effect.is === 'run-gate' && effect.gate === 'lint'))
  world.run()
  expect([...world.state.waitsForJob]).toEqual([world.task('baseline:run-1:lint').uid])
  // Who goes on has no gates any more.
  world.start(plan([task('A')]), { policy: { jobs: 1 } })
  world.run()
  expect([world.statuses(), world.state.status]).toEqual([{ A: 'done' }, 'finished'])
})
