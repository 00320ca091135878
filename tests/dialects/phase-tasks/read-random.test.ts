import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scan } from '../../../src/dialects/scanner.ts'
import type { Span } from '../../../src/plan/source.ts'
import { read, sourceOf } from './printed.ts'

const piece = fc.constantFrom(
  ...[
    '- [ ] T001 a',
    '- [X]T002',
    '-[',
    '- [',
    ']',
    '\n',
    '\r\n',
    '\r',
    '  ',
    '\t',
    'blocked_by: [T001-T003',
    'files: ',
  ],
  ...['a.ts (MODIFY', ')', '(', '`', '```', '~~~~', '<!--', '-->', '---\n', '## Phase 06: A -- B\n', '# ', '> ', ' | '],
  ...[
    'traces: FR-1..FR-9',
    'description: |',
    'T005A',
    ',',
    '->',
    '—',
    'Т001',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '😀',
    '{',
    '}',
  ],
)
const text = fc.array(fc.oneof({ weight: 9, arbitrary: piece }, fc.string({ maxLength: 6 }))).map((it) => it.join(''))
const bytes = fc.oneof(
  text.map((it) => new TextEncoder().encode(it)),
  fc.uint8Array({ maxLength: 300 }),
  fc.tuple(text, fc.uint8Array({ maxLength: 3 }), text).map(([a, b, c]) => {
    const encoder = new TextEncoder()
    return Uint8Array.from([...encoder.encode(a), ...b, ...encoder.encode(c)])
  }),
)

function spansOf(value: unknown, found: Span[] = []): Span[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return found
  if ('offset' in value && 'length' in value && 'path' in value) found.push(value as Span)
  else for (const part of Object.values(value)) spansOf(part, found)
  return found
}

test('whatever the bytes: no throw, every place inside the file, keys unique, every task in a group', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const draft = read(given)
      for (const { offset, length } of spansOf([draft.tasks, draft.groups, draft.diagnostics])) {
        expect(Number.isInteger(offset) && offset >= 0 && length >= 0).toBe(true)
        expect(offset + length).toBeLessThanOrEqual(given.length)
      }
      expect(new Set(draft.tasks.map(({ key }) => key)).size).toBe(draft.tasks.length)
      const groups = new Set(draft.groups.map(({ key }) => key))
      expect(groups.size).toBe(draft.groups.length)
      for (const { group } of draft.tasks) expect(groups.has(group)).toBe(true)
      expect(draft.coverage.read).toBeLessThanOrEqual(draft.coverage.taskLike)
    }),
    { numRuns: 2000 },
  )
})

test('lines lie end to end over the whole file', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const lines = scan(sourceOf(given))
      let at = given[0] === 0xef && given[1] === 0xbb && given[2] === 0xbf ? 3 : 0
      for (let line = 0; line < lines.count; line += 1) {
        expect(lines.start(line)).toBe(at)
        expect(lines.end(line)).toBeLessThanOrEqual(lines.next(line))
        at = lines.next(line)
      }
      expect(at).toBe(given.length)
    }),
  )
})

// Quadratic work on these would take minutes; the limit of time is that of the test run.
test.each<[string, string]>([
  ['fences that never close', '`````x\n'],
  ['comments that never close', '<!-- \n'],
  ['open brackets', '- ['],
  ['open parentheses', '- [ ] T001 a\n  files: (('],
  ['annotations', ' | a: b'],
  ['the same phase', '## Phase 06: a\n'],
  ['the same id', '- [ ] T001 a\n'],
  ['sections with bare boxes', '## A\n- [ ] b\n'],
  ['ranges over everything', '- [ ] T001 a\n  blocked_by: T001-T9999\n'],
  ['zero-width characters', '\u200b\n'],
])('long files of %s are read', (_, unit) => {
  const draft = read(`- [ ] T001 ${unit.repeat(30_000)}`)
  expect(draft.tasks.length).toBeGreaterThan(0)
})
