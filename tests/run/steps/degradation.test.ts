import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confidenceDegradation } from '../../../src/run/steps/degradation.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { step, watch } from './records.ts'

type Match = boolean | null
const matched = (...matches: Match[]): StepRecord[] =>
  matches.map((it, at) => step(`1.${at + 1}`, 'primary', { expectedOutputMatch: it }))
const retried = (...retries: number[]): StepRecord[] =>
  retries.map((it, at) => step(`1.${at + 1}`, 'primary', { retries: it }))
const patterns = (records: readonly StepRecord[], of = watch()): readonly string[] =>
  confidenceDegradation(records, of).fired.map((it) => it.pattern)
const analysis = (records: readonly StepRecord[]): Record<string, unknown> => ({
  ...confidenceDegradation(records, watch()).measurements.confidence_analysis,
})

test('the example of the seed: 2 of 5 matched, retries from 0.6 to 1.2', () => {
  const before = retried(1, 0, 1, 0, 1)
  const matches = [true, false, false, true, false]
  const now = [2, 1, 1, 1, 1].map((retries, at) =>
    step(`2.${at + 1}`, 'primary', { retries, expectedOutputMatch: matches[at] ?? null }),
  )
  const { fired, measurements } = confidenceDegradation([...before, ...now], watch('2'))
  expect(measurements.confidence_analysis).toEqual({
    window: 'last_5_steps',
    expected_output_match_rate: 0.4,
    expected_output_mismatch_rate: 0.6,
    avg_retries_current: 1.2,
    avg_retries_previous: 0.6,
    retry_increase_pct: 100,
    constraint_violation_rate: 0,
    confidence_degradation_detected: true,
    trigger: 'expected_output_mismatch_rate_above_50_pct',
  })
  expect(fired.map((it) => it.pattern)).toEqual(['output_mismatch', 'retry_increase'])
})

test('where nothing has ended, nothing can be told', () => {
  expect(analysis([])).toEqual({
    window: 'last_5_steps',
    expected_output_match_rate: null,
    expected_output_mismatch_rate: 0,
    avg_retries_current: 0,
    avg_retries_previous: null,
    retry_increase_pct: null,
    constraint_violation_rate: 0,
    confidence_degradation_detected: false,
    trigger: null,
  })
})

describe('outputs that are not the expected ones', () => {
  test.each<[string, Match[], boolean]>([
    ['3 of 5', [false, true, false, true, false], true],
    ['2 of 5 are one below', [false, true, false, true, true], false],
    ['what is not known is no mismatch', [false, null, false, null, null], false],
    ['and does not hide those that are', [false, null, false, null, false], true],
    ['all of four are not enough to tell', [false, false, false, false], false],
    ['the first of six is no longer seen', [false, true, false, true, false, true], false],
  ])('%s', (_, matches, fires) => {
    expect(patterns(matched(...matches))).toEqual(fires ? ['output_mismatch'] : [])
  })

  test('exactly half of an even window', () => {
    const of = watch('1', { outputMismatch: { percent: 50, window: 4 } })
    expect(patterns(matched(true, false, true, false), of)).toEqual(['output_mismatch'])
    expect(patterns(matched(true, false, true, true), of)).toEqual([])
  })

  test('the rate of matches is of those that are known', () => {
    expect(analysis(matched(true, null, false, null, true))).toMatchObject({
      expected_output_match_rate: 0.67,
      expected_output_mismatch_rate: 0.2,
    })
  })
})

