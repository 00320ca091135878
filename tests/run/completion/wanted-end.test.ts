/** Criteria that want another end of their command than that it passes: its exit code alone tells no more than what they say of it. */

import { describe, expect, test } from 'vitest'
import type { CompletionFinding } from '../../../src/run/completion/finding.ts'
import { commandFinding, criterionCommands } from '../../../src/run/completion/run-commands.ts'
import { harbourDraft, harbourPlan } from '../../rig/harbour-spec.ts'
import { finding } from './finding-of.ts'
import { gate, World } from '../world.ts'

const said = (text: string, table = 'acceptance_criteria'): string =>
  `[definition_of_complete]\nprimary_deliverable = "\`table.txt\`"\n[completion_criteria]\n${table} = ${JSON.stringify([text])}\n`

/** What comes of the first command of a criterion that ends with a code. */
function foundOf(text: string, exitCode: number | null, at = 0, excerpt = ''): CompletionFinding['found'] {
  const { spec } = harbourDraft(said(text))
  if (spec === undefined) throw new Error('no spec')
  const command = criterionCommands(spec)[at]
  if (command === undefined) throw new Error(`no command in ${text}`)
  const result = exitCode === null ? 'timed-out' : exitCode === 0 ? 'passed' : 'failed'
  return commandFinding(command, { result, exitCode, excerpt }).found
}

test.each([
  '`grep -r TODO src` returns nothing',
  '`grep -r TODO src` finds nothing',
  '`grep -r TODO src` has no matches',
  '`grep -r TODO src` findet nichts',
  '`grep -rn ERROR logs` finds no errors',
  'No hits from `grep -r TODO src`',
  '`grep -c TODO src/a.txt` prints 0',
  '`grep -q TODO src` does not succeed',
  '`diff a.txt b.txt` shows differences',
  '`test -f old.txt` fails once the old one is gone',
  '`node cli.js --bad` exits with an error',
  '`node cli.js --bad` reports the unknown option',
  '`node a.js` is not needed to pass',
  '`node a.js` should fail, which shows that the check passes bad input on',
  '`node a.js` passes only with `FOO=1`',
  '`node a.js` passes on Windows',
  '`node a.js` succeeded before',
  'A failing login shows no success message: `node a.js`',
  '`npm run sign` without a key fails',
  '`npm test` does not pass',
  '`npm test` exits with a code other than 0',
])('%s: whatever the exit code, people have to judge', (text) => {
  expect([foundOf(text, 0), foundOf(text, 1), foundOf(text, 2), foundOf(text, null)]).toEqual(
    Array.from({ length: 4 }, () => 'unknown'),
  )
})

test.each([
  ['`grep -r TODO src` exits with 1', 1],
  ['`grep -r TODO src` exits with code 1.', 1],
  ['`grep -r TODO src` must end with exit code 1', 1],
  ['`node cli.js --bad` returns exit code 2', 2],
  ['`node cli.js --bad` fails with exit code 2', 2],
])('%s: that code meets it, and another one misses it', (text, code) => {
  expect([foundOf(text, code), foundOf(text, 0), foundOf(text, 7), foundOf(text, null)]).toEqual([
    'met',
    'missed',
    'missed',
    'unknown',
  ])
})

test.each([
  '`grep -r TODO src` fails',
  '`test -f old.txt` must fail.',
  '`node cli.js --bad` exits with a non-zero code',
])('%s: it is met by 1; what has not come so far as to tell may end with more', (text) => {
  expect([foundOf(text, 1), foundOf(text, 0), foundOf(text, 2), foundOf(text, null)]).toEqual([
    'met',
    'missed',
    'unknown',
    'unknown',
  ])
})

test.each([
  '`npm test` passes',
  '`npm test` passes and coverage is above 80%',
  '`npm test` runs with no failing tests',
  '`npx eslint .` reports no errors',
  '`npm test` never fails',
  '`grep -q Tides book.txt` succeeds',
  '`npm test` exits with code 0 and shows the book',
])('%s: another code than 0 misses it', (text) => {
  expect([foundOf(text, 1), foundOf(text, null)]).toEqual(['missed', 'missed'])
})

