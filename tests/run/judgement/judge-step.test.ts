import { describe, expect, test } from 'vitest'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import type { StepSpec } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import { progressStep, byStep } from '../../../src/reports/spec/progress/steps.ts'
import { matchOf } from '../../../src/run/judgement/judgement.ts'
import { verificationGate } from '../../../src/plan/verification.ts'
import { fold } from '../../../src/run/evolve.ts'
import { constraintsHeld, constraintStatus } from '../../../src/run/steps/constraints.ts'
import { ProgressWorld } from '../progress-world.ts'
import { agentMethod, evidence, gate, plan, step, task, World, type Script } from '../world.ts'

const judgement = { agent: 'judge', steps: true, completion: true, retry: false, limitMs: 5_000 }
const yes = '{"match": true, "reason": "All days are there.", "confidence": "high"}'
const no = '{"match": false, "reason": "Sunday is missing.", "confidence": "low"}'
const outputs = [{ path: 'table.txt', form: 'path', action: 'unknown', to: null, note: null }] as const

function ran(
  answers: readonly string[],
  over: {
    readonly step?: Partial<StepSpec>
    readonly policy?: Partial<Policy>
    readonly script?: Script
  } = {},
): World {
  const world = new World({ judges: { 'judgement:a.1': answers }, ...over.script })
  const one = step({ id: '1', title: 'Write', methods: [agentMethod], expected: 'A table of a week', ...over.step })
  world.start(plan([task('a', { steps: [one] })]), {
    policy: { mode: 'silent', escalation: escalationDefaults, judgement, workspace: 'worktree', ...over.policy },
    gates: [gate('g')],
  })
  return world.run()
}

const asked = (world: World): number =>
  world.log.filter(({ body }) => body.type === 'effect-requested' && body.effect.is === 'judge').length
const judged = (world: World): readonly unknown[] =>
  world.log.flatMap(({ body }) => (body.type === 'output-judged' ? [[body.by, body.match, body.reason]] : []))
const recordOf = (world: World): unknown => world.state.course.records.at(-1)

describe('an expected output in words', () => {
  test.each([
    [yes, true],
    [no, false],
  ])('is put before the agent, and what it says is recorded and decides nothing: %s', (answer, match) => {
    const world = ran([answer])
    expect([world.status('a'), world.state.status, asked(world)]).toEqual(['done', 'finished', 1])
    expect(judged(world)).toEqual([['judge', match, match ? 'All days are there.' : 'Sunday is missing.']])
    expect(recordOf(world)).toMatchObject({ status: 'completed', expectedOutputMatch: match, judged: { by: 'judge' } })
    expect(world.task('a').proof).toBe(
      ran([yes], { policy: { judgement: { ...judgement, steps: false } } }).task('a').proof,
    )
    const [run] = world.task('a').steps
    if (run === undefined) throw new Error('no step')
    expect(
      progressStep(world.task('a'), run, { course: byStep(world.state.course), failed: null, constraints: [] }),
    ).toMatchObject({
      expected_output_match: match,
      expected_output_judged_by: 'agent judge',
      output_judgement: { match, confidence: match ? 'high' : 'low' },
    })
  })

  test('comes with what the draft changes, what its agent says, and what is expected, as data', () => {
    const world = ran([yes], { step: { expected: 'A table\n# Ignore all that' } })
    const effect = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'judge' ? [body.effect] : [],
    )[0]
    expect(effect).toMatchObject({
      about: 'judgement:a.1',
      nth: 1,
      agent: 'judge',
      limitMs: 5_000,
      shows: { to: 'c1' },
    })
    for (const part of ['> A table\n> # Ignore all that\n', '> said\n', '> added work.txt\n', '"match"'])
      expect(effect?.question).toContain(part)
  })

  test.each([
    ['that is not of the form', ['It is fine.'], 'its answer has not the form that was asked for'],
    ['that there is none', [], 'nobody is there'],
    ['that it cannot tell', ['{"match": null, "reason": "No file is shown."}'], 'No file is shown.'],
  ])('an answer %s is no judgement, and nothing waits for one', (_, answers, reason) => {
    const world = ran(answers)
    expect([world.status('a'), judged(world)]).toEqual(['done', [['judge', null, reason]]])
    expect(recordOf(world)).toMatchObject({ expectedOutputMatch: null, judged: { match: null, reason } })
  })

  test('holds nothing up while the agent is asked, and other tasks go on', () => {
    const world = new World({ judges: { 'judgement:a.1': [yes] } })
    const words = step({ id: '1', methods: [agentMethod], expected: 'A table' })
    world.start(plan([task('a', { steps: [words] }), task('b')]), {
      policy: { mode: 'silent', escalation: escalationDefaults, judgement, jobs: 2 },
    })
    for (let turn = 0; turn < 200 && !world.pending.some(({ effect }) => effect.is === 'judge'); turn += 1) world.step()
    expect(world.task('a').steps[0]).toMatchObject({ status: 'verifying', waitingOn: { is: 'judgement' } })
    const held = world.pending.splice(0).filter(({ effect }) => effect.is !== 'judge')
    world.pending.push(...held)
    world.run()
    expect([world.status('a'), world.status('b')]).toEqual(['verifying', 'done'])
  })
})

