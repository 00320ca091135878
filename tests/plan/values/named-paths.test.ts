/** Which files a sentence demands, and which it only tells of. */

import { describe, expect, test } from 'vitest'
import { outputsNamed, pathsNamed } from '../../../src/plan/values/named-paths.ts'

test.each<[string, string[]]>([
  ['`a.md` and `b.md`', ['a.md', 'b.md']],
  ['a.md is written', ['a.md']],
  ['a.md with all tides', []],
  ['`a.md` with all tides', ['a.md']],
  ['`bin/tiller` exists', ['bin/tiller']],
  ['`out/2027-01` and `a.md` are there', ['out/2027-01', 'a.md']],
  ['the work lies on `feature/tides`', []],
  ['`a.md` or `a.pdf` exists', []],
  ['either a.md or a.pdf', []],
  ['either `a.md` with the tides or a printed table', []],
  ['one of `a.md`, `b.md`', []],
  ['`a.md` exists or `a.pdf` exists', []],
  ['`a.md` exists (or `a.pdf`)', []],
  ['`a.md` and/or `a.pdf`', []],
  ['`a.md`/`a.pdf` exists', []],
  ['`a.md` may exist', []],
  ['`a.md` exists if it was wanted', []],
  ['`a.md` exists unless nobody wanted it', []],
  ['Nice to have: `a.md` exists', []],
  ['(Stretch) `a.md` exists', []],
  ['If time permits, `a.md` exists', []],
  ['~~`a.md` exists~~', []],
  ['`a.md` has the same format as `old.md`', ['a.md']],
  ['`a.md` is saved as `b.md`', ['a.md', 'b.md']],
  ['`a.md` or better, and `b.md`', ['a.md', 'b.md']],
  ['`a.md`; an appendix `b.md` is optional', []],
  ['`a.md`, generated from `data.csv`', ['a.md']],
  ['`a.md` replaces `old.md`', ['a.md']],
  ['`a.md` (was `old.md`)', ['a.md']],
  ['`a.md` was written', ['a.md']],
  ['`a.md`, like `template.md`', ['a.md']],
  ['a.md: see `a.md` for the tides', ['a.md']],
  ['`old.md` is gone', []],
  ['no `old.md` is left, and `a.md` is there', ['a.md']],
  ['`a.md` with no errors', ['a.md']],
  ['`data.csv` with one row per year or month', ['data.csv']],
  ['`summary.md`, compiled from `a.csv` and `b.csv`', ['summary.md']],
  ['`old.txt` renamed to `new.txt`', ['new.txt']],
  ['`old.txt` is replaced by `new.txt`', ['new.txt']],
  ['`A.txt` - all lines sorted, duplicates removed', ['A.txt']],
  ['`report.md` (if time allows with charts)', ['report.md']],
  ['A list of 12 or more ports in `ports.csv`', ['ports.csv']],
  ['`a.txt`, unlike `old.txt` and `older.txt`', ['a.txt']],
  ['either (`a.md`) or (`b.md`)', []],
  [
    Array.from({ length: 12 }, (_, at) => `\`part-${at}.md\``).join(', '),
    Array.from({ length: 12 }, (_, at) => `part-${at}.md`),
  ],
])('%s', (text, demanded) => {
  expect(outputsNamed(text).map(({ path }) => path)).toEqual(demanded)
})

test.each([
  ['`a.md` exists. It is available in the project.', true],
  ['User guide: `a.md` exists', true],
  ['The user guide (`a.md`) is there', true],
  ['Deliverable (`a.md`) (exists)', true],
  ['`a.md` exists. User guide exists.', false],
  ['`a.md` exists! The manual is there.', false],
  ['`a.md` — documentation', false],
  ['`a.md` - the report', false],
  ['`a.md`: user guide', false],
  ['`a.md` (report)', false],
  ['`src/` has a user guide', false],
  ['`src/` has documentation', false],
  ['`app.py` is in the user guide', false],
  ['`docs/guide.md` exists -- the user manual is delivered', false],
  ['`a.md` exists • user guide exists', false],
  ['The report `a.md` and the user guide `b.md` exist', true],
  ['`src/` has a report and the user guide `b.md` exists', false],
  ['🚫 `debug.log`', false],
  ['❌ `debug.log` exists', false],
])('%s: only that it is there %s', (text, isAll) => {
  const { saysOnlyThat, isNegated } = pathsNamed(text)
  expect(saysOnlyThat && !isNegated).toBe(isAll)
})

test.each([
  ...[
    '`ch1.md`–`ch3.md` exist',
    '`ch1.md` - `ch3.md` exist',
    '`ch1.md`..`ch3.md` exist',
    '`ch1.md` … `ch3.md` exist',
    '`ch1.md`—`ch3.md`',
  ],
  ...[
    '`r.md` in `a/` and `b/`',
    '`r.md` in `a/`, `b/`',
    '`r.md` under `a/` & `b/`',
    '`r.md` and `i.html` in `a/` and `b/`',
  ],
  ...[
    '`b/`: `r.md`',
    'b/: r.md',
    '`a/`, `b/`: `r.md`',
    '`b/` has `r.md`',
    '`r.md` (`b/`)',
    '`r.md` – `b/`',
    '| `r.md` | `b/` |',
  ],
  ...['`guide.md` is in `SUMMARY.md`', '`golden.md` in `r.md`', '`r.md` is as `golden.md`', '`r.md` as in `golden.md`'],
  ...[
    '`r.md` has `golden.md` in it',
    'Files in `r.md` exist',
    '`r.md` is final',
    'guide.md in README',
    '`r.md` exists as a guide',
  ],
])('how several belong together is for people to judge: %s', (text) => {
  expect(pathsNamed(text).saysOnlyThat).toBe(false)
})

