/** Steps of a spec through the state machine: what is recorded, what triggers, what is asked before the next step. */

import { describe, expect, test } from 'vitest'
import { escalationDefaults, propagationDefaults, type PropagationStrategy } from '../../../src/plan/escalation.ts'
import type { MethodSpec, Plan, StepSpec, TaskSpec } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import type { ReviewAnswer } from '../../../src/run/command.ts'
import type { Effect } from '../../../src/run/effect.ts'
import { fold } from '../../../src/run/evolve.ts'
import type { Outcome } from '../../../src/run/outcome.ts'
import { loggedEntry, missingFields } from '../../../src/run/constitution/logged-entry.ts'
import {
  completedBy,
  hasEverFailed,
  isExhausted,
  isOfPerson,
  isOverridden,
  retriesOf,
} from '../../../src/run/steps/record.ts'
import { agentMethod, edge, plan, step, task, World, type Script } from '../world.ts'

const fails = [{ how: 'failed' as const }]

function methods(...texts: readonly string[]): readonly MethodSpec[] {
  return texts.map((instruction, at) => ({ ...agentMethod, id: at === 0 ? 'primary' : `backup-${at}`, instruction }))
}

function part(id: string, over: Partial<StepSpec> = {}): StepSpec {
  return step({ id, title: `part ${id}`, critical: false, methods: methods(`do ${id}`), retries: 0, ...over })
}

const policy = (over: Partial<Policy> = {}): Partial<Policy> => ({
  workspace: 'worktree',
  mode: 'dynamic',
  exhausted: 'ask',
  escalation: escalationDefaults,
  propagation: { ...propagationDefaults, strategy: 'continue_and_log' },
  ...over,
})

function ran(tasks: readonly TaskSpec[], script: Script, over: Partial<Policy> = {}, order = true): World {
  const world = new World(script)
  const edges = order
    ? tasks.slice(1).map(({ key }, at) => edge(tasks[at]?.key ?? '', key, { basis: 'order', needs: 'settled' }))
    : []
  const read = plan(tasks, edges)
  begun.set(world, read)
  world.start(read, { policy: policy(over) })
  return world.run()
}

const begun = new WeakMap<World, Plan>()

function questions(world: World): string[] {
  return world.log.flatMap(({ body }) => (body.type === 'review-asked' ? [`${body.kind}: ${body.question}`] : []))
}

/** A run that waits for nobody else is parked: it goes on with the answer. */
function answer(world: World, review: string, said: ReviewAnswer): World {
  world.say({ verb: 'answer', review, answer: said, text: 'so' })
  if (world.state.status === 'parked') world.start(begun.get(world) ?? plan([]), { policy: world.state.policy })
  return world.run()
}

function decisions(world: World): string[] {
  return world.state.course.decisions.map((it) => `${it.step_id} ${it.error_propagation_decision}`)
}

describe('methods in order', () => {
  const twoWays = part('1', { critical: true, retries: 1, methods: methods('read the tables', 'read the pictures') })

  test('the primary with its retries, then the backup: what was tried is on record, with what set it off', () => {
    const world = ran([task('A', { steps: [twoWays] })], { attempts: { 'A/1': [...fails, ...fails, {}] } })
    expect(world.started).toEqual(['A/1/primary#1', 'A/1/primary#2', 'A/1/backup-1#3'])
    const [record] = world.state.course.records
    expect(record).toMatchObject({
      step: 'A.1',
      status: 'completed',
      critical: true,
      tried: [
        { method: 'primary', outcome: 'failure', attempts: 2, trigger: null },
        { method: 'backup-1', outcome: 'success', attempts: 1, trigger: 'primary_failure' },
      ],
    })
    expect(world.status('A')).toBe('done')
  })

  test('the trigger is what the plan says, where it says something', () => {
    const [primary, backup] = methods('one', 'two')
    if (primary === undefined || backup === undefined) throw new Error('no methods')
    const own = part('1', { methods: [primary, { ...backup, trigger: 'no_network' }] })
    const world = ran([task('A', { steps: [own] })], { attempts: { 'A/1': [...fails, {}] } })
    expect(world.state.course.records[0]?.tried[1]?.trigger).toBe('no_network')
  })

  test('how often is tried is what the step says, not what holds for others', () => {
    const world = ran(
      [task('A', { steps: [part('1', { retries: 2 })] })],
      { attempts: { 'A/1': fails } },
      { retries: 9 },
    )
    expect(world.started).toHaveLength(3)
  })

  test('a critical step that is used up turns the run to people, and they are asked about it once', () => {
    const world = ran([task('A', { steps: [twoWays] }), task('B', { steps: [part('1')] })], {
      attempts: { 'A/1': fails },
    })
    expect(world.state.course).toMatchObject({ mode: 'collaborative', open: null })
    expect(world.state.course.switches).toMatchObject([
      { from: 'dynamic', to: 'collaborative', step: 'A.1', patterns: ['critical_failure'] },
    ])
    expect(world.state.course.escalations[0]?.attempted_methods).toMatchObject([
      {
        step_id: 'A.1',
        methods: [
          { method: 'primary', attempts: 2 },
          { method: 'backup[1]', attempts: 2 },
        ],
      },
    ])
    expect(questions(world)).toHaveLength(1)
    expect(world.status('B')).toBe('pending')
  })
})

