/** What a gate needs of others, and what becomes of it where that is red. */

import { describe, expect, test } from 'vitest'
import type { GateSpec } from '../../src/run/effect.ts'
import { needsOf, withNeeds, type NeedingGate } from '../../src/run/gate-needs.ts'
import { couldNotRun } from '../../src/run/could-not-run.ts'
import { noteJudged, settleGate } from '../../src/run/evolve-gates.ts'
import { isLetPassNow, neededNow } from '../../src/run/needed-now.ts'
import { isNobodysFault } from '../../src/run/verify.ts'
import { newState } from '../../src/run/new-state.ts'
import { gate, plan, step, task, World } from './world.ts'

const named = (name: string, more: Partial<NeedingGate> = {}): NeedingGate => ({ name, ...more })

const needs = (
  name: string,
  all: readonly NeedingGate[],
  { own = [], makers = [] }: { readonly own?: readonly string[]; readonly makers?: readonly string[] } = {},
): readonly string[] => {
  const asked = all.find((it) => it.name === name)
  if (asked === undefined) throw new Error(name)
  return needsOf(asked, { all, isOwn: (it) => own.includes(it.name), mayMake: (it) => makers.includes(it.name) }).map(
    (it) => it.name,
  )
}

describe('a gate needs', () => {
  test('what builds and stands before it, where it says nothing', () => {
    const all = ['configure', 'unit', 'build', 'numbers', 'build-late'].map((it) => named(it))
    expect(needs('unit', all)).toEqual(['configure'])
    expect(needs('numbers', all)).toEqual(['configure', 'build'])
    expect(needs('build', all)).toEqual(['configure'])
  })

  test('what it names, with what that needs, and nothing where it names nothing', () => {
    const all = [
      named('generate'),
      named('build'),
      named('bundle', { needs: ['generate'] }),
      named('unit', { needs: ['bundle'] }),
      named('fast', { needs: [] }),
    ]
    expect(needs('unit', all)).toEqual(['generate', 'bundle'])
    expect(needs('fast', all)).toEqual([])
    // What is named builds by its own rule.
    expect(needs('generate', all)).toEqual([])
    expect(needs('unit', [named('build'), named('generate'), named('unit', { needs: ['generate'] })])).toEqual([
      'build',
      'generate',
    ])
  })

  test.each<[string, Partial<NeedingGate>]>([
    ['of layers', { layers: ['docs'] }],
    ['of types', { types: ['docs'] }],
    ['of paths', { paths: ['docs/**'] }],
    ['of phases', { phases: ['6'] }],
    ['that may not be repeated unasked', { repeat: 'never' }],
  ])('a build %s only where that judges the same work', (_what, more) => {
    const all = [named('build', more), named('unit')]
    expect([needs('unit', all), needs('unit', all, { own: ['build'] })]).toEqual([[], ['build']])
  })

  test.each<[string, Partial<NeedingGate>, Partial<NeedingGate>, readonly string[]]>([
    ['of paths, where it is for all work', { paths: ['src/**'] }, {}, ['build']],
    ['of phases, where it is for all work', { phases: ['6'] }, {}, ['build']],
    ['of paths, where it has paths itself', { paths: ['web/**'] }, { paths: ['api/**'] }, []],
    ['of layers', { layers: ['docs'] }, {}, []],
    ['that may not be repeated unasked', { repeat: 'ask' }, {}, []],
  ])('what a build %s makes for other work of the run', (_what, more, own, expected) => {
    const all = [named('build', more), named('unit', own)]
    const asked = { all, isOwn: () => false, isLook: true as const }
    expect(needsOf(all[1] as NeedingGate, asked).map((it) => it.name)).toEqual(expected)
  })

  test('no build for the sake of how things are written alone', () => {
    const all = [named('build'), named('lint'), named('format')]
    expect([needs('lint', all), needs('format', all, { own: ['build'] })]).toEqual([[], ['build']])
  })

  test('no integration test, no contract, and nothing of another kind of project', () => {
    const all = [
      named('build', { integration: { layer: null, covers: [] } }),
      named('build-api', { kind: 'contract' }),
      named('build-rust', { ecosystem: 'cargo' }),
      named('build-web', { ecosystem: 'npm' }),
      named('unit', { ecosystem: 'npm' }),
      named('unit-rust', { ecosystem: 'cargo' }),
      named('contract', { kind: 'contract' }),
    ]
    expect(needs('unit', all)).toEqual(['build-web'])
    // Its test is compiled by the call that runs it.
    expect(needs('unit-rust', all)).toEqual([])
    expect(needs('contract', all, { own: ['build-web'] })).toEqual([])
  })

  test('what has been seen to leave something, of the same work', () => {
    const all = ['generate', 'e2e', 'unit'].map((it) => named(it))
    expect(needs('unit', all, { makers: ['generate', 'e2e'], own: ['generate'] })).toEqual(['generate'])
    // What lies there behind a test may be of the build before it.
    const tests = ['unit', 'numbers'].map((it) => named(it))
    expect(needs('numbers', tests, { makers: ['unit'], own: ['unit'] })).toEqual([])
  })

  test('and brings it along', () => {
    const all = ['build', 'lint', 'unit'].map((it) => named(it))
    const brought = (...names: string[]): readonly string[] =>
      withNeeds(new Set(all.filter((it) => names.includes(it.name))), all).map((it) => it.name)
    expect([brought('unit'), brought('lint'), brought('lint', 'unit')]).toEqual([
      ['build', 'unit'],
      ['lint'],
      ['build', 'lint', 'unit'],
    ])
  })
})

