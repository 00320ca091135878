import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escalation } from '../../../src/run/steps/escalation.ts'
import { triggerOf, type Handled } from '../../../src/run/steps/trigger.ts'
import { step, watch, type Went } from './records.ts'

test('nothing is asked of people while nothing fires', () => {
  expect(escalation([], watch())).toBeNull()
  expect(escalation([step('1.1'), step('1.2', 'failed'), step('1.3')], watch())).toBeNull()
})

test('all that fires is in one log: causes, measurements, methods, advice and the counter', () => {
  const texts = ['parse documentation', 'inspect source code']
  const records = [
    step('1.9'),
    step('2.1', 'failed', { texts, retries: 2 }),
    step('2.2', 'failed', { texts: ['compile'] }),
    step('2.3', 'failed', { texts, critical: true }),
  ]
  const found = escalation(records, watch('2'))
  expect(found?.log).toEqual({
    task_id: '2',
    step_id: '2.3',
    escalation_reason: ['critical_failure', 'consecutive_failures', 'failure_threshold'],
    patterns: ['critical_failure', 'consecutive_failures', 'failure_threshold'],
    reasons: [
      'critical step 2.3 failed with all 2 methods',
      '3 steps in a row failed with all their methods: 2.1, 2.2, 2.3',
      '3 steps of this task failed: 2.1, 2.2, 2.3',
    ],
    measurements: {
      consecutive_failures: 3,
      escalation_threshold: 3,
      failure_count: 3,
      failure_threshold: 3,
      critical_failure: '2.3',
    },
    attempted_methods: [
      {
        step_id: '2.1',
        methods: [
          { method: 'primary', description: 'parse documentation', attempts: 3, outcome: 'failure' },
          { method: 'backup[1]', description: 'inspect source code', attempts: 1, outcome: 'failure' },
        ],
      },
      { step_id: '2.2', methods: [{ method: 'primary', description: 'compile', attempts: 1, outcome: 'failure' }] },
      {
        step_id: '2.3',
        methods: [
          { method: 'primary', description: 'parse documentation', attempts: 1, outcome: 'failure' },
          { method: 'backup[1]', description: 'inspect source code', attempts: 1, outcome: 'failure' },
        ],
      },
    ],
    recommendation:
      'Give guidance or another approach for step 2.3; Look at what these steps have in common before the next one begins; ' +
      'Decide whether the task can reach its aim as it is planned',
    consecutive_failure_count: 3,
  })
  expect(found?.handled).toEqual({ critical_failure: 4, consecutive_failures: 4, failure_threshold: 4 })
})

test('depletion and degradation bring their own measurements', () => {
  const records = [1, 2, 3, 4, 5].map((it) =>
    step(`1.${it}`, it > 2 ? 'backup-1' : 'primary', { expectedOutputMatch: it < 3 }),
  )
  const found = escalation(records, watch())
  expect(found?.log.escalation_reason).toEqual(['backup_depletion', 'confidence_degradation'])
  expect(found?.log.patterns).toEqual(['same_backup_succeeds', 'backup_rate', 'output_mismatch'])
  expect(found?.log.measurements.backup_depletion).toMatchObject({ backup_depletion_detected: true })
  expect(found?.log.measurements.confidence_analysis).toMatchObject({
    trigger: 'expected_output_mismatch_rate_above_50_pct',
  })
  expect(found?.log.attempted_methods.map((it) => it.step_id)).toEqual(['1.3', '1.4', '1.5'])
})

test('before the first step of the next task the counters of the last one say nothing', () => {
  const records = [step('1.1', 'failed'), step('1.2', 'failed'), step('1.3', 'failed')]
  expect(escalation(records, watch('1'))).not.toBeNull()
  expect(escalation(records, watch('2'))).toBeNull()
})

test('what was handled never fires again for the same steps, whatever they were', () => {
  const went = fc.constantFrom<Went>('primary', 'backup-1', 'backup-2', 'failed', 'skipped')
  const given = fc.tuple(went, fc.boolean(), fc.nat(2), fc.constantFrom(true, false, null))
  fc.assert(
    fc.property(fc.array(given, { maxLength: 24 }), (all) => {
      const records = all.map(([how, critical, retries, expectedOutputMatch], at) =>
        step(`1.${at}`, how, { critical, retries, expectedOutputMatch }),
      )
      let handled: Handled = {}
      records.forEach((_, at) => {
        const until = records.slice(0, at + 1)
        const found = escalation(until, watch('1', {}, handled))
        if (found === null) return
        expect([...new Set(found.log.patterns.map((it) => triggerOf[it]))]).toEqual(found.log.escalation_reason)
        handled = found.handled
        expect(escalation(until, watch('1', {}, handled))).toBeNull()
        for (const pattern of found.log.patterns) expect(handled[pattern]).toBe(at + 1)
      })
    }),
  )
})
