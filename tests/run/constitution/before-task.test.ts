import { describe, expect, test } from 'vitest'
import { criticalBalanceDefaults } from '../../../src/plan/critical-balance.ts'
import { propagationDefaults } from '../../../src/plan/escalation.ts'
import { checkTask, type BeforeTask, type TaskCheck } from '../../../src/run/constitution/before-task.ts'
import { missingFields, type LoggedEntry } from '../../../src/run/constitution/logged-entry.ts'
import { halts } from '../../../src/run/constitution/check-task.ts'
import { compliance, ruleOf, violationOf } from '../../../src/run/constitution/violation.ts'
import type { PlannedTask } from '../../../src/run/steps/planned-task.ts'
import { propagation } from '../../../src/run/steps/propagation.ts'
import { step } from '../steps/records.ts'

const timestamp = '2026-01-02T14:30:00.000Z'
const entry: LoggedEntry = {
  task_id: '1',
  step_id: '1.2',
  status: 'completed',
  method_used: 'primary',
  timestamp,
  mode: 'dynamic',
}

const none = { article: 'X', section: '', description: '', severity: 'warning', corrective_action: '' } as const

function stamped({ violations, checks_performed }: TaskCheck): Parameters<typeof compliance>[0][number] {
  return { violations: violations.map((it) => violationOf(it, timestamp)), checks_performed }
}

/** A task with so many steps of which the first ones are critical. */
const task = (taskId: string, critical: number, total: number, before: readonly string[] = []): PlannedTask => ({
  task: `task-${taskId}`,
  taskId,
  steps: Array.from({ length: total }, (_, at) => ({ step: `${taskId}.${at + 1}`, critical: at < critical })),
  before,
})

const first = (given: Partial<BeforeTask> = {}): BeforeTask => ({
  task: task('1', 3, 5),
  previous: [],
  records: [],
  decision: null,
  lastEntry: null,
  propagation: propagationDefaults,
  balance: criticalBalanceDefaults,
  ...given,
})

/** The second task, whose first step has read what the first task left. */
function second(given: Partial<BeforeTask> = {}): BeforeTask {
  const records = [step('1.1'), step('1.2')]
  const own = task('2', 1, 2, ['task-1'])
  const next = {
    task: own.task,
    taskId: '2',
    step: '2.1',
    before: own.before,
    earlier: [],
    needs: [],
    accepted: [],
    unmerged: [],
  }
  const decision = propagation(given.records ?? records, next, propagationDefaults)
  return first({ task: own, previous: ['task-1'], records, decision, lastEntry: entry, ...given })
}

test('of the seed: 3 of 5 steps are critical, and nothing is wrong', () => {
  expect(checkTask(first())).toEqual({
    constitutional_checks: {
      task_id: 1,
      critical_balance: { critical_count: 3, total_count: 5, ratio: 0.6, compliant: true },
    },
    violations: [],
    checks_performed: 2,
  })
})

test('of the seed: four checks, and a task of critical steps only is warned of', () => {
  const check = checkTask(second({ task: task('2', 4, 4, ['task-1']) }))
  expect(compliance([stamped(check)])).toEqual({
    violations_detected: [
      {
        article: 'VI',
        section: '6.3',
        description: 'Task 2 has 100% critical steps (over-criticality)',
        task_id: 2,
        severity: 'warning',
        timestamp,
        corrective_action: 'Continue with warning logged',
      },
    ],
    checks_performed: 4,
    violations_critical: 0,
    violations_warning: 1,
  })
  expect(halts(check, [])).toEqual([])
  expect(check.constitutional_checks.critical_balance.compliant).toBe(false)
})

test('what two checks have found alike is counted once', () => {
  const check = checkTask(first({ task: task('1', 5, 5) }))
  expect(compliance([stamped(check), stamped(check)])).toMatchObject({ checks_performed: 4, violations_warning: 1 })
})

describe('article VI', () => {
  test.each<[number, number, string | null]>([
    [0, 2, 'Task 1 has 0% critical steps (under-criticality)'],
    [0, 1, null],
    [1, 1, 'Task 1 has 100% critical steps (over-criticality)'],
    [1, 5, null],
    [4, 5, null],
    [0, 0, null],
  ])('%i of %i steps: %s', (critical, total, said) => {
    const { violations } = checkTask(first({ task: task('1', critical, total) }))
    expect(violations.map((it) => it.description)).toEqual(said === null ? [] : [said])
  })

  test('where it begins is given by the constitution of the project', () => {
    const balance = { ...criticalBalanceDefaults, under: 20, over: 80 }
    const said = (critical: number): readonly string[] =>
      checkTask(first({ task: task('1', critical, 5), balance })).violations.map((it) => it.description)
    expect(said(1)).toEqual(['Task 1 has 20% critical steps (under-criticality)'])
    expect(said(2)).toEqual([])
    expect(said(3)).toEqual([])
    expect(said(4)).toEqual(['Task 1 has 80% critical steps (over-criticality)'])
  })
})

