import { describe, expect, test } from 'vitest'
import { fingerprintOf } from '../../src/gates/fingerprint.ts'
import { isPartOf } from '../../src/run/known-failure.ts'

const print = (output: string): string => fingerprintOf(output, 1)

const node = (ms: number, folder: string, order: string[]) =>
  order.map((name) => `not ok ${ms} - ${name} at ${folder}/src/a.ts:${ms}:7 (${ms}.2 ms) 0xdeadbeef${ms}`).join('\n')

describe('the same failure has the same fingerprint', () => {
  test('on another day, in another folder, in another order', () => {
    expect(print(node(12, '/a/b', ['x', 'y']))).toBe(print(node(99, '/c', ['y', 'x'])))
    expect(print('3 passed\nFAIL x')).toBe(print('4 passed\nand more\nFAIL x'))
  })

  test.each([
    [
      'vitest',
      'FAIL  a.test.ts > adds 12ms\nTests  1 failed | 5 passed (6)',
      'FAIL  a.test.ts > adds 3ms\nTests  1 failed | 9 passed (10)',
    ],
    ['jest', 'Tests:       1 failed, 5 passed, 6 total', 'Tests:       1 failed, 7 passed, 8 total'],
    [
      'pytest',
      '=== 2 failed, 13 passed in 0.12s ===',
      '=== 2 failed, 14 passed, 1 skipped in 1.50s ==='.replace(', 1 skipped', ''),
    ],
    [
      'cargo',
      'test result: FAILED. 3 passed; 1 failed; 0 ignored; finished in 0.00s',
      'test result: FAILED. 4 passed; 1 failed; 1 ignored; finished in 0.31s',
    ],
    ['go', '--- FAIL: TestAdd (0.00s)\nFAIL\tcalc\t0.004s', '--- FAIL: TestAdd (0.02s)\nFAIL\tcalc\t0.104s'],
    [
      'eslint',
      '/w/1/src/a.ts\n  12:5  error  Unexpected any  no-any\n✖ 1 problem (1 error, 0 warnings)',
      '/w/2/src/a.ts\n  19:5  error  Unexpected any  no-any\n✖ 1 problem (1 error, 0 warnings)',
    ],
    [
      'tsc',
      'src/a.ts(12,5): error TS2322: no\nFound 1 error in src/a.ts:12',
      'src/a.ts(14,9): error TS2322: no\nFound 1 error in src/a.ts:14',
    ],
    [
      'mypy',
      'a.py:3: error: no\nFound 1 error in 1 file (checked 4 source files)',
      'a.py:9: error: no\nFound 1 error in 1 file (checked 7 source files)'.replace('7', '4'),
    ],
    [
      'the log that npm names',
      'error A complete log of this run can be found in: /home/a/.npm/_logs/2026-11-22T20_28_16_635Z-debug-0.log',
      'error A complete log of this run can be found in: /home/a/.npm/_logs/2026-11-23T08_01_59_001Z-debug-0.log',
    ],
    [
      'a date, a process, a port',
      'Error at 2026-11-22T07:29:12.345Z pid 123 port 8080 key 1f2e3d4c',
      'Error at 2026-11-23T11:02:00Z pid 9 port 43211 key 9a8b7c6d',
    ],
    [
      'the way by which a test is called',
      '✖ a\n  AssertionError: no\n      at Test.run (node:internal/test_runner/test:796:25)',
      '✖ a\n  AssertionError: no\n      at Test.assertStart (node:internal/test_runner/test:701:17)',
    ],
    ['colours', '\u001b[31mError\u001b[0m: no', 'Error: no'],
  ])('%s', (_what, one, other) => {
    expect(print(other)).toBe(print(one))
  })
})

