/** Where gates judge: a place is used for the next gate only while it is as the last one left it, and is still ours. */

import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makePerformer, type Performer } from '../../src/engine/perform.ts'
import type { Surroundings } from '../../src/engine/surroundings.ts'
import type { Effect, GateSpec } from '../../src/run/effect.ts'
import { newState } from '../../src/run/new-state.ts'
import { definedName, type TaskRun } from '../../src/run/state.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { plannedRepository, prepared, snapshot, taken, type Repository } from '../workspaces/repository.ts'

const gate = (name: string, script: string): GateSpec => ({
  name,
  kind: 'command',
  argv: ['sh', '-c', script],
  cwd: '.',
  env: [],
  timeoutMs: 30_000,
  outputBytes: 100_000,
  repeat: 'safe',
  origin: 'test',
})

/** `build` leaves something in ignored paths that `unit` needs; `once` cannot run twice in one place. */
const gates = [
  gate('build', 'mkdir -p out && echo built > out/built'),
  gate('once', 'test ! -e out/once && mkdir -p out && touch out/once'),
  gate('committed', 'grep -q a1 src/a.txt'),
  gate('unit', 'grep -q built out/built && test -f src/a.txt'),
]

let repository: Repository
let workspaces: Workspaces
let performer: Performer
let draft: string
let folder: string
beforeEach(async () => {
  repository = plannedRepository()
  workspaces = await repository.open()
  await workspaces.begin()
  const { folder: made, base } = await prepared(workspaces, 'T001')
  folder = made
  writeFileSync(path.join(folder, 'src/b.txt'), 'drafted\n')
  draft = (await taken(workspaces, snapshot('T001', base))).commit!
  performer = performerIn(workspaces)
})
afterEach(async () => {
  await performer.stop()
  await repository.end()
})

function performerIn(places: Workspaces, state = newState()): Performer {
  for (const it of gates) state.gates.set(it.name, it)
  state.makers.add('build')
  return makePerformer({
    state,
    workspaces: places,
    root: repository.root,
    environment: process.env,
    secrets: () => [],
    scratch: path.join(repository.top, 'scratch'),
    journal: { blobs: { put: () => ({ is: 'kept', hash: 'blob' }) } },
    agents: new Map(),
    setup: [],
    trusts: () => Promise.resolve(false),
    endSetup: () => undefined,
    sources: { all: [], first: new Map() },
    markers: {},
    gateDouble: null,
    output: () => undefined,
  } as unknown as Surroundings)
}

/** What a gate says of the draft in its task's workspace, or of its commit in ours. */
async function verdict(
  name: string,
  workspace: string | null,
  commit: string | null = draft,
  by = performer,
): Promise<string> {
  const effect: Effect = { is: 'run-gate', gate: name, workspace, commit, tree: 't', purpose: 'draft' }
  const outcome = await by.perform({ id: 1, effect })
  if (outcome.of !== 'run-gate') throw new Error(outcome.of)
  return `${outcome.evidence.result} ${outcome.evidence.excerpt}`.trim()
}

/** The folder in which gates run: the task's, or ours, which was made after it. */
const placeOf = (workspace: string | null): string =>
  workspace === null ? path.join(repository.state, 'trees/2/project') : folder

describe.each<[string, string | null]>([
  ['of a task', 'T001'],
  ['of ours', null],
])('the place %s', (_, workspace) => {
  test('is made anew for a gate that is asked a second time', async () => {
    expect(await verdict('once', workspace)).toBe('passed')
    expect(await verdict('once', workspace)).toBe('passed')
  })

  test('is kept for the next gate, which finds what the one before it made', async () => {
    expect(await verdict('once', workspace)).toBe('passed')
    expect(await verdict('unit', workspace)).toBe('passed')
    expect(existsSync(path.join(placeOf(workspace), 'out/once'))).toBe(true)
  })

  test('is made anew where something else stands there now', async () => {
    expect(await verdict('once', workspace)).toBe('passed')
    renameSync(placeOf(workspace), path.join(repository.top, 'moved'))
    writeFileSync(placeOf(workspace), 'no folder')
    expect(await verdict('unit', workspace)).toBe('passed')
  })
})

