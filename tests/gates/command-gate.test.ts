import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startGate, type GateContext } from '../../src/gates/command-gate.ts'
import { environmentDigest } from '../../src/gates/gate-key.ts'
import type { GateSpec } from '../../src/run/effect.ts'
import type { Evidence } from '../../src/run/outcome.ts'
import { supervise } from '../../src/system/supervision.ts'
import { builtProgram } from '../rig/built-program.ts'

let folder = ''
let kept: Buffer[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mw-gate-'))
  kept = []
})
afterEach(() => rm(folder, { recursive: true }))

const runGate = (of: GateSpec, at: GateContext): Promise<Evidence> => startGate(of, at).done

const gate = (script: string, more: Partial<GateSpec> = {}): GateSpec => ({
  name: 'unit',
  kind: 'command',
  argv: [process.execPath, '-e', script],
  cwd: '.',
  env: [],
  timeoutMs: 30_000,
  outputBytes: 100_000,
  repeat: 'safe',
  origin: 'test',
  ...more,
})
const context = (more: Partial<GateContext> = {}): GateContext => ({
  folder,
  tree: 'tree-1',
  environment: 'here',
  from: { ...process.env, GATE_SECRET: 'xyzzy' },
  keep: (content) => {
    const bytes = Buffer.concat('pieces' in content ? [...content.pieces()] : [content])
    kept.push(bytes)
    return Promise.resolve(createHash('sha256').update(bytes).digest('hex'))
  },
  ...more,
})

test('where its workspace lies is no part of what it says', async () => {
  const script = `const at = ${JSON.stringify(folder)}
    console.log([at + '/src/a.ts:3', 'in ' + at, at + '/', 'file://' + at + '/b.mjs', at + '2/c', '/x' + at + '/d'].join('\\n'))
    process.exit(1)`
  const { excerpt } = await runGate(gate(script), context())
  expect(excerpt.split('\n')).toEqual(['src/a.ts:3', 'in .', './', 'b.mjs', `${folder}2/c`, `/x${folder}/d`])
})

describe('a gate that changed what it judges', () => {
  const edits = (...edited: string[]) => context({ edits: () => Promise.resolve({ edited, isPutBack: true }) })

  test.each([
    ['console.log("mended")', 0],
    ['console.log("mended"); process.exit(127)', 127],
  ])('has failed whatever it exited with, and says so: %s', async (script, exitCode) => {
    const evidence = await runGate(gate(script), edits('a.txt'))
    const text =
      'MW606 gate unit changed a.txt while it judged it; what it mended is put back, give it a form that only looks (for instance --check)'
    expect(evidence).toMatchObject({ result: 'failed', exitCode, excerpt: `mended\n${text}` })
    expect(kept.map(String)).toEqual([`mended\n\n${text}\n`])
  })

  test('is the same failure for the same files, and another one for others or for what else is wrong', async () => {
    const prints = [
      await runGate(gate('console.log(1)'), edits('a.txt', 'b.txt')),
      await runGate(gate('console.log(2)'), edits('b.txt', 'a.txt')),
      await runGate(gate(''), edits('a.txt')),
      await runGate(gate('process.exit(1)'), edits('a.txt', 'b.txt')),
      await runGate(gate('console.error("Error: other"); process.exit(1)'), edits('a.txt', 'b.txt')),
    ].map((it) => it.fingerprint)
    expect(prints[1]).toBe(prints[0])
    expect(new Set(prints).size).toBe(4)
  })

  test('has judged as before where it only looked', async () => {
    expect(await runGate(gate('console.log("fine")'), edits())).toMatchObject({ result: 'passed', excerpt: 'fine' })
  })
})

