import { describe, expect, test } from 'vitest'
import { criticalBalanceDefaults } from '../../../src/plan/critical-balance.ts'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import { failurePatterns } from '../../../src/reports/spec/failure-patterns.ts'
import { recommendations, type Findings } from '../../../src/reports/spec/recommendations.ts'
import { reviewEscalations } from '../../../src/run/steps/escalation-review.ts'
import type { ModeSwitch } from '../../../src/run/steps/mode-switch.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import type { Pattern } from '../../../src/run/steps/trigger.ts'
import { nothingLogged, step } from '../../run/steps/records.ts'

function advice(
  records: readonly StepRecord[],
  switches: readonly ModeSwitch[] = [],
  given: Partial<Findings> = {},
): readonly string[] {
  return recommendations({
    records,
    patterns: failurePatterns(records, []),
    escalations: reviewEscalations({ records, switches, settings: escalationDefaults, laterRuns: [] }),
    balance: { overall_ratio: 0.58, compliant: true, recommendation: '' },
    guideline: criticalBalanceDefaults,
    settings: escalationDefaults,
    goal: null,
    ...given,
  })
}

const about = (lines: readonly string[], word: string): readonly string[] => lines.filter((it) => it.includes(word))
const critical = { critical: true }

test('a backup that people let go on is one backup', () => {
  const tried = (['primary', 'backup-1', 'backup-1'] as const).map((method) => ({
    method,
    outcome: 'failure' as const,
    attempts: 1,
    trigger: null,
    at: 0,
  }))
  const lines = advice([step('1.1', 'failed', { texts: ['a', 'b'], tried })])
  expect(about(lines, 'Add new')).toEqual([
    'Add new alternative approaches for Step 1.1 (its only backup did not succeed)',
  ])
})

describe('critical flags', () => {
  test.each<[string, StepRecord[], string[]]>([
    [
      'a critical step that failed once, while the rest was completed',
      [step('1.1', 'failed', critical), step('1.2'), step('1.3', 'failed')],
      ['Consider marking Step 1.1 as non-critical (failed 1 time but goal still achievable)'],
    ],
    [
      'after which a critical step failed too',
      [step('1.1', 'failed', critical), step('1.2'), step('1.3', 'skipped', critical)],
      [],
    ],
    ['after which nothing came', [step('1.1'), step('1.2', 'failed', critical)], []],
    [
      'a step that is not critical, after which its task came to nothing',
      [step('1.1', 'failed'), step('1.2', 'failed'), step('1.3', 'skipped'), step('2.1')],
      [
        'Consider marking Step 1.1 as critical (failure blocked downstream steps)',
        'Consider marking Step 1.2 as critical (failure blocked downstream steps)',
      ],
    ],
    [
      'a step that is not critical, after which others failed by themselves',
      [step('1.1', 'failed'), step('1.2', 'failed')],
      [],
    ],
    ['the last step of its task', [step('1.1', 'failed'), step('2.1', 'failed')], []],
    [
      'one that was completed later',
      [step('1.1', 'failed', critical), step('1.2'), step('1.1', 'primary', critical)],
      [],
    ],
  ])('%s', (_, records, lines) => {
    expect(about(advice(records), 'Consider marking')).toEqual(lines)
  })
})

describe('with what the goal has come to', () => {
  const hindersNothing = [step('1.1', 'failed', critical), step('1.2')]
  const blocks = [step('1.1', 'failed'), step('1.2', 'skipped'), step('2.1')]

  test.each([
    [null, 1, 1],
    ['ACHIEVED', 1, 0],
    ['PARTIAL', 0, 1],
    ['NOT_ACHIEVED', 0, 1],
  ] as const)('%s: no flag is to be changed against it', (goal, fewer, more) => {
    expect(about(advice(hindersNothing, [], { goal }), 'as non-critical')).toHaveLength(fewer)
    expect(about(advice(blocks, [], { goal }), 'as critical')).toHaveLength(more)
  })
})

