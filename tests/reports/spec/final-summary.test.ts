import { describe, expect, test } from 'vitest'
import { criticalBalanceDefaults } from '../../../src/plan/critical-balance.ts'
import { analyseRun } from '../../../src/reports/spec/analysis.ts'
import {
  finalSummary,
  summaryLines,
  type EndedRun,
  type FinalSummary,
} from '../../../src/reports/spec/final-summary.ts'
import { learningLines } from '../../../src/reports/spec/learnings.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { reviewed, tasksOf } from '../../run/constitution/run-to-review.ts'
import { step } from '../../run/steps/records.ts'
import { records, run } from './run-of-spec.ts'

const ended = (given: Partial<EndedRun> = {}): EndedRun => ({
  ...run,
  open: new Set(),
  unmerged: new Set(),
  failures: [],
  goal: null,
  runtimeMs: 185_400,
  ...given,
})
const summaryOf = (of: readonly StepRecord[], tasks = tasksOf(of)): FinalSummary =>
  finalSummary(ended({ records: of, tasks, switches: [], decisions: [] }))

test('a task of which nothing is merged is not completed, whatever its steps have done', () => {
  const of = [step('1.1', 'primary', { critical: true }), step('1.2', 'failed'), step('2.1')]
  const summary = (unmerged: readonly string[]): FinalSummary =>
    finalSummary(ended({ records: of, tasks: tasksOf(of), goal: 'ACHIEVED', unmerged: new Set(unmerged) }))
  expect(summary([])).toMatchObject({ total_tasks_completed: 2, overall_success: true })
  expect(summary(['1.1'])).toMatchObject({ total_tasks_completed: 1, overall_success: false, partial_completion: true })
})

test('backups are counted that somebody has worked by', () => {
  const failed = step('1.1', 'failed', { texts: ['p', 'gone', 'b'] })
  const tried = failed.tried.map((it) => (it.method === 'backup-1' ? { ...it, attempts: 0 } : it))
  expect(summaryOf([{ ...failed, tried }]).backup_methods_used).toEqual({ backup_2: 1 })
})

test('retries count of each end of a step that was done again', () => {
  const of = [step('1.1', 'failed', { retries: 2 }), step('1.1', 'primary', { retries: 1 })]
  expect(summaryOf(of).total_retries).toBe(3)
})

test('what came to its end since anybody has looked at the goal is no success', () => {
  const of = [step('1.1')]
  const all = { tasks: tasksOf(of), records: of }
  const success = (goal: EndedRun['goal']): boolean => finalSummary(ended({ ...all, goal })).overall_success
  expect([success(null), success('ACHIEVED'), success('behind')]).toEqual([true, true, false])
})

test('what was opened again after its end counts for nothing but what was tried', () => {
  const of = [step('1.1'), step('1.2', 'failed', { retries: 2 })]
  const { steps_succeeded, steps_failed, total_tasks_completed, total_retries } = finalSummary(
    ended({ records: of, tasks: tasksOf(of), open: new Set(['1.1', '1.2']) }),
  )
  expect([steps_succeeded, steps_failed, total_tasks_completed, total_retries]).toEqual([0, 0, 0, 2])
})

test('the totals of the run, field by field', () => {
  const summary = finalSummary(ended())
  expect({ ...summary, error_propagation_events: summary.error_propagation_events.slice(0, 1) }).toEqual({
    total_tasks_completed: 2,
    total_tasks_attempted: 3,
    steps_succeeded: 10,
    steps_failed: 2,
    steps_skipped: 0,
    total_retries: 6,
    backup_methods_used: { backup_1: 7, backup_2: 1 },
    critical_errors: [
      {
        task_id: '2',
        step_id: '2.3',
        description: 'Step 2.3',
        attempted_methods: ['primary', 'backup[1]', 'backup[2]'],
        resolved: false,
      },
    ],
    mode_switches: [
      {
        from: 'dynamic',
        to: 'collaborative',
        reason: 'critical step 2.3 failed with all 3 methods',
        escalated: true,
        timestamp: '2026-01-02T14:10:00.000Z',
      },
      {
        from: 'collaborative',
        to: 'dynamic',
        reason: 'go on',
        escalated: false,
        timestamp: '2026-01-02T14:15:00.000Z',
      },
    ],
    error_propagation_events: [
      {
        step_id: '2.4',
        decision: 'continue_with_warning',
        concern: 'critical step 2.3 failed and step 2.4 follows it in the same task; a person let the run go on',
      },
    ],
    runtime_seconds: 185,
    final_consecutive_failure_count: 0,
    run_complete: true,
    overall_success: false,
    partial_completion: true,
    partial_speclets: [],
    blocked_steps: [],
  })
  expect(summary.error_propagation_events).toHaveLength(5)
})

