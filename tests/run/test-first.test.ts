/** Red and green halves in the core: what counts as red, what a green one before the work is, and what the halves make together. */

import { describe, expect, test } from 'vitest'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import { criteriaOf } from '../../src/run/criteria.ts'
import { criteriaSeen, isRedThenGreen, ownersIn, statusesIn } from '../../src/run/criteria-seen.ts'
import type { Evidence, FileChange } from '../../src/run/outcome.ts'
import { presentationOf } from '../../src/run/presentation.ts'
import type { StepRun, TaskRun } from '../../src/run/state.ts'
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
    // Nobody has seen it fail: it proves nothing.
    expect([only?.proof, ...statusesIn(state, [])]).toEqual(['unverified'])
    expect(only && criteriaOf(only)).toEqual([{ text: 'AC-1', verdict: 'UNTESTED', by: null }])
  })

  test.each([
    ['block', 'blocked', 'The task was blocked'],
    ['ask', 'reviewing', 'A person is asked before the task goes on'],
    ['record', 'done', 'The task went on'],
    ['ignore', 'done', 'The task went on'],
  ] as const)('with deviations = %s it is %s then, and that is told', (deviations, status, action) => {
    const world = ran(['passed'], { deviations })
    expect(world.status('A')).toBe(status)
    expect([...world.state.tasks.values()][0]?.deviations).toMatchObject([
      { action: `${action}: nobody has seen this test fail` },
    ])
  })

  test('asked about with its red half it is not asked about again with the green one', () => {
    const world = ran(['passed'], { deviations: 'ask' })
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(plan([it]), started({ deviations: 'ask' }))
    world.run()
    expect([world.status('A'), world.state.reviews.size]).toEqual(['done', 1])
  })
})

