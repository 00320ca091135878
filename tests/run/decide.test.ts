import { describe, expect, test } from 'vitest'
import type { Policy } from '../../src/plan/policy.ts'
import type { Requested } from '../../src/run/turn.ts'
import { marksOf, standing, viewRun } from '../../src/run/views.ts'
import { triedBy } from '../../src/run/steps/course.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const files = {
  files: [{ path: 'a', action: 'create', form: 'path', to: null, note: null } as const],
  declaresFiles: true,
}
const checked = (key: string, over = {}) =>
  task(key, { ...files, steps: [step({ gates: ['files', 'unit'], ...over })] })
const gates = [gate('unit')]

function run(
  script: Script,
  policy: Partial<Policy> = {},
  tasks = [checked('A')],
  edges = [] as ReturnType<typeof edge>[],
): World {
  const world = new World(script)
  world.start(plan(tasks, edges), { gates, policy: { workspace: 'worktree', ...policy } })
  return world.run()
}

const again = (world: World, policy: Partial<Policy> = {}, tasks = [checked('A')]): World => {
  world.start(plan(tasks), { gates, policy: { workspace: 'worktree', ...policy } })
  return world.run()
}

describe('gates', () => {
  test('a red gate gives the next attempt its evidence and the draft; green in round 2 is done, verified', () => {
    const world = run({ gates: { 'unit draft': ['failed', 'passed'] } })
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('verified')
    const attempts = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect] : [],
    )
    expect(attempts.map((it) => [it.name.attempt, it.name.round, it.from])).toEqual([
      [1, 1, 'base'],
      [2, 2, 'draft'],
    ])
    expect(attempts[1]?.feedback.map((it) => [it.from, it.source])).toEqual([['gate', 'unit']])
    expect(attempts[1]?.base).toBe(
      world.log.flatMap(({ body }) =>
        body.type === 'effect-settled' && body.outcome.of === 'snapshot' && body.outcome.is === 'taken'
          ? [body.outcome.commit]
          : [],
      )[0],
    )
  })

  test('three retries are four attempts, then blocked with the reason', () => {
    const world = run({ gates: { 'unit draft': ['failed'] } })
    expect(world.started).toHaveLength(4)
    expect(world.status('A')).toBe('blocked')
    expect(standing(world.state, world.task('A')).reason).toMatch(/^Implementation failed after 4 attempts/)
  })

  test('only the red gate runs again until it is green, then the others once on the final tree', () => {
    const world = new World({ gates: { 'one draft': ['failed', 'failed', 'passed'], 'two draft': ['passed'] } })
    world.start(plan([task('A', { ...files, steps: [step({ gates: ['one', 'two'] })] })]), {
      gates: [gate('one'), gate('two')],
      policy: { workspace: 'worktree' },
    })
    world.run()
    const ran = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'draft'
        ? [body.effect.gate]
        : [],
    )
    expect(ran).toEqual(['one', 'two', 'one', 'one', 'two'])
    expect(world.status('A')).toBe('done')
  })

  test('test first: a step that expects red is satisfied by a failing gate and by nothing else', () => {
    const red = step({ id: 'red', gates: ['unit'], expect: 'red' })
    const green = step({ id: 'green', gates: ['unit'] })
    const good = run({ gates: { 'unit draft': ['failed', 'passed'] } }, {}, [
      task('A', { ...files, steps: [red, green] }),
    ])
    expect(good.status('A')).toBe('done')
    const bad = run({ gates: { 'unit draft': ['passed'] } }, { retries: 0 }, [
      task('A', { ...files, steps: [red, green] }),
    ])
    expect(bad.status('A')).toBe('blocked')
  })

  test('a gate that cannot run is nobody’s fault: blocked at once, with what to do', () => {
    const world = run({ gates: { 'unit draft': ['could-not-run'] } })
    expect(world.started).toHaveLength(1)
    expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'gate-cannot-run', gate: 'unit' })
  })

  describe('a gate that ran on the base and ends as one that cannot', () => {
    const ignoreSame = { baseline: 'ignore-same' } as const
    const says = { 'unit draft': '> x@1.0.0 test\n\nsh: 1: vitezt: not found' }
    const unable = (
      results: NonNullable<Script['gates']>,
      policy: Partial<Policy> = {},
      tasks = [checked('A')],
    ): World => run({ gates: results, unable: 127, says }, policy, tasks)

    test('has failed on the draft: its evidence goes to the agent, who tries again', () => {
      const world = unable({ 'unit draft': ['could-not-run', 'passed'] })
      expect(world.started).toHaveLength(2)
      expect(world.task('A').steps[0]?.feedback).toMatchObject([{ from: 'gate', source: 'unit' }])
      expect(world.status('A')).toBe('done')
    })

    test('uses up the attempts', () => {
      const world = unable({ 'unit draft': ['could-not-run'] }, { retries: 1 })
      const last = 'sh: 1: vitezt: not found'
      expect(world.task('A').steps[0]?.cause).toEqual({ is: 'retries-exhausted', attempts: 2, last })
    })

    test('also where it was red there', () => {
      const red = { 'unit baseline': ['failed'], 'unit draft': ['could-not-run', 'passed'] } as const
      expect(unable(red, ignoreSame).started).toHaveLength(2)
    })

    test('also on the merged tree', () => {
      const world = new World({ gates: { 'unit merged': ['could-not-run', 'passed'] }, unable: 126 })
      const two = plan([task('A', { steps: [step({ gates: [] })] }), task('B', { steps: [step({ gates: ['unit'] })] })])
      world.start(two, { policy: { workspace: 'worktree', jobs: 2 }, gates })
      world.run()
      expect(world.started.filter((it) => it.startsWith('B'))).toHaveLength(2)
      expect(world.status('B')).toBe('done')
    })

    test('but not where it could not run there either', () => {
      const world = unable({ 'unit baseline': ['could-not-run'], 'unit draft': ['could-not-run'] }, ignoreSame)
      expect(world.started).toHaveLength(1)
      expect(standing(world.state, world.task('A')).reason).toBe('Gate unit could not run: sh: 1: vitezt: not found')
    })

    test('until what was done since has made it run', () => {
      const world = unable(
        { 'unit baseline': ['could-not-run'], 'unit draft': ['passed', 'could-not-run', 'passed'] },
        ignoreSame,
        [checked('A'), checked('B')],
      )
      expect(world.started).toHaveLength(3)
      expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    })
  })

  test('the gates run again on a merged tree that has not passed; red there goes back to the agent', () => {
    const world = run({ gates: { 'unit draft': ['passed'], 'unit merged': ['failed', 'passed'] } }, { jobs: 2 }, [
      checked('A'),
      task('B', { steps: [step({ gates: ['unit'] })] }),
    ])
    const merged = world.log.filter(
      ({ body }) =>
        body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'merged',
    )
    expect(merged.length).toBeGreaterThan(0)
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    for (const key of ['A', 'B'])
      expect(world.task(key).evidence.find((it) => it.gate === 'unit')?.result).toBe('passed')
  })

  test('a gate that is red on the last tip is a finding that names what was merged, and reverts nothing', () => {
    const world = new World({ gates: { 'unit draft': ['passed'], 'late final': ['failed'], 'late draft': ['passed'] } })
    world.start(
      plan(
        [
          task('A', { ...files, steps: [step({ gates: ['late'] })] }),
          task('B', { steps: [step({ gates: ['unit'] })] }),
        ],
        [edge('A', 'B')],
      ),
      { gates: [gate('unit'), gate('late')], policy: { workspace: 'worktree' } },
    )
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    expect(world.state.findings.map((it) => it.kind)).toEqual(['tip-red'])
    expect(world.state.findings[0]?.text).toContain('since it was green: B')
  })
})