test('the same in lines', () => {
  expect(summaryLines(finalSummary(ended({ decisions: run.decisions.slice(0, 8) })))).toEqual([
    '## Final summary',
    '',
    '- Result: completed in part',
    '- Tasks: 2 completed of 3 attempted',
    '- Steps: 10 succeeded, 2 failed, 0 skipped',
    '- Retries: 6',
    '- Backups used: backup_1 7×, backup_2 1×',
    '- Runtime: 3 min 5 s',
    '- Consecutive failures at the end: 0',
    '',
    '### Critical errors',
    '',
    "- Step 2.3 'Step 2.3': tried primary, backup[1], backup[2]",
    '',
    '### Mode switches',
    '',
    "- 2026-01-02T14:10:00.000Z dynamic → collaborative: 'critical step 2.3 failed with all 3 methods'",
    "- 2026-01-02T14:15:00.000Z collaborative → dynamic: 'go on'",
    '',
    '### Error propagation',
    '',
    '- Step 2.4: continue_with_warning; critical step 2.3 failed and step 2.4 follows it in the same task; a person let the run go on',
  ])
})

describe('what is completed', () => {
  test.each<[string, StepRecord[], boolean, boolean, number]>([
    ['everything', [step('1.1'), step('1.2', 'backup-1')], true, false, 1],
    ['a step that is not critical failed', [step('1.1'), step('1.2', 'failed')], false, true, 1],
    ['nothing else was in the task', [step('1.1', 'failed')], false, false, 0],
    ['a critical step failed', [step('1.1'), step('1.2', 'failed', { critical: true })], false, true, 0],
    ['a step was skipped', [step('1.1'), step('1.2', 'skipped')], false, true, 0],
    ['a step was done again', [step('1.1', 'failed', { critical: true }), step('1.1')], true, false, 1],
  ])('%s', (_, of, success, partial, tasks) => {
    expect(summaryOf(of)).toMatchObject({
      overall_success: success,
      partial_completion: partial,
      total_tasks_completed: tasks,
    })
  })

  test.each([
    ['ACHIEVED', true, 'everything was completed'],
    ['PARTIAL', false, 'every task was completed, but not every step, or not the goal'],
    ['NOT_ACHIEVED', false, 'every task was completed, but not every step, or not the goal'],
  ] as const)('with a goal that is %s', (goal, success, result) => {
    const of = [step('1.1'), step('1.2', 'failed')]
    const summary = finalSummary(ended({ records: of, tasks: tasksOf(of), goal }))
    expect(summary).toMatchObject({ overall_success: success, partial_completion: !success, total_tasks_completed: 1 })
    expect(summaryLines(summary)).toContain(`- Result: ${result}`)
  })

  test('a success in which a SPECLet went on without a step is one in part, too', () => {
    const of = [step('1.1'), step('1.2', 'failed')]
    const failures = [{ scenario: 'C', speclet: 'a', step: '1.2', decision: null, tasks: ['1'] }] as const
    const summary = finalSummary(ended({ records: of, tasks: tasksOf(of), goal: 'ACHIEVED', failures }))
    expect(summary).toMatchObject({ overall_success: true, partial_completion: true })
    expect(summaryLines(summary)).toContain('- Result: completed, but for a part of a SPECLet')
  })

  test('a critical step that a person left out makes its SPECLet one in part where that went on, and only there', () => {
    const failed = step('1.1', 'failed', { critical: true })
    const of = [failed, step('2.1')]
    const summaryFor = (decision: 'skip' | 'halt' | 'retry', tasks: readonly string[], then = of): FinalSummary => {
      const failure = { scenario: 'A', speclet: 'a', step: '1.1', decision, tasks } as const
      // Before that it had failed once already.
      const failures = [{ ...failure, decision: 'retry' } as const, failure]
      return finalSummary(ended({ records: then, tasks: tasksOf(then), failures }))
    }
    const keys = of.map(({ task }) => task)
    const summary = summaryFor('skip', keys)
    expect(summary).toMatchObject({ partial_completion: true, partial_speclets: [{ speclet: 'a', step_id: '1.1' }] })
    expect(summary.partial_speclets).toHaveLength(1)
    expect(summaryLines(summary)).toContain('- SPECLet a: step 1.1 failed, and was left out by a person')
    expect(summaryFor('halt', keys).partial_speclets).toEqual([])
    // Nothing of it was completed: it was left out as a whole.
    expect(summaryFor('skip', keys.slice(0, 1)).partial_speclets).toEqual([])
    expect(summaryFor('skip', keys, [...of, step('1.1')]).partial_speclets).toEqual([])
  })

  test('a critical error that was resolved stays one that was met', () => {
    const failed = step('1.1', 'failed', { critical: true })
    for (const [later, resolved] of [
      [step('1.1'), true],
      [step('1.1', 'skipped'), false],
    ] as const) {
      const summary = summaryOf([failed, later])
      expect(summary.critical_errors).toMatchObject([{ step_id: '1.1', resolved }])
      expect(summaryLines(summary)).toContain(
        `- Step 1.1 'Step 1.1': tried primary${resolved ? '; resolved later' : ''}`,
      )
      // It was worked on, whatever a person has made of it.
      expect(summary.blocked_steps).toEqual([])
    }
  })

  test('steps and tasks that were never begun are missing, and what they are behind is told', () => {
    const all = [step('1.1', 'failed', { critical: true }), step('1.2'), step('2.1'), step('3.1')]
    const tasks = tasksOf(all).map((it) => (it.taskId === '3' ? { ...it, before: [] } : it))
    const summary = summaryOf(all.slice(0, 1), tasks)
    expect(summary).toMatchObject({ total_tasks_attempted: 1, overall_success: false, partial_completion: false })
    expect(summary.blocked_steps).toEqual([
      { step_id: '1.2', unmet_dependencies: ['1.1'] },
      { step_id: '2.1', unmet_dependencies: ['1.1'] },
      { step_id: '3.1', unmet_dependencies: [] },
    ])
    expect(summaryLines(summary).slice(-5)).toEqual([
      '### Steps not worked on',
      '',
      '- Step 1.2, behind 1.1',
      '- Step 2.1, behind 1.1',
      '- Step 3.1',
    ])
  })

  test('an empty run is no success, and a clock that was set back takes no time', () => {
    expect(finalSummary(ended({ records: [], tasks: [], runtimeMs: -5 }))).toMatchObject({
      overall_success: false,
      partial_completion: false,
      runtime_seconds: 0,
    })
  })

  test('failures in a row at the end', () => {
    // What was left out of another task was not worked on.
    const behind = [step('1.2', 'failed'), step('1.3', 'failed'), step('2.1', 'skipped')]
    expect(summaryOf(behind).final_consecutive_failure_count).toBe(2)
    expect(summaryOf([step('1.1'), step('1.2', 'failed'), step('1.3', 'failed')]).final_consecutive_failure_count).toBe(
      2,
    )
  })
})