describe('after a new attempt', () => {
  const attempt = (workspace: string): Effect => ({
    is: 'start-attempt',
    name: { run: 'run 1', task: workspace, step: 'main', method: 'primary', attempt: 2, round: 1 },
    workspace,
    from: 'draft',
    base: null,
    does: 'agent',
    agent: 'nobody',
    argv: [],
    instruction: '',
    feedback: [],
    repeat: 'safe',
  })

  test('in a workspace what a gate needs is made again', async () => {
    expect(await verdict('once', 'T001')).toBe('passed')
    await performer.perform({ id: 2, effect: attempt('T001') })
    // What the agent did there; its draft is the same as before.
    rmSync(path.join(folder, 'out'), { recursive: true })
    expect(await verdict('unit', 'T001')).toBe('passed')
  })

  test('in the folder itself, of which nobody keeps any state, it is made again, too', async () => {
    const none = await repository.open({ kind: 'none', run: 'run 2' })
    const here = performerIn(none)
    onTestFinished(() => here.stop())
    expect(await verdict('build', null, null, here)).toBe('passed')
    await here.perform({ id: 2, effect: attempt('T001') })
    repository.write('out/built', 'of other files\n')
    expect(await verdict('unit', null, null, here)).toBe('passed')
  })
})

test('a folder in which work goes on is looked at again for the next gate: by then it may hold something else', async () => {
  const inPlace = await repository.open({ kind: 'in-place', run: 'run 2' })
  const { tip } = await inPlace.begin()
  const here = performerIn(inPlace)
  onTestFinished(() => here.stop())
  expect(await verdict('build', null, tip, here)).toBe('passed')
  // It was judged in the folder itself.
  expect(repository.has('out/built')).toBe(true)
  repository.write('src/a.txt', 'another\n')
  expect(await verdict('committed', null, tip, here)).toBe('passed')
})

test('of what it needs that is nowhere trusted nothing runs before a gate', async () => {
  const state = newState()
  state.untrusted.add(definedName({ is: 'gate', name: 'build' }))
  const careful = performerIn(workspaces, state)
  onTestFinished(() => careful.stop())
  const effect: Effect = { is: 'run-gate', gate: 'unit', workspace: 'T001', commit: draft, tree: 't', purpose: 'draft' }
  const outcome = await careful.perform({ id: 1, effect })
  expect(outcome).toMatchObject({ evidence: { result: 'failed' } })
  // Nor is it told as what ran before.
  expect(outcome).not.toHaveProperty('evidence.after')
  expect(existsSync(path.join(folder, 'out/built'))).toBe(false)
})

test('where one that it needs is let pass and another one is not, a gate does not look', async () => {
  const state = newState()
  const broken = (name: string): GateSpec => gate(name, `echo ${name} is broken; exit 1`)
  for (const it of ['one', 'two'].map((name) => broken(`build-${name}`))) state.gates.set(it.name, it)
  const needing = { ...gate('numbers', 'touch out-of-turn'), needs: ['build-one', 'build-two'] }
  state.gates.set(needing.name, needing)
  const here = performerIn(workspaces, state)
  onTestFinished(() => here.stop())
  expect(await verdict('numbers', 'T001', draft, here)).toContain(
    'did not look: gate build-one, which it needs, is red',
  )
  const look = { workspace: 'T001', commit: draft, tree: 't', purpose: 'draft' } as const
  const told = await here.perform({ id: 1, effect: { is: 'run-gate', gate: 'build-one', ...look } })
  if (told.of !== 'run-gate') throw new Error(told.of)
  state.knownRed = new Map([['build-one', told.evidence.fingerprint]])
  expect(await verdict('numbers', 'T001', draft, here)).toContain(
    'did not look: gate build-two, which it needs, is red',
  )
  expect(existsSync(path.join(folder, 'out-of-turn'))).toBe(false)
})