describe('evidence', () => {
  const red = { gates: { 'unit draft': ['failed'] as const } }
  const redefined = { ...gate('unit'), argv: ['unit', '--strict'] }

  test('a gate that is defined anew has judged nothing: what was green before is run again', () => {
    const reviewed = [checked('A', { review: 'always' })]
    const world = run({ gates: { 'unit draft': ['passed'], 'unit merged': ['failed'] } }, { retries: 0 }, reviewed)
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(plan(reviewed), { gates: [redefined], policy: { workspace: 'worktree', retries: 0 } })
    world.run()
    expect(world.status('A')).toBe('blocked')
    const ran = world.log.filter(
      ({ body }) =>
        body.type === 'effect-settled' && body.outcome.of === 'run-gate' && body.outcome.evidence.result === 'failed',
    )
    expect(ran).toHaveLength(1)
  })

  test('red is measured again when somebody tries again; green on the same tree then is told as flaky', () => {
    const world = run({ gates: { 'unit draft': ['failed', 'passed'] }, sameTree: true })
    expect(world.status('A')).toBe('done')
    expect(world.state.findings.map((it) => it.kind)).toEqual(['flaky'])
    const blocked = run({ ...red, sameTree: true })
    expect(
      blocked.log.filter(
        ({ body }) =>
          body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'draft',
      ),
    ).toHaveLength(4)
  })

  test('all that are red are told to the next attempt, and nothing of what is green since', () => {
    const world = new World({
      gates: { 'unit draft': ['failed', 'passed'], 'lint draft': ['failed', 'failed', 'passed'] },
    })
    const two = [gate('unit'), gate('lint')]
    world.start(plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })]), {
      gates: two,
      policy: { workspace: 'worktree' },
    })
    world.run()
    const told = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'start-attempt'
        ? [body.effect.feedback.map((it) => it.source)]
        : [],
    )
    expect(told).toEqual([[], ['unit', 'lint'], ['lint']])
  })

  test('an override covers the failure it was given for, not that of a later draft', () => {
    const world = run(
      { gates: { 'unit draft': ['failed', 'passed'], 'unit merged': ['failed'] }, conflicts: ['A'] },
      { exhausted: 'ask', retries: 0 },
    )
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: '' })
    again(world, { exhausted: 'ask', retries: 0 })
    expect(world.status('A')).toBe('blocked')
    expect(world.task('A').overridden).not.toBeNull()
    world.say({ verb: 'unblock', task: 'A', text: '' })
    expect(world.task('A').overridden).toBeNull()
  })

  test('what a person says when they unblock a task is told to its next attempt', () => {
    const world = run({ gates: { 'unit draft': ['failed', 'passed'] } }, { retries: 0 })
    world.say({ verb: 'unblock', task: 'A', text: 'use the new API' })
    again(world, { retries: 0 })
    const told = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect.feedback] : [],
    )
    expect(told.at(-1)?.at(-1)).toMatchObject({ from: 'person', text: 'use the new API' })
    expect(world.status('A')).toBe('done')
  })

  test('an agent that rewrites what a gate runs is looked at by a human, unless the task declares that file', () => {
    const rewriting = { ...gate('unit'), argv: ['sh', 'a'] }
    const start = (files: object): World => {
      const world = new World({ changes: ['a'], redefines: ['a'] })
      world.start(plan([task('A', { ...files, steps: [step({ gates: ['unit'] })] })]), {
        gates: [rewriting],
        policy: { workspace: 'worktree' },
      })
      return world.run()
    }
    expect(start({}).status('A')).toBe('reviewing')
    expect(start(files).status('A')).toBe('done')
  })
})

