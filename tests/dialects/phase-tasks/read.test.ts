import { describe, expect, test } from 'vitest'
import type { DraftTask } from '../../../src/plan/draft.ts'
import { readPhaseTasks } from '../../../src/dialects/phase-tasks/read.ts'
import { printed, read } from './printed.ts'

function only(text: string): DraftTask {
  const { tasks } = read(text)
  expect(tasks).toHaveLength(1)
  return tasks[0]!
}

const at = (text: string, { offset, length }: { offset: number; length: number }): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(offset, offset + length))

describe('a task', () => {
  test.each([
    [' ', 'todo'],
    ['X', 'done'],
    ['x', 'done'],
    ['BLOCKED', 'blocked'],
    ['SKIP', 'skipped'],
    ['DEFER', 'deferred'],
    ['~', 'unknown'],
    ['', 'todo'],
    ['  ', 'todo'],
  ])('cell [%s] is %s', (cell, state) => {
    const text = `- [${cell}] T001 a`
    const { mark } = only(text)
    expect(mark).toMatchObject({ state, raw: cell, span: { offset: 3, length: cell.length } })
  })

  test.each([
    ['- [ ] T001 a', 'T001', 'a'],
    ['* [ ] T001 a', 'T001', 'a'],
    ['+ [ ] T001 a', 'T001', 'a'],
    ['1. [ ] T001 a', 'T001', 'a'],
    ['2) [ ] T001 a', 'T001', 'a'],
    ['-[ ] T001 a', 'T001', 'a'],
    ['- [ ]T001 a', 'T001', 'a'],
    ['- [ ]* T001 a', 'T001', 'a'],
    ['\t- [ ] T001 a', 'T001', 'a'],
    ['    - [ ] T001 a', 'T001', 'a'],
    ['- [ ] **T001** a', 'T001', 'a'],
    ['- [ ] T001: a', 'T001', 'a'],
    ['- [ ] T001 — a', 'T001', 'a'],
    ['- [ ] T001 [P] a', 'T001', 'a'],
    ['- [ ] t0001 a', 't0001', 'a'],
    ['- [ ] T00001 a', 'T00001', 'a'],
    ['- [ ] T005A a', 'T005A', 'a'],
  ])('%s', (text, id, title) => {
    const task = only(text)
    expect([task.id?.text, task.title.text]).toEqual([id, title])
    expect(at(text, task.id!.span)).toBe(id)
    expect(at(text, task.title.span)).toBe(title)
  })

  test.each(['- [P] tasks = parallel', '- [x](a.md)', '- [x][ref]', '- [x]: note', '- a', '# T001', '> - [ ] T001 a'])(
    'none: %s',
    (text) => expect(read(text).tasks).toEqual([]),
  )

  test('the same with CRLF, a byte order mark and no final newline', () => {
    const text = '## Phase 06: Implementation\n- [ ] T001 a | traces: FR-1\n  files: a.ts (NEW)\n  blocked_by: none'
    const lean = ({ tasks }: ReturnType<typeof read>): unknown =>
      tasks.map(({ key, title, files, traces }) => [key, title.text, files.map(({ path }) => path), traces])
    const plain = lean(read(text))
    expect(lean(read(text.replaceAll('\n', '\r\n')))).toEqual(plain)
    expect(lean(read(`\ufeff${text}`))).toEqual(plain)
    expect(lean(read(`${text}\n`))).toEqual(plain)
    expect(printed(read(`\ufeff${text.replaceAll('\n', '\r\n')}`))).toEqual([])
  })

  test('line and block end where its lines end', () => {
    const text = '- [ ] T001 a\r\n  files: a.ts (NEW)\r\n\r\n  reason: b\r\n\r\n## Notes\r\n'
    const task = only(text)
    expect(at(text, task.line)).toBe('- [ ] T001 a')
    expect(at(text, task.block)).toBe('- [ ] T001 a\r\n  files: a.ts (NEW)\r\n\r\n  reason: b\r\n')
    expect(task.indent).toBe('  ')
  })

  test('keys: a second one of an id is counted, a box without an id gets one from its text', () => {
    const text = '## Phase 06: A\n- [ ] T001 a\n- [ ] T001 b\n- [ ] c\n- [ ] c\n'
    const keys = read(text).tasks.map(({ key }) => key)
    expect(keys.slice(0, 2)).toEqual(['T001', 'T001#2'])
    expect(keys[2]).toMatch(/^box-[0-9a-f]{8}$/)
    expect(keys[3]).toBe(`${keys[2]!}#2`)
    expect(read(`x\n${text}`).tasks.map(({ key }) => key)).toEqual(keys)
  })

  test('a letter makes a sub-task of the number, where that exists', () => {
    const { tasks } = read('- [ ] T005 a\n- [ ] T005A b\n- [ ] T009A c\n')
    expect(tasks.map(({ parent }) => parent)).toEqual([null, 'T005', null])
  })
})

