import { cp, mkdtemp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { definitionOf } from '../../src/gates/definition.ts'
import { filesOnDisk } from '../../src/system/tree-files.ts'
import { executablesOf, hasMore, trust, trustOf, trustSubject, type Executable } from '../../src/config/trust.ts'

let folder = ''
let root = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mw-trust-'))
  root = path.join(folder, 'repository')
  await mkdir(path.join(root, 'scripts'), { recursive: true })
  await writeFile(path.join(root, 'scripts/check.sh'), 'true\n')
  await writeFile(path.join(root, 'tasks.md'), '- [ ] T001 a\n')
  await writeFile(
    path.join(root, 'package.json'),
    JSON.stringify({ scripts: { test: 'node scripts/run.mjs && echo' } }),
  )
  await writeFile(path.join(root, 'scripts/run.mjs'), '1\n')
})
afterEach(() => rm(folder, { recursive: true }))

const gate = (argv: string[], more: Partial<Executable> = {}): Executable => ({
  what: 'gate unit',
  argv,
  cwd: '.',
  env: [],
  set: {},
  source: 'repository',
  ...more,
})
const subjectOf = (executables: Executable[], at = root) =>
  trustSubject(at, executables, async (it) => (await definitionOf(it, filesOnDisk(at))).parts)
const ask = async (executables: Executable[], at = root, installation: string | null = null) =>
  trustOf(await subjectOf(executables, at), { stateFolder: path.join(folder, 'state'), installation })
const say = async (executables: Executable[], plan = '') =>
  trust(await subjectOf(executables), { stateFolder: path.join(folder, 'state'), plan })