describe('what failed before', () => {
  const critical = part('1', { critical: true })
  const tasks = [task('A', { steps: [critical] }), task('B', { steps: [part('1')] })]
  const first = { attempts: { 'A/1': fails } }

  test.each<[PropagationStrategy, string, string]>([
    ['halt_on_critical', 'B.1 halt', 'escalation'],
    ['collaborative_review', 'B.1 escalate', 'escalation'],
    ['continue_and_log', 'B.1 continue_with_warning', 'draft'],
  ])('%s: %s', (strategy, decision, asked) => {
    const world = ran(tasks, first, { propagation: { ...propagationDefaults, strategy } })
    answer(world, 'R1', 'block')
    expect(decisions(world)).toEqual(['A.1 continue', decision])
    expect(questions(world).at(-1)).toMatch(new RegExp(`^${asked}: `))
    expect(world.started.includes('B/1/primary#1')).toBe(asked === 'draft')
  })

  test('a yes lets it go on, and the same failure is asked about no more', () => {
    const more = [...tasks, task('C', { steps: [part('1')] })]
    const strategy = 'collaborative_review'
    const world = ran(more, first, { mode: 'collaborative', propagation: { ...propagationDefaults, strategy } })
    answer(world, 'R1', 'block')
    expect(questions(world)[1]).toContain('critical step A.1 failed and task B comes after its task')
    answer(world, 'R2', 'approve')
    expect(world.started).toEqual(['A/1/primary#1', 'B/1/primary#1', 'C/1/primary#1'])
    expect(decisions(world)).toEqual(['A.1 continue', 'B.1 escalate', 'C.1 continue_with_warning'])
    expect(world.state.course.letBegin).toEqual(['B.1'])
  })

  test.each<[PropagationStrategy, Policy['mode']]>([
    ['collaborative_review', 'collaborative'],
    ['halt_on_critical', 'dynamic'],
  ])('%s: block ends the failed step, and what comes after it is another question; both say so', (strategy, mode) => {
    const world = ran(tasks, first, { mode, propagation: { ...propagationDefaults, strategy } })
    expect(questions(world)[0]).toMatch(/; skip lets what comes after it begin; after block you are asked about that$/)
    answer(world, 'R1', 'block')
    expect(questions(world)[1]).toMatch(
      /; h has ended step A\.1, which says nothing yet of what comes after it; begin step B\.1\?$/,
    )
  })

  test.each<[string, readonly TaskSpec[], PropagationStrategy]>([
    ['nothing comes after it', tasks.slice(0, 1), 'collaborative_review'],
    ['it goes on anyway', tasks, 'continue_and_log'],
  ])('where %s, the question does not speak of that', (_why, of, strategy) => {
    const world = ran(of, first, { propagation: { ...propagationDefaults, strategy } })
    expect(questions(world)[0]).not.toContain('what comes after it')
  })

  test.each([
    ['unblock', ['A/1/primary#1', 'A/1/primary#2', 'B/1/primary#1']],
    ['accept', ['A/1/primary#1', 'B/1/primary#1']],
    ['skip', ['A/1/primary#1', 'B/1/primary#1']],
  ] as const)('%s of what has failed takes the question about what comes after it back', (verb, started) => {
    const strategy = 'collaborative_review'
    const world = ran(
      tasks,
      { attempts: { 'A/1': [...fails, {}] } },
      { mode: 'collaborative', review: 'never', propagation: { ...propagationDefaults, strategy } },
    )
    answer(world, 'R1', 'block')
    expect(questions(world)[1]).toContain('critical step A.1 failed')
    world.say({ verb, task: 'A', text: '' })
    expect(world.state.reviews.get('R2')?.answer).toBe('withdrawn')
    world.start(begun.get(world) ?? plan([]), { policy: world.state.policy })
    world.run()
    expect([world.started, world.status('B')]).toEqual([started, 'done'])
    expect(questions(world)).toHaveLength(2)
    expect(decisions(world).at(-1)).toBe('B.1 continue')
    expect(fold(world.log).course).toEqual(world.state.course)
  })

  test('a step behind the first of its task goes on once the failure is tried again', () => {
    const strategy = 'collaborative_review'
    const behind = task('B', { steps: [part('1', { methods: [], review: 'never' }), part('2')] })
    const world = ran(
      [task('A', { steps: [critical] }), behind],
      { attempts: { 'A/1': [...fails, {}] } },
      { mode: 'collaborative', review: 'never', propagation: { ...propagationDefaults, strategy } },
    )
    answer(world, 'R1', 'block')
    expect(questions(world)[1]).toMatch(/critical step A\.1 failed .*begin step B\.2\?$/)
    world.say({ verb: 'unblock', task: 'A', text: '' })
    world.start(begun.get(world) ?? plan([]), { policy: world.state.policy })
    world.run()
    expect([questions(world).length, world.statuses()]).toEqual([2, { A: 'done', B: 'done' }])
  })

  test.each(['block', 'skip'] as const)(
    'in place, what failed and is opened again after %s finds the folder free',
    (said) => {
      const world = ran(
        tasks,
        { attempts: { 'A/1': [...fails, {}] } },
        { workspace: 'in-place', mode: 'collaborative', review: 'never' },
      )
      world.say({ verb: 'answer', review: 'R1', answer: said, text: '' })
      world.say({ verb: 'unblock', task: 'A', text: '' })
      world.start(begun.get(world) ?? plan([]), { policy: world.state.policy })
      world.run()
      expect([world.state.status, world.statuses()]).toEqual(['finished', { A: 'done', B: 'done' }])
    },
  )

  test('of two failures the question names the one that is left', () => {
    const strategy = 'collaborative_review'
    const three = ['A', 'B', 'C'].map((key) => task(key, { steps: [critical] }))
    const world = new World({ attempts: { 'A/1': fails, 'B/1': fails } })
    const read = plan(
      three,
      ['A', 'B'].map((it) => edge(it, 'C', { basis: 'order', needs: 'settled' })),
    )
    begun.set(world, read)
    world.start(read, { policy: policy({ propagation: { ...propagationDefaults, strategy }, mode: 'collaborative' }) })
    world.run()
    answer(answer(world, 'R1', 'block'), 'R2', 'block')
    expect(questions(world)[2]).toMatch(/critical step A\.1 failed .*critical step B\.1 failed/)
    world.say({ verb: 'accept', task: 'A', text: '' })
    expect([world.state.reviews.get('R3')?.answer, world.state.reviews.get('R4')?.answer]).toEqual(['withdrawn', null])
    expect(questions(world)[3]).toContain('critical step B.1 failed')
    expect(questions(world)[3]).not.toContain('A.1')
    answer(world, 'R4', 'approve')
    expect(world.started.at(-1)).toBe('C/1/primary#1')
  })

  test('what is tried again need not have been read by what is asked about another failure', () => {
    const strategy = 'collaborative_review'
    const three = ['A', 'B', 'C'].map((key) => task(key, { steps: [critical] }))
    const world = ran(
      three,
      { attempts: { 'A/1': [...fails, {}], 'B/1': fails } },
      { propagation: { ...propagationDefaults, strategy }, mode: 'collaborative', review: 'never' },
    )
    answer(world, 'R1', 'block')
    answer(world, 'R2', 'approve')
    answer(world, 'R3', 'block')
    expect(questions(world)[3]).toMatch(/critical step B\.1 failed .*begin step C\.1\?$/)
    world.say({ verb: 'unblock', task: 'A', text: '' })
    const violations = world.log.flatMap(({ body }) =>
      body.type === 'constitution-checked' ? body.check.violations.filter((it) => it.severity === 'critical') : [],
    )
    expect(violations).toEqual([])
    expect(questions(world).at(-1)).not.toContain('violation')
  })

  test('of two that wait side by side each yes is to what that one was asked about', () => {
    const strategy = 'collaborative_review'
    const four = ['A', 'B', 'C', 'D'].map((key) => task(key, { steps: [critical] }))
    const world = new World({ attempts: { 'A/1': fails, 'B/1': fails } })
    const read = plan(four, [
      edge('A', 'C', { basis: 'order', needs: 'settled' }),
      edge('B', 'D', { basis: 'order', needs: 'settled' }),
    ])
    begun.set(world, read)
    world.start(read, { policy: policy({ propagation: { ...propagationDefaults, strategy }, mode: 'collaborative' }) })
    world.run()
    answer(answer(world, 'R1', 'block'), 'R2', 'block')
    expect(decisions(world)).toEqual(['A.1 continue', 'B.1 continue', 'C.1 escalate', 'D.1 escalate'])
    answer(world, 'R3', 'approve')
    expect([world.state.course.accepted, world.started.at(-1), world.status('D')]).toEqual([
      ['A.1'],
      'C/1/primary#1',
      'reviewing',
    ])
    expect(decisions(world)).toHaveLength(4)
  })

  test.each<[ReviewAnswer, string]>([
    ['skip', 'skipped'],
    ['block', 'blocked'],
  ])('%s leaves it out', (said, status) => {
    const strategy = 'halt_on_critical'
    const world = ran(tasks, first, { propagation: { ...propagationDefaults, strategy } })
    answer(world, 'R1', 'block')
    answer(world, 'R2', said)
    expect([world.status('B'), world.started.length]).toEqual([status, 1])
    expect(world.state.status).toBe('finished')
  })

  test('what is not critical stops nothing', () => {
    const steps = [part('1'), part('2')]
    const strategy = 'halt_on_critical'
    const world = ran(
      [task('A', { steps })],
      { attempts: { 'A/1': fails } },
      { propagation: { ...propagationDefaults, strategy } },
    )
    expect(decisions(world)).toEqual(['A.1 continue', 'A.2 continue'])
    expect(world.status('A')).toBe('done')
  })

  test('tasks that do not come after it are not held up', () => {
    const strategy = 'halt_on_critical'
    const world = ran(tasks, first, { propagation: { ...propagationDefaults, strategy } }, false)
    expect(decisions(world)).toEqual(['A.1 continue', 'B.1 continue'])
    expect(world.started).toContain('B/1/primary#1')
  })
})

