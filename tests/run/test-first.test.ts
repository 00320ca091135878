/** Red and green halves in the core: what counts as red, what a green one before the work is, and what the halves make together. */

import { describe, expect, test } from 'vitest'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import { criteriaOf } from '../../src/run/criteria.ts'
import { criteriaSeen, ownersIn, statusesIn } from '../../src/run/criteria-seen.ts'
import type { Evidence, FileChange } from '../../src/run/outcome.ts'
import type { StepRun } from '../../src/run/state.ts'
import { newStep } from '../../src/run/new-state.ts'
import { holds, wasGreen } from '../../src/run/verdict.ts'
import { joinChanges } from '../../src/run/whole-look.ts'
import { evidence, gate, plan, step, task, World, type Script } from './world.ts'

describe('of the test of a criterion', () => {
  const red: StepRun = newStep(step({ expect: 'red', gates: ['AC-1'], criterion: 'AC-1' }))
  const green: StepRun = newStep(step({ gates: ['AC-1'], criterion: 'AC-1' }))
  const said = (more: Partial<Evidence>): Evidence => evidence('AC-1', 't', { criterion: 'AC-1', ...more })

  test.each([
    ['failed', said({ result: 'failed' }), true, false],
    ['did not run', said({ result: 'failed', noTest: 'no such test' }), false, false],
    ['could not run', said({ result: 'could-not-run' }), false, false],
    ['took too long', said({ result: 'timed-out' }), false, false],
    ['passed', said({ result: 'passed' }), true, true],
  ])('one that %s', (_, verdict, isRed, isGreen) => {
    expect([holds(new Map(), red, verdict), holds(new Map(), green, verdict)]).toEqual([isRed, isGreen])
  })

  test('only that one is green before the work: another gate that passes has not seen a test', () => {
    expect(wasGreen(red, said({ result: 'passed' }))).toBe(true)
    expect(wasGreen(red, evidence('unit', 't'))).toBe(false)
    expect(holds(new Map(), red, evidence('unit', 't'))).toBe(false)
  })
})

describe('a task of two halves', () => {
  const halves = [
    step({ id: 'red:AC-1', expect: 'red', gates: ['AC-1'], criterion: 'AC-1' }),
    step({ id: 'green:AC-1', gates: ['AC-1'], criterion: 'AC-1' }),
  ]
  const it = task('A', { steps: halves })
  const test1 = { criterion: 'AC-1', runner: 'node', file: null, name: 'AC-1' } as const
  const started = (policy: Partial<Policy>) => ({
    gates: [{ ...gate('AC-1'), test: test1 }],
    policy: { ...builtInPolicy, workspace: 'worktree' as const, ...policy },
  })
  const ran = (results: readonly Evidence['result'][], policy: Partial<Policy> = {}): World => {
    const script: Script = { gates: { 'AC-1 draft': results, 'AC-1 merged': ['passed'] } }
    const world = new World(script)
    world.start(plan([it]), started(policy))
    world.run()
    return world
  }

  test('looks at no base: its test is not there', () => {
    const world = ran(['failed', 'passed'])
    expect(world.status('A')).toBe('done')
    expect([...world.state.tasks.values()].map(({ spec }) => spec.key)).toEqual(['A'])
  })

  test('says of both what was seen, and whose the criterion is', () => {
    const { state } = ran(['failed', 'passed'])
    const [only] = [...state.tasks.values()]
    if (!only) throw new Error('no task')
    expect(criteriaSeen(only)).toMatchObject([{ red: { result: 'red' }, green: { result: 'green' } }])
    expect([...ownersIn(state)]).toEqual([['AC-1', 'A']])
    expect([...statusesIn(state, [])]).toEqual([['AC-1', 'green']])
    expect(criteriaOf(only)).toEqual([{ text: 'AC-1', verdict: 'PASS', by: 'AC-1' }])
    expect(only.proof).toBe('verified')
  })

  test('green before the work: told once, no attempt more, and done', () => {
    const { state } = ran(['passed'])
    const [only] = [...state.tasks.values()]
    expect(only?.deviations.map(({ kind, what }) => [kind, what])).toEqual([
      ['green-before', 'AC-1 was green before the work'],
    ])
    expect(only?.steps.map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  test.each([
    ['block', 'blocked'],
    ['ask', 'reviewing'],
    ['ignore', 'done'],
  ] as const)('with deviations = %s it is %s then, and told in any case', (deviations, status) => {
    const world = ran(['passed'], { deviations })
    expect(world.status('A')).toBe(status)
    expect([...world.state.tasks.values()][0]?.deviations).toHaveLength(1)
  })

  test('asked about with its red half it is not asked about again with the green one', () => {
    const world = ran(['passed'], { deviations: 'ask' })
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(plan([it]), started({ deviations: 'ask' }))
    world.run()
    expect([world.status('A'), world.state.reviews.size]).toEqual(['done', 1])
  })
})

describe('changes one after the other', () => {
  const change = (kind: FileChange['change'], path = 'a', from: string | null = null): FileChange => {
    return { path, change: kind, from }
  }

  test.each([
    ['made, then changed', [change('added'), change('modified')], [change('added')]],
    ['made, then deleted', [change('added'), change('deleted')], []],
    ['changed, then deleted', [change('modified'), change('deleted')], [change('deleted')]],
    ['deleted, then made', [change('deleted'), change('added')], [change('modified')]],
    ['made, then renamed', [change('added'), change('renamed', 'b', 'a')], [change('added', 'b')]],
    ['renamed twice', [change('renamed', 'b', 'a'), change('renamed', 'c', 'b')], [change('renamed', 'c', 'a')]],
    ['renamed, then changed', [change('renamed', 'b', 'a'), change('modified', 'b')], [change('renamed', 'b', 'a')]],
    ['renamed, then deleted', [change('renamed', 'b', 'a'), change('deleted', 'b')], [change('deleted', 'a')]],
    ['of two files', [change('added', 'x'), change('modified', 'y')], [change('added', 'x'), change('modified', 'y')]],
  ])('%s', (_, all, joined) => {
    expect(joinChanges(all.map((it) => [it]))).toEqual(joined)
  })
})
