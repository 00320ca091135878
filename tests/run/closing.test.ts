/** The end of a run: the gates on the last tip, and what keeps its work or its marks from being shown. */

import { describe, expect, test } from 'vitest'
import { isWaiting } from '../../src/run/close.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { newState } from '../../src/run/new-state.ts'
import { viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const gates = [gate('unit'), gate('lint')]
const policy = { workspace: 'worktree' as const }

/** The gates that were requested for a purpose. */
function asked(world: World, purpose: string): string[] {
  return world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === purpose
      ? [body.effect.gate]
      : [],
  )
}

const isAsked = (world: World, is: Effect['is']): boolean => world.pending.some(({ effect }) => effect.is === is)

describe('the gates on the last tip', () => {
  const read = plan([
    task('A', { steps: [step({ gates: ['files', 'unit'] })] }),
    task('B', { steps: [step({ gates: ['lint'] })] }),
    task('C'),
  ])
  const begun = (script: Script = {}): World => {
    const world = new World(script)
    world.start(read, { policy, gates })
    return world
  }

  test('are asked once each, one after the other, and nothing else is done meanwhile', () => {
    const world = begun()
    while (asked(world, 'final').length === 0 && world.step()) continue
    expect([world.state.status, world.pending.map(({ effect }) => effect.is)]).toEqual(['closing', ['run-gate']])
    world.run()
    expect(asked(world, 'final')).toEqual(['unit', 'lint'])
    expect(world.state.status).toBe('finished')
  })

  test('are not asked again where they are red: that is said, once', () => {
    const world = begun({ gates: { 'unit final': ['failed'] } })
    world.run()
    expect([asked(world, 'final'), world.state.findings.length]).toEqual([['unit', 'lint'], 1])
  })

  test.each(['could-not-run', 'timed-out'] as const)('one that %s is told as a red one is', (result) => {
    const { findings } = begun({ gates: { 'unit final': [result] } }).run().state
    expect(findings).toMatchObject([{ kind: 'tip-red', gate: 'unit' }])
    expect(findings[0]?.text).toContain(`gate unit is ${result} on the last tip`)
  })

  test('a red one that passes later is found no more', () => {
    const world = begun({
      gates: { 'unit final': ['failed', 'passed'] },
      attempts: { 'C/work': [{ how: 'waiting' }, { how: 'finished' }] },
    })
    world.run()
    expect([world.state.status, world.state.findings.map((it) => it.gate)]).toEqual(['parked', ['unit']])
    world.say({ verb: 'answer', review: 'R1', answer: 'approve', text: '' })
    world.start(read, { policy, gates })
    expect(world.run().state.findings).toEqual([])
  })

  test('where they are red, those are named that were merged after they were last green on a merged tree', () => {
    const gated = (key: string) => task(key, { steps: [step({ gates: ['unit'] })] })
    const order = [edge('A', 'B'), edge('B', 'C')]
    const red = (tasks: Parameters<typeof plan>[0], script: Script): string[] => {
      const world = new World(script)
      world.start(plan(tasks, order), { policy, gates })
      return world.run().state.findings.map((it) => it.text.replace(/^.*; /, ''))
    }
    const final = { 'unit final': ['failed'] } as const
    expect(red([gated('A'), gated('B'), task('C')], { gates: final })).toEqual(['merged since it was green: C'])
    expect(red([gated('A'), task('B'), task('C')], { gates: final })).toEqual(['merged since it was green: B, C'])
    // Commits of others that were brought in and that the gate is green with are under no suspicion any more.
    expect(red([task('A'), gated('B'), task('C')], { gates: final, brings: [true, false] })).toEqual([
      'merged since it was green: C',
    ])
    expect(red([gated('A'), task('B'), task('C')], { gates: final, brings: [false, true, false] })).toEqual([
      'merged since it was green: B, C, commits of others',
    ])
    expect(red([gated('A')], { gates: final, brings: [true, false] })).toEqual([
      'merged since it was green: commits of others',
    ])
  })

  test('are asked again where commits of others came in after they passed', () => {
    const order = [edge('A', 'C')]
    const two = [task('A', { steps: [step({ gates: ['unit'] })] }), task('C')]
    const finals = (brings: readonly boolean[]): string[] => {
      const world = new World({ brings })
      world.start(plan(two, order), { policy, gates })
      return asked(world.run(), 'final')
    }
    expect(finals([false])).toEqual(['unit'])
    expect(finals([false, false, true, false])).toEqual(['unit', 'unit'])
  })

  test('are no finding where they fail as they did before the run, and that was let pass', () => {
    const world = new World({ gates: { unit: ['failed'] } })
    const two = [task('A', { steps: [step({ gates: ['unit'] })] }), task('C')]
    world.start(plan(two, [edge('A', 'C')]), { policy: { ...policy, baseline: 'ignore-same' }, gates })
    world.run()
    expect([asked(world, 'final'), world.status('C'), world.state.findings]).toEqual([['unit'], 'done', []])
  })

  test('are not asked for where that very tree has passed them', () => {
    const world = new World()
    world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), { policy, gates })
    expect(asked(world.run(), 'final')).toEqual([])
  })
})

