import { describe, expect, test } from 'vitest'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import { reviewEscalations } from '../../../src/run/steps/escalation-review.ts'
import { allHandled, type ModeSwitch } from '../../../src/run/steps/mode-switch.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { triggerOf, type Pattern } from '../../../src/run/steps/trigger.ts'
import { nothingLogged, step, type Given } from './records.ts'

const switched = (after: number, patterns: readonly Pattern[], given: Partial<ModeSwitch> = {}): ModeSwitch => ({
  after,
  from: 'dynamic',
  to: 'collaborative',
  taskId: '1',
  step: `1.${after}`,
  patterns,
  reason: 'told elsewhere',
  guided: false,
  log: nothingLogged,
  at: 0,
  ...given,
})
const back = (after: number): ModeSwitch => switched(after, [], { from: 'collaborative', to: 'dynamic' })
const review = (
  records: readonly StepRecord[],
  switches: readonly ModeSwitch[],
  laterRuns: readonly number[] = [],
): ReturnType<typeof reviewEscalations> =>
  reviewEscalations({ records, switches, settings: escalationDefaults, laterRuns })
const failed = (given: Given = {}): StepRecord[] => [1, 2, 3].map((at) => step(`1.${at}`, 'failed', given))

test('a run that never left its mode has nothing to look back at', () => {
  expect(review([step('1.1')], [])).toEqual({
    total: 0,
    triggers: {
      consecutive_failures: 0,
      backup_depletion: 0,
      confidence_degradation: 0,
      failure_threshold: 0,
      critical_failure: 0,
    },
    unnecessary: [],
    missed: [],
  })
})

test('escalations are counted by trigger, a trigger with two patterns once; what a person switched is none', () => {
  const { total, triggers } = review(
    [],
    [
      switched(3, ['consecutive_failures', 'failure_threshold']),
      switched(5, ['same_backup_succeeds', 'backup_rate']),
      switched(6, [], { to: 'silent' }),
    ],
  )
  expect(total).toBe(2)
  expect(triggers).toMatchObject({ consecutive_failures: 1, failure_threshold: 1, backup_depletion: 1 })
})

describe('unnecessary', () => {
  const cause: readonly Pattern[] = ['output_mismatch']
  const five = [1, 2, 3, 4, 5].map((at) => step(`1.${at}`, 'primary', { expectedOutputMatch: false }))
  const count = (next: readonly StepRecord[], given: Partial<ModeSwitch> = {}, patterns = cause): number =>
    review([...five, ...next], [switched(5, patterns, given)]).unnecessary.length

  test('where nobody changed anything and the next step went well at once', () => {
    expect(count([step('1.6')])).toBe(1)
    expect(count([step('1.6', 'skipped'), step('1.7')])).toBe(1)
  })

  test.each<[string, number]>([
    ['a person changed something', count([step('1.6')], { guided: true })],
    ['nothing came after it', count([step('1.6', 'skipped')])],
    ['the next step failed', count([step('1.6', 'failed')])],
    ['the next step needed a backup', count([step('1.6', 'backup-1')])],
    ['the next step needed a retry', count([step('1.6', 'primary', { retries: 1 })])],
    ['its output was another one', count([step('1.6', 'primary', { expectedOutputMatch: false })])],
    ['it broke a constraint', count([step('1.6', 'primary', { constraints: { size: false } })])],
    ['methods were used up', count([step('1.6')], {}, ['output_mismatch', 'consecutive_failures'])],
  ])('is none where %s', (_, found) => {
    expect(found).toBe(0)
  })
})

describe('missed', () => {
  test('a trigger that fires by the record, and no switch', () => {
    expect(review(failed(), []).missed).toEqual([
      { taskId: '1', step: '1.3', patterns: ['consecutive_failures', 'failure_threshold'] },
    ])
    expect(review(failed(), [switched(3, ['consecutive_failures'])]).missed).toEqual([])
  })

  test('a switch at another step, or one that a person made, does not stand for it', () => {
    expect(review(failed(), [switched(2, ['consecutive_failures'])]).missed).toHaveLength(1)
    expect(review(failed(), [switched(3, [])]).missed).toHaveLength(1)
  })

  test('only the dynamic mode has to escalate', () => {
    expect(review(failed({ mode: 'silent' }), []).missed).toEqual([])
    expect(review(failed({ mode: 'collaborative' }), []).missed).toEqual([])
  })

  test('what people were asked about is not missed, in whatever mode their answer finds it', () => {
    expect(review(failed({ asked: true }), []).missed).toEqual([])
  })

  test('it is missed once for the same steps', () => {
    const records = [...failed(), step('1.4', 'failed'), step('1.5', 'failed')]
    expect(review(records, []).missed).toHaveLength(1)
    expect(review([...records, step('1.6', 'failed')], []).missed).toHaveLength(2)
  })

  test('what came before a later run of the plan led to people then', () => {
    const records = [...failed(), step('1.4', 'failed')]
    expect(review(records, [switched(3, ['consecutive_failures'])], [3]).missed).toEqual([])
    expect(review(records, [switched(3, ['consecutive_failures'])], []).missed.map((it) => it.step)).toEqual([])
    expect(review([...failed(), ...failed().slice(0, 2)], [], [3]).missed.map((it) => it.step)).toEqual(['1.3'])
  })

  test('a person who goes back to the dynamic mode has seen what was before', () => {
    const before = failed({ mode: 'collaborative' }).slice(0, 2)
    const records = [...before, step('1.3', 'failed')]
    expect(review(records, [])).toMatchObject({ missed: [{ step: '1.3' }] })
    expect(review(records, [back(2)]).missed).toEqual([])
  })
})

test('a clean slate has every pattern', () => {
  expect(Object.keys(allHandled(4)).sort()).toEqual(Object.keys(triggerOf).sort())
  expect(new Set(Object.values(allHandled(4)))).toEqual(new Set([4]))
})