describe('the baseline', () => {
  test('red before the first task is a question; the tasks that need the gate wait, the others run', () => {
    const world = run({ gates: { 'unit baseline': ['failed'] } }, {}, [checked('A'), task('B')])
    expect(world.statuses()).toMatchObject({ A: 'pending', B: 'done' })
    expect(viewRun(world.state).reviews.map((it) => [it.id, it.kind])).toEqual([['R1', 'baseline']])
    expect(world.state.parkedFor).toBe('waiting')
  })

  test('let pass: the same failure is not charged and proves nothing, another one is charged', () => {
    const world = run({
      gates: {
        'unit baseline': ['failed'],
        'unit draft': ['failed'],
        'unit merged': ['failed'],
        'unit final': ['failed'],
      },
    })
    world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
    again(world)
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('files-only')
    const other = run({ gates: { 'unit baseline': ['failed'], 'unit draft': ['timed-out'] } })
    other.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
    again(other)
    expect(other.status('A')).toBe('blocked')
  })

  test('one of two gates let pass: the other one alone does not verify', () => {
    const world = new World({
      gates: { 'unit baseline': ['failed'], 'unit draft': ['failed'], 'unit merged': ['failed'] },
    })
    world.start(plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })]), {
      gates: [gate('unit'), gate('lint')],
      policy: { workspace: 'worktree', baseline: 'ignore-same' },
    })
    world.run()
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('unverified')
  })

  test('asked again, the gate is run again', () => {
    const world = run({ gates: { 'unit baseline': ['failed', 'passed'] } })
    world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
    again(world)
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('verified')
  })

  test('policy block ends it, and what needs the gate is blocked by it', () => {
    const world = run({ gates: { 'unit baseline': ['failed'] } }, { baseline: 'block' })
    expect(world.state.status).toBe('finished')
    expect(standing(world.state, world.task('A'))).toMatchObject({
      state: 'blocked',
      reason: 'Gate unit is red before the first task',
    })
  })

  test('a new run asks about its base anew, however the check of the last one ended', () => {
    const world = run({ gates: { 'unit baseline': ['failed'] } }, { baseline: 'block' })
    const attempts = world.started.length
    world.start(plan([checked('A')]), { gates: [gate('unit')], run: 'run-2' })
    world.run()
    expect(world.started.length).toBe(attempts)
    expect(viewRun(world.state).reviews.map((it) => [it.kind, world.state.tasks.get(it.task)?.spec.key])).toEqual([
      ['baseline', 'baseline:run-2:unit'],
    ])
    expect(Object.keys(world.statuses())).not.toContain('baseline:run-1:unit')
  })
})

