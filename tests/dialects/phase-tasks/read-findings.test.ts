import { expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))

test.each<[string | Uint8Array, string[]]>([
  [bytes('- [ ] T001 caf', [0xe9], ' x'), ['1:15 error MW001 not UTF-8 (byte 0xE9)']],
  [bytes('Caf', [0xe9], '.\n- [ ] T001 a'), ['1:4 warning MW001 not UTF-8 (byte 0xE9)']],
  [bytes([0xff, 0xfe], '- '), ['1:1 error MW002 the file is UTF-16, not UTF-8']],
  [bytes([0xff, 0xfe, 0, 0], '-', [0, 0, 0]), ['1:1 error MW002 the file is UTF-32, not UTF-8']],
  [bytes([0, 0, 0xfe, 0xff, 0, 0, 0], '-'), ['1:1 error MW002 the file is UTF-32, not UTF-8']],
  [
    bytes(...Array.from('- [ ] T001 a', (it) => [it.charCodeAt(0), 0])),
    ['1:1 error MW002 the file is UTF-16, not UTF-8'],
  ],
  ['- [ ] T001 a\u0007', ['1:13 error MW003 control character U+0007']],
  ['- [ ] T001 a\n```\n\u0000\n```\n', ['3:1 info MW003 control character U+0000']],
  [
    '- [ ] T001 a ‚Äî b\n',
    ['1:16 warning MW004 text looks double-decoded (UTF-8 read as MacRoman); ids and keys are unaffected'],
  ],
  [
    '- [ ] T001 caf\u00c3\u00a9\n',
    ['1:16 warning MW004 text looks double-decoded (UTF-8 read as Latin-1); ids and keys are unaffected'],
  ],
  // A quotation mark, whose bytes show as control characters in Latin-1, and one of them in Windows-1252.
  [
    '- [ ] T001 \u00e2\u0080\u009ca\u00e2\u20ac\u009d\n',
    ['1:13 warning MW004 text looks double-decoded (UTF-8 read as Latin-1); ids and keys are unaffected'],
  ],
  [
    '- [ ] T001 \u00f0\u009f\u0098\u0080\n',
    ['1:13 warning MW004 text looks double-decoded (UTF-8 read as Latin-1); ids and keys are unaffected'],
  ],
  // An arrow, a sign of mathematics, a tick, a line of a box, an emoji: all as Windows-1252 shows them.
  ...['â†’', 'â‰¥', 'âœ…', 'â”œ', 'â–ª', 'âˆ’', 'â˜‘'].map((it): [string, string[]] => [
    `- [ ] T001 ${it}\n`,
    ['1:14 warning MW004 text looks double-decoded (UTF-8 read as Latin-1); ids and keys are unaffected'],
  ]),
  [
    '- [ ] T001 ðŸŽ¯\n',
    ['1:13 warning MW004 text looks double-decoded (UTF-8 read as Latin-1); ids and keys are unaffected'],
  ],
  ['- [ ] T001 “râ…” «pâ»… â–“ Râ’ ðæ Ÿ\n', []],
  ['- [ ] T001 → ≥ ✅ ├── 🎯 ▪ ☑\n', []],
  ['- [ ] T001 a\u009b\u00bf\n', ['1:13 error MW003 control character U+009B']],
  ['- [ ] T001 ‚Ändern‘ 👩‍💻\n', []],
  [
    '- [ ] T001 a\n  files: a\u202eb.ts (NEW)\n',
    ['2:11 error MW005 invisible character U+202E (right-to-left override) in an id, a path or a command'],
  ],
  ['- [ ] T001 a\u200bb\n', ['1:13 warning MW005 invisible character U+200B (zero-width space) in the text']],
  [
    '- [ ] T00\u200b1 a\n',
    ['1:10 error MW005 invisible character U+200B (zero-width space) in an id, a path or a command'],
  ],
  ['- [ ] Т0007 g', ["1:7 error MW006 'Т' is U+0422 (Cyrillic), not 'T'; did you mean T0007?"]],
  ['- [ ] T001 a\n  blocked_by: [Т002]\n', ["2:16 error MW006 'Т' is U+0422 (Cyrillic), not 'T'; did you mean T002?"]],
  ['- [\u00a0] T0006 f', ['1:4 error MW007 no-break space U+00A0 in checkbox; use a normal space']],
  ['- [ ]\u00a0T0006 f', ['1:6 error MW007 no-break space U+00A0 in checkbox; use a normal space']],
  [`- [ ] T001 ${'a'.repeat(70_000)}`, ['1:1 error MW008 a line is over the limit of 64 KiB (70011 bytes)']],
  [
    '<<<<<<< ours\n- [ ] T001 a\n=======\n- [ ] T002 b\n>>>>>>> theirs\n',
    ['1:1 error MW010 unresolved merge marker <<<<<<<'],
  ],
  ['- [ ] T001 a\r\n- [ ] T002 b\n', ['2:13 info MW014 line ends are mixed (1 LF, 1 CRLF); kept as they are']],
  ['-[ ] T003 a', ["1:2 warning MW100 a space is missing after '-'; read as task T003"]],
  ['- [X]T003 c', ["1:6 warning MW100 a space is missing after ']'; read as task T003"]],
  [
    '- [x] T001 a\n- [X] T002 a\n- [X] T003 a\n',
    ['1:4 info MW101 both [x] (1) and [X] (2) are used; kept, new marks use [X]'],
  ],
  ['- [✓] T004 d', ["1:4 warning MW102 unknown state '✓'; not counted as done, never rewritten"]],
  ['- [] T004 d', ['1:4 warning MW102 empty checkbox; read as not done']],
  ['- [ ] T1 a', ['1:7 warning MW103 unusual task id T1 (T + 3 or 4 digits expected); read as written']],
  ['## Phase 06: A\n- [ ] no id', ['2:7 warning MW104 this task has no id; read under a generated key']],
  ['- [ ] T001', ['1:7 error MW105 task T001 has no text']],
  ['- [ ] T001 a\n\treason: b', ['2:1 warning MW106 sub-line is indented by a tab; read all the same']],
  [
    '- [ ] T001 a\n reason: b\n- [ ] T002 a\n reason: b',
    ['2:1 warning MW106 sub-line is indented by one space; read all the same (and 1 more)'],
  ],
  ['- [ ] T001 a\nblocked_by: [T001]', ['2:1 error MW106 this blocked_by line belongs to no task']],
  ['## Phase 06: A\n  files: a.ts (NEW)\n', ['2:3 error MW106 this files line belongs to no task']],
  ['- [ ] T0008 h\n  blockedby: [T0001]', ["2:3 error MW107 unknown key 'blockedby'; did you mean blocked_by?"]],
  ['- [ ] T0008 h\n  depends on: T0001', ["2:3 error MW107 unknown key 'depends on'; did you mean blocked_by?"]],
  ['- [ ] T0008 h\n  dependson: T0001', ["2:3 error MW107 unknown key 'dependson'; did you mean blocked_by?"]],
  ['- [ ] T0008 h\n  blocked: T0001', ["2:3 error MW107 unknown key 'blocked'; did you mean blocked_by?"]],
  ['- [ ] T0008 h\n  waits for: [T0001]', ["2:3 error MW107 unknown key 'waits for'; did you mean blocked_by?"]],
  ['- [ ] T0008 h\n  needs: T0001', ["2:3 error MW107 unknown key 'needs'; did you mean blocked_by?"]],
  ['- [ ] T0008 h\n  needs: a database\n  after: the release', []],
  ['- [ ] T0008 h\n  fiels: a.ts', ["2:3 error MW107 unknown key 'fiels'; did you mean files?"]],
  ['- [ ] T0008 h\n  rules: none\n  Note that: this is prose', []],
  [
    '- [ ] T001 a\n  files: a.ts (NEW)\n  files: b.ts (NEW)\n',
    ["3:3 warning MW108 'files' stands twice in this task; the lists are united"],
  ],
  ['- [ ] T001 a\n- [ ] T002 b\n  blocked_by: T001, T0x', ["3:21 error MW109 'T0x' is not a task id or range"]],
  ['- [ ] T001 a\n  blocked_by: T005-T001', ["2:15 error MW109 'T005-T001' is not a task id or range"]],
  ['- [ ] T001 a\n  blocked_by: [T002', ["2:15 warning MW109 '[' is not closed; read to the line's end"]],
  [
    '- [ ] T001 a\n  blocked_by: [T002 T003]',
    ['2:16 warning MW109 a comma is missing between task ids; all of them are read'],
  ],
  ['- [BLOCKED] T001 a', ['1:4 warning MW116 T001 is blocked without a reason: line']],
  ['- [DEFER] T001 a', ['1:4 warning MW116 T001 is deferred without a defer_reason: line']],
  ['## Post-Build\n- [ ] T001 a', ['1:1 info MW119 section "Post-Build" has tasks; read as a phase']],
  [
    '- [ ] T001 a\n```\n- [ ] T001 a\n- [ ] T9999 example\n```\n',
    ['3:7 info MW120 T001 stands in a code fence here and is not read as a task'],
  ],
  ['- [ ] T001 a\n> - [ ] T001 a\n', ['2:9 info MW120 T001 stands in a quote here and is not read as a task']],
  [
    '- [ ] T001 a\n<!--\n- [ ] T001 a\n-->\n',
    ['3:7 info MW120 T001 stands in a comment here and is not read as a task'],
  ],
  [
    '- [ ] T0010 i\n```sh\nnpm test\n- [ ] T0011 j',
    ['2:1 warning MW121 code fence is never closed; the 1 task line after it (T0011) is read as a task'],
  ],
  [
    '<!-- \n- [ ] T001 a\n- [ ] T002 b\n',
    ['1:1 warning MW121 comment is never closed; the 2 task lines after it (T001, T002) are read as tasks'],
  ],
  ['## Phase 06: A\n## Phase 06: B\n- [ ] T001 a', ['2:4 warning MW122 phase 06 stands twice; read as two phases']],
  ['##Phase 06: A\n- [ ] T001 a', ['1:1 warning MW122 this phase has no space behind its #; read as a phase']],
  ['Phase 06: A\n-----\n- [ ] T001 a', ['1:1 warning MW122 this phase is underlined; read as a phase']],
  ['- [ ] T001 a | trace: FR-1', ["1:16 warning MW124 unknown annotation 'trace'; did you mean traces? kept as text"]],
  ['- [ ] T014 m\n  files: a.ts (MODIFY', ["2:15 warning MW133 '(' is not closed; action read as MODIFY"]],
  ['- [ ] T014 m\n  files: a.ts', ['2:10 warning MW133 no action for a.ts; taken as unknown']],
  ['- [ ] T014 m\n  files: a.ts (FIX)', ["2:16 warning MW133 unknown action 'FIX' for a.ts"]],
  ['- [ ] T014 m\n  files: a.ts (RENAME)', ['2:16 warning MW133 RENAME without a new path']],
  [
    '- [ ] T014 m\n  files: a.ts (NEW) b.ts (NEW)',
    ['2:21 warning MW133 the comma before b.ts is missing; read as another file'],
  ],
  ['- [ T001 a\n- [ ] T002 b', ["1:1 warning MW801 this line has a checkbox without ']'; it is not read: - [ T001 a"]],
  [
    '- T001 a\n- [ ] T002 b',
    ['1:1 warning MW801 this line starts with a task id but has no checkbox; it is not read: - T001 a'],
  ],
  [
    '### T001 a\n- [ ] T002 b',
    ['1:1 warning MW801 this line is a heading with a task id, not a task; it is not read: ### T001 a'],
  ],
  [
    '- [ ] T002 b\n## Definition of Done\n- [ ] all green',
    ['3:1 warning MW801 this line is a checkbox in a section that holds no tasks; it is not read: - [ ] all green'],
  ],
  [
    '---\n- [ ] T001 a\n---\n- [ ] T002 b',
    ['2:1 warning MW801 this line stands in the front matter; it is not read: - [ ] T001 a'],
  ],
])('%j', (text, expected) => {
  const draft = read(text)
  expect(printed(draft)).toEqual(expected)
  for (const { help } of draft.diagnostics) expect(help).toMatch(/^[^\n]{8,}$/)
})

