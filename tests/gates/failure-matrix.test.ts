/** What runners print, in short: which failures are the same, which a part of another one, and which another one. */

import { describe, expect, test } from 'vitest'
import { fingerprintOf } from '../../src/gates/fingerprint.ts'
import { isPartOf } from '../../src/run/known-failure.ts'

interface Failure {
  readonly file: string
  readonly name: string
}

/** What fails, how many others pass, and where in their files all of them are: with each time runners take longer. */
interface Told {
  readonly failing: readonly Failure[]
  readonly passing: number
  readonly at: number
}

type Runner = (told: Told) => readonly string[]

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `tells of error ${at}`)
const files = (told: Told): readonly string[] => [...new Set(told.failing.map((it) => it.file))]
const inFile = (told: Told, file: string): readonly Failure[] => told.failing.filter((it) => it.file === file)

const runners: Readonly<Record<string, Runner>> = {
  'node --test': ({ failing, passing, at }) => [
    'TAP version 13',
    ...names(passing).flatMap((it, n) => [
      `# Subtest: ${it}`,
      `ok ${n + 1} - ${it}`,
      '  ---',
      `  duration_ms: ${at}.35`,
    ]),
    ...failing.flatMap(({ file, name }, n) => [
      `# Subtest: ${name}`,
      `not ok ${passing + n + 1} - ${name}`,
      `  location: '/work/p/${file}.mjs:${at}:1'`,
      "  error: '5 == 4'",
      `    TestContext.<anonymous> (file:///work/p/${file}.mjs:${at}:10)`,
      `    Test.${passing > 1 ? 'postRun' : 'run'} (node:internal/test_runner/test:796:25)`,
    ]),
    `1..${passing + failing.length}`,
    `# pass ${passing}`,
    `# fail ${failing.length}`,
  ],
  bun: (told) => [
    ...files(told).flatMap((it) => [
      `${it}.test.ts:`,
      ...names(told.passing).map((name) => `(pass) ${name} [0.${told.at}ms]`),
      ...inFile(told, it).flatMap(({ name }) => [
        `${told.at} |   expect(5).toBe(4)`,
        'error: expect(received).toBe(expected)',
        `      at <anonymous> (/work/p/${it}.test.ts:${told.at}:13)`,
        `(fail) ${name} [0.${told.at}ms]`,
      ]),
    ]),
    ` ${told.passing} pass`,
    ` ${told.failing.length} fail`,
  ],
  vitest: (told) => [
    ' RUN  v3.2.7 /work/p',
    ...(told.passing > 1 ? [' ✓ more.test.ts (2 tests) 2ms'] : []),
    ...files(told).map(
      (it) => ` ❯ ${it}.ts (${told.passing + 1} tests | ${inFile(told, it).length} failed) ${told.at}ms`,
    ),
    `⎯⎯⎯ Failed Tests ${told.failing.length} ⎯⎯⎯`,
    ...told.failing.flatMap(({ file, name }) => [
      ` FAIL  ${file}.ts > ${name}`,
      'AssertionError: expected 5 to be 4 // Object.is equality',
      ` ❯ ${file}.ts:${told.at}:13`,
      `     ${told.at}|   expect(5).toBe(4)`,
      `     ${told.at + 1}| test('throws an error', () => {`,
    ]),
    ` Test Files  ${files(told).length} failed (${told.passing + 1})`,
    `      Tests  ${told.failing.length} failed | ${told.passing} passed (${told.passing + told.failing.length})`,
  ],
  jest: (told) => [
    ...files(told).flatMap((it) => [
      `FAIL ./${it}.cjs`,
      ...names(told.passing).map((name) => `  ✓ ${name}`),
      ...(told.passing > 1 ? ['  console.log', '    hello', '      at Object.log (more.cjs:1:23)'] : []),
      ...inFile(told, it).flatMap(({ name }) => [
        `  ✕ ${name}${told.passing > 1 ? ' (3 ms)' : ''}`,
        `  ● ${name}`,
        '    Expected: 4',
        '    Received: 5',
        `    > ${told.at} |   expect(5).toBe(4)`,
        `      at Object.<anonymous> (${it}.cjs:${told.at}:13)`,
      ]),
    ]),
    `Tests:       ${told.failing.length} failed, ${told.passing} passed, ${told.passing + told.failing.length} total`,
  ],
  mocha: ({ failing, passing, at }) => [
    ...names(passing).map((it) => `  ✔ ${it}`),
    `  ${passing} passing (${at}ms)`,
    `  ${failing.length} failing`,
    ...failing.flatMap(({ file, name }, n) => [
      `  ${n + 1}) ${name}:`,
      '      AssertionError [ERR_ASSERTION]: 5 == 4',
      `      at Context.<anonymous> (test/${file}.cjs:${at}:10)`,
      '      at process.processImmediate (node:internal/timers:483:21)',
    ]),
  ],
  pytest: ({ failing, passing, at }) => [
    `collected ${passing + failing.length} items`,
    `test_errors.py ${'.'.repeat(passing)}   [ ${passing}%]`,
    ...failing.flatMap(({ file, name }) => [
      `test_${file}.py::test_${name} FAILED    [ ${passing + 50}%]`,
      '>       assert got == 4',
      'E       assert 5 == 4',
      `test_${file}.py:${at}: AssertionError`,
      `FAILED test_${file}.py::test_${name} - assert 5 == 4`,
    ]),
    `===== ${failing.length} failed, ${passing} passed in 0.${at}s =====`,
  ],
  unittest: ({ failing, passing, at }) => [
    ...failing.flatMap(({ file, name }) => [
      `ERROR: test_${name} (test_${file}.T.test_${name})`,
      `  File "/work/p/test_${file}.py", line ${at}, in test_${name}`,
      'ValueError: 5',
    ]),
    `Ran ${passing + failing.length} tests in 0.0${at}s`,
    `FAILED (errors=${failing.length})`,
  ],
  'go test': (told) => [
    ...files(told).flatMap((it) => [
      ...names(told.passing).map((name) => `=== RUN   ${name}`),
      ...inFile(told, it).flatMap(({ name }) => [
        `--- FAIL: Test_${name} (0.0${told.at}s)`,
        `    ${it}_test.go:${told.at}: got 5, want 4`,
      ]),
      ...names(told.passing).map((name) => `--- PASS: ${name} (0.00s)`),
      `FAIL\tcalc/${it}\t0.0${told.at}s`,
    ]),
  ],
  'cargo test': ({ failing, passing, at }) => [
    ...names(passing).map((it) => `test ${it} ... ok`),
    ...failing.flatMap(({ file, name }) => [
      `test ${file}::${name} ... FAILED`,
      `thread '${file}::${name}' (${at * 100}) panicked at src/${file}.rs:${at}:9:`,
      '  left: 5',
      ' right: 4',
    ]),
    `test result: FAILED. ${passing} passed; ${failing.length} failed; finished in 0.0${at}s`,
    'error: test failed, to rerun pass `--lib`',
  ],
  tsc: ({ failing, at }) => [
    ...failing.map(({ file, name }) => `${file}.ts(${at},14): error TS2304: Cannot find name '${name}'.`),
    ' ELIFECYCLE  Command failed with exit code 2.',
  ],
  eslint: (told) => [
    ...files(told).flatMap((it) => [
      `/work/p/${it}.js`,
      ...inFile(told, it).map(({ name }) => `  ${told.at}:15  error  '${name}' is not defined  no-undef`),
    ]),
    `✖ ${told.failing.length} problems (${told.failing.length} errors, 0 warnings)`,
    'error Command failed with exit code 1.',
  ],
  ruff: ({ failing, at }) => [
    ...failing.flatMap(({ file, name }) => [
      `F821 Undefined name \`${name}\``,
      ` --> ${file}.py:${at}:16`,
      `${at} | ${name} = 1`,
    ]),
    `Found ${failing.length} errors.`,
  ],
  mypy: ({ failing, passing, at }) => [
    ...failing.map(({ file, name }) => `${file}.py:${at}: error: Name "${name}" is not defined  [name-defined]`),
    `Found ${failing.length} error${failing.length > 1 ? 's' : ''} in 1 file (checked ${passing} source files)`,
  ],
  prettier: (told) => [
    'Checking formatting...',
    ...told.failing.map(({ file, name }) => `[warn] ${file}/${name}.js`),
    told.failing.length > 1
      ? `[warn] Code style issues found in ${told.failing.length} files. Run Prettier with --write to fix.`
      : '[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
  ],
  gcc: ({ failing, at }) => [
    ...failing.flatMap(({ file, name }) => [
      `${file}.c:${at}:36: error: '${name}' undeclared`,
      `  ${at} | return ${name};`,
    ]),
    'make: *** [Makefile:3: all] Error 1',
  ],
}