describe('modes that ask', () => {
  test('collaborative asks about the work of each task, and not about the checks of the engine', () => {
    const world = run({}, { review: 'always' })
    expect(viewRun(world.state).reviews.map((it) => [it.kind, world.state.tasks.get(it.task)?.spec.key])).toEqual([
      ['draft', 'A'],
    ])
  })
})

describe('reviews', () => {
  const reviewed = [checked('A', { review: 'always' })]

  test('approve goes on, revise carries the feedback into the next round, reject fails', () => {
    const world = run({}, {}, reviewed)
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'shorter names' })
    again(world, {}, reviewed)
    const last = world.log
      .flatMap(({ body }) =>
        body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect] : [],
      )
      .at(-1)
    expect(last?.feedback.map((it) => it.text)).toEqual(['shorter names'])
    world.say({ verb: 'answer', review: 'R2', answer: 'approve', text: '' })
    again(world, {}, reviewed)
    expect(world.status('A')).toBe('done')
    const rejected = run({}, {}, reviewed)
    rejected.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'no' })
    expect(rejected.status('A')).toBe('failed')
  })

  test('an answer is taken once, only if it is one of the options, and never from an agent', () => {
    const world = run({}, {}, reviewed)
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: '' })
    expect(world.log.at(-1)?.body).toMatchObject({
      type: 'command-refused',
      because: 'review R1 takes approve, revise, reject, pause',
    })
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' }, 'agent')
    expect(world.log.at(-1)?.body).toMatchObject({ type: 'command-refused', because: 'only a human may answer' })
    expect(world.status('A')).toBe('reviewing')
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    expect(world.log.at(-1)?.body).toMatchObject({ type: 'command-refused' })
  })

  test('after three revisions a person decides with what is there: a fourth is not offered, and its words are not taken', () => {
    const world = run({}, {}, reviewed)
    for (const review of ['R1', 'R2', 'R3']) {
      world.say({ verb: 'answer', review, answer: 'revise', text: 'again' })
      again(world, {}, reviewed)
    }
    const attempts = world.started.length
    expect(world.state.reviews.get('R4')).toMatchObject({ kind: 'exhausted', options: ['approve', 'reject', 'pause'] })
    world.say({ verb: 'answer', review: 'R4', answer: 'revise', text: 'again' })
    expect(world.log.at(-1)?.body.type).toBe('command-refused')
    again(world, {}, reviewed)
    expect(world.started).toHaveLength(attempts)
  })

  test('used-up retries ask where the policy says so; an override is recorded as the proof', () => {
    const red = { 'unit draft': ['failed'], 'unit merged': ['failed'] } as const
    const world = run({ gates: red }, { exhausted: 'ask', retries: 1 })
    expect(viewRun(world.state).reviews[0]).toMatchObject({
      kind: 'exhausted',
      options: ['override', 'revise', 'skip', 'block', 'pause'],
    })
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
    again(world, { exhausted: 'ask', retries: 1 })
    expect(world.status('A')).toBe('done')
    expect(world.task('A').proof).toBe('overridden')
  })

  test('a task without any gate: accepted, asked about or blocked by the policy, and never called verified', () => {
    const bare = [task('A')]
    expect(run({}, {}, bare).task('A').proof).toBe('unverified')
    expect(run({}, { unverified: 'ask' }, bare).status('A')).toBe('reviewing')
    expect(run({}, { unverified: 'block' }, bare).status('A')).toBe('blocked')
  })
})