describe('where something that a gate needs is red', () => {
  const gates = ['build', 'lint', 'unit']
  const goOn = (world: World, retries: number, of: readonly GateSpec[]): World => {
    const read = plan([task('A', { steps: [step({ gates: of.map(({ name }) => name) })] })])
    world.start(read, { policy: { workspace: 'worktree', retries, exhausted: 'ask' }, gates: [...of] })
    return world.run()
  }
  const begun = (script: ConstructorParameters<typeof World>[0], retries: number, of: readonly GateSpec[]): World =>
    goOn(new World(script), retries, of)
  const looks = (world: World): readonly string[] =>
    world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'draft'
        ? [body.effect.gate]
        : [],
    )
  const told = (world: World): readonly string[] =>
    world.task('A').steps.flatMap((it) => it.feedback.map((f) => f.source))

  test('it does not look, what checks how things are written does, and the agent is told what is red of both', () => {
    const world = begun(
      { gates: { 'build draft': ['failed', 'passed'], 'lint draft': ['failed', 'passed'] } },
      1,
      gates.map(gate),
    )
    expect(looks(world)).toEqual(['build', 'lint', 'build', 'lint', 'unit'])
    expect(told(world)).toEqual(['build', 'lint'])
    expect(world.status('A')).toBe('done')
  })

  test('what was red before is looked at behind what it needs, and not at all where that is red now', () => {
    const script = {
      gates: { 'unit draft': ['failed', 'passed'], 'build draft': ['passed', 'failed', 'passed'] },
    } as const
    const world = begun(script, 2, gates.map(gate))
    expect(looks(world)).toEqual(['build', 'lint', 'unit', 'build', 'build', 'lint', 'unit'])
    // Of the last attempt.
    expect(told(world)).toEqual(['build'])
    expect(world.status('A')).toBe('done')
  })

  test.each(['in-place', 'none', 'worktree'] as const)(
    'in the workspace %s gates of any other name run before what was red, where nobody sees what they leave; red they hold nothing up',
    (workspace) => {
      const world = new World({
        gates: { 'unit draft': ['failed', 'passed'], 'codegen draft': ['passed', 'failed', 'failed'] },
      })
      const of = ['codegen', 'unit'].map(gate)
      const read = plan([task('A', { steps: [step({ gates: ['codegen', 'unit'] })] })])
      world.start(read, { policy: { workspace, retries: 1, exhausted: 'ask' }, gates: of })
      world.run()
      const second = workspace === 'worktree' ? ['unit', 'codegen'] : ['codegen', 'unit']
      expect(looks(world)).toEqual(['codegen', 'unit', ...second])
    },
  )

  test('nor does what needs one that does not look', () => {
    const of = [gate('generate'), { ...gate('build'), needs: ['generate'] }, gate('unit')]
    const world = begun({ gates: { 'generate draft': ['failed', 'passed'] } }, 1, of)
    expect(looks(world)).toEqual(['generate', 'generate', 'build', 'unit'])
    expect(told(world)).toEqual(['generate'])
  })

  test('a gate that needs nothing looks', () => {
    const of = [gate('build'), { ...gate('unit'), needs: [] }]
    expect(looks(begun({ gates: { 'build draft': ['failed'] } }, 0, of))).toEqual(['build', 'unit'])
    const lint = [gate('build'), { ...gate('lint'), needs: ['build'] }]
    expect(looks(begun({ gates: { 'build draft': ['failed'] } }, 0, lint))).toEqual(['build'])
  })

  test('once a person has let that pass it looks', () => {
    const world = begun({ gates: { 'build draft': ['failed'], 'build merged': ['failed'] } }, 0, gates.map(gate))
    expect(looks(world)).toEqual(['build', 'lint'])
    const asked = [...world.state.reviews.values()].find(({ answer }) => answer === null)
    expect(asked?.question).toContain('not run on this draft: unit')
    world.say({ verb: 'answer', review: asked?.id ?? '', answer: 'override', text: 'known' })
    goOn(world, 0, gates.map(gate))
    expect(looks(world)).toEqual(['build', 'lint', 'unit'])
  })

  test('and was so on the base, it looks', () => {
    const world = new World({ gates: { build: Array<'failed'>(9).fill('failed') } })
    const policy = { workspace: 'worktree', baseline: 'ignore-same' } as const
    world.start(plan([task('A', { steps: [step({ gates })] })]), { policy, gates: gates.map(gate) })
    world.run()
    expect(looks(world)).toEqual(['build', 'lint', 'unit'])
  })

  test('of some paths only, it is looked at on the base too before other work begins, and let pass it is let pass there', () => {
    const world = new World({ gates: { build: Array<'failed'>(9).fill('failed') } })
    const of = [{ ...gate('build'), paths: ['src/**'] }, gate('unit')]
    const tasks = [
      task('A', { mark: 'done', steps: [step({ gates: ['build', 'unit'] })] }),
      task('B', { steps: [step({ gates: ['unit'] })] }),
    ]
    world.start(plan(tasks), { policy: { workspace: 'worktree', baseline: 'ignore-same' }, gates: of })
    world.run()
    const onBase = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'baseline'
        ? [body.effect.gate]
        : [],
    )
    expect(onBase).toEqual(['build', 'unit'])
    expect([world.status('B'), world.state.knownRed.has('build')]).toEqual(['done', true])
  })

  test('of some paths only, it runs before what is for all work also where no task of the plan has such a file', () => {
    const world = new World({ gates: { build: ['failed'] } })
    const of = [{ ...gate('build'), paths: ['src/**'] }, gate('unit')]
    world.start(plan([task('B', { steps: [step({ gates: ['unit'] })] })]), {
      policy: { workspace: 'worktree' },
      gates: of,
    })
    world.run()
    const asked = [...world.state.reviews.values()].map(({ question }) => question)
    expect([world.status('B'), asked]).toEqual(['pending', [expect.stringContaining('gate build failed')]])
  })
})

