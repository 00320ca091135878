import { describe, expect, test } from 'vitest'
import { after, draftOf, wish } from './plan-text.ts'
import { printed, read } from './printed.ts'

test('a phase between two others has a number of its own', () => {
  const { groups } = read(
    '## Phase 06: A\n- [ ] T001 a\n## Phase 06.5: B\n- [ ] T002 b\n## Phase 07. C\n- [ ] T003 c\n',
  )
  expect(groups.map(({ number, title }) => [number, title])).toEqual([
    ['06', 'A'],
    ['06.5', 'B'],
    ['07', 'C'],
  ])
})

test('its row of the progress table is its own', () => {
  const table = '## Progress Summary\n| Phase | Total | Done |\n|---|---|---|\n| 06 | 1 | 0 |\n| 06.5 | 1 | 0 |\n'
  const plan = `${table}\n## Phase 06: A\n- [ ] T001 a\n## Phase 06.5: B\n- [ ] T002 b\n`
  const marked = after(plan, { marks: [wish('T002', 'b', 'done')], summary: true })
  expect(marked).toContain('| 06 | 1 | 0 |\n| 06.5 | 1 | 1 |')
})

describe('a block behind a key', () => {
  test.each(['notes', 'result', 'rationale', 'reason', '- notes'])('%s: | holds lines, not keys', (key) => {
    const lines = `  ${key}: |\n    blocked_by: T999\n    files: ../x (NEW)\n    - [ ] T002 x\n    \`\`\`\n    x\n    \`\`\`\n`
    const draft = read(`- [ ] T001 a\n${lines}  blocked_by: T003\n- [ ] T003 c\n`)
    expect(printed(draft)).toEqual([])
    const [task] = draft.tasks
    expect(draft.tasks).toHaveLength(2)
    expect(task).toMatchObject({ blockedBy: [{ id: 'T003' }], files: [], description: null })
    expect(task?.notes.map(({ value }) => value)).toContain('files: ../x (NEW)')
    expect(task?.block.length).toBe(`- [ ] T001 a\n${lines}  blocked_by: T003\n`.length)
  })

  test('and a reason is written behind it, and taken away again', () => {
    const plan = '- [ ] T001 a\n  notes: |\n    one\n    reason: two\n- [ ] T002 b\n'
    const blocked = after(plan, { marks: [wish('T001', 'a', 'blocked', { reason: 'red' })] })
    expect(blocked).toBe('- [BLOCKED] T001 a\n  notes: |\n    one\n    reason: two\n  reason: red\n- [ ] T002 b\n')
    const marks = [wish('T001', 'a', 'todo', { writtenReason: 'red' })]
    expect(after(blocked, { marks })).toBe(plan)
  })
})

test.each<[string, string[]]>([
  ['## Phase 06: A\n- [ ] T001 a\n- [ ]\n', ['3:1 error MW105 this task has no text']],
  [
    '## Phase 06: A\n- [ ]\n  files: a.ts (NEW)\n',
    ['2:1 warning MW104 this task has no id; read under a generated key'],
  ],
  ['## Phase 06: A\n- [ ] T001 a\n  - [ ]\n', []],
  ['- [X]T003 c', ["1:6 warning MW100 a space is missing after ']'; read as task T003"]],
  ['- [ ][P] T002 b', ["1:6 warning MW100 a space is missing after ']'; read as task T002"]],
  [
    '- [ ][US1] Do it',
    [
      "1:6 warning MW100 a space is missing after ']'; read as a task",
      '1:6 warning MW104 this task has no id; read under a generated key',
    ],
  ],
  ...['-', '~', 'X', 'BLOCKED', 'SKIP', 'DEFER'].map((it): [string, string[]] => [
    `- [${it}][P] T002 b\n  reason: so\n  defer_reason: so\n`,
    expect.arrayContaining([
      expect.stringContaining("MW100 a space is missing after ']'; read as task T002"),
    ]) as string[],
  ]),
  ...['v', 'done', 'wip', 'T'].map((it): [string, string[]] => [
    `- [${it}][P] T002 b`,
    [expect.stringContaining('T002') as string],
  ]),
  // Links are none.
  ...[
    '- [x](https://a.org) b',
    '- [x](a.md) b',
    '- [X](a)',
    '- [x][1]',
    '- [done][P] b',
    '- [x]: a b',
    '- [The plan](plan) of T001',
  ].map((it): [string, string[]] => [it, []]),
  ['- [BLOCKED] T001 a\n  reason:\n', ['1:4 warning MW116 T001 is blocked without a reason: line']],
  ['- [BLOCKED] T001 a\n  reason: |\n', ['1:4 warning MW116 T001 is blocked without a reason: line']],
  ['- [BLOCKED] T001 a\n  reason: |\n    the lock\n', []],
  ['- [DEFER] T001 a\n  defer_reason:\n', ['1:4 warning MW116 T001 is deferred without a defer_reason: line']],
  ['- [DEFER] T001 a\n  reason: later\n', ['1:4 warning MW116 T001 is deferred without a defer_reason: line']],
  ['- [DEFER] T001 a\n  defer_reason: later\n', []],
])('%j', (text, expected) => {
  expect(printed(read(text))).toEqual(expected)
})