describe('standard mode', () => {
  test('what the phase ticked is done with it, by its proof; what it did not tick stays open and is counted', () => {
    const phase = task('phase', { covers: ['A', 'B'], steps: [step({ gates: ['unit'] })] })
    const world = new World({ ticked: ['A'] })
    world.start(plan([checked('A'), checked('B'), phase]), {
      gates,
      policy: { workspace: 'worktree' },
      selection: ['phase'],
    })
    world.run()
    expect(world.statuses()).toMatchObject({ phase: 'done', A: 'done', B: 'pending' })
    expect(world.task('A').proof).toBe('verified')
    expect(viewRun(world.state).counts).toMatchObject({ done: 1, remaining: 1 })

    // What is left open is handed out anew by the next run, as one phase again.
    const next = { ...phase, covers: ['B'], textHash: 'next' }
    world.start(plan([task('A', { mark: 'done' }), task('B'), next]), {
      gates,
      policy: { workspace: 'worktree' },
      selection: ['phase'],
      run: 'run-2',
    })
    world.run()
    expect(world.started).toEqual(['phase/work/primary#1', 'phase/work/primary#1'])
    expect([...world.state.tasks.values()].filter((it) => it.spec.key === 'phase')).toHaveLength(1)
  })
})

describe('ends', () => {
  test('a conflict stops that task, keeps its work, and the rest runs', () => {
    const world = run({ conflicts: ['A'] }, {}, [checked('A'), checked('B')])
    expect(world.statuses()).toMatchObject({ A: 'blocked', B: 'done' })
    expect(world.task('A').steps[0]?.cause).toEqual({ is: 'conflict', paths: ['a.txt'] })
    const given = world.log.flatMap(({ body, subject }) =>
      body.type === 'effect-requested' && body.effect.is === 'dispose-workspace' ? [subject?.task] : [],
    )
    expect(given).toEqual([world.task('B').uid])
  })

  test('a cycle names its members, which end blocked; the rest runs; dependents wait for it', () => {
    const world = run(
      {},
      {},
      [task('A'), task('B'), task('C'), task('D'), task('E')],
      [edge('A', 'B'), edge('B', 'A'), edge('B', 'C'), edge('C', 'E')],
    )
    expect(world.statuses()).toMatchObject({ A: 'blocked', B: 'blocked', C: 'pending', D: 'done' })
    expect(standing(world.state, world.task('A')).reason).toContain('Dependency cycle')
    expect(standing(world.state, world.task('C'))).toEqual({
      state: 'blocked',
      reason: 'Dependency cycle A -> B -> A',
    })
    expect(viewRun(world.state).tasks.map((it) => it.reason)).toEqual([
      ...['A', 'B', 'C'].map(() => 'Dependency cycle A -> B -> A'),
      null,
      'Dependency cycle A -> B -> A',
    ])
  })

  test('a blocker in a phase that is not run blocks, and releases by itself once it is done', () => {
    const tasks = [task('X', { group: 'other' }), task('A')]
    const world = new World()
    world.start(plan(tasks, [edge('X', 'A')]), { selection: ['A'] })
    world.run()
    expect(standing(world.state, world.task('A'))).toEqual({ state: 'blocked', reason: 'Unmet dependencies: X' })
    expect(marksOf(world.state).map((it) => [it.key, it.state, it.reason])).toEqual([
      ['A', 'blocked', 'Unmet dependencies: X'],
    ])
    world.start(plan([task('X', { group: 'other', mark: 'done' }), task('A')], [edge('X', 'A')]), {
      selection: ['A'],
      run: 'run-2',
    })
    world.run()
    expect(world.status('A')).toBe('done')
  })

  test('an unknown blocker, where its severity is lowered, blocks the task', () => {
    const world = run({}, {}, [task('A', { unknownBlockers: ['T99'] }), task('B')])
    expect(standing(world.state, world.task('A'))).toEqual({ state: 'blocked', reason: 'Unknown dependencies: T99' })
    expect(world.status('B')).toBe('done')
  })

  test('an agent that is missing blocks without retries; one that says it cannot be done uses none either', () => {
    expect(run({ attempts: { 'A/work': [{ how: 'missing' }] } }).started).toHaveLength(1)
    const world = run({ attempts: { 'A/work': [{ says: 'blocked' }] } })
    expect(world.started).toHaveLength(1)
    expect(standing(world.state, world.task('A')).reason).toContain('cannot be done')
  })

  test('interrupted attempts use no retry, up to their own limit', () => {
    const five = run(
      {
        attempts: {
          'A/work': [
            { how: 'interrupted' },
            { how: 'interrupted' },
            { how: 'interrupted' },
            { how: 'interrupted' },
            { how: 'interrupted' },
            {},
          ],
        },
      },
      { retries: 0 },
    )
    expect(five.status('A')).toBe('done')
    const six = run({ attempts: { 'A/work': [{ how: 'interrupted' }] } })
    expect(six.task('A').steps[0]?.cause).toEqual({ is: 'interruptions', count: 6 })
    const cut = six.task('A').steps[0]
    const tried = cut && triedBy(cut, 'failure', 0, cut.cause)
    // That it never came to an end is told of its method.
    expect(tried).toMatchObject([{ method: 'primary', attempts: 0, failure: { cause: { is: 'interruptions' } } }])
  })

  test('what others brought to an end between them is told apart from what was in vain', () => {
    const cuts = Array.from({ length: 9 }, () => ({ how: 'interrupted' }) as const)
    const script: Script = { attempts: { 'A/work': [...cuts, {}] } }
    const others = ['B', 'C', 'D', 'E', 'F', 'G'].map((key) => task(key))
    const beside = new World(script)
    beside.start(plan([task('A'), ...others]), { policy: { workspace: 'worktree', retries: 0, jobs: 2 } })
    // Five effects of another task, then one of A: a task comes to an end between some of its interruptions.
    let turn = 0
    beside.run(() => ((turn += 1) % 6 === 0 ? 0 : 1))
    expect([beside.status('A'), beside.task('A').steps[0]?.interruptions]).toEqual(['done', 9])
    // But not for ever: ten times as often in all.
    const often = new World({ attempts: { 'A/work': [cuts[0] ?? {}] } })
    const many = Array.from({ length: 90 }, (_, at) => task(`B${at}`))
    often.start(plan([task('A'), ...many]), { policy: { workspace: 'worktree', retries: 0, jobs: 2 } })
    const isA = ({ effect }: Requested): boolean =>
      effect.is === 'start-attempt' && effect.name.task === often.task('A').uid
    // Eight effects of others to one of A.
    often.run(() => {
      const isTurn = (turn += 1) % 9 === 0
      return Math.max(
        0,
        often.pending.findIndex((it) => isA(it) === isTurn),
      )
    })
    expect(often.task('A').steps[0]?.cause).toEqual({ is: 'interruptions', count: 51 })
    const alone = run(script, { retries: 0, jobs: 2 }, [task('A')])
    expect(alone.task('A').steps[0]?.cause).toEqual({ is: 'interruptions', count: 6 })
  })
})

