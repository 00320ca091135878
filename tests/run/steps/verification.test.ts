/** Whether the expected output of a step is there, by its files and by what its plan verifies it by (seed 004 §4.1). */

import { expect, test } from 'vitest'
import type { StepSpec } from '../../../src/plan/model.ts'
import { verificationGates, verificationOf, verificationText } from '../../../src/plan/verification.ts'
import { workStep } from '../../../src/plan/work-step.ts'
import { couldNotRun } from '../../../src/run/could-not-run.ts'
import type { Evidence } from '../../../src/run/outcome.ts'
import { outputMatch } from '../../../src/run/steps/verification.ts'

const said = (gate: string, result: Evidence['result'], more: Partial<Evidence> = {}): Evidence => ({
  ...couldNotRun({ name: gate, argv: [] }, 't', ''),
  result,
  ...more,
})

const spec: StepSpec = {
  ...workStep,
  id: '2',
  outputs: [{ path: 'a', action: 'unknown', form: 'path', to: null, note: null }],
  verifications: [
    { is: 'file', file: 'a' },
    { is: 'command', argv: ['sh', 'a b'], exitCode: 1, output: null },
  ],
  gates: ['files', 'verification:1.2', 'verification:1.2:2', 'unit'],
}

test.each([
  [[], null],
  [[said('unit', 'failed')], null],
  [[said('files', 'passed')], null],
  [[said('files', 'passed'), said('verification:1.2', 'passed'), said('verification:1.2:2', 'passed')], true],
  [[said('files', 'passed'), said('verification:1.2', 'passed'), said('verification:1.2:2', 'failed')], false],
  [[said('files', 'failed')], false],
  [[said('files', 'passed'), said('verification:1.2', 'timed-out')], false],
  [[said('files', 'passed'), said('verification:1.2', 'passed'), said('verification:1.2:2', 'could-not-run')], null],
  [
    [
      said('files', 'passed'),
      said('verification:1.2', 'passed', { judgesNothing: true }),
      said('verification:1.2:2', 'passed'),
    ],
    true,
  ],
])('%#', (verdicts, expected) => {
  expect(outputMatch({ spec, verdicts: [...verdicts] })).toBe(expected)
})

test('where all that verifies it has no rules, nothing is known', () => {
  const only: StepSpec = { ...workStep, id: '2', verifications: spec.verifications ?? [], gates: ['verification:1.2'] }
  const verdict = said('verification:1.2', 'passed', { judgesNothing: true })
  expect(outputMatch({ spec: only, verdicts: [verdict] })).toBe(null)
})

test('each is a gate of its step, known by its name', () => {
  const task = { key: '1', steps: [spec] }
  expect(verificationGates(task, spec)).toEqual(['verification:1.2', 'verification:1.2:2'])
  expect(verificationOf(task, 'verification:1.2:2')).toMatchObject({ is: 'command' })
  expect(verificationOf(task, 'verification:1.3')).toBeUndefined()
  expect(verificationText({ is: 'command', argv: ['sh', 'a b'], exitCode: 1, output: '^\u202e' })).toBe(
    'sh "a b", with exit code 1, and prints what matches ^\\u202e',
  )
})
