import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consecutiveFailures, criticalFailure, failureThreshold } from '../../../src/run/steps/failures.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { step, watch, type Went } from './records.ts'

const failed = (...names: string[]): StepRecord[] => names.map((name) => step(name, 'failed'))
const row = (...names: string[]): { consecutive_failures: number; escalation_threshold: number } => ({
  consecutive_failures: names.length,
  escalation_threshold: 3,
})

describe('failures in a row', () => {
  test('of the seed: 2.1, 2.2 and 2.3 failed, so that it fires before 2.4', () => {
    const { fired, measurements } = consecutiveFailures(failed('2.1', '2.2', '2.3'), watch('2'))
    expect(fired.map((it) => [it.pattern, it.reason])).toEqual([
      ['consecutive_failures', '3 steps in a row failed with all their methods: 2.1, 2.2, 2.3'],
    ])
    expect(measurements).toEqual(row('2.1', '2.2', '2.3'))
  })

  const given: readonly [string, readonly StepRecord[], number, boolean][] = [
    ['nothing has ended', [], 0, false],
    ['one below the threshold', failed('2.1', '2.2'), 2, false],
    ['beyond the threshold', failed('2.1', '2.2', '2.3', '2.4'), 4, true],
    ['one that failed again is one', failed('2.1', '2.1', '2.2'), 2, false],
    ['a completed step sets it to 0', [...failed('2.1', '2.2'), step('2.3'), ...failed('2.4')], 1, false],
    [
      'a step that a backup completed, too',
      [...failed('2.1', '2.2'), step('2.3', 'backup-1'), ...failed('2.4')],
      1,
      false,
    ],
    ['a completed step at the end', [...failed('2.1', '2.2', '2.3'), step('2.4')], 0, false],
    [
      'a skipped step neither counts nor ends it',
      [...failed('2.1', '2.2'), step('2.3', 'skipped'), ...failed('2.4')],
      3,
      true,
    ],
    ['failures of another task are not counted', [...failed('1.1', '1.2', '2.1', '2.2')], 2, false],
    [
      'what another task completes meanwhile does not end it',
      [...failed('2.1', '2.2'), step('3.1'), ...failed('2.3')],
      3,
      true,
    ],
    [
      'a step that failed with a method left neither counts nor ends it',
      [
        ...failed('2.1', '2.2'),
        step('2.3', 'failed', { tried: step('2.3', 'failed').tried, texts: ['parse documentation', 'guess'] }),
        ...failed('2.4'),
      ],
      3,
      true,
    ],
    ['critical or not is the same', [step('2.1', 'failed', { critical: true }), ...failed('2.2', '2.3')], 3, true],
  ]
  test.each(given)('%s', (_, records, count, fires) => {
    const { fired, measurements } = consecutiveFailures(records, watch('2'))
    expect(measurements.consecutive_failures).toBe(count)
    expect(fired.length > 0).toBe(fires)
  })

  test('the threshold is a setting, and no setting turns it off', () => {
    const at = (threshold: number, records: readonly StepRecord[]): number =>
      consecutiveFailures(records, watch('2', { consecutiveFailures: threshold })).fired.length
    expect(at(2, failed('2.1', '2.2'))).toBe(1)
    expect(at(4, failed('2.1', '2.2', '2.3'))).toBe(0)
    expect(at(0, failed('2.1'))).toBe(1)
    expect(at(Number.NaN, failed('2.1'))).toBe(1)
    expect(at(0, [])).toBe(0)
  })

  test('it does not fire again for what it fired for, while the counter goes on', () => {
    const five = failed('2.1', '2.2', '2.3', '2.4', '2.5')
    const after = watch('2', {}, { consecutive_failures: 3 })
    expect(consecutiveFailures(five, after).fired).toEqual([])
    expect(consecutiveFailures(five, after).measurements.consecutive_failures).toBe(5)
    const six = consecutiveFailures([...five, ...failed('2.6')], after).fired[0]
    expect(six?.evidence.map((it) => it.step)).toEqual(['2.4', '2.5', '2.6'])
    expect(consecutiveFailures(five, watch('2', {}, { failure_threshold: 3 })).fired).toHaveLength(1)
  })

  const went = fc.constantFrom<Went>('primary', 'backup-1', 'failed', 'skipped')
  const many = fc
    .array(fc.tuple(fc.constantFrom('1', '2'), went), { maxLength: 14 })
    .map((given) => given.map(([task, how], at) => step(`${task}.${at}`, how)))

  test('a completed step never makes it fire, and a skipped one changes nothing', () => {
    fc.assert(
      fc.property(many, fc.nat(14), (records, handled) => {
        const since = watch('2', {}, { consecutive_failures: Math.min(handled, records.length) })
        const completed = consecutiveFailures([...records, step('2.99')], since)
        expect(completed.fired).toEqual([])
        expect(completed.measurements.consecutive_failures).toBe(0)
        const before = consecutiveFailures(records, since)
        const skipped = consecutiveFailures([...records, step('2.99', 'skipped')], since)
        expect(skipped).toEqual(before)
      }),
    )
  })

  test('it fires at each third failure of a row and at no other step, where each is handled', () => {
    fc.assert(
      fc.property(many, (records) => {
        let handled = 0
        let sinceFired = 0
        records.forEach((record, at) => {
          const { fired } = consecutiveFailures(
            records.slice(0, at + 1),
            watch('2', {}, { consecutive_failures: handled }),
          )
          if (record.task === 'task-2' && record.status === 'completed') sinceFired = 0
          if (record.task === 'task-2' && record.status === 'failed') sinceFired += 1
          expect(fired.length > 0).toBe(sinceFired === 3)
          if (fired.length === 0) return
          handled = at + 1
          sinceFired = 0
        })
      }),
    )
  })
})

