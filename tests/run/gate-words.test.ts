import { describe, expect, test } from 'vitest'
import { gatesAnswering, gatesNamed, wordsOf, type NamedGate } from '../../src/run/gate-words.ts'

const gate = (name: string, more: Partial<NamedGate> = {}): NamedGate => ({ name, ...more })
const names = (gates: readonly NamedGate[]): readonly string[] => gates.map((it) => it.name)

describe('what a gate answers to', () => {
  test.each([
    ['unit', {}, ['unit']],
    ['unit-python', {}, ['unit']],
    ['tests', {}, ['unit']],
    ['configure', {}, ['build']],
    ['format', {}, ['lint']],
    ['types', {}, ['lint']],
    ['Lint', {}, ['lint']],
    ['e2e', {}, []],
    ['unity', {}, []],
    ['totals', { kind: 'numeric' }, ['numeric']],
    ['api', { kind: 'contract' }, ['contract']],
    ['unit', { kind: 'numeric' }, ['unit', 'numeric']],
  ] as const)('%s %j', (name, more, expected) => {
    expect(wordsOf(gate(name, more))).toEqual(expected)
  })
})

test('a build is what is called so, else what checks types, else tests that are compiled', () => {
  const all = [gate('configure'), gate('build'), gate('types'), gate('unit', { ecosystem: 'cmake' })]
  expect(names(gatesAnswering('build', all))).toEqual(['configure', 'build'])
  expect(names(gatesAnswering('build', all.slice(2)))).toEqual(['types'])
  expect(names(gatesAnswering('build', all.slice(3)))).toEqual(['unit'])
  expect(gatesAnswering('build', [gate('unit', { ecosystem: 'npm' })])).toEqual([])
})

describe('what a word in a plan means', () => {
  const all = [
    gate('build'),
    gate('unit'),
    gate('unit-python'),
    gate('e2e'),
    gate('e2e-repository'),
    gate('sums', { kind: 'numeric' }),
  ]
  test.each([
    ['unit', ['unit', 'unit-python']],
    ['UNIT', ['unit', 'unit-python']],
    ['unit-python', ['unit-python']],
    ['e2e', ['e2e', 'e2e-repository']],
    ['E2E', ['e2e', 'e2e-repository']],
    ['numeric', ['sums']],
    ['sums', ['sums']],
    ['lint', []],
    ['contract', []],
    ['nothing', []],
  ])('%s', (word, expected) => {
    expect(names(gatesNamed(word, all))).toEqual(expected)
  })
})
