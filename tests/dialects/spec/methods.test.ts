/** Backups that are programs: words without a shell, a path inside the repository, and an agent wherever it is none. */

import { describe, expect, test } from 'vitest'
import { check, factsWanted } from '../../../src/plan/check.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import { readFiles } from './reading.ts'

const quoted = (text: string): string => JSON.stringify(text)
const read = (lines: string) =>
  readFiles({
    toml: `[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\naction = "x"\n[[tasks.steps.backups]]\nid = 1\ndescription = "Ask"\n${lines}\n`,
  })
const backup = (lines: string) => read(lines).tasks[0]?.steps[0]?.methods[1]

describe('a program', () => {
  test.each<[string, readonly string[]]>([
    ['execution_method = "tool"\ntool_path = "scripts/ocr.py"', ['python3', './scripts/ocr.py']],
    ['execution_method = "script"\ntool_path = "ocr.sh"', ['sh', './ocr.sh']],
    ['type = "tool"\ntool = "bin/ocr"', ['./bin/ocr']],
    ['script = "ocr.mjs"', ['node', './ocr.mjs']],
    ['tool_path = "tesseract"', ['tesseract']],
    ['tool_path = "./install"', ['./install']],
    ['tool_path = "bin/../install"', ['./install']],
    ["tool_path = '.\\install'", ['./install']],
    ['tool_path = "./scripts/../ocr.PY"', ['python3', './ocr.PY']],
    [
      'tool_path = "ocr.rb"\ntool_args = "--months 12 \'two words\'"',
      ['ruby', './ocr.rb', '--months', '12', 'two words'],
    ],
    [
      'tool_path = "ocr.rb"\ntool_args = ["a b", "it\'s", "", "$HOME", "-x"]',
      ['ruby', './ocr.rb', 'a b', "it's", '$HOME', '-x'],
    ],
    ['tool_path = "ocr.rb"\ntool_args = "*.csv"', ['ruby', './ocr.rb', '*.csv']],
    ['tool_path = "x.constructor"', ['x.constructor']],
  ])('%j', (lines, argv) => {
    expect(backup(lines)).toEqual({
      id: 'backup-1',
      agent: null,
      instruction: 'Ask',
      does: 'tool',
      argv,
      repeat: 'ask',
    })
    expect(read(lines).found.filter(({ severity, code }) => severity === 'error' && /^MW(?:1|60)/.test(code))).toEqual(
      [],
    )
  })
})

describe('an agent', () => {
  test.each([
    ['', null],
    ['execution_method = "cognitive"', null],
    ['execution_method = "cognitive"\ntool_path = "ocr.py"', null],
    ['execution_method = "tool"', 'MW509'],
    ...[
      '/bin/sh',
      '\\\\srv\\x',
      'C:\\x.exe',
      '~/x.sh',
      '~root/x',
      '../x.py',
      'a/../../x.py',
      'a\\..\\..\\x',
      '-rf',
      'https://x.example/x.sh',
      '{a,..}/x',
      '.. /x',
      '\u2025/x',
    ].map((it): [string, string] => [`tool_path = ${quoted(it)}`, 'MW130']),
    ...['.git/hooks/post-checkout', '.GIT/x', 'a/.git/x', '.millwright/x'].map((it): [string, string] => [
      `tool_path = ${quoted(it)}`,
      'MW131',
    ]),
    ['tool_path = "a\\u0000b"', 'MW003'],
    ['tool_path = "a\\u202eb"', 'MW005'],
    ...['a | b', 'a; b', 'a && b', '$(id)', '`id`', 'a > b', "'open", '$HOME'].map((it): [string, string] => [
      `tool_path = "ocr.py"\ntool_args = ${quoted(it)}`,
      'MW600',
    ]),
  ])('%j (%s)', (lines, code) => {
    expect(backup(lines)).toMatchObject({ does: 'agent', argv: [], repeat: 'safe' })
    const found = read(lines).found.filter((it) => /^MW(?:0|1[0-2]|13|60|509)/.test(it.code) && it.code !== 'MW009')
    expect(found.map((it) => it.code)).toEqual(code === null ? [] : expect.arrayContaining([code]))
  })
})

test('a program that leads out of the repository by a link is told, where its task stands', () => {
  const { draft } = read('tool_path = "./recover"')
  expect(factsWanted(draft)).toContain('recover')
  const fact = { is: 'missing', leavesBy: '/srv/recover', twin: null } as const
  const found = check(draft, { ...noFacts, paths: new Map([['recover', fact]]) })
  expect(found.filter(({ code }) => code === 'MW132')).toMatchObject([
    {
      severity: 'error',
      message: 'backup 1 of step 1.1: recover leaves the repository by a link to /srv/recover',
      span: { path: 'parameters_x.toml' },
    },
  ])
})