describe('what is left of a failure once some of it was mended is a part of it', () => {
  const isPart = (failure: string, known: string): boolean => isPartOf(print(failure), print(known))
  test.each([
    ['tsc', 'a.ts(1,5): error TS2322: no\nb.ts(1,5): error TS2322: no', 'b.ts(3,5): error TS2322: no'],
    ['node', 'not ok 1 - a\nnot ok 2 - b\n# fail 2', 'ok 1 - a\nnot ok 2 - b\n# fail 1'],
    [
      'jest',
      'FAIL ./t.js\n● a\n● b\nTests: 2 failed, 3 passed, 5 total',
      'FAIL ./t.js\n● b\nTests: 1 failed, 5 passed, 6 total',
    ],
    [
      'pytest',
      'FAILED t.py::a\nFAILED t.py::b\n======= 2 failed, 1 passed in 0.12s ========',
      'FAILED t.py::b\n======= 1 failed, 2 passed in 0.10s =======',
    ],
    ['unittest', 'FAIL: a\nFAIL: b\nFAILED (failures=2)', 'FAIL: b\nFAILED (failures=1)'],
    [
      'eslint',
      '1:2 error a\n3:4 error b\n✖ 2 problems (2 errors, 0 warnings)',
      '3:4 error b\n✖ 1 problem (1 error, 0 warnings)',
    ],
  ])('%s', (_what, known, left) => {
    expect([isPart(left, known), isPart(known, left)]).toEqual([true, false])
  })

  test.each([
    ['another one beside it', 'FAIL a\nFAIL b', 'FAIL b\nFAIL c'],
    ['more of the same', 'FAIL a', 'FAIL a\nFAIL a'],
    ['a count that grew', 'ERROR: 1 tests failed', 'ERROR: 9 tests failed'],
    ['less that is covered', 'ERROR: lines (78%) do not meet 80%', 'ERROR: lines (18%) do not meet 80%'],
    ['nothing that tells', 'FAIL a', 'Segmentation'],
    [
      'another rule, as ruff tells it',
      'F401 `os` imported but unused\n --> a.py:1:8\nF401 `re` imported but unused\n --> a.py:2:8\nFound 2 errors.',
      'F821 Undefined name `x`\n --> a.py:1:7\nFound 1 error.',
    ],
    [
      'another file, as prettier tells it',
      '[warn] a.txt\n[warn] b.txt\nmake: *** [Makefile:2: fmt] Error 1',
      '[warn] c.txt\nmake: *** [Makefile:2: fmt] Error 1',
    ],
    [
      'another test, as node tells it',
      '✖ four is even (0.5ms)\n✔ a user has a name',
      '✔ four is even\n✖ a user has a name (0.7ms)',
    ],
    [
      'another test, as mocha tells it',
      '  1 failing\n\n  1) four is even:\n     AssertionError: false == true',
      '  1 failing\n\n  1) a user has a name:\n     AssertionError: false == true',
    ],
    ['another file of a list', 'a.ts\n  1:2  error  no-any\n  3:2  error  no-any', 'b.ts\n  1:2  error  no-any'],
    [
      'words of a program of one\u2019s own',
      'colour is wrong\nmake: *** [Makefile:2: fmt] Error 1',
      'size is wrong\nmake: *** [Makefile:2: fmt] Error 1',
    ],
  ])('and no part: %s', (_what, known, now) => {
    expect(isPart(now, known)).toBe(false)
  })

  test('where no line tells what failed, less that is said is another failure', () => {
    const [known, now] = ['> check\ncolour is wrong', '> check'].map(print)
    expect([isPartOf(now ?? '', known ?? ''), isPartOf(known ?? '', known ?? '')]).toEqual([false, true])
  })

  test('a higher exit code is another failure, a lower one is not: mocha exits with how many failed', () => {
    expect(isPartOf(fingerprintOf('FAIL a', 2), fingerprintOf('FAIL a\nFAIL b', 1))).toBe(false)
    expect(isPartOf(fingerprintOf('FAIL a', 1), fingerprintOf('FAIL a\nFAIL b', 2))).toBe(true)
  })
})

describe('another failure has another one', () => {
  test('another test, one more, another exit code', () => {
    const one = print(node(1, '/a', ['x']))
    expect(print(node(1, '/a', ['z']))).not.toBe(one)
    expect(print(node(1, '/a', ['x', 'x']))).not.toBe(one)
    expect(fingerprintOf(node(1, '/a', ['x']), 2)).not.toBe(one)
  })

  test.each([
    ['more tests that fail', '1 failed, 5 passed', '9 failed, 5 passed'],
    ['in words', '1 tests failed', '9 tests failed'],
    ['more errors', 'Found 3 errors.', 'Found 30 errors.'],
    ['as TAP counts them', '# fail 1', '# fail 2'],
    ['another test by its number', 'FAIL test_1', 'FAIL test_2'],
    ['a file in another folder', 'FAIL x/index.ts', 'FAIL y/index.ts'],
    [
      'less that is covered',
      'ERROR: Coverage for lines (78%) does not meet 80%',
      'ERROR: Coverage for lines (18%) does not meet 80%',
    ],
    ['another code', 'src/a.ts(1,5): error TS2322: no', 'src/a.ts(1,5): error TS2345: no'],
    [
      'another value, as cargo tells it',
      'assertion failed\n  left: 2\n right: 3',
      'assertion failed\n  left: 7\n right: 3',
    ],
    ['another value', 'AssertionError: expected 5 to be 3', 'AssertionError: expected 4 to be 3'],
  ])('%s', (_what, one, other) => {
    expect(print(other)).not.toBe(print(one))
  })
})

test.each([
  ['a/'],
  ['/a'],
  ['1'],
  ['1 '],
  ['a1'],
  [':1'],
  ['1-'],
  ['f'],
  ['(1,'],
  ['time '],
  ['/tmp/'],
  ['.a'],
  [', '],
  ['node_modules/'],
  ['- '],
])('long lines of %j are linear', (part) => {
  expect(print(part.repeat(500_000))).toMatch(/^[0-9a-f]{16}( |$)/)
  // Many such lines, each as long as one is read.
  expect(print(`error ${part.repeat(1_000)}\n`.repeat(250))).toMatch(/^[0-9a-f]{16}( |$)/)
})
