/** Integration tests of a layer: when they run, what a red one leads to, and how that ends (seed 003 §4). */

import { describe, expect, test } from 'vitest'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import type { GateSpec } from '../../src/run/effect.ts'
import { formerMilestones, redMilestones } from '../../src/run/milestone.ts'
import { neededNow } from '../../src/run/needed-now.ts'
import { recordsOf } from '../../src/run/records.ts'
import { viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const integration = (id: string, layer: string | null, covers: readonly string[] = []): GateSpec => ({
  ...gate(`integration:${id}`),
  integration: { layer, covers },
})

const steps = [step({ gates: ['unit'] })]
const layers = plan(
  [
    task('A-1', { id: 'A-1', layer: 'infra', steps }),
    task('A-2', { id: 'A-2', layer: 'infra', steps }),
    task('A-3', { id: 'A-3', layer: 'core', steps }),
  ],
  [edge('A-1', 'A-2'), edge('A-2', 'A-3')],
)

const filesOf = (path: string) => [{ path, action: 'create', form: 'path', to: null, note: null }] as const

function begun(
  script: Script,
  {
    gates = [integration('io', 'infra')],
    policy = {},
    read = layers,
  }: {
    readonly gates?: readonly GateSpec[]
    readonly policy?: Partial<Policy>
    readonly read?: typeof layers
  } = {},
): World {
  const world = new World(script)
  world.start(read, { policy: { workspace: 'worktree', ...policy }, gates: [gate('unit'), ...gates] })
  return world.run()
}

/** Starts of attempts and runs of integration tests, in order. */
function course(world: World): readonly string[] {
  return world.log.flatMap(({ body }) => {
    if (body.type !== 'effect-requested') return []
    const { effect } = body
    if (effect.is === 'start-attempt') return [world.state.tasks.get(effect.name.task)?.spec.key ?? '']
    return effect.is === 'run-gate' && effect.gate.startsWith('integration:') && effect.purpose === 'baseline'
      ? [effect.gate]
      : []
  })
}

describe('integration tests', () => {
  test('run once all tasks of their layer are done, on what was accepted, and keep no other layer waiting', () => {
    const world = begun({})
    expect(course(world)).toEqual(['A-1', 'A-2', 'integration:io', 'A-3'])
    const ran = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.gate === 'integration:io'
        ? [body.effect]
        : [],
    )
    expect(ran[0]?.commit).not.toBeNull()
    expect(world.state.status).toBe('finished')
    expect(recordsOf(world.state, [], String)).toMatchObject({
      phase: 'integrate',
      current: null,
      integrations: [{ test: 'io', layer: 'infra', round: 1, result: 'passed', suspected: null }],
    })
  })

  test('wait while it is asked about what they need and is red on the base; let pass, they run', () => {
    const policy = { workspace: 'worktree' } as const
    const build = { ...gate('build'), layers: ['core'] }
    const io = { ...integration('io', 'infra'), needs: ['build'] }
    const tasks = layers.tasks.map((it) => (it.key === 'A-3' ? { ...it, steps: [step({ gates: ['build'] })] } : it))
    const gates = [build, gate('unit'), io]
    const world = new World({ gates: { 'build baseline': ['failed', 'failed'] } })
    const goOn = (): World => {
      world.start({ ...layers, tasks, edges: [edge('A-1', 'A-2')] }, { policy, gates })
      return world.run()
    }
    expect(course(goOn())).toEqual(['A-1', 'A-2'])
    world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
    expect(course(goOn())).toContain('integration:io')
  })

  test('are asked about what they need and no task has where that is red, and no task is suspected', () => {
    const io = { ...integration('io', 'infra'), needs: ['build'] }
    const goOn = (world: World): World => {
      world.start(layers, {
        policy: { workspace: 'worktree' },
        gates: [gate('build'), { ...gate('unit'), needs: [] }, io],
      })
      return world.run()
    }
    const world = goOn(new World({ gates: { 'build baseline': ['failed'] } }))
    const [asked, ...others] = [...world.state.reviews.values()].filter(({ answer }) => answer === null)
    expect([others, asked?.kind, asked?.question]).toEqual([
      [],
      'baseline',
      expect.stringContaining('gate build failed'),
    ])
    expect([world.state.tasks.size, course(world)]).toEqual([5 + 1, ['A-1', 'A-2', 'A-3']])
    world.say({ verb: 'answer', review: asked?.id ?? '', answer: 'ignore-same', text: '' })
    expect(course(goOn(world))).toContain('integration:io')
    expect(world.state.status).toBe('finished')
  })

  test('need what the tasks of the whole run have, though these are not theirs', () => {
    const io = integration('io', 'infra')
    const build = { ...gate('build'), layers: ['core'] }
    const world = begun(
      {},
      { gates: [build, io], read: plan([task('A-1', { layer: 'core', steps: [step({ gates: ['build'] })] })]) },
    )
    const look = { workspace: null, purpose: 'baseline' } as const
    expect(neededNow(world.state, io, look).map(({ name }) => name)).toEqual(['build'])
  })

  test('are no gates of the ground: red before the first task they are asked about by nobody', () => {
    const world = begun({ gates: { 'integration:io': ['failed', 'passed'] } })
    expect(world.log.filter(({ body }) => body.type === 'review-asked')).toEqual([])
  })

  test('of tasks that they cover wait for just these; of no layer and no task for all', () => {
    expect(course(begun({}, { gates: [integration('one', null, ['A-1'])] }))).toEqual([
      'A-1',
      'integration:one',
      'A-2',
      'A-3',
    ])
    expect(course(begun({}, { gates: [integration('whole', null)] })).at(-1)).toBe('integration:whole')
  })

  test('of tasks and of the whole plan do not wait for each other, and the whole plan is all of it', () => {
    const gates = [
      integration('whole', null),
      integration('one', null, ['A-1']),
      integration('two', null, ['A-2', 'A-1']),
    ]
    const world = begun({}, { gates: [...gates, integration('too', null, ['A-1', 'A-2'])] })
    expect(course(world)).toEqual([
      'A-1',
      'integration:one',
      'A-2',
      'integration:two',
      'integration:too',
      'A-3',
      'integration:whole',
    ])
    expect(recordsOf(world.state, [], String).integrations.map((it) => [it.test, it.layer])).toEqual([
      ['whole', 'all'],
      ['one', null],
      ['two', null],
      ['too', null],
    ])
    expect([...world.state.tasks.values()].map(({ spec }) => spec.title)).toContain('Integration tests of A-2, A-1')
  })

  test('that have never been green although their layer is done run when nothing else is left to be done', () => {
    const ticked = (...keys: readonly string[]): typeof layers => {
      return { ...layers, tasks: layers.tasks.map((it) => (keys.includes(it.key) ? { ...it, mark: 'done' } : it)) }
    }
    expect(course(begun({}, { read: ticked('A-1', 'A-2') }))).toEqual(['A-3', 'integration:io'])
    expect(course(begun({}, { read: ticked('A-1', 'A-2', 'A-3') }))).toEqual(['integration:io'])
    // One of it is open, and what the call leaves out is not waited for.
    expect(course(begun({ attempts: { 'A-2/work': [{ how: 'missing' }] } }, { read: ticked('A-1') }))).toEqual(['A-2'])
  })

  test('that came since, or are defined otherwise by now, run in the next run, and not again once they are green', () => {
    const world = new World({})
    const begin = (run: string, ...gates: readonly GateSpec[]): readonly string[] => {
      const before = course(world).length
      world.start(layers, { run, policy: { workspace: 'worktree' }, gates: [gate('unit'), ...gates] })
      world.run()
      return course(world).slice(before)
    }
    const io = integration('io', 'infra')
    expect(begin('run-1', io)).toContain('integration:io')
    expect(begin('run-2', io, integration('new', 'infra'))).toEqual(['integration:io', 'integration:new'])
    expect(begin('run-3', io, integration('new', 'infra'))).toEqual([])
    const other = { ...io, argv: ['other'] }
    expect(begin('run-4', other, integration('new', 'infra'))).toEqual(['integration:io', 'integration:new'])
    expect(begin('run-5', other, integration('new', 'infra'))).toEqual([])
  })

  test('that wait for what the call leaves out are told, and keep the plan from its last phase', () => {
    const world = new World({})
    world.start(layers, {
      selection: ['A-1'],
      policy: { workspace: 'worktree' },
      gates: [gate('unit'), integration('io', 'infra'), integration('other', 'core')],
    })
    world.run()
    expect(world.state.findings.map(({ text }) => text)).toEqual([
      'the integration tests of the layer infra have not run: A-2 is open and no part of this run',
    ])
    const beside = {
      ...layers,
      groups: [
        ...layers.groups,
        { key: '07', number: '07', title: 'Beside', implementation: false, file: 'other.json' },
      ],
      tasks: layers.tasks.map((it) => (it.key === 'A-2' ? { ...it, group: '07' } : it)),
      edges: [],
    }
    const part = new World({})
    part.start(beside, {
      selection: ['A-1', 'A-3'],
      policy: { workspace: 'worktree' },
      gates: [gate('unit'), integration('io', 'infra')],
    })
    part.run()
    expect(recordsOf(part.state, [], String).phase).toBe('verify')
  })

  test('that have never been green are of a call that names one of their tasks, and of no other', () => {
    const done = { ...layers, tasks: layers.tasks.map((it) => ({ ...it, mark: 'done' as const })) }
    const chosen = (...selection: readonly string[]): readonly string[] => {
      const world = new World({})
      const gates = [gate('unit'), integration('io', 'infra')]
      world.start(done, { selection, policy: { workspace: 'worktree' }, gates })
      return course(world.run())
    }
    expect([chosen('A-3'), chosen('A-2')]).toEqual([[], ['integration:io']])
  })

  test('wait for what took the place of a task in another clone, as the plan tells', () => {
    const replaced = {
      ...layers,
      tasks: [
        ...layers.tasks.map((it) =>
          it.key === 'A-2' ? { ...it, mark: 'skipped' as const, reason: 'Replaced by A-4' } : it,
        ),
        task('A-4', { id: 'A-4', steps }),
      ],
      edges: [edge('A-3', 'A-4')],
    }
    const world = begun({}, { read: replaced, gates: [integration('one', null, ['A-1', 'A-2'])] })
    expect(course(world)).toEqual(['A-1', 'A-3', 'A-4', 'integration:one'])
  })

  test('of a layer that the call leaves a part of do not run, and do once it is taken in', () => {
    const world = new World({})
    const start = (selection: readonly string[]): void =>
      world.start(layers, {
        selection,
        policy: { workspace: 'worktree' },
        gates: [gate('unit'), integration('io', 'infra')],
      })
    start(['A-1'])
    world.run()
    expect([world.state.status, course(world)]).toEqual(['finished', ['A-1']])
    expect(viewRun(world.state).tasks.filter(({ state }) => state === 'blocked')).toEqual([])
    start(['A-2'])
    world.run()
    expect(course(world)).toEqual(['A-1', 'A-2', 'integration:io'])
  })

  test('that were red when a run ended run again in the next one, also where nothing else is to be done', () => {
    const world = new World({ gates: { 'integration:io': ['failed', 'passed'] } })
    const gates = [gate('unit'), integration('io', 'infra')]
    const begin = (run: string): World => {
      world.start(layers, { policy: { workspace: 'worktree', milestoneRounds: 0 }, gates, run })
      return world.run()
    }
    begin('run-1')
    world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'not now' })
    begin('run-1')
    expect([world.state.status, redMilestones(world.state).length]).toEqual(['finished', 1])
    const before = course(world).length
    begin('run-2')
    expect(course(world).slice(before)).toEqual(['integration:io'])
    expect([world.state.status, redMilestones(world.state).length]).toEqual(['finished', 0])
    begin('run-3')
    expect(course(world).slice(before)).toEqual(['integration:io'])
  })

  test('that an earlier run had not come to run once in the next one', () => {
    const world = new World({})
    const gates = [gate('unit'), integration('io', 'infra')]
    const begin = (run: string, selection: readonly string[] | null): World => {
      world.start(layers, { policy: { workspace: 'worktree' }, gates, selection, run })
      return world.run()
    }
    begin('run-1', ['A-1'])
    begin('run-2', null)
    expect(course(world)).toEqual(['A-1', 'A-2', 'integration:io', 'A-3'])
    expect(recordsOf(world.state, [], String)).toMatchObject({ phase: 'integrate', integrations: [{ round: 1 }] })
  })

  test('do not wait for what a person sets aside while the run is at work', () => {
    const world = new World({})
    const read = { ...layers, edges: [] }
    world.start(read, { policy: { workspace: 'worktree' }, gates: [gate('unit'), integration('io', 'infra')] })
    while (!course(world).includes('A-1')) expect(world.step()).toBe(true)
    world.say({ verb: 'defer', task: 'A-2', text: 'later' })
    world.run()
    expect(course(world)).toEqual(['A-1', 'integration:io', 'A-3'])
  })

  test('do not wait for what the plan sets aside', () => {
    const aside = {
      ...layers,
      edges: [],
      tasks: layers.tasks.map((it) => (it.key === 'A-2' ? { ...it, mark: 'deferred' as const } : it)),
    }
    expect(course(begun({}, { read: aside }))).toContain('integration:io')
  })
})