describe('triggers', () => {
  const steps = ['1', '2', '3', '4'].map((id) => part(id))
  const three = { attempts: { 'A/1': fails, 'A/2': fails, 'A/3': fails } }

  test('three failures in a row are put before people ahead of the fourth step (seed 004 §3)', () => {
    const world = ran([task('A', { steps })], three)
    expect(world.started).toHaveLength(3)
    expect(world.state.course.switches).toMatchObject([{ from: 'dynamic', to: 'collaborative', step: 'A.3' }])
    expect(world.task('A').steps[3]?.status).toBe('reviewing')
    expect(questions(world)).toEqual([expect.stringMatching(/^escalation: .*begin step A\.4\?$/)])
    answer(world, 'R1', 'approve')
    expect(world.started.at(-1)).toBe('A/4/primary#1')
    expect(world.state.course.open).toBeNull()
  })

  test.each<[Policy['mode']]>([['silent'], ['collaborative'], ['education']])('in %s mode nothing turns', (mode) => {
    const world = ran([task('A', { steps })], three, { mode })
    expect(world.state.course.switches).toEqual([])
    expect(world.started).toHaveLength(4)
  })

  test('without thresholds nothing is recorded', () => {
    const world = new World(three)
    world.start(plan([task('A', { steps })]), { policy: { workspace: 'worktree' } })
    world.run()
    expect(world.state.course.records).toEqual([])
    expect(world.log.some(({ body }) => body.type === 'propagation-decided')).toBe(false)
  })

  test('what has turned shows people the drafts that follow', () => {
    const world = ran([task('A', { steps }), task('B', { steps: [part('1', { critical: true })] })], three)
    answer(world, 'R1', 'approve')
    expect(questions(world).slice(1)).toEqual(['draft: review A'])
    answer(world, 'R2', 'approve')
    expect(questions(world).at(-1)).toBe('draft: review B')
  })
})