test.each([
  ...[
    '`a.md`, `b.md` and the report `c.md` exist',
    '`r.md` at `b/`',
    '`r.md` is there in the folder `b/`',
    '`a.md` & `b.md`',
  ],
  ...[
    'The manual (`a.md`) and the guide (`b.md`) are delivered',
    '`a/` and `b/` exist',
    'Exported as `a.pdf`',
    'a.md b.md exist',
  ],
])('that they are there is all of a list: %s', (text) => {
  expect(pathsNamed(text).saysOnlyThat).toBe(true)
})

test('a question says nothing', () => {
  expect([pathsNamed('`a.md` is there').saysOnlyThat, pathsNamed('`a.md` is there?').saysOnlyThat]).toEqual([
    true,
    false,
  ])
})

test.each<[string, string[]]>([
  ['`a.md` or `a.pdf` exists', []],
  ['`a.md` replaces `old.md`', ['a.md']],
  ['`a.md` and `b.md` exist', ['a.md', 'b.md']],
  ['`bin/tiller` exists', []],
  ['ch1.md..ch3.md exist', []],
  ['`report_YYYY-MM-DD.md` exists', []],
  ['`report_2027.md` or similar exists', []],
  ['`app/[...slug]/page.tsx` exists', ['app/[...slug]/page.tsx']],
])('%s: surely named', (text, sure) => {
  expect(
    pathsNamed(text)
      .paths.filter(({ isSure }) => isSure)
      .map(({ path }) => path),
  ).toEqual(sure)
})

describe('whether a sentence does not hold where what it names is gone', () => {
  const wants = (text: string): boolean => pathsNamed(text).wantsThem

  test.each([
    ...[
      '`a.md` exists',
      '`a.md`',
      '`a.md` lists all tides',
      '`a.md` with all tides',
      'The final report `a.md` has a map',
    ],
    ...['a.md is complete', '`a.md`: all tides', '`a.md` must contain the map', '`a.md` and `b.md` are up to date'],
    ...[
      'Deliverable: `a.md` for the baker',
      'All ports are listed in `a.md`',
      'There is a file `a.md` that tells of it',
    ],
    ...['`a.py` compiles', 'A new module `src/a.ts` exports it', '**`a.md`** (the map)'],
  ])('%s', (text) => {
    expect(wants(text)).toBe(true)
  })

  test.each([
    ...[
      '`a.md` doesn\u2019t exist',
      "`a.md` doesn't exist",
      '`a.md` has been dropped',
      '`a.md` existiert nicht',
      '`a.md` 不存在',
    ],
    ...["`a.md` n'existe pas", '`a.md` wurde gelöscht', 'Users can upload `a.csv`', 'Errors are logged to `a.log`'],
    ...['The CLI writes `a.json` when asked', 'It supports `a.json` and `b.toml`', '`.env` is ignored by git'],
    ...['It reads `a.toml` where there is one', 'Nothing refers to `a.md` any more', '`a.md` → `docs/a.md` is written'],
    ...[
      '`a.md` if time permits',
      '`a.md` will be removed',
      'Is `a.md` there?',
      'All is well',
      'Whoever edits `a.md` is told',
    ],
    ...[
      '`.env` is in `.gitignore`',
      '`a.csv` exists in `b.zip`',
      '`a.toml` is in the vault',
      '`a.gz` is in the S3 bucket',
    ],
    ...[
      '`a.json` is created on first start',
      '`a.pdf` is generated when the user clicks',
      '`a.whl` is published on PyPI',
    ],
    ...[
      '`a.csv` is available for download',
      'Input: `a.csv`',
      'Deprecated: `a.js`',
      '`a.csv` contains the rows after the export ran',
    ],
  ])('not: %s', (text) => {
    expect(wants(text)).toBe(false)
  })
})

describe('that it is there is all that a sentence says', () => {
  test.each([
    ...[
      'DoC-1: `a.md` exists',
      'AC1 — `a.md` exists',
      'P0: `a.md` exists',
      '(1) `a.md` exists',
      '[ ] 1. `a.md` exists',
    ],
    ...['`a.md` exists (required)', '`a.md` must exist', '`a.md` is not empty', '`a.md` exists and is not empty'],
    ...['Create `a.md`', '[a report](a.md) exists', '[a.md](a.md) exists', '`a.md` existiert', '`a.md` 已存在'],
  ])('%s', (text) => {
    expect(pathsNamed(text)).toMatchObject({ paths: [{ path: 'a.md' }], saysOnlyThat: true, isNegated: false })
  })

  test.each([
    '12 lines in `a.md`',
    '[signed by the mayor](a.md)',
    '`a.md` exists (signed)',
    'A3 `a.md` exists',
    '`a.md` is not there',
  ])('but not of %s', (text) => {
    const { saysOnlyThat, isNegated } = pathsNamed(text)
    expect(saysOnlyThat && !isNegated).toBe(false)
  })
})

test.each<[string, string[]]>([
  ['`a.ts` that reads `b.toml`', ['a.ts']],
  ['a log, errors are logged to `b.log`', []],
  ['reads `a.csv` and writes `b.csv`', ['b.csv']],
  ['`old.md` → `new.md`', ['new.md']],
  ["`old.md` doesn't exist", []],
  ['`a.md` if time permits', []],
  ['`.env` is in `.gitignore`', ['.gitignore']],
  ['`a.csv` is listed in `b.md`', ['b.md']],
  ['`a.md` is in `docs/`', ['a.md', 'docs']],
])('what is read, moved or gone is demanded of no step: %s', (text, demanded) => {
  expect(outputsNamed(text).map(({ path }) => path)).toEqual(demanded)
})
