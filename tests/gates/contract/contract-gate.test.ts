/** The contract gate on states of files that lie in memory, with the real parsers. */

import { describe, expect, test } from 'vitest'
import { startContractGate, type ContractContext } from '../../../src/gates/contract/contract-gate.ts'
import type { ContractRules, GateSpec } from '../../../src/run/effect.ts'
import type { TreeFiles } from '../../../src/system/tree-files.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

const treeOf = (files: Files): TreeFiles => ({
  look: (path) => {
    const found = files[path]
    const bytes = typeof found === 'string' ? new TextEncoder().encode(found) : found
    return Promise.resolve(bytes === undefined ? null : { is: 'file', bytes })
  },
})

interface Case {
  readonly before: Files | null
  readonly now: Files
  readonly paths?: readonly string[]
  readonly rules?: Partial<ContractRules>
  readonly context?: Partial<ContractContext>
}

/** What the gate says of a change; what differs between the two states is what was touched. */
async function judge({ before, now, paths = [], rules, context }: Case) {
  let output = ''
  const gate: GateSpec = {
    name: 'contract',
    kind: 'contract',
    argv: [],
    cwd: '.',
    env: [],
    timeoutMs: 60_000,
    outputBytes: 1_000_000,
    repeat: 'safe',
    origin: 'test',
    paths,
    contract: { additions: 'pass', ignore: [], ...rules },
  }
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])]
  const { done } = startContractGate(gate, {
    tree: null,
    environment: '',
    keep: (content) => {
      output = content instanceof Uint8Array ? new TextDecoder().decode(content) : ''
      return Promise.resolve('kept')
    },
    before: before === null ? null : treeOf(before),
    since: null,
    now: treeOf(now),
    touched: before === null ? null : all.filter((it) => before[it] !== now[it]),
    isFinal: false,
    draft: null,
    ...context,
  })
  const { result, judgesNothing } = await done
  return { result, output, judgesNothing }
}

const contractOf = (file: string, name: string, text: string): string =>
  `millwright contract 1\n\nfile ${file}\n  ${name}\n    ${text}\n`

const one = 'export function f(a: string): void {}\n'
const other = 'export function f(a: number): void {}\n'

test('the stored contract is read where the change begins: what a draft does to it counts for nothing', async () => {
  const kept = contractOf('a.ts', 'f', 'function f(a: string): void')
  const drafted = contractOf('a.ts', 'f', 'function f(a: number): void')
  const before = { 'a.ts': one, 'millwright.contract': kept }
  expect((await judge({ before, now: { 'a.ts': other, 'millwright.contract': drafted } })).result).toBe('failed')
  expect((await judge({ before, now: { 'a.ts': other } })).result).toBe('failed')
  expect((await judge({ before: { ...before, 'millwright.contract': drafted }, now: { 'a.ts': other } })).result).toBe(
    'passed',
  )
})

test('at the end of a run it is read in the tip', async () => {
  const before = { 'a.ts': one, 'millwright.contract': contractOf('a.ts', 'f', 'function f(a: string): void') }
  const now = { 'a.ts': other, 'millwright.contract': contractOf('a.ts', 'f', 'function f(a: number): void') }
  expect((await judge({ before, now, context: { isFinal: true } })).result).toBe('passed')
})

describe('a file of the stored contract is held to it', () => {
  const held = (file: string, of: Omit<Case, 'before' | 'now'>, isStored: boolean) =>
    judge({
      ...of,
      before: {
        [file]: one,
        ...(isStored ? { 'millwright.contract': contractOf(file, 'f', 'function f(a: string): void') } : {}),
      },
      now: { [file]: other },
    })

  test.each([
    ['beyond the paths of the gate', 'lib/a.ts', { paths: ['src/**'] }],
    ['also where it is ignored', 'gen/a.ts', { rules: { ignore: ['gen/**'] } }],
    ['also where it is a test', 'src/a.test.ts', {}],
  ])('%s', async (_, file, of) => {
    expect(await held(file, of, false)).toMatchObject({ result: 'passed', judgesNothing: true })
    expect((await held(file, of, true)).result).toBe('failed')
  })
})

describe('a gate that could not have failed, whatever became public, proves nothing', () => {
  const hidden = 'const hidden = 1\n'
  test.each<[string, Files, Partial<Case>, true | undefined]>([
    ['a new file', {}, {}, true],
    ['a file in which nothing was public', { 'a.ts': hidden }, {}, true],
    ['a file that could not be read', { 'a.ts': 'export function (\n' }, {}, true],
    ['a file in which something was', { 'a.ts': `${one}// before\n` }, {}, undefined],
    [
      'a new file where nothing new is wanted',
      {},
      { rules: { additions: 'fail' }, now: { 'a.ts': hidden } },
      undefined,
    ],
    [
      'a new file beside one in which something was',
      { 'b.ts': one },
      { now: { 'a.ts': one, 'b.ts': `${one}//` } },
      undefined,
    ],
    [
      'a file that is stored before it is there',
      { 'millwright.contract': contractOf('a.ts', 'f', 'function f(a: string): void') },
      {},
      undefined,
    ],
  ])('%s', async (_, before, of, judgesNothing) => {
    expect(await judge({ before, now: { ...before, 'a.ts': one }, ...of })).toMatchObject({ result: 'passed' })
    expect((await judge({ before, now: { ...before, 'a.ts': one }, ...of })).judgesNothing).toBe(judgesNothing)
  })

  test('one that failed for its form is held against it', async () => {
    const { result, judgesNothing } = await judge({ before: {}, now: { 'a.ts': 'export function (\n' } })
    expect([result, judgesNothing]).toEqual(['failed', undefined])
  })
})