test('the same log gives the same course', () => {
  const steps = ['1', '2', '3', '4'].map((id) => part(id, { critical: id === '2' }))
  const world = ran([task('A', { steps })], { attempts: { 'A/1': fails, 'A/2': fails } })
  answer(world, 'R1', 'skip')
  expect(fold(world.log).course).toEqual(world.state.course)
})

test.each<[Partial<Policy>, number]>([
  [{ mode: 'silent' }, 1],
  [{ mode: 'dynamic' }, 1],
  [{ mode: 'silent', saysMode: true }, 0],
  [{ mode: 'dynamic', saysMode: true }, 0],
])('a collaborative step is shown, but where the call says another mode: %j', (said, asked) => {
  const own = part('1', { critical: true, mode: 'collaborative', review: 'critical' })
  const world = ran([task('A', { steps: [own] })], {}, said)
  expect(questions(world)).toHaveLength(asked)
})

describe('the articles before a task', () => {
  const steps = [part('1', { critical: true }), part('2')]
  const tasks = [task('A', { steps }), task('B', { steps })]
  const off = { propagation: { ...propagationDefaults, enabled: false } }
  const checks = (world: World): string[] =>
    world.log.flatMap(({ body }) =>
      body.type === 'constitution-checked' ? [body.check.violations.map((it) => it.description).join('; ')] : [],
    )

  test('each task is checked once, before its first step; what keeps to them goes on', () => {
    const world = ran(tasks, {})
    expect(checks(world)).toEqual(['', ''])
    expect(questions(world)).toEqual([])
    expect(world.state.course.checks.map(({ check }) => check.checks_performed)).toEqual([2, 4])
  })

  test.each<[Policy['mode']]>([['dynamic'], ['silent']])(
    'in %s mode a critical violation holds the task; a yes lets all go on without that rule, and it is logged of each',
    (mode) => {
      const world = ran(tasks, {}, { ...off, mode })
      expect(world.started).toEqual([])
      expect(questions(world)).toEqual([
        'escalation: constitutional violation (article VIII, section 8.1): error_propagation.enabled is false: steps do not learn of failures before them; begin step A.1?',
      ])
      expect(world.state.course.mode).toBe(mode === 'dynamic' ? 'collaborative' : mode)
      answer(world, 'R1', 'approve')
      // Once it has turned to people they are shown what each critical step and the task have come to.
      for (const review of mode === 'dynamic' ? ['R2', 'R3'] : []) answer(world, review, 'approve')
      expect(questions(world).filter((it) => it.startsWith('escalation'))).toHaveLength(1)
      expect(checks(world)).toEqual([
        expect.stringContaining('enabled is false'),
        expect.stringContaining('Outcome of step A.2 was not read before task B'),
      ])
      expect(fold(world.log).course).toEqual(world.state.course)
    },
  )

  test('a warning is logged and stops nothing', () => {
    const world = ran([task('A', { steps: [part('1'), part('2')] })], {})
    expect(checks(world)).toEqual(['Task A has 0% critical steps (under-criticality)'])
    expect([questions(world), world.status('A')]).toEqual([[], 'done'])
  })
})

