/** Commands in a code fence of a shell below a heading of criteria: each is one that a program can judge, and nothing of what only a shell could run is passed over. */

import { describe, expect, test } from 'vitest'
import { criterionCommands, unrunCommands } from '../../../src/run/completion/run-commands.ts'
import { isOptional } from '../../../src/plan/optional-criterion.ts'
import { readFiles } from './reading.ts'
import { tell } from './told.ts'

const fenced = (lines: string, info = 'bash'): string => `\`\`\`${info}\n${lines}\n\`\`\`\n`
/** The same below a point. */
const below = (lines: string, info = 'bash'): string => fenced(lines, info).replaceAll(/^(?=.)/gm, '  ')
const told = (text: string, heading = 'Verification'): readonly unknown[] =>
  tell(`# a\n## ${heading}\n${text}`).told.criteria.map(({ text: it, isWords }) =>
    isWords ? { words: it.text } : it.text,
  )
const commands = (text: string): readonly string[] =>
  criterionCommands(readFiles({ md: `# a\n## Verification\n${text}` }).spec).map(({ line }) => line)

describe('each line of it is a criterion', () => {
  test.each(['bash', 'sh', 'shell', 'zsh', 'console', 'Bash title="checks"'])('in a fence of %s', (info) => {
    expect(told(fenced('node ok.js\nnode bad.js', info))).toEqual(['`node ok.js`', '`node bad.js`'])
  })

  test.each(['Verification', 'Quality Gates', 'Acceptance Tests', 'Definition of Complete'])(
    'below ## %s',
    (heading) => {
      expect(told(`Run these commands:\n\n${fenced('npm test')}`, heading)).toEqual(['`npm test`'])
    },
  )

  test.each([
    [
      'blank lines and comments are none',
      '# first\nnpm test\n\n  # then\nnpm run lint # all',
      ['npm test', 'npm run lint'],
    ],
    ['prompts are taken off', '$ npm test\n$ npm run lint', ['npm test', 'npm run lint']],
    [
      'lines that go on are one',
      'npm test \\\n  --all \\\n  --fast\nnpm run lint',
      ['npm test --all --fast', 'npm run lint'],
    ],
    ['a sign of a comment within quotes is none, and one behind them is', "grep '# a' x.md # all", ["grep '# a' x.md"]],
    ['a sign of a comment within quotes is none', "grep '# a' x.md", ["grep '# a' x.md"]],
    ['that it stops at the first fault says nothing of them', 'set -euo pipefail\nnpm test', ['npm test']],
  ])('%s', (_, lines, expected) => {
    expect(told(fenced(lines))).toEqual(expected.map((it) => `\`${it}\``))
  })

  test('without a name of its language where it begins with a prompt', () => {
    expect(told(fenced('$ npm test', ''))).toEqual(['`npm test`'])
    expect(told(fenced('npm test', ''))).toEqual([{ words: 'npm test' }])
  })

  test('what a command prints in it is said of it', () => {
    expect(told(fenced('$ node check.js\nall tides\nare there\n$ npm test', 'console'))).toEqual([
      '`node check.js` prints "all tides / are there"',
      '`npm test`',
    ])
  })

  test.each([
    ['# No TODO may be left\ngrep -rn TODO src', '`grep -rn TODO src`: No TODO may be left'],
    ['node ok.js   # prints "12 passed"', '`node ok.js`: prints "12 passed"'],
    ['# 1. expected: three rows\n$ node rows.js', '`node rows.js`: expected: three rows'],
    ['# 2. Unit tests\nnpm test', '`npm test`'],
    ['# must be empty\n\nnpm test', '`npm test`'],
  ])('a comment that says what is to come of a command is said of it: %j', (lines, said) => {
    expect(told(fenced(lines))).toEqual([said])
  })

  test.each([
    '# No TODO may be left\ngrep -rn TODO src',
    'node ok.js # prints "12 passed"',
    '$ node ok.js\n12 passed',
    'node ok.js # should print 12',
  ])('and its exit code alone says nothing of that: %j', (lines) => {
    const { spec } = readFiles({ md: `# a\n## Verification\n${fenced(lines)}` })
    expect(criterionCommands(spec).map(({ end }) => end)).toEqual([{ is: 'other' }])
  })

  test('below a name that says so they need not hold, and what stands behind them has to', () => {
    const md = `# a\n## Verification\nOptional:\n\n${fenced('npm run bench')}\n- \`a.md\` exists\n`
    expect(
      tell(md).told.criteria.map(({ text, under }) => [text.text, isOptional({ text: text.text, under })]),
    ).toEqual([
      ['`npm run bench`', true],
      ['`a.md` exists', false],
    ])
  })

  test.each([
    'There must be no TODO left in the sources:',
    'Run the following, expect exit code 3:',
    '**2. Expected to fail (exit 1):**',
  ])('words above it that say what is to come of them are one criterion with them, for people: %s', (words) => {
    expect(told(`${words}\n\n${fenced('grep -rn TODO src')}`)).toEqual([
      { words: expect.stringMatching(/^[^`]*`grep -rn TODO src`$/) },
    ])
    expect(commands(`${words}\n\n${fenced('grep -rn TODO src')}`)).toEqual([])
  })

  test.each([fenced('grep -rn TODO src'), '- `grep -rn TODO src`\n'])(
    'of a heading that says so the exit code alone tells nothing: %j',
    (lines) => {
      const { spec } = readFiles({ md: `# a\n## Verification\n### No TODO is left\n${lines}` })
      expect(criterionCommands(spec).map(({ end }) => end)).toEqual([{ is: 'other' }])
    },
  )

  test.each([
    [
      'a rule',
      'Optional:\n\n- a map\n\n---\n\n- `b.md` exists\n',
      [
        ['a map', true],
        ['`b.md` exists', false],
      ],
    ],
    [
      'words',
      'Optional:\n\n- a map\n\nAnd:\n\n- `b.md` exists\n',
      [
        ['a map', true],
        ['`b.md` exists', false],
      ],
    ],
    [
      'a table',
      'Optional:\n\n| a | b |\n|---|---|\n| a map | x |\n\n- `b.md` exists\n',
      [
        ['a map | x', true],
        ['`b.md` exists', false],
      ],
    ],
  ])('a name is that of what stands right below it, up to %s', (_, text, expected) => {
    const { criteria } = tell(`# a\n## Verification\n${text}`).told
    const found = criteria.filter(({ isWords }) => !isWords)
    expect(found.map((it) => [it.text.text, isOptional({ text: it.text.text, under: it.under })])).toEqual(expected)
  })

  test.each(['node a.js # optional', '# Optional: benchmark\nnode a.js', '# nice to have\nnode a.js'])(
    'a comment that says so leaves one aside: %j',
    (lines) => {
      const { criteria } = tell(`# a\n## Verification\n${fenced(lines)}`).told
      expect(criteria.map(({ text, under }) => [text.text, isOptional({ text: text.text, under })])).toEqual([
        ['`node a.js` (optional)', true],
      ])
    },
  )

  test.each(['The following files must not exist:', '**Removed:**', "Won't do:", 'No longer there:', 'Later:'])(
    'what words say of the list below them is said of each of its points: %s',
    (words) => {
      const { criteria } = tell(`# a\n## Verification\n${words}\n\n- \`a.md\`\n- \`b.md\`\n\n## More\n`).told
      const name = words.replaceAll(/[*:]/g, '')
      expect(criteria.filter(({ isWords }) => !isWords).map(({ under }) => under.at(-1))).toEqual([name, name])
    },
  )

  test('below a point they belong to it', () => {
    expect(told(`- All tests pass:\n${below('npm test\nnpm run lint')}- two\n`)).toEqual([
      'All tests pass: `npm test`, `npm run lint`',
      'two',
    ])
    expect(told(`- Look:\n${below('x', 'python')}`)).toEqual(['Look:\n```\nx\n```'])
  })
})

describe('words above it', () => {
  test.each(['Run these commands:', 'Run:', '**Verification commands:**', 'All of the following commands must pass:'])(
    'that only introduce it are none: %s',
    (words) => {
      expect(told(`${words}\n\n${fenced('npm test')}`)).toEqual(['`npm test`'])
      expect(told(`${words}\n${fenced('npm test')}`)).toEqual(['`npm test`'])
    },
  )

  test.each(['The mayor signs once these pass:', 'Run these on all three platforms:'])(
    'that say more are told: %s',
    (words) => {
      expect(told(`${words}\n\n${fenced('npm test')}`)).toEqual([{ words }, '`npm test`'])
    },
  )
})

describe('what only a shell runs as a whole is one criterion for people', () => {
  test.each([
    'for it in a b; do\n  node $it.js\ndone',
    'if test -f a.md\nthen npm test\nfi',
    'cat <<END\none\nEND',
    'cd app\nnpm test',
    'export CI=1\nnpm test',
    'CI=1\nnpm test',
    'check() {\n  npm test\n}\ncheck',
    'node -e "\nx()"',
  ])('%j', (lines) => {
    expect(told(`Run these commands:\n\n${fenced(lines)}`)).toEqual([{ words: lines }])
    expect(commands(fenced(lines))).toEqual([])
  })

  test('also below a point, where its language is no program', () => {
    expect(told(`- Look:\n${below('cd app\nnpm test')}`)).toEqual(['Look:\n```\ncd app\nnpm test\n```'])
    expect(commands(`- Look:\n${below('cd app\nnpm test')}`)).toEqual([])
  })
})

test('they are run as any command of a criterion is, and what needs a shell is not', () => {
  const md = `# a\n## Verification\nRun these commands:\n\n${fenced('node ok.js\nnode bad.js\nnpm test | tee log\nfrobnicate --all')}`
  const { spec } = readFiles({ md })
  expect(
    criterionCommands(spec).map(({ what, line, argv, check, isAll, end }) => [what, line, argv, check, isAll, end]),
  ).toEqual([
    ['`node ok.js`', 'node ok.js', ['node', 'ok.js'], 'verification_passed', true, { is: 'pass' }],
    ['`node bad.js`', 'node bad.js', ['node', 'bad.js'], 'verification_passed', true, { is: 'pass' }],
  ])
  expect(unrunCommands(spec).map(({ why }) => why)).toEqual(['npm test | tee log was not run: needs a shell (|)'])
})

test('a character that hides in one is an error, as in any command', () => {
  expect(readFiles({ md: `# a\n## Verification\n${fenced('node o\u202ek.js')}` }).said('MW005')).toHaveLength(1)
  expect(
    readFiles({ md: `# a\n## Verification\n- a\n  ~~~sh\n  node o\u202ek.js\n  ~~~\n` }).said('MW005'),
  ).toHaveLength(1)
})
