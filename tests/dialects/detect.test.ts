import { expect, test } from 'vitest'
import { detect } from '../../src/dialects/detect.ts'
import type { Dialect, Recognition } from '../../src/dialects/dialect.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { dialects } from '../../src/dialects/registry.ts'
import { sourceOf } from './phase-tasks/printed.ts'

const claiming = (name: string, strength: Recognition['strength'] | null): Dialect => ({
  ...phaseTasks,
  name,
  recognise: () => (strength === null ? null : { dialect: name, strength, because: [`${name} says so`] }),
})

test.each<[string, Dialect[], string]>([
  ['the only one', [claiming('a', 'likely'), claiming('b', null)], 'a'],
  ['certain beats likely', [claiming('a', 'likely'), claiming('b', 'certain'), claiming('c', 'likely')], 'b'],
])('%s', (_, given, expected) => {
  const detection = detect([sourceOf('')], given)
  expect(detection.is === 'found' && detection.dialect.name).toBe(expected)
})

test.each<[string, Dialect[], string | null, string]>([
  ['none', [claiming('a', null)], null, 'this is no plan format that is known here'],
  [
    'two',
    [claiming('a', 'certain'), claiming('b', 'certain')],
    null,
    'this may be more than one plan format: a (a says so); b (b says so)',
  ],
  ['a name nobody has', [claiming('a', 'certain')], 'z', "there is no plan format 'z'"],
])('%s: MW800', (_, given, named, message) => {
  const detection = detect([sourceOf('x')], given, named)
  expect(detection).toMatchObject({ is: 'unknown', diagnostic: { code: 'MW800', severity: 'error', message } })
})

test('a person who names the format is right', () => {
  const detection = detect([sourceOf('', 'notes.md')], dialects, 'phase-tasks')
  expect(detection).toMatchObject({ is: 'found', dialect: { name: 'phase-tasks' } })
})

test.each<[string, string, string | null]>([
  ['tasks.md', '', 'likely'],
  ['docs/tasks.md', '- [ ] T001 a', 'likely'],
  ['plan.md', '## Phase 06: A\n- [ ] T001 a | traces: FR-1\n', 'certain'],
  ['plan.md', '## Phase 06: A\n- [ ] T001 a\n  files: a.ts (NEW)\n', 'certain'],
  ['plan.md', '- [ ] T001 a\n', 'likely'],
  ['plan.md', '- [ ] buy milk\n', null],
  ['tasks.json', '{}', null],
])('phase-tasks in %s %j: %s', (path, text, strength) => {
  expect(phaseTasks.recognise([sourceOf(text, path)])?.strength ?? null).toBe(strength)
})
