import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

/** What is said of a line below a task, and of what it would be behind the task's title. */
const errorsOf = (text: string) => printed(read(text)).filter((it) => it.includes(' error '))
const below = (line: string) => errorsOf(`- [ ] T001 a\n- [ ] T002 b\n  traces: FR-001\n  ${line}\n- [ ] T003 c\n`)

describe('a dependency below a task that is not read is an error', () => {
  test.each([
    'blocked_by (hard): T001',
    'blocked_by(T001, T003)',
    'blocked_by[T001]',
    'blocked_by (T001)',
    '- **blocked_by** (T001)',
    'blocked_by; T001',
    'blocked\\_by: [T001]',
    'blocked.by: [T001]',
    'blocked/by: T001',
    'block(ed_by: T001',
    'blocked_by,: [T001]',
    'blocked_by.: [T001]',
    'Dependencies (hard): T001',
    'Depends on tasks: T001',
    'Blocked by tasks: T001',
    'Task dependencies: T001',
  ])('%s', (line) => {
    expect(below(line)).toEqual([expect.stringContaining('error MW107')])
  })

  test.each(['..', '...', '…', '-', '–', '—', 'to', 'through'])('also as a range without its colon: %s', (word) => {
    for (const key of ['blocks', 'blocked by', 'blocked_by', 'depends on'])
      expect([key, below(`${key} T001 ${word} T003`)]).toEqual([key, [expect.stringContaining('error MW107')]])
  })

  test.each(['blocked\\_by: T001', 'blocked_by (T001)', 'blocked.by: T001'])('behind a bar: %s', (part) => {
    expect(errorsOf(`- [ ] T001 a\n- [ ] T002 b | ${part}\n`)).toEqual([expect.stringContaining('error MW107')])
  })

  test.each(['the rest | blocked_by: T001', 'the rest | files: b.ts (CREATE)'])(
    'in a title that goes on in the first column: %s',
    (line) => {
      expect(errorsOf(`- [ ] T001 a\n- [ ] T002 Create it with all\n${line}\n`)).toEqual([
        expect.stringContaining('3:1 error MW107'),
      ])
    },
  )

  test.each([
    'blocks of T001 are reused',
    'Depends on how T001 goes',
    'blocked by nothing (T001 is done)',
    'Dependencies are few: T001 has none',
    'See `a | blocked_by: T001` in the manual',
  ])('but not words of a sentence: %s', (line) => {
    expect(below(line)).toEqual([])
  })
})

describe('files below a task that are not read are an error', () => {
  test.each([
    'Files to create: two.txt',
    'Files to be modified: one.txt, src/two.ts',
    'File(s): three.txt (CREATE)',
    'files (new): a.txt (CREATE)',
    'Target files: a.txt (CREATE)',
  ])('%s', (line) => {
    expect(below(line)).toEqual([expect.stringContaining('error MW107')])
  })

  test.each(['Files to create: as many as it takes', 'File formats: a.txt', 'Files are in src/a.ts'])(
    'but not words: %s',
    (line) => {
      expect(below(line)).toEqual([])
    },
  )
})

test.each(['**Depends on**: T001', 'Depends on: T001'])('of a whole phase it is said, and is no error: %s', (line) => {
  const found = printed(read(`## Phase 05: A\n- [ ] T001 a\n\n## Phase 06: B\n${line}\n\n- [ ] T002 b\n`))
  expect(found).toEqual([
    expect.stringContaining("warning MW801 this line has the key 'Depends on' but belongs to no task"),
  ])
})

test.each(['\u2028', '\u2029', '<br>', '<br/>'])(
  'a second box behind what looks like a line end is said: %j',
  (sign) => {
    for (const bullet of ['- ', ''])
      expect(printed(read(`- [ ] T001 a${sign}${bullet}[ ] T002 b\n`)).join()).toContain('T002')
  },
)

test('what stands between two rules is a plan where it begins with a blank line or holds a section', () => {
  for (const head of ['---\n\n# Plan\n', '---\n# Plan\n## Phase 06: A\n'])
    expect(read(`${head}- [ ] T001 a\n---\n- [ ] T002 b\n`).tasks).toHaveLength(2)
  expect(read('---\ntitle: x\n# a comment\n---\n- [ ] T002 b\n').tasks).toHaveLength(1)
})