describe('failures within a task', () => {
  const given: readonly [string, readonly StepRecord[], number, boolean][] = [
    ['one below the threshold', [...failed('2.1', '2.2'), step('2.3')], 2, false],
    ['exactly at it, with completed steps between', [...failed('2.1'), step('2.2'), ...failed('2.3', '2.4')], 3, true],
    ['and it stays reached after a completed step', [...failed('2.1', '2.2', '2.3'), step('2.4')], 3, true],
    ['failures of other tasks are not counted', failed('1.1', '1.2', '1.3', '2.1'), 1, false],
    ['skipped steps are none', [...failed('2.1', '2.2'), step('2.3', 'skipped')], 2, false],
    ['a step that was completed since is none', [...failed('2.1', '2.2', '2.3'), step('2.2')], 2, false],
    ['a step that failed twice is one', failed('2.1', '2.1', '2.2'), 2, false],
  ]
  test.each(given)('%s', (_, records, count, fires) => {
    const { fired, measurements } = failureThreshold(records, watch('2'))
    expect(measurements).toEqual({ failure_count: count, failure_threshold: 3 })
    expect(fired.length > 0).toBe(fires)
  })

  test('the thresholds that the seed calls usual: 5 for silent, 2 where much is at risk', () => {
    const records = failed('2.1', '2.2')
    expect(failureThreshold(records, watch('2', { taskFailures: 2 })).fired).toHaveLength(1)
    expect(failureThreshold(records, watch('2', { taskFailures: 5 })).fired).toEqual([])
  })

  test('what was handled is counted, and fires no more', () => {
    const records = failed('2.1', '2.2', '2.3', '2.4')
    const { fired, measurements } = failureThreshold(records, watch('2', {}, { failure_threshold: 3 }))
    expect(fired).toEqual([])
    expect(measurements.failure_count).toBe(4)
  })
})

describe('a critical failure', () => {
  const critical = (went: Went, texts?: readonly string[]): StepRecord =>
    step('1.2', went, { critical: true, ...(texts === undefined ? {} : { texts }) })

  test('fires alone and at once where every method is used up', () => {
    const { fired, measurements } = criticalFailure([step('1.1'), critical('failed', ['a', 'b', 'c'])], watch())
    expect(fired.map((it) => it.reason)).toEqual(['critical step 1.2 failed with all 3 methods'])
    expect(measurements).toEqual({ critical_failure: '1.2' })
    expect(criticalFailure([critical('failed')], watch()).fired[0]?.reason).toBe(
      'critical step 1.2 failed with its only method',
    )
  })

  test.each([
    ['a step that is not critical', [step('1.2', 'failed')]],
    ['a critical step that a backup completed', [critical('backup-1')]],
    ['one that a person set aside', [critical('skipped')]],
    ['one behind which another step has ended', [critical('failed'), step('1.3')]],
  ])('is none: %s', (_, records) => {
    expect(criticalFailure(records, watch()).fired).toEqual([])
  })

  test('does not fire twice for one end of a step, but for its next one', () => {
    const after = watch('1', {}, { critical_failure: 1 })
    expect(criticalFailure([critical('failed')], after).fired).toEqual([])
    expect(criticalFailure([critical('failed'), critical('failed')], after).fired).toHaveLength(1)
  })
})
