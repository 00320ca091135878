/** The progress file of a run in the core: valid after every append, made of the events alone, with what the seed names. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ProgressDocument, ProgressStep } from '../../src/reports/spec/progress/schema.ts'
import { saysNothingNew } from '../../src/reports/spec/progress/nothing-new.ts'
import { isOurs, progressText } from '../../src/reports/spec/progress/seal.ts'
import { jsonSchemaText } from '../../src/reports/spec/progress/schema.ts'
import { sha256 } from '../../src/system/digest.ts'
import { faultsOf, publishedSchema } from '../reports/spec/progress-schema.ts'
import { harbourPlan } from '../rig/harbour-spec.ts'
import { attempts, ProgressWorld } from './progress-world.ts'

test('the published schema is the one in the source (node scripts/schema.mjs)', () => {
  expect(readFileSync(publishedSchema, 'utf8')).toBe(jsonSchemaText())
})

const stepOf = ({ tasks }: ProgressDocument, name: string): ProgressStep | undefined =>
  tasks.flatMap(({ steps }) => steps).find((it) => it.step_id === name)

const momentsOf = (document: ProgressDocument, name: string): readonly string[] | undefined =>
  stepOf(document, name)?.entries.map((it) => `${it.status} ${it.method_used ?? ''} ${it.retry_count}`)

const statuses = (world: ProgressWorld): readonly string[] => [
  ...new Set(world.texts.map((it) => (JSON.parse(it) as ProgressDocument).status)),
]

describe('a run in which all goes well', () => {
  const world = new ProgressWorld().begin().run()

  test('is valid after every append, and made of the events alone', () => {
    expect(world.texts.length).toBeGreaterThan(7)
    expect(world.faults).toEqual([])
    expect(world.refolded()).toBe(world.texts.at(-1))
    expect(statuses(world)).toEqual(['in_progress', 'completed'])
  })

  test('ends with a summary, an analysis and a seal over all of it', () => {
    const { seal, ...rest } = world.document
    expect(rest).toMatchObject({
      descriptor: 'tides',
      run_complete: true,
      total_tasks: 4,
      total_steps: 7,
      tasks_completed: [1, 2, 3, 4],
      final_summary: { overall_success: true, steps_succeeded: 7 },
      post_execution_analysis: { constitutional_compliance_review: { overall_compliance_score: 100 } },
    })
    expect(seal?.digest).toBe(sha256(`${JSON.stringify(rest, null, 2)}\n`))
    const at = world.log.findIndex(({ body }) => body.type === 'run-moved' && body.to === 'closing')
    expect(seal?.journal_events).toBe(at + 1)
  })

  test('what comes between its seal and the end of the run does not change it', () => {
    expect(world.log.at(-1)?.body.type).toBe('run-finished')
    expect(world.document.seal?.journal_events).toBeLessThan(world.log.length)
    expect(world.texts.filter((it) => it.includes('"seal"'))).toHaveLength(1)
  })
})

test('nothing is sealed while somebody is asked, also as the run comes to rest', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail' })).begin().run()
  expect(world.log.some(({ body }) => body.type === 'run-moved' && body.to === 'closing')).toBe(true)
  expect([world.state.status, world.texts.filter((it) => it.includes('"seal"'))]).toEqual(['parked', []])
})

test('what was accepted and is not merged yet keeps the record open', () => {
  const world = new ProgressWorld().begin().run()
  expect(world.document.run_complete).toBe(true)
  const waits = progressText({ ...world.state, merging: [world.task('4').uid] }, sha256)
  expect(JSON.parse(waits ?? '')).toMatchObject({ run_complete: false, final_summary: null })
})

test('a change of the mode by a person has all that one by a trigger has', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail' }))
  world.begin().run()
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  expect(world.faults).toEqual([])
  const [turned, back] = world.document.mode_switches
  expect(back).toEqual({
    ...turned,
    timestamp: back?.timestamp,
    from: 'collaborative',
    to: 'dynamic',
    cause: 'a person chose it',
    escalation_reason: [],
    patterns: [],
    recommendation: null,
    user_response: true,
  })
})

test('a question about a task that is another one since, and done anew, is still told with its task and step', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail fail fail fail done' })).begin().run()
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.begin().run()
  for (const { id, answer } of world.state.reviews.values())
    if (answer === null) world.say({ verb: 'answer', review: id, answer: 'approve', text: '' })
  world.begin().run()
  expect([world.state.status, world.status('2')]).toEqual(['finished', 'done'])
  const former = world.task('2').uid
  const read = harbourPlan()
  const other = { title: 'Find other constituents', textHash: 'other' }
  world.start(
    { ...read, tasks: read.tasks.map((it) => (it.key === '2' ? { ...it, ...other } : it)) },
    { policy: world.state.policy, run: 'run-2' },
  )
  world.run()
  expect(world.state.tasks.has(former)).toBe(false)
  expect(world.document.human_interactions[0]).toMatchObject({ review: 'R1', task_id: '2', step_id: '2.2' })
  expect(world.refolded()).toBe(world.texts.at(-1))
})

test('a SPECLet that goes on behind the skip of its critical step is completed in part', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail' })).begin().run()
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'the gauge has moved' })
  world.begin().run()
  for (const { id, answer } of world.state.reviews.values())
    if (answer === null) world.say({ verb: 'answer', review: id, answer: 'approve', text: '' })
  world.begin().run()
  const { speclet_progress: speclets, final_summary: summary } = world.document
  expect([world.status('3'), speclets?.['model']?.status]).toEqual(['done', 'completed'])
  expect(summary).toMatchObject({
    overall_success: false,
    partial_completion: true,
    partial_speclets: [{ speclet: 'model', step_id: '2.2' }],
  })
  expect(world.faults).toEqual([])
})

describe('a run that fails in chosen places', () => {
  const world = new ProgressWorld(attempts({ '1.1': 'fail fail fail fail done', '1.2': 'fail', '2.2': 'fail' }))
  world.begin().run()
  const asked = world.document
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'nobody knows how' })
  world.begin().run()
  world.say({ verb: 'answer', review: 'R2', answer: 'block', text: '' })
  world.begin().run()

  test('each backup is told by itself, with its trigger, why, and its outcome', () => {
    const step = stepOf(world.document, '1.1')
    expect(step).toMatchObject({ status: 'completed', method_used: 'backup_2', retry_count: 2, critical_flag: true })
    expect(step?.backup_attempts).toMatchObject([
      { backup_id: 'backup_1', trigger_condition: 'primary_failure', attempts: 2, outcome: 'failure' },
      { backup_id: 'backup_2', trigger_condition: 'backup_1_failure', attempts: 1, outcome: 'success' },
    ])
    expect(step?.backup_attempts[0]).toMatchObject({
      description: 'ask the harbour office',
      justification: 'Implementation failed after 2 attempts: the agent ended with exit code 0',
    })
    expect(momentsOf(world.document, '1.1')).toEqual([
      'started primary 0',
      'retried primary 1',
      'retried backup_1 1',
      'retried backup_1 2',
      'retried backup_2 2',
      'completed backup_2 2',
    ])
    expect(step?.entries[1]?.message).toBe('the agent ended with exit code 0')
  })

  test('the last backup says why it was tried, and not how it ended', () => {
    const [last] = stepOf(world.document, '2.2')?.backup_attempts.slice(-1) ?? []
    expect(last?.justification).toBe('Implementation failed after 2 attempts: the agent ended with exit code 0')
  })

  test('a failed step that is not critical is a failure that goes on', () => {
    expect(stepOf(world.document, '1.2')).toMatchObject({
      status: 'failed',
      all_backups_exhausted: true,
      consecutive_failure_count: 1,
      error_propagation_decision: 'continue',
      prior_step_dependencies: ['1.1'],
    })
    expect(stepOf(world.document, '2.1')).toMatchObject({ status: 'completed', consecutive_failure_count: 0 })
  })

  test('a critical one turns to people, with what was measured and tried', () => {
    expect(asked).toMatchObject({ status: 'waiting_for_human', run_complete: false, current_mode: 'collaborative' })
    expect(asked.mode_switches).toMatchObject([
      {
        from: 'dynamic',
        to: 'collaborative',
        task_id: '2',
        step_id: '2.2',
        escalation_reason: ['critical_failure'],
        measurements: { failure_count: 1, critical_failure: '2.2' },
        attempted_methods: [{ step_id: '2.2', methods: [{ method: 'primary' }, { method: 'backup[1]' }] }],
        consecutive_failure_count: 1,
      },
    ])
    expect(asked.human_interactions).toMatchObject([{ review: 'R1', step_id: '2.2', response: null }])
    // It stands failed while a person is asked, though no event has ended it.
    expect(stepOf(asked, '2.2')).toMatchObject({
      status: 'failed',
      all_backups_exhausted: true,
      consecutive_failure_count: 1,
      backup_attempts: [{ backup_id: 'backup_1', outcome: 'failure', attempts: 2 }],
    })
    expect(asked.seal).toBeUndefined()
  })

  test('a task is its id as a text, and a number in lists of tasks and in checks', () => {
    const { document } = world
    const { steps, task_id, constitutional_checks: checks } = document.tasks[1] ?? {}
    expect([task_id, checks?.task_id, steps?.[0]?.task_id, steps?.[0]?.entries[0]?.task_id]).toEqual(['2', 2, '2', '2'])
    expect(document.mode_switches[0]?.task_id).toBe('2')
    expect(document.human_interactions[0]?.task_id).toBe('2')
    expect([document.tasks_failed, document.speclet_progress?.['model']?.tasks_failed]).toEqual([[2], [2]])
    const failed = (id: unknown): readonly string[] => faultsOf(JSON.stringify({ ...document, tasks_failed: [id] }))
    expect([2, 'data/1', '01'].flatMap(failed)).toEqual([])
    expect(failed('2')).not.toEqual([])
  })

  test('at the end it says what was answered, what is blocked, and by what', () => {
    const { document } = world
    expect(document).toMatchObject({
      status: 'partially_completed',
      run_complete: true,
      tasks_completed: [1],
      tasks_failed: [2],
      human_interactions: [
        { response: 'block', responded_by: 'h', response_text: 'nobody knows how' },
        { response: 'block', kind: 'escalation', step_id: '3.1' },
      ],
      speclet_progress: {
        gauge: { status: 'completed', blocked: false },
        model: { status: 'failed', tasks_failed: [2] },
        print: { status: 'blocked', blocked: true, blocked_reason: 'dependency_failed' },
      },
    })
    expect(document.final_summary?.critical_errors).toMatchObject([{ step_id: '2.2', resolved: false }])
    expect(stepOf(document, '3.1')).toMatchObject({ status: 'skipped', method_used: null })
    expect(document.blocked_steps.map((it) => it.step_id)).toEqual(['3.1', '4.1', '4.2'])
  })

  test('it was valid all the time, and is made of the events alone', () => {
    expect(world.faults).toEqual([])
    expect(world.refolded()).toBe(world.texts.at(-1))
    expect(statuses(world)).toEqual(['in_progress', 'waiting_for_human', 'resumed', 'partially_completed'])
  })
})

test('what is decided before a step behind a critical failure stands with it, and by itself, once', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail' })).begin().run()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.begin().run()
  expect(stepOf(world.document, '3.1')?.error_propagation_decision).toBe('escalate')
  expect(momentsOf(world.document, '3.1')).toEqual([])
  world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
  world.begin().run()
  // In the collaborative mode its draft is shown.
  world.say({ verb: 'answer', review: 'R3', answer: 'approve', text: '' })
  world.begin().run()
  expect(world.faults).toEqual([])
  expect(stepOf(world.document, '3.1')).toMatchObject({
    status: 'completed',
    error_propagation_decision: 'escalate',
    prior_step_dependencies: ['1.1', '1.2', '2.1', '2.2'],
  })
  const before = world.document.error_propagation_decisions.filter((it) => it.step_id === '3.1')
  expect(before).toMatchObject([
    { error_propagation_decision: 'escalate', critical_failures: [{ step_id: '2.2', accepted: false }] },
  ])
  expect(before[0]?.impact).toContain('1 of 4 steps')
})

test('a plan that forbids to read what came before is a violation of each task that is begun', () => {
  const begin = (on: ProgressWorld): ProgressWorld =>
    on.begin('[error_propagation]\nenabled = false\n', { mode: 'silent' })
  const world = begin(new ProgressWorld())
  world.run().say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
  begin(world).run()
  expect(world.faults).toEqual([])
  const { violations_critical, violations_detected } = world.document.constitutional_compliance
  expect(violations_critical).toBeGreaterThan(3)
  expect(violations_detected[0]).toMatchObject({ article: 'VIII', section: '8.1', task_id: 1, severity: 'critical' })
  expect(world.document.tasks[0]?.constitutional_checks).toMatchObject({ critical_balance: { ratio: 0.5 } })
})

test('what a person has opened again stands as not begun, with what came of it before among its entries', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail' })).begin().run()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.begin().run()
  const at = (): ProgressDocument['tasks'][number] | undefined => world.document.tasks[1]
  expect([at()?.summary.steps_failed, at()?.steps[1]?.status]).toEqual([1, 'failed'])
  world.say({ verb: 'unblock', task: '2', text: '' })
  expect(world.faults).toEqual([])
  expect([at()?.status, at()?.summary.steps_failed]).toEqual(['not_started', 0])
  expect(at()?.steps[1]).toMatchObject({ status: 'not_started', method_used: null, timestamp: null, retry_count: 0 })
  expect(at()?.steps[1]?.entries.map(({ status }) => status)).toEqual([
    'started',
    'retried',
    'retried',
    'retried',
    'failed',
  ])
})

describe('a later run of a spec that is complete', () => {
  const world = new ProgressWorld(attempts({ '1.1': 'fail done' })).begin().run()
  const sealed = world.document

  test('that has nothing to do keeps what was decided, and finds no fault that was none', () => {
    const events = world.log.length
    world.begin().run()
    expect(world.log.length).toBeGreaterThan(events)
    expect(world.faults).toEqual([])
    const { document } = world
    expect(document.error_propagation_decisions).toEqual(sealed.error_propagation_decisions)
    expect(document.constitutional_compliance.violations_detected).toEqual(
      sealed.constitutional_compliance.violations_detected,
    )
    expect(document.tasks).toEqual(sealed.tasks)
    expect(saysNothingNew(sealed, { ...document, run_id: 'later' })).toBe(true)
    expect(world.refolded()).toBe(world.texts.at(-1))
  })

  test('goes on with the times of the first, and with what people have said', () => {
    const asking = new ProgressWorld(attempts({ '2.2': 'fail' })).begin().run()
    for (const review of ['R1', 'R2']) {
      asking.say({ verb: 'answer', review, answer: 'block', text: 'nobody knows how' })
      asking.begin().run()
    }
    const first = asking.document
    expect([first.run_complete, first.human_interactions.length]).toEqual([true, 2])
    asking.begin().run()
    expect(asking.faults).toEqual([])
    expect(asking.document.human_interactions.slice(0, 2)).toEqual(first.human_interactions)
    expect(asking.document.start_time).toBe(first.start_time)
    expect(asking.document.resumed.slice(0, -1)).toEqual(first.resumed)
  })

  test('has something to say where a step differs, or the goal was found otherwise', () => {
    const goal = (status: string): ProgressDocument => ({
      ...sealed,
      completion_verification: { goal_achievement_status: status, gaps: [], timestamp: status } as never,
    })
    const waiting = (gaps: readonly string[], unjudged: readonly string[] = []): ProgressDocument => ({
      ...goal('PARTIAL'),
      ...{ run_id: 'later', run_complete: false },
      completion_verification: {
        gaps: [...gaps, ...unjudged.map((it) => `Not verified: ${it}: nobody can tell`)],
        unjudged: unjudged.map((criterion) => ({ criterion, reason: 'nobody can tell' })),
      } as never,
    })
    expect(saysNothingNew(goal('ACHIEVED'), waiting([], ['it reads well']))).toBe(true)
    expect(saysNothingNew(goal('ACHIEVED'), waiting(['book.txt is not there'], ['it reads well']))).toBe(false)
    const seen = waiting([])
    const evidence = [{ criterion: 'book.txt exists' }]
    const found = { ...seen, completion_verification: { ...seen.completion_verification, evidence } as never }
    expect(saysNothingNew(goal('PARTIAL'), found)).toBe(false)
    const later = { ...sealed, run_id: 'later' }
    expect(saysNothingNew(sealed, { ...later, tasks: sealed.tasks.slice(1) })).toBe(false)
    expect(saysNothingNew(goal('PARTIAL'), { ...goal('ACHIEVED'), run_id: 'later' })).toBe(false)
    expect(saysNothingNew(goal('PARTIAL'), { ...goal('PARTIAL'), run_id: 'later' })).toBe(true)
    expect(saysNothingNew(goal('PARTIAL'), { ...later, run_complete: false })).toBe(true)
  })

  test('is no other record while it is the same run, or was never sealed', () => {
    const open = { ...sealed, seal: undefined }
    expect(saysNothingNew(sealed, sealed)).toBe(false)
    expect(saysNothingNew(open, { ...sealed, run_id: 'later' })).toBe(false)
  })
})

test('an executor that dies adds no retry: but for times the file ends the same', () => {
  const script = attempts({ '1.1': 'fail done', '1.2': 'fail fail done' })
  const whole = new ProgressWorld(script).begin('', { workspace: 'worktree' }).run()
  const world = new ProgressWorld(script).begin('', { workspace: 'worktree' })
  for (let turn = 0; turn < 5; turn += 1) world.step()
  world.die()
  world.begin('', { workspace: 'worktree' })
  expect(world.document.status).toBe('resumed')
  world.run()
  expect(world.faults).toEqual([])
  expect(world.document.resumed).toHaveLength(1)
  expect(withoutTimes(world.document)).toEqual(withoutTimes(whole.document))
})

function withoutTimes(document: ProgressDocument): unknown {
  const text = JSON.stringify({ ...document, resumed: [], seal: null }, (key, value: unknown) =>
    /time$|timestamp$|_at$|seconds$/.test(key) ? null : value,
  )
  return JSON.parse(text) as unknown
}

test('ours is known from others by its generator and schema, also where it is cut off', () => {
  const text = new ProgressWorld().begin().run().texts.at(-1) ?? ''
  expect([text, text.slice(0, 400), text.replace('"tides"', '"other"')].map(isOurs)).toEqual([true, true, true])
  expect(['', '{', '[]', 'null', '{"generator":"millwright"}', '{"run_id":"x","tasks":[]}'].map(isOurs)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})

test('a member that is not ours is a fault of the schema', () => {
  const text = new ProgressWorld().begin().run().texts.at(-1) ?? ''
  expect(faultsOf(text)).toEqual([])
  expect(faultsOf(JSON.stringify({ ...(JSON.parse(text) as object), more: 1 }))).not.toEqual([])
})
