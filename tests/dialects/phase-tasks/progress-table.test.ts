import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareProgress } from '../../../src/dialects/phase-tasks/write/progress.ts'
import { corpus } from '../../rig/corpus.ts'
import { after, draftOf, placeOf, project, wish } from './plan-text.ts'

/** Phase 05 with one done task, phase 06 with one of three done, a blocked one among the rest; `table` on top. */
function plan(table: string): string {
  return `# Task Plan: harbour lights

## Progress Summary

${table}

## Phase 05: Test Strategy -- COMPLETE
- [X] T001 List the lights

## Phase 06: Implementation -- PENDING
- [X] T002 Read the lamp file
- [ ] T003 Switch the lamp
  blocked_by: T002
- [BLOCKED] T004 Dim at dawn
  reason: no sensor

## Post-Build -- PENDING
- [ ] T005 Tell the harbour master
`
}

const done3 = { marks: [wish('T003', 'Switch the lamp', 'done')], summary: true } as const

/** Rows of a table before and after T003 is done; all cells of `before` are up to date but for that. */
const tables: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    'a row of several phases, and a sum of the whole plan',
    `| Phase | Total | Done | Remaining |
|---|---|---|---|
| 05-06 | 4 | 2 | 2 |
| **Total** | **5** | **2** | **3** |
`,
    `| Phase | Total | Done | Remaining |
|---|---|---|---|
| 05-06 | 4 | 3 | 1 |
| **Total** | **5** | **3** | **2** |
`,
  ],
  [
    'a sum of the rows, although the plan has more',
    `| Phase | Total | Done |
|---|---|---|
| 🔧 06 Implementation | 3 | 1 |
| | **Total** | 1 |
`,
    `| Phase | Total | Done |
|---|---|---|
| 🔧 06 Implementation | 3 | 2 |
| | **Total** | 2 |
`,
  ],
  [
    'total, done, remaining',
    `| Phase | Total | Done | Remaining |
|---|---|---|---|
| 05 | 1 | 1 | 0 |
| 06 | 3 | 1 | 2 |
| post-build | 1 | 0 | 1 |
| **Total** | **5** | **2** | **3** |`,
    `| Phase | Total | Done | Remaining |
|---|---|---|---|
| 05 | 1 | 1 | 0 |
| 06 | 3 | 2 | 1 |
| post-build | 1 | 0 | 1 |
| **Total** | **5** | **3** | **2** |`,
  ],
  [
    'lined up with spaces',
    `| Phase                | Total | Done  | Remaining |
|----------------------|-------|-------|-----------|
| 05 — Test Strategy   | 1     | 1     | 0         |
| Phase 06             | 3     | 1     | 2         |
| **TOTAL**            | **4** | **2** | **2**     |`,
    `| Phase                | Total | Done  | Remaining |
|----------------------|-------|-------|-----------|
| 05 — Test Strategy   | 1     | 1     | 0         |
| Phase 06             | 3     | 2     | 1         |
| **TOTAL**            | **4** | **3** | **1**     |`,
  ],
  [
    'tasks, complete, status',
    `| Phase | Tasks | Complete | Status |
|:--|--:|--:|:-:|
| 05 | 1 | 1 | COMPLETE |
| 06 | 3 | 1 | PENDING |
| **Total** | **4** | **2** | **50%** |`,
    `| Phase | Tasks | Complete | Status |
|:--|--:|--:|:-:|
| 05 | 1 | 1 | COMPLETE |
| 06 | 3 | 2 | PENDING |
| **Total** | **4** | **3** | **75%** |`,
  ],
  [
    'percentages with a point',
    `| Phase | Done | Total | % |
|---|---|---|---|
| 05 | 1/1 (100.0%) | 1 | 100.0% |
| 06 | 1/3 (33.3%) | 3 | 33.33 % |
| TOTAL | 2 | 4 | 50.0% |`,
    `| Phase | Done | Total | % |
|---|---|---|---|
| 05 | 1/1 (100.0%) | 1 | 100.0% |
| 06 | 2/3 (66.7%) | 3 | 66.67 % |
| TOTAL | 3 | 4 | 75.0% |`,
  ],
  [
    'status and a share of the tasks',
    `| Phase | Status | Tasks |
|---|---|---|
| 05 | COMPLETE | 1/1 |
| 06 | In Progress | 1/3 |`,
    `| Phase | Status | Tasks |
|---|---|---|
| 05 | COMPLETE | 1/1 |
| 06 | In Progress | 2/3 |`,
  ],
  [
    'status and progress',
    `| Phase | Status | Progress |
|---|---|---|
| 05 | COMPLETE | 100% |
| 06 | In Progress | 1/3 |`,
    `| Phase | Status | Progress |
|---|---|---|
| 05 | COMPLETE | 100% |
| 06 | In Progress | 2/3 |`,
  ],
  [
    'no bars at the ends',
    `Phase | Total | Done
--- | --- | ---
05 | 1 | 1
06 | 3 | 1
**Total** | **4** | **2**`,
    `Phase | Total | Done
--- | --- | ---
05 | 1 | 1
06 | 3 | 2
**Total** | **4** | **3**`,
  ],
  [
    'tasks, completed, percentage',
    `| Phase | Tasks | Completed | Percentage |
|---|---|---|---|
| 06-implementation | 3 | 1 | 33% |`,
    `| Phase | Tasks | Completed | Percentage |
|---|---|---|---|
| 06-implementation | 3 | 2 | 67% |`,
  ],
  [
    'complete, total, percent',
    `| Phase | Complete | Total | Percent |
|---|---|---|---|
| Phase 06: Implementation | 1 | 3 | 33 % |
| Total | 1 | 3 | 33 |`,
    `| Phase | Complete | Total | Percent |
|---|---|---|---|
| Phase 06: Implementation | 2 | 3 | 67 % |
| Total | 2 | 3 | 67 |`,
  ],
  [
    'phase, name, total, done, %',
    `| Phase | Name | Total | Done | % |
|---|---|---|---|---|
| 06 | Implementation | 3 | 1 | 33% |`,
    `| Phase | Name | Total | Done | % |
|---|---|---|---|---|
| 06 | Implementation | 3 | 2 | 67% |`,
  ],
  [
    'phase, status, tasks, complete, blocked',
    `| Phase | Status | Tasks | Complete | Blocked |
|---|---|---|---|---|
| 06 Implementation | IN PROGRESS | 3 | 1 | 1 |
| **TOTAL** | | **3** | **1** | **1** |`,
    `| Phase | Status | Tasks | Complete | Blocked |
|---|---|---|---|---|
| 06 Implementation | IN PROGRESS | 3 | 2 | 1 |
| **TOTAL** | | **3** | **2** | **1** |`,
  ],
  [
    'what is left where blocked tasks have a column of their own',
    `| Phase | Total | Done | Blocked | Remaining |
|---|---|---|---|---|
| 06 | 3 | 1 | 1 | 1 |`,
    `| Phase | Total | Done | Blocked | Remaining |
|---|---|---|---|---|
| 06 | 3 | 2 | 1 | 0 |`,
  ],
  [
    'a share of the whole in the status column',
    `| Phase | Tasks | Status |
|---|---|---|
| 06 | 3 | 1/3 |
| **Total** | **3** | **1/3 (33%)** |`,
    `| Phase | Tasks | Status |
|---|---|---|
| 06 | 3 | 2/3 |
| **Total** | **3** | **2/3 (67%)** |`,
  ],
  [
    'a phase that two rows name counts once for the sum',
    `| Phase | Total | Done |
|---|---|---|
| 06 | 3 | 1 |
| Implementation | 3 | 1 |
| **Total** | **3** | **1** |`,
    `| Phase | Total | Done |
|---|---|---|
| 06 | 3 | 2 |
| Implementation | 3 | 2 |
| **Total** | **3** | **2** |`,
  ],
  [
    'rows of phases that are not in the plan count for the sum',
    `| Phase | Total | Done |
|---|---|---|
| 02 Design | 7 | 7 |
| 06 | 3 | 1 |
| **Total** | **10** | **8** |`,
    `| Phase | Total | Done |
|---|---|---|
| 02 Design | 7 | 7 |
| 06 | 3 | 2 |
| **Total** | **10** | **9** |`,
  ],
]

