/** A task that joined the plan and would be read back as something else is left to a person, and not written. */

import { expect, test } from 'vitest'
import type { AddedTask } from '../../../src/plan/added-task.ts'
import type { FileSpec } from '../../../src/plan/model.ts'
import { draftOf, project } from './plan-text.ts'

const text =
  '## Phase 06: Implementation -- PENDING\n- [ ] T0001 Open the file\n- [ ] T0002 Read it\n\n## Phase 08: Review\n- [ ] T0009 Look\n'
const bytes = new TextEncoder().encode(text)
const file = (path: string): FileSpec => ({ path, action: 'create', form: 'path', to: null, note: null })

function unplaced(more: Partial<AddedTask>): readonly string[] {
  const task: AddedTask = {
    key: 'T0003',
    id: 'T0003',
    title: 'Close the file',
    group: draftOf(bytes).tasks[0]?.group ?? '',
    by: 'T0001',
    description: null,
    files: [],
    blockedBy: [],
    blocks: [],
    layer: null,
    role: null,
    kind: null,
    criteria: [],
    gates: [],
    ...more,
  }
  const done = project(bytes, { marks: [], added: [task], summary: true })
  expect(done.edits.length === 0).toBe(done.unplaced.length > 0)
  return done.unplaced.map(({ key, diagnostic }) => `${key} ${diagnostic.code}`)
}

test('a plain one is written', () => {
  expect(unplaced({ description: 'In one line', files: [file('a.ts')], blockedBy: ['T0002'] })).toEqual([])
})

test.each<[string, Partial<AddedTask>]>([
  ['a dependency in the title', { title: 'Close | blocked_by: T0002' }],
  ['a mark of parallel work in the title', { title: '[P] Close' }],
  ['a second line in the title', { title: 'Close\n  files: b.ts (CREATE)' }],
  ['a second task in the title', { title: 'Close\n- [X] T0002 Read it' }],
  ['a heading in the description', { description: 'Said\n## Phase 07: More' }],
  ['a key in the description', { description: 'Said\n  notes: more' }],
  ['two files in one path', { files: [file('a.ts, b.ts')] }],
  ['an action in a path', { files: [file('a.ts (DELETE)')] }],
])('%s: not written, and told', (_, more) => {
  expect(unplaced(more)).toEqual(['T0003 MW707'])
})