describe('annotations', () => {
  test.each([
    ['a | traces: FR-1', 'a', ['FR-1']],
    ['match Edit|Write now | traces: FR-1', 'match Edit|Write now', ['FR-1']],
    ['get | put | traces: FR-1', 'get | put', ['FR-1']],
    ['keep `a | b: c` | traces: FR-1', 'keep `a | b: c`', ['FR-1']],
    ['a | traces: FR-001..FR-003', 'a', ['FR-001', 'FR-002', 'FR-003']],
    ['a | traces: AC-001-01..03, FR-9', 'a', ['AC-001-01', 'AC-001-02', 'AC-001-03', 'FR-9']],
    ['a | traces: FR-001 through FR-002', 'a', ['FR-001', 'FR-002']],
    ['a | traces: FR-003 (integration), Article X', 'a', ['FR-003', 'Article X']],
    ['a | traces: (all)', 'a', ['(all)']],
    ['a | traces: none', 'a', ['none']],
    ['a | traces: FR-5..FR-1', 'a', ['FR-5..FR-1']],
    ['a | traces: FR-1..FR-999999', 'a', ['FR-1..FR-999999']],
  ])('%s', (text, title, traces) => {
    const task = only(`- [ ] T001 ${text}`)
    expect([task.title.text, task.traces]).toEqual([title, traces])
  })

  test('several of them, also keys of sub-lines', () => {
    const task = only('- [ ] T001 a | files: a.ts (NEW) | blocked_by: T002 | owner: me')
    expect(task.title.text).toBe('a')
    expect(task.files.map(({ path }) => path)).toEqual(['a.ts'])
    expect(task.blockedBy.map(({ id }) => id)).toEqual(['T002'])
    expect(task.notes).toMatchObject([{ key: 'owner', value: 'me' }])
  })
})

describe('dependencies', () => {
  const plan = ['T001', 'T002', 'T003', 'T003A', 'T005'].map((id) => `- [ ] ${id} a\n`).join('')
  test.each([
    ['[T001, T002]', 'T001 T002'],
    ['T001, T002', 'T001 T002'],
    ['[T001], [T002]', 'T001 T002'],
    ['none', ''],
    ['[]', ''],
    ['', ''],
    ['[none]', ''],
    ['[T001] (both needed)', 'T001'],
    ['`T001`, "T002"', 'T001 T002'],
    ['T001-T003', 'T001 T002 T003 T003A'],
    ['[T001..T003]', 'T001 T002 T003 T003A'],
    ['T002–T005', 'T002 T003 T003A T005'],
    ['T001 through T002', 'T001 T002'],
    ['T001..002', 'T001 T002'],
    ['T003-T009', 'T003 T003A T005 T009'],
  ])('%s', (value, ids) => {
    const draft = read(`${plan}- [ ] T100 b\n  blocked_by: ${value}\n`)
    expect(
      draft.tasks
        .at(-1)
        ?.blockedBy.map(({ id }) => id)
        .join(' '),
    ).toBe(ids)
    expect(printed(draft)).toEqual([])
  })

  test('each reference has its own place, a range the place of the range', () => {
    const text = '- [ ] T001 a\n- [ ] T002 b\n- [ ] T003 — c\n  blocks: [T001, T001-T002]\n'
    const { blocks } = read(text).tasks[2]!
    expect(blocks.map(({ span }) => at(text, span))).toEqual(['T001', 'T001-T002', 'T001-T002'])
  })

  test('elements on lines of their own', () => {
    const draft = read(
      '- [ ] T001 a\n  blocked_by:\n    - T002\n    - T003\n  files:\n    - a.ts (NEW)\n    b.ts (MODIFY)\n',
    )
    const [task] = draft.tasks
    expect(task?.blockedBy.map(({ id }) => id)).toEqual(['T002', 'T003'])
    expect(task?.files.map(({ path }) => path)).toEqual(['a.ts', 'b.ts'])
    expect(printed(draft)).toEqual([])
  })
})

