import { describe, expect, test } from 'vitest'
import { draftOf } from './plan-text.ts'

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
  '- ✅ T002 is done since May',
  'T002 → T003',
  'See [1] T002',
  '- [US12345] words',
  '| T001 | [X] |',
  '- [ ] T002 T003 goes on',
])('nothing is said of: %s', (line) => {
  expect(unread(line)).toEqual([])
})
