import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { criticalBalanceDefaults } from '../../../src/plan/critical-balance.ts'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import { loggedEntry } from '../../../src/run/constitution/logged-entry.ts'
import { mereRetries, reviewRun, type RunToReview } from '../../../src/run/constitution/review.ts'
import { complianceScore } from '../../../src/run/constitution/score.ts'
import type { Article, Violation, ViolationSeverity } from '../../../src/run/constitution/violation.ts'
import type { PropagationAnswer } from '../../../src/run/steps/propagation.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { step } from '../steps/records.ts'
import { decisionsOf, entryOf, reviewed, tasksOf, timestamp } from './run-to-review.ts'

const violation = (article: Article, severity: ViolationSeverity, description = 'any'): Violation => ({
  article,
  section: '1.1',
  description,
  severity,
  timestamp,
  corrective_action: 'any',
})

test('what a person says is done had nothing read before it, and no method: that is no violation', () => {
  const articles = (records: readonly StepRecord[]): readonly string[] => {
    const decisions = decisionsOf(records, tasksOf(records)).slice(0, 1)
    const { violations } = reviewRun({ ...reviewed(records), decisions, entries: records.map(loggedEntry) })
    return violations.map(({ article }) => article).filter((it) => it === 'VIII' || it === 'X')
  }
  expect(articles([step('1.1'), step('2.1', 'primary', { tried: [] })])).toEqual([])
  expect(articles([step('1.1'), step('2.1')])).toEqual(['VIII'])
  expect(articles([step('1.1'), step('2.1', 'failed', { tried: [] })])).toEqual(['VIII', 'X'])
})

