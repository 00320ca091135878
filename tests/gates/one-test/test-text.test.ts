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
    [
      'a group with what its tests share',
      `${script}describe('more', () => {\n  let all\n  const two = 2\n  it.each([1, 2])('%i', () => {})\n})\n`,
    ],
    ['all of a file under one name', `import * as more from '../src/more.mjs'\n${script}`],
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
    ['an import of a file that is only run', `import './patch.mjs'\n${script}`],
    ['what another group does when it is read', `describe('o', () => {\n  assert.equal = () => {}\n})\n${script}`],
    ['the same on one line', `describe('o', () => { assert.equal = () => {} })\n${script}`],
    ['a value that is no new name', `describe('o', () => {\n  three = 4\n})\n${script}`],
    [
      'a mock in another test, which holds for the file',
      `${script}test('o', () => {\n  vi.mock('../src/sums.mjs')\n})\n`,
    ],
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

/** A name and the text of a test, by runner. */
const adding: Partial<Record<TestRunner, readonly [string, string]>> = {
  pytest: ['test_adds', 'def test_adds():\n    assert add(1, 2) == 3\n'],
  cargo: ['adds', '#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n'],
  go: ['TestAdds', 'func TestAdds(t *testing.T) {\n\tcheck(t, 3)\n}\n'],
}

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

  test.each<[string, TestRunner, string, string, string, string]>([
    [
      'a text that looks like a remark',
      'pytest',
      'test_adds',
      'WANTED = """\n# Sum\n3\n"""\n\n\ndef test_adds():\n    assert add() == WANTED\n',
      '# Sum',
      '# Other',
    ],
    [
      'a blank line in a text',
      'pytest',
      'test_adds',
      'WANTED = """\na\n\nb\n"""\n\n\ndef test_adds():\n    assert add() == WANTED\n',
      'a\n\nb',
      'a\nb',
    ],
    [
      'what looks like an import or a test in a text',
      'pytest',
      'test_adds',
      "WANTED = '''\nimport os\ndef test_x(): pass\n'''\ndef test_adds():\n    assert add() == WANTED\n",
      'def test_x(): pass',
      'def test_y(): return 4',
    ],
    [
      'a text of several lines',
      'node',
      'adds',
      "const wanted = `\n// sum\n3\n`\ntest('adds', () => assert.equal(add(), wanted))\n",
      '// sum',
      '// other',
    ],
    [
      'a raw text',
      'go',
      'TestAdds',
      'var want = `\n// sum\n`\n\nfunc TestAdds(t *testing.T) {\n\tcheck(t, want)\n}\n',
      '// sum',
      '// other',
    ],
    [
      'a raw text',
      'cargo',
      'adds',
      'const WANT: &str = r#"\n// "sum"\n"#;\n\n#[test]\nfn adds() {\n    assert_eq!(add(), WANT);\n}\n',
      '// "sum"',
      '// "other"',
    ],
    [
      'a raw text',
      'gtest',
      'Sums.Adds',
      'auto want = R"x(\n// "sum"\n)x";\nTEST(Sums, Adds) {\n  EXPECT_EQ(add(), want);\n}\n',
      '// "sum"',
      '// "other"',
    ],
    [
      'a function that no runner calls',
      'cargo',
      'adds',
      'fn expected() -> i32 {\n    3\n}\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), expected());\n}\n',
      '    3',
      '    0',
    ],
    [
      'a fixture',
      'pytest',
      'test_adds',
      '@pytest.fixture\ndef test_data():\n    return 3\n\n\ndef test_adds(test_data):\n    assert add(1, 2) == test_data\n',
      'return 3',
      'return 0',
    ],
    [
      'what is done before all tests',
      'go',
      'TestAdds',
      'var want = 0\n\nfunc TestMain(m *testing.M) {\n\twant = 3\n}\n\nfunc TestAdds(t *testing.T) {\n\tcheck(t, want)\n}\n',
      'want = 3',
      'want = 4',
    ],
    [
      'what a class does when it is read',
      'pytest',
      'test_adds',
      'def test_adds():\n    assert add(1, 2) == 3\n',
      '== 3\n',
      '== 3\n\n\nclass TestOther:\n    sums.add = lambda a, b: 3\n\n    def test_x(self):\n        pass\n',
    ],
    [
      'all names of another file',
      'pytest',
      'test_adds',
      'from sums import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
      'import add\n',
      'import add\nfrom fakes import *\n',
    ],
    [
      'a name that is taken from elsewhere',
      'pytest',
      'test_adds',
      'import os\nfrom sums import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
      'import os',
      'import os, add',
    ],
    [
      'a package that is only run',
      'go',
      'TestAdds',
      'import (\n\t"testing"\n)\n\nfunc TestAdds(t *testing.T) {\n\tcheck(t, 3)\n}\n',
      '"testing"',
      '"testing"\n\t_ "x/patch"',
    ],
  ])('%s is part of the test (%s)', (_, runner, name, text, from, to) => {
    expect(testsIn(named(runner, name), text)).toBe('own')
    expect(text).toContain(from)
    expect(isTestUnchanged(named(runner, name), text, text.replace(from, to))).toBe(false)
  })

  test.each<[string, TestRunner, string]>([
    [
      'a class with what its tests share',
      'pytest',
      '\nclass TestOther:\n    """Others."""\n\n    wanted = 3\n\n    def setup_method(self):\n        self.x = 1\n\n    @pytest.mark.slow\n    def test_x(self):\n        assert """\n)\n""" != self.x\n',
    ],
    [
      'a module',
      'cargo',
      "\nmod other {\n    use super::*;\n\n    #[test]\n    fn doubles() {\n        assert_eq!(double(2), '(');\n    }\n}\n",
    ],
    [
      'a test with a text of several lines',
      'node',
      "\ntest('other', () => {\n  assert.equal(f(), `\n})\n\n# x\n`)\n})\n",
    ],
    ['a package', 'go', '\nimport "fmt"\n'],
  ])('%s may come', (_, runner, more) => {
    const [name, own] = adding[runner] ?? ['adds', "test('adds', () => assert.equal(add(1, 2), 3))\n"]
    const it = named(runner, name)
    expect(isTestUnchanged(it, own, own + more)).toBe(true)
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
    '\\"',
    "`\n'",
    "describe('a', () => {\n".repeat(100) + '})\n'.repeat(100),
    'class TestA:\n',
    'import * as a, _ from b\n',
  ].map((part) => part.repeat(Math.floor(500_000 / part.length)))
  for (const text of texts) expect(isTestUnchanged(it, script + text, `${script}${text};`)).toBe(false)
}, 20_000)
