/** Looks at the tests that were seen red in a draft that was taken after it: is each still the one that was seen? */

import { isTestUnchanged, testsIn } from '../gates/test-text.ts'
import { isTestFile, liesWithTests, steersTests } from '../plan/test-files.ts'
import type { SeenTest } from '../run/effect.ts'
import type { ChangedTest } from '../run/outcome.ts'
import type { OutcomeOf, Workspaces } from '../workspaces/workspaces.ts'

/** Adds to a draft which tests it holds otherwise than they were. Where no state of the files is kept, nobody can tell. */
export async function withChangedTests(
  outcome: OutcomeOf<'snapshot'>,
  tests: readonly SeenTest[],
  workspaces: Pick<Workspaces, 'files' | 'changed'>,
): Promise<OutcomeOf<'snapshot'>> {
  if (outcome.is !== 'taken' || outcome.commit === null || !workspaces.files || !workspaces.changed) return outcome
  const now = outcome.commit
  const testsChanged: ChangedTest[] = []
  for (const test of tests) {
    const [before, after] = [test.since, now].map((it) => textsOf(workspaces.files?.(it)))
    for (const path of new Set(await workspaces.changed(test.since, now))) {
      if (!concerns(test, path)) continue
      const is = whatChanged(test, path, (await before?.(path)) ?? null, (await after?.(path)) ?? null)
      if (is !== null) testsChanged.push({ criterion: test.criterion, path, is })
    }
  }
  return testsChanged.length === 0 ? outcome : { ...outcome, testsChanged }
}

function concerns({ runner, file, written }: SeenTest, path: string): boolean {
  return path === file || written.includes(path) || isTestFile(runner, path) || liesWithTests(path) || steersTests(path)
}

/** @param before text of the file when the test was seen red, and `after` now; null where it is none */
function whatChanged(
  test: SeenTest,
  path: string,
  before: string | null,
  after: string | null,
): ChangedTest['is'] | null {
  if (before === after) return null
  // What came later is no part of the test, unless runners look for it by themselves.
  if (before === null) return steersTests(path) || isRunWithTests(path, after) ? 'beside' : null
  const isNamed = path === test.file
  const holds = testsIn(test, before)
  if (isNamed || holds === 'own') return after !== null && isTestUnchanged(test, before, after) ? null : 'test'
  // Tests of others are theirs.
  if (holds === 'others') return null
  // Where the test is found by its name alone, in words that nobody can read here, it may be in there.
  return test.file === null && isTestFile(test.runner, path) ? 'test' : 'beside'
}

/** Whether Python runs a file before the tests beside it. */
function isRunWithTests(path: string, text: string | null): boolean {
  return liesWithTests(path) && path.endsWith('/__init__.py') && text !== null && text.trim() !== ''
}

/** A reader of texts; a link is what it leads to. */
function textsOf(files: ReturnType<NonNullable<Workspaces['files']>> | undefined) {
  return async (path: string): Promise<string | null> => {
    const found = (await files?.look(path)) ?? null
    if (found?.is === 'link') return `-> ${found.to}`
    return found?.is === 'file' ? Buffer.from(found.bytes).toString('utf8') : null
  }
}
