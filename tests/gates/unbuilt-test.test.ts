/** What is told of the test of a criterion where a build failed before it. */

import { expect, test } from 'vitest'
import { afterFailedBuild, isBuiltBy, withoutNeeded } from '../../src/gates/unbuilt-test.ts'
import type { GateSpec } from '../../src/run/effect.ts'
import { excerptBytes } from '../../src/run/excerpt.ts'
import type { Evidence } from '../../src/run/outcome.ts'
import type { TestRunner } from '../../src/plan/test-runner.ts'
import { gate } from '../run/world.ts'

const testOf = (runner: TestRunner): GateSpec => ({
  ...gate('AC-1'),
  test: { criterion: 'AC-1', runner, file: null, name: 'AC-1' },
})
const build = gate('build')
const evidence = (of: Partial<Evidence>): Evidence => ({
  gate: 'AC-1',
  argv: [],
  result: 'failed',
  exitCode: 1,
  tree: 't',
  environment: '',
  output: 'own',
  excerpt: 'own words',
  fingerprint: 'own',
  durationMs: 1,
  reused: false,
  ...of,
})
const failed = evidence({ gate: 'build', output: 'of build', excerpt: 'cc\na.c:1: error: no x', fingerprint: 'build' })

test('what an old program says of a test that its build compiles is no verdict, whatever it says', () => {
  for (const result of ['passed', 'failed'] as const)
    expect(
      afterFailedBuild(evidence({ result }), failed, { gate: testOf('gtest'), earlier: build, isExcused: false }),
    ).toMatchObject({
      result: 'failed',
      noTest: 'gate build failed',
      output: 'of build',
      excerpt: 'the test of AC-1 was not built, gate build failed: a.c:1: error: no x\n\ncc\na.c:1: error: no x',
      fingerprint: 'build',
    })
})

test('a build that fails without the draft, too, says nothing of a test that ran', () => {
  const told = evidence({ result: 'passed' })
  const of = { gate: testOf('ctest'), earlier: build, isExcused: true }
  expect(afterFailedBuild(told, failed, of)).toBe(told)
  const notRun = evidence({ noTest: 'it is not there' })
  expect(afterFailedBuild(notRun, failed, of)).toMatchObject({ noTest: 'gate build failed' })
})

test('a test that needs no build keeps its verdict; where it did not run, both are told within the bounds', () => {
  const of = { gate: testOf('vitest'), earlier: build, isExcused: false }
  const ran = evidence({})
  expect(afterFailedBuild(ran, failed, of)).toBe(ran)
  const told = afterFailedBuild(evidence({ noTest: 'no file' }), failed, of)
  expect(told).toMatchObject({ noTest: 'no file', output: 'own', fingerprint: 'own' })
  expect(told.excerpt).toBe('own words\n\ngate build failed before it:\ncc\na.c:1: error: no x')
  const long = 'x'.repeat(excerptBytes - 1)
  const both = afterFailedBuild(evidence({ noTest: 'no file', excerpt: long }), { ...failed, excerpt: `${long}y` }, of)
  expect(Buffer.byteLength(both.excerpt)).toBeLessThanOrEqual(excerptBytes)
  expect(both.excerpt).toMatch(/^x+\n\n/)
  expect(both.excerpt.endsWith('y')).toBe(true)
})

test('a build of another kind of files compiles no test of C++', () => {
  expect(['cmake', 'npm', undefined].map((ecosystem) => isBuiltBy(testOf('ctest'), withEcosystem(ecosystem)))).toEqual([
    true,
    false,
    true,
  ])
  expect(isBuiltBy(testOf('vitest'), build)).toBe(false)
})

function withEcosystem(ecosystem: string | undefined): GateSpec {
  return ecosystem === undefined ? build : { ...build, ecosystem }
}

test('a gate that did not look has the verdict and the words of what it needs, and says whose they are', () => {
  const of = { gate: 'unit', tree: 't2', without: 'build', output: 'of build', fingerprint: 'build', exitCode: 1 }
  const told = withoutNeeded(gate('unit'), 't2', failed)
  expect(told).toMatchObject({ ...of, result: 'failed', reused: false, durationMs: 0 })
  expect(told.excerpt).toBe(
    'unit did not look: gate build, which it needs, is red: a.c:1: error: no x\n\ncc\na.c:1: error: no x',
  )
  expect(withoutNeeded(gate('unit'), 't2', { ...failed, result: 'could-not-run' }).result).toBe('could-not-run')
  expect(withoutNeeded(testOf('ctest'), 't2', failed).criterion).toBe('AC-1')
})
