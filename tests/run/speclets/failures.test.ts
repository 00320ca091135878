/** The failure of a SPECLet in a run of the core: whom it holds back, when people are asked, and what their answers make happen. */

import { describe, expect, test } from 'vitest'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import type { ReviewAnswer } from '../../../src/run/command.ts'
import { fold } from '../../../src/run/evolve.ts'
import type { Review } from '../../../src/run/state.ts'
import { branchesDraft, branchesPlan } from '../../rig/branches-spec.ts'
import { stagesDraft, stagesPlan, type SpecletId } from '../../rig/stages-spec.ts'
import { specletsSection } from '../../../src/reports/report/spec-course.ts'
import { stageText } from '../../../src/reports/run/speclet-text.ts'
import { specletView } from '../../../src/reports/spec/speclet-view.ts'
import { attempts, ProgressWorld } from '../progress-world.ts'

interface How {
  readonly jobs?: number
  readonly workspace?: Policy['workspace']
  readonly notCritical?: readonly SpecletId[]
}

/** Also takes a run up again, as `millwright resume` does. */
function start(world: ProgressWorld, { jobs = 2, workspace = 'none', notCritical = [] }: How = {}): ProgressWorld {
  const { escalation, ...told } = stagesDraft().policy ?? {}
  const triggers = { ...escalationDefaults, ...escalation }
  const policy = { ...told, escalation: triggers, retries: 0, exhausted: 'ask', jobs, workspace } as const
  world.start(stagesPlan(notCritical), { policy })
  return world
}

/** Tasks 1 to 5 are platform, discovery, define, ideate and test, one step each. @param failing as `attempts` takes it */
function begin(failing: Readonly<Record<string, string>>, how: How = {}): ProgressWorld {
  return start(new ProgressWorld(attempts(failing)), how)
}

/** Performs everything but attempts of task 3, until the failure of task 2 waits for it. */
function holdBack(world: ProgressWorld): void {
  const isHeld = (): boolean => world.task('2').steps[0]?.waitingOn?.is === 'stage'
  for (let turns = 0; !isHeld() && turns < 100; turns += 1) {
    const at = world.pending.findIndex(
      ({ effect }) => effect.is !== 'start-attempt' || effect.name.task !== world.task('3').uid,
    )
    world.step(Math.max(0, at))
  }
}

const open = (world: ProgressWorld): readonly Review[] =>
  [...world.state.reviews.values()].filter(({ answer }) => answer === null)

/** The question that is open about a task. */
function about(world: ProgressWorld, task: string): Review {
  const review = open(world).find((it) => it.task === world.task(task).uid)
  if (review === undefined) throw new Error(`nothing is asked about task ${task}`)
  return review
}

function answer(world: ProgressWorld, given: ReviewAnswer, text = ''): void {
  world.say({ verb: 'answer', review: open(world)[0]?.id ?? '', answer: given, text })
}

/** Since the failure people look at each draft: they say yes to all. */
function approveAll(world: ProgressWorld): void {
  while (open(world)[0]?.kind === 'draft') {
    answer(world, 'approve')
    start(world).run()
  }
}

const failures = ({ state }: ProgressWorld): readonly unknown[] =>
  state.course.specletFailures.map(({ scenario, speclet, blocked, decision }) => ({
    scenario,
    speclet,
    blocked,
    decision,
  }))

const stages = ({ state }: ProgressWorld): readonly unknown[] =>
  state.course.stages.map((it) => [it.stage, it.speclets, it.all_terminal, it.progress_percentage])

const allBehind = ['discovery_stage', 'define_stage', 'ideate_stage', 'test_stage']

