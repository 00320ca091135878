import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const plan = (...below: string[]): string => ['## Phase 06: A', '- [ ] T001 a', '- [ ] T002 b', ...below, ''].join('\n')

describe('a bullet below a task that begins with an id', () => {
  test.each([
    '  - T003 store',
    '  * T003: store',
    '  1. T003 store',
    '    - **T003** store',
    '  • T003 store',
    '• T003 store',
  ])('is said and stays in the description: %s', (line) => {
    const draft = read(plan(line))
    expect(printed(draft)).toEqual([
      expect.stringMatching(/^4:\d warning MW801 this line starts with a task id but has no checkbox/),
    ])
    if (line.startsWith(' ')) expect(draft.tasks[1]?.description).toContain('T003')
    expect(draft.coverage.taskLike).toBe(draft.coverage.read + 1)
  })

  test.each([
    '  - see T003',
    '  T003 makes the store',
    '  - T3 is the small one',
    '  description: |\n    - T003 store',
  ])('is prose where it is not: %s', (line) => expect(printed(read(plan(line)))).toEqual([]))
})

test.each(['T009–T010 Range', 'T009—T010 Range', 'T009…T010 Range', '**T009**–**T010** Range'])(
  'the other end of a range in one box is said: %s',
  (text) =>
    expect(printed(read(plan(`- [ ] ${text}`)))).toEqual([
      expect.stringMatching(/^4:\d+ warning MW801 T010 stands behind T009 in one box; it is not read as a task$/),
    ]),
)

test.each([
  '**blocked_by:** T001',
  '**blocked_by**: T001',
  '*blocked_by:* T001',
  '_blocked_by:_ T001',
  '(**blocked_by**: T001)',
])('a dependency in emphasis within the text is said: %s', (text) =>
  expect(printed(read(plan(`- [ ] T011 Third ${text}`)))).toEqual([
    expect.stringMatching(/^4:\d+ warning MW124 'blocked_by:' stands within the text/),
  ]),
)

test('an id behind [P] is the id of the task', () => {
  const [task] = read('- [ ] [P] T004 text\n').tasks
  expect(task).toMatchObject({ id: { text: 'T004' }, parallel: true, title: { text: 'text' } })
})

test.each(['Task T002: Two', '[T002] Two', '#T002 Two', '🚀 T002 Two', '~~T002 Two~~'])(
  'an id behind something else is said to be unread: %s',
  (text) => {
    expect(printed(read(`- [ ] ${text}\n`))).toEqual([
      '1:7 warning MW104 T002 does not stand right behind the box; this task is read without an id',
    ])
  },
)

test.each([
  ['**T002 Create the model**', 'Create the model'],
  ['**T002: Create the model**', 'Create the model'],
  ['*T002 Create the model* | traces: FR-1', 'Create the model'],
  ['**T002** Create **the model**', 'Create **the model**'],
  ['**T002 Create** the **model**', 'Create** the **model**'],
])('an emphasis that takes in the id takes in the title: %s', (text, title) => {
  expect(read(`- [ ] ${text}\n`).tasks[0]).toMatchObject({ id: { text: 'T002' }, title: { text: title } })
})
