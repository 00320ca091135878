import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startGate, type GateContext } from '../../../src/gates/command-gate.ts'
import { environmentDigest } from '../../../src/gates/gate-key.ts'
import type { NumericValue } from '../../../src/plan/values/numeric-value.ts'
import type { GateSpec } from '../../../src/run/effect.ts'
import { isPartOf } from '../../../src/run/known-failure.ts'
import type { Evidence } from '../../../src/run/outcome.ts'
import { tellingLine } from '../../../src/run/telling-line.ts'

let folder = ''
let kept: Buffer[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mw-numeric-'))
  kept = []
})
afterEach(() => rm(folder, { recursive: true }))

const value = (name: string, reference: number, more: Partial<NumericValue> = {}): NumericValue => ({
  name,
  value: reference,
  atol: 0.1,
  rtol: 0,
  find: { by: 'json', path: `$.${name}` },
  match: 'only',
  unit: null,
  ...more,
})
const total = value('total', 3)
const depth = value('depth', 12, { find: { by: 'regex', pattern: 'depth ([0-9]+)' }, unit: 'cm' })

const gate = (
  script: string,
  values: readonly NumericValue[] = [total, depth],
  more: Partial<GateSpec> = {},
): GateSpec => ({
  name: 'totals',
  kind: 'numeric',
  argv: [process.execPath, '-e', script],
  cwd: '.',
  env: [],
  timeoutMs: 30_000,
  outputBytes: 100_000,
  repeat: 'safe',
  origin: 'test',
  values,
  ...more,
})
const run = (of: GateSpec, more: Partial<GateContext> = {}): Promise<Evidence> =>
  startGate(of, {
    folder,
    tree: 'tree-1',
    environment: 'here',
    from: process.env,
    keep: (content) => {
      const bytes = Buffer.concat('pieces' in content ? [...content.pieces()] : [content])
      kept.push(bytes)
      return Promise.resolve(createHash('sha256').update(bytes).digest('hex'))
    },
    ...more,
  }).done

/** A program that prints two values, the second one in a line. */
const prints = (json: string, line = 'depth 12 cm'): string =>
  `console.log(${JSON.stringify(line)}); console.log(${JSON.stringify(json)})`

test('passes where each value is near enough, and shows them', async () => {
  const evidence = await run(gate(prints('{"total": 3.0625}')))
  expect(evidence).toMatchObject({ result: 'passed', exitCode: 0, fingerprint: '', gate: 'totals', tree: 'tree-1' })
  expect(evidence.excerpt).toBe(`gate totals: all 2 values are as expected
name         found  reference  difference  allowed
total       3.0625          3      0.0625      0.1  pass
depth [cm]      12         12           0      0.1  pass

depth 12 cm
{"total": 3.0625}`)
  expect(kept.map(String)).toEqual([expect.stringMatching(/^depth 12 cm\n\{"total": 3.0625\}\n\ngate totals: all/)])
})

test('fails where one is not, with the reason in the first line', async () => {
  const evidence = await run(gate(prints('{"total": 3.5}', 'max error: none')))
  expect(evidence).toMatchObject({ result: 'failed', exitCode: 0 })
  expect(evidence.excerpt.split('\n').slice(0, 4)).toEqual([
    'gate totals failed: total is 3.5, expected 3 ± 0.1; MW603 depth: no line matches depth ([0-9]+)',
    'name        found  reference  difference  allowed',
    'total         3.5          3         0.5      0.1  fail',
    'depth [cm]      -         12           -      0.1  fail',
  ])
  expect(tellingLine(evidence.excerpt)).toMatch(/^gate totals failed: total is 3.5/)
})

test.each([
  ['NaN', '{"total": NaN}', 'total is NaN, expected 3 ± 0.1'],
  ['infinite', '{"total": Infinity}', 'total is Infinity, expected 3 ± 0.1'],
  ['missing', '{"totl": 3}', 'MW603 total: there is nothing at $.total'],
  ['there twice', '{"total": 3, "total": 3}', 'MW603 total: it is there 2 times: 3 at 1:11, 3 at 1:23'],
])('fails where a value is %s', async (_what, json, why) => {
  const evidence = await run(gate(`console.log(${JSON.stringify(json)})`, [total]))
  expect([evidence.result, evidence.excerpt.split('\n')[0]]).toEqual(['failed', `gate totals failed: ${why}`])
})

test('a program that fails has failed, whatever it printed', async () => {
  const evidence = await run(gate(`${prints('{"total": 3}')}; console.error('Error: late'); process.exit(3)`))
  expect(evidence).toMatchObject({ result: 'failed', exitCode: 3 })
  expect(evidence.excerpt).not.toContain('gate totals')
})

