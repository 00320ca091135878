/** How the words of a call are understood: lists of ids before the plan, and options that mean nothing alone. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spreadLists } from '../../src/cli/spread-lists.ts'
import { makeBench, type Bench } from '../rig/cli.ts'

let bench: Bench
beforeEach(() => {
  bench = makeBench({ git: true })
})
afterEach(() => bench.remove())

const plan = `# Plan

## Phase 06: Implementation
- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
- [ ] T003 Three
  files: three.txt (CREATE)
`

async function ran(words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await bench.millwright(['run', '--dry-run', '--json', ...words])
  expect(code, `${stdout}${stderr}`).toBe(0)
  const { tasks } = JSON.parse(stdout) as { tasks: { id: string; selected: boolean }[] }
  return tasks.filter((it) => it.selected).map((it) => it.id)
}

describe('--only', () => {
  test.each([
    [['--only', 'T001', 'tasks.md'], ['T001']],
    [
      ['--only', 'T001', 'T003', 'tasks.md'],
      ['T001', 'T003'],
    ],
    [
      ['--only', 'T001,T003', 'tasks.md'],
      ['T001', 'T003'],
    ],
    [
      ['--only', 'T001,', 'T003', '.'],
      ['T001', 'T003'],
    ],
    [
      ['--only=T001', '--only', 'T002', 'tasks.md'],
      ['T001', 'T002'],
    ],
    [
      ['tasks.md', '--only', 'T002', 'T003'],
      ['T002', 'T003'],
    ],
    [['tasks.md', '--only', 'T002', '--jobs', '1'], ['T002']],
    [['--only', 'T002', '--', 'tasks.md'], ['T002']],
    [['--only', 'T002', 'plans'], ['T002']],
  ] as const)('%j runs %j', async (words, ids) => {
    bench.write('tasks.md', plan)
    if (words.includes('plans' as never)) bench.write('plans/tasks.md', plan)
    expect(await ran(words)).toEqual(ids)
  })

  test('a file named like an id is not taken for the plan', () => {
    bench.write('T003', '')
    const words = ['run', 'tasks.md', '--only', 'T001', 'T003']
    expect(spreadLists(words, ['--only'], bench.folder)).toEqual([
      'run',
      'tasks.md',
      '--only',
      'T001',
      '--only',
      'T003',
    ])
  })

  test.each([
    { words: ['--only', 'tasks.md'], says: 'That is a file; the ids stand here, and the plan after.' },
    { words: ['tasks.md', '--only', ''], says: '--only must be a list of one text or more, and is []' },
    { words: ['tasks.md', '--only', ','], says: '--only must be a list of one text or more, and is []' },
    { words: ['--only', 'T001', 'missing.md'], says: 'cannot read missing.md: it does not exist' },
    { words: ['--only', 'T001'], says: "missing required argument 'plan'" },
    { words: ['--only', 'T009', 'tasks.md'], says: 'no task T009 in this plan; did you mean' },
  ])('$words is refused with what is wrong', async ({ words, says }) => {
    bench.write('tasks.md', plan)
    const { code, stderr } = await bench.millwright(['run', ...words, '--dry-run'])
    expect(stderr).toContain(says)
    expect(code).toBe(2)
  })
})

test('--doubles without --dry-run is refused', async () => {
  bench.write('tasks.md', plan)
  bench.write('doubles.json', '{}')
  const { code, stderr } = await bench.millwright(['run', 'tasks.md', '--exec', 'true', '--doubles', 'doubles.json'])
  expect(code).toBe(2)
  expect(stderr).toContain('this is no dry run')
  expect(stderr).toContain('add --dry-run')
})