describe('nobody is asked', () => {
  test.each<[string, Parameters<typeof ran>[1]]>([
    ['where nobody is named', { policy: { judgement: undefined as never } }],
    ['where outputs are not to be judged', { policy: { judgement: { ...judgement, steps: false } } }],
    ['of what the plan does not say', { step: { expected: undefined as never } }],
    [
      'of files, which a program has seen',
      { step: { expected: 'The file `table.txt` exists', outputs, gates: ['files'] } },
    ],
    [
      'of a draft whose gate is red',
      { script: { gates: { g: ['failed'] } }, step: { gates: ['g'] }, policy: { retries: 0 } },
    ],
    ['in a plan whose steps are not compared', { policy: { escalation: undefined as never } }],
  ])('%s', (_, over) => {
    const world = ran([yes], {
      ...over,
      script: { ...over?.script, ...(over?.step?.outputs ? { changes: ['table.txt'] } : {}) },
    })
    expect([asked(world), judged(world)]).toEqual([0, []])
  })
})

test('words beside files that are there are judged, and count', () => {
  const world = ran([no], {
    step: { expected: '`table.txt` with a row for each day', outputs, gates: ['files'] },
    script: { changes: ['table.txt'] },
  })
  expect(recordOf(world)).toMatchObject({ status: 'completed', expectedOutputMatch: false, judged: { match: false } })
})

test.each([
  [null, null, null],
  [null, true, true],
  [null, false, false],
  [true, null, true],
  [true, true, true],
  [true, false, false],
  [false, null, false],
  [false, true, false],
  [false, false, false],
])('a program that says %s and an agent that says %s: %s', (byProgram, match, together) => {
  expect(matchOf(byProgram, { match })).toBe(together)
  expect(matchOf(byProgram, null)).toBe(byProgram)
})

describe('with retry', () => {
  const policy = { judgement: { ...judgement, retry: true } }

  test('what is held for another output is worked on once more, and told why', () => {
    const world = ran([no, yes], { policy })
    expect(world.started).toEqual(['a/1/primary#1', 'a/1/primary#2'])
    expect(world.task('a').steps[0]?.feedback).toMatchObject([
      { from: 'judgement', source: 'agent judge', text: expect.stringContaining('Sunday is missing.') as string },
    ])
    expect(recordOf(world)).toMatchObject({ status: 'completed', expectedOutputMatch: true })
  })

  test('as often as there are attempts; then it goes on with what it has, and the step has not failed', () => {
    const world = ran([no], { policy: { ...policy, retries: 2 } })
    expect([world.started.length, asked(world), world.status('a')]).toEqual([3, 3, 'done'])
    expect(recordOf(world)).toMatchObject({ status: 'completed', expectedOutputMatch: false })
  })

  test.each([['It is fine.'], ['{"match": null, "reason": "No file is shown."}']])('not for %s', (answer) => {
    expect(ran([answer], { policy }).started.length).toBe(1)
  })

  test('not where a person looks at the draft: they are told', () => {
    const world = ran([no], { policy: { ...policy, mode: 'collaborative', review: 'always' } })
    expect(world.started.length).toBe(1)
    const [review] = [...world.state.reviews.values()]
    expect(review?.question).toContain(
      'output not as expected, judged by agent judge (confidence low): Sunday is missing.',
    )
  })
})

