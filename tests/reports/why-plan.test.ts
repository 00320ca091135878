import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/plan/model.ts'
import { whyInPlan, whyPlanText } from '../../src/reports/why-plan.ts'
import { edge, plan, task } from '../rig/plan-builder.ts'

const ferry = plan({
  T001: { group: '05', title: 'List the cache cases' },
  T002: { after: ['T001'], title: 'Add the store' },
  T003: { after: ['T002'], title: 'Evict by age' },
  T004: { mark: 'done' },
  T005: { after: ['T003', 'T002', 'T004'], title: 'Wire it together' },
  T006: { after: ['T007', 'T003'] },
  T007: { after: ['T006'] },
  T008: { after: ['T006', 'T001'], more: { unknownBlockers: ['T099'] } },
  T010: { mark: 'deferred' },
  T011: { after: ['T010'] },
  T012: { after: ['T010'], mark: 'blocked', more: { reason: 'no list' } },
  T013: { after: ['T012'] },
})
const why = (key: string, said: Plan = ferry) => whyInPlan(said, key)!

describe('the verdict', () => {
  test.each([
    ['T001', 'ready'],
    ['T003', 'waiting'],
    ['T004', 'done'],
    ['T006', 'cycle'],
    ['T008', 'never'],
    ['T010', 'deferred'],
    ['T011', 'never'],
    ['T012', 'stopped'],
    ['T013', 'never'],
  ])('of %s is %s', (key, verdict) => {
    expect(why(key).verdict).toBe(verdict)
  })

  test('there is none for a task that the plan does not hold', () => {
    expect(whyInPlan(ferry, 'T999')).toBeNull()
  })
})

describe('the chain', () => {
  test('goes down to what can be worked on first, each task once, nearest first', () => {
    expect(why('T005').chain.map(({ task: key, depth, by }) => [key, depth, by])).toEqual([
      ['T005', 0, null],
      ['T003', 1, 'T005'],
      ['T002', 1, 'T005'],
      ['T001', 2, 'T002'],
    ])
    expect(why('T005').chain.at(-1)?.obstacles).toEqual([])
  })

  test('tells of blockers in another phase', () => {
    expect(why('T002').chain[0]?.obstacles).toEqual([
      { is: 'blocker', task: 'T001', basis: 'explicit', needs: 'done', elsewhere: true },
    ])
  })

  test('names the cycle once and follows what lies outside it', () => {
    const { chain } = why('T006')
    expect(chain[0]?.obstacles).toMatchObject([
      { is: 'cycle', members: ['T006', 'T007'], text: 'T006 -> T007 -> T006' },
      { is: 'blocker', task: 'T003' },
    ])
    expect(chain.map((link) => link.task)).toEqual(['T006', 'T003', 'T002', 'T001'])
  })

  test('names unknown blockers as they are written', () => {
    expect(why('T008').chain[0]?.obstacles).toContainEqual({ is: 'unknown', id: 'T099' })
  })

  test('stops at marks that the plan itself made', () => {
    expect(why('T011').chain.at(-1)).toMatchObject({ task: 'T010', obstacles: [{ is: 'mark', mark: 'deferred' }] })
    expect(why('T013').chain[1]?.obstacles[0]).toEqual({ is: 'mark', mark: 'blocked', reason: 'no list' })
  })

  test('order only is satisfied by any end', () => {
    const said = plan({ T1: { mark: 'blocked' }, T2: {}, T3: {} })
    const edges = [edge('T1', 'T2', { needs: 'settled' }), edge('T2', 'T3', { needs: 'settled' })]
    expect(why('T2', { ...said, edges }).verdict).toBe('ready')
    expect(why('T3', { ...said, edges }).verdict).toBe('waiting')
  })

  test('a skipped blocker is no longer waited for', () => {
    expect(why('T2', plan({ T1: { mark: 'skipped' }, T2: { after: ['T1'] } })).verdict).toBe('ready')
  })

  test('10,000 tasks in a row are no trouble', () => {
    const keys = Array.from({ length: 10_000 }, (_, at) => `T${at}`)
    const said = {
      ...plan({}),
      tasks: keys.map((key) => task(key)),
      edges: keys.slice(1).map((key, at) => edge(keys[at]!, key)),
    }
    const last = why('T9999', said)
    expect(last.chain).toHaveLength(10_000)
    const text = whyPlanText(said, last, { width: 80, colour: false })
    expect(text).toContain('waits for 9999 tasks; T0 can be worked on first')
    expect(text).toContain('… and 9960 more')
  })
})

