/** Parts of a phase: their rows and labels are theirs, and the phase counts them. */

import { expect, test } from 'vitest'
import { makePlan } from '../../../src/plan/make-plan.ts'
import { select } from '../../../src/plan/selection.ts'
import { implementationOf } from '../../../src/dialects/phase-tasks/implementation.ts'
import { after, draftOf, wish } from './plan-text.ts'

const plan = (rows: string, labels: readonly [string, string, string]): string => `# Plan

## Progress Summary

| Phase | Total | Done | Remaining |
|---|---|---|---|
${rows}
## Phase 05: Tests -- COMPLETE
- [X] T001 a

## Phase 06: Implementation -- ${labels[0]}

### Phase 6.1: Data -- ${labels[1]}
- [X] T002 b
- [ ] T003 c

### Phase 6.2: API -- ${labels[2]}
- [ ] T004 d
`
const wishes = { marks: [wish('T003', 'c', 'done')], summary: true } as const
const ticked = (text: string): string => text.replace('[ ] T003', '[X] T003')

test('a row and a label of a part follow its own tasks, those of the phase all of them', () => {
  const before = plan(
    '| 05 | 1 | 1 | 0 |\n| 06 | 3 | 1 | 2 |\n| 6.1 Data | 2 | 1 | 1 |\n| 6.2 API | 1 | 0 | 1 |\n| **Total** | **4** | **2** | **2** |\n',
    ['PENDING', 'PENDING', 'PENDING'],
  )
  const expected = plan(
    '| 05 | 1 | 1 | 0 |\n| 06 | 3 | 2 | 1 |\n| 6.1 Data | 2 | 2 | 0 |\n| 6.2 API | 1 | 0 | 1 |\n| **Total** | **4** | **3** | **1** |\n',
    ['PENDING', 'COMPLETE', 'PENDING'],
  )
  expect(after(before, wishes)).toBe(ticked(expected))
})

test('rows of the parts alone add up', () => {
  const rows = (first: string, sum: string): string =>
    `| 05 | 1 | 1 | 0 |\n| 6.1 Data | ${first} |\n| 6.2 API | 1 | 0 | 1 |\n| **Total** | ${sum} |\n`
  const before = plan(rows('2 | 1 | 1', '**4** | **2** | **2**'), ['PENDING', 'PENDING', 'PENDING'])
  const expected = plan(rows('2 | 2 | 0', '**4** | **3** | **1**'), ['PENDING', 'COMPLETE', 'PENDING'])
  expect(after(before, wishes)).toBe(ticked(expected))
})

test.each([
  [null, ['T003', 'T004']],
  [['06'], ['T003', 'T004']],
  [['6.1'], ['T003']],
])('chosen by %j', (phases, ids) => {
  const draft = draftOf(plan('', ['PENDING', 'PENDING', 'PENDING']))
  const run = implementationOf(draft)
  const made = makePlan(draft, { hash: String, implementation: ({ key }) => run.has(key) })
  const { selected } = select(made, { phases, only: null, until: null })
  const open = made.tasks.filter(({ key, mark }) => selected.has(key) && mark === 'todo')
  expect(open.map(({ id }) => id)).toEqual(ids)
})

test('a label is found behind bytes that are no UTF-8', () => {
  const bytes = new TextEncoder().encode('## Phase 01: Ap -- PENDING\n- [X] T001 a\n')
  bytes[13] = 0x80
  const [group] = draftOf(bytes).groups
  expect(group?.label).toMatchObject({ text: 'PENDING', span: { offset: 19, length: 7 } })
})
