import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyseRun } from '../../../src/reports/spec/analysis.ts'
import { failurePatterns } from '../../../src/reports/spec/failure-patterns.ts'
import { reviewed } from '../../run/constitution/run-to-review.ts'
import { step, type Went } from '../../run/steps/records.ts'
import { run } from './run-of-spec.ts'

test('a step that a person let stand failed, and a task that was never begun has a rate', () => {
  const stood = step('1.1', 'failed', { status: 'completed' })
  const tasks = [
    { task: 'task-1', taskId: '1', steps: [{ step: '1.1', critical: true }], before: [] },
    { task: 'task-2', taskId: '2', steps: [{ step: '2.1', critical: true }], before: ['task-1'] },
  ]
  expect(failurePatterns([stood], tasks)).toMatchObject({
    overall_failure_rate: 0.5,
    task_failure_rates: [
      { task_id: '1', failed_steps: 1, total_steps: 1 },
      { task_id: '2', failed_steps: 0, total_steps: 1 },
    ],
  })
})

test('a run with the numbers of the seed, field by field', () => {
  const { analysis, violations } = analyseRun(run, null)
  expect(analysis).toEqual({
    timestamp: '2026-01-02T14:30:00.000Z',
    failure_patterns: {
      steps_that_frequently_fail: [
        { step_id: '2.3', failure_count: 3, retry_count: 6 },
        { step_id: '2.2', failure_count: 1, retry_count: 0 },
      ],
      overall_failure_rate: 0.17,
      task_failure_rates: [
        { task_id: '1', failed_steps: 0, total_steps: 4, failure_rate: 0 },
        { task_id: '2', failed_steps: 2, total_steps: 4, failure_rate: 0.5 },
        { task_id: '3', failed_steps: 0, total_steps: 4, failure_rate: 0 },
      ],
      most_successful_backups: [
        { backup_description: 'inspect source code', success_rate: 1 },
        { backup_description: 'use alternative linter', success_rate: 0.67 },
      ],
      backup_success_rate: 0.75,
    },
    mode_escalation_analysis: {
      total_escalations: 1,
      escalation_triggers: {
        consecutive_failures: 0,
        backup_depletion: 0,
        confidence_degradation: 0,
        failure_threshold: 0,
        critical_failure: 1,
      },
      false_escalations: 0,
      missed_escalations: 0,
    },
    error_propagation_analysis: {
      decisions: 12,
      halt_on_critical_invoked: 0,
      continued_despite_failures: 5,
      collaborative_reviews: 0,
      dependency_issues: ['2.4', '3.1', '3.2', '3.3', '3.4'].map((step_id) => ({
        step_id,
        failed_steps: ['2.3'],
        decision: 'continue_with_warning',
      })),
    },
    constitutional_compliance_review: {
      article_vi_critical_balance: { overall_ratio: 0.58, compliant: true, recommendation: 'Balance is appropriate' },
      article_vii_backup_quality: { violations: 1, description: 'Step 2.3 backup[1] was simple retry' },
      article_viii_error_propagation: { functioning_correctly: true },
      article_ix_mode_escalation: { appropriate_escalations: 1, threshold_adjustment_needed: false },
      article_x_logging: { complete: true, immutable: true },
      overall_compliance_score: 92,
    },
    recommendations: [
      'Consider marking Step 2.3 as non-critical (failed 3 times but goal still achievable)',
      "Backup method 'inspect source code' succeeded 100% of the time, prioritise it",
      "Promote 'inspect source code' backup to primary method for Step 1.2",
      "Promote 'inspect source code' backup to primary method for Step 1.3",
      "Promote 'inspect source code' backup to primary method for Step 3.2",
      "Promote 'inspect source code' backup to primary method for Step 3.3",
      'Replace Step 2.3 backup[1] with genuine alternative (current backup is simple retry)',
      'Add new alternative approaches for Step 2.3 (none of its 2 backups succeeded)',
      'Backup depletion never triggered escalation, current coverage is good',
      'Current mode escalation thresholds are appropriate, no adjustment needed',
      'Task 2 had 4 steps, 2 failed - consider breaking into smaller sub-tasks',
      'Overall critical flag balance: 58% (within 40-60% guideline, compliant)',
    ],
  })
  expect(violations.map((it) => it.article)).toEqual(['VII'])
})

test('of a run in which nothing has ended, nothing is said that is not known', () => {
  const { analysis } = analyseRun({ ...reviewed([]), tasks: [] }, null)
  expect(analysis.failure_patterns).toEqual({
    steps_that_frequently_fail: [],
    overall_failure_rate: 0,
    task_failure_rates: [],
    most_successful_backups: [],
    backup_success_rate: null,
  })
  expect(analysis.constitutional_compliance_review.overall_compliance_score).toBe(100)
  expect(analysis.recommendations).toEqual([])
})