test('what a gate says without what it needs is used for no other look at the same files, and is no flaky word', () => {
  const told = (without: string | undefined, result: 'passed' | 'failed'): readonly number[] => {
    const state = newState()
    state.gates = new Map([['unit', gate('unit')]])
    const evidence = {
      ...couldNotRun(gate('unit'), 'tree', 'because'),
      result,
      ...(without === undefined ? {} : { without }),
    } as const
    const effect = {
      is: 'run-gate',
      gate: 'unit',
      workspace: null,
      commit: null,
      tree: 'tree',
      purpose: 'draft',
    } as const
    settleGate(state, effect, { of: 'run-gate', is: 'judged', evidence, editedTree: false }, undefined)
    return [state.evidence.size, state.redOn.size]
  }
  expect([told(undefined, 'passed'), told(undefined, 'failed')]).toEqual([
    [1, 0],
    [0, 1],
  ])
  expect([told('build', 'passed'), told('build', 'failed')]).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('an integration test that passed without what it needs has not been seen green', () => {
  const state = newState()
  state.gates = new Map([['integration:year', gate('integration:year')]])
  const seen = (without?: string): string | undefined => {
    noteJudged(state, {
      ...couldNotRun(gate('integration:year'), 'tree', ''),
      result: 'passed',
      ...(without === undefined ? {} : { without }),
    })
    return state.testsSeen.get('integration:year')
  }
  expect([seen('build'), seen()]).toEqual(['red', 'green'])
})

test('a failure of what is needed is let pass where it is known or waived, and else not', () => {
  const world = new World({ gates: { build: Array<'failed'>(9).fill('failed') } })
  const policy = { workspace: 'worktree', baseline: 'ignore-same' } as const
  world.start(plan([task('A', { steps: [step({ gates: ['build', 'unit'] })] })]), {
    policy,
    gates: ['build', 'unit'].map(gate),
  })
  world.run()
  const { state } = world
  const look = { workspace: null, purpose: 'final' } as const
  const red = world.task('A').evidence.find((it) => it.gate === 'build')
  if (red === undefined) throw new Error('nothing was red')
  const other = { ...red, fingerprint: 'another failure' }
  const isLetPass = (it: typeof red): boolean => isLetPassNow(state, gate('unit'), look, it)
  expect([isLetPass(red), isLetPass(other)]).toEqual([true, false])
  // What is known of the base is let pass of what no task of the run is for, as an integration test is.
  expect(isLetPassNow({ ...state, tasks: new Map() }, gate('unit'), look, red)).toBe(true)
  // In place what is known of commits alone is let pass of these, and of no draft.
  const onTip = { ...state, knownRed: new Map(), knownRedOnTip: state.knownRed, tasks: new Map() }
  const letPassOf = (purpose: 'merged' | 'draft'): boolean =>
    isLetPassNow(onTip, gate('unit'), { workspace: null, purpose }, red)
  expect([letPassOf('merged'), letPassOf('draft')]).toEqual([true, false])
  // Of a draft that stands on an older ground what was known there is let pass, also where it is green by now.
  const drafted = { ...world.task('A'), prepared: true, workspace: 'A', forgiven: state.knownRed }
  const now = { ...state, knownRed: new Map(), tasks: new Map([['A', drafted]]), active: new Set(['A']) }
  expect(isLetPassNow(now, gate('unit'), { workspace: 'A', purpose: 'draft' }, red)).toBe(true)
  drafted.forgiven = new Map()
  expect(isLetPassNow(now, gate('unit'), { workspace: 'A', purpose: 'draft' }, red)).toBe(false)
})

test('what the draft keeps from running is its own doing also where a gate only needs it, if that ran on the base', () => {
  const blamed = (onBase: 'passed' | 'could-not-run', own: 'passed' | 'could-not-run' = 'passed'): boolean => {
    const world = new World({ gates: { 'build baseline': [onBase], unit: [own] }, unable: 127 })
    const read = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
    const of = [{ ...gate('build'), paths: ['src/**'] }, gate('unit')]
    world.start(read, { policy: { workspace: 'worktree', baseline: 'ignore-same' }, gates: of })
    world.run()
    const told = { ...couldNotRun(gate('unit'), 't', 'no such program'), exitCode: 127, without: 'build' }
    return !isNobodysFault(world.state, told, world.state.knownRed)
  }
  expect([blamed('passed'), blamed('could-not-run'), blamed('passed', 'could-not-run')]).toEqual([true, false, false])
})

describe('of several tasks at work at once', () => {
  const until = (world: World, isThere: () => boolean): void => {
    while (!isThere()) if (!world.step()) throw new Error('it does not come to that')
  }
  const goOn = (world: World): World => {
    const tasks = [
      task('A', { steps: [step({ gates: ['unit', 'lint'] })] }),
      task('B', { steps: [step({ gates: ['build', 'build-core', 'unit'] })] }),
    ]
    const policy = { workspace: 'worktree', jobs: 2, exhausted: 'ask', retries: 0 } as const
    const builds = [
      { ...gate('build-core'), layers: ['core'] },
      { ...gate('build'), paths: ['src/**'] },
    ]
    world.start(plan(tasks), { policy, gates: [...builds, gate('unit'), gate('lint')] })
    return world
  }
  const begun = (): World => {
    const world = goOn(new World({ gates: { 'build-core draft': ['failed'], 'lint draft': ['failed'] } }))
    until(world, () => world.started.length === 2)
    return world
  }
  const lookAt = (world: World, key: string) => ({ workspace: world.task(key).workspace, purpose: 'draft' }) as const

  test('each needs what builds for its own work, and what is made at all for some paths', () => {
    const world = begun()
    const unit = world.state.gates.get('unit') ?? gate('none')
    const neededBy = (key: string): readonly string[] =>
      neededNow(world.state, unit, lookAt(world, key)).map(({ name }) => name)
    expect([neededBy('A'), neededBy('B')]).toEqual([['build'], ['build-core', 'build']])
  })

  test('what a person has let pass of one is let pass of that alone, and where that is merged', () => {
    const world = begun().run()
    const red = world.task('B').steps[0]?.verdicts.find((it) => it.gate === 'build-core')
    const review = [...world.state.reviews.values()].find((it) => it.task === world.task('B').uid)
    if (red === undefined || review === undefined) throw new Error('nothing was red')
    const isLetPass = (look: Parameters<typeof neededNow>[2]): boolean =>
      isLetPassNow(world.state, gate('unit'), look, red)
    world.say({ verb: 'answer', review: review.id, answer: 'override', text: 'known' })
    expect([isLetPass(lookAt(world, 'A')), isLetPass(lookAt(world, 'B'))]).toEqual([false, true])
    until(goOn(world), () => world.state.integrating.length === 1)
    expect(isLetPass({ ...lookAt(world, 'B'), purpose: 'merged' })).toBe(true)
  })
})