describe('a human’s edits of the plan', () => {
  test('a tick is done by a human, an unticked blocked task runs again, and a done task is never reverted', () => {
    const world = run(
      { attempts: { 'A/work': [{ how: 'failed' }, { how: 'failed' }, { how: 'failed' }, { how: 'failed' }, {}] } },
      {},
      [task('A'), task('B', { mark: 'blocked' })],
    )
    const shown = marksOf(world.state).flatMap((it) => ({
      uid: world.state.byKey.get(it.key) ?? '',
      state: it.state,
      writtenReason: it.reason,
    }))
    world.log.push({ at: 1, subject: null, body: { type: 'mark-shown', marks: shown } })
    world.die()
    world.start(plan([task('A', { mark: 'todo' }), task('B', { mark: 'done' })]), {
      run: 'run-2',
      policy: { workspace: 'worktree' },
    })
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    expect(world.task('B').proof).toBe('by-human')
    world.start(plan([task('A', { mark: 'todo' }), task('B', { mark: 'todo' })]), {
      run: 'run-3',
      policy: { workspace: 'worktree' },
    })
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    expect(world.state.findings.map((it) => it.kind)).toContain('MW117')
  })

  test('a task that moved to another place or got another text keeps its history; one that vanished is a finding', () => {
    const world = run({}, {}, [task('A'), task('B')])
    world.start(plan([task('B', { title: 'Task B, better told', textHash: 'other', mark: 'done' })]), {
      run: 'run-2',
      policy: { workspace: 'worktree' },
    })
    expect([world.status('B'), world.task('B').proof]).toEqual(['done', 'unverified'])
    expect(world.state.findings.map((it) => it.text)).toEqual([
      'no longer in the plan, but in the journal: A; what they ended as stays there',
      'reworded since they were done: B; done stands, for the words it was done for; `millwright unblock` has it done as it says now',
    ])
  })
})
