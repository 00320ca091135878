import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detect } from '../../src/dialects/detect.ts'
import type { Dialect, Recognition } from '../../src/dialects/dialect.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { dialects } from '../../src/dialects/registry.ts'
import { corpus, corpusFiles } from '../rig/corpus.ts'
import { sourceOf } from './phase-tasks/printed.ts'
import { effortOf } from '../rig/effort.ts'

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

test.each([
  '- files: a (CREATE)',
  '| traces: FR-001',
  '|traces: FR-001',
  '|  traces: FR-001',
  '* **files:** a (CREATE)',
])('a line that the reader takes is a sign of the format: %s', (line) => {
  const place = line.startsWith('|') ? ` ${line}` : `\n  ${line}`
  const text = `## Phase 1: Setup\n- [ ] T001 Do [P]${place}\n`
  expect(phaseTasks.recognise([sourceOf(text, 'specs/x/tasks.md')])?.strength).toBe('certain')
})

test('a line of many bars is looked through once', async () => {
  const source = (parts: number) => sourceOf(`- [ ] T001 a${' | x:'.repeat(parts)}\n`.repeat(8), 'plan.md')
  phaseTasks.recognise([source(500)])
  // Once through 640 kB is milliseconds; through the rest of the line at each bar it was seconds.
  expect(await effortOf(() => phaseTasks.recognise([source(16_000)]))).toBeLessThan(50)
})

test('a person who names the format is right', () => {
  const detection = detect([sourceOf('', 'notes.md')], dialects, 'phase-tasks')
  expect(detection).toMatchObject({ is: 'found', dialect: { name: 'phase-tasks' } })
})

const small = '- [ ] T001 Do\n- [ ] T002 Go on\n'

test.each<[string, string, string | null]>([
  ['tasks.md', '', 'weak'],
  ['docs/tasks.md', small, 'likely'],
  ['plan.md', small, 'likely'],
  ['tasks.md', `## Phase 06: Implementation\n${small}`, 'likely'],
  ['specs/a/tasks.md', `# Task Plan: a\n\n## Phase 06: Implementation\n${small}`, 'likely'],
  ['specs/a/tasks.md', `${small}  files: a.ts (NEW)\n`, 'likely'],
  ['docs/plans/x.md', `## Relevant Files\n## Phase 06: A\n${small}`, 'likely'],
  ['tasks.md', '## Phase 06: Implementation\n- [ ] Write it\n', 'likely'],
  ['plan.md', '## Phase 06: A\n- [ ] T001 a | traces: FR-1\n', 'certain'],
  ['plan.md', '## Phase 06: A\n- [ ] T001 a\n  files: a.ts (NEW)\n', 'certain'],
  ['plan.md', '## Phase 1: A\n- [ ] T001 a | blocked_by: T002 | high\n', 'certain'],
  ['specs/a/tasks.md', '# Tasks: a\n## Phase 1: A\n- [ ] T001 [P] [US1] a\n  files: a.ts (NEW)\n', 'certain'],
  ['tasks.md', `## Phase 1: Setup\n${small}\n## Phase 2: Testing\n- [ ] T003 Test\n`, 'likely'],
  ['plan.md', `## Phase 1: Setup\n${small}`, 'likely'],
  ['tasks.md', '## Phase 1: Setup\n- [ ] Write it\n', 'weak'],
  ['specs/a/tasks.md', `## Phase 1: Setup\n${small}`, 'weak'],
  ['tasks.md', '## Phase 1: Setup\n- [ ] T001 [P] Do\n', 'weak'],
  ['tasks.md', `## Phase 1: Setup\n${small}\n**Checkpoint**: it runs\n`, 'weak'],
  ['tasks.md', `## Phase 1: User Story 1 - Log in\n${small}`, 'weak'],
  ['tasks.md', `## Phase 06: A\n- [ ] T001 [P] Do\n**Checkpoint**: it runs\n`, 'likely'],
  ['tasks.md', `# Tasks: a\n\n${small}`, 'weak'],
  ['tasks.md', `## Phase 06: A\n- [ ] T001 [P] [US1] a\n`, 'weak'],
  ['specs/a/tasks.md', small, 'weak'],
  ['tasks.md', '## Phase 06: A\n- [ ] Task: Do it\n', 'weak'],
  ['tasks.md', '- [ ] 1. Do\n  - [ ] 1.1 More\n    _Requirements: 1.1_\n', 'weak'],
  ['tasks.md', '## 1. Data\n- [ ] 1.1 Migrate\n', 'weak'],
  ['tasks.md', '- [ ] buy milk\n', 'weak'],
  ['docs/stories/1.md', '# Story 1.2: Login\n## Phase 1: A\n- [ ] a\n', 'weak'],
  ['plan.md', '- [ ] buy milk\n', null],
  ['tasks.json', '{}', null],
])('phase-tasks in %s %j: %s', (path, text, strength) => {
  expect(phaseTasks.recognise([sourceOf(text, path)])?.strength ?? null).toBe(strength)
})

