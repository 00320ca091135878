import { describe, expect, test } from 'vitest'
import { assignGates, type AssignableGate } from '../../src/run/assign-gates.ts'
import type { FileSpec, Plan, StepSpec, TaskSpec } from '../../src/plan/model.ts'
import { step as plainStep, task as plainTask } from '../rig/plan-builder.ts'

const step = (gates: string[] = [], more: Partial<StepSpec> = {}): StepSpec => plainStep({ gates, ...more })
const task = (key: string, paths: string[], steps: StepSpec[] = [step()], more: Partial<TaskSpec> = {}): TaskSpec =>
  plainTask(key, {
    files: paths.map((path): FileSpec => ({ path, action: 'modify', form: 'path', to: null, note: null })),
    declaresFiles: paths.length > 0,
    steps,
    ...more,
  })
const plan = (...tasks: TaskSpec[]): Plan => ({
  dialect: 'phase-tasks',
  title: '',
  groups: [
    { key: '06', number: '06', title: 'Implementation', implementation: true },
    { key: '08', number: '08', title: 'Review', implementation: false },
  ],
  tasks,
  edges: [],
})
const gate = (name: string, paths: string[] = [], phases: string[] = []): AssignableGate => ({ name, paths, phases })
const gatesOf = (given: Plan, gates: AssignableGate[]) => {
  const { plan: assigned, unchecked } = assignGates(given, gates)
  return { gates: assigned.tasks.map((it) => it.steps.map((one) => one.gates)), unchecked }
}

test('files goes with every task that names files, the others where they apply', () => {
  const given = plan(
    task('T1', ['src/a.ts']),
    task('T2', ['README.md']),
    task('T3', []),
    task('T4', ['src/b.ts'], undefined, { group: '08' }),
  )
  expect(gatesOf(given, [gate('unit'), gate('lint', ['src/**']), gate('slow', [], ['6'])])).toEqual({
    gates: [
      [['files', 'unit', 'lint', 'slow']],
      [['files', 'unit', 'slow']],
      [['unit', 'slow']],
      [['files', 'unit', 'lint']],
    ],
    unchecked: [],
  })
})

test('a gate that is for no task is told, by its phases as by its paths', () => {
  const given = plan(task('T1', ['src/a.ts'], [step(['named'])]), task('T2', ['b.md'], undefined, { covers: ['T1'] }))
  const all = [
    gate('unit'),
    gate('slip', [], ['Implementaton']),
    gate('other', ['scr/**']),
    gate('own', ['src/**'], ['Implementation']),
    gate('named', ['nowhere/**']),
  ]
  expect(assignGates(given, all).idle).toEqual(['slip', 'other'])
  expect(assignGates(plan(), all).idle).toEqual([])
})

test('a task that nothing but its files checks is told', () => {
  const done = task('T2', ['a'], undefined, { mark: 'done' })
  const rollUp = task('T3', [], [step([], { methods: [] })])
  expect(
    gatesOf(plan(task('T1', ['a']), done, rollUp, task('T4', [], [step(['own'])])), [gate('lint', ['src/**'])]),
  ).toEqual({
    gates: [[['files']], [['files']], [[]], [['own']]],
    unchecked: ['T1'],
  })
})

test('named gates are kept, several steps are judged at their end, a checkpoint stays one', () => {
  const steps = [
    step(),
    step(['red'], { expect: 'red' }),
    step([], { id: 'last' }),
    step([], { id: 'look', methods: [] }),
  ]
  expect(gatesOf(plan(task('T1', ['a'], steps)), [gate('unit')]).gates).toEqual([[[], ['red'], ['files', 'unit'], []]])
})

test('the plan that was given is not changed', () => {
  const given = plan(task('T1', ['a']))
  const before = structuredClone(given)
  assignGates(given, [gate('unit')])
  expect(given).toEqual(before)
})