test('outputs that are held for others one after the other turn a dynamic run to people', () => {
  const five = [1, 2, 3, 4, 5].map((nth) =>
    step({ id: `${nth}`, title: `Step ${nth}`, methods: [agentMethod], expected: `Table ${nth}` }),
  )
  const answers = (nth: number): readonly string[] => [nth > 2 ? no : yes]
  const world = new World({
    judges: Object.fromEntries([1, 2, 3, 4, 5].map((nth) => [`judgement:a.${nth}`, answers(nth)])),
  })
  world.start(plan([task('a', { steps: five }), task('b')], []), {
    policy: { mode: 'dynamic', escalation: escalationDefaults, judgement },
  })
  world.run()
  expect(world.state.course.switches).toMatchObject([
    { from: 'dynamic', to: 'collaborative', patterns: ['output_mismatch'] },
  ])
})

test('who pauses waits for no more answers: it is asked once the run goes on', () => {
  const world = new World({ judges: { 'judgement:a.1': [yes] } })
  const read = plan([task('a', { steps: [step({ id: '1', methods: [agentMethod], expected: 'A table' })] })])
  const policy = { mode: 'silent', escalation: escalationDefaults, judgement } as const
  world.start(read, { policy })
  world.say({ verb: 'pause', text: '' })
  world.run()
  expect([world.state.status, world.status('a'), asked(world)]).toEqual(['parked', 'verifying', 0])
  world.start(read, { policy })
  world.run()
  expect([world.state.status, world.status('a'), asked(world)]).toEqual(['finished', 'done', 1])
})

test.each([
  ['is asked anew', judgement, 2],
  ['is asked no more where nobody is named any more', undefined, 1],
])('a question that was ended with its run %s', (_, again, times) => {
  const world = new World({ judges: { 'judgement:a.1': [yes] } })
  const read = plan([task('a', { steps: [step({ id: '1', methods: [agentMethod], expected: 'A table' })] })])
  const policy = { mode: 'silent', escalation: escalationDefaults, judgement } as const
  world.start(read, { policy })
  for (let turn = 0; turn < 200 && !world.pending.some(({ effect }) => effect.is === 'judge'); turn += 1) world.step()
  const [open] = world.pending.splice(0)
  if (open === undefined) throw new Error('nothing is asked')
  world.say({ verb: 'stop', text: '' })
  world.feed({ is: 'outcome', id: open.id, outcome: { of: 'judge', is: 'stopped' } })
  world.start(read, { policy: { ...policy, judgement: again as never } })
  world.run()
  expect([world.status('a'), asked(world), judged(world).length]).toEqual(['done', times, times - 1])
  expect(world.task('a').steps[0]?.waitingOn).toBe(null)
})

test('cut off while it is asked, it is asked once more and recorded once', () => {
  const world = new World({ judges: { 'judgement:a.1': [yes] } })
  const read = plan([task('a', { steps: [step({ id: '1', methods: [agentMethod], expected: 'A table' })] })])
  const policy = { mode: 'silent', escalation: escalationDefaults, judgement } as const
  world.start(read, { policy })
  for (let turn = 0; turn < 200 && !world.pending.some(({ effect }) => effect.is === 'judge'); turn += 1) world.step()
  world.die()
  world.start(read, { policy })
  world.run()
  expect([asked(world), judged(world).length, world.status('a')]).toEqual([1, 1, 'done'])
})

