/** How one test is asked for: slots are filled without a shell, and a name is what its runner reads it as. */

import { describe, expect, test } from 'vitest'
import { criterionCommand } from '../../../src/gates/criterion-gate.ts'
import { findEcosystems } from '../../../src/gates/ecosystems.ts'
import {
  fillTest,
  patternFor,
  runnerOf,
  templateFor,
  tokenFor,
  type TestTemplate,
} from '../../../src/gates/test-runners.ts'
import { bareCriterion } from '../../../src/plan/criterion.ts'
import type { TestRunner } from '../../../src/plan/test-runner.ts'

const template = (runner: TestRunner, run: readonly string[], byName = run): TestTemplate => ({
  run,
  byName,
  runner,
  endings: [],
  origin: 'test',
})

describe('a template', () => {
  test('is filled within arguments, once: what is filled in is never looked through', () => {
    const of = template('exit-code', ['run', '{file}', '--only={name}', '{dir}', '{other}'])
    expect(fillTest(of, { file: 'a/b {name}.ts', name: '$(rm) {file}' })).toEqual([
      'run',
      'a/b {name}.ts',
      '--only=$(rm) {file}',
      'a',
      '{other}',
    ])
    expect(fillTest(template('go', ['./{dir}']), { file: 'x_test.go', name: 'T' })).toEqual(['./.'])
  })

  test('is that for the kind of file, else the first', () => {
    const [js, py] = [template('vitest', ['a']), { ...template('pytest', ['b']), endings: ['.py'] }]
    expect(templateFor([js, py], 'tests/t.py')).toBe(py)
    expect(templateFor([js, py], null)).toBe(js)
    expect(templateFor([], 'x')).toBeNull()
  })
})

describe('a criterion', () => {
  const named = { ...bareCriterion('AC-1'), file: 'tests/a.ts', name: 'adds (1+1)' }

  test.each([
    ['vitest', 'adds \\(1\\+1\\)'],
    ['ctest', '^adds \\(1\\+1\\)$'],
    ['go', '^adds_\\(1\\+1\\)$'],
    ['exit-code', 'adds (1+1)'],
  ] as const)('of %s is asked for by its very name', (runner, name) => {
    const { argv, token } = criterionCommand(named, template(runner, ['run', '{file}', '{name}']))
    expect([argv, token]).toEqual([['run', 'tests/a.ts', name], null])
  })

  test.each(['vitest', 'node', 'go', 'ctest'] as const)('of %s that names no test is told from AC-10', (runner) => {
    const pattern = new RegExp(patternFor(runner, 'AC-1').replace('(?i)', ''))
    const names = ['the AC_1', 'AC1', ...(runner === 'go' ? ['TestAC1'] : ['AC-1 adds', 'AC.1'])]
    expect(names.filter((it) => !pattern.test(it))).toEqual([])
    expect(['AC-10 adds', 'AC-1a', 'AC-2'].map((it) => pattern.test(it))).toEqual([false, false, false])
  })

  test.each(['pytest', 'cargo'] as const)('of %s has a token that ends where the id ends', (runner) => {
    expect([tokenFor(runner, 'AC-05a'), patternFor(runner, 'AC-05a')]).toEqual(['ac_05a_', 'ac_05a_'])
  })

  test('without a name of a test is no address in a file', () => {
    const pytest = template('pytest', ['pytest', '{file}::{name}'], ['pytest', '-k', '{name}'])
    expect(criterionCommand({ ...named, name: null }, pytest).argv).toEqual(['pytest', '-k', 'ac_1_'])
    expect(criterionCommand(named, pytest).argv).toEqual(['pytest', 'tests/a.ts::adds (1+1)'])
  })
})

test.each([
  [['npx', 'vitest', 'run'], 'vitest'],
  [['node_modules/.bin/jest'], 'jest'],
  [['uv', 'run', 'pytest', '-q'], 'pytest'],
  [['node', '--test'], 'node'],
  [['go', 'test', './...'], 'go'],
  [['make', 'one'], 'exit-code'],
] as const)('%j is read as %s', (argv, runner) => {
  expect(runnerOf(argv)).toBe(runner)
})

test.each([
  ['vitest', { 'package.json': '{"devDependencies":{"vitest":"4"}}' }],
  ['jest', { 'package.json': '{"devDependencies":{"jest":"30"}}' }],
  ['node', { 'package.json': '{"scripts":{"test":"node --test"}}' }],
  ['pytest', { 'pytest.ini': '' }],
  ['go', { 'go.mod': '' }],
  ['cargo', { 'Cargo.toml': '' }],
  ['ctest', { 'CMakeLists.txt': 'enable_testing()', '.gitignore': 'build/\n' }],
] as const)('%s is found by the files of a project', (runner, files) => {
  const texts = new Map<string, string>(Object.entries(files))
  const found = findEcosystems({
    has: (name) => texts.has(name),
    hasEnding: () => false,
    hasSources: false,
    pythonTests: [],
    names: [...texts.keys()],
    text: (name) => texts.get(name) ?? null,
  }).flatMap((it) => it.tests ?? [])
  expect(found.map((it) => it.runner)).toEqual([runner])
  expect(found.flatMap(({ run, byName }) => [run, byName]).every((it) => it.join(' ').includes('{name}'))).toBe(true)
})