test('nobody is told to untick a task', () => {
  expect(draftOf('- [X]T003 c').diagnostics.map(({ help }) => help)).toEqual(['write "- [X] T001 text"'])
})

test('an invisible character in a box is an error', () => {
  const found = printed(read('- [\u200b] T002 b\n- [ ] T003 c'))
  expect(found).toContainEqual(expect.stringMatching(/^1:4 error MW005 .* in a bullet, a box or a heading$/))
})

test.each<[string, string]>([
  ['[x](../../etc/passwd) (CREATE)', '../../etc/passwd'],
  ['[a.ts](src/a.ts) (MODIFY)', 'src/a.ts'],
  ['`[a.ts](src/a.ts)` (MODIFY)', 'src/a.ts'],
  ['[id]/page.ts (NEW)', '[id]/page.ts'],
  ['app/[id](x)/page.ts (NEW)', 'app/[id](x)/page.ts'],
])('a link in files: leads to its target: %s', (value, path) => {
  expect(read(`- [ ] T001 a\n  files: ${value}\n`).tasks[0]?.files.map((file) => file.path)).toEqual([path])
})

describe('what people write behind a dependency', () => {
  test.each<[string, string[]]>([
    ['blocked_by: [T001] — needs the store', ['T001']],
    ['blocked_by: [T001] -- needs the store, and the lock', ['T001']],
    ['blocked_by: [T001] - needs the store', ['T001']],
    ['blocked_by: [T001] # needs the store, too', ['T001']],
    ['blocked_by: [T001] <!-- see above -->', ['T001']],
    ['blocked_by: T001 <!-- a --> <!-- b -->', ['T001']],
    ['blocked_by: <!-- none -->', []],
    ['blocked_by: nothing', []],
    ['blocked_by: null', []],
    ['blocked_by: None.', []],
    ['blocked_by: T001, T003.', ['T001', 'T003']],
    ['blocked_by: [T001, T003].', ['T001', 'T003']],
    ['Dependencies: lodash, express', []],
    ['blockers: none', []],
    ['Depends on: nothing', []],
    ['Blocked: waiting for the API key', []],
    ['- **Dependencies**: lodash', []],
  ])('%s', (line, ids) => {
    const draft = read(`- [ ] T001 a\n- [ ] T002 b\n  ${line}\n- [ ] T003 c\n`)
    expect(printed(draft)).toEqual([])
    expect(draft.tasks[1]?.blockedBy.map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    'Dependencies: T001',
    'Depends on: task 1',
    'Blocked: see T001',
    'dependencies: src/a.ts',
    'depends_on:',
    'blocked_by: [T001] - T003 x',
    'blocked_by: — needs the store',
    'blocked_by: ..',
  ])('%s is still an error', (line) => {
    const found = printed(read(`- [ ] T001 a\n- [ ] T002 b\n  ${line}\n- [ ] T003 c\n`))
    expect(found).toEqual([expect.stringMatching(/^3:\d+ error MW10[79] /)])
  })

  test('comments are no part of other lists either', () => {
    const text =
      '- [ ] T001 a | traces: FR-1 <!-- x -->\n  files: a.ts (CREATE) <!-- new -->\n- [ ] T002 b\n  files: <!-- new -->\n    - b.ts (CREATE) <!-- c -->\n'
    const draft = read(text)
    expect(printed(draft)).toEqual([])
    expect(draft.tasks.map(({ traces, files }) => [traces, files.map(({ path }) => path)])).toEqual([
      [['FR-1'], ['a.ts']],
      [[], ['b.ts']],
    ])
  })
})
