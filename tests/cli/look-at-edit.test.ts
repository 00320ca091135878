/** What is seen of an edit of the plan: by what its lines say, as a person may renumber them meanwhile. */

import { expect, test } from 'vitest'
import { lookAtEdit } from '../../src/calls/run/look-at-edit.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'

const look = lookAtEdit(phaseTasks, 'tasks.md')
const bytes = (...lines: readonly string[]): Buffer =>
  Buffer.from(`## Phase 06: Implementation\n\n${lines.map((it) => `- ${it}\n`).join('')}`)
const base = ['[ ] T001 One', '[ ] T002 Two', '[X] T003 Three']
const edited = (tasks: object): object => ({ added: [], removed: [], changed: [], ...tasks })
const two = { key: 'T002', title: 'Two' }

test.each<[string, readonly string[], readonly string[], object]>([
  ['nothing', base, base, { ticked: [] }],
  ['a tick', base, ['[ ] T001 One', '[X] T002 Two', '[X] T003 Three'], { ticked: [two] }],
  ['a tick of a blocked task', ['[BLOCKED] T002 Two'], ['[X] T002 Two'], { ticked: [two] }],
  [
    'a tick of words that it changed',
    ['[ ] T002 Two'],
    ['[X] T002 Two, and more'],
    { ticked: [two], tasks: edited({ changed: ['T002'] }) },
  ],
  [
    'a tick with another id',
    ['[ ] T002 Two'],
    ['[X] T009 Two'],
    { ticked: [two], tasks: edited({ changed: ['T009'] }) },
  ],
  [
    'a tick beside another mark, other files and other blockers',
    [...base, '[ ] T004 Four'],
    [
      '[X] T002 Two',
      '[BLOCKED] T001 One',
      '[X] T003 Three | files: a.ts (CREATE)',
      '[ ] T004 Four | blocked_by: [T001]',
    ],
    { ticked: [two], tasks: edited({ changed: ['T001', 'T003', 'T004'] }) },
  ],
  [
    'a tick in a plan that was renumbered meanwhile',
    base,
    ['[ ] T001 New', '[ ] T002 One', '[X] T003 Two', '[X] T004 Three'],
    { ticked: [two], tasks: edited({ added: ['T001'], changed: ['T002', 'T003', 'T004'] }) },
  ],
  [
    'a swap',
    base,
    ['[ ] T002 One', '[ ] T001 Two', '[X] T003 Three'],
    { ticked: [], tasks: edited({ changed: ['T002', 'T001'] }) },
  ],
  [
    'one taken out, and one added with a tick',
    base,
    ['[ ] T001 One', '[X] T003 Three', '[X] T004 Four'],
    { ticked: [], tasks: edited({ added: ['T004'], removed: ['T002'] }) },
  ],
  [
    'another in its place',
    ['[ ] T001 One', '[ ] T002 Two'],
    ['[ ] T003 One', '[X] T001 Other', '[ ] T002 Two'],
    { ticked: [], tasks: edited({ added: ['T001'], changed: ['T003'] }) },
  ],
])('%s', (_, before, after, expected) => {
  expect(look(bytes(...before), bytes(...after))).toEqual(expected)
})
