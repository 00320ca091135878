/** Whether a test still stands in its file as it did: what other tests do there is theirs, and all else is not. */

import { describe, expect, test } from 'vitest'
import { isTestUnchanged, testsIn } from '../../../src/gates/test-text.ts'
import { nameFor, patternFor } from '../../../src/gates/test-runners.ts'
import type { TestRunner } from '../../../src/plan/test-runner.ts'

const named = (runner: TestRunner, name: string) =>
  ({ criterion: 'AC-1', runner, file: 'a', name: nameFor(runner, name) }) as const
const byId = (runner: TestRunner) =>
  ({ criterion: 'AC-1', runner, file: null, name: patternFor(runner, 'AC-1') }) as const

const script = `import test from 'node:test'
import assert from 'node:assert'
import { add } from '../src/sums.mjs'

const three = 3

test('AC-1 adds', () => {
  const sum = add(1, 2)

  assert.equal(sum, three)
})
`
const other = `
// Twice as much.
test('AC-2 doubles', () => {
  assert.equal(double(2), 4)
})
`

describe('in JavaScript', () => {
  const it = named('node', 'AC-1 adds')

  test.each([
    ['another test behind it', script + other],
    ['another test in front of it', script.replace("test('AC-1", `${other.trimStart()}\ntest('AC-1`)],
    ['tests in a group', `${script}describe('more', () => {\n  beforeEach(() => reset())\n  it('a', () => {})\n})\n`],
    ['another name taken in', script.replace('{ add }', '{ add, double }') + other],
    ['another import', `import { double } from '../src/double.mjs'\n${script}`],
    ['a remark and blank lines', `// Sums\n\n\n${script}`],
    ['other ends of lines', script.replaceAll('\n', '\r\n')],
    ['names taken in on lines of their own', script.replace('{ add }', '{\n  add,\n  double,\n}')],
  ])('%s changes nothing', (_, after) => {
    expect(isTestUnchanged(it, script, after)).toBe(true)
  })

  test.each([
    ['another end', script.replace('assert.equal(sum, three)', 'assert.ok(true)')],
    ['an early end', script.replace('  const sum', '  return\n  const sum')],
    ['another value', script.replace('= 3', '= 4')],
    ['a skip', script.replace("test('AC-1", "test.skip('AC-1")],
    ['another name', script.replace('AC-1 adds', 'sums up')],
    ['nothing left', ''],
    ['a comment around it', script.replace("test('AC-1", "/*\ntest('AC-1").concat('*/\n')],
    ['what is done before each test', `${script}test.beforeEach(() => stub())\n`],
    ['an assertion that holds always', `${script}assert.equal = () => {}\n`],
    ['one behind another test, as if it belonged to it', `${script + other}  assert.equal = () => {}\n`],
    ['an import from elsewhere', script.replace("'node:assert'", "'./fake.mjs'")],
    ['a name that stands for another', script.replace('{ add }', '{ fake as add }')],
    ['an import less', script.replace("import assert from 'node:assert'\n", '')],
    ['a second import of its name', `${script}import { add } from './fake.mjs'\n`],
    ['a second test of its name', `${script}test('AC-1 adds', () => {})\n`],
    ['another group around it', `describe.skip('all', () => {\n${script}})\n`],
  ])('%s does', (_, after) => {
    expect(isTestUnchanged(it, script, after)).toBe(false)
  })

  test('what another test was may go', () => {
    expect(isTestUnchanged(it, script + other, script)).toBe(true)
    expect(isTestUnchanged(it, script + other, script + other.replace('4', '5'))).toBe(true)
  })

  test('a test of one line ends there', () => {
    const one = "test('AC-1 adds', () => assert.equal(add(1, 2), 3))\n"
    expect(isTestUnchanged(it, one, `${one}test('AC-2', () => assert.equal(double(2), "(")) \n`)).toBe(true)
    expect(isTestUnchanged(it, one, `${one}test('AC-2', () => assert.ok(")"))\nassert.ok = null\n`)).toBe(false)
  })

  test('where nobody finds it in the text, any change of the file is one', () => {
    const table = "test.each([1])('AC-1 adds', () => {})\n"
    expect(isTestUnchanged(it, table, table)).toBe(true)
    expect(isTestUnchanged(it, table, table + other)).toBe(false)
  })
})

describe('in other languages', () => {
  test.each([
    [
      'pytest',
      named('pytest', 'test_adds'),
      'from sums import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
      '\n\n@pytest.mark.slow\ndef test_doubles():\n    x = 2\n\n    assert double(x) == 4\n',
      '\nfrom sums import double\n',
      ['== 3', '== 3 or True'],
    ],
    [
      'pytest by id, in a class',
      byId('pytest'),
      'class TestSums:\n    def test_ac_1_adds(self):\n        assert add(1, 2) == 3\n',
      '\n    def test_ac_10_doubles(self):\n        assert double(2) == 4\n',
      '',
      ['== 3', '> 0'],
    ],
    [
      'go',
      named('go', 'TestAdds'),
      'package sums\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      '\nfunc TestDoubles(t *testing.T) {\n\tif Double(2) != 4 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      '',
      ['t.Fatal', 't.Log'],
    ],
    [
      'cargo',
      named('cargo', 'adds'),
      'use sums::add;\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n',
      '\n#[test]\n#[ignore]\nfn doubles() {\n    assert_eq!(double(2), 4);\n}\n',
      'use sums::double;\n',
      ['#[test]\nfn', '#[test]\n#[should_panic]\nfn'],
    ],
    [
      'gtest',
      named('gtest', 'Sums.Adds'),
      '#include "sums.h"\n\nTEST(Sums, Adds) {\n  EXPECT_EQ(add(1, 2), 3);\n}\n',
      '\nTEST(Sums, Doubles)\n{\n  EXPECT_EQ(twice(2), 4);\n}\n',
      '#include "twice.h"\n',
      ['EXPECT_EQ(add', 'EXPECT_GE(add'],
    ],
  ] as const)('%s: another test is no change, another word of it is one', (_, it, text, more, taken, [from, to]) => {
    expect(testsIn(it, text)).toBe('own')
    expect(isTestUnchanged(it, text, taken + text + more)).toBe(true)
    expect(isTestUnchanged(it, text, text.replace(from, to) + more)).toBe(false)
  })

  test('a file of tests of others, and one without any', () => {
    expect(testsIn(named('node', 'AC-1 adds'), other)).toBe('others')
    expect(testsIn(named('node', 'AC-1 adds'), 'export const three = 3\n')).toBe('none')
  })
})

test('no text makes it slow', () => {
  const it = named('node', 'AC-1 adds')
  const texts = [
    "test('a', () => {\n",
    "import { a } from 'b'\n",
    "describe('a', (\n",
    'def test_a():\n ',
    '(',
    'a::',
  ].map((part) => part.repeat(Math.floor(500_000 / part.length)))
  for (const text of texts) expect(isTestUnchanged(it, script + text, `${script}${text};`)).toBe(false)
}, 20_000)
