/** Steps whose mode is another one than that of their run (seed 004 §3: per run, per task, per step). */

import { describe, expect, test } from 'vitest'
import { propagationDefaults } from '../../../src/plan/escalation.ts'
import type { StepSpec } from '../../../src/plan/model.ts'
import type { Mode, Policy } from '../../../src/plan/policy.ts'
import { fold } from '../../../src/run/evolve.ts'
import { judgeFeasibility } from '../../../src/run/patterns/feasibility.ts'
import type { Pattern } from '../../../src/run/patterns/pattern.ts'
import { plan, task, World, type Script } from '../world.ts'
import { answer, lessonPolicy, part, taught, ways } from '../education/lessons.ts'

const policy = (over: Partial<Policy> = {}): Partial<Policy> =>
  lessonPolicy({}, { mode: 'dynamic', exhausted: 'ask', ...over })

/** Not critical, unless it says so; of no mode of its own where that is null. */
const small = (id: string, mode: Mode | null, over: Partial<StepSpec> = {}): StepSpec =>
  part(id, { critical: false, methods: ways(`do ${id}`), ...(mode === null ? {} : { mode }), ...over })

const failing = (...steps: readonly string[]): Script => ({
  attempts: Object.fromEntries(steps.map((it) => [it, [{ how: 'failed' as const }]])),
})
const firstThree = failing('A/1', 'A/2', 'A/3')

/** What was asked: its kind and the step. */
const asked = (world: World): readonly string[] =>
  world.log.flatMap(({ body, subject }) =>
    body.type === 'review-asked'
      ? [`${body.kind} ${world.state.tasks.get(subject?.task ?? '')?.spec.key ?? ''}.${subject?.step ?? ''}`]
      : [],
  )

const switched = (world: World): readonly string[] =>
  world.state.course.switches.map((it) => `${it.from} -> ${it.to} after ${it.after}`)

const inModes = (...modes: readonly (Mode | null)[]): StepSpec[] => modes.map((it, at) => small(String(at + 1), it))