test('the same record gives the same analysis, and it survives being written as JSON', () => {
  const { analysis } = analyseRun(run, null)
  expect(analyseRun(run, null).analysis).toEqual(analysis)
  expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis)
})

test('a step that was done again counts once in rates, and with both ends in how often it failed', () => {
  const patterns = failurePatterns(
    [
      step('1.1', 'failed', { texts: ['p', 'b'], retries: 1 }),
      step('1.1', 'backup-1', { texts: ['p', 'b'] }),
      step('1.2', 'skipped'),
    ],
    [],
  )
  expect(patterns).toMatchObject({
    steps_that_frequently_fail: [{ step_id: '1.1', failure_count: 3, retry_count: 1 }],
    overall_failure_rate: 0,
    task_failure_rates: [{ task_id: '1', failed_steps: 0, total_steps: 2 }],
    most_successful_backups: [{ backup_description: 'b', success_rate: 0.5 }],
  })
})

test('of a task its steps in the plan are counted, also those that nothing has ended', () => {
  const steps = ['1.1', '1.2', '1.3', '1.4'].map((it) => ({ step: it, critical: false }))
  const tasks = [{ task: 'task-1', taskId: '1', steps, before: [] }]
  expect(failurePatterns([step('1.1', 'failed')], tasks)).toMatchObject({
    overall_failure_rate: 0.25,
    task_failure_rates: [{ task_id: '1', failed_steps: 1, total_steps: 4, failure_rate: 0.25 }],
  })
})

test('a step that its first backup rescued does not fail often', () => {
  expect(failurePatterns([step('1.1', 'backup-1')], []).steps_that_frequently_fail).toEqual([])
  expect(failurePatterns([step('1.1', 'backup-2')], []).steps_that_frequently_fail).toHaveLength(1)
})

test('backups that succeed as often are in the order of how often they were tried', () => {
  const named = (name: string, text: string): ReturnType<typeof step> => step(name, 'backup-1', { texts: ['p', text] })
  const { most_successful_backups: backups } = failurePatterns(
    [
      named('1.1', 'once'),
      named('1.2', 'twice'),
      named('1.3', 'Twice'),
      step('1.4', 'failed', { texts: ['p', 'never'] }),
    ],
    [],
  )
  expect(backups.map((it) => it.backup_description)).toEqual(['twice', 'once'])
})

test('a backup whose program could not be run says nothing of backups', () => {
  const failed = step('1.1', 'failed', { texts: ['p', 'gone'] })
  const tried = failed.tried.map((it) => (it.method === 'backup-1' ? { ...it, attempts: 0 } : it))
  const records = [{ ...failed, tried }, step('1.2', 'backup-1', { texts: ['p', 'b'] })]
  expect(failurePatterns(records, [])).toMatchObject({
    backup_success_rate: 1,
    most_successful_backups: [{ backup_description: 'b', success_rate: 1 }],
  })
  expect(failurePatterns(records.slice(0, 1), []).backup_success_rate).toBeNull()
})

test('whatever happened, rates and score stay within their bounds, and nothing is lost in JSON', () => {
  const went = fc.constantFrom<Went>('primary', 'backup-1', 'backup-2', 'failed', 'skipped')
  const given = fc.record({
    name: fc.tuple(fc.nat(2), fc.nat(4)).map(([task, at]) => `${task}.${at}`),
    went,
    critical: fc.boolean(),
    retries: fc.nat(3),
    expectedOutputMatch: fc.constantFrom(true, false, null),
    text: fc.constantFrom('try again', 'parse documentation', 'ask'),
  })
  fc.assert(
    fc.property(fc.array(given, { maxLength: 24 }), (all) => {
      const records = all.map(({ name, went: how, text, ...more }) =>
        step(name, how, { ...more, texts: ['parse documentation', text, 'inspect source code'] }),
      )
      const { analysis, violations } = analyseRun(reviewed(records), null)
      expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis)
      const { failure_patterns: patterns, constitutional_compliance_review: review } = analysis
      const rates = [
        patterns.overall_failure_rate,
        patterns.backup_success_rate ?? 0,
        review.article_vi_critical_balance.overall_ratio,
        ...patterns.task_failure_rates.map((it) => it.failure_rate),
        ...patterns.most_successful_backups.map((it) => it.success_rate),
      ]
      expect(rates.every((it) => it >= 0 && it <= 1)).toBe(true)
      expect(review.overall_compliance_score === 100).toBe(violations.length === 0)
      expect(review.article_viii_error_propagation.functioning_correctly).toBe(true)
    }),
  )
})
