import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const plan = (...below: string[]): string =>
  ['## Phase 06: A', '- [ ] T001 a', '- [ ] T002 b', '- [ ] T003 c', ...below, ''].join('\n')
const third = (...below: string[]) => read(plan(...below)).tasks.find(({ id }) => id?.text === 'T003')

describe('keys behind a bar on a sub-line', () => {
  test.each([
    ['  traces: FR-001 | blocked_by: [T001]', { traces: ['FR-001'] }],
    ['  files: src/a.ts (CREATE) | blocked_by: [T001]', { files: [{ path: 'src/a.ts', action: 'create' }] }],
    ['  blocked_by: T001 | files: src/a.ts (CREATE)', { files: [{ path: 'src/a.ts' }] }],
    [
      '  blocked_by: T001 | traces: FR-1 | files: src/a.ts (CREATE)',
      { traces: ['FR-1'], files: [{ path: 'src/a.ts' }] },
    ],
    ['  tests: a.test.ts | blocked_by: T001', { tests: [{ text: 'a.test.ts' }] }],
    ['  description: short | blocked_by: T001', { description: 'short' }],
    ['  description: short | blocked_by: T001 | and more', { description: 'short\nand more' }],
    ['  reason: no wire | blocked_by: T001', { reason: { text: 'no wire' } }],
    ['  owner: Bob | blocked_by: T001', { notes: [{ key: 'owner', value: 'Bob' }] }],
    ['  owner: Bob | role: tester | blocked_by: T001', { notes: [{ key: 'owner', value: 'Bob | role: tester' }] }],
    ['  files:\n  - src/a.ts (CREATE) | blocked_by: T001', { files: [{ path: 'src/a.ts' }] }],
  ])('are read: %s', (line, expected) => {
    const task = third(line)
    expect(task).toMatchObject(expected)
    expect([...(task?.blockedBy ?? [])].map(({ id }) => id)).toEqual(['T001'])
    expect(printed(read(plan(line)))).toEqual([])
  })

  test.each([
    ['  description: use a | b: c', { description: 'use a | b: c' }],
    ['  description: the table `x | blocked_by: T001`', { description: 'the table `x | blocked_by: T001`' }],
    ['  reason: said | files: later', { reason: { text: 'said | files: later' } }],
    ['  owner: Bob | role: tester', { notes: [{ key: 'owner', value: 'Bob | role: tester' }] }],
  ])('are text where they hold no list: %s', (line, expected) => {
    expect(third(line)).toMatchObject({ ...expected, blockedBy: [], files: [] })
  })

  test.each([
    '  traces: FR-1 | blockedby: T001',
    '  files: src/a.ts (CREATE) | blocked_by T001',
    '  description: short | depends_on: T001',
    '  reason: said|blocked_by: T001',
  ])('are an error where they are misspelt: %s', (line) => {
    expect(printed(read(plan(line)))).toContainEqual(expect.stringMatching(/^5:\d+ error MW107 /))
  })

  test.each([
    '  files: x (CREATE), blocked_by: T001',
    '  files: x (CREATE); blocked_by: [T001]',
    '  files: x (CREATE) blocked_by: T001',
    '  files: x (CREATE), **blocked_by:** T001',
    '  traces: FR-1, files: src/a.ts (CREATE)',
    '  tests: npm test, blocks: T001',
    '  files:\n    x (CREATE), blocked_by: T001',
  ])('are an error without a bar: %s', (line) => {
    expect(printed(read(plan(line)))).toContainEqual(
      expect.stringMatching(/error MW107 '\w+:' stands within another list; nothing is read from it$/),
    )
  })

  test.each(['  files: docs/blocks.md (CREATE, blocks: the three)', '  files: `a blocked_by: T001` (CREATE)'])(
    'are none: %s',
    (line) => expect(printed(read(plan(line)))).toEqual([]),
  )
})

test.each(['  some words | blocked_by: T001', '  - [ ] look | blocked_by: [T001]', '  - words | **blocks:** T001'])(
  'a dependency behind a bar in words below a task is an error: %s',
  (line) =>
    expect(printed(read(plan(line)))).toEqual([expect.stringMatching(/^5:\d+ error MW107 a dependency stands/)]),
)

test.each(['  write `| blocked_by: T001` there', '  some words | blocks of stone: T001'])(
  'and none where it is not: %s',
  (line) => expect(printed(read(plan(line)))).toEqual([]),
)