describe('article IV, logged as VIII', () => {
  test.each([
    ['enabled', '8.1', { enabled: false }],
    ['read_prior_steps', '8.1', { readPriorSteps: false }],
    ['dependency_tracking', '8.3', { dependencyTracking: false }],
  ])('%s = false halts the task', (key, section, off) => {
    const check = checkTask(first({ propagation: { ...propagationDefaults, ...off } }))
    expect(check.violations).toEqual([
      {
        article: 'VIII',
        section,
        description: `error_propagation.${key} is false: steps do not learn of failures before them`,
        task_id: 1,
        severity: 'critical',
        corrective_action: `Escalate to collaborative mode; set error_propagation.${key} = true`,
      },
    ])
    expect(halts(check, [])).toEqual(check.violations)
    expect(halts(check, [ruleOf(check.violations[0] ?? none)])).toEqual([])
  })
})

describe('article VIII', () => {
  test('the last step of the task before has to be read', () => {
    expect(checkTask(second()).violations).toEqual([])
    const check = checkTask(second({ decision: null }))
    expect(check.violations).toMatchObject([
      {
        article: 'VIII',
        section: '8.1',
        description: 'Outcome of step 1.2 was not read before task 2',
        task_id: 2,
        step_id: '1.2',
        severity: 'critical',
      },
    ])
    expect(halts(check, [])).toHaveLength(1)
    expect(halts(check, ['VI 6.3'])).toHaveLength(1)
  })

  test('and so has each critical failure of tasks before it', () => {
    const records = [step('1.1', 'failed', { critical: true }), step('1.2')]
    const read = second({ records }).decision
    expect(checkTask(second({ records })).violations).toEqual([])
    const unread = read && { ...read, prior_step_dependencies: ['1.2'] }
    expect(checkTask(second({ records, decision: unread })).violations.map((it) => it.description)).toEqual([
      'Outcome of step 1.1 was not read before task 2',
    ])
  })

  test('a failure that is not critical need not be read', () => {
    const records = [step('1.1', 'failed'), step('1.2')]
    const read = second({ records }).decision
    const decision = read && { ...read, prior_step_dependencies: ['1.2'] }
    expect(checkTask(second({ records, decision })).violations).toEqual([])
  })

  test('nothing is looked for before the first task, or of a task of which nothing has ended', () => {
    expect(checkTask(first()).checks_performed).toBe(2)
    expect(checkTask(second({ records: [], decision: null, lastEntry: null }))).toMatchObject({
      violations: [],
      checks_performed: 2,
    })
  })
})

describe('article X', () => {
  test.each<[LoggedEntry, readonly string[]]>([
    [entry, []],
    [{ ...entry, mode: undefined, timestamp: '' }, ['timestamp', 'mode']],
    [{ ...entry, method_used: 'backup_1' }, ['backup_attempts']],
    [{ ...entry, method_used: 'backup_1', backup_attempts: [] }, ['backup_attempts']],
    [{ ...entry, method_used: 'backup[1]', backup_attempts: ['backup_1'] }, []],
    [{ ...entry, status: 'skipped', method_used: null }, []],
    [{ ...entry, method_used: null }, ['method_used']],
    [{}, ['task_id', 'step_id', 'status', 'method_used', 'timestamp', 'mode']],
    [
      JSON.parse('{"__proto__": {"mode": "silent"}}') as LoggedEntry,
      ['task_id', 'step_id', 'status', 'method_used', 'timestamp', 'mode'],
    ],
  ])('%j lacks %j', (given, missing) => {
    expect(missingFields(given)).toEqual(missing)
  })

  test('an incomplete entry is flagged and stops nothing', () => {
    const check = checkTask(second({ lastEntry: { ...entry, mode: null } }))
    expect(check.violations).toMatchObject([
      { article: 'X', section: '10.1', description: 'The entry of step 1.2 lacks mode', severity: 'warning' },
    ])
    expect(halts(check, [])).toEqual([])
  })
})

test('an id that is no whole number is logged as it is written', () => {
  expect(checkTask(first({ task: task('data/1', 1, 2) })).constitutional_checks.task_id).toBe('data/1')
  expect(checkTask(first({ task: task('01', 1, 2) })).constitutional_checks.task_id).toBe('01')
})
