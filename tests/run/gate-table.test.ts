import { expect, test } from 'vitest'
import { askedByTable } from '../../src/run/gate-table.ts'
import type { FileSpec } from '../../src/plan/model.ts'
import { task } from '../rig/plan-builder.ts'

const files = (...paths: string[]): FileSpec[] =>
  paths.map((path) => ({ path, action: 'modify', form: 'path', to: null, note: null }))

test.each([
  // The seed's own rows.
  ['core in C++', 'core', 'new', ['src/core/sum.cpp'], ['build', 'unit', 'lint', 'contract'], []],
  ['workflow in Python', 'workflow', 'new', ['flows/run.py'], ['unit', 'lint'], []],
  ['integration', 'core', 'integration', ['src/core/sum.cpp'], ['unit', 'numeric'], []],
  // And what they are extended to.
  ['an algorithm in C++', 'algorithm', 'fix', ['src/a.hpp'], ['build', 'unit', 'lint', 'contract'], []],
  ['an algorithm in Rust', 'algorithm', undefined, ['src/a.rs'], ['build', 'unit', 'lint', 'contract'], []],
  ['core in TypeScript', 'core', undefined, ['src/a.ts'], ['build', 'unit', 'lint', 'contract'], []],
  ['core in Python', 'core', undefined, ['core/a.py'], ['unit', 'lint', 'contract'], ['build']],
  ['core in both', 'core', undefined, ['core/a.py', 'src/a.cc'], ['build', 'unit', 'lint', 'contract'], []],
  ['core by a pattern', 'core', undefined, ['src/core/*.cpp'], ['build', 'unit', 'lint', 'contract'], []],
  ['core without a known language', 'core', undefined, ['src/core/'], ['unit', 'lint', 'contract'], ['build']],
  ['infra in C++', 'infra', 'extend', ['src/io/har.cpp'], ['build', 'unit', 'lint'], []],
  ['infra in Python', 'infra', 'extend', ['io/har.py'], ['unit', 'lint'], []],
  ['infra without files', 'infra', 'new', [], ['unit', 'lint'], ['build']],
  ['workflow in Go', 'workflow', undefined, ['main.go'], ['build', 'unit', 'lint'], []],
  ['validation', 'validation', 'new', ['checks/a.py'], ['unit', 'numeric'], []],
  ['a test', 'core', 'test', ['tests/a.cpp'], ['unit', 'lint'], ['build']],
  ['documents', 'core', 'docs', ['README.md'], ['lint'], ['build', 'unit']],
  ['a layer that nobody knows', 'ui', undefined, ['a.vue'], ['unit', 'lint'], []],
  ['a kind alone', undefined, 'fix', ['a.java'], ['build', 'unit', 'lint'], []],
])('%s', (_what, layer, kind, paths, words, ifThere) => {
  const more = { ...(layer === undefined ? {} : { layer }), ...(kind === undefined ? {} : { kind }) }
  expect(askedByTable(task('T1', { files: files(...paths), ...more }))).toEqual({ words, ifThere })
})

test('it says nothing of a plan without layers and kinds', () => {
  expect(askedByTable(task('T1', { files: files('a.py') }))).toBeNull()
})
