/** Whether one test ran and how it ended, from what each runner prints (as it was printed by the real ones). */

import { expect, test } from 'vitest'
import { testVerdict } from '../../../src/gates/test-verdict.ts'
import type { TestRunner } from '../../../src/plan/test-runner.ts'

const tap = (lines: string, counts: { readonly pass: number; readonly fail: number }): string =>
  `TAP version 13\n${lines}\n1..2\n# tests 2\n# pass ${counts.pass}\n# fail ${counts.fail}\n`

const said: readonly (readonly [TestRunner, string, number, string, 'passed' | 'failed' | 'not-run'])[] = [
  ['vitest', 'red', 1, ' Test Files  1 failed (1)\n      Tests  1 failed | 2 skipped (3)\n', 'failed'],
  ['vitest', 'green', 0, ' Test Files  1 passed (1)\n      Tests  1 passed | 2 skipped (3)\n', 'passed'],
  ['vitest', 'no such name, or skipped', 0, ' Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n', 'not-run'],
  ['vitest', 'a file that cannot be read', 1, 'Error: Cannot find module\n      Tests  no tests\n', 'not-run'],
  ['vitest', 'no such file', 1, 'No test files found, exiting with code 1\n', 'not-run'],
  ['vitest', 'green, and an error beside it', 1, '      Tests  1 passed (1)\n     Errors  1 error\n', 'not-run'],
  ['jest', 'red', 1, 'Tests:       1 failed, 2 skipped, 3 total\n', 'failed'],
  ['jest', 'green', 0, 'Tests:       2 skipped, 1 passed, 3 total\n', 'passed'],
  ['jest', 'no such name', 0, 'Tests:       3 skipped, 3 total\n', 'not-run'],
  ['jest', 'a file that cannot be read', 1, 'Test suite failed to run\nTests:       0 total\n', 'not-run'],
  ['node', 'red', 1, tap('not ok 1 - AC-1 adds \\# 1\nok 2 - other # SKIP test name', { pass: 0, fail: 1 }), 'failed'],
  ['node', 'green', 0, tap('    ok 1 - AC-1 adds\nok 1 - suite', { pass: 1, fail: 0 }), 'passed'],
  ['node', 'no such name', 0, tap('ok 1 - other # SKIP test name\nok 2 - suite', { pass: 0, fail: 0 }), 'not-run'],
  ['node', 'skipped', 0, tap('ok 1 - AC-1 adds # SKIP', { pass: 0, fail: 0 }), 'not-run'],
  ['node', 'skipped beside one that ran', 0, tap('ok 1 - AC-1 # SKIP\nok 2 - AC', { pass: 1, fail: 0 }), 'not-run'],
  ['node', 'a suite of that name with nothing in it', 0, tap('ok 1 - AC-1 suite', { pass: 0, fail: 0 }), 'not-run'],
  ['node', 'to be done', 0, tap('not ok 1 - AC-1 adds # TODO', { pass: 1, fail: 0 }), 'not-run'],
  ['node', 'a file that cannot be read', 1, tap('not ok 1 - /w/tests/AC-1.test.mjs', { pass: 0, fail: 1 }), 'not-run'],
  ['node', 'the same by a short path', 1, tap('not ok 1 - tests/AC-1.test.mjs', { pass: 0, fail: 1 }), 'not-run'],
  ['pytest', 'red', 1, 'FAILED t.py::test_a - assert\n1 failed, 4 deselected in 0.25s\n', 'failed'],
  ['pytest', 'green', 0, '=== 1 passed in 0.17s ===\n', 'passed'],
  ['pytest', 'skipped', 0, '1 skipped in 0.20s\n', 'not-run'],
  ['pytest', 'expected to fail', 0, '1 xfailed in 0.30s\n', 'not-run'],
  ['pytest', 'a fixture that fails', 1, 'ERROR t.py::test_a - RuntimeError\n1 error in 0.24s\n', 'not-run'],
  ['pytest', 'not collected', 2, '1 error in 0.26s\n', 'not-run'],
  ['pytest', 'not collected, beside one that is red', 2, '1 failed, 1 error in 0.26s\n', 'not-run'],
  ['pytest', 'interrupted', 2, '1 failed in 0.20s\n', 'not-run'],
  ['pytest', 'no such name', 4, 'no tests ran in 0.21s\n', 'not-run'],
  ['pytest', 'none selected', 5, '5 deselected in 0.23s\n', 'not-run'],
  ['go', 'red', 1, '=== RUN   TestAdd\n--- FAIL: TestAdd (0.00s)\nFAIL\n', 'failed'],
  ['go', 'green', 0, '--- PASS: TestAdd (0.00s)\nPASS\nok\n', 'passed'],
  ['go', 'no such name', 0, 'testing: warning: no tests to run\nPASS\n', 'not-run'],
  ['go', 'skipped', 0, '--- SKIP: TestAdd (0.00s)\nPASS\n', 'not-run'],
  ['go', 'not built', 1, 'FAIL\tpkg [build failed]\n', 'not-run'],
  ['cargo', 'red', 101, 'test result: FAILED. 0 passed; 1 failed; 0 ignored; 2 filtered out\n', 'failed'],
  [
    'cargo',
    'green',
    0,
    'test result: ok. 1 passed; 0 failed; 0 ignored\ntest result: ok. 0 passed; 0 failed\n',
    'passed',
  ],
  ['cargo', 'no such name', 0, 'test result: ok. 0 passed; 0 failed; 1 ignored; 2 filtered out\n', 'not-run'],
  ['cargo', 'not built', 101, 'error[E0425]: cannot find function\n', 'not-run'],
  ['ctest', 'red', 8, '0% tests passed, 1 tests failed out of 1\n  1 - adds (Failed)\n', 'failed'],
  ['ctest', 'green', 0, '100% tests passed, 0 tests failed out of 1\n', 'passed'],
  ['ctest', 'not built', 8, '0% tests passed, 1 tests failed out of 1\n  3 - adds (Not Run)\n', 'not-run'],
  ['ctest', 'no such name', 8, 'No tests were found!!!\n', 'not-run'],
  ['gtest', 'red', 1, '[  FAILED  ] 1 test, listed below:\n', 'failed'],
  ['gtest', 'green', 0, '[  PASSED  ] 1 test.\n', 'passed'],
  ['gtest', 'no such name', 0, '[  PASSED  ] 0 tests.\n', 'not-run'],
  ['exit-code', 'red', 1, '', 'failed'],
  ['exit-code', 'green', 0, '', 'passed'],
  ['exit-code', 'no program', 127, '', 'not-run'],
  ['exit-code', 'a program that may not be started', 126, '', 'not-run'],
]

test.each(said)('%s: %s', (runner, _, exitCode, output, is) => {
  const file = 'tests/AC-1.test.mjs'
  expect(testVerdict({ criterion: 'AC-1', runner, file, name: 'AC-1' }, { exitCode, output }).is).toBe(is)
})

test('a program that is not there is no test of any runner', () => {
  const vitest = { criterion: 'AC-1', runner: 'vitest', file: null, name: 'AC-1' } as const
  expect(testVerdict(vitest, { exitCode: 127, output: '' })).toMatchObject({ is: 'not-run' })
})

test('a long output costs no more than its length', () => {
  const output = `${'ok 1 - # # # # # # \n'.repeat(100_000)}${' '.repeat(1_000_000)}`
  const begun = performance.now()
  testVerdict({ criterion: 'AC-1', runner: 'node', file: null, name: 'AC-1' }, { exitCode: 0, output })
  expect(performance.now() - begun).toBeLessThan(5_000)
})