test.each([
  ...[
    '`node lint.js` aborts on bad input',
    '`node lint.js` stops when the file is missing',
    '`npm run build`: the book is set',
  ],
  ...['`node lint.js` complains about tides', '`npm test` is blocked by the policy', '`npm run old` has been removed'],
])('%s: what follows from another code than 0 nobody can tell', (text) => {
  expect(foundOf(text, 1)).toBe('unknown')
})

test.each(["Error: Cannot find module '/p/check.js'", "python3: can't open file 'check.py'", 'sh: 1: node: not found'])(
  'that something is not there is not what a command is to fail for: %s',
  (excerpt) => {
    expect(foundOf('`node check.js bad.csv` fails', 1, 0, excerpt)).toBe('unknown')
    expect(foundOf('`node check.js bad.csv` exits with code 2', 2, 0, excerpt)).toBe('unknown')
    expect(foundOf('`node check.js bad.csv` fails', 1, 0, 'bad.csv: line 3 has no tide')).toBe('met')
  },
)

test('each command has the end that is said of it', () => {
  const text = '`npm test` passes and `grep -r TODO src` finds nothing'
  expect([foundOf(text, 1, 0), foundOf(text, 1, 1)]).toEqual(['missed', 'unknown'])
  const both = '`grep -r TODO src` and `grep -r FIXME src` find nothing'
  expect([foundOf(both, 1, 0), foundOf(both, 1, 1)]).toEqual(['unknown', 'unknown'])
  // Of two that fail it may be either.
  const fail = '`grep -r TODO src` and `grep -r FIXME src` fail'
  expect([foundOf(fail, 1, 0), foundOf(fail, 1, 1)]).toEqual(['unknown', 'unknown'])
})

test('a command is told with its criterion, without the signs that set its words', () => {
  const { spec } = harbourDraft(said('**Verification:** `npm test` passes'))
  expect(spec && criterionCommands(spec).map(({ what }) => what)).toEqual(['Verification: `npm test` passes'])
})

describe('in a run', () => {
  const line = 'grep -r TODO src'
  function run(text: string): World {
    const world = new World({
      gates: { [`completion:${line}`]: ['failed'] },
      completion: () => [finding({}), finding({ check: 'verification_passed', what: text, found: 'unknown' })],
    })
    world.start(harbourPlan(said(text)), {
      policy: { workspace: 'worktree', mode: 'silent', verifiesCompletion: true, review: 'never' },
      gates: [{ ...gate(`completion:${line}`), argv: line.split(' '), completion: true }],
    })
    return world.run()
  }
  const told = ({ state }: World): readonly string[] => state.findings.map(({ text }) => text)

  test('nobody is told that it is missed, and its gate is no fault of the last tip', () => {
    const text = `Verification: \`${line}\` finds nothing`
    const world = run(text)
    const [command] = (world.state.course.completion?.findings ?? []).filter(({ what }) => what === text)
    expect(command).toMatchObject({ found: 'unknown', why: expect.stringContaining(`${line} ended with exit code 1`) })
    expect(told(world)).toEqual([])
  })

  test('a gate that an earlier run has seen green is not told as one that nobody has', () => {
    const text = `Verification: \`${line}\` passes`
    const world = new World({
      gates: { [`completion:${line}`]: ['failed', 'passed', 'failed'] },
      completion: () => [finding({})],
    })
    const toldBy = (id: string): readonly string[] => {
      world.start(harbourPlan(said(text)), {
        run: id,
        policy: { workspace: 'none', mode: 'silent', verifiesCompletion: true, review: 'never' },
        gates: [{ ...gate(`completion:${line}`), argv: line.split(' '), completion: true }],
      })
      return told(world.run())
    }
    expect([toldBy('run-1'), toldBy('run-2'), toldBy('run-3')]).toEqual([
      [`gate completion:${line} is failed on the last tip; nobody has seen it green before`],
      [],
      [`gate completion:${line} is failed on the last tip; it was green in an earlier run`],
    ])
  })

  test('a gate that was never green is not told as one that was', () => {
    expect(told(run(`Verification: \`${line}\` passes`))).toEqual([
      `gate completion:${line} is failed on the last tip; nobody has seen it green before`,
    ])
  })
})
