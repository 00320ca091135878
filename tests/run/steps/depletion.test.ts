import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backupDepletion } from '../../../src/run/steps/depletion.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { step, watch, type Given, type Went } from './records.ts'

const patterns = (records: readonly StepRecord[], of = watch()): readonly string[] =>
  backupDepletion(records, of).fired.map((it) => it.pattern)
const steps = (...went: (Went | [Went, Given])[]): StepRecord[] =>
  went.map((it, at) => (typeof it === 'string' ? step(`1.${at + 1}`, it) : step(`1.${at + 1}`, it[0], it[1])))

test('the example of the seed, field by field', () => {
  const { fired, measurements } = backupDepletion(steps('backup-1', 'backup-1', 'backup-1'), watch())
  expect(fired.map((it) => it.pattern)).toEqual(['same_backup_succeeds'])
  expect(measurements).toEqual({
    steps_analysed: [
      { id: '1.1', method_used: 'backup[1]', status: 'completed' },
      { id: '1.2', method_used: 'backup[1]', status: 'completed' },
      { id: '1.3', method_used: 'backup[1]', status: 'completed' },
    ],
    backup_depletion_detected: true,
    reason: "backup[1] 'inspect source code' used 3 times, primary method 'parse documentation' never succeeds",
    recommendation: 'Escalate for strategy review - consider promoting backup to primary',
  })
})

test('a backup that a person chose is no sign of primaries that fail', () => {
  const backups = steps('backup-1', 'backup-1', 'backup-1', 'backup-1', 'backup-1')
  const chosen = backups.map((it) => ({ ...it, tried: it.tried.map((of) => ({ ...of, trigger: 'user_choice' })) }))
  expect(patterns(backups)).toEqual(['same_backup_succeeds', 'backup_rate'])
  expect(patterns(chosen)).toEqual([])
})

test('where nothing fires, the last steps are shown and nothing is said of them', () => {
  expect(backupDepletion(steps('primary', 'failed', 'skipped'), watch()).measurements).toEqual({
    steps_analysed: [
      { id: '1.1', method_used: 'primary', status: 'completed' },
      { id: '1.2', method_used: 'primary', status: 'failed' },
    ],
    backup_depletion_detected: false,
    reason: null,
    recommendation: null,
  })
})

describe('the same backup', () => {
  const other: [Went, Given] = ['backup-1', { texts: ['parse documentation', 'search the forum'] }]
  test.each<[string, StepRecord[], boolean]>([
    ['twice is one below', steps('backup-1', 'primary', 'backup-1'), false],
    ['three of the last five', steps('backup-1', 'primary', 'backup-1', 'primary', 'backup-1'), true],
    [
      'the first of six is no longer seen',
      steps('backup-1', 'primary', 'backup-1', 'primary', 'backup-1', 'primary'),
      false,
    ],
    ['another description is another backup', steps('backup-1', other, 'backup-1'), false],
    [
      'the same description at another place, and in other letters, is the same',
      steps('backup-1', ['backup-2', { texts: ['x', 'y', 'Inspect  source Code '] }], 'backup-1'),
      true,
    ],
    [
      'one that failed is not counted',
      steps('backup-1', ['failed', { texts: ['a', 'inspect source code'] }], 'backup-1'),
      false,
    ],
    ['skipped steps take no place', steps('backup-1', 'skipped', 'skipped', 'skipped', 'backup-1', 'backup-1'), true],
  ])('%s', (_, records, fires) => {
    expect(patterns(records).includes('same_backup_succeeds')).toBe(fires)
  })

  test('it is seen over several tasks, and told by what their primary methods are', () => {
    const records = ['1.1', '2.1', '3.1'].map((name, at) =>
      step(name, 'backup-1', { texts: [`read chapter ${at}`, 'inspect source code'] }),
    )
    expect(backupDepletion(records, watch('3')).fired[0]?.reason).toBe(
      "backup[1] 'inspect source code' used 3 times, primary methods of steps 1.1, 2.1, 3.1 never succeed",
    )
  })

  test('a primary method that has worked in between is not said never to', () => {
    const texts = ['parse documentation', 'inspect source code']
    const records = steps('backup-1', ['primary', { texts }], 'backup-1', 'backup-1')
    expect(backupDepletion(records, watch()).fired[0]?.reason).toBe(
      "backup[1] 'inspect source code' used 3 times, primary method 'parse documentation' succeeds only 1 of 4 times",
    )
  })
})

