import { describe, expect, test } from 'vitest'
import { nearest } from '../../src/plan/nearest-name.ts'
import { select } from '../../src/plan/selection.ts'
import type { Wanted } from '../../src/plan/selection.ts'
import { plan } from '../rig/plan-builder.ts'

const said = plan({
  T001: { group: '05' },
  T002: { after: ['T001'] },
  T003: { after: ['T002'] },
  T004: {},
  T005: { after: ['T003', 'T004'] },
  T006: { group: '07', after: ['T005'] },
})
const chosen = (wanted: Partial<Wanted>, from = said) => {
  const { selected, problems, hints } = select(from, { phases: null, only: null, until: null, ...wanted })
  return { selected: [...selected].join(' '), problems, hints }
}

describe('phases', () => {
  test('the implementation is taken where nobody says otherwise, and open blockers outside are told of', () => {
    expect(chosen({})).toEqual({
      selected: 'T002 T003 T004 T005',
      problems: [],
      hints: ['T001 blocks T002 and is not selected; --phase 05 runs it'],
    })
  })

  test('a plan without implementation is taken as a whole', () => {
    const none = { ...said, groups: said.groups.map((group) => ({ ...group, implementation: false })) }
    expect(chosen({}, none).selected).toBe('T001 T002 T003 T004 T005 T006')
  })

  test.each([['05'], ['5'], ['005'], ['test strategy'], ['Strategy']])('%s means phase 05', (name) => {
    expect(chosen({ phases: [name] })).toMatchObject({ selected: 'T001', problems: [] })
  })

  test('all, several, and both at once', () => {
    expect(chosen({ phases: ['all'] }).selected).toBe('T001 T002 T003 T004 T005 T006')
    expect(chosen({ phases: ['7', '05'] }).selected).toBe('T001 T006')
    expect(chosen({ phases: ['05', 'ALL'] }).selected).toBe('T001 T002 T003 T004 T005 T006')
  })

  test('a range is a phase of its own', () => {
    const ranged = plan({ T1: { group: '00-04' }, T2: {} }, ['00-04', '06'])
    expect(chosen({ phases: ['0-4'] }, ranged).selected).toBe('T1')
    expect(chosen({ phases: ['4'] }, ranged).problems).toEqual(['--phase: no phase 4 in this plan; it has 00-04, 06'])
  })

  test('an unknown phase is a problem that names a near one', () => {
    expect(chosen({ phases: ['implementaton'] }).problems).toEqual([
      '--phase: no phase implementaton in this plan; did you mean Implementation?',
    ])
  })
})

describe('only', () => {
  test('exactly these, with a hint for each blocker that is left out', () => {
    expect(chosen({ only: ['T005', 't003'] })).toEqual({
      selected: 'T005 T003',
      problems: [],
      hints: ['T002 blocks T003 and is not selected', 'T004 blocks T005 and is not selected'],
    })
  })

  test('a task that is named is meant, also outside the implementation', () => {
    expect(chosen({ only: ['T001'] })).toMatchObject({ selected: 'T001', problems: [] })
    expect(chosen({ only: ['T001'], phases: ['06'] }).problems).toEqual([
      '--only: T001 lies in phase 05, which is not selected; add --phase',
    ])
  })

  test('unknown ids are problems, each with the nearest id', () => {
    expect(chosen({ only: ['T0003', 'other'] })).toMatchObject({
      problems: [
        '--only: there is no task T0003 in this plan; did you mean T003?',
        '--only: there is no task other in this plan',
      ],
      hints: [],
    })
  })

  test('a blocker that is done is no hint', () => {
    const half = plan({ T1: { mark: 'done' }, T2: { after: ['T1'] }, T3: { after: ['T2'], mark: 'done' } })
    expect(chosen({ only: ['T2', 'T3'] }, half).hints).toEqual([])
  })
})

describe('until', () => {
  test('the task and all it needs, within the phases', () => {
    expect(chosen({ until: 'T003' }).selected).toBe('T002 T003')
    expect(chosen({ until: 'T003', phases: ['all'] }).selected).toBe('T001 T002 T003')
  })

  test('what is done needs nothing more', () => {
    const half = plan({ T1: {}, T2: { after: ['T1'], mark: 'done' }, T3: { after: ['T2'] } })
    expect(chosen({ until: 'T3' }, half).selected).toBe('T3')
  })

  test('cycles end', () => {
    const ring = plan({ T1: { after: ['T2'] }, T2: { after: ['T1'] }, T3: {} })
    expect(chosen({ until: 'T1' }, ring).selected).toBe('T1 T2')
  })

  test('it cuts what only names', () => {
    expect(chosen({ only: ['T002', 'T004'], until: 'T002' }).selected).toBe('T002')
    expect(chosen({ only: ['T004'], until: 'T002' }).problems).toEqual([
      '--until: T002 is not among the tasks of --only',
    ])
  })

  test('a task outside the selection is a problem', () => {
    expect(chosen({ until: 'T006' }).problems).toEqual([
      '--until: T006 lies in phase 07, which is not selected; add --phase',
    ])
  })
})

test.each([
  ['T0099', ['T0001', 'T0009'], 'T0009'],
  ['t1', ['T1'], 'T1'],
  ['blockedby', ['blocks', 'blocked_by'], 'blocked_by'],
  ['abc', ['xyz'], null],
  ['a', ['abc'], null],
  ['T01', ['T02', 'T03'], 'T02'],
  ['x'.repeat(100), ['x'.repeat(99)], null],
  ['', [''], null],
])('the nearest to %s', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected)
})

test('a done task waits for nothing, and its blockers are not told of', () => {
  const done = plan({ T001: { group: '05' }, T002: { after: ['T001'], mark: 'done' }, T003: { after: ['T002'] } })
  expect(chosen({}, done).hints).toEqual([])
})