test('a fence that closes hides its boxes; a longer one is not closed by a shorter', () => {
  const draft = read('- [ ] T001 a\n````md\n```\n- [ ] T002 b\n```\n````\n- [ ] T003 c\n~~~\n- [ ] T004 d\n~~~\n')
  expect(draft.tasks.map(({ key }) => key)).toEqual(['T001', 'T003'])
  expect(printed(draft)).toEqual([])
})

test('coverage counts what looks like a task, and what of it was read', () => {
  const { coverage } = read('- [ ] T001 a\n  files: a.ts (NEW)\n  - [ ] check\n- [ T002\n- T003 x\n')
  expect(coverage).toEqual({ taskLike: 5, read: 3 })
})

test.each([
  '-\u200b [ ] T014 x',
  '- \u200b[ ] T015 x',
  '- [ ]\u200b T016 x',
  '\u2060- [ ] T018 x',
  '\ufeff- [ ] T019 x',
  '\u200b## Phase 07: B',
  '#\u200b# Phase 07: B',
])('an invisible character that hides a task or a heading is an error: %j', (line) => {
  const found = printed(read(`## Phase 06: A\n- [ ] T001 a\n${line}\u200b\n`))
  expect(found).toContainEqual(expect.stringMatching(/^3:\d error MW005 .* in a bullet, a box or a heading$/))
  expect(found).toContainEqual(expect.stringMatching(/^3:\d+ warning MW005 .*U\+200B .* in the text$/))
})