test('a program that cannot be run, or takes too long, is no comparison', async () => {
  expect(await run(gate('', undefined, { argv: ['no-such-program-here'] }))).toMatchObject({ result: 'could-not-run' })
  expect(await run(gate('setInterval(() => {}, 1000)', undefined, { timeoutMs: 200 }))).toMatchObject({
    result: 'timed-out',
  })
})

test('warnings beside the output break nothing, and count for nothing', async () => {
  const script = `process.stderr.write('{"total": 9'); ${prints('{"total": 3}')}; process.stderr.write('depth 99 cm')`
  expect(await run(gate(script))).toMatchObject({ result: 'passed' })
})

test('more output than is kept has no verdict that passes', async () => {
  const evidence = await run(
    gate(`console.log('x'.repeat(5000)); ${prints('{"total": 3}')}`, undefined, { outputBytes: 1000 }),
  )
  expect([evidence.result, evidence.excerpt.split('\n')[0]]).toEqual([
    'failed',
    'MW603 gate totals failed: it printed more than 1000 bytes, so that its values are not looked for',
  ])
})

test('without a value it never passes', async () => {
  expect(await run(gate('', []))).toMatchObject({
    result: 'failed',
    excerpt: 'MW603 gate totals failed: it compares no value',
  })
})

test('a gate that changed what it judges has failed, with what it compared', async () => {
  const edits = () => Promise.resolve({ edited: ['a.txt'], isPutBack: true })
  const evidence = await run(gate(prints('{"total": 3}')), { edits })
  expect(evidence.result).toBe('failed')
  expect(evidence.excerpt).toContain('MW606 gate totals changed a.txt')
  expect(String(kept[0])).toContain('MW606 gate totals changed a.txt')
})

test('a secret is found in no verdict', async () => {
  const { excerpt } = await run(
    gate(
      `console.log('total ' + process.env.HOLDS_IT)`,
      [value('total', 3, { find: { by: 'regex', pattern: '(total .*)' } })],
      { env: ['HOLDS_IT'] },
    ),
    {
      from: { ...process.env, HOLDS_IT: 'xyzzy-plugh-12345' },
    },
  )
  expect(excerpt).not.toContain('xyzzy')
})

describe('a failure', () => {
  const print = async (json: string, line?: string): Promise<string> =>
    (await run(gate(prints(json, line)))).fingerprint

  test('is the same where the same values fail in the same way', async () => {
    const [one, again, noise] = [
      await print('{"total": 4}'),
      await print('{"total": 4, "x": 1}'),
      await print('{"total": 4.000001}'),
    ]
    expect([again, noise]).toEqual([one, one])
  })

  test('is another one for another value, another number and another kind', async () => {
    const prints = [
      await print('{"total": 4}'),
      await print('{"total": 5}'),
      await print('{"total": NaN}'),
      await print('{}'),
      await print('{"total": 3}', 'depth 13 cm'),
    ]
    expect(new Set(prints).size).toBe(5)
  })

  test('that is a part of a known one is known', async () => {
    const both = await print('{"total": 4}', 'depth 13 cm')
    expect(isPartOf(await print('{"total": 4}'), both)).toBe(true)
    expect(isPartOf(both, await print('{"total": 4}'))).toBe(false)
    expect(isPartOf(await print('{"total": 9}'), both)).toBe(false)
  })
})

test('many values are shown as far as they failed', async () => {
  const many = Array.from({ length: 60 }, (_, at) => value(`v${at}`, at))
  const printed = Object.fromEntries(many.map(({ name, value: is }, at) => [name, at % 20 === 7 ? 1000 : is]))
  const { excerpt } = await run(gate(`console.log(${JSON.stringify(JSON.stringify(printed))})`, many))
  const lines = excerpt.split('\n')
  expect(lines[0]).toBe(
    'gate totals failed: v7 is 1000, expected 7 ± 0.1; v27 is 1000, expected 27 ± 0.1; v47 is 1000, expected 47 ± 0.1',
  )
  expect(lines.filter((line) => / (pass|fail)$/.test(line)).map((line) => line.split(' ')[0])).toEqual([
    'v7',
    'v27',
    'v47',
  ])
  expect(lines).toContain('(57 more are not shown)')
})

test('evidence is bound to what is compared', async () => {
  const digest = (values: readonly NumericValue[] | undefined): Promise<string> => {
    const plain = gate('')
    delete (plain as { values?: unknown }).values
    return environmentDigest(values === undefined ? plain : { ...plain, values }, {
      from: process.env,
      folder,
      needs: '',
    })
  }
  const [one, again] = [await digest([total, depth]), await digest([total, depth])]
  expect(again).toBe(one)
  const others = [
    await digest([{ ...total, atol: 0.2 }, depth]),
    await digest([{ ...total, value: 4 }, depth]),
    await digest([total]),
    await digest(undefined),
  ]
  expect(new Set([one, ...others]).size).toBe(5)
})
