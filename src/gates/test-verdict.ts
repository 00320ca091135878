/**
 * Whether one test ran, and how it ended, by what its runner printed. An exit code alone does not tell: most runners end well
 * where no test has the name, and end badly where the file could not even be read.
 */

import type { CriterionTest } from '../run/effect.ts'

export type TestVerdict =
  { readonly is: 'passed' } | { readonly is: 'failed' } | { readonly is: 'not-run'; readonly why: string }

/** How often tests ended in which way, as a runner counts them; null where it says nothing of any. */
type Counts = { readonly passed: number; readonly failed: number } | null

/**
 * @param end.output what it printed, as far as it was kept: the end of it is enough
 */
export function testVerdict(
  test: CriterionTest,
  end: { readonly exitCode: number | null; readonly output: string },
): TestVerdict {
  const { exitCode } = end
  if (exitCode === 126 || exitCode === 127) return notRun('its program is not there')
  if (test.runner === 'exit-code') return { is: exitCode === 0 ? 'passed' : 'failed' }
  const lines = end.output.split('\n').map((it) => it.trimEnd())
  const counts = countsOf(test, lines, exitCode)
  if (counts === null || counts.passed + counts.failed === 0)
    return notRun(
      exitCode === 0
        ? `there is no test called ${test.name}, or it is skipped`
        : `its file could not be read, or there is no test called ${test.name} (exit code ${String(exitCode)})`,
    )
  if (exitCode === 0 && counts.failed === 0) return { is: 'passed' }
  if (exitCode !== 0 && counts.failed > 0) return { is: 'failed' }
  return notRun(`what went wrong is not the test itself (exit code ${String(exitCode)})`)
}

function notRun(why: string): TestVerdict {
  return { is: 'not-run', why }
}

function countsOf(test: CriterionTest, lines: readonly string[], exitCode: number | null): Counts {
  switch (test.runner) {
    case 'vitest':
      return countsIn(lines.findLast((it) => it.trimStart().startsWith('Tests  ')))
    case 'jest':
      return countsIn(lines.findLast((it) => it.startsWith('Tests:')))
    case 'pytest':
      // 1: tests failed. 2 to 5: they were not collected, or there is none.
      return exitCode === 0 || exitCode === 1 ? countsIn(lines.findLast((it) => / in \d[\d.]*s/.test(it))) : null
    case 'node':
      return countsOfTap(test, lines)
    case 'go':
      return {
        passed: lines.filter((it) => it.startsWith('--- PASS: ')).length,
        failed: lines.filter((it) => it.startsWith('--- FAIL: ')).length,
      }
    case 'cargo': {
      const all = lines.filter((it) => it.startsWith('test result: ')).map(countsIn)
      return {
        passed: all.reduce((sum, it) => sum + (it?.passed ?? 0), 0),
        failed: all.reduce((sum, it) => sum + (it?.failed ?? 0), 0),
      }
    }
    case 'ctest':
      return countsOfCtest(lines)
    case 'gtest':
      return {
        passed: numberIn(lines.find((it) => it.startsWith('[  PASSED  ]'))),
        failed: numberIn(lines.find((it) => /^\[ {2}FAILED {2}\] \d+ test/.test(it))),
      }
    case 'exit-code':
      return null
    default:
      return test.runner satisfies never
  }
}

/** `1 failed | 2 passed (3)`, `0 passed; 1 failed; 2 ignored`, `1 failed, 4 deselected in 0.25s`. */
function countsIn(line: string | undefined): Counts {
  if (line === undefined) return null
  const count = (word: string): number => Number(new RegExp(String.raw`\b(\d{1,9}) ${word}\b`).exec(line)?.[1] ?? 0)
  return { passed: count('passed'), failed: count('failed') }
}

function numberIn(line: string | undefined): number {
  return Number(/\d{1,9}/.exec(line ?? '')?.[0] ?? 0)
}

/** A file that cannot be read is a test of its own there, called by its path; one that is skipped is `ok` with a word behind. */
function countsOfTap({ name, file }: CriterionTest, lines: readonly string[]): Counts {
  const wanted = new RegExp(name)
  const own = lines.flatMap((line) => {
    const found = /^\s*(not ok|ok) \d{1,9} - (.*)$/.exec(line)
    const [, how = '', rest = ''] = found ?? []
    const [text, directive = ''] = splitDirective(rest)
    const isFile = text.startsWith('/') || text === file
    return found === null || isFile || directive !== '' || !wanted.test(text) ? [] : [how]
  })
  const summary = (word: string): number => numberIn(lines.findLast((it) => it.startsWith(`# ${word} `)))
  return {
    // A suite of skipped tests is `ok`, too.
    passed: own.includes('ok') && summary('pass') > 0 ? 1 : 0,
    failed: own.includes('not ok') ? 1 : 0,
  }
}

function splitDirective(rest: string): readonly [string, string?] {
  const at = / # (?:SKIP|TODO)\b/i.exec(rest)
  const plain = (text: string): string => text.replaceAll(/\\([\\#])/g, '$1')
  return at === null ? [plain(rest)] : [plain(rest.slice(0, at.index)), rest.slice(at.index)]
}

/** A test whose program is not there has not run, and counts as failed there. */
function countsOfCtest(lines: readonly string[]): Counts {
  const line = lines.findLast((it) => /tests? failed out of \d/.test(it))
  const [failed = 0, all = 0] =
    /(\d{1,9}) tests? failed out of (\d{1,9})/
      .exec(line ?? '')
      ?.slice(1)
      .map(Number) ?? []
  const without = lines.filter((it) => /\((?:Not Run|Skipped|Disabled)\)$/.test(it)).length
  const skipped = lines.filter((it) => it.endsWith('(Skipped)')).length
  return { passed: Math.max(0, all - failed - skipped), failed: Math.max(0, failed - (without - skipped)) }
}