describe('a task of two criteria', () => {
  const tested = (criterion: string) => ({
    ...gate(criterion),
    test: { criterion, runner: 'node' as const, file: 'tests/a.mjs', name: criterion },
  })
  const halves = [
    step({ id: 'red:AC-1', expect: 'red', gates: ['AC-1'], criterion: 'AC-1' }),
    step({ id: 'green:AC-1', gates: ['AC-1'], criterion: 'AC-1' }),
    step({ id: 'red:AC-2', expect: 'red', gates: ['AC-2'], criterion: 'AC-2' }),
    step({ id: 'green:AC-2', gates: ['unit', 'AC-2', 'AC-1'], criterion: 'AC-2' }),
  ]
  const seen = { 'AC-1 draft': ['failed', 'passed', 'passed'], 'AC-2 draft': ['failed', 'passed'] } as const
  const go = (world: World, policy: Partial<Policy> = {}, steps = halves): World => {
    world.start(plan([task('A', { steps })]), {
      gates: [gate('unit'), tested('AC-1'), tested('AC-2')],
      policy: { ...builtInPolicy, workspace: 'worktree', ...policy },
    })
    return world.run()
  }
  const ran = (script: Script, policy: Partial<Policy> = {}, steps = halves): World =>
    go(new World({ gates: seen, ...script }), policy, steps)
  const only = ({ state }: World): TaskRun => {
    const found = [...state.tasks.values()].find(({ spec }) => spec.key === 'A')
    if (!found) throw new Error('no task')
    return found
  }
  const changed = (criterion: string, is: 'test' | 'beside' = 'test') => ({ criterion, path: 'tests/a.mjs', is })

  test('each later draft is compared with those in which tests were red', () => {
    const { log } = ran({})
    const asked = log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'snapshot'
        ? [[body.effect.name.step, body.effect.tests?.map((it) => `${it.criterion} ${it.since}`)]]
        : [],
    )
    expect(asked).toEqual([
      ['red:AC-1', undefined],
      ['green:AC-1', ['AC-1 c1']],
      ['red:AC-2', ['AC-1 c1']],
      ['green:AC-2', ['AC-1 c1', 'AC-2 c3']],
    ])
  })

  test.each(['green:AC-1', 'red:AC-2', 'green:AC-2'])('a test that %s changes for good proves nothing', (at) => {
    const steps = halves.map(({ id }) => id)
    const since = steps.slice(steps.indexOf(at)).map((id) => [id, [[changed('AC-1')]]] as const)
    const world = ran({ changesTests: Object.fromEntries(since) })
    const done = only(world)
    expect(done.deviations.map(({ kind, what }) => [kind, what])).toEqual([
      ['test-changed', 'tests/a.mjs was changed after the test of AC-1 in it was seen red'],
    ])
    expect([world.status('A'), done.proof]).toEqual(['done', 'unverified'])
    expect(criteriaSeen(done).map((it) => [isRedThenGreen(it), it.testChanged])).toEqual([
      [false, ['tests/a.mjs']],
      [true, []],
    ])
    expect([...statusesIn(world.state, [])]).toEqual([['AC-2', 'green']])
    expect(criteriaOf(done).map(({ verdict, by }) => [verdict, by])).toEqual([
      ['UNTESTED', null],
      ['PASS', 'AC-2'],
    ])
  })

  test('one that a later half puts back proves what it did', () => {
    const done = only(ran({ changesTests: { 'red:AC-2': [[changed('AC-1', 'beside')]] } }))
    expect([done.deviations, done.proof]).toEqual([[], 'verified'])
  })

  test('is told of each test in one file', () => {
    const changesTests = { 'red:AC-2': [[changed('AC-1')]], 'green:AC-2': [[changed('AC-1'), changed('AC-2')]] }
    expect(only(ran({ changesTests })).deviations).toHaveLength(2)
  })

  test('where a person is asked, in the half that changes it, whatever was accepted before', () => {
    const world = ran({ changesTests: { 'red:AC-2': [[changed('AC-1')]] } }, { deviations: 'ask' })
    expect([...world.state.reviews.values()].map((it) => it.step)).toEqual(['red:AC-2'])
  })

  test.each([
    ['revise', [], 'verified'],
    ['approve', ['test-changed'], 'unverified'],
  ] as const)('a person who says %s in that half: %j is told in the end', (answer, told, proof) => {
    const isRevised = answer === 'revise'
    const after = isRevised ? [] : [changed('AC-1')]
    const changesTests = { 'red:AC-2': [[changed('AC-1')], after], 'green:AC-2': [after] }
    const second = isRevised ? (['failed', 'failed', 'passed'] as const) : (['failed', 'passed'] as const)
    const world = ran({ changesTests, gates: { ...seen, 'AC-2 draft': second } }, { deviations: 'ask' })
    world.say({ verb: 'answer', review: 'R1', answer, text: 'put it back' })
    go(world, { deviations: 'ask' })
    expect([world.status('A'), only(world).proof, world.state.reviews.size]).toEqual(['done', proof, 1])
    expect(only(world).deviations.map(({ kind }) => kind)).toEqual(told)
  })

  test('where that blocks, the attempt fails, and the next one that puts it back does not', () => {
    const done = only(ran({ changesTests: { 'red:AC-2': [[changed('AC-1')], []] } }, { deviations: 'block' }))
    expect(done.steps.map(({ attempts }) => attempts)).toEqual([1, 1, 2, 1])
    expect([done.deviations, done.proof]).toEqual([[], 'verified'])
  })

  test('who looked last at a criterion knows: what the last half breaks is not green any more', () => {
    const world = ran({ gates: { ...seen, 'AC-1 draft': ['failed', 'passed', 'failed'] } }, { retries: 0 })
    expect(world.status('A')).toBe('blocked')
    expect(criteriaSeen(only(world))[0]?.green?.result).toBe('red')
    expect(criteriaOf(only(world))[0]).toEqual({ text: 'AC-1', verdict: 'FAIL', by: 'AC-1' })
  })

  test('a test that did not run has judged nothing', () => {
    const world = ran({ gates: { ...seen, 'AC-1 draft': ['failed', 'timed-out'] } }, { retries: 0 })
    expect(criteriaSeen(only(world))[0]?.green?.result).toBe('not-run')
    expect(criteriaOf(only(world))).toEqual([
      { text: 'AC-1', verdict: 'UNTESTED', by: null },
      { text: 'AC-2', verdict: 'UNTESTED', by: null },
    ])
    expect([...statusesIn(world.state, [only(world).uid])]).toEqual([])
  })

  test('each gate proves once, by what it said last', () => {
    expect(only(ran({})).evidence.map((it) => [it.gate, it.expected])).toEqual([
      ['AC-1', 'red'],
      ['AC-2', 'red'],
      ['unit', undefined],
      ['AC-2', undefined],
      ['AC-1', undefined],
    ])
  })

  test.each([
    ['always', {}, ['green:AC-2']],
    ['always', { mode: 'education' as const }, ['red:AC-1']],
    ['never', {}, []],
  ] as const)('reviewed %s (%o) it is asked about in %j', (review, more, asked) => {
    const world = ran({}, { review, ...more })
    expect([...world.state.reviews.values()].map((it) => it.step)).toEqual(asked)
  })

  test('a last step that may be left out is not the only one that is shown', () => {
    const steps = halves.map((it, at) => (at === 3 ? { ...it, critical: false } : it))
    const world = ran({}, { review: 'always' }, steps)
    expect([...world.state.reviews.values()].map((it) => it.step)).toEqual(['red:AC-2'])
  })

  test('the review shows what all halves changed, since the task began', () => {
    const world = ran({}, { review: 'always' })
    const [review] = world.state.reviews.values()
    const shown = review ? presentationOf(world.state, review) : null
    expect(shown).toMatchObject({ since: only(world).base, halves: [{}, {}] })
    expect(shown?.gates.map(({ gate: name }) => name)).toEqual(['unit', 'AC-2', 'AC-1'])
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
