import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const plan = (...below: string[]): string =>
  ['## Phase 06: A', '- [ ] T001 a', '- [ ] T002 b', '- [ ] T003 c', ...below, ''].join('\n')
const third = (...below: string[]) => read(plan(...below)).tasks.find(({ id }) => id?.text === 'T003')
const blockers = (...below: string[]) => third(...below)?.blockedBy.map(({ id }) => id)
const files = (...below: string[]) => third(...below)?.files.map(({ path }) => path)
const codes = (...below: string[]) => printed(read(plan(...below)))

describe('a list whose elements stand as deep as its key', () => {
  test.each([
    ['  blocked_by:', '  - T001', '  - T002'],
    ['  blocked_by:', '  * T001', '  * T002'],
    ['  blocked_by:', '  1. T001', '  2. T002'],
    ['  **blocked_by:**', '  - T001', '  - T002'],
    ['  **blocked_by**:', '  - T001', '  - T002'],
    ['  blocked_by: T001,', '  T002'],
    ['  blocked_by: [T001],', '  - T002'],
    ['  blocked_by: T001', '  - T002'],
    ['  blocked_by: T001', '    T002'],
    ['  blocked_by:', '  - [T001]', '  - [T002]'],
    ['  blocked_by:', '  - T001', '', '  - T002'],
    ['  blocked_by:', '  - T001', '  <!-- and -->', '  - T002'],
    ['  blocked_by: [T001,', '    <!-- and -->', '    T002]'],
  ])('names blockers: %j %j %j %j', (...below) => {
    expect(blockers(...below)).toEqual(['T001', 'T002'])
    expect(codes(...below)).toEqual([])
  })

  test('behind tabs', () => {
    expect(blockers('\tblocked_by:', '\t- T001', '\t- T002')).toEqual(['T001', 'T002'])
  })

  test.each([
    ['  files:', '  - src/a.ts (CREATE)', '  - b (CREATE)'],
    ['  files: src/a.ts (CREATE),', '  b (CREATE)'],
    ['  files: src/a.ts (CREATE),', '  - b (CREATE)'],
    ['  files: src/a.ts (CREATE)', '  - b (CREATE)'],
    ['  files: src/a.ts (CREATE)', '    - b (CREATE)'],
    ['  files: src/a.ts (CREATE)', '    b (CREATE)'],
  ])('names files: %j %j %j', (...below) => {
    expect(files(...below)).toEqual(['src/a.ts', 'b'])
    expect(codes(...below)).toEqual([])
  })

  test('names traces and tests, and the next key ends it', () => {
    const task = third('  traces:', '  - FR-1', '  - FR-2', '  tests:', '  - a.test.ts', '  blocked_by:', '  - T002')
    expect(task).toMatchObject({
      traces: ['FR-1', 'FR-2'],
      tests: [{ text: 'a.test.ts' }],
      blockedBy: [{ id: 'T002' }],
    })
  })

  test('ends at a box and at a task', () => {
    const below = ['  blocked_by:', '  - [ ] look', '  - T002', '- [ ] T004 d']
    expect(third(...below)?.checklist).toHaveLength(1)
    expect(read(plan(...below)).tasks).toHaveLength(4)
    expect(blockers('  blocked_by: T001,', '  - [ ] look')).toEqual(['T001'])
  })

  test('is an error where an element is no id', () => {
    expect(codes('  blocked_by:', '  - the lock')).toEqual([expect.stringMatching(/^6:5 error MW109 /)])
  })

  test.each([
    ['  blocked_by: T001', '  - then write it'],
    ['  files: src/a.ts (CREATE)', '  - holds the types'],
    ['  files: src/a.ts (CREATE)', '    holds the types, see src/b.ts'],
    ['  blocked_by: [T001]', '  Text of a person.'],
  ])('takes no prose: %j %j', (...below) => {
    expect(codes(...below)).toEqual([])
    expect((blockers(...below)?.length ?? 0) + (files(...below)?.length ?? 0)).toBe(1)
  })
})

describe('a bracket that is closed on a line below', () => {
  test.each([
    ['  blocked_by: [', '    T001,', '    T002', '  ]'],
    ['  blocked_by: [', '    T001', '    T002', '  ]'],
    ['  blocked_by: [T001,', '    T002]'],
    ['  blocked_by: [T001,', '  T002]'],
    ['  blocked_by: [T001', '    , T002]'],
    ['  blocked_by: [', '  - T001', '', '  - T002', ']'],
    ['  blocked_by: [', '    "T001",', '    "T002"', '  ]'],
  ])('holds blockers: %j %j %j %j %j', (...below) => {
    expect(blockers(...below)).toEqual(['T001', 'T002'])
    expect(codes(...below)).toEqual([])
  })

  test('holds files', () => {
    const below = ['  files: [', '    src/a.ts (CREATE),', '    b (CREATE)', '  ]', '  traces: FR-1']
    expect(files(...below)).toEqual(['src/a.ts', 'b'])
    expect(third(...below)?.traces).toEqual(['FR-1'])
    expect(codes(...below)).toEqual([])
  })

  test('is read to the end of its line where a key, a box or a heading comes first', () => {
    for (const next of ['  traces: FR-1]', '  - [ ] x]', '## Phase 07: B]', '- [ ] T004 d]'])
      expect(codes('  blocked_by: [T001', next)).toContainEqual(
        expect.stringMatching(/^5:15 warning MW109 .*not closed/),
      )
  })

  test('without an end still takes the ids below', () => {
    expect(blockers('  blocked_by: [', '    T001', '  traces: FR-1')).toEqual(['T001'])
    expect(blockers('  blocked_by: [T001,', '    T002')).toEqual(['T001', 'T002'])
  })

  test('is an error where a line in it is no id', () => {
    expect(codes('  blocked_by: [', '    the lock', '  ]')).toEqual([expect.stringMatching(/^6:5 error MW109 /)])
  })
})

test.each([
  ['  files: |', '    src/a.ts (CREATE)', '    b (CREATE)'],
  ['  files: >', '    src/a.ts (CREATE),', '    b (CREATE)'],
])('files in a block are read: %s', (...below) => {
  expect(files(...below)).toEqual(['src/a.ts', 'b'])
  expect(codes(...below)).toEqual([])
})

test('blockers in a block are read, and the task goes on below it', () => {
  const below = ['  blocked_by: |', '    T001', '    T002', '  traces: FR-1']
  expect(blockers(...below)).toEqual(['T001', 'T002'])
  expect(third(...below)?.traces).toEqual(['FR-1'])
})

test.each(['• blocked_by: T001', '> blocked_by: T001', 'blocked_by T001'])(
  'a list ends at a key that is none as it stands: %s',
  (line) =>
    expect(codes('  files:', `    ${line}`).filter((it) => it.includes('error'))).toEqual([
      expect.stringMatching(/error MW107/),
    ]),
)