describe('what a gate needs may need another one', () => {
  const chain = (state = newState()): Performer => {
    const of = [
      gate('generate', 'echo no generator; exit 1'),
      { ...gate('build', 'mkdir -p out; touch out/run'), needs: ['generate'] },
      gate('unit', 'touch out/unit'),
    ]
    const here = performerIn(workspaces, state)
    state.gates = new Map(of.map((it) => [it.name, it]))
    onTestFinished(() => here.stop())
    return here
  }
  const told = async (by: Performer, name: string) => {
    const look = { workspace: 'T001', commit: draft, tree: 't', purpose: 'draft' } as const
    const outcome = await by.perform({ id: 1, effect: { is: 'run-gate', gate: name, ...look } })
    if (outcome.of !== 'run-gate') throw new Error(outcome.of)
    return outcome.evidence
  }

  test('where that is red neither of them runs, and it is told what is red', async () => {
    const unit = await told(chain(), 'unit')
    expect([unit.result, unit.without]).toEqual(['failed', 'generate'])
    expect(unit.excerpt).toContain('did not look: gate generate, which it needs, is red: no generator')
    expect([existsSync(path.join(folder, 'out/run')), existsSync(path.join(folder, 'out/unit'))]).toEqual([
      false,
      false,
    ])
  })

  test('where that is red before an integration test looks, nothing behind it runs; before a gate of the base all do', async () => {
    const state = newState()
    const here = chain(state)
    for (const [name, more] of [
      ['whole', { integration: { layer: null, covers: [] } }],
      ['base', {}],
    ] as const)
      state.gates.set(name, { ...gate(name, 'true'), needs: ['build'], ...more })
    const looked = async (name: string) => {
      const look = { workspace: null, commit: draft, tree: 't', purpose: 'baseline' } as const
      const outcome = await here.perform({ id: 1, effect: { is: 'run-gate', gate: name, ...look } })
      if (outcome.of !== 'run-gate') throw new Error(outcome.of)
      return [outcome.evidence.result, existsSync(path.join(placeOf(null), 'out/run'))]
    }
    expect([await looked('whole'), await looked('base')]).toEqual([
      ['failed', false],
      ['passed', true],
    ])
  })

  test('where that is red, how things are written is looked at all the same, and said by itself', async () => {
    const state = newState()
    const here = chain(state)
    state.gates.set('build', gate('build', 'echo no compiler; exit 1'))
    state.gates.set('lint', gate('lint', 'echo no end of line; exit 1'))
    // Of the same task, the build is made before.
    state.tasks.set('u1', {
      workspace: 'T001',
      steps: [{ spec: { gates: ['build', 'lint'] } }],
    } as unknown as TaskRun)
    state.active.add('u1')
    const lint = await told(here, 'lint')
    expect([lint.after, lint.excerpt, lint.without]).toEqual([['build'], 'no end of line', undefined])
  })

  test('where that is red, the test of a criterion is red before the work, as it has to be, and that counts', async () => {
    const state = newState()
    const here = chain(state)
    state.gates.set('build', gate('build', 'echo no compiler; exit 1'))
    const of = { criterion: 'AC-1', runner: 'ctest', file: null, name: 'AC-1' } as const
    state.gates.set('atdd', { ...gate('atdd', 'exit 0'), needs: ['build'], test: of })
    const atdd = (expects?: 'red') => {
      const look = { workspace: 'T001', commit: draft, tree: 't', purpose: 'draft' } as const
      return here.perform({
        id: 1,
        effect: { is: 'run-gate', gate: 'atdd', ...look, ...(expects === undefined ? {} : { expects }) },
      })
    }
    const outcome = await atdd('red')
    expect(outcome).toMatchObject({ evidence: { result: 'failed', criterion: 'AC-1' } })
    expect(outcome).not.toHaveProperty('evidence.without')
    // After the work, too, what an old program says is no verdict on the criterion.
    expect(await atdd()).toMatchObject({ evidence: { result: 'failed', noTest: 'gate build failed' } })
  })

  test('where that is let pass both run, and neither proves anything', async () => {
    const state = newState()
    const here = chain(state)
    const { fingerprint } = await told(here, 'generate')
    state.knownRed = new Map([['generate', fingerprint]])
    const [unit, build] = [await told(here, 'unit'), await told(here, 'build')]
    expect([unit, build].map(({ result, without }) => [result, without])).toEqual([
      ['passed', 'generate'],
      ['passed', 'generate'],
    ])
  })
})