describe('files', () => {
  test.each([
    ['a.ts (CREATE)', [['a.ts', 'create', null, null]]],
    [
      'a.ts (NEW scaffolds), b.ts (REGENERATE)',
      [
        ['a.ts', 'create', 'scaffolds', null],
        ['b.ts', 'modify', null, null],
      ],
    ],
    [
      'a.ts (MODIFY — one, two), b.ts (DELETE)',
      [
        ['a.ts', 'modify', 'one, two', null],
        ['b.ts', 'delete', null, null],
      ],
    ],
    ['a.ts (MODIFY, audit-driven)', [['a.ts', 'modify', 'audit-driven', null]]],
    [
      '`a b.ts` (REVIEW), c.ts (VERIFY)',
      [
        ['a b.ts', 'read', null, null],
        ['c.ts', 'read', null, null],
      ],
    ],
    ['a.ts -> b.ts (RENAME)', [['a.ts', 'rename', null, 'b.ts']]],
    ['RENAME a.ts -> b.ts', [['a.ts', 'rename', null, 'b.ts']]],
    ['a.ts (RENAME -> b.ts)', [['a.ts', 'rename', null, 'b.ts']]],
    ['app/(group)/[id]/page.tsx (MODIFY)', [['app/(group)/[id]/page.tsx', 'modify', null, null]]],
    ['`src/b.ts` - MODIFY', [['src/b.ts', 'modify', null, null]]],
    ['src/b.ts - DELETE by hand', [['src/b.ts', 'delete', 'by hand', null]]],
    ['notes - NEW.md (CREATE)', [['notes - NEW.md', 'create', null, null]]],
    ['a.ts(MODIFY)', [['a.ts', 'modify', null, null]]],
    ['src/{a,b}.ts (MODIFY)', [['src/{a,b}.ts', 'modify', null, null]]],
    [
      '[a.ts (NEW), b.ts (NEW)]',
      [
        ['a.ts', 'create', null, null],
        ['b.ts', 'create', null, null],
      ],
    ],
    [
      'CREATE src/k.ts; MODIFY src/l.ts',
      [
        ['src/k.ts', 'create', null, null],
        ['src/l.ts', 'modify', null, null],
      ],
    ],
    [
      'a.ts (MODIFY — one; two); c.ts (DELETE), d;e.ts (NEW)',
      [
        ['a.ts', 'modify', 'one; two', null],
        ['c.ts', 'delete', null, null],
        ['d;e.ts', 'create', null, null],
      ],
    ],
    [
      `["src/q.ts (CREATE)", 'src/r.ts (NEW)', \`s.ts (NEW)\`]`,
      [
        ['src/q.ts', 'create', null, null],
        ['src/r.ts', 'create', null, null],
        ['s.ts', 'create', null, null],
      ],
    ],
    ['`docs (old)/a.md` (NEW)', [['docs (old)/a.md', 'create', null, null]]],
    ["'a.ts' -> 'b.ts' (RENAME)", [['a.ts', 'rename', null, 'b.ts']]],
    ["RENAME 'a.ts' -> 'b.ts'", [['a.ts', 'rename', null, 'b.ts']]],
    ['(test execution, no file changes)', []],
    ['none', []],
  ])('%s', (value, expected) => {
    const text = `- [ ] T001 — a\n  files: ${value}\n`
    const draft = read(text)
    const [task] = draft.tasks
    expect(task?.files.map(({ path, action, note, to }) => [path, action, note, to])).toEqual(expected)
    expect(task?.declaresFiles).toBe(true)
    for (const { span, path } of task!.files) expect(at(text, span)).toBe(path)
    expect(printed(draft)).toEqual([])
  })

  test('a quoted path may hold parentheses', () => {
    expect(only('- [ ] T001 a\n  files: `docs (old)/a.md`').files.map(({ path }) => path)).toEqual(['docs (old)/a.md'])
  })

  test.each([
    ['a/b.ts', 'path'],
    ['a/', 'directory'],
    ['a/**', 'glob'],
    ['a/{b,c}.ts', 'glob'],
    ['docs/.../x.md', 'abbreviated'],
    ['docs/part-12-.../x.md', 'abbreviated'],
    ['docs/part-12-…/x.md', 'abbreviated'],
    ['src/importer...', 'abbreviated'],
    ['app/[...slug]/page.ts', 'path'],
    ['src/a..b/c.ts', 'path'],
  ])('form of %s', (path, form) => {
    expect(only(`- [ ] T001 a\n  files: ${path} (MODIFY)`).files[0]?.form).toBe(form)
  })

  test('the action word has its place', () => {
    const text = '- [ ] T001 a\n  files: a.ts (MODIFY — b)\n'
    expect(at(text, only(text).files[0]!.actionSpan!)).toBe('MODIFY')
  })
})