describe('triggers', () => {
  test.each<[Mode | null]>([['silent'], [null]])(
    'a dynamic run turns by how its steps went, whatever their modes are (then one that is %s)',
    (mode) => {
      const steps = inModes('silent', 'silent', 'silent', mode)
      const world = taught([task('A', { steps })], policy(), firstThree)
      expect([switched(world), asked(world)]).toEqual([['dynamic -> collaborative after 3'], ['escalation A.4']])
      expect(world.state.course.records.map((it) => it.mode)).toEqual(['silent', 'silent', 'silent'])
      answer(world, 'R1', 'approve')
      expect([asked(world).length, world.status('A')]).toEqual(mode === 'silent' ? [1, 'done'] : [2, 'reviewing'])
    },
  )

  test('in a silent run, what its dynamic steps have turned is put before people at the next one that is not silent', () => {
    const tasks = [
      task('A', { steps: inModes('dynamic', 'dynamic', 'dynamic') }),
      task('B', { steps: inModes('silent', 'dynamic') }),
    ]
    const world = taught(tasks, policy({ mode: 'silent' }), firstThree)
    expect(switched(world)).toEqual(['dynamic -> collaborative after 3'])
    expect([world.started.at(-1), asked(world)]).toEqual(['B/1/primary#1', ['escalation B.2']])
  })

  test('where a silent step must not begin, people are asked', () => {
    const tasks = [
      task('A', { steps: [small('1', null, { critical: true })] }),
      task('B', { steps: inModes('silent') }),
    ]
    const propagation = { ...propagationDefaults, strategy: 'halt_on_critical' } as const
    const world = taught(tasks, policy({ propagation }), failing('A/1'))
    answer(world, 'R1', 'block')
    expect(asked(world)).toEqual(['exhausted A.1', 'escalation B.1'])
  })

  test('where a dynamic step of a silent run must not begin, that turns to people', () => {
    const tasks = [
      task('A', { steps: [small('1', 'silent', { critical: true })] }),
      task('B', { steps: inModes('dynamic') }),
    ]
    const propagation = { ...propagationDefaults, strategy: 'halt_on_critical' } as const
    const world = taught(tasks, policy({ mode: 'silent', propagation }), failing('A/1'))
    answer(world, 'R1', 'block')
    expect([switched(world), asked(world)]).toEqual([
      ['dynamic -> collaborative after 1'],
      ['exhausted A.1', 'escalation B.1'],
    ])
  })

  test('of a silent run the dynamic steps alone turn to people', () => {
    const tasks = [
      task('A', { steps: inModes('silent', 'silent', 'silent', 'dynamic') }),
      task('B', { steps: inModes(null) }),
      task('C', { steps: inModes('dynamic') }),
    ]
    const world = taught(tasks, policy({ mode: 'silent' }), firstThree)
    expect([switched(world), asked(world)]).toEqual([['dynamic -> collaborative after 3'], ['escalation A.4']])
    expect(world.state.course).toMatchObject({ mode: 'silent', hasTurned: true })
    answer(world, 'R1', 'approve')
    answer(world, 'R2', 'approve')
    expect(asked(world).slice(1)).toEqual(['draft A.4', 'draft C.1'])
    expect(world.status('B')).toBe('done')
    expect(world.state.course.records.slice(3).map(({ mode }) => mode)).toEqual(['collaborative', 'silent'])
  })

  test('and a person lets them be dynamic again', () => {
    const steps = inModes('silent', 'silent', 'silent', 'dynamic', null)
    const world = taught([task('A', { steps })], policy({ mode: 'silent' }), firstThree)
    answer(world, 'R1', 'dynamic')
    expect(world.state.course).toMatchObject({ mode: 'silent', hasTurned: false })
    expect(switched(world)[1]).toBe('collaborative -> dynamic after 3')
    expect([asked(world).length, world.status('A')]).toEqual([1, 'done'])
    expect(fold(world.log).course).toEqual(world.state.course)
  })

  test('a critical silent step that is used up is the alert that its mode raises, and turns the run to people', () => {
    const tasks = [
      task('A', { steps: [small('1', 'silent', { critical: true })] }),
      task('B', { steps: inModes(null) }),
    ]
    const world = taught(tasks, policy(), failing('A/1'))
    expect([switched(world), asked(world)]).toEqual([['dynamic -> collaborative after 0'], ['exhausted A.1']])
    answer(world, 'R1', 'skip')
    expect(asked(world).at(-1)).toBe('draft B.1')
    expect(world.state.course.records[0]).toMatchObject({ step: 'A.1', status: 'failed', mode: 'silent' })
  })

  test('the mode that the call names holds for all of them', () => {
    const world = taught(
      [task('A', { steps: inModes('silent', 'silent', 'silent', 'silent') })],
      policy({ saysMode: true }),
      firstThree,
    )
    expect(asked(world)).toEqual(['escalation A.4'])
    expect(world.state.course.records.map(({ mode }) => mode)).toEqual(['dynamic', 'dynamic', 'dynamic'])
  })
})