test('a name that the stored contract does not have is free until it is accepted, and told', async () => {
  const stored = contractOf('a.ts', 'f', 'function f(a: string): void')
  const before = { 'a.ts': `${one}export const more = 1\n`, 'millwright.contract': stored }
  const { result, output } = await judge({ before, now: { 'a.ts': one } })
  expect(result).toBe('passed')
  expect(output).toContain('more was removed')
  expect(output).toContain('the stored contract does not name it')
})

describe('sources that are not in UTF-8', () => {
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  const coding = '# -*- coding: latin-1 -*-\n'

  test('a Python file is read in the encoding that it names', async () => {
    const before = { 'a.py': latin(`${coding}def f(a='\xe9'): pass\n`) }
    const comment = latin(`#!/usr/bin/python\n${coding}# \xe9t\xe9\ndef f(a='\xe9'): pass\n`)
    expect((await judge({ before, now: { 'a.py': comment } })).result).toBe('passed')
    const { result, output } = await judge({ before, now: { 'a.py': latin(`${coding}def f(a='\xe8'): pass\n`) } })
    expect(result).toBe('failed')
    expect(output).toContain("- def f(a='é')\n  + def f(a='è')")
    const anew = `# coding: utf-8\ndef f(a='é'): pass\n`
    expect((await judge({ before, now: { 'a.py': anew } })).result).toBe('passed')
  })

  test.each([
    ['cp1252', 'passed'],
    ['iso8859-15', 'passed'],
    ['utf8', 'failed'],
    ['latin_1', 'passed'],
    ['latin-1-unix', 'passed'],
  ])('%s: %s', async (name, result) => {
    const now = { 'a.py': latin(`# vim: set fileencoding=${name} :\n# \xe9\ndef f(): pass\n`) }
    expect((await judge({ before: { 'a.py': 'def f(): pass\n' }, now })).result).toBe(result)
  })

  test('an encoding that nobody knows is told with what to do, and holds up no other file', async () => {
    const file = latin('# coding: cp437\ndef f(): pass\n')
    const { result, output } = await judge({
      before: { 'a.py': 'def f(): pass\n', 'b.py': 'def f(): pass\n' },
      now: { 'a.py': file, 'b.py': 'def f(a): pass\n' },
    })
    expect(result).toBe('failed')
    expect(output).toContain(
      'a.py: it was not looked into: nobody here knows its encoding cp437; leave it out by ignore',
    )
    expect(output).toContain('✗ b.py:1: f was changed')
  })

  test('what stands behind the first two lines names nothing', async () => {
    const now = { 'a.py': `\n\n${coding}def f(a="é"): pass\n` }
    expect((await judge({ before: { 'a.py': 'def f(a="é"): pass\n' }, now })).result).toBe('passed')
  })

  test('C, C++ and Java take any byte in comments; TypeScript takes none', async () => {
    for (const [file, text] of [
      ['a.hpp', 'void f();\n'],
      ['A.java', 'public class A {}\n'],
    ] as const)
      expect((await judge({ before: { [file]: text }, now: { [file]: latin(`// \xe9\n${text}`) } })).result).toBe(
        'passed',
      )
    const { result, output } = await judge({ before: { 'a.ts': one }, now: { 'a.ts': latin(`// \xe9\n${one}`) } })
    expect(result).toBe('failed')
    expect(output).toContain('a.ts:1:1: it no longer parses: it is no text in UTF-8')
  })
})

describe('declarations that go to another file', () => {
  test('of what others include it goes to what others include', async () => {
    const before = { 'a.hpp': 'int f(int);\nint g();\n', 'a.cpp': 'int f(int a) { return a; }\n' }
    const now = { 'a.hpp': 'int g();\n', 'a.cpp': 'int f(int);\nint f(int a) { return a; }\n' }
    expect((await judge({ before, now })).result).toBe('failed')
    const split = { ...before, 'a.hpp': 'int g();\n', 'b.hpp': 'int f(int);\n' }
    expect((await judge({ before, now: split })).result).toBe('passed')
  })

  test('of a package of Go it stays in its folder', async () => {
    const before = { 'geo/a.go': 'package geo\nfunc F() {}\n' }
    expect((await judge({ before, now: { 'geo/b.go': 'package geo\nfunc F() {}\n' } })).result).toBe('passed')
    expect((await judge({ before, now: { 'b.go': 'package geo\nfunc F() {}\n' } })).result).toBe('failed')
  })
})