describe('what people let stand or go on after all methods have failed', () => {
  const used = (answers: readonly ReviewAnswer[], attempts: NonNullable<Script['attempts']>): World => {
    const steps = [part('1', { critical: true, methods: methods('do 1', 'do it otherwise'), retries: 1 })]
    const world = ran([task('A', { steps })], { attempts }, { mode: 'silent' })
    answers.forEach((it, at) => answer(world, `R${at + 1}`, it))
    return world
  }
  const record = (world: World) => {
    const last = world.state.course.records.at(-1)
    if (last === undefined) throw new Error('nothing has ended')
    return { last, tried: last.tried.map(({ method, outcome, attempts }) => `${method} ${outcome} ${attempts}`) }
  }
  const allFail = [...fails, ...fails, ...fails, ...fails]

  test('a step that is let stand is done, and its methods have failed', () => {
    const { last, tried } = record(used(['override'], { 'A/1': allFail }))
    expect([last.status, tried]).toEqual(['completed', ['primary failure 2', 'backup-1 failure 2']])
    expect([completedBy(last), isOverridden(last), isExhausted(last), hasEverFailed(last)]).toEqual([
      null,
      true,
      true,
      true,
    ])
  })

  test('what had failed before people let it go on stays so, and the retries are those of all attempts', () => {
    const world = used(['revise'], { 'A/1': [...allFail, {}] })
    const { last, tried } = record(world)
    expect([last.status, tried]).toEqual([
      'completed',
      ['primary failure 2', 'backup-1 failure 2', 'backup-1 success 1'],
    ])
    expect([completedBy(last), isOverridden(last), isExhausted(last), hasEverFailed(last)]).toEqual([
      'backup-1',
      false,
      false,
      true,
    ])
    expect([retriesOf(last), world.state.course.moments.at(-1)?.retries]).toEqual([3, 3])
    expect(world.state.course.moments.map(({ status, retries }) => `${status} ${retries}`)).toEqual([
      'started 0',
      'retried 1',
      'retried 1',
      'retried 2',
      'failed 2',
      'retried 3',
      'completed 3',
    ])
    expect(fold(world.log).course).toEqual(world.state.course)
  })

  test('it may fail once more, and they are asked once more', () => {
    const { last, tried } = record(used(['revise', 'block'], { 'A/1': [...allFail, ...fails] }))
    expect([last.status, tried]).toEqual(['failed', ['primary failure 2', 'backup-1 failure 2', 'backup-1 failure 1']])
  })
})