describe('what cannot be shown', () => {
  const failure = { reason: 'it is in the way', help: 'move it' }
  const troubles: [string, Effect['is'], Outcome][] = [
    ['work', 'publish', { of: 'publish', is: 'waiting', failure, paths: [] }],
    ['marks', 'project', { of: 'project', is: 'waiting', failure }],
    ['some of the marks', 'project', { of: 'project', is: 'projected', marks: [], withheld: failure }],
  ]
  const read = plan([task('A'), task('B', { steps: [step({ review: 'always' })] })])
  const troubled = (is: Effect['is'], outcome: Outcome): { world: World; clear: () => void } => {
    const world = new World()
    const perform = world.perform.bind(world)
    let inTheWay = true
    world.perform = (effect) => (effect.is === is && inTheWay ? outcome : perform(effect))
    return { world, clear: () => (inTheWay = false) }
  }

  test.each(troubles)('%s: the run waits for a person, and ends once nothing is in the way', (_, is, outcome) => {
    const { world, clear } = troubled(is, outcome)
    const one = plan([task('A')])
    world.start(one, { policy })
    world.run()
    expect(world.state).toMatchObject({ status: 'parked', parkedFor: 'waiting' })
    clear()
    world.start(one, { policy })
    world.run()
    expect(world.state.status).toBe('finished')
  })

  test.each(troubles)('%s: tried at once when the run is resumed, before anything is worked on', (_, is, outcome) => {
    const { world, clear } = troubled(is, outcome)
    world.start(read, { policy })
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'again' })
    clear()
    world.start(read, { policy })
    expect([isAsked(world, 'start-attempt'), isAsked(world, is), viewRun(world.state).held]).toEqual([false, true, []])
    world.step(world.pending.findIndex(({ effect }) => effect.is === 'publish'))
    expect(isAsked(world, 'start-attempt')).toBe(true)
  })
})

test('the marks as they are at the end are committed, also when more was merged after that had been done', () => {
  const world = new World()
  const ends = (): number =>
    world.log.filter(
      ({ body }) =>
        body.type === 'effect-requested' &&
        body.effect.is === 'integrate' &&
        body.effect.stage === 'commit' &&
        body.effect.task === null,
    ).length
  world.start(plan([task('A'), task('B', { mark: 'skipped' })]), { policy })
  while ((ends() === 0 || !world.state.bookkept) && world.step()) continue
  expect([world.state.status, ends()]).toEqual(['closing', 1])
  world.say({ verb: 'unblock', task: 'B', text: '' })
  world.run()
  expect([world.state.status, world.status('B'), ends()]).toEqual(['finished', 'done', 2])
})

test('marks that meet a tip which was moved meanwhile are committed on that one, and the run ends', () => {
  const world = new World()
  const perform = world.perform.bind(world)
  const onto: string[] = []
  world.perform = (effect) => {
    if (effect.is !== 'integrate') return perform(effect)
    if (effect.stage === 'commit' && effect.task === null) onto.push(effect.tip)
    if (onto.length > 9) throw new Error('the run does not end')
    const isMoved = effect.stage === 'move' && onto.length === 1
    return isMoved ? { of: 'integrate', is: 'tip-moved', tip: 'theirs' } : perform(effect)
  }
  world.start(plan([task('A')]), { policy })
  world.run()
  expect([world.state.status, onto]).toEqual(['finished', ['c2', 'theirs']])
})

test('the marks are looked at once more when a parked run goes on: the plan may have another name by then', () => {
  const world = new World({ attempts: { 'A/work': [{ how: 'waiting' }] } })
  const commits = (): number =>
    world.log.filter(
      ({ body }) =>
        body.type === 'effect-requested' && body.effect.is === 'integrate' && body.effect.stage === 'commit',
    ).length
  const one = plan([task('A')])
  world.start(one, { policy })
  world.run()
  expect([world.state.parkedFor, commits()]).toEqual(['waiting', 0])
  world.start(one, { policy })
  world.run()
  expect([world.state.parkedFor, commits()]).toEqual(['waiting', 1])
})

test('a plan whose marks are as they should be is not written', () => {
  const world = new World()
  world.start(plan([task('A'), task('B', { mark: 'done' })]))
  expect([world.started, isAsked(world, 'project')]).toEqual([['A/work/primary#1'], false])
})

test('a run does not end before what was accepted is merged', () => {
  const state = newState()
  expect(isWaiting(state)).toBe(false)
  state.merging.push('u1')
  expect(isWaiting(state)).toBe(true)
})