describe('a red milestone', () => {
  test('brings a task into the plan that finds out why, and runs its tests again after it', () => {
    const world = begun({
      gates: { 'integration:io': ['failed', 'passed'] },
      says: { 'integration:io baseline': 'sum is off in a-2.txt' },
    })
    expect(course(world)).toEqual(['A-1', 'A-2', 'integration:io', 'A-3', 'A-4', 'integration:io'])
    const { spec } = world.task('A-4')
    expect(spec).toMatchObject({
      layer: 'infra',
      kind: 'fix',
      group: '06',
      criteria: ['integration test io passes'],
      added: { by: 'A-2' },
    })
    expect(spec.title).toBe('Find out why the integration tests of the layer infra are red, and mend it: io')
    expect(spec.description).toBe('io: sum is off in a-2.txt. Suspected: A-2 Do A-2. Run again: integration:io')
    expect([world.state.status, redMilestones(world.state)]).toEqual(['finished', []])
    // What was red and is green by now is no trouble of the run.
    const shown = viewRun(world.state).tasks.filter(({ title }) => title.startsWith('Integration tests'))
    expect(shown.map(({ state }) => state)).toEqual(['done'])
    expect(recordsOf(world.state, [], String).integrations.map((it) => [it.round, it.result, it.suspected])).toEqual([
      [1, 'failed', 'A-2'],
      [2, 'passed', null],
    ])
  })

  test('is found out about at once where tests of criteria come first, by the gates of its layer and kind', () => {
    const read = { ...layers, tasks: layers.tasks.map((it) => ({ ...it, namedGates: ['unit'] })) }
    const script = { gates: { 'integration:io': ['failed', 'passed'] } } as const
    const world = begun(script, { read, policy: { testFirst: true } })
    expect([world.state.status, course(world).slice(-2)]).toEqual(['finished', ['A-4', 'integration:io']])
    expect(world.task('A-4').spec.namedGates).toEqual([])
  })

  test('of tasks alone runs its tests again after the task that finds out why, too', () => {
    const world = begun(
      { gates: { 'integration:one': ['failed', 'passed'] } },
      { gates: [integration('one', null, ['A-1'])] },
    )
    expect(course(world)).toEqual(['A-1', 'integration:one', 'A-2', 'A-3', 'A-4', 'integration:one'])
    expect(world.task('A-4').spec.title).toBe('Find out why the integration tests of A-1 are red, and mend it: one')
    expect([world.state.status, redMilestones(world.state)]).toEqual(['finished', []])
  })

  test('suspects the task of whose files the output speaks', () => {
    const read = {
      ...layers,
      tasks: layers.tasks.map((it) => ({ ...it, files: filesOf(`src/${it.key}.cpp`), declaresFiles: true })),
    }
    const says = { 'integration:io baseline': 'src/A-1.cpp:3: wrong' }
    const world = begun({ gates: { 'integration:io': ['failed', 'passed'] }, says }, { read })
    expect(world.task('A-4').spec.added?.by).toBe('A-1')
  })

  test('does not suspect who was to find out why, as long as somebody else has done the work', () => {
    const world = begun({ gates: { 'integration:io': ['failed'] } })
    expect(['A-4', 'A-5'].map((key) => world.task(key).spec.added?.by)).toEqual(['A-2', 'A-2'])
  })

  test('leads the plan back to decompose while that task is open', () => {
    const world = new World({ gates: { 'integration:io': ['failed', 'passed'] } })
    world.start(layers, { policy: { workspace: 'worktree' }, gates: [gate('unit'), integration('io', 'infra')] })
    while (!world.state.byKey.has('A-4')) expect(world.step()).toBe(true)
    expect(recordsOf(world.state, [], String).phase).toBe('decompose')
  })

  test('after two diagnoses is a question, and what a person says is the end of it', () => {
    const red = { gates: { 'integration:io': ['failed' as const] } }
    const asked = begun(red)
    expect(course(asked).filter((it) => it === 'integration:io')).toHaveLength(3)
    const [review] = [...asked.state.reviews.values()]
    expect(review).toMatchObject({
      kind: 'milestone',
      options: ['override', 'retry', 'block', 'pause'],
      question: 'Integration tests of the layer infra are red after 2 diagnoses: io: failed, exit code 1',
    })
    expect([asked.state.status, asked.state.parkedFor]).toEqual(['parked', 'waiting'])
    // Each task is done, and what they make together is not: that is no end of the plan.
    expect(recordsOf(asked.state, [], String)).toMatchObject({ phase: 'verify', blockedReason: review?.question })
    const answered = (answer: 'override' | 'block'): World => {
      const world = begun(red)
      world.say({ verb: 'answer', review: 'R1', answer, text: 'known' })
      world.start(layers, { policy: { workspace: 'worktree' }, gates: [gate('unit'), integration('io', 'infra')] })
      return world.run()
    }
    expect(answered('override').state.status).toBe('finished')
    expect(redMilestones(answered('override').state)).toEqual([])
    expect(redMilestones(answered('block').state)).toHaveLength(1)
    expect((['override', 'block'] as const).map((it) => recordsOf(answered(it).state, [], String).phase)).toEqual([
      'integrate',
      'decompose',
    ])
  })

  test('let pass by a person is let pass again when a task joins its layer, said for ever after, and not judged without end', () => {
    const world = begun({ gates: { 'integration:io': ['failed' as const] } }, { policy: { milestoneRounds: 1 } })
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
    const more = plan([...layers.tasks, task('A-9', { id: 'A-9', layer: 'infra', steps })], layers.edges)
    const choice = {
      policy: { workspace: 'worktree', milestoneRounds: 1 } as const,
      gates: [gate('unit'), integration('io', 'infra')],
    }
    world.start(more, choice)
    for (let turns = 0; world.step(); turns += 1) expect(turns).toBeLessThan(200)
    expect([world.state.status, world.status('A-9'), redMilestones(world.state)]).toEqual(['finished', 'done', []])
    const former = formerMilestones(world.state)
    const told = [...world.state.tasks.values()].filter((it) => it.overridden !== null && !former.has(it.uid))
    expect(told.map(({ overridden }) => overridden?.text)).toEqual(['known'])
    expect(recordsOf(world.state, [], String).integrations.map(({ result }) => result)).toEqual([
      'failed',
      'overridden',
      'overridden',
    ])
  })

  test('let pass by a person is told so until its tests are green', () => {
    const policy = { workspace: 'worktree', milestoneRounds: 1 } as const
    const choice = { policy, gates: [gate('unit'), integration('io', 'infra')] }
    const world = begun({ gates: { 'integration:io': ['failed', 'failed', 'passed'] } }, { policy })
    const told = (): number => {
      const former = formerMilestones(world.state)
      return [...world.state.tasks.values()].filter((it) => it.overridden !== null && !former.has(it.uid)).length
    }
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
    world.start(layers, choice)
    world.run()
    expect(told()).toBe(1)
    const more = plan([...layers.tasks, task('A-9', { id: 'A-9', layer: 'infra', steps })], layers.edges)
    world.start(more, { ...choice, run: 'run-2' })
    world.run()
    expect([world.state.status, told()]).toEqual(['finished', 0])
  })

  test('let pass by a person runs again, with the reason, where its test is defined anew meanwhile', () => {
    const policy = { workspace: 'worktree', milestoneRounds: 1 } as const
    const world = begun({ gates: { 'integration:io': ['failed', 'failed', 'passed'] } }, { policy })
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'known' })
    const anew = { ...integration('io', 'infra'), argv: ['other'] }
    world.start(layers, { policy, gates: [gate('unit'), anew] })
    const because =
      'the integration tests of the layer infra are defined anew since a person let them pass, and run again'
    while (!world.state.findings.some(({ text }) => text === because)) expect(world.step()).toBe(true)
    world.run()
    expect([world.state.status, world.state.findings.map(({ text }) => text)]).toEqual(['finished', []])
    expect(course(world).filter((it) => it === 'integration:io')).toHaveLength(3)
  })

  test('is of its own layer, whichever layer the suspected task is of; without a diagnosis the layer itself is suspected', () => {
    const red = { gates: { 'integration:io': ['failed' as const] } }
    const world = begun(red, { gates: [integration('io', 'infra', ['A-3'])], policy: { milestoneRounds: 1 } })
    expect(world.task('A-4').spec).toMatchObject({ layer: 'infra', added: { by: 'A-3' } })
    const { integrations } = recordsOf(world.state, [], String)
    expect(integrations.map(({ suspected }) => suspected)).toEqual(['A-3', 'infra'])
  })

  test('of which one test could not run brings in no task, either', () => {
    const gates = { 'integration:io': ['failed'], 'integration:two': ['could-not-run'] } as const
    const world = begun({ gates }, { gates: [integration('io', 'infra'), integration('two', 'infra')] })
    expect([world.state.byKey.has('A-4'), world.state.reviews.size]).toEqual([false, 1])
    expect(world.state.reviews.get('R1')?.question).toBe(
      'Integration tests of the layer infra could not run: two: could not run; red: io: failed, exit code 1',
    )
  })

  test('whose test could not run brings in no task: a person is asked at once', () => {
    const world = begun({ gates: { 'integration:io': ['could-not-run'] } })
    expect(world.state.byKey.has('A-4')).toBe(false)
    expect([...world.state.reviews.values()].map((it) => it.question)).toEqual([
      'Integration tests of the layer infra could not run: io: could not run',
    ])
  })

  test('whose command is none that can be run is asked about, and never started; its layer is not integrated before', () => {
    const unable = 'its command needs a shell (&&): put the line into a script and name that in state.json'
    const io: GateSpec = {
      ...integration('io', 'infra'),
      argv: [],
      integration: { layer: 'infra', covers: [], unable },
    }
    const world = begun({}, { gates: [io, integration('two', 'infra')] })
    expect(course(world)).toEqual(['A-1', 'A-2', 'integration:two', 'A-3'])
    expect([...world.state.reviews.values()].map((it) => it.question)).toEqual([
      `Integration tests of the layer infra could not run: io: ${unable}`,
    ])
    expect(recordsOf(world.state, [], String)).toMatchObject({
      phase: 'verify',
      integrations: [{ test: 'io', result: 'could-not-run', details: unable }, { test: 'two' }],
    })
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: 'by hand' })
    const again = { policy: { workspace: 'worktree' }, gates: [gate('unit'), io, integration('two', 'infra')] } as const
    for (const run of ['run-1', 'run-2']) {
      world.start(layers, { ...again, run })
      world.run()
      expect([world.state.status, recordsOf(world.state, [], String).phase]).toEqual(['finished', 'integrate'])
    }
    expect(world.state.reviews.size).toBe(1)
    const other = { ...io, integration: { layer: 'infra', covers: [], unable: 'its command needs a shell (|)' } }
    world.start(layers, { ...again, gates: [gate('unit'), other, integration('two', 'infra')], run: 'run-3' })
    world.run()
    expect([...world.state.reviews.values()].at(-1)?.question).toContain('its command needs a shell (|)')
  })

  test('is found out about by the run that found it red, whatever that was called with', () => {
    const world = new World({ gates: { 'integration:io': ['failed'] } })
    const start = (selection: readonly string[]): readonly string[] => {
      const before = course(world).length
      const gates = [gate('unit'), integration('io', 'infra')]
      world.start(layers, { selection, takesNew: false, policy: { workspace: 'worktree' }, gates })
      world.run()
      return course(world).slice(before)
    }
    expect(start(['A-1', 'A-2'])).toEqual([
      'A-1',
      'A-2',
      'integration:io',
      'A-4',
      'integration:io',
      'A-5',
      'integration:io',
    ])
    expect([...world.state.reviews.values()].map(({ kind }) => kind)).toEqual(['milestone'])
  })

  test('of whose diagnosis was left open is found out about by the next run that names one of its tasks', () => {
    const world = new World({
      gates: { 'integration:io': ['failed', 'passed'] },
      attempts: { 'A-4/work': [{ how: 'missing' }, {}] },
    })
    const gates = [gate('unit'), integration('io', 'infra')]
    const start = (run: string, ...selection: readonly string[]): readonly string[] => {
      const before = course(world).length
      world.start(layers, { run, selection, takesNew: false, policy: { workspace: 'worktree', retries: 0 }, gates })
      world.run()
      return course(world).slice(before)
    }
    expect(start('run-1', 'A-1', 'A-2')).toEqual(['A-1', 'A-2', 'integration:io', 'A-4'])
    expect(world.state.status).toBe('finished')
    world.say({ verb: 'unblock', task: 'A-4', text: '' })
    expect(start('run-2', 'A-3')).toEqual(['A-3'])
    expect(start('run-3', 'A-2')).toEqual(['A-4', 'integration:io'])
  })

  test('counts its rounds over runs until it is green, also those of another clone', () => {
    const world = new World({ gates: { 'integration:io': ['failed', 'failed', 'failed', 'passed', 'failed'] } })
    const start = (run: string, gates: readonly GateSpec[] = [integration('io', 'infra')]): readonly string[] => {
      const before = course(world).length
      const policy = { workspace: 'worktree', milestoneRounds: 1 } as const
      world.start(layers, { run, policy, gates: [gate('unit'), ...gates] })
      world.run()
      return course(world).slice(before)
    }
    const block = (review: string): void => {
      world.say({ verb: 'answer', review, answer: 'block', text: 'not now' })
    }
    expect(start('run-1')).toEqual(['A-1', 'A-2', 'integration:io', 'A-3', 'A-4', 'integration:io'])
    block('R1')
    start('run-1')
    expect(start('run-2')).toEqual(['integration:io'])
    block('R2')
    start('run-2')
    expect(start('run-3')).toEqual(['integration:io'])
    expect(start('run-4', [{ ...integration('io', 'infra'), argv: ['other'] }]).slice(0, 2)).toEqual([
      'integration:io',
      'A-5',
    ])
    const tried = {
      ...layers,
      tasks: [
        ...layers.tasks.map((it) => ({ ...it, mark: 'done' as const })),
        task('A-4', {
          id: 'A-4',
          title: 'Find out why the integration tests of the layer infra are red, and mend it: io',
          steps,
        }),
      ],
    }
    const clone = begun({ gates: { 'integration:io': ['failed'] } }, { read: tried, policy: { milestoneRounds: 1 } })
    expect(course(clone)).toEqual(['A-4', 'integration:io'])
    expect(recordsOf(clone.state, [], String).phase).toBe('verify')
    expect([...clone.state.reviews.values()].map(({ question }) => question)).toEqual([
      'Integration tests of the layer infra are red after 1 diagnosis: io: failed, exit code 1',
    ])
  })

  test('stands as a task of the plan itself, also where who is suspected stands in a file beside it', () => {
    const read = {
      ...layers,
      groups: [
        ...layers.groups,
        { key: '07', number: '07', title: 'Beside', implementation: false, file: 'other.json' },
      ],
      tasks: layers.tasks.map((it) => (it.key === 'A-2' ? { ...it, group: '07', mark: 'done' as const } : it)),
      edges: [edge('A-2', 'A-1')],
    }
    const files = { ...read, tasks: read.tasks.map((it) => ({ ...it, files: filesOf(`${it.key}.txt`) })) }
    const says = { 'integration:io baseline': 'A-2.txt is wrong' }
    const world = begun({ gates: { 'integration:io': ['failed', 'passed'] }, says }, { read: files })
    expect(world.task('A-4').spec).toMatchObject({ group: '06', added: { by: 'A-2' } })
    expect(recordsOf(world.state, [], String).integrations.map(({ suspected }) => suspected)).toEqual(['A-2', null])
  })

  test('is told as long as it is red, and no longer', () => {
    const findings = (world: World): readonly string[] => world.state.findings.map(({ text }) => text)
    expect(findings(begun({ gates: { 'integration:io': ['failed', 'passed'] } }))).toEqual([])
    expect(findings(begun({ gates: { 'integration:io': ['failed'] } }, { policy: { milestoneRounds: 1 } }))).toEqual([
      'the integration tests of the layer infra were red (io: failed, exit code 1); A-4 finds out why, A-2 is suspected',
    ])
  })

  test('of tasks is the same one whichever of its tests comes first', () => {
    const world = new World({ gates: { 'integration:a': ['failed'], 'integration:b': ['failed'] } })
    const start = (run: string, ...ids: readonly string[]): readonly string[] => {
      const before = course(world).length
      const gates = ids.map((id) => integration(id, null, id === 'a' ? ['A-1', 'A-2'] : ['A-2', 'A-1', 'A-2']))
      const policy = { workspace: 'worktree', milestoneRounds: 1 } as const
      world.start(layers, { run, policy, gates: [gate('unit'), ...gates] })
      world.run()
      return course(world).slice(before)
    }
    start('run-1', 'a', 'b')
    expect(world.state.reviews.size).toBe(1)
    world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'not now' })
    start('run-1', 'a', 'b')
    // Another diagnosis is not made: that was tried.
    expect(start('run-2', 'b')).toEqual(['integration:b'])
  })

  test('suspects the task that was accepted last, also where nothing is merged', () => {
    const read = { ...layers, edges: [edge('A-2', 'A-1')] }
    const gates = { 'integration:io': ['failed', 'passed'] as const }
    const suspects = (['worktree', 'none'] as const).map((workspace) => {
      return begun({ gates }, { read, policy: { workspace } }).task('A-4').spec.added?.by
    })
    expect(suspects).toEqual(['A-1', 'A-1'])
  })

  test('keeps count over a crash', () => {
    const world = new World({ gates: { 'integration:io': ['failed'] } })
    const start = (): void =>
      world.start(layers, { policy: { workspace: 'worktree' }, gates: [gate('unit'), integration('io', 'infra')] })
    start()
    for (let turn = 0; turn < 400 && world.state.status === 'running'; turn += 1) {
      if (turn % 7 === 6) {
        world.die()
        start()
      }
      world.step()
    }
    world.run()
    expect([...world.state.tasks.values()].filter(({ spec }) => spec.added)).toHaveLength(2)
    expect([...world.state.reviews.values()].filter((it) => it.kind === 'milestone')).toHaveLength(1)
  })

  test('is told in further runs while what finds out why is blocked, until its test runs again, is another one or gone', () => {
    const world = new World({
      attempts: { 'A-4/work': [{ how: 'missing' }, {}] },
      gates: { 'integration:io': ['failed', 'passed'] },
    })
    const told = (run: string, gates = [integration('io', 'infra')]): readonly (readonly string[])[] => {
      world.start(layers, { run, policy: { workspace: 'worktree', retries: 0 }, gates: [gate('unit'), ...gates] })
      world.run()
      return viewRun(world.state).tasks.flatMap(({ key, state, reason }) =>
        key.startsWith('milestone:') ? [[key, state, reason ?? '']] : [],
      )
    }
    expect(told('run-1')).toEqual([['milestone:run-1:2:infra', 'blocked', 'Unmet dependencies: A-4']])
    const red = [['milestone:run-1:1:infra', 'blocked', 'Integration tests are red: io']]
    expect([told('run-2'), told('run-3')]).toEqual([red, red])
    expect(told('run-4', [])).toEqual([])
    expect(told('run-5', [{ ...integration('io', 'infra'), argv: ['other'] }])).toEqual([])
    world.say({ verb: 'unblock', task: 'A-4', text: '' })
    expect(told('run-6')).toEqual([['milestone:run-6:1:infra', 'done', '']])
    expect(told('run-7')).toEqual([])
  })

  test('that waits for what was blocked in an earlier run is none of the next one', () => {
    const world = new World({
      attempts: { 'A-2/work': [{ how: 'missing' }, {}] },
      gates: { 'integration:io': ['failed', 'passed'] },
    })
    const start = (run: string): void =>
      world.start(layers, {
        run,
        policy: { workspace: 'worktree', retries: 0 },
        gates: [gate('unit'), integration('io', 'infra')],
      })
    start('run-1')
    world.run()
    expect(course(world)).toEqual(['A-1', 'A-2'])
    // There it is not even waited for.
    start('run-2')
    world.run()
    expect([course(world).length, viewRun(world.state).tasks.map(({ id }) => id)]).toEqual([2, ['A-1', 'A-2', 'A-3']])
    world.say({ verb: 'unblock', task: 'A-2', text: '' })
    start('run-3')
    world.run()
    expect(recordsOf(world.state, [], String).integrations.map((it) => [it.run, it.round, it.result])).toEqual([
      ['run-3', 1, 'failed'],
      ['run-3', 2, 'passed'],
    ])
  })

  test('waits for another layer where its test is of that one when a run goes on', () => {
    const world = new World({})
    const gates = (layer: string): readonly GateSpec[] => [gate('unit'), integration('io', layer)]
    world.start(layers, { policy: { workspace: 'worktree' }, gates: gates('infra') })
    while (!course(world).includes('A-2')) expect(world.step()).toBe(true)
    world.die()
    // As \`resume\` does, which chooses nothing anew.
    world.feed({
      is: 'start',
      run: 'run-1',
      epoch: world.state.epoch + 1,
      pid: 1,
      read: { plan: layers, hash: JSON.stringify(layers) },
      policy: { ...builtInPolicy, workspace: 'worktree' },
      gates: gates('core'),
      agent: 'a',
      selection: undefined,
      base: 'c0',
      engine: 'test',
      invocation: {},
    })
    world.run()
    expect(course(world)).toEqual(['A-1', 'A-2', 'A-2', 'A-3', 'integration:io'])
  })

  test('that is asked about is judged anew where its tests are others when the run goes on', () => {
    const asked = (...later: readonly GateSpec[]): World => {
      const world = new World({ gates: { 'integration:io': ['failed', 'failed', 'passed'] } })
      const start = (...gates: readonly GateSpec[]): void => {
        const policy = { workspace: 'worktree', milestoneRounds: 0 } as const
        world.start(layers, { policy, gates: [gate('unit'), ...gates] })
        world.run()
      }
      start(integration('io', 'infra'))
      expect(world.state.reviews.get('R1')?.answer).toBeNull()
      start(integration('io', 'infra'))
      expect(world.state.reviews.get('R1')?.answer).toBeNull()
      start(...later)
      expect(world.state.reviews.get('R1')?.answer).toBe('withdrawn')
      return world
    }
    const other = asked(integration('new', 'infra'))
    expect([course(other).at(-1), other.state.status, redMilestones(other.state)]).toEqual([
      'integration:new',
      'finished',
      [],
    ])
    // What it has to find is another value: the question is asked anew, by what it says of that.
    const changed = asked({ ...integration('io', 'infra'), timeoutMs: 1 })
    expect(course(changed).filter((it) => it === 'integration:io')).toHaveLength(2)
    expect(changed.state.reviews.get('R2')).toMatchObject({ kind: 'milestone', answer: null })
    const none = asked()
    expect([none.state.status, none.state.reviews.size]).toEqual(['finished', 1])
  })

  test('takes the tests that there are when a run goes on', () => {
    const world = new World({})
    const start = (...gates: readonly GateSpec[]): void =>
      world.start(layers, { policy: { workspace: 'worktree' }, gates: [gate('unit'), ...gates] })
    start(integration('io', 'infra'), integration('gone', 'core'))
    while (!course(world).includes('A-2')) expect(world.step()).toBe(true)
    world.die()
    start(integration('io', 'infra'), integration('new', 'infra'), integration('late', 'other'))
    world.run()
    expect([world.state.status, world.state.reviews.size]).toEqual(['finished', 0])
    expect(course(world)).toEqual(['A-1', 'A-2', 'A-2', 'integration:io', 'integration:new', 'A-3'])
  })

  test('runs a test that comes in a run whose milestone has ended, beside those that are green', () => {
    const world = new World({})
    const choice = (...gates: readonly GateSpec[]) => ({
      policy: { workspace: 'worktree' } as const,
      gates: [gate('unit'), integration('io', 'infra'), ...gates],
    })
    world.start(layers, choice())
    while (world.status('A-3') !== 'working') expect(world.step()).toBe(true)
    world.say({ verb: 'pause', text: '' })
    world.run()
    const before = course(world).length
    world.start(layers, choice(integration('new', 'infra')))
    world.run()
    expect(course(world).slice(before)).toContain('integration:new')
  })

  test('waits for a task that was left out and is taken up again', () => {
    const world = new World({})
    const more = plan([...layers.tasks, task('A-4', { id: 'A-4', layer: 'infra', steps })], layers.edges)
    world.start(more, { policy: { workspace: 'worktree' }, gates: [gate('unit'), integration('io', 'infra')] })
    world.say({ verb: 'skip', task: 'A-4', text: '' })
    while (world.status('A-1') !== 'done') expect(world.step()).toBe(true)
    world.say({ verb: 'unblock', task: 'A-4', text: '' })
    world.run()
    expect(course(world).filter((it) => it === 'integration:io' || it === 'A-4')).toEqual(['A-4', 'integration:io'])
  })

  test('that came since is told where a task of its layer is left out, also beside one that is green', () => {
    const world = new World({})
    const isLeft = (key: string): boolean => key !== 'A-3'
    const done = {
      ...layers,
      tasks: layers.tasks.map((it) => (isLeft(it.key) ? { ...it, mark: 'done' as const } : it)),
    }
    const choice = { policy: { workspace: 'worktree' } as const, gates: [gate('unit'), integration('io', 'infra')] }
    world.start(done, choice)
    world.run()
    const more = plan([...done.tasks, task('A-9', { id: 'A-9', layer: 'infra', steps })], done.edges)
    const gates = [...choice.gates, integration('new', 'infra')]
    world.start(more, { ...choice, gates, run: 'run-2', selection: ['A-1'] })
    world.run()
    expect(world.state.findings.map(({ text }) => text)).toEqual([
      'the integration tests of the layer infra have not run: A-9 is open and no part of this run',
    ])
  })
})