describe('more retries', () => {
  test.each<[string, number[], number | null, boolean]>([
    ['of the seed: 0.4 to 0.8', [1, 0, 1, 0, 0, 1, 1, 1, 1, 0], 100, true],
    ['exactly 50 % more: 0.4 to 0.6', [1, 1, 0, 0, 0, 1, 1, 1, 0, 0], 50, true],
    ['one retry below it: 0.6 to 0.8', [1, 1, 1, 0, 0, 1, 1, 1, 1, 0], 33, false],
    ['fewer', [2, 2, 2, 2, 2, 1, 0, 0, 0, 0], -90, false],
    ['from none to one in five', [0, 0, 0, 0, 0, 1, 0, 0, 0, 0], null, false],
    ['from none to two in five', [0, 0, 0, 0, 0, 1, 0, 0, 1, 0], null, true],
    ['from one to one', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0], 0, false],
    ['nine steps are not two windows', [0, 0, 0, 0, 5, 5, 5, 5, 5], null, false],
  ])('%s', (_, retries, increase, fires) => {
    const { fired, measurements } = confidenceDegradation(retried(...retries), watch())
    expect(fired.map((it) => it.pattern)).toEqual(fires ? ['retry_increase'] : [])
    expect(measurements.confidence_analysis.retry_increase_pct).toBe(increase)
    if (fires) expect(measurements.confidence_analysis.trigger).toBe('retry_increase_above_50_pct')
  })

  test('retries of backups count as well', () => {
    const tried = step('1.6', 'backup-1').tried.map((it) => ({ ...it, attempts: 3 }))
    const records = [...retried(1, 1, 0, 0, 0), step('1.6', 'backup-1', { tried }), ...retried(0, 0, 0, 0)]
    expect(analysis(records)).toMatchObject({ avg_retries_current: 0.8, avg_retries_previous: 0.4 })
  })

  test('only the later window has to be new: the one before it is the measure', () => {
    const ten = retried(1, 0, 1, 0, 0, 1, 1, 1, 1, 0)
    const handled = watch('1', {}, { retry_increase: 10 })
    expect(patterns(ten, handled)).toEqual([])
    expect(patterns([...ten, ...retried(2, 2, 2, 2)], handled)).toEqual([])
    expect(patterns([...ten, ...retried(2, 2, 2, 2, 2)], handled)).toEqual(['retry_increase'])
    expect(patterns([...ten, ...retried(1, 1, 1, 1, 0)], handled)).toEqual([])
  })
})

describe('constraints that are broken', () => {
  const broken = (...held: boolean[]): StepRecord[] =>
    held.map((it, at) => step(`1.${at + 1}`, 'primary', { constraints: { max_pages: it, style: true } }))
  test.each<[string, boolean[], boolean]>([
    ['exactly 40 % of five', [false, true, true, false, true], true],
    ['one below', [true, true, true, false, true], false],
    ['all of four are not enough to tell', [false, false, false, false], false],
  ])('%s', (_, held, fires) => {
    const { fired, measurements } = confidenceDegradation(broken(...held), watch())
    expect(fired.map((it) => it.pattern)).toEqual(fires ? ['constraint_violations'] : [])
    expect(measurements.confidence_analysis.trigger).toBe(fires ? 'constraint_violation_rate_above_40_pct' : null)
  })

  test('a step without constraints breaks none', () => {
    expect(patterns(matched(null, null, null, null, null))).toEqual([])
  })
})

test('skipped steps say nothing of confidence', () => {
  const skipped = step('1.9', 'skipped', { expectedOutputMatch: false, constraints: { any: false } })
  expect(patterns([...matched(false, false), skipped, skipped, skipped])).toEqual([])
})

test('a step that went as it should never adds a pattern but by filling a window', () => {
  const going = fc.record({
    retries: fc.nat(3),
    expectedOutputMatch: fc.constantFrom(true, false, null),
    constraints: fc.constantFrom({}, { size: true }, { size: false }),
  })
  fc.assert(
    fc.property(fc.array(going, { minLength: 10, maxLength: 16 }), (given) => {
      const records = given.map((it, at) => step(`1.${at}`, 'primary', it))
      const good = step('1.99', 'primary', { expectedOutputMatch: true, constraints: { size: true } })
      const before = patterns(records)
      const added = patterns([...records, good]).filter((it) => !before.includes(it))
      // A good step can push a step with many retries into the window that is the measure, but never raise the later one.
      expect(added.filter((it) => it !== 'retry_increase')).toEqual([])
      const five = [...records, good, good, good, good, good]
      expect(patterns(five)).toEqual([])
    }),
  )
})