describe('A: what all others depend on fails', () => {
  test('the question says who is blocked, and how it may go on', () => {
    const world = begin({ '1.1': 'fail' }).run()
    const [review] = open(world)
    expect(review).toMatchObject({
      kind: 'exhausted',
      options: ['retry', 'skip-blocked', 'halt', 'revise', 'skip', 'block', 'pause'],
    })
    expect(review?.question.split('\n').slice(1)).toEqual([
      'SPECLet platform_foundation has failed; blocked by it: discovery_stage, define_stage, ideate_stage, test_stage',
      '[A] Fix platform_foundation and retry',
      '[B] Skip blocked SPECLets and continue with independent ones',
      '[C] Halt execution entirely',
    ])
    expect(failures(world)).toEqual([
      { scenario: 'A', speclet: 'platform_foundation', blocked: allBehind, decision: null },
    ])
  })

  test('[A] lets it be done anew, with the words of the person', () => {
    const world = begin({ '1.1': 'fail done' }).run()
    answer(world, 'retry', 'the harbour office has moved')
    expect(world.task('1').steps[0]?.feedback.at(-1)).toMatchObject({ text: 'the harbour office has moved' })
    world.run()
    start(world).run()
    approveAll(world)
    expect(new Set(Object.values(world.statuses()))).toEqual(new Set(['done']))
    expect(failures(world)).toMatchObject([{ decision: 'retry' }])
    expect(stages(world).at(-1)).toEqual([4, { test_stage: 'completed' }, true, 100])
  })

  test('what was said to it stays with it where the task is in no SPECLet any more when it fails again', () => {
    const world = begin({ '1.1': 'fail' }).run()
    answer(world, 'retry')
    const { spec, ...read } = stagesPlan()
    if (spec === undefined) throw new Error('no spec')
    world.start({ ...read, spec: { ...spec, speclets: [] } }, { policy: world.state.policy })
    world.run()
    answer(world, 'block')
    expect(failures(world)).toMatchObject([{ decision: 'retry' }])
  })

  test('[B] ends all that is blocked as skipped', () => {
    const world = begin({ '1.1': 'fail' }).run()
    answer(world, 'skip-blocked')
    start(world).run()
    expect(world.statuses()).toEqual({ 1: 'blocked', 2: 'skipped', 3: 'skipped', 4: 'skipped', 5: 'skipped' })
    expect(world.state.status).toBe('finished')
    expect(world.document.speclet_progress).toMatchObject({
      platform_foundation: { status: 'failed' },
      test_stage: { status: 'skipped' },
    })
    expect(world.faults).toEqual([])
  })

  test('[C] halts: nothing else begins, and the rest stays open with the reason', () => {
    const world = begin({ '1.1': 'fail' }).run()
    answer(world, 'halt', 'not without a gauge')
    world.run()
    expect(world.statuses()).toEqual({ 1: 'blocked', 2: 'pending', 3: 'pending', 4: 'pending', 5: 'pending' })
    expect(world.state.findings.map(({ text }) => text)).toEqual([
      `halted, as h says: SPECLet platform_foundation failed at step 1.1 (not without a gauge); left open: ${allBehind.join(', ')}`,
    ])
    expect(world.state.status).toBe('parked')
  })

  test('without a word of the person the failure is the reason, and not what the question says of its answers', () => {
    const world = begin({ '1.1': 'fail' }).run()
    expect(open(world)[0]?.question).toContain('; skip leaves what it did in the folder')
    answer(world, 'halt')
    const [{ text } = { text: '' }] = world.state.findings
    expect(text).toMatch(/^halted, as h says: SPECLet platform_foundation failed at step 1\.1 \(1 attempt failed/)
    expect(text).not.toContain('skip leaves')
  })

  test('it is the reason of a block without a word as well', () => {
    const world = begin({ '1.1': 'fail' }).run()
    answer(world, 'block')
    const { cause } = world.task('1').steps[0] ?? {}
    expect(cause).toMatchObject({
      is: 'human',
      text: expect.stringMatching(/^1 attempt failed; the last one: [^;\n]+$/),
    })
  })
})

describe('B: one of two side by side fails', () => {
  test('people are asked once the other one is over, and not before', () => {
    const world = begin({ '2.1': 'fail' })
    holdBack(world)
    expect(world.task('2').steps[0]?.waitingOn).toMatchObject({ is: 'stage', stage: 2 })
    expect(open(world)).toEqual([])
    expect(world.state.course.mode).toBe('dynamic')
    world.run()
    expect(world.status('3')).toBe('done')
    expect(open(world)).toMatchObject([{ kind: 'exhausted', task: world.task('2').uid }])
    expect(failures(world)).toMatchObject([{ scenario: 'B', speclet: 'discovery_stage', blocked: ['test_stage'] }])
  })

  test('work that does not merge with what the other one did has failed, too, and its retry does it anew', () => {
    const conflicts = ['2']
    const world = start(new ProgressWorld({ conflicts }), { workspace: 'worktree' }).run()
    expect(world.status('3')).toBe('done')
    const review = about(world, '2')
    expect([review.kind, review.options]).toEqual(['exhausted', ['retry', 'skip-blocked', 'halt', 'block', 'pause']])
    expect(review.question).toContain('it conflicts in a.txt')
    expect(failures(world)).toMatchObject([{ scenario: 'B', speclet: 'discovery_stage', blocked: ['test_stage'] }])
    expect([world.state.course.mode, world.faults]).toEqual(['collaborative', []])
    conflicts.pop()
    answer(world, 'retry')
    start(world, { workspace: 'worktree' }).run()
    while (open(world)[0]?.kind === 'draft') {
      answer(world, 'approve')
      start(world, { workspace: 'worktree' }).run()
    }
    expect(new Set(Object.values(world.statuses()))).toEqual(new Set(['done']))
    expect(world.started.filter((it) => it.startsWith('2/'))).toEqual(['2/1/primary#1', '2/1/primary#2'])
  })

  test('where there was nobody to do it, that waits for the other one and is asked about like any failure', () => {
    const world = begin({ '2.1': 'missing done' })
    holdBack(world)
    expect(world.task('2').steps[0]?.waitingOn).toMatchObject({ is: 'stage', cause: { is: 'agent-missing' } })
    world.run()
    expect(world.status('3')).toBe('done')
    const { id, question, options } = about(world, '2')
    expect(question).toMatch(/^agent \S+ could not be started: /)
    expect(options).toEqual(expect.arrayContaining(['retry', 'skip-blocked', 'halt']))
    world.say({ verb: 'answer', review: id, answer: 'retry', text: '' })
    start(world).run()
    approveAll(world)
    expect(new Set(Object.values(world.statuses()))).toEqual(new Set(['done']))
    expect(failures(world)).toMatchObject([{ speclet: 'discovery_stage', decision: 'retry' }])
    expect(world.faults).toEqual([])
  })

  test('where both fail, neither question calls the other one independent', () => {
    const world = begin({ '2.1': 'fail', '3.1': 'fail' }).run()
    expect(['2', '3'].map((of) => about(world, of).question.split('\n').slice(1, 3))).toEqual([
      ['SPECLet discovery_stage has failed; blocked by it: test_stage', '[A] Fix discovery_stage and retry'],
      ['SPECLet define_stage has failed; blocked by it: ideate_stage, test_stage', '[A] Fix define_stage and retry'],
    ])
  })

  test('the second one that fails waits for nobody: the first waits for people, and what is behind either does not begin', () => {
    const { escalation, ...told } = branchesDraft(true).policy ?? {}
    const triggers = { ...escalationDefaults, ...escalation }
    const world = new ProgressWorld(attempts({ '1.1': 'fail', '3.1': 'fail' }))
    world.start(branchesPlan(true), {
      policy: { ...told, escalation: triggers, retries: 0, exhausted: 'ask', jobs: 2 },
    })
    world.run()
    const held = world.log.filter(({ body }) => body.type === 'waiting-set' && body.waitingOn?.is === 'stage')
    expect(held.map(({ subject }) => subject?.task)).toEqual([world.task('1').uid])
    expect(
      open(world)
        .map(({ task }) => task)
        .sort(),
    ).toEqual([world.task('1').uid, world.task('3').uid].sort())
  })

  test('a halt while others are at work lets these come to their end, and begins nothing else', () => {
    const world = begin({ '2.1': 'fail', '3.1': 'fail done' }).run()
    world.say({ verb: 'answer', review: about(world, '3').id, answer: 'retry', text: '' })
    start(world)
    const begun = [...world.started]
    world.say({ verb: 'answer', review: about(world, '2').id, answer: 'halt', text: '' })
    expect(world.state.status).toBe('pausing')
    world.run()
    answer(world, 'approve')
    expect(world.started).toEqual(begun)
    expect(world.statuses()).toMatchObject({ 2: 'blocked', 4: 'pending', 5: 'pending' })
    expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'paused' })
  })

  test('with one job at a time the other one still comes before the question', () => {
    const world = begin({ '2.1': 'fail' }, { jobs: 1, workspace: 'worktree' }).run()
    const at = (type: string, task: string): number =>
      world.log.findIndex(({ body, subject }) => body.type === type && subject?.task === world.task(task).uid)
    expect(world.status('3')).toBe('done')
    expect(at('speclet-failed', '2')).toBeLessThan(at('task-proved', '3'))
    expect(at('review-asked', '2')).toBeGreaterThan(at('task-proved', '3'))
  })

  test('a run that dies while the failure waits for its stage asks all the same', () => {
    const world = begin({ '2.1': 'fail' })
    holdBack(world)
    expect(world.task('2').steps[0]?.waitingOn).toMatchObject({ is: 'stage' })
    world.die()
    start(world).run()
    expect(open(world)).toContainEqual(
      expect.objectContaining({
        kind: 'exhausted',
        task: world.task('2').uid,
        options: expect.arrayContaining(['halt']),
      }),
    )
    expect(fold(world.log).course.specletFailures).toEqual(world.state.course.specletFailures)
  })

  test('a last call with one job does not change how it was executed', () => {
    const world = begin({ '2.1': 'fail' }).run()
    expect(world.document.parallel_execution_model).toBe('concurrent')
    answer(world, 'skip-blocked')
    start(world, { jobs: 1 }).run()
    expect(world.document.parallel_execution_model).toBe('concurrent')
    expect(begin({}, { jobs: 1 }).run().document.parallel_execution_model).toBe('sequential')
  })

  test('[B] goes on with the other branch alone', () => {
    const world = begin({ '2.1': 'fail' }).run()
    answer(world, 'skip-blocked')
    world.run()
    start(world).run()
    approveAll(world)
    expect(world.statuses()).toEqual({ 1: 'done', 2: 'blocked', 3: 'done', 4: 'done', 5: 'skipped' })
    expect(stages(world)).toEqual([
      [1, { platform_foundation: 'completed' }, true, 25],
      [2, { discovery_stage: 'failed', define_stage: 'completed' }, true, 50],
      [3, { ideate_stage: 'completed' }, true, 75],
      [4, { test_stage: 'skipped' }, true, 100],
    ])
    expect(world.document.stage_validations?.map((it) => it.stage).sort()).toEqual([1, 2, 3, 4])
    expect(world.faults).toEqual([])
  })
})