describe('backups', () => {
  const of = (...records: StepRecord[]): readonly string[] =>
    advice(records).filter((it) => /^(Backup method|Promote|Primary|Replace|Add)/.test(it))
  test('the second one that works, where the first one does not', () => {
    expect(of(step('1.2', 'backup-2'))).toEqual(["Promote 'ask the author' backup to primary method for Step 1.2"])
  })

  test('the first one, where the primary method failed more than once', () => {
    expect(of(step('3.2', 'backup-1', { retries: 1 }))).toEqual([
      'Primary method for Step 3.2 failed consistently, replace with current backup[1]',
    ])
    expect(of(step('3.2', 'backup-1'))).toEqual([])
  })

  test('one that works each time in several steps', () => {
    expect(of(step('1.1', 'backup-1'), step('1.2', 'backup-1'))).toEqual([
      "Backup method 'inspect source code' succeeded 100% of the time, prioritise it",
      "Promote 'inspect source code' backup to primary method for Step 1.1",
      "Promote 'inspect source code' backup to primary method for Step 1.2",
    ])
  })

  test('none that works', () => {
    expect(of(step('1.1', 'failed', { texts: ['p', 'b'] }))).toEqual([
      'Add new alternative approaches for Step 1.1 (its only backup did not succeed)',
    ])
    expect(of(step('1.1', 'failed'))).toEqual([])
  })
})

describe('modes', () => {
  const escalated = (after: number, ...patterns: Pattern[]): ModeSwitch => ({
    after,
    from: 'dynamic',
    to: 'collaborative',
    taskId: '1',
    step: null,
    patterns,
    reason: '',
    guided: false,
    log: nothingLogged,
    at: 0,
  })
  const fine = 'Current mode escalation thresholds are appropriate, no adjustment needed'

  test('of the seed: the same threshold twice', () => {
    const twice = advice([step('1.1')], [escalated(1, 'consecutive_failures'), escalated(1, 'consecutive_failures')])
    expect(about(twice, 'triggered')).toEqual([
      '3 consecutive failures triggered escalation twice, consider increasing threshold to 4',
    ])
    expect(twice).not.toContain(fine)
    expect(advice([step('1.1')], [escalated(1, 'consecutive_failures')])).toContain(fine)
  })

  test('escalations that were unnecessary, and one that was missed', () => {
    const records = [1, 2, 3].map((at) => step(`1.${at}`, 'failed'))
    const lines = advice([step('2.1'), ...records], [escalated(0, 'output_mismatch')])
    expect(lines).toContain('1 escalation was unnecessary, consider increasing thresholds of: output_mismatch')
    expect(lines).toContain('Escalation was missed after Step 1.3 (consecutive_failures, failure_threshold)')
    expect(lines).not.toContain(fine)
    const missed = advice(records)
    expect(about(missed, 'was missed')).toHaveLength(1)
    expect(missed).not.toContain(fine)
  })

  test('backups are only praised where there are any, and none wore out', () => {
    expect(about(advice([step('1.1')]), 'Backup depletion')).toEqual([])
    expect(about(advice([step('1.1', 'backup-1')]), 'Backup depletion')).toHaveLength(1)
    expect(about(advice([step('1.1', 'backup-1')], [escalated(1, 'backup_rate')]), 'Backup depletion')).toEqual([])
    const missed = [1, 2, 3].map((at) => step(`1.${at}`, 'backup-1'))
    expect(about(advice(missed), 'Backup depletion')).toEqual([])
  })
})

describe('structure', () => {
  const went = (failed: number, total: number): StepRecord[] =>
    Array.from({ length: total }, (_, at) => step(`2.${at + 1}`, at < failed ? 'failed' : 'primary'))
  test.each([
    [4, 5, true],
    [2, 4, true],
    [2, 5, false],
    [2, 2, false],
  ])('%i of %i failed: break it up? %s', (failed, total, isTold) => {
    expect(about(advice(went(failed, total)), 'smaller sub-tasks')).toEqual(
      isTold ? [`Task 2 had ${total} steps, ${failed} failed - consider breaking into smaller sub-tasks`] : [],
    )
  })

  test('the balance of critical flags, within the guideline and outside of it', () => {
    expect(about(advice([step('1.1')]), 'balance')).toEqual([
      'Overall critical flag balance: 58% (within 40-60% guideline, compliant)',
    ])
    const balance = { overall_ratio: 0.9, compliant: false, recommendation: '' }
    expect(about(advice([step('1.1')], [], { balance }), 'balance')).toEqual([
      'Overall critical flag balance: 90% (outside 40-60% guideline, not compliant)',
    ])
  })
})

test('no text of a plan adds a line or hides one', () => {
  const texts = ['p', `b\n- 100 %\u202e <!-- ${'x'.repeat(9_000)}`]
  const lines = advice([step('1.1', 'backup-1', { texts }), step('1.2', 'backup-1', { texts })])
  for (const line of lines) {
    expect(line).not.toMatch(/[\n\u202e]|<!--/)
    expect(line.length).toBeLessThan(300)
  }
  expect(lines[0]).toMatch(/^Backup method 'b - 100 %/)
})
