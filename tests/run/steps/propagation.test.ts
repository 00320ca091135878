import { describe, expect, test } from 'vitest'
import { propagationDefaults, type PropagationStrategy } from '../../../src/plan/escalation.ts'
import { propagation, type NextStep } from '../../../src/run/steps/propagation.ts'
import { step } from './records.ts'

const next = (name: string, given: Partial<NextStep> = {}): NextStep => {
  const [taskId = '', number] = name.split('.')
  const earlier = Array.from({ length: Number(number) - 1 }, (_, at) => `${taskId}.${at + 1}`)
  return {
    task: `task-${taskId}`,
    taskId,
    step: name,
    before: [],
    earlier,
    needs: [],
    accepted: [],
    unmerged: [],
    ...given,
  }
}
const by = (strategy: PropagationStrategy): typeof propagationDefaults => ({ ...propagationDefaults, strategy })
const lost = step('1.2', 'failed', { critical: true })

test('a step that is done again does not follow those that come after it', () => {
  expect(propagation([step('1.1'), lost, step('1.3')], next('1.1'), by('halt_on_critical'))).toMatchObject({
    prior_step_dependencies: [],
    error_propagation_decision: 'continue',
  })
})

test('a critical step of which nothing was merged is told as that', () => {
  expect(propagation([lost], next('1.3', { unmerged: ['1.2'] }), by('halt_on_critical'))).toMatchObject({
    error_propagation_decision: 'halt',
    dependency_concern: 'critical step 1.2 is not merged and step 1.3 follows it in the same task',
  })
})

test('without anything before it a step goes on, and says that it has read nothing', () => {
  expect(propagation([], next('1.1'), propagationDefaults)).toEqual({
    task_id: '1',
    step_id: '1.1',
    prior_step_dependencies: [],
    propagation_strategy: 'collaborative_review',
    error_propagation_decision: 'continue',
    critical_failures: [],
    other_failures: [],
    dependency_concern: null,
    impact: null,
  })
})

test.each<[PropagationStrategy, string]>([
  ['halt_on_critical', 'halt'],
  ['continue_and_log', 'continue_with_warning'],
  ['collaborative_review', 'escalate'],
])('a critical failure in the same task: %s says %s', (strategy, said) => {
  expect(propagation([step('1.1'), lost], next('1.3'), by(strategy))).toEqual({
    task_id: '1',
    step_id: '1.3',
    prior_step_dependencies: ['1.1', '1.2'],
    propagation_strategy: strategy,
    error_propagation_decision: said,
    critical_failures: [{ task_id: '1', step_id: '1.2', relation: 'same_task', accepted: false }],
    other_failures: [],
    dependency_concern: 'critical step 1.2 failed and step 1.3 follows it in the same task',
    impact: '1 of 2 steps before step 1.3 failed though critical: its task may not reach its aim',
  })
})

describe('what is read', () => {
  test('tasks before, and nothing of a branch that does not come before', () => {
    const records = [lost, step('2.1'), step('3.1', 'failed', { critical: true })]
    const decision = propagation(records, next('2.2', { before: ['task-1'] }), by('halt_on_critical'))
    expect(decision.prior_step_dependencies).toEqual(['1.2', '2.1'])
    expect(decision.critical_failures).toEqual([
      { task_id: '1', step_id: '1.2', relation: 'earlier_task', accepted: false },
    ])
    expect(decision.dependency_concern).toBe('critical step 1.2 failed and task 2 comes after its task')
    expect(propagation(records, next('2.2'), by('halt_on_critical')).error_propagation_decision).toBe('continue')
  })

  test('a step that stands failed; one that was completed since stops nobody', () => {
    const done = step('1.2', 'primary', { critical: true })
    expect(propagation([lost, done], next('1.3'), by('halt_on_critical')).error_propagation_decision).toBe('continue')
    expect(propagation([done, lost], next('1.3'), by('halt_on_critical')).error_propagation_decision).toBe('halt')
  })

  test('of the step itself nothing: it may be done again', () => {
    expect(propagation([lost], next('1.2'), by('halt_on_critical')).prior_step_dependencies).toEqual([])
  })

  test.each([{ enabled: false }, { readPriorSteps: false }])('nothing where the plan forbids it: %j', (off) => {
    const decision = propagation([lost], next('1.3'), { ...by('halt_on_critical'), ...off })
    expect(decision.prior_step_dependencies).toEqual([])
    expect(decision.error_propagation_decision).toBe('continue')
  })
})

test('failures that are not critical are listed and stop nothing', () => {
  const decision = propagation(
    [step('1.1', 'failed'), step('1.2', 'skipped', { critical: true })],
    next('1.3'),
    by('halt_on_critical'),
  )
  expect(decision).toMatchObject({
    error_propagation_decision: 'continue',
    other_failures: ['1.1'],
    critical_failures: [],
  })
})

test('what the plan says that it needs comes first in the words', () => {
  const decision = propagation([lost], next('1.3', { needs: ['1.2'] }), by('continue_and_log'))
  expect(decision.dependency_concern).toBe('critical step 1.2 failed and step 1.3 needs what it was to bring')
  expect(decision.impact).toBe('1 of 1 steps before step 1.3 failed though critical: its input is missing or wrong')
})

test('a person is asked once about a failure, and again about another one', () => {
  const accepted = next('1.4', { accepted: ['1.2'] })
  const decision = propagation([lost], accepted, by('halt_on_critical'))
  expect(decision.error_propagation_decision).toBe('continue_with_warning')
  expect(decision.dependency_concern).toBe(
    'critical step 1.2 failed and step 1.4 follows it in the same task; a person let the run go on',
  )
  const another = [lost, step('1.3', 'failed', { critical: true })]
  expect(propagation(another, accepted, by('halt_on_critical')).error_propagation_decision).toBe('halt')
  expect(propagation(another, accepted, by('collaborative_review')).error_propagation_decision).toBe('escalate')
})