describe('the other sub-lines', () => {
  test('at any indentation, with blank lines between them', () => {
    for (const indent of ['  ', '    ', '\t', ' ', '   ']) {
      const task = only(`- [ ] T001 a\n${indent}blocked_by: T002\n\n${indent}reason: why\n${indent}result: 3 of 3\n`)
      expect([task.blockedBy.length, task.reason?.text, task.notes[0]?.value, task.indent]).toEqual([
        1,
        'why',
        '3 of 3',
        indent,
      ])
    }
  })

  test('a description is all deeper lines, outdented', () => {
    const text =
      '- [ ] T001 a\n  description: |\n    One.\n      - two\n\n    - [ ] three: no box\n    files: no key\n  tests: npm test (VERIFY), a.test.ts (MODIFY — b, c)\n'
    const task = only(text)
    expect(task.description).toBe('One.\n  - two\n\n- [ ] three: no box\nfiles: no key')
    expect(task.tests.map((it) => it.text)).toEqual(['npm test', 'a.test.ts'])
    expect([task.files.map((it) => [it.path, it.action]), task.checklist]).toEqual([[['a.test.ts', 'modify']], []])
  })

  test.each([
    ['(no file changes; verification only)', true],
    ['(test execution, no file changes)', true],
    ['(none)', true],
    ['(verification only — no edits)', true],
    ['(No files changed.)', true],
    ['[(see design)]', false],
    ['(verification only, and the index)', false],
    ['(exact files to be verified during implementation)', false],
    ['(verify src/db.ts migration; add index)', false],
    ['(nothing new, extends src/e.ts)', false],
    ['(whatever it takes, no changes to the public API)', false],
    ['(touches the same files as T003, but specifically the worker entry-point)', false],
    ['(see the design)', false],
    ['(only what T003 names, no new ones)', false],
  ])(
    'a note in the place of files is told, and says that there are none or leaves it open: %s',
    (note, declaresFiles) => {
      const task = only(`- [ ] T001 a\n  files: ${note}\n`)
      expect(task).toMatchObject({ files: [], declaresFiles, told: [{ text: `files: ${note}` }] })
    },
  )

  test('the files that `tests:` says are written belong to the task; what it proposes to run is told', () => {
    const tests =
      't/a.test.ts (CREATE), t/b.test.ts (MODIFY), npm run e2e (VERIFY), t/c.test.ts, POST /users (create), ./app/[id]/(x)/p.test.tsx (NEW)'
    for (const text of [
      `- [ ] T001 a\n  files: src/a.ts (NEW), t/b.test.ts (NEW)\n  tests: ${tests}\n`,
      `- [ ] T001 a\n  tests: ${tests}\n  files: src/a.ts (NEW), t/b.test.ts (NEW)\n`,
    ]) {
      const task = only(text)
      expect(task.files.map((it) => `${it.path} ${it.action}`)).toEqual([
        'src/a.ts create',
        't/b.test.ts create',
        't/a.test.ts create',
        './app/[id]/(x)/p.test.tsx create',
      ])
      expect(task.told.map((it) => it.text)).toEqual([`tests: ${tests}`])
    }
    expect(only(`- [ ] T001 a\n  tests: ${tests}\n`)).toMatchObject({ declaresFiles: false, files: [{}, {}, {}] })
  })

  test.each([
    'POST /users (create), PUT /users/:id (update), DELETE /users/:id (delete)',
    'a user can add an item (create), unit (CREATE), edge cases (MODIFY)',
    'Cart.total (new), User.login (create), api/users.show (MODIFY)',
    '**unit:** tests/e.test.js (CREATE), ../x.test.js (CREATE), /abs/x.js (CREATE), npm test (CREATE)',
  ])('what is not plainly a file of the project is prose: %s', (tests) => {
    expect(only(`- [ ] T001 a\n  tests: ${tests}\n`)).toMatchObject({ files: [], told: [{ text: `tests: ${tests}` }] })
  })

  test('free text and fences below a task are its description', () => {
    const task = only('- [ ] T001 a\n  More words.\n  ```sh\n  - [ ] T009 no\n  ```\n  files: a.ts (NEW)\n')
    expect(task.description).toBe('More words.\n```sh\n- [ ] T009 no\n```')
    expect(task.files).toHaveLength(1)
  })

  test('a box without an id below a task is its checklist; the next task is not', () => {
    const { tasks } = read('- [ ] T001 a\n  - [x] one\n  - [ ] two\n- [ ] T002 b\n')
    expect(tasks.map(({ key, checklist }) => [key, checklist.map(({ text, mark }) => [text, mark.state])])).toEqual([
      [
        'T001',
        [
          ['one', 'done'],
          ['two', 'todo'],
        ],
      ],
      ['T002', []],
    ])
  })

  test('nested tasks: a sub-line belongs to the task it is deeper than', () => {
    const { tasks } = read('- [ ] T001 a\n  - [ ] T001A b\n    reason: inner\n  reason: outer\n')
    expect(tasks.map(({ reason }) => reason?.text)).toEqual(['outer', 'inner'])
  })

  test('unknown keys are notes, a deferral has its reason', () => {
    const task = only('- [DEFER] T001 a\n  defer_reason: later\n  owner: me\n')
    expect(task.reason?.text).toBe('later')
    expect(task.notes.map(({ key }) => key)).toEqual(['defer_reason', 'owner'])
  })
})