const a = { file: 'math', name: 'even' }
const beside = { file: 'math', name: 'adds' }
const elsewhere = { file: 'user', name: 'named' }
const again = { file: 'user', name: 'even' }

describe.each(Object.entries(runners))('%s', (runner, tell) => {
  const print = (failing: readonly Failure[], rest: Partial<Told> = {}): string => {
    // Mocha exits with how many failed.
    const code = runner === 'mocha' ? failing.length : 1
    return fingerprintOf(tell({ failing, passing: 1, at: 3, ...rest }).join('\n'), code)
  }
  const later = { passing: 4, at: 27 }

  test('the same with more tests that pass, further below in its file, and slower', () => {
    expect(isPartOf(print([a], later), print([a]))).toBe(true)
    expect(isPartOf(print([a]), print([a], later))).toBe(true)
    expect(isPartOf(print([elsewhere, a], later), print([a, elsewhere]))).toBe(true)
  })

  test('what is left of several', () => {
    for (const left of [[a], [beside], [elsewhere], [a, elsewhere]])
      expect(isPartOf(print(left, later), print([a, beside, elsewhere]))).toBe(true)
  })

  test('another one, beside the known one and instead of it', () => {
    for (const now of [[a, beside], [a, elsewhere], [beside], [elsewhere], [again], [a, again]])
      expect(isPartOf(print(now, later), print([a]))).toBe(false)
    expect(isPartOf(print([beside]), print([a, elsewhere]))).toBe(false)
  })
})