describe('trust in what a repository executes (S1)', () => {
  test('unknown first, trusted when said', async () => {
    const gates = [gate(['sh', 'scripts/check.sh'])]
    expect(await ask(gates)).toEqual({
      is: 'unknown',
      lines: ['gate unit: sh scripts/check.sh', 'file scripts/check.sh'],
    })
    await say(gates)
    expect((await ask(gates)).is).toBe('trusted')
  })

  test('the values of fixed variables are shown', async () => {
    const { lines } = await ask([gate(['true'], { what: 'agent a', set: { LEVEL: '9' }, env: ['LANG'] })])
    expect(lines).toEqual(['agent a: LEVEL=9 true (with LANG)'])
  })

  test('arguments are shown as they are told apart', async () => {
    const { lines } = await ask([gate(['true', 'a b', 'c'], { what: 'tool t' })])
    expect(lines).toEqual(['tool t: true "a b" c'])
  })

  const changes: [name: string, change: () => Promise<unknown> | Executable[], lines: string[]][] = [
    [
      'one byte of a script',
      () => writeFile(path.join(root, 'scripts/check.sh'), 'true;\n'),
      ['file scripts/check.sh'],
    ],
    [
      'a script of package.json',
      () => writeFile(path.join(root, 'package.json'), JSON.stringify({ scripts: { test: 'evil' } })),
      ['package.json scripts.test: evil'],
    ],
    [
      'a file that a script of package.json names',
      () => writeFile(path.join(root, 'scripts/run.mjs'), '2\n'),
      ['file scripts/run.mjs'],
    ],
    [
      'the words',
      () => [gate(['sh', 'scripts/check.sh', '-x']), gate(['npm', 'test'])],
      ['gate unit: sh scripts/check.sh -x'],
    ],
    [
      'the environment',
      () => [gate(['sh', 'scripts/check.sh'], { env: ['LANG'] }), gate(['npm', 'test'])],
      ['gate unit: sh scripts/check.sh (with LANG)'],
    ],
    [
      'the folder it runs in',
      () => [gate(['sh', 'scripts/check.sh']), gate(['npm', 'test'], { cwd: 'scripts' })],
      ['gate unit: npm test (in scripts)'],
    ],
    [
      'a variable that it is given',
      () => [gate(['sh', 'scripts/check.sh'], { set: { NODE_OPTIONS: '-r ./evil.js' } }), gate(['npm', 'test'])],
      ['gate unit: NODE_OPTIONS=-r ./evil.js sh scripts/check.sh'],
    ],
  ]
  for (const [name, change, lines] of changes)
    test(`asks again when this changes: ${name}`, async () => {
      const gates = [gate(['sh', 'scripts/check.sh']), gate(['npm', 'test'])]
      await say(gates)
      expect((await ask(gates)).is).toBe('trusted')
      const changed = await change()
      expect(await ask(Array.isArray(changed) ? (changed as Executable[]) : gates)).toEqual({ is: 'changed', lines })
    })

  test('what a gate runs lies where the gate works', async () => {
    await mkdir(path.join(root, 'sub'))
    await writeFile(path.join(root, 'sub/g.sh'), 'true\n')
    const gates = [gate(['sh', 'g.sh'], { cwd: 'sub' })]
    expect((await ask(gates)).lines).toEqual(['gate unit: sh g.sh (in sub)', 'file sub/g.sh'])
    await say(gates)
    await writeFile(path.join(root, 'sub/g.sh'), 'false\n')
    expect(await ask(gates)).toEqual({ is: 'changed', lines: ['file sub/g.sh'] })
  })

  test('a part of what is trusted is trusted alone', async () => {
    await say([gate(['sh', 'scripts/check.sh']), gate(['npm', 'test'])])
    expect((await ask([gate(['npm', 'test'])])).is).toBe('trusted')
  })

  test('what was shown is more than enough only for the same repository, and for nothing new', async () => {
    const shown = await subjectOf([gate(['sh', 'scripts/check.sh']), gate(['npm', 'test'])])
    const fewer = await subjectOf([gate(['npm', 'test'])])
    expect([hasMore(shown, shown), hasMore(shown, fewer), hasMore(fewer, shown)]).toEqual([false, false, true])
    const copy = path.join(folder, 'copy')
    await cp(root, copy, { recursive: true })
    expect(hasMore(fewer, await subjectOf([gate(['npm', 'test'])], copy))).toBe(true)
  })

  describe('plans of one repository', () => {
    const tool = (name: string, ...argv: string[]): Executable => ({
      ...gate(argv, { what: `tool ${name}` }),
      isOfPlan: true,
    })
    const one = [gate(['sh', 'scripts/check.sh']), tool('backup 1 of step 1.1', 'node', 'scripts/run.mjs')]
    const other = [gate(['sh', 'scripts/check.sh']), tool('backup 1 of step 1.1', 'sh', 'other.sh')]
    beforeEach(async () => {
      for (const plan of ['spec_one.md', 'spec_other.md']) await writeFile(path.join(root, plan), '# Spec\n')
      await say(one, 'spec_one.md')
    })

    test('both stay trusted, though they call different programs by one name; what is new is shown', async () => {
      expect(await ask(other)).toEqual({ is: 'changed', lines: ['tool backup 1 of step 1.1: sh other.sh'] })
      await say(other, 'spec_other.md')
      expect([(await ask(one)).is, (await ask(other)).is]).toEqual(['trusted', 'trusted'])
      await say(one, 'spec_one.md')
      expect([(await ask(one)).is, (await ask(other)).is]).toEqual(['trusted', 'trusted'])
    })

    test('a program that a plan no longer names is asked about when it names it again', async () => {
      await say(other, 'spec_one.md')
      expect((await ask(one)).lines).toContain('tool backup 1 of step 1.1: node scripts/run.mjs')
    })

    test('of a script and a gate of all, only what was shown last is trusted, whichever plan it was shown for', async () => {
      await say(other, 'spec_other.md')
      await writeFile(path.join(root, 'scripts/check.sh'), 'echo\n')
      const moved = [gate(['sh', 'scripts/check.sh', '-x']), ...other.slice(1)]
      expect((await ask(moved)).lines).toEqual(['gate unit: sh scripts/check.sh -x', 'file scripts/check.sh'])
      await say(moved, 'spec_other.md')
      expect((await ask([tool('x', 'sh', 'scripts/check.sh')])).lines).toEqual(['tool x: sh scripts/check.sh'])
      await writeFile(path.join(root, 'scripts/check.sh'), 'true\n')
      expect((await ask(one)).lines).toEqual(['gate unit: sh scripts/check.sh', 'file scripts/check.sh'])
    })

    test('a plan that is gone keeps nothing trusted once another one is', async () => {
      await rm(path.join(root, 'spec_one.md'))
      await say(other, 'spec_other.md')
      expect((await ask(one)).lines).toContain('tool backup 1 of step 1.1: node scripts/run.mjs')
    })

    test('what was trusted before plans were told apart is, until the next word of the person', async () => {
      const state = path.join(folder, 'state/trust')
      const [file = ''] = await readdir(state)
      const { key, parts } = await subjectOf(other)
      await writeFile(path.join(state, file), JSON.stringify({ key, hash: 'x', parts: parts.map((part) => part.hash) }))
      expect([(await ask(other)).is, (await ask(one)).is]).toEqual(['trusted', 'changed'])
      await say(one, 'spec_one.md')
      expect([(await ask(other)).is, (await ask(one)).is]).toEqual(['changed', 'trusted'])
    })

    test.each(['{', '{"key": 1}', '{"plans": {}}', 'null', '[]'])(
      'a record that is damaged is no trust: %s',
      async (text) => {
        const state = path.join(folder, 'state/trust')
        const [file = ''] = await readdir(state)
        await writeFile(path.join(state, file), text)
        expect((await ask(one)).is).toBe('unknown')
      },
    )
  })

  test('our own marks in the plan void nothing', async () => {
    const gates = [gate(['npm', 'test'])]
    await say(gates)
    await writeFile(path.join(root, 'tasks.md'), '- [X] T001 a\n')
    expect((await ask(gates)).is).toBe('trusted')
  })

  test('a copy elsewhere, and one that takes the same path, are other repositories', async () => {
    const gates = [gate(['npm', 'test'])]
    await say(gates)
    const copy = path.join(folder, 'copy')
    await cp(root, copy, { recursive: true })
    expect((await ask(gates, copy)).is).toBe('unknown')
    await symlink(root, path.join(folder, 'link'))
    expect((await ask(gates, path.join(folder, 'link'))).is).toBe('trusted')
    const moved = path.join(folder, 'moved')
    await rename(root, moved)
    expect((await ask(gates, moved)).is).toBe('unknown')
    await rename(copy, root)
    expect((await ask(gates)).is).toBe('unknown')
    await rename(root, copy)
    await rename(moved, root)
    expect((await ask(gates)).is).toBe('trusted')
  })

  test('a value that a variable is given is asked about like the variable', async () => {
    const agent = (level: string): Executable => gate(['true'], { what: 'agent a', set: { LEVEL: level } })
    await say([agent('1')])
    expect((await ask([agent('1')])).is).toBe('trusted')
    expect(await ask([agent('2')])).toEqual({ is: 'changed', lines: ['agent a: LEVEL=2 true'] })
  })

  test('of settings all that runs is asked about: gates, the set-up, and an agent with what it is given', () => {
    const from = { env: [], source: 'repository' } as const
    const coder = { ...from, name: 'coder', preset: null, script: null, argv: ['code'], args: ['-q'], set: { A: '1' } }
    const settings = {
      agent: null,
      agentSource: 'user',
      roles: new Map(),
      agents: [coder, { ...coder, name: 'other', argv: [], args: [], set: { B: '2' } }],
      gates: [{ ...from, name: 'unit', argv: ['npm', 'test'], cwd: '.' }],
      workspace: { setup: ['sh', 'setup.sh'] },
      setupSource: 'repository',
    } as const
    const told = executablesOf(settings).map(({ what, argv, set }) => [what, argv, set])
    expect(told).toEqual([
      ['gate unit', ['npm', 'test'], {}],
      ['agent coder', ['code', '-q'], { A: '1' }],
      ['agent other', [], { B: '2' }],
      ['set-up', ['sh', 'setup.sh'], {}],
    ])
  })

  test('whom a repository chooses for the work is asked about, be it defined elsewhere; what you name yourself is not', () => {
    type Source = 'user' | 'repository' | 'command-line'
    const told = (
      agent: string,
      agentSource: Source,
      roles: readonly [string, string, Source][] = [],
    ): readonly string[] =>
      executablesOf({
        agent,
        agentSource,
        roles: new Map(roles.map(([role, name, source]) => [role, { agent: name, source }])),
        agents: [],
        gates: [],
        workspace: { setup: null },
        setupSource: 'user',
      }).map(({ what, argv, source }) => [what, ...argv, source].join(' '))
    expect(told('claude-code', 'repository')).toEqual(['the agent is claude-code repository'])
    expect(told('human', 'repository')).toEqual([])
    expect(told('claude-code', 'user')).toEqual([])
    expect(told('claude-code', 'command-line')).toEqual([])
    expect(
      told('claude-code', 'user', [
        ['core', 'codex', 'repository'],
        ['infra', 'human', 'repository'],
        ['algorithm', 'codex', 'user'],
      ]),
    ).toEqual(['tasks of the role core are done by codex repository'])
  })

  test('of agents those are asked about that do the work, by default or for a role', () => {
    const from = { env: [], source: 'repository', preset: null, script: null, args: [], set: {} } as const
    const settings = {
      agent: 'a',
      agentSource: 'user',
      roles: new Map([['core', { agent: 'b', source: 'repository' as const }]]),
      agents: ['a', 'b', 'c'].map((name) => ({ ...from, name, argv: [name] })),
      gates: [],
      workspace: { setup: null },
      setupSource: 'user',
    } as const
    expect(executablesOf(settings).map(({ what }) => what)).toEqual(['agent a', 'agent b'])
  })

  test('the command line is never asked about, and nothing to run needs no trust', async () => {
    expect((await ask([gate(['sh', 'scripts/check.sh'], { source: 'command-line' })])).is).toBe('trusted')
    expect((await ask([gate(['sh', 'elsewhere.sh'], { source: 'user' })])).is).toBe('trusted')
    expect(await ask([gate(['sh', 'scripts/check.sh'], { source: 'user' })])).toEqual({
      is: 'unknown',
      lines: ['file scripts/check.sh'],
    })
  })

  test('what came with the installation is as trusted as the program itself', async () => {
    expect((await ask([gate(['npm', 'test'])], root, folder)).is).toBe('trusted')
    expect((await ask([gate(['npm', 'test'])], root, path.join(folder, 'repo'))).is).toBe('unknown')
  })

  test('a damaged record is no trust, and a link out of the repository is not read', async () => {
    const gates = [gate(['npm', 'test'])]
    await say(gates)
    const { readdir } = await import('node:fs/promises')
    const [record] = await readdir(path.join(folder, 'state/trust'))
    const file = path.join(folder, 'state/trust', record ?? '')
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20))
    expect((await ask(gates)).is).toBe('unknown')
    await writeFile(path.join(folder, 'outside.sh'), 'x')
    await symlink(path.join(folder, 'outside.sh'), path.join(root, 'in.sh'))
    expect((await ask([gate(['sh', 'in.sh'])])).lines).toEqual([
      'gate unit: sh in.sh',
      `link in.sh to ${path.join(folder, 'outside.sh')}`,
    ])
  })
})