describe('a gate is a program', () => {
  const table: [name: string, gate: GateSpec, expected: object][] = [
    ['passes', gate('console.log("fine")'), { result: 'passed', exitCode: 0, excerpt: 'fine', fingerprint: '' }],
    [
      'fails',
      gate('console.error("\\u001b[31mbad\\u001b[0m"); process.exit(3)'),
      { result: 'failed', exitCode: 3, excerpt: 'bad' },
    ],
    [
      'is missing',
      gate('', { argv: ['no-such-program-here'] }),
      { result: 'could-not-run', exitCode: null, output: null },
    ],
    [
      'of the project is missing',
      gate('', { argv: ['./no-such-script.sh'] }),
      { result: 'could-not-run', exitCode: 127, output: null },
    ],
    ['could not do its work', gate('process.exit(127)'), { result: 'could-not-run', exitCode: 127 }],
    ['hangs', gate('setInterval(() => {}, 1000)', { timeoutMs: 200 }), { result: 'timed-out' }],
    [
      'says nothing for too long',
      gate('setInterval(() => {}, 1000)', { idleMs: 200 }),
      {
        result: 'timed-out',
        excerpt: expect.stringContaining('unit said nothing for 200 ms (gates.unit.idle_timeout)'),
      },
    ],
    [
      'is of a kind that compares more than an exit code',
      gate('process.exit(0)', { kind: 'contract' }),
      { result: 'could-not-run', fingerprint: 'kind contract' },
    ],
    ['is killed', gate('process.kill(process.pid, "SIGKILL")'), { result: 'failed', exitCode: null }],
  ]
  for (const [name, spec, expected] of table)
    test(name, async () => {
      const evidence = await runGate(spec, context())
      expect(evidence).toMatchObject({ gate: 'unit', argv: spec.argv, tree: 'tree-1', reused: false, ...expected })
      if (evidence.result !== 'passed' && spec.kind === 'command')
        expect(evidence.fingerprint).toMatch(/^[0-9a-f]{16}( |$)/)
      if (evidence.output !== null) expect(createHash('sha256').update(kept[0]!).digest('hex')).toBe(evidence.output)
    })

  test('of the project that may not be executed has the exit code that a shell would give', async () => {
    await writeFile(path.join(folder, 'plain.sh'), '#!/bin/sh\n', { mode: 0o644 })
    const evidence = await runGate(gate('', { argv: ['./plain.sh'] }), context())
    expect(evidence).toMatchObject({ result: 'could-not-run', exitCode: 126, output: null })
  })

  test('words arrive as they are, no shell reads them, and only allowed variables are seen', async () => {
    const words = ['$(touch x)', '; exit 1', '*', '-n', 'a b', '"']
    const script =
      'console.log(JSON.stringify([process.argv.slice(1), process.env.GATE_SECRET ?? null, process.env.CI]))'
    const spec = gate(script, { argv: [process.execPath, '-e', script, '--', ...words] })
    expect(JSON.parse((await runGate(spec, context())).excerpt)).toEqual([words, null, '1'])
    const allowed = await runGate({ ...spec, env: ['GATE_SECRET'] }, context())
    expect(JSON.parse(allowed.excerpt)).toEqual([words, 'xyzzy', '1'])
  })

  test('a flood is kept within its bound and said so', async () => {
    const evidence = await runGate(
      gate('process.stdout.write("x".repeat(300000) + "\\nend\\n")', { outputBytes: 10_000 }),
      context(),
    )
    expect(Buffer.from(kept[0] ?? []).toString()).toMatch(
      /^x{4096}\n\[285909 bytes of output were dropped here\]\nx{9995}\nend\n$/,
    )
    expect(evidence.excerpt).toContain('(285909 bytes of its output were dropped)')
    expect(evidence.result).toBe('passed')
  })

  test('it runs in its own folder, and can be stopped', async () => {
    await mkdir(path.join(folder, 'sub'))
    await writeFile(path.join(folder, 'sub/mark'), '')
    expect((await runGate(gate('require("fs").readFileSync("mark")', { cwd: 'sub' }), context())).result).toBe('passed')
    const running = startGate(gate('setInterval(() => {}, 1000)'), context())
    running.stop()
    expect((await running.done).result).toBe('could-not-run')
  })
})

test.skipIf(process.platform !== 'linux').each([
  ['ask', 1, { result: 'could-not-run', excerpt: expect.stringContaining('nobody saw how unit ended') }],
  ['never', 1, { result: 'could-not-run', excerpt: expect.stringContaining('nobody saw how unit ended') }],
  ['safe', 2, { result: 'passed', excerpt: 'second' }],
] as const)(
  'one whose end nobody saw is run again only where it is safe to repeat: %s',
  async (repeat, times, found) => {
    onTestFinished(supervise(() => undefined, path.join(path.dirname(builtProgram()), 'supervisor.js')))
    // The first time it takes away who has started it.
    const script = `const fs = require('fs')
    fs.appendFileSync('runs', 'x')
    if (fs.readFileSync('runs', 'utf8') === 'x') process.kill(process.ppid, 'SIGKILL')
    else console.log('second')`
    expect(await runGate(gate(script, { repeat }), context())).toMatchObject(found)
    expect(await readFile(path.join(folder, 'runs'), 'utf8')).toHaveLength(times)
  },
)

test('the environment digest holds what a result depends on, and nothing that differs from call to call', async () => {
  const program = path.join(folder, 'tool')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  const from = { PATH: folder, HOME: '/home/ada', TOKEN: '1', FLAVOUR: 'mint' }
  const spec = gate('', { argv: ['tool'], env: ['FLAVOUR'] })
  const digest = (more: Partial<GateSpec> = {}, env: object = {}, needs = 'n') =>
    environmentDigest({ ...spec, ...more }, { from: { ...from, ...env }, folder: '/elsewhere', needs })
  const usual = await digest()
  for (const same of [{ TOKEN: '2' }, { PWD: '/x' }, { TMPDIR: '/y' }, { TERM: 'z' }, { MILLWRIGHT_ATTEMPT: 'a' }])
    expect(await digest({ env: ['FLAVOUR', 'PWD', 'MILLWRIGHT_*'] }, same), JSON.stringify(same)).toBe(usual)
  const others = [
    await digest({}, { FLAVOUR: 'lime' }),
    await digest({}, { HOME: '/home/eve' }),
    await digest({ cwd: 'sub' }),
    await digest({ argv: ['./tool'] }),
    await digest({}, {}, 'other needs'),
  ]
  await writeFile(program, '#!/bin/sh\n# another one\n')
  others.push(await digest())
  await rm(program)
  others.push(await digest())
  expect(new Set([usual, ...others]).size).toBe(8)
})
