import { expect, test } from 'vitest'
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