describe('the progress table', () => {
  test.each(tables)('%s', (_name, before, expected) => {
    expect(compareProgress(draftOf(plan(before)))).toEqual([])
    const marked = after(plan(before), done3)
    expect(marked).toBe(plan(expected).replace('- [ ] T003', '- [X] T003'))
    expect(project(marked, done3).edits).toEqual([])
  })

  test.each(tables)('%s: is left alone unless asked for', (_name, before) => {
    expect(after(plan(before), { ...done3, summary: false })).toBe(plan(before).replace('- [ ] T003', '- [X] T003'))
  })

  test.each(tables)('%s: with the line ends or the byte order mark of Windows', (_name, before, expected) => {
    const windows = (text: string) => text.replaceAll('\n', '\r\n')
    expect(after(`\ufeff${plan(before)}`, done3)).toBe(`\ufeff${plan(expected).replace('- [ ] T003', '- [X] T003')}`)
    expect(after(windows(plan(before)), done3)).toBe(windows(plan(expected).replace('- [ ] T003', '- [X] T003')))
  })

  /** A phase of `total` tasks, `done` of them done, under a table with one row. */
  const phase = (header: string, row: string, total: number, done: number) =>
    `## Progress Summary\n${header}\n|---|---|---|\n${row}\n\n## Phase 06: Implementation\n` +
    Array.from(
      { length: total },
      (_, i) => `- [${i < done ? 'X' : ' '}] T${String(i + 1).padStart(3, '0')} do ${i}\n`,
    ).join('')

  test.each([
    [
      'padding gives way to a longer number',
      '| Phase | Total | Done |',
      '| 06    | 12    | 9    |',
      '| 06    | 12    | 10   |',
    ],
    ['padding on the left too', '| Phase | Total | Done |', '|    06 |    12 |    9 |', '|    06 |    12 |   10 |'],
    ['a tight cell grows', '| Phase | Total | Done |', '| 06 | 12 | 9 |', '| 06 | 12 | 10 |'],
    ['a cell without any space', '|Phase|Total|Done|', '|06|12|9|', '|06|12|10|'],
    [
      'a shorter number leaves padding',
      '| Phase | Total | Done |',
      '| 06    | 12    | 100  |',
      '| 06    | 12    | 10   |',
    ],
    ['a shorter number in a tight cell', '| Phase | Total | Done |', '| 06 | 12 | 100 |', '| 06 | 12 | 10 |'],
    ['emphasis of both kinds', '| Phase | Total | Done |', '| 06 | **12** | __9__ |', '| 06 | **12** | __10__ |'],
    ['a table that is indented', '  | Phase | Total | Done |', '  | 06 | 12 | 9 |', '  | 06 | 12 | 10 |'],
    ['no pipe at the end', '| Phase | Total | Done', '| 06 | 12 | 9', '| 06 | 12 | 10'],
    ['a word nobody knows', '| Phase | Total | Done |', '| 06 | 12 | most |', '| 06 | 12 | most |'],
    ['an escaped pipe', '| Phase | Total | Done |', '| 06 a\\|b | 12 | 9 |', '| 06 a\\|b | 12 | 10 |'],
    ['an unknown header', '| Phase | Hours | Done |', '| 06 | 3 | 9 |', '| 06 | 3 | 10 |'],
    ['a total that is out of date', '| Phase | Total | Done |', '| 06 | 11 | 10 |', '| 06 | 12 | 10 |'],
  ])('%s', (_name, header, row, expected) => {
    expect(after(phase(header, row, 12, 10), { summary: true })).toBe(phase(header, expected, 12, 10))
  })

  test('a percentage that was rounded down is not touched', () => {
    const rounded = phase('| Phase | Done | % |', '| 06 | 2 | 66% |', 3, 2)
    expect(after(rounded, { summary: true })).toBe(rounded)
  })

  test('a status becomes complete in its own letters, and what stands behind it stays', () => {
    const table = '| Phase | Done | Status |'
    expect(after(phase(table, '| 06 | 2 | Pending (night) |', 2, 2), { summary: true })).toBe(
      phase(table, '| 06 | 2 | Complete (night) |', 2, 2),
    )
  })

  test.each([
    ['| 06 | 2 | ⏳ Pending |', '| 06 | 2 | ✅ Complete |'],
    ['| 06 | 2 | **🔄 in progress** (night) |', '| 06 | 2 | **✅ complete** (night) |'],
    ['| 06 | 2 | ⏳ Pending |\n| Total | 2 | ✔️ Done |', '| 06 | 2 | ✔️ Done |\n| Total | 2 | ✔️ Done |'],
    ['| 06 | 2 | ⏳ wartet |', '| 06 | 2 | ⏳ wartet |'],
    ['| 06 | 0 of 2 | Pending |', '| 06 | 2 of 2 | Complete |'],
    ['| 06 | 0 (0%) | Pending |', '| 06 | 2 (100%) | Complete |'],
  ])('a picture before a status, and a number with words, are brought up to date: %s', (row, expected) => {
    const table = '| Phase | Done | Status |'
    expect(after(phase(table, row, 2, 2), { summary: true })).toBe(phase(table, expected, 2, 2))
  })

  test('a picture before the label of a phase goes with its word', () => {
    const plan = '## Phase 06: Implementation -- ⏳ PENDING (née)\n- [X] T001 a\n'
    expect(after(plan, { summary: true })).toBe(plan.replace('⏳ PENDING', '✅ COMPLETE'))
  })

  test.each([
    ['in a fence', (table: string) => '```\n## Progress Summary\n' + table + '\n```\n'],
    ['in a comment', (table: string) => `<!--\n## Progress Summary\n${table}\n-->\n`],
    ['in a quote', (table: string) => `## Progress Summary\n${table.replaceAll(/^/gm, '> ')}\n`],
    ['under another heading', (table: string) => `## Traceability Matrix\n${table}\n`],
    ['without its line of dashes', (table: string) => `## Progress Summary\n${table.split('\n')[0]!}\n`],
  ])('a table %s is none', (_name, hide) => {
    const hidden = `${hide('| Phase | Total | Done |\n|---|---|---|\n| 06 | 9 | 9 |')}\n## Phase 06: Implementation\n- [ ] T001 Light\n`
    expect(after(hidden, { summary: true })).toBe(hidden)
    expect(compareProgress(draftOf(hidden))).toEqual([])
  })

  test('no table is written where none was', () => {
    const bare = '## Phase 06: Implementation\n- [ ] T001 Light\n'
    expect(after(bare, { marks: [wish('T001', 'Light', 'done')], summary: true })).toBe(bare.replace('[ ]', '[X]'))
  })
})

