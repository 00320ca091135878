/** Which files a sentence demands, and which it only tells of. */

import { expect, test } from 'vitest'
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
])('%s: surely named', (text, sure) => {
  expect(
    pathsNamed(text)
      .paths.filter(({ isSure }) => isSure)
      .map(({ path }) => path),
  ).toEqual(sure)
})