describe('groups', () => {
  const text = [
    '# Task Plan: ferry',
    '## Phase 00-04: Analysis -- COMPLETE (Pre-Analyzed)',
    '## Phase 06: Implementation — PENDING',
    '### Core',
    '- [ ] T001 a',
    '## Phase 08: Review — of the code',
    '## Post-Build -- PENDING',
    '- [ ] T002 b',
    '## Dependency Graph',
    'T001 -> T002',
  ].join('\n')

  test('phases, sections with tasks, labels', () => {
    const { groups, tasks, title } = read(text)
    expect(title).toBe('Task Plan: ferry')
    expect(groups.map(({ key, number, title: name, label }) => [key, number, name, label?.text ?? null])).toEqual([
      ['00-04', '00-04', 'Analysis', 'COMPLETE (Pre-Analyzed)'],
      ['06', '06', 'Implementation', 'PENDING'],
      ['08', '08', 'Review — of the code', null],
      ['Post-Build', null, 'Post-Build', 'PENDING'],
    ])
    expect(tasks.map(({ group, section }) => [group, section])).toEqual([
      ['06', 'Core'],
      ['Post-Build', null],
    ])
    for (const { label } of groups) if (label !== null) expect(at(text, label.span)).toBe(label.text)
  })
})

describe('lists of several tasks', () => {
  test('what is read for one task never turns up in another', () => {
    const [first, second, third] = read(
      [
        '- [ ] T001 a | traces: FR-001',
        '  files:',
        '    - a.ts (NEW)',
        '  traces: FR-002',
        '  blocked_by: T002',
        '  blocked_by: T003',
        '  result: r',
        '  words',
        '  - [ ] one',
        '- [ ] T002 b',
        '- [ ] T003 c',
        '  files: c.ts (NEW)',
        '  tests: t.ts',
        '',
      ].join('\n'),
    ).tasks
    expect(first).toMatchObject({
      files: [{ path: 'a.ts' }],
      traces: ['FR-001', 'FR-002'],
      blockedBy: [{ id: 'T002' }, { id: 'T003' }],
      notes: [{ key: 'result' }],
      description: 'words',
      checklist: [{ text: 'one' }],
      tests: [],
    })
    const nothing = { blockedBy: [], blocks: [], traces: [], notes: [], checklist: [], description: null, steps: [] }
    expect(second).toMatchObject({ ...nothing, files: [], tests: [], declaresFiles: false })
    expect(third).toMatchObject({ ...nothing, files: [{ path: 'c.ts' }], tests: [{ text: 't.ts' }] })
  })

  test('a key that stands twice is told with the place of its first', () => {
    const text = '- [ ] T001 a\n  **blocked_by**: none\n  reason: x\n  blocked_by: none\n'
    const [finding] = read(text).diagnostics
    expect(finding?.code).toBe('MW108')
    expect(finding?.related.map(({ span }) => at(text, span))).toEqual(['blocked_by'])
  })
})

describe('the same bytes again', () => {
  test('under another path they get places of that path', () => {
    const bytes = new TextEncoder().encode('- [ ] T001 a\n```\n')
    const of = (path: string) => readPhaseTasks([{ path, bytes }])
    for (const path of ['a.md', 'b.md', 'a.md']) {
      const draft = of(path)
      expect(draft.tasks[0]?.line.path).toBe(path)
      expect(draft.diagnostics.map(({ code, span }) => [code, span?.path])).toEqual([['MW121', path]])
    }
  })
})