test('what has ended while people are asked about a later step is read before that begins', () => {
  const tasks = [task('A', { steps: [part('1', { critical: true }), part('2')] }), task('B', { steps: [part('1')] })]
  const strategy = 'collaborative_review' as const
  const world = ran(tasks, { attempts: { 'A/1': fails } }, { propagation: { ...propagationDefaults, strategy } })
  answer(world, 'R1', 'block')
  expect(questions(world).at(-1)).toContain('begin step B.1?')
  world.say({ verb: 'accept', task: 'A', text: 'by hand' })
  answer(world, 'R2', 'approve')
  expect(world.started).toContain('B/1/primary#1')
  const last = world.state.course.decisions.findLast(({ step_id }) => step_id === 'B.1')
  expect(last?.prior_step_dependencies).toEqual(['A.1', 'A.2'])
})

test('what had failed before a person says that it is done is on record once', () => {
  const world = new World({ attempts: { 'A/1': fails } })
  const read = plan([task('A', { steps: [part('1', { critical: true })] })])
  world.start(read, { policy: policy({ mode: 'silent', exhausted: 'block' }) })
  world.run()
  world.say({ verb: 'accept', task: 'A', text: 'by hand' })
  world.start(read, { policy: policy({ mode: 'silent' }), run: 'run-2' })
  world.run()
  expect(world.state.course.records.map(({ status, tried }) => [status, tried.length])).toEqual([
    ['failed', 1],
    ['completed', 0],
  ])
  expect(world.state.course.moments.at(-1)).toMatchObject({ status: 'completed', method: null })
})

test('what a person says is done was done by no method, and breaks no rule', () => {
  const tasks = [task('A', { steps: [part('1', { critical: true })] }), task('B', { steps: [part('1')] })]
  const world = new World({ attempts: { 'A/1': fails } })
  const read = plan(tasks, [edge('A', 'B')])
  world.start(read, { policy: policy({ mode: 'silent', exhausted: 'block' }) })
  world.run()
  world.say({ verb: 'accept', task: 'B', text: 'done by hand' })
  world.start(read, { policy: policy({ mode: 'silent' }), run: 'run-2' })
  world.run()
  const last = world.state.course.records.at(-1)
  if (last === undefined) throw new Error('nothing has ended')
  expect([last.step, last.status, isOfPerson(last), completedBy(last)]).toEqual(['B.1', 'completed', true, null])
  expect(world.state.course.moments.at(-1)).toMatchObject({
    step: 'B.1',
    status: 'completed',
    method: null,
    retries: 0,
  })
  expect(missingFields(loggedEntry(last))).toEqual([])
})

