import { expect, test } from 'vitest'
import { applyEdits } from '../../src/dialects/edits.ts'
import { readPhaseTasks } from '../../src/dialects/phase-tasks/read.ts'
import { strayed } from '../../src/dialects/read-back.ts'
import type { Edit } from '../../src/plan/source.ts'
import { sourceOf } from './phase-tasks/plan-text.ts'

const plan = '## Phase 06: Implementation\n<!-- note\n- [ ] T001 a\n- [ ] T002 b\n  blocked_by: T001\n'

/** What is said of one replacement in the plan. */
function said(offset: number, length: number, content: string): string | null {
  const source = sourceOf(plan)
  const edits: Edit[] = [{ path: source.path, offset, length, content }]
  const next = sourceOf(applyEdits(source, edits))
  return strayed(readPhaseTasks([source]), readPhaseTasks([next]), edits)
}

const box = plan.indexOf('[ ] T001') + 1

test('a mark and a reason are what was to be changed', () => {
  expect(said(box, 1, 'X')).toBeNull()
  expect(said(box, 1, 'BLOCKED')).toBeNull()
  expect(said(plan.length, 0, '  reason: no wire\n')).toBeNull()
})

test.each([
  [
    'a comment that closes and hides what stands above it',
    plan.length,
    0,
    '  reason: a --> b\n',
    'T001 would no longer',
  ],
  ['a task more', plan.length, 0, '- [ ] T003 c\n', 'T003 would be a task'],
  ['the box of another task', plan.indexOf('[ ] T002'), 3, '[X]', 'T002 would show [X]'],
  ['a title', plan.indexOf('T001 a') + 5, 1, 'b', 'T001 would say something else'],
  ['a blocker less', plan.indexOf('  blocked_by'), 19, '', 'T002 would say something else'],
])('%s is not', (_name, offset, length, content, expected) => {
  expect(said(offset, length, content)).toContain(expected)
})