describe('programs that a plan names', () => {
  const settings = {
    agent: null,
    agentSource: 'command-line',
    roles: new Map(),
    agents: [],
    gates: [],
    workspace: { setup: null },
    setupSource: 'user',
  } as const
  const named = (argv: readonly string[]): Executable[] => [
    ...executablesOf({ ...settings, tools: [{ name: 'backup 1 of step 1.2', argv }] }),
  ]

  test.each([
    ['python3', ['python3', './scripts/tool.py', '--months', '12']],
    ['node', ['node', './scripts/tool.mjs']],
    ['sh', ['sh', './scripts/tool.sh']],
    ['itself', ['./scripts/tool']],
  ])('with what defines them, by %s', async (_by, argv) => {
    const script = argv.find((it) => it.startsWith('./'))?.slice(2) ?? ''
    await writeFile(path.join(root, script), '#!/bin/sh\n')
    const tools = named(argv)
    expect(await ask(tools)).toEqual({
      is: 'unknown',
      lines: [`tool backup 1 of step 1.2: ${argv.join(' ')}`, `file ${script}`],
    })
    await say(tools)
    expect((await ask(tools)).is).toBe('trusted')
    await writeFile(path.join(root, script), '#!/bin/sh\n#\n')
    expect(await ask(tools)).toEqual({ is: 'changed', lines: [`file ${script}`] })
  })

  test('words that only look the same are other words', async () => {
    await say(named(['make', 'a b']))
    expect((await ask(named(['make', 'a', 'b']))).is).toBe('changed')
  })
})