describe('the share of steps that need backups', () => {
  // Two backups of different texts, and one that failed: three of five without the same one three times.
  const b1: [Went, Given] = ['backup-1', { texts: ['p', 'one'] }]
  const b2: [Went, Given] = ['backup-1', { texts: ['p', 'two'] }]
  const lost: [Went, Given] = ['failed', { texts: ['p', 'three'] }]
  test.each<[string, StepRecord[], boolean]>([
    ['exactly 60 % of five', steps(b1, b2, 'primary', lost, 'primary'), true],
    ['one below', steps(b1, b2, 'primary', 'primary', 'primary'), false],
    ['all of four are not enough to tell', steps(b1, b2, lost, b1), false],
    ['a step that failed without a backup needed none', steps(b1, b2, 'failed', 'primary', 'primary'), false],
    ['skipped steps do not fill the window', steps(b1, b2, lost, 'primary', 'skipped'), false],
  ])('%s', (_, records, fires) => {
    expect(patterns(records).includes('backup_rate')).toBe(fires)
  })

  test('percent and window are settings', () => {
    const two = { backupRate: { percent: 50, window: 2 } }
    expect(patterns(steps(b1, 'primary'), watch('1', two))).toEqual(['backup_rate'])
    expect(patterns(steps('primary', 'primary'), watch('1', { backupRate: { percent: 0, window: 2 } }))).toEqual([])
  })
})

describe('backups that fail', () => {
  const lost: [Went, Given] = ['failed', { texts: ['p', 'b'] }]
  const left: [Went, Given] = [
    'failed',
    { texts: ['p', 'b', 'c'], tried: step('1.1', 'failed', { texts: ['p', 'b'] }).tried },
  ]
  test.each<[string, StepRecord[], boolean]>([
    ['three in a row', steps(lost, lost, lost), true],
    ['two in a row are one below', steps('primary', lost, lost), false],
    ['a completed step ends the row', steps(lost, lost, 'primary', lost), false],
    ['a step without backups ends it', steps(lost, lost, 'failed', lost), false],
    ['one with a backup left is none of it', steps(lost, lost, left), false],
    ['a skipped step does not end it', steps(lost, 'skipped', lost, lost), true],
    ['it goes on over tasks', [step('1.9', ...lost), step('2.1', ...lost), step('2.2', ...lost)], true],
  ])('%s', (_, records, fires) => {
    expect(patterns(records).includes('backups_exhausted')).toBe(fires)
  })
})

test('each pattern fires once for the same steps, apart from the others', () => {
  const lost: [Went, Given] = ['failed', { texts: ['p', 'b'] }]
  const records = steps(lost, lost, lost, 'backup-1', 'backup-1')
  expect(patterns(records)).toEqual(['backup_rate'])
  expect(patterns(records, watch('1', {}, { backup_rate: 5 }))).toEqual([])
  const more = [...records, step('1.6', 'backup-1')]
  expect(patterns(more, watch('1', {}, { backup_rate: 5 }))).toEqual(['same_backup_succeeds'])
})

test('steps that their primary methods complete never make it fire, if enough of them follow', () => {
  const went = fc.constantFrom<Went>('primary', 'backup-1', 'backup-2', 'failed', 'skipped')
  fc.assert(
    fc.property(fc.array(went, { maxLength: 12 }), (given) => {
      const records = steps(...given)
      const before = patterns(records)
      const one = patterns([...records, step('1.99')])
      expect(one.filter((it) => !before.includes(it)).filter((it) => it !== 'backup_rate')).toEqual([])
      const many = Array.from({ length: 5 }, (_, at) => step(`2.${at}`))
      expect(patterns([...records, ...many])).toEqual([])
    }),
  )
})