describe('tasks with a layer or a kind of work', () => {
  const found = (name: string, ecosystem: string): AssignableGate => ({ ...gate(name), ecosystem })
  const core = (key: string, path: string, more: Partial<TaskSpec> = {}): TaskSpec =>
    task(key, [path], undefined, { layer: 'core', ...more })

  test('get what the table asks for, in the order of the gates', () => {
    const all = [
      gate('build'),
      gate('format'),
      gate('unit'),
      { ...gate('sums'), kind: 'numeric' } as const,
      { ...gate('contract'), kind: 'contract', origin: 'built-in' } as const,
    ]
    const given = plan(
      core('T1', 'a.cpp'),
      core('T2', 'a.py', { layer: 'workflow' }),
      core('T3', 'a.cpp', { kind: 'integration' }),
      task('T4', ['a.cpp']),
    )
    expect(gatesOf(given, all)).toEqual({
      gates: [
        [['files', 'build', 'format', 'unit', 'contract']],
        // With what their tests need.
        [['files', 'build', 'format', 'unit']],
        [['files', 'build', 'unit', 'sums']],
        // Without layers it is as ever: every gate, but for what only is there when it is asked for.
        [['files', 'build', 'format', 'unit', 'sums']],
      ],
      unchecked: [],
    })
  })

  test('get the gates that look at their language, and all of them where none does', () => {
    const all = [found('lint', 'npm'), found('unit', 'npm'), found('unit-python', 'python')]
    const given = plan(core('T1', 'a.py'), core('T2', 'a.ts'), core('T3', 'a.rs'), core('T4', 'src'))
    expect(gatesOf(given, all).gates).toEqual([
      [['files', 'lint', 'unit-python']],
      [['files', 'lint', 'unit']],
      [['files', 'lint', 'unit', 'unit-python']],
      [['files', 'lint', 'unit', 'unit-python']],
    ])
  })

  test('get with tests what these run and other gates build, also where the plan names them', () => {
    const found = (name: string, ecosystem: string): AssignableGate => ({ ...gate(name), ecosystem })
    const given = plan(
      task('T1', ['a.cpp'], undefined, { kind: 'integration' }),
      task('T2', ['a.cpp'], [step(['unit'])], { layer: 'core' }),
    )
    const cmake = ['configure', 'build', 'unit'].map((name) => found(name, 'cmake'))
    const whole = [['files', 'configure', 'build', 'unit']]
    expect(gatesOf(given, [found('lint', 'cmake'), ...cmake]).gates).toEqual([whole, whole])
    const make = ['build', 'unit'].map((name) => found(name, 'make'))
    expect(gatesOf(given, make).gates).toEqual([[['files', 'unit']], [['files', 'unit']]])
  })

  test('get a gate that the table has no word for, and one by its own layers and types, whatever the table says', () => {
    const all: AssignableGate[] = [
      gate('e2e'),
      { ...gate('build'), layers: ['Infra'] },
      { ...gate('numeric'), types: ['fix'] },
      { ...gate('unit', ['src/**']) },
    ]
    const given = plan(
      core('T1', 'src/a.cpp'),
      core('T2', 'a.py', { layer: 'infra', kind: 'fix' }),
      core('T3', 'src/b.py', { layer: 'infra' }),
      task('T4', ['src/a.cpp']),
    )
    expect(gatesOf(given, all).gates).toEqual([
      [['files', 'e2e', 'unit']],
      [['files', 'e2e', 'build', 'numeric']],
      [['files', 'e2e', 'build', 'unit']],
      [['files', 'e2e', 'unit']],
    ])
  })

  test('what the table asks for and nobody has is told, of open tasks that name no gate', () => {
    const given = plan(
      core('T1', 'a.cpp'),
      core('T2', 'a.py', { layer: 'workflow' }),
      core('T3', 'a.cpp', { kind: 'integration', mark: 'done' }),
      core('T4', 'a.cpp', { steps: [step(['unit'])] }),
    )
    const { lacking, unchecked, idle } = assignGates(given, [gate('unit'), gate('contract')])
    expect([...lacking]).toEqual([
      ['build', ['T1']],
      ['lint', ['T1', 'T2']],
    ])
    expect([unchecked, idle]).toEqual([[], []])
    const none = assignGates(given, [gate('numeric')])
    expect([none.unchecked, none.idle]).toEqual([['T1', 'T2'], []])
    expect(assignGates(plan(core('T1', 'a.py')), [gate('unit'), gate('build')]).idle).toEqual([])
    expect(assignGates(plan(core('T1', 'a.py', { layer: 'workflow' })), [gate('unit'), gate('build')]).idle).toEqual([
      'build',
    ])
  })
})

test('what builds for some work alone goes with the tests that the plan names for such work, and with no other', () => {
  const all = [gate('build', ['src/**']), { ...gate('build-core'), layers: ['core'] }, gate('unit')]
  const given = plan(
    task('T1', ['src/a'], [step(['unit'])]),
    task('T2', ['docs/a'], [step(['unit'])], { layer: 'core' }),
    task('T3', ['docs/b'], [step(['unit'])], { layer: 'infra' }),
  )
  expect(gatesOf(given, all).gates).toEqual([
    [['files', 'build', 'unit']],
    [['files', 'build-core', 'unit']],
    [['files', 'unit']],
  ])
  // Which work that is, phases say as well. What builds for all work does not go with what looks at how things are written.
  const byPhase = [gate('build'), gate('build-late', [], ['8']), gate('lint'), gate('unit')]
  const phased = plan(
    task('T1', ['a'], [step(['unit'])]),
    task('T2', ['a'], [step(['unit'])], { group: '08' }),
    task('T3', ['a'], [step(['lint'])]),
  )
  expect(gatesOf(phased, byPhase).gates).toEqual([
    [['files', 'build', 'unit']],
    [['files', 'build', 'build-late', 'unit']],
    [['files', 'lint']],
  ])
})

test('words that a plan names become the gates that are meant, in the order of the gates; others stay', () => {
  const all = [gate('build'), gate('unit'), gate('unit-python'), { ...gate('sums'), kind: 'numeric' } as const]
  const given = plan(
    task('T1', ['a'], [step(['NUMERIC', 'unit'])]),
    task('T2', ['a'], [step(['mystery', 'build', 'files'])]),
    task('T3', [], [step(['unit'], { methods: [] })]),
  )
  expect(gatesOf(given, all).gates).toEqual([
    [['files', 'build', 'unit', 'unit-python', 'sums']],
    [['files', 'build', 'mystery']],
    [['build', 'unit', 'unit-python']],
  ])
})
