import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const below = (line: string): string => `## Phase 06: A\n- [ ] T001 a\n- [ ] T002 b\n- [ ] T003 c\n${line}\n`
const task = (line: string): string => `## Phase 06: A\n- [ ] T001 a\n- [ ] T002 b\n${line}\n`
const third = (text: string) => read(text).tasks.find(({ id }) => id?.text === 'T003')

describe('a dependency or file line that is not indented', () => {
  test.each([
    '- blocked_by: T002',
    '* blocks: T002',
    '1. blocked_by: [T002]',
    '- files: x (CREATE)',
    '- **Files:** src/x.ts (CREATE)',
    'Files: src/x.ts',
    'Blocked by: T002',
    '**Blocked by:** T002',
    '- depends_on: [T002]',
    'Depends on: T002',
    '- Depends on T002',
    'blocked_by T002',
    'blocked_by → T002',
    '• blocked_by: T002',
    '> blocked_by: T002',
    '- `blocked_by`: T002',
    '- [ ] blocked_by: T002',
    '- blocked_by:\n  - T002',
    '- files:\n  - src/a.ts (NEW)',
    '- blocked_by: the lock',
    'bloсked_by: T002',
  ])('is an error: %s', (line) => {
    const draft = read(below(line))
    expect(printed(draft)).toEqual([expect.stringMatching(/^5:\d+ error MW106 this .* line belongs to no task$/)])
    expect(draft.tasks).toHaveLength(3)
    expect(draft.coverage.taskLike).toBe(draft.coverage.read + 1)
  })

  test.each(['Dependencies: T001, T002', 'Needs: T002', 'Files: 12', '- fils: the usual', 'traces: FR-1', 'reason: x'])(
    'that may be a sentence is a warning: %s',
    (line) =>
      expect(printed(read(below(line)))).toEqual([expect.stringMatching(/^5:1 warning MW801 .*belongs to no task/)]),
  )

  test.each([
    'Note: T002 is the first',
    'Blocks of stone',
    '- Depends on what T002 gives',
    'Description: more',
    '- traces: x',
  ])('is prose where it is: %s', (line) => expect(printed(read(below(line)))).toEqual([]))

  test('below prose, in a section of words and in the head only the plain spelling counts', () => {
    expect(printed(read(below('Words.\nBlocked by: T002')))).toEqual([expect.stringMatching(/^6:1 error MW106/)])
    expect(printed(read(below('Words.\nFiles: 12\nDepends on T002')))).toEqual([])
    expect(printed(read(`# P\nFiles: 12\n- **Files:** src/a.ts\nBlocked by: T001\n${below('')}`))).toEqual([])
    expect(printed(read(below('## Notes\n- blocked_by: T002\n- files: x (CREATE)')))).toEqual([])
  })
})

describe('annotations that are not last', () => {
  test.each<[string, string, object]>([
    ['x | blocked_by: T001 | high', 'x | high', { blockedBy: [{ id: 'T001' }] }],
    ['x | traces: FR-1 | done', 'x | done', { traces: ['FR-1'] }],
    ['x | files: src/x.ts (CREATE) | P1', 'x | P1', { files: [{ path: 'src/x.ts', action: 'create' }] }],
    ['x | blocked_by: T001 | high | traces: FR-1', 'x | high', { blockedBy: [{ id: 'T001' }], traces: ['FR-1'] }],
    ['x | blocked_by: none | high', 'x | high', { blockedBy: [] }],
    ['| blocked_by: T001 | x', 'x', { blockedBy: [{ id: 'T001' }] }],
    ['x | y | blocked_by: T001', 'x | y', { blockedBy: [{ id: 'T001' }] }],
    ['matcher Edit|Write | traces: FR-1', 'matcher Edit|Write', { traces: ['FR-1'] }],
    ['x | blocked_by: T001 (`a|b`) | high', 'x | high', { blockedBy: [{ id: 'T001' }] }],
  ])('are read: %s', (line, title, expected) => {
    expect(printed(read(task(`- [ ] T003 ${line}`)))).toEqual([])
    expect(third(task(`- [ ] T003 ${line}`))).toMatchObject({ title: { text: title }, ...expected })
  })

  test.each<[string, string]>([
    ['x | blocked_by T001', "MW107 the colon behind 'blocked_by' is missing; did you mean blocked_by? kept as text"],
    [
      'x | depends on T001 | P1',
      "MW107 the colon behind 'depends on' is missing; did you mean blocked_by? kept as text",
    ],
    ['x | blockedby: T001', "MW107 unknown annotation 'blockedby'; did you mean blocked_by? kept as text"],
    ['g|blocked_by: T001', "MW107 the blank before '| blocked_by:' is missing; kept as text"],
    ['g|blocked_by: T001 | traces: FR-1', "MW107 the blank before '| blocked_by:' is missing; kept as text"],
    ['g|files: src/a.ts (NEW)', "MW107 the blank before '| files:' is missing; kept as text"],
    ['x | blocked_by: soon | P1', "MW124 'blocked_by:' is not the last part and holds no list; kept as text"],
    [
      'x || blocked_by: T001',
      "MW107 'blocked_by' stands among signs that are no part of a key; did you mean blocked_by? kept as text",
    ],
    ['x blocked_by: T001', "MW124 'blocked_by:' stands within the text; no dependency is read from it"],
    ['x (blocked_by: T001)', "MW124 'blocked_by:' stands within the text; no dependency is read from it"],
    ['x depends on T001', "MW124 'depends on' stands within the text; no dependency is read from it"],
    ['x (Depends on T001)', "MW124 'Depends on' stands within the text; no dependency is read from it"],
    ['x, blocked by T001', "MW124 'blocked by' stands within the text; no dependency is read from it"],
  ])('or said: %s', (line, message) => {
    const code = message.slice(0, 5)
    const found = printed(read(task(`- [ ] T003 ${line}`)))
    expect(found).toEqual([expect.stringContaining(`${code === 'MW107' ? 'error' : 'warning'} ${message}`)])
    expect(third(task(`- [ ] T003 ${line}`))?.blockedBy).toEqual([])
  })

  test.each([
    'type a|files: b',
    'a|b c',
    'x | T001',
    'write `| blocked_by T001`',
    'parse `blocked_by: T001`',
    'parse `depends on T001`',
    'what depends on Tuesdays',
    'x | 3 files',
  ])('but not where it is text: %s', (line) => expect(printed(read(task(`- [ ] T003 ${line}`)))).toEqual([]))
})

