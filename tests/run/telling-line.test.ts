import { expect, test } from 'vitest'
import { tellingLine } from '../../src/run/telling-line.ts'

test.each([
  ['npm says what it runs', '> x@1.0.0 test\n> node t.js\n\na.txt is wrong: line 3', 'a.txt is wrong: line 3'],
  ['npm alone', '> test\n> node t.js', '> node t.js'],
  [
    'pytest',
    'F\n=== FAILURES ===\n___ test_add ___\n>   assert add(1, 2) == 3\nE   assert -1 == 3\n1 failed',
    '>   assert add(1, 2) == 3',
  ],
  ['an error among others', 'one\nError: two\nthree', 'Error: two'],
  ['TAP', 'ok 1\nnot ok 2 - adds\n# fail 1', 'not ok 2 - adds'],
  ['what passed says nothing', 'ok 1 - tells of errors\nnot ok 2 - adds', 'not ok 2 - adds'],
  [
    'a program that is missing',
    '> x@1.0.0 test\n> vitezt\n\nsh: 1: vitezt: not found\nnpm error code 127',
    'sh: 1: vitezt: not found',
  ],
  [
    'npm and its code',
    'npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install',
    'npm error `npm ci` can only install',
  ],
  [
    'vitest',
    '⎯⎯⎯ Failed Suites 1 ⎯⎯⎯\n\n FAIL  a.test.ts [ a.test.ts ]\nError: no x\n⎯⎯⎯[1/1]⎯\n',
    'FAIL  a.test.ts [ a.test.ts ]',
  ],
  ['nothing that speaks of it', 'one\ntwo\n', 'two'],
  ['nothing but a rule', '-----\n', '-----'],
  ['nothing', '\n \n', ''],
])('%s', (_, output, line) => {
  expect(tellingLine(output)).toBe(line)
})

test.each([
  ['comes after the new one', 'not ok 1 - old', 'not ok 1 - old\nnot ok 2 - adds', 'not ok 2 - adds'],
  ['took another time', '✖ old (2.31ms)', '✖ old (3.7ms)\n✖ adds (1ms)', '✖ adds (1ms)'],
  ['speaks of no failure', 'a hole', 'a flood\na hole', 'a flood'],
  ['is all there is', 'not ok 1 - old\n# tests 1', 'not ok 1 - old\n# tests 2', 'not ok 1 - old'],
])('what was let pass %s', (_, excused, output, line) => {
  expect(tellingLine(output, excused)).toBe(line)
})
