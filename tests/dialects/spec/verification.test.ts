/** `verification` of a step: words, each form that is run or looked at, and what is none of them (seed 004 §4.1). */

import { describe, expect, test } from 'vitest'
import { printable } from '../../../src/run/excerpt.ts'
import { readFiles } from './reading.ts'

/** One step with these lines below it. */
const read = (lines: string): ReturnType<typeof readFiles> =>
  readFiles({
    toml: `[goal]\ndescription = "Count"\n[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\naction = "Do"\n${lines}\n`,
  })

const told = (lines: string): readonly string[] =>
  read(lines).found.flatMap((it) => (it.code === 'MW525' ? [`${it.severity}: ${it.message}`] : []))

const stepOf = (lines: string): Record<string, unknown> => ({ ...read(lines).tasks[0]?.steps[0] })

describe('what is read', () => {
  test.each([
    ['verification = "each day has two"', { verificationWords: 'each day has two' }],
    [
      'verification = { command = "npm test -- --run" }',
      { verifications: [{ is: 'command', argv: ['npm', 'test', '--', '--run'], exitCode: 0, output: null }] },
    ],
    [
      `verification = { command = ["sh", "a b.sh"], exit_code = 3, output = '^ok' }`,
      { verifications: [{ is: 'command', argv: ['sh', 'a b.sh'], exitCode: 3, output: '^ok' }] },
    ],
    ['verification = { file = "./data/a.csv" }', { verifications: [{ is: 'file', file: 'data/a.csv' }] }],
    ['verification = { file = "data/" }', { verifications: [{ is: 'file', file: 'data/' }] }],
    [
      `[tasks.steps.verification]\nfile = "a.csv"\npattern = '^2027-'`,
      { verifications: [{ is: 'pattern', file: 'a.csv', pattern: '^2027-' }] },
    ],
    [
      '[[tasks.steps.verification]]\nfile = "a.json"\nschema = "s.json"\n[[tasks.steps.verification]]\nfile = "b"',
      {
        verifications: [
          { is: 'schema', file: 'a.json', schema: 's.json' },
          { is: 'file', file: 'b' },
        ],
      },
    ],
  ])('%s', (lines, expected) => {
    expect(told(lines)).toEqual([])
    expect(stepOf(lines)).toMatchObject(expected)
  })

  test('the gate of each is one of the plan: by it a changed one is known as other words', () => {
    const hash = (lines: string): unknown => read(lines).tasks[0]?.steps
    expect(hash('verification = { file = "a" }')).not.toEqual(hash('verification = { file = "b" }'))
  })
})

describe('what is none is told with its place, and verifies nothing', () => {
  test.each([
    ['verification = true', 'a verification must be a text or a table'],
    ['verification = ["npm test"]', 'a verification must be a text or a table'],
    ['verification = {}', 'a verification names neither a command nor a file'],
    [`verification = { pattern = 'x' }`, 'a verification names neither a command nor a file'],
    ['verification = { file = "a", shema = "b" }', 'a verification has no shema; did you mean schema?'],
    ['verification = { command = "a", file = "b" }', 'file does not go with a command'],
    ['verification = { file = "a", exit_code = 1 }', 'exit_code does not go with a file'],
    ['verification = { command = "a && b" }', 'the command needs a shell (&&)'],
    ['verification = { command = "" }', 'the command names no program'],
    ['verification = { command = 7 }', 'command must be a text, or a list of texts'],
    ['verification = { command = "a", exit_code = 300 }', 'exit_code must be an integer 0..255'],
    ['verification = { command = "a", exit_code = "1" }', 'exit_code must be an integer 0..255'],
    ['verification = { file = "/etc/passwd" }', 'file: path leaves the repository'],
    ['verification = { file = "../a" }', 'file: path leaves the repository'],
    ['verification = { file = "a", schema = "../b" }', 'schema: path leaves the repository'],
    ['verification = { file = ".git/config" }', 'file lies in .git'],
    ['verification = { file = "data/*.csv" }', 'file names no single file'],
    ['verification = { file = 3 }', 'file must be a path'],
    [`verification = { file = "a", pattern = '(' }`, 'pattern is no pattern: missing closing ): `(`'],
    [`verification = { file = "a", pattern = '(?=x)' }`, /^pattern is no pattern: /],
    [`verification = { file = "a/", pattern = 'x' }`, 'a folder has no text that could be looked at'],
    [`verification = { file = "a", pattern = 'x', schema = "b" }`, 'a verification has a pattern and a schema'],
  ])('%s', (lines, expected) => {
    const draft = read(lines)
    const [found, ...more] = draft.found.filter(({ code }) => code === 'MW525')
    expect(more).toEqual([])
    expect(found?.message).toMatch(expected)
    expect(found).toMatchObject({ severity: 'error', span: { path: expect.stringContaining('parameters') as unknown } })
    expect(found?.span?.offset).toBeGreaterThan(90)
    expect(found?.help).not.toBe('')
    expect(stepOf(lines)['verifications']).toBeUndefined()
  })

  test('what stands beside it holds all the same, and hostile text is safe to show', () => {
    const lines = 'verification = [{ file = "a" }, { "x\\u001b[2J" = 1, file = "b" }]'
    expect(stepOf(lines)).toMatchObject({ verifications: [{ is: 'file', file: 'a' }] })
    expect(told(lines).join('')).toBe(printable(told(lines).join('')))
  })

  test('more than anybody writes are cut', () => {
    const many = `verification = [${'{ file = "a" },'.repeat(30)}]`
    expect(told(many)).toEqual(['error: more than 20 verifications of one step'])
    expect(stepOf(many)['verifications']).toHaveLength(20)
  })
})

test('words that are nothing but a command are told as a hint, and stay words', () => {
  expect(told('verification = "`npm test`"')).toEqual([
    'info: the verification of step 1.1 is words for the agent: the command is not run',
  ])
  const markdown = readFiles({
    md: '## Goal\n\nCount\n\n### Task [1]: Do\n\n- **Step [1]:** Count\n  - **Verification:** `npm test`\n',
  })
  expect(markdown.found.map(({ code }) => code)).toContain('MW525')
  expect(markdown.tasks[0]?.steps[0]?.verifications).toBeUndefined()
})
