/** Which files are tests, by their runners' own patterns. */

import { expect, test } from 'vitest'
import { isTestFile, liesWithTests, steersTests } from '../../src/plan/test-files.ts'

test.each([
  ['vitest', ['src/a.test.ts', 'a.spec.mjs'], ['src/a.ts', 'tests/a.ts', 'a.test.md']],
  ['jest', ['__tests__/a.js', 'a.spec.tsx', 'src/test.js'], ['tests/a.js', 'contest.js']],
  ['node', ['a.test.mjs', 'a-test.js', 'a_test.cjs', 'test-a.js', 'test.js', 'test/deep/a.js'], ['tests/a.js', 'a.js']],
  ['pytest', ['tests/test_a.py', 'a_test.py'], ['tests/conftest.py', 'attest.py', 'test_a.txt']],
  ['go', ['a/b_test.go'], ['a/test.go', 'b_test.py']],
  ['cargo', ['tests/a.rs', 'crates/b/tests/it/a.rs'], ['src/tests.rs', 'tests/a.txt']],
  ['ctest', ['tests/a.cpp', 'test_a.cc', 'src/a_test.cpp'], ['src/a.cpp', 'CMakeLists.txt']],
  ['gtest', ['test/a.cc', 'a_unittest.cc'], ['latest.cc']],
  ['exit-code', ['a.test.ts', 'test_a.py', 'a_test.go'], ['src/a.ts']],
] as const)('%s', (runner, tests, others) => {
  expect(tests.filter((it) => !isTestFile(runner, it))).toEqual([])
  expect(others.filter((it) => isTestFile(runner, it))).toEqual([])
})

test('what tests are run by and written with', () => {
  expect(['conftest.py', 'a/conftest.py', 'vitest.config.ts', 'jest.config.js', 'pytest.ini'].every(steersTests)).toBe(
    true,
  )
  expect(['a.py', 'src/config.ts', 'package.json'].some(steersTests)).toBe(false)
  expect(['tests/same.mjs', 'a/__tests__/b.ts', 'spec/fixtures/a.json'].every(liesWithTests)).toBe(true)
  expect(['src/tests', 'src/latest/a.ts', 'tests.py'].some(liesWithTests)).toBe(false)
})