test.each<[string, string[], string[]]>([
  ['(T001)', [], ['error MW109 T001 stands in a note; it is not read as a dependency']],
  ['T001 (and T002)', ['T001'], ['error MW109 T002 stands in a note; it is not read as a dependency']],
  ['[T001 (T002)]', ['T001'], ['error MW109 T002 stands in a note; it is not read as a dependency']],
  ['T001 # and T002', ['T001'], ['error MW109 T002 stands in a note; it is not read as a dependency']],
  ['T001 (T002, T004)', ['T001'], ['error MW109 T002 stands in a note; it is not read as a dependency']],
  ['T001 (see T002)', ['T001'], ['warning MW109 T002 stands in a note; it is not read as a dependency']],
  ['(all of phase 05)', [], ["warning MW109 '(all of phase 05)' is a note; no dependency is read from it"]],
  ['T001 (done, in phase 05)', ['T001'], []],
  ['none (the first)', [], []],
  ['(none)', [], []],
  ['[T001](#t001)', ['T001'], []],
  ['[T001](#t001), [T002](../tasks.md#t002)', ['T001', 'T002'], []],
  ['[T001](T002)', ['T001'], ['error MW109 T002 stands in a note; it is not read as a dependency']],
  ['T001-2', ['T001', 'T002'], []],
  ['T001..02', ['T001', 'T002'], []],
  ['n/a', [], []],
  ['N/A', [], []],
  ['-', [], []],
])('ids in notes: blocked_by: %s', (value, ids, expected) => {
  const text = task(`- [ ] T003 c\n  blocked_by: ${value}`)
  expect(third(text)?.blockedBy.map(({ id }) => id)).toEqual(ids)
  expect(printed(read(text)).map((it) => it.slice(it.indexOf(' ') + 1))).toEqual(expected)
})

describe('two boxes on one line', () => {
  test('are said, each of them', () => {
    const found = printed(read(task('- [ ] T003 a - [ ] T004 b - [ ] T005 c')))
    expect(found.map((it) => /T00\d/.exec(it)?.[0])).toEqual(['T004', 'T005'])
  })

  test.each([
    '- [ ] T003 a - [ ] T004 b',
    '- [ ] T003 a; [x] T004 b',
    '- [X] T003, - [ ] T004',
    '- [ ] T003 a\n  - [ ] c - [ ] T004 b',
  ])('are said: %j', (line) => {
    const found = printed(read(task(line)))
    expect(found).toEqual([expect.stringMatching(/warning MW801 T004 has its box behind another task/)])
  })

  test.each([
    'write `- [ ] T004 b`',
    'write "- [ ] T004" lines',
    'the box [ ] stays',
    'see [x](y) T004',
    'like [P] T004',
  ])('but not where it is text: %s', (line) => expect(printed(read(task(`- [ ] T003 ${line}`)))).toEqual([]))
})

describe('a dependency within the text of a task', () => {
  test.each([
    ['c, depends on: T001', 'depends on'],
    ['c. Depends upon: T001, T002', 'Depends upon'],
    ['c (after T001)', 'after'],
    ['c [depends: T001]', 'depends'],
    ['c (requires T001)', 'requires'],
    ['c (deps: T001)', 'deps'],
    ['c, needs [T001, T002]', 'needs'],
    ['c (waits for T001)', 'waits for'],
    ['After T001, c', 'After'],
    ['c (blocks T001)', 'blocks'],
  ])('is said: %s', (text, words) => {
    const draft = read(task(`- [ ] T003 ${text}`))
    expect(printed(draft)).toEqual([
      `4:12 warning MW124 '${words}' stands within the text; no dependency is read from it`,
    ])
    expect(draft.diagnostics[0]?.help).toContain(words === 'blocks' ? '| blocks: …' : '| blocked_by: …')
  })

  test.each([
    '- [ ] T003 c after T009',
    '- [ ] T003 c, as it needs T4 machines',
    '- [ ] T003 what `after T001` means',
    '- [ ] T003 c after T001 | blocked_by: T001',
    '- [ ] T003 c (depends on T001)\n  blocked_by: [T001..T002]',
    '- [x] T003 c after T001',
  ])('but not where it is none, or is said by a list, or is over: %j', (line) =>
    expect(printed(read(task(line))).filter((it) => it.includes('MW124'))).toEqual([]),
  )
})
