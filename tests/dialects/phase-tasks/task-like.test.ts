import { describe, expect, test } from 'vitest'
import { readPhaseTasks } from '../../../src/dialects/phase-tasks/read.ts'
import { draftOf, sourceOf } from './plan-text.ts'

const plan = (line: string): string => `# P\n\n## Phase 06: Implementation\n- [ ] T001 a\n${line}\n- [ ] T009 z\n`

const unread = (line: string): readonly string[] =>
  draftOf(plan(line)).diagnostics.flatMap(({ code, message }) => (code === 'MW801' ? [message] : []))

describe('a line that people take for a task is read or said', () => {
  test.each([
    '-\u200b [ ] T014 behind a bullet',
    '- \u200b[ ] T015 before a box',
    '\u2060- [ ] T018 before a bullet',
    '\ufeff- [ ] T019 before a bullet',
    '  \u200b- [ ] T020 below a task',
    '[ ] T002 no bullet',
    '[ ] no bullet and no id',
    '– [ ] T003 en dash',
    '• [ ] T004 dot',
    '  • [x] T004 dot below a task',
    '- - [ ] T005 twice',
    '<!-- x --> - [ ] T006 behind a comment',
    '\\- [ ] T007 escaped',
    '- \\[ \\] T007 escaped',
    '☐ T008 box sign',
    '- ☐ T008 box sign',
    '| [ ] | T101 | x |',
    '- **[ ] T101** x',
    '- [ ]: T101',
    '- [ ]: do it',
    '- [ ](a) do it',
    '- [X]: T101 x',
    '- [X](T101) x',
    '- [X](US1) T101 x',
    '- [BLOCKED](P) T101 x',
    'a) [ ] T101 x',
    '### [ ] T101 x',
    '  [BLOCKED] T101 below a task',
  ])('%s', (line) => {
    const draft = draftOf(plan(line))
    expect(draft.tasks.map(({ id }) => id?.text)).toEqual(['T001', 'T009'])
    expect(unread(line)).toEqual([expect.stringContaining(line.trim())])
    expect(draft.coverage).toEqual({ taskLike: 3, read: 2 })
  })

  test.each(['- [ ] T101, T102 x', '- [ ] T101 & T102: x', '- [ ] **T101**, T102 x'])('%s', (line) => {
    expect(draftOf(plan(line)).tasks.map(({ id }) => id?.text)).toEqual(['T001', 'T101', 'T009'])
    expect(unread(line)).toEqual([expect.stringContaining('T102 stands behind T101')])
  })
})

test.each([
  '[ ]: https://example.com',
  '[x](https://example.com) T002',
  '[x] ',
  '  [ ] words below a task',
  '- [x](T002.md) a link',
  '`[P]` T002 may go beside T003',
  '[P] T002 may go beside T003',
  'T002 → T003',
  'See [1] T002',
  '- [US12345] words',
  '| T001 | [X] |',
  '- [ ] T002 T003 goes on',
])('nothing is said of: %s', (line) => {
  expect(unread(line)).toEqual([])
})

describe('a line that names a task behind something else', () => {
  test.each([
    '- ✅ T101 Base',
    '- ❌ T101 Base',
    '- ⏳ T101',
    '- 🚧 T101 Base',
    '- ✔️ T101 Base',
    '- ✔ T101 Base',
    '- ✅ **T101** Base',
    '- **✅ T101** Base',
    '✅ T101 Base',
    '- :white_check_mark: T101 Base',
    '- <input type="checkbox"> T101 Base',
    '- (x) T101 Base',
    '- ( ) T101 Base',
    '- TODO: T101 Base',
    '- Task T101: Base',
    '- (T101) Base',
    '- "T101" Base',
    '- [T101]: Base',
    '- ~~T101 Base~~',
    '- 1. T101 Base',
    '  - ✅ T101 below a task',
    '#### Task T101: Base',
    '### ✅ T101 Base',
    '**T101**: Base',
    '**T101:** Base',
    '**T101** Base',
    '**Task T101** - Base',
    'T101: Base',
    '| T101 | Base | todo |',
    '| **T101** | Base | todo |',
    '| ✅ T101 | Base |',
  ])('is said where no box has the id: %s', (line) => {
    const draft = draftOf(plan(line))
    expect(unread(line)).toEqual([
      `this line looks like task T101, which has no checkbox; it is not read: ${line.trim()}`,
    ])
    expect(draft.coverage).toEqual({ taskLike: 3, read: 2 })
    expect(draft.diagnostics).toHaveLength(1)
    // A summary, a list of contents, a heading above its task.
    expect(unread(line.replaceAll('T101', 'T009'))).toEqual([])
  })

  test.each([
    '- [T101](../other/tasks.md) Base',
    '[T101]: https://example.com',
    '- ✅ T101-T105 Base',
    '- → T101 comes later',
    '└── T101 Base',
    'T101 is in the other plan',
    'Task T101 is in the other plan',
    '- see T101',
    '| T101, T102 | Base |',
    '| Base | T101 |',
    '- Base (T101)',
    '\n## Notes\n- ✅ T101 Base\n### Task T101: Base',
    '  description: |\n    - ✅ T101 Base',
    '```\n- ✅ T101 Base\n```',
  ])('is none where it tells something else: %j', (line) => expect(unread(line)).toEqual([]))

  test('knows the boxes of all files of the plan, and the sum of parts', () => {
    const first = sourceOf('## Phase 06: A\n- ✅ T002 b\n- ✅ T003 c\n#### Task T004: d\n', 'a.md')
    const second = sourceOf('## Phase 07: B\n- [ ] T002 b\n- [ ] T004A d\n', 'b.md')
    const { diagnostics } = readPhaseTasks([first, second])
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'MW801 this line looks like task T003, which has no checkbox; it is not read: - ✅ T003 c',
    ])
  })
})