test.each([
  ['accept', 'completed'],
  ['skip', 'skipped'],
] as const)('a person gives the failed task another end with %s: its stage is validated anew', (verb, status) => {
  const world = begin({ '1.1': 'fail' }).run()
  answer(world, 'halt')
  world.run()
  expect(stages(world)).toEqual([[1, { platform_foundation: 'failed' }, true, 25]])
  world.say({ verb, task: '1', text: '' })
  start(world).run()
  approveAll(world)
  expect(world.document.stage_validations?.map((it) => [it.stage, it.speclets])).toEqual([
    [1, { platform_foundation: 'failed' }],
    [1, { platform_foundation: status }],
    [2, { discovery_stage: 'completed', define_stage: 'completed' }],
    [3, { ideate_stage: 'completed' }],
    [4, { test_stage: 'completed' }],
  ])
  expect(fold(world.log).course.stages).toEqual(world.state.course.stages)
})

test.each(['halt', 'skip-blocked', 'block'] as const)(
  'after %s the SPECLet has the time at which it failed for good',
  (given) => {
    const world = begin({ '1.1': 'fail' }).run()
    const progress = () => world.document.speclet_progress?.['platform_foundation']
    expect(progress()).toMatchObject({ status: 'in_progress', completed_at: null })
    answer(world, given)
    start(world).run()
    const [record] = world.state.course.records
    expect(progress()).toMatchObject({
      status: 'failed',
      completed_at: new Date(record?.endedAt ?? Number.NaN).toISOString(),
      execution_time_seconds: 0,
    })
    expect(world.faults).toEqual([])
    // Whoever has it tried again has not come to its end.
    world.say({ verb: 'unblock', task: '1', text: '' })
    expect(progress()?.completed_at).toBeNull()
  },
)