test.each<[string, string, string]>([
  [
    'specs/a/tasks.md',
    '# Tasks: a\n## Phase 1: A\n- [ ] T001 [P] [US1] a\n',
    'it looks like Spec Kit (its title begins with "Tasks:", its tasks name user stories like [US1], its path); as phase-tasks: the file is called tasks.md, it has "## Phase NN:" headings, it has boxes with ids like T001, but it has no files:, blocked_by:, traces: or progress summary, its phases are counted with one digit, and its tasks have [P] labels, its path is that of another tool',
  ],
  [
    'tasks.md',
    '## Phase 1: A\n- [ ] a\n',
    'as phase-tasks: the file is called tasks.md, it has "## Phase NN:" headings, but it has no boxes with ids like T001 and no files:, blocked_by:, traces: or progress summary, its phases are counted with one digit, and no task has an id',
  ],
  [
    '.kiro/specs/a/tasks.md',
    '- [ ] 1. Do\n    _Requirements: 1.1_\n',
    'it looks like Kiro (its boxes are numbered like 1.2, it has _Requirements:_ lines, its path); as phase-tasks: the file is called tasks.md, but it has no "## Phase NN:" headings and no boxes with ids like T001 and no files:, blocked_by:, traces: or progress summary',
  ],
  ['.beads/issues.jsonl', '{}', 'it looks like Beads (its path)'],
])('MW800 names its evidence: %s', (path, text, evidence) => {
  const detection = detect([sourceOf(text, path)], dialects)
  const message = `this is no plan format that is known here; ${evidence}`
  expect(detection).toMatchObject({ is: 'unknown', diagnostic: { code: 'MW800', message } })
  expect(detect([sourceOf(text, path)], dialects, 'phase-tasks').is).toBe('found')
})

describe.skipIf(corpus === null)('of the real plans', () => {
  test('plans in Markdown are taken as what they are, and no other', () => {
    const taken = (format: string): string[] =>
      corpusFiles(format, (name) => name.endsWith('.md')).flatMap(({ name, bytes }) => {
        const path = name.slice(name.indexOf('/') + 1)
        const detection = detect([{ path, bytes }], dialects)
        return detection.is === 'found' ? [detection.dialect.name] : []
      })
    const formats = readdirSync(corpus ?? '', { withFileTypes: true }).filter((it) => it.isDirectory())
    const read = ['phase-tasks', 'spec']
    const others = formats.filter(({ name }) => !read.includes(name))
    expect(others.length).toBeGreaterThan(10)
    expect(others.flatMap(({ name }) => taken(name))).toEqual([])
    expect(taken('phase-tasks')).toEqual(Array.from({ length: 42 }, () => 'phase-tasks'))
    expect(taken('spec')).toEqual(Array.from({ length: 8 }, () => 'spec'))
  })
})

test('phases of two digits with ids are ours, whatever the title says', () => {
  const text = '# Tasks: page\n\n## Phase 06: Implementation\n\n- [ ] T001 Write\n- [ ] T002 Test\n'
  const source = { path: 'tasks.md', bytes: Buffer.from(text) }
  expect(detect([source], dialects)).toMatchObject({ is: 'found' })
})