describe('what disagrees with the marks', () => {
  test('one finding, at the first stale cell; the others are related', () => {
    const text =
      '## Phase 06: Implementation -- PENDING\n- [X] T015 n\n## Progress Summary\n' +
      '| Phase | Total | Done | Remaining |\n|---|---|---|---|\n| 06 | 1 | 0 | 1 |\n'
    const [found, ...more] = compareProgress(draftOf(text))
    expect(more).toEqual([])
    expect(found).toMatchObject({ code: 'MW118', severity: 'info', message: 'table says 0 done, the marks say 1' })
    expect(placeOf(text, found!.span!.offset)).toBe('6:12')
    expect(found!.related.map(({ message, span }) => `${placeOf(text, span.offset)} ${message}`)).toEqual([
      '6:16 table says 1 remaining, the marks say 0',
      '1:32 phase label says PENDING, the marks say COMPLETE',
    ])
  })

  test('a label that says complete over open tasks is told and left to the author', () => {
    const text = '## Phase 06: Implementation -- COMPLETE\n- [X] T001 a\n- [ ] T002 b\n'
    expect(compareProgress(draftOf(text)).map(({ message, help }) => [message, help])).toEqual([
      [
        'phase label says COMPLETE, the marks say 1 of 2 tasks are open',
        'the marks count; what says complete although tasks are open is yours to change',
      ],
    ])
    expect(after(text, { summary: true })).toBe(text)
  })

  test('tasks that were set aside do not make a complete phase wrong', () => {
    const text = '## Phase 06: Implementation -- COMPLETE\n- [X] T001 a\n- [DEFER] T002 b\n  defer_reason: later\n'
    expect(compareProgress(draftOf(text))).toEqual([])
  })
})