test.each([
  '• blocked_by: T002',
  '· blocked_by: T002',
  '→ blocked_by: [T002]',
  '> blocked_by: T002',
  '- [ ] blocked_by: T002',
  '- [blocked_by: T002]',
  '`blocked_by`: T002',
  '- `blocked_by:` T002',
  '(blocked_by: T002)',
  '[blocked_by: T002]',
  'blocked_by → T002',
  'blocked_by - T002',
  'blocked_by -> `T002`',
  'Blocked By - T002',
  'blocked_by T002.',
  'depends on T002',
  'depends on T002.',
  'Depends-on → T002',
  'prereq: T002',
  '• blocks: T002',
])('a dependency that is not read is an error: %s', (line) => {
  const draft = read(`- [ ] T001 a\n  ${line}\n- [ ] T002 b\n`)
  expect(printed(draft).filter((it) => !it.includes('MW801'))).toEqual([
    expect.stringMatching(/^2:\d+ error MW107 .*did you mean '?block(ed_by|s)/),
  ])
})

test.each([
  '(blocks the door)',
  '→ blocked by the lock',
  '- [ ] blocks are counted',
  '> blocked by T002 until May',
  'depends on T002 and on luck',
  'depends on what T002 gives',
  'prereq: a database',
])('prose about dependencies is left alone: %s', (line) => {
  expect(printed(read(`- [ ] T001 a\n  ${line}\n- [ ] T002 b\n`)).filter((it) => it.includes('MW107'))).toEqual([])
})