describe('the score', () => {
  test.each<[string, readonly Violation[], number]>([
    ['a clean run', [], 100],
    ['of the seed: one backup that was a retry', [violation('VII', 'warning')], 92],
    ['two warnings of one article', [violation('VII', 'warning', 'a'), violation('VII', 'warning', 'b')], 84],
    ['one article loses no more than it is worth', ['a', 'b', 'c', 'd'].map((it) => violation('X', 'warning', it)), 80],
    ['a critical one takes all of its article', [violation('VIII', 'critical')], 80],
    ['two articles', [violation('VIII', 'critical'), violation('VI', 'warning')], 72],
    ['what was found twice counts once', [violation('VI', 'warning'), violation('VI', 'warning')], 92],
    ['everything', (['VI', 'VII', 'VIII', 'IX', 'X'] as const).map((it) => violation(it, 'critical')), 0],
  ])('%s', (_, violations, score) => {
    expect(complianceScore(violations)).toBe(score)
  })

  test('it is a whole number from 0 to 100, does not depend on the order, and no violation raises it', () => {
    const any = fc.record({
      article: fc.constantFrom<Article>('VI', 'VII', 'VIII', 'IX', 'X'),
      severity: fc.constantFrom<ViolationSeverity>('critical', 'warning'),
      description: fc.string({ maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(any), any, (given, more) => {
        const all = given.map((it) => violation(it.article, it.severity, it.description))
        const score = complianceScore(all)
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        const one = violation(more.article, more.severity, `${more.description} more`)
        expect(complianceScore([...all, one])).toBeLessThanOrEqual(score)
        const apart = all.map((it, at) => ({ ...it, step_id: String(at) }))
        expect(complianceScore([...apart].reverse())).toBe(complianceScore(apart))
      }),
    )
  })
})

test('a clean run has 100, and nothing is found', () => {
  const records = [step('1.1', 'primary', { critical: true }), step('1.2')]
  expect(reviewRun(reviewed(records))).toEqual({
    review: {
      article_vi_critical_balance: { overall_ratio: 0.5, compliant: true, recommendation: 'Balance is appropriate' },
      article_vii_backup_quality: { violations: 0, description: 'No backup was a simple retry' },
      article_viii_error_propagation: { functioning_correctly: true },
      article_ix_mode_escalation: { appropriate_escalations: 0, threshold_adjustment_needed: false },
      article_x_logging: { complete: true, immutable: true },
      overall_compliance_score: 100,
    },
    escalations: expect.objectContaining({ total: 0, missed: [] }),
    violations: [],
  })
})

/** A run of two steps, half of them critical, in which everything is as it should be but for what is given. */
const run = (given: Partial<RunToReview> = {}): RunToReview => ({
  ...reviewed([step('1.1', 'primary', { critical: true }), step('1.2')]),
  ...given,
})
const found = (given: RunToReview): readonly string[] =>
  reviewRun(given).violations.map((it) => `${it.article} ${it.section} ${it.severity}: ${it.description}`)

describe('article VI', () => {
  const steps = (critical: number, total: number): RunToReview => {
    const task = { task: 'task-1', taskId: '1', before: [] }
    const all = Array.from({ length: total }, (_, at) => ({ step: `1.${at + 1}`, critical: at < critical }))
    return run({ tasks: [{ ...task, steps: all }] })
  }
  test.each<[number, number, boolean]>([
    [2, 5, true],
    [3, 5, true],
    [39, 100, false],
    [61, 100, false],
    [0, 1, true],
    [1, 1, true],
    [0, 0, true],
    [0, 2, false],
  ])('%i of %i: compliant %s', (critical, total, compliant) => {
    const { review, violations } = reviewRun(steps(critical, total))
    expect(review.article_vi_critical_balance.compliant).toBe(compliant)
    expect(violations).toHaveLength(compliant ? 0 : 1)
  })

  test('the range is of the constitution of the project', () => {
    const balance = { ...criticalBalanceDefaults, least: 60, most: 80 }
    expect(reviewRun({ ...steps(7, 10), balance }).review.article_vi_critical_balance.compliant).toBe(true)
    expect(found({ ...steps(5, 10), balance })).toEqual([
      'VI 6.3 warning: 5 of 10 steps are critical (50%), outside 60-80%',
    ])
  })
})

test('article VII: of the seed, backup[1] of step 2.3 was a simple retry', () => {
  const texts = ['Read the documentation', 'Try again', 'Inspect source code']
  const records = [step('2.3', 'backup-2', { critical: true, texts }), step('2.4')]
  expect(mereRetries(records)).toEqual([{ step: '2.3', taskId: '2', method: 'backup-1' }])
  const { review } = reviewRun(reviewed(records))
  expect(review.article_vii_backup_quality).toEqual({
    violations: 1,
    description: 'Step 2.3 backup[1] was simple retry',
  })
  expect(review.overall_compliance_score).toBe(92)
  expect(found(reviewed(records))).toEqual([
    'VII 7.1 warning: Step 2.3 backup[1] was simple retry, not alternative method',
  ])
})

describe('article VIII', () => {
  const records = [step('1.1', 'primary', { critical: true }), step('1.2')]
  const [one, two] = decisionsOf(records, tasksOf(records))

  test('each step has to have read what ended before it, in its own and in earlier tasks', () => {
    expect(found(run({ decisions: [] }))).toEqual([
      'VIII 8.1 critical: Outcome of step 1.1 was not read before step 1.2',
    ])
    const unread = two && { ...two, prior_step_dependencies: [] }
    expect(found(run({ decisions: [one, unread].flatMap((it) => it ?? []) }))).toHaveLength(1)
    const next = [...records, step('2.1', 'primary', { critical: true }), step('2.2')]
    const known = decisionsOf(next, tasksOf(next)).filter((it) => it.step_id !== '2.1')
    expect(found({ ...reviewed(next), decisions: known })).toEqual([
      'VIII 8.1 critical: Outcome of step 1.2 was not read before step 2.1',
    ])
    const stale = decisionsOf(next, tasksOf(next)).map((it) =>
      it.step_id === '2.2' ? { ...it, prior_step_dependencies: ['1.1', '1.2'] } : it,
    )
    expect(found({ ...reviewed(next), decisions: stale })).toEqual([
      'VIII 8.1 critical: Outcome of step 2.1 was not read before step 2.2',
    ])
  })

  test('what came before is what ended last, of whichever task', () => {
    const tasks = tasksOf([...records, step('2.1'), step('2.2', 'primary', { critical: true })])
    const mixed = [records[0], step('2.1'), records[1], step('2.2', 'primary', { critical: true })]
    const all = mixed.flatMap((it) => it ?? [])
    const decisions = decisionsOf(all, tasks).map((it) =>
      it.step_id === '2.2' ? { ...it, prior_step_dependencies: ['1.1', '2.1'] } : it,
    )
    expect(found({ ...reviewed(all), tasks, decisions })).toEqual([
      'VIII 8.1 critical: Outcome of step 1.2 was not read before step 2.2',
    ])
  })

  test('branches that do not come before need not be read, and skipped steps read nothing', () => {
    const apart = [...records, step('2.1', 'primary', { critical: true }), step('2.2', 'skipped')]
    const tasks = tasksOf(apart).map((it) => ({ ...it, before: [] }))
    const decisions = decisionsOf(apart, tasks).filter((it) => it.step_id !== '2.2')
    expect(found({ ...reviewed(apart), tasks, decisions })).toEqual([])
  })

  test.each<PropagationAnswer>(['halt', 'escalate'])('no step is worked on behind %s', (answer) => {
    const stopped = two && { ...two, error_propagation_decision: answer }
    const decisions = [one, stopped].flatMap((it) => it ?? [])
    expect(found(run({ decisions }))).toEqual([
      `VIII 8.2 critical: Step 1.2 was worked on although collaborative_review said ${answer}`,
    ])
    expect(found(run({ decisions: [...decisions, ...(two ? [two] : [])] }))).toEqual([])
    expect(found(run({ decisions, letBegin: ['1.2'] }))).toEqual([])
    expect(reviewRun(run({ decisions })).review.article_viii_error_propagation.functioning_correctly).toBe(false)
  })

  test('what the checks before tasks have found is no correct functioning either', () => {
    const { review, violations } = reviewRun(run({ violations: [violation('VIII', 'critical')] }))
    expect(review.article_viii_error_propagation.functioning_correctly).toBe(false)
    expect(violations).toHaveLength(1)
    expect(review.overall_compliance_score).toBe(80)
  })
})

test('article IX: a critical failure of which nobody heard is critical, another missed escalation a warning', () => {
  const one = [step('1.1', 'failed', { critical: true }), step('1.2', 'skipped')]
  expect(found(reviewed(one))).toEqual([
    'IX 9.4 critical: No escalation after step 1.1 although there was cause: critical_failure',
  ])
  const three = [1, 2, 3].map((at) => step(`1.${at}`, 'failed'))
  const { review, violations } = reviewRun({ ...reviewed(three), tasks: [] })
  expect(violations.map((it) => [it.article, it.severity, it.step_id])).toEqual([['IX', 'warning', '1.3']])
  expect(review.article_ix_mode_escalation).toEqual({ appropriate_escalations: 0, threshold_adjustment_needed: true })
})

describe('article X', () => {
  test('an entry that lacks a field', () => {
    const entries = [entryOf(step('1.1')), { ...entryOf(step('1.2')), mode: null }]
    expect(found(run({ entries }))).toEqual(['X 10.1 warning: The entry of step 1.2 lacks mode'])
    expect(reviewRun(run({ entries })).review.article_x_logging).toEqual({ complete: false, immutable: true })
  })

  test('the same was found before the next task already: it counts once', () => {
    const entries = [{ ...entryOf(step('1.2')), mode: null }]
    const before = reviewRun(run({ entries })).violations.map((it) => ({ ...it, task_id: 2 }))
    expect(reviewRun(run({ entries, violations: before })).review.overall_compliance_score).toBe(92)
  })

  test('a log that was changed', () => {
    const { review } = reviewRun(run({ isIntact: false }))
    expect(review.article_x_logging).toEqual({ complete: true, immutable: false })
    expect(review.overall_compliance_score).toBe(80)
  })
})

test('settings are those that the run had', () => {
  const two = [1, 2].map((at) => step(`1.${at}`, 'failed'))
  const settings = { ...escalationDefaults, consecutiveFailures: 2 }
  expect(found({ ...reviewed(two), tasks: [], settings })).toHaveLength(1)
  expect(found({ ...reviewed(two), tasks: [] })).toEqual([])
})