test('what the run teaches', () => {
  const { analysis } = analyseRun(run, null)
  const { settings } = run
  expect(
    learningLines({
      records,
      analysis,
      settings,
      strategy: 'collaborative_review',
      guideline: criticalBalanceDefaults,
    }),
  ).toEqual([
    '### Effective patterns',
    '',
    "- Backup 'inspect source code' worked each time it was tried",
    '- 4 of 12 steps were completed by their primary method at the first attempt',
    '- Tasks without a failed step: 1 (4), 3 (4)',
    '- Each of 12 decisions before steps had read what came before',
    '',
    '### Anti-patterns to avoid',
    '',
    '- Step 2.3: failed methods: 3, retries: 6',
    '- Step 2.2: failed methods: 1, retries: 0',
    '- Step 2.3 backup[1] is a method before it once more, and not another way',
    '- Consider marking Step 2.3 as non-critical (failed 3 times but goal still achievable)',
    '',
    '### System tuning',
    '',
    '- Threshold of consecutive failures: 3; it led to 0 of 1 escalations. Of all of them 0 were unnecessary, and 0 more were missed',
    '- Propagation strategy collaborative_review: 0 halts, 0 reviews, 5 times on in spite of a critical failure',
    '- Critical steps: 58% (guideline 40-60%)',
  ])
})

test('a step that its primary method was retried for was not completed at the first attempt', () => {
  const of = [step('1.1', 'primary', { retries: 1 }), step('1.2')]
  const { analysis } = analyseRun(reviewed(of), null)
  const { settings } = run
  const guideline = criticalBalanceDefaults
  expect(learningLines({ records: of, analysis, settings, strategy: 'collaborative_review', guideline })).toContain(
    '- 1 of 2 steps were completed by their primary method at the first attempt',
  )
})

test('a run that teaches nothing says so', () => {
  const empty = { ...reviewed([]), tasks: [] }
  const { analysis } = analyseRun(empty, null)
  const lines = learningLines({
    records: [],
    analysis,
    settings: empty.settings,
    strategy: 'halt_on_critical',
    guideline: criticalBalanceDefaults,
  })
  expect(lines.slice(0, 7)).toEqual([
    '### Effective patterns',
    '',
    '- Nothing in this run',
    '',
    '### Anti-patterns to avoid',
    '',
    '- Nothing in this run',
  ])
})

test('no text of a plan adds a line to the summary', () => {
  const title = 'x\n## All is well\u202e <!--'
  const lines = summaryLines(summaryOf([step('1.1', 'failed', { critical: true, title })]))
  expect(lines.some((it) => /\n|\u202e|<!--/.test(it))).toBe(false)
  expect(lines.filter((it) => it.startsWith('## '))).toEqual(['## Final summary'])
})