describe('drafts', () => {
  const people = { mode: 'collaborative', review: 'always' } as const
  const bare = { ...people, unverified: 'ask' } as const

  test.each<[string, Mode | null, Partial<Policy>, readonly string[]]>([
    ['silent', 'silent', people, []],
    ['dynamic', 'dynamic', people, []],
    ['education', 'education', people, []],
    ['of the run', null, people, ['draft A.1']],
    ['silent, where a review is set by name', 'silent', { ...people, sets: ['review'] }, ['draft A.1']],
    ['collaborative, in a dynamic run', 'collaborative', {}, ['draft A.1']],
    ['collaborative, where it is set by name that nobody looks', 'collaborative', { sets: ['review'] }, []],
  ])('of a step that is %s', (_what, mode, over, expected) => {
    const world = taught([task('A', { steps: inModes(mode) })], policy(over))
    expect(asked(world)).toEqual(expected)
  })

  test.each<[string, Mode | null, Partial<Policy>]>([
    ['in a collaborative run', null, people],
    ['that are collaborative', 'collaborative', { mode: 'dynamic' }],
  ])('of critical steps are each shown, and of others with the next one or the last (%s)', (_what, mode, over) => {
    const steps = [true, false, true, false].map((critical, at) => small(String(at + 1), mode, { critical }))
    const world = taught([task('A', { steps, isCritical: true })], policy(over))
    for (const review of ['R1', 'R2', 'R3']) answer(world, review, 'approve')
    expect([asked(world), world.status('A')]).toEqual([['draft A.1', 'draft A.3', 'draft A.4'], 'done'])
  })

  test.each<[string, Mode | null, Partial<Policy>, readonly string[]]>([
    ['silent', 'silent', bare, []],
    ['dynamic', 'dynamic', bare, []],
    ['education', 'education', bare, []],
    ['of the run', null, bare, ['unverified A.1']],
    ['silent, where that is set by name', 'silent', { ...bare, sets: ['unverified'] }, ['unverified A.1']],
    ['collaborative, in a run that asks of none', 'collaborative', { sets: ['review'] }, []],
  ])('that no gate checks, of a step that is %s', (_what, mode, over, expected) => {
    const world = taught([task('A', { steps: inModes(mode) })], policy(over))
    expect(asked(world)).toEqual(expected)
  })

  test.each<[Mode, readonly string[]]>([
    ['collaborative', ['draft A.1']],
    ['silent', []],
    ['education', ['education A.1']],
  ])('where the call says %s, a critical step that is collaborative is no exception', (mode, expected) => {
    const own = small('1', 'collaborative', { critical: true, review: 'critical', methods: ways('do', 'draw') })
    const world = taught([task('A', { steps: [own] })], policy({ mode, saysMode: true }))
    if (mode === 'education') answer(world, 'R1', 'approve')
    expect([asked(world), world.status('A')]).toEqual([expected, mode === 'collaborative' ? 'reviewing' : 'done'])
  })

  test('an own review of a silent step is asked for all the same', () => {
    const world = taught([task('A', { steps: [small('1', 'silent', { review: 'always' })] })], policy())
    expect(asked(world)).toEqual(['draft A.1'])
  })

  test('what has turned to people shows no draft of silent steps', () => {
    const tasks = [
      task('A', { steps: inModes(null, null, null, null) }),
      task('B', { steps: inModes('silent') }),
      task('C', { steps: inModes(null) }),
    ]
    const world = taught(tasks, policy(), firstThree)
    answer(world, 'R1', 'approve')
    answer(world, 'R2', 'approve')
    expect([asked(world).slice(1), world.status('B')]).toEqual([['draft A.4', 'draft C.1'], 'done'])
  })

  test('where a silent step comes last, people see what the task has come to before it', () => {
    const steps = [small('1', null), small('2', 'silent', { critical: true })]
    const world = taught([task('A', { steps })], policy(people))
    expect(asked(world)).toEqual(['draft A.1'])
  })
})

test('each moment and each record has the mode that the step was done in', () => {
  const modes = ['silent', 'collaborative', null, 'education'] as const
  const steps = modes.map((mode, at) => small(String(at + 1), mode, { critical: true }))
  const world = taught([task('A', { steps })], policy({ mode: 'silent' }))
  for (const review of ['R1', 'R2']) answer(world, review, 'approve')
  const wanted = ['silent', 'collaborative', 'silent', 'education']
  expect(world.state.course.records.map(({ mode }) => mode)).toEqual(wanted)
  expect(world.state.course.moments.map(({ mode }) => mode)).toEqual(wanted.flatMap((it) => [it, it]))
})

test.each<[Mode | null, Mode, number]>([
  [null, 'collaborative', 1],
  ['silent', 'collaborative', 0],
  ['collaborative', 'silent', 1],
  [null, 'silent', 0],
])('patterns for a failed step of mode %s in a %s run: people are asked %d times', (own, mode, times) => {
  const chosen = { name: 'berth_board', confidence: 'HIGH', technologies: ['go'], reference: null, risk: null } as const
  const other: Pattern = {
    name: 'tide_table',
    summary: 'part',
    confidence: 'HIGH',
    technologies: ['go'],
    reasoning: '',
    reference: null,
  }
  const feasibility = {
    ...judgeFeasibility(chosen, { technologies: ['go'], steps: 4 }),
    backups: [{ pattern: other, similarity: 0.9 }],
  }
  const world = new World(failing('A/1'))
  world.start(plan([task('A', { steps: [small('1', own, { methods: ways('do 1', 'draw 1') })] })]), {
    policy: policy({ mode }),
    patterns: { feasibility, asked: null, failed: null },
  })
  world.run()
  expect(world.log.filter(({ body }) => body.type === 'patterns-proposed')).toHaveLength(1)
  expect(asked(world).filter((it) => it.startsWith('pattern-alternatives'))).toHaveLength(times)
})