describe('in words', () => {
  const text = (key: string, said: Plan = ferry) =>
    `\n${whyPlanText(said, why(key, said), { width: 80, colour: false })}`

  test.each([
    ['skipped', 'is skipped in the run', 'is skipped by the plan'],
    ['deferred', 'is deferred in the run', 'is deferred by the plan'],
    ['blocked', 'has ended blocked in the run', 'is stopped by its own mark'],
  ] as const)('what is %s, by whose marks it is', (mark, ofRun, ofPlan) => {
    const said = plan({ T1: { mark } })
    const told = (isOfRun: boolean): string =>
      whyPlanText(said, why('T1', said), { width: 80, colour: false, isOfRun }).split('\n')[1] ?? ''
    expect([told(true), told(false)]).toEqual([ofRun, ofPlan])
  })

  test('a task that waits', () => {
    expect(text('T005')).toMatchInlineSnapshot(`
      "
      T005  Wire it together
      waits for 3 tasks; T001 can be worked on first

      ○ T005  Wire it together
          waits for T003, T002
        ○ T003  Evict by age
            waits for T002
        ○ T002  Add the store
            waits for T001
          ○ T001  List the cache cases
              in 05 Test Strategy; not run unless --phase names it
              no other task stands in its way
      "
    `)
  })

  test('a task that can never start', () => {
    expect(text('T008')).toMatchInlineSnapshot(`
      "
      T008  Do T008
      can never start as the plan stands; T001 can be worked on first

      ○ T008  Do T008
          waits for T099, which is not in this plan
          waits for T006, T001
        ○ T006  Do T006
            is part of a cycle: T006 -> T007 -> T006
            waits for T003
        ○ T001  List the cache cases
            in 05 Test Strategy; not run unless --phase names it
            no other task stands in its way
          ○ T003  Evict by age
              waits for T002
            ○ T002  Add the store
                waits for T001
      "
    `)
  })

  test('a task behind one that is blocked or deferred will not start by itself', () => {
    const said = plan({
      T1: { mark: 'blocked' },
      T2: { after: ['T1'] },
      T3: { after: ['T2', 'T4'] },
      T4: {},
      T5: { mark: 'deferred' },
      T6: { after: ['T5', 'T1'] },
    })
    const second = (key: string) => text(key, said).split('\n')[2]
    expect(second('T2')).toBe('waits for 1 task; it will not start until T1 is unblocked')
    expect(text('T3', said)).toMatch(/T1 is unblocked;\s+T4\s+can be worked on\s+first/)
    expect(text('T6', said).replaceAll('\n', ' ')).toContain(
      'can never start as the plan stands; it will not start until T1 is unblocked and T5 is no longer deferred',
    )
    expect(text('T4', said)).not.toContain('will not start')
    const odd = plan({ T1: { mark: 'unknown' }, T2: { after: ['T1'] } })
    expect(text('T2', odd)).toContain('waits for 1 task; it will not start until T1 has a known mark')
  })

  test('a task that waits for nothing', () => {
    expect(text('T001')).toBe('\nT001  List the cache cases\ndepends on no task that is open\n')
    expect(text('T004')).toBe('\nT004  Do T004\nis done\n')
  })

  test('plan text steers no terminal', () => {
    const said = plan({ T1: { title: 'a\u001b[2J' }, T2: { after: ['T1'], more: { unknownBlockers: ['\u202e'] } } })
    expect(text('T2', said)).toMatch(/^[\n\P{C}]*$/u)
    expect(text('T2', said)).toContain('a\\x1b[2J')
  })
})