describe('what was left out or let pass', () => {
  const output = { path: 'b.txt', action: 'unknown', form: 'path', to: null, note: null } as const

  test('a failed critical step that a person skips stays on record as failed, and is asked about no more', () => {
    const tasks = [task('A', { steps: [part('1', { critical: true })] }), task('B', { steps: [part('1')] })]
    const strategy = 'halt_on_critical'
    const world = ran(tasks, { attempts: { 'A/1': fails } }, { propagation: { ...propagationDefaults, strategy } })
    answer(world, 'R1', 'skip')
    expect(world.state.course.records[0]).toMatchObject({ step: 'A.1', status: 'failed' })
    expect(decisions(world)).toEqual(['A.1 continue', 'B.1 continue_with_warning'])
    expect(world.started).toContain('B/1/primary#1')
  })

  test.each([
    ['first', ['1', '2']],
    ['last', ['2', '1']],
  ])('a missing output that a person lets pass is told for ever, of the %s step', (_which, ids) => {
    const steps = ids.map((id) =>
      part(id, { critical: true, ...(id === '1' ? { outputs: [output], gates: ['files'] } : {}) }),
    )
    const world = ran([task('A', { steps })], { absent: [['b.txt']], changes: ['a.txt'] }, { mode: 'silent' })
    answer(world, 'R1', 'override')
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'overridden'])
  })

  test('where nothing is kept in commits an output is looked for on the disk', () => {
    const steps = [part('1', { critical: true, outputs: [output], gates: ['files'] })]
    const world = ran([task('A', { steps })], {}, { mode: 'silent', workspace: 'none' })
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', 'files-only'])
    expect(world.state.course.records[0]?.expectedOutputMatch).toBe(true)
  })

  test('an output that no commit can have is no reason for further attempts', () => {
    const steps = [part('1', { critical: true, retries: 3, outputs: [output], gates: ['files'] })]
    const ignored = new Ignoring({ absent: [['b.txt']] })
    ignored.start(plan([task('A', { steps })]), { policy: policy({ mode: 'silent' }) })
    ignored.run()
    expect([ignored.started.length, questions(ignored)[0]]).toEqual([1, expect.stringContaining('git ignores it')])
  })

  test('the run behind it knows how the steps went before, and is not led to people by them again', () => {
    const steps = ['1', '2', '3'].map((id) => part(id))
    const world = ran([task('A', { steps }), task('B', { steps: [part('1', { critical: true })] })], {
      attempts: { 'A/1': fails, 'A/2': fails, 'B/1': [...fails, {}] },
    })
    answer(world, 'R1', 'block')
    expect(world.state.status).toBe('finished')
    const before = world.state.course.records.length
    const switched = world.state.course.switches
    expect(switched).toHaveLength(1)
    world.say({ verb: 'unblock', task: 'B', text: '' })
    world.start(begun.get(world) ?? plan([]), { policy: policy(), run: 'run-2' })
    world.run()
    expect(world.state.course.records.slice(before)).toMatchObject([{ step: 'B.1', status: 'completed' }])
    const back = { from: 'collaborative', to: 'dynamic', reason: 'the next run of the plan began', patterns: [] }
    expect(world.state.course).toMatchObject({ mode: 'dynamic', switches: [...switched, back] })
  })
})

/** Git ignores what the draft was to hold. */
class Ignoring extends World {
  override perform(effect: Effect): Outcome {
    const outcome = super.perform(effect)
    return outcome.of === 'snapshot' && outcome.is === 'taken'
      ? { ...outcome, ignored: [{ path: 'b.txt', isInDraft: false }] }
      : outcome
  }
}

test.each<[Policy['workspace'], number]>([
  ['worktree', 0],
  ['in-place', 1],
  ['none', 1],
])('what a left-out step did is told where it cannot be put back: %s', (workspace, told) => {
  const world = ran([task('A', { steps: [part('1'), part('2')] })], { attempts: { 'A/1': fails } }, { workspace })
  const found = world.state.findings.filter(({ kind }) => kind === 'left-out')
  expect(found).toHaveLength(told)
  for (const { text } of found) expect(text).toContain('what it did stays in the folder')
})