describe('in place', () => {
  /** A draft of a task in the folder itself; `spoil` is set off while `build` looks, which the task's gates only need. */
  const drafted = async (over: Partial<Workspaces> = {}) => {
    const inPlace = { ...(await repository.open({ kind: 'in-place', run: 'run 2' })), ...over }
    await inPlace.begin()
    const { base } = await prepared(inPlace, 'T002')
    repository.write('src/b.txt', 'drafted\n')
    const { commit } = await taken(inPlace, snapshot('T002', base))
    const state = newState()
    state.policy = { ...state.policy, workspace: 'in-place' }
    const here = performerIn(inPlace, state)
    onTestFinished(() => here.stop())
    return { commit, here, state }
  }
  const drafts = 'grep -q drafted src/b.txt'

  test('what somebody changes while something runs that a gate needs is no part of the draft that it looks at', async () => {
    const { commit, here, state } = await drafted()
    const spoil = `test -e ${repository.top}/spoilt || { touch ${repository.top}/spoilt; echo theirs > ${repository.root}/src/b.txt; }`
    for (const it of [gate('build', spoil), gate('unit', drafts)]) state.gates.set(it.name, it)
    expect(await verdict('unit', 'T002', commit, here)).toBe('passed')
    expect(repository.read('src/b.txt')).toBe('theirs\n')
  })

  test('what is merged is judged, though what a gate needs changes the files each time, and of the folder as it was nothing is said', async () => {
    const root = repository.root
    rmSync(path.join(root, '.git'), { recursive: true })
    const files = await repository.open({ kind: 'in-place', run: 'run 2', git: null })
    await files.begin()
    const { base } = await prepared(files, 'T002')
    repository.write('src/b.txt', 'drafted\n')
    const { commit, tree } = await taken(files, snapshot('T002', base))
    const state = newState()
    const here = performerIn(files, state)
    onTestFinished(() => here.stop())
    const build = gate('build', 'echo more >> src/a.txt; mkdir -p out; touch out/built')
    state.gates = new Map([build, { ...gate('all', drafts), needs: ['build'] }].map((it) => [it.name, it]))
    const treeOf = async (of: Pick<Extract<Effect, { is: 'run-gate' }>, 'workspace' | 'commit' | 'purpose'>) => {
      const outcome = await here.perform({ id: 1, effect: { is: 'run-gate', gate: 'all', tree, ...of } })
      if (outcome.of !== 'run-gate') throw new Error(outcome.of)
      return outcome.evidence.tree
    }
    expect(await treeOf({ workspace: 'T002', commit, purpose: 'merged' })).toBe(tree)
    expect(await treeOf({ workspace: null, commit: null, purpose: 'baseline' })).toBeNull()
  })

  test('a draft that lies there no more is looked at behind what its own task needs', async () => {
    const { commit, here, state } = await drafted()
    repository.write('src/b.txt', 'theirs\n')
    const of = [gate('prepare', 'mkdir -p out; cp src/b.txt out/b.txt'), gate('unit', 'grep -q drafted out/b.txt')]
    state.gates = new Map(of.map((it) => [it.name, it]))
    state.tasks.set('u1', {
      workspace: 'T002',
      steps: [{ spec: { gates: ['prepare', 'unit'] } }],
    } as unknown as TaskRun)
    state.active.add('u1')
    expect(await verdict('unit', 'T002', commit, here)).toBe('passed')
  })

  test('a draft that lies there no more and for which no other place can be made is not judged', async () => {
    const failure = { reason: 'the set-up fails there', help: 'mend it' }
    const { commit, here, state } = await drafted({ materialise: () => Promise.resolve({ is: 'failed', failure }) })
    repository.write('src/b.txt', 'theirs\n')
    state.gates.set('unit', gate('unit', '! ' + drafts))
    expect(await verdict('unit', 'T002', commit, here)).toMatch(/^could-not-run the set-up fails there/)
  })
})
