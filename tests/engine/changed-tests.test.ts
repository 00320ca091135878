/** Which files that a later draft holds otherwise concern a test that was seen red. */

import { expect, test } from 'vitest'
import { withChangedTests } from '../../src/engine/changed-tests.ts'

const taken = { of: 'snapshot', is: 'taken', commit: 'now' } as unknown as Parameters<typeof withChangedTests>[0]
const seen = {
  criterion: 'AC-1',
  runner: 'pytest',
  file: 'tests/test_a.py',
  name: 'test_a',
  since: 'then',
  written: [],
} as const

/** What is told of a file that came after the test was seen red. */
async function told(path: string, text: string): Promise<unknown> {
  const workspaces = {
    files: (at: string) => ({
      look: () => Promise.resolve(at === 'now' ? { is: 'file', bytes: Buffer.from(text) } : null),
    }),
    changed: () => Promise.resolve([path]),
  } as unknown as Parameters<typeof withChangedTests>[2]
  const outcome = await withChangedTests(taken, [seen], workspaces)
  return outcome.is === 'taken' ? (outcome.testsChanged ?? []) : outcome
}

test.each([
  ['conftest.py', 'x = 1\n', true],
  ['tests/__init__.py', 'import sums\nsums.add = None\n', true],
  ['tests/__init__.py', '\n', false],
  ['src/__init__.py', 'x = 1\n', false],
  ['tests/test_b.py', 'x = 1\n', false],
])('%s that comes with %j is told: %s', async (path, text, isTold) => {
  expect(await told(path, text)).toEqual(isTold ? [{ criterion: 'AC-1', path, is: 'beside' }] : [])
})
