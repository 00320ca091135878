/** A plan in ATDD mode: which criteria there are, whose they are, and the halves that a task is divided into. */

import { describe, expect, test } from 'vitest'
import { bareCriterion, criteriaOf, criterionKey, type Criterion } from '../../src/plan/criterion.ts'
import type { FileSpec, Plan, TaskSpec } from '../../src/plan/model.ts'
import { ownersOf, testFirst, withRules, type CriterionSteps } from '../../src/plan/test-first.ts'
import { edge, step, task as plainTask } from '../rig/plan-builder.ts'

const file = (path: string, more: Partial<FileSpec> = {}): FileSpec => {
  return { path, action: 'create', form: 'path', to: null, note: null, ...more }
}
const task = (key: string, more: Partial<TaskSpec> = {}): TaskSpec =>
  plainTask(key, {
    steps: [step({ gates: ['files', 'unit'] })],
    files: [file(`${key}.ts`)],
    declaresFiles: true,
    ...more,
  })
const plan = (tasks: readonly TaskSpec[], edges: Plan['edges'] = []): Plan => {
  return { dialect: 'test', title: '', groups: [], tasks, edges }
}
const listed = (...criteria: readonly Partial<Criterion>[]): ReadonlyMap<string, Criterion> =>
  new Map(criteria.map((it) => [criterionKey(it.id ?? ''), { ...bareCriterion(it.id ?? ''), ...it }]))
const nothing = listed()

describe('the criteria of a task', () => {
  test('are those that it traces, by their priorities, then as they are listed', () => {
    const known = listed({ id: 'AC-2', priority: 1 }, { id: 'AC-3', priority: 0 }, { id: 'AC-4', priority: 0 })
    const traces = ['FR-1', 'AC-1', 'AC-2', 'ac_4', 'AC-3', 'AC-3', 'AC-implicit', '(all)']
    expect(criteriaOf(task('T', { traces }), known).map(({ id }) => id)).toEqual(['AC-4', 'AC-3', 'AC-2', 'AC-1'])
  })

  test('that it traces are all, also where it states some', () => {
    const both = task('T', { traces: ['AC-1'], criteria: ['it works'] })
    expect(criteriaOf(both, listed()).map(({ id }) => id)).toEqual(['AC-1'])
  })

  test('are else those that it states, with an id for each', () => {
    const stated = task('T', { criteria: ['it adds', 'it doubles'] })
    expect(criteriaOf(stated, listed({ id: 'T-AC2', priority: 0 })).map(({ id, text }) => [id, text])).toEqual([
      ['T-AC2', ''],
      ['T-AC1', 'it adds'],
    ])
  })
})

test('what an integration test judges is no criterion of a test of its own', () => {
  const stated = task('T', { criteria: ['integration test year passes', 'it adds'] })
  expect(criteriaOf(stated, listed()).map(({ id, text }) => [id, text])).toEqual([['T-AC2', 'it adds']])
})

describe('who works on a criterion', () => {
  const traced = (key: string, more: Partial<TaskSpec> = {}): TaskSpec => task(key, { traces: ['AC-1'], ...more })

  test('the first task in the order of work that traces it', () => {
    const both = plan([traced('A'), traced('B')], [edge('B', 'A')])
    expect(ownersOf(both, nothing, new Map()).get('AC-1')).toBe('B')
  })

  test.each([
    ['is done', { mark: 'done' as const }],
    ['writes documents only', { files: [file('a.md')] }],
    ['only looks', { files: [file('a.ts', { action: 'read' })] }],
    ['changes no file', { files: [] }],
    ['is divided already', { steps: [step({ id: 'a' }), step({ id: 'b' })] }],
    ['stands for others', { covers: ['X'] }],
  ])('not one that %s', (_, more) => {
    expect(ownersOf(plan([traced('A', more), traced('B')]), nothing, new Map()).get('AC-1')).toBe('B')
  })

  test('it stays so, also when that one is done, as long as it traces it', () => {
    const known = new Map([['AC-1', 'A']])
    expect(ownersOf(plan([traced('A', { mark: 'done' }), traced('B')]), nothing, known).get('AC-1')).toBe('A')
    expect(ownersOf(plan([task('A'), traced('B')]), nothing, known).get('AC-1')).toBe('B')
    expect(ownersOf(plan([traced('B')]), nothing, known).get('AC-1')).toBe('B')
  })
})

describe('a divided task', () => {
  const steps = new Map<string, CriterionSteps>(
    ['AC-1', 'AC-2'].map((id) => [id, { gate: id, red: `write ${id}`, green: `do ${id}` }]),
  )
  const divided = (more: Partial<TaskSpec>, known = nothing): TaskSpec | undefined => {
    const whole = plan([task('A', { traces: ['AC-1', 'AC-2'], ...more })])
    return testFirst(whole, { listed: known, owners: ownersOf(whole, known, new Map()), steps }).tasks[0]
  }

  test('has a red and a green half for each criterion, and its own gates and all tests in the last one', () => {
    const halves = divided({}, listed({ id: 'AC-2', priority: 0 }))?.steps
    expect(halves?.map(({ id, expect: wanted, gates, criterion }) => [id, wanted, gates, criterion])).toEqual([
      ['red:AC-2', 'red', ['AC-2'], 'AC-2'],
      ['green:AC-2', 'green', ['AC-2'], 'AC-2'],
      ['red:AC-1', 'red', ['AC-1'], 'AC-1'],
      ['green:AC-1', 'green', ['files', 'unit', 'AC-1', 'AC-2'], 'AC-1'],
    ])
    expect(halves?.map(({ methods }) => methods[0]?.instruction)).toEqual([
      'write AC-2',
      'do AC-2',
      'write AC-1',
      'do AC-1',
    ])
  })

  test('is reviewed once, when all of it is there', () => {
    const halves = divided({ steps: [step({ review: 'always' })] })?.steps
    expect(halves?.map(({ review }) => review)).toEqual(['never', 'never', 'never', 'always'])
  })

  test('may write the files of its tests and need not, whatever else it declares', () => {
    const known = listed({ id: 'AC-1', file: 'tests/a.ts' }, { id: 'AC-2', file: 'A.ts' })
    expect(divided({}, known)?.files).toMatchObject([{ path: 'A.ts' }, { path: 'tests/a.ts', mayStay: true }])
  })

  test('is left whole where nothing is known of its criteria', () => {
    expect(divided({ traces: ['AC-9'] })?.steps.map(({ id }) => id)).toEqual(['work'])
  })
})

test('who decomposes a phase is told the rules, and nobody else', () => {
  const phase = withRules(plan([task('P', { covers: ['A'] }), task('A')]), ({ key }) => `rules of ${key}`)
  expect(phase.tasks.map(({ steps }) => steps[0]?.methods[0]?.instruction)).toEqual(['rules of P', ''])
})