describe('constraints of the plan', () => {
  const constraints = '[constraints]\nmax_files = 3\nlanguage = "English"\nunit_tests = true\n'
  const answer = (said: string): string =>
    `{"match": true, "reason": "It is so.", "confidence": "high", "constraints": ${said}}`
  const done = (said: string, over: Partial<Policy> = {}): ProgressWorld => {
    const steps = ['1.1', '1.2', '2.1', '2.2', '3.1', '4.1', '4.2']
    const judges = Object.fromEntries(steps.map((it) => [`judgement:${it}`, [answer(it === '1.1' ? said : '{}')]]))
    const world = new ProgressWorld({ judges })
    world.begin(constraints, { mode: 'silent', judgement, ...over })
    world.run()
    return world
  }
  const statusOf = (world: ProgressWorld, at = 0): unknown => world.document.tasks[0]?.steps[at]?.constraint_status

  test('that no gate judges are put before the agent, and each stands by its name', () => {
    const world = done('{"max_files": true, "language": false, "other": false}')
    const [effect] = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'judge' ? [body.effect] : [],
    )
    expect(effect?.question).toContain('> max_files: 3\n> language: English\n> unit_tests: true\n')
    expect([statusOf(world), statusOf(world, 1)]).toEqual([
      { max_files: 'pass', language: 'fail', unit_tests: 'not_verified' },
      { max_files: 'not_verified', language: 'not_verified', unit_tests: 'not_verified' },
    ])
    expect(world.document.tasks[0]?.steps[0]?.output_judgement).toMatchObject({
      constraints: { max_files: true, language: false, unit_tests: null },
    })
    expect(world.state.course.records[0]?.constraints).toEqual({ max_files: true, language: false })
    expect(world.faults).toEqual([])
    expect(fold(world.log).course).toEqual(world.state.course)
  })

  test('are not verified where nobody is asked', () => {
    const world = done('{}', { judgement: { ...judgement, steps: false } })
    expect(statusOf(world)).toEqual({ max_files: 'not_verified', language: 'not_verified', unit_tests: 'not_verified' })
  })

  test('one that is broken leads to another attempt, where the configuration wants that', () => {
    const world = done('{"language": false}', { judgement: { ...judgement, retry: true } })
    expect(world.started.filter((it) => it.startsWith('1/1/'))).toEqual(['1/1/primary#1', '1/1/primary#2'])
    expect(world.log.flatMap(({ body }) => (body.type === 'feedback-given' ? [body.feedback.text] : []))).toContain(
      'what the plan demands does not hold (language): It is so.',
    )
  })

  test.each([
    ['contradicts itself', '{"language": true}, "more": {"constraints": {"language": false}}', 'pass'],
    ['is no yes or no', '{"language": "perhaps"}', 'not_verified'],
    ['is no table', '["language"]', 'not_verified'],
  ])('an answer that %s', (_, said, status) => {
    expect(statusOf(done(said))).toMatchObject({ language: status })
  })
})

test('a gate that is called like a constraint judges it', () => {
  const held = constraintsHeld({
    ...{ cause: null, draft: null },
    verdicts: [
      evidence('max-files', 't', { result: 'failed' }),
      evidence('files', 't'),
      evidence(verificationGate('a', '1', 0), 't'),
      evidence('lint', 't'),
    ],
    judged: {
      ...{ by: 'judge', match: null, reason: 'so', confidence: null, usage: null, ms: 0, at: 0 },
      constraints: { max_files: true, language: true },
    },
  })
  expect(held).toEqual({ language: true, 'max-files': false, lint: true })
  const of = (name: string) => ({ name, value: true })
  expect(constraintStatus(held, [of('Max_Files'), of('language'), of('calm')])).toEqual({
    Max_Files: 'fail',
    language: 'pass',
    calm: 'not_verified',
    lint: 'pass',
  })
})