test('a task that is given another end once all stages are over opens its own, and those behind it', () => {
  const world = begin({ '2.1': 'fail' }).run()
  answer(world, 'skip-blocked')
  world.run()
  start(world).run()
  approveAll(world)
  const before = stages(world).length
  world.say({ verb: 'accept', task: '2', text: '' })
  start(world).run()
  expect(world.state.course.stages.slice(before).map(({ stage }) => stage)).toEqual([2, 3, 4])
})

describe('C: what fails is not critical', () => {
  test('all go on, nobody is asked, and the report says that it is complete in part', () => {
    const world = begin({ '2.1': 'fail' }, { notCritical: ['discovery_stage'] }).run()
    expect(open(world)).toEqual([])
    expect(failures(world)).toEqual([{ scenario: 'C', speclet: 'discovery_stage', blocked: [], decision: null }])
    expect(world.status('5')).toBe('done')
    expect(world.document.final_summary?.partial_speclets).toEqual([{ speclet: 'discovery_stage', step_id: '2.1' }])
  })

  test('a SPECLet of which nothing else came is completed in part for all that look at it, and so what needs it may begin', () => {
    const world = begin({ '1.1': 'fail' }, { notCritical: ['platform_foundation'] }).run()
    expect(world.started).toContain('2/1/primary#1')
    const { speclet_progress: progress, stage_validations: validations } = world.document
    expect(progress).toMatchObject({
      platform_foundation: { status: 'completed', completed_in_part: true, tasks_failed: [1] },
      discovery_stage: { status: 'completed', depends_on_status: { platform_foundation: 'completed' }, blocked: false },
    })
    expect(progress?.['discovery_stage']).not.toHaveProperty('completed_in_part')
    expect(stages(world)[0]).toEqual([1, { platform_foundation: 'completed' }, true, 25])
    expect(validations?.map((it) => it.completed_in_part)).toEqual([
      ['platform_foundation'],
      undefined,
      undefined,
      undefined,
    ])
    expect(stageText(world.state.course.stages[0]!)).toContain('stage 1 ended: platform_foundation completed in part; ')
    expect(specletView(world.state).join('\n')).toMatch(/✅ platform_foundation \(completed in part, in \d+s\)/)
    const boxes = specletsSection(world.document).flatMap(({ blocks }) => blocks.filter(({ is }) => is === 'stages'))
    expect(boxes).toMatchObject([{ stages: [{ boxes: [{ text: 'completed in part', tone: 'warn' }] }, {}, {}, {}] }])
    expect(world.document.final_summary?.partial_speclets).toEqual([{ speclet: 'platform_foundation', step_id: '1.1' }])
    expect(world.faults).toEqual([])
  })

  test('one that a person leaves out as a whole is skipped, and no part of it completed', () => {
    const world = begin({ '1.1': 'fail' }).run()
    answer(world, 'skip')
    start(world).run()
    approveAll(world)
    expect(world.document.speclet_progress?.['platform_foundation']).toMatchObject({ status: 'skipped' })
    expect(stages(world)[0]).toEqual([1, { platform_foundation: 'skipped' }, true, 25])
    expect(world.document.stage_validations?.[0]).not.toHaveProperty('completed_in_part')
  })
})