describe('phase labels', () => {
  const labelled = (heading: string, box = 'X') => `${heading}\n- [${box}] T001 a\n- [X] T002 b\n`
  test.each([
    ['## Phase 06: Implementation -- PENDING', '## Phase 06: Implementation -- COMPLETE'],
    ['## Phase 06: Implementation — PENDING', '## Phase 06: Implementation — COMPLETE'],
    ['## Phase 06: Implementation -- Pending', '## Phase 06: Implementation -- Complete'],
    ['## Phase 06: Implementation -- IN PROGRESS', '## Phase 06: Implementation -- COMPLETE'],
    ['## Phase 06: Implementation -- COMPLETED', '## Phase 06: Implementation -- COMPLETED'],
    ['## Phase 06: Implementation', '## Phase 06: Implementation'],
    ['## Phase 06: Implementation -- ON HOLD', '## Phase 06: Implementation -- ON HOLD'],
    ['## Post-Build -- PENDING', '## Post-Build -- COMPLETE'],
  ])('%s', (before, expected) => {
    expect(after(labelled(before), { summary: true })).toBe(labelled(expected))
    expect(after(labelled(before, ' '), { summary: true })).toBe(labelled(before, ' '))
  })

  test('the word for it is the one the plan uses', () => {
    const text =
      '## Phase 05: Tests -- COMPLETED\n- [X] T001 a\n\n## Phase 06: Implementation -- PENDING\n- [X] T002 b\n'
    expect(after(text, { summary: true })).toBe(text.replace('PENDING', 'COMPLETED'))
  })
})

describe.skipIf(corpus === null)('on real plans', () => {
  const folder = path.join(corpus ?? '', 'phase-tasks')
  const files =
    corpus === null
      ? []
      : readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((it) => it.endsWith('.md'))
          .sort()
  test.each(files)(
    '%s: brought up to date, it agrees with its marks or says what only its author can change',
    (file) => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      const updated = after(text, { summary: true })
      expect(updated.split('\n').length).toBe(text.split('\n').length)
      expect(project(updated, { summary: true }).edits).toEqual([])
      for (const found of compareProgress(draftOf(updated)))
        for (const { message } of [found, ...found.related])
          expect(message).toMatch(/says COMPLETED?, the marks say \d+ of \d+ tasks are open/)
    },
  )
})