describe('what names nothing that failed is compared as a whole', () => {
  const footers: Readonly<Record<string, string>> = {
    pnpm: ' ELIFECYCLE  Command failed with exit code 1.',
    yarn: 'error Command failed with exit code 1.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation.',
    npm: 'npm error Lifecycle script `check` failed with error:\nnpm error code 1\nnpm error path /work/p',
    make: 'make: *** [Makefile:2: check] Error 1',
    ld: 'collect2: error: ld returned 1 exit status',
    'a mark': '✖ check failed',
    'a count': 'FAILED: 1 check',
    'a logger': '[error] check failed',
    'where it was thrown': 'Error: check failed\n    at check (/work/p/check.mjs:3:9)\n    at node:internal/main:1:1',
  }
  test.each(Object.entries(footers))('%s', (_what, footer) => {
    const [known = '', now = ''] = ['colour', 'size'].map((it) => fingerprintOf(`${it} is wrong\n${footer}`, 1))
    expect([isPartOf(now, known), isPartOf(known, known)]).toEqual([false, true])
  })
})

describe('what counts in a name', () => {
  test.each([
    ['FAIL  a.test.ts > isEven(3)', 'FAIL  a.test.ts > isEven(4)'],
    ['FAIL  a.test.ts > reads 3 files', 'FAIL  a.test.ts > reads 4 files'],
    ['FAIL  a.test.ts > test 3', 'FAIL  a.test.ts > test 4'],
    ['not ok 1 - row 3', 'not ok 1 - row 4'],
    ['not ok 1 - a\n  location: /tmp/w/a.mjs:3:1', 'not ok 1 - a\n  location: /tmp/w/b.mjs:3:1'],
    ['FAILED test_a.py::test_a[1] - assert 1', 'FAILED test_a.py::test_a[2] - assert 1'],
    ['a.test.ts:3:1\nExpected: 4\nReceived: 5', 'a.test.ts:3:1\nExpected: 4\nReceived: 7'],
    [
      '● a\nFAIL ./a.js\nJest: "global" coverage threshold for lines (99%) not met: 78%',
      '● a\nFAIL ./a.js\nJest: "global" coverage threshold for lines (99%) not met: 18%',
    ],
    [
      "a.c:3:1: warning: unused\nm.c:(.text+0x5): undefined reference to `f'\ncollect2: error: ld returned 1 exit status",
      "a.c:3:1: warning: unused\nm.c:(.text+0x5): undefined reference to `g'\ncollect2: error: ld returned 1 exit status",
    ],
    ['docs/a.md: broken link to b\n✗ 1 problem', 'docs/b.md: broken link to b\n✗ 1 problem'],
    [
      'error[E0308]: mismatched types\n --> src/lib.rs:1:21\n  |  ^^^ expected `i32`, found `&str`',
      'error[E0308]: mismatched types\n --> src/lib.rs:1:21\n  |  ^^^ expected `i32`, found `f64`',
    ],
  ])('%s', (known, now) => {
    expect(isPartOf(fingerprintOf(now, 1), fingerprintOf(known, 1))).toBe(false)
  })

  test('and what does not: ports, processes, temporary folders', () => {
    const told = (port: number, folder: string): string =>
      fingerprintOf(
        `not ok 1 - a\n  error: 'no answer from 127.0.0.1:${port} pid ${port} in /tmp/${folder} after ${port} ms'`,
        1,
      )
    expect(told(31234, 'x-a1B2')).toBe(told(8080, 'x-Qw3r/sock'))
  })
})
