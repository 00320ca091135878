import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarkWish } from '../../../src/plan/projection.ts'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { after, draftOf, project, sourceOf, wish } from './plan-text.ts'

const states = ['todo', 'done', 'blocked', 'skipped', 'deferred'] as const

interface RandomTask {
  readonly title: string
  readonly cell: string
  readonly lines: readonly string[]
  readonly blank: boolean
}

const word = fc.constantFrom(
  'lamp',
  'Nebel—horn',
  'get|put',
  '`code`',
  'маяк',
  '[x]',
  '- [ ] T001',
  '🚢',
  '<!--',
  'a:b',
  '"q"',
)
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `do ${words.join(' ')}`)
const line = fc.constantFrom(
  'files: src/a.ts (MODIFY — keep, order)',
  'traces: FR-001..FR-003',
  'blocks: none',
  'description: |\n@@Two lines.\n@@- a list\n@@1. and more',
  'tests: npm test (VERIFY)',
  'result: 3 of 3',
)
const task = fc.record({
  title,
  cell: fc.constantFrom(' ', ' ', ' ', 'X', 'x', 'BLOCKED', 'SKIP', 'DEFER', '~'),
  lines: fc.uniqueArray(line, { maxLength: 3 }),
  blank: fc.boolean(),
})
const shape = fc.record({
  phases: fc.array(fc.array(task, { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
  eol: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('  ', '    ', '\t'),
  bom: fc.boolean(),
  final: fc.boolean(),
  table: fc.boolean(),
  fence: fc.boolean(),
})

/** The text of a random plan and its tasks, which have the ids T001, T002 … in the order of the file. */
function planOf(of: typeof shape extends fc.Arbitrary<infer T> ? T : never): {
  text: string
  tasks: (RandomTask & { id: string })[]
} {
  const tasks = of.phases.flat().map((it, index) => ({ ...it, id: `T${String(index + 1).padStart(3, '0')}` }))
  const lines: string[] = ['# Plan', '']
  if (of.table)
    lines.push(
      '## Progress Summary',
      '| Phase | Total | Done | Status |',
      '|---|---|---|---|',
      '| 01 | 0 | 0 | PENDING |',
      '| **Total** | **0** | **0** | **0%** |',
      '',
    )
  let next = 0
  for (const [index, phase] of of.phases.entries()) {
    lines.push(`## Phase 0${index + 1}: Part ${index} -- PENDING`)
    for (const it of phase) {
      lines.push(`- [${it.cell}] ${tasks[next++]!.id} ${it.title}`)
      for (const sub of it.lines)
        lines.push(...`${of.indent}${sub.replaceAll('@@', of.indent + of.indent)}`.split('\n'))
      if (it.blank) lines.push('')
    }
    if (of.fence) lines.push('', '```', ...tasks.map((it) => `- [ ] ${it.id} ${it.title}`), '```', '')
  }
  return { text: (of.bom ? '\ufeff' : '') + lines.join(of.eol) + (of.final ? of.eol : ''), tasks }
}

const reason = fc.oneof(
  fc.constantFrom('tests are red', 'a: b', '[T001]', 'x\ny', '- [X] T001 z'),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/** Differences in white space are none. */
const words = (title: string): string => title.trim().split(/\s+/).join(' ')

describe('random plans', () => {
  test('exactly the wished marks change, nothing else that can be read does, and a second time nothing', () => {
    fc.assert(
      fc.property(
        shape,
        fc.array(fc.record({ pick: fc.nat(), state: fc.constantFrom(...states), reason }), { maxLength: 6 }),
        fc.boolean(),
        (of, picks, summary) => {
          const { text, tasks } = planOf(of)
          const wishes = new Map<string, MarkWish>()
          for (const { pick, state, reason } of tasks.length === 0 ? [] : picks) {
            const it = tasks[pick % tasks.length]!
            wishes.set(
              it.id,
              wish(it.id, it.title, state, { reason: state === 'done' || state === 'todo' ? null : reason }),
            )
          }
          const marks = [...wishes.values()]
          const { unplaced } = project(text, { marks, summary })
          const refused = new Set(unplaced.map(({ key }) => key))
          const result = after(text, { marks, summary })
          const before = draftOf(text).tasks
          const now = draftOf(result).tasks
          expect(now.map((it) => it.id?.text)).toEqual(before.map((it) => it.id?.text))
          for (const [index, it] of now.entries()) {
            const old = before[index]!
            const wished = refused.has(it.key) ? undefined : wishes.get(it.key)
            expect([it.key, it.mark.state]).toEqual([it.key, wished?.state ?? old.mark.state])
            expect(it.title.text).toBe(old.title.text)
            expect(it.description).toBe(old.description)
            expect(it.files.map(({ path }) => path)).toEqual(old.files.map(({ path }) => path))
          }
          expect(project(result, { marks, summary }).edits).toEqual([])
          const written = marks.map((it) => ({ ...it, writtenReason: it.reason }))
          expect(project(result, { marks: written, summary }).edits).toEqual([])
        },
      ),
    )
  })

  test('blocking open tasks and releasing them gives the same bytes', () => {
    fc.assert(
      fc.property(shape, reason, (of, why) => {
        const { text, tasks } = planOf(of)
        const open = tasks.filter((it) => it.cell === ' ')
        const blocked = after(text, { marks: open.map((it) => wish(it.id, it.title, 'blocked', { reason: why })) })
        const released = after(blocked, {
          marks: open.map((it) => wish(it.id, it.title, 'todo', { writtenReason: why })),
        })
        expect(released).toBe(text)
      }),
    )
  })

  test('tasks that were moved meanwhile are found by what they are, not by where they were', () => {
    fc.assert(
      fc.property(shape, fc.nat(), (of, turn) => {
        const { text, tasks } = planOf(of)
        const marks = tasks.filter((it) => it.cell === ' ').map((it) => wish(it.id, it.title, 'done'))
        const phases = of.phases.map((_, index) => of.phases[(index + turn) % of.phases.length]!)
        const order = phases.flat().map((it) => tasks[of.phases.flat().indexOf(it)]!)
        const turned = planOf({ ...of, phases }).text
        // The moved tasks keep their ids: each line gets the id its task had before.
        const ids = new Map(planOf({ ...of, phases }).tasks.map((it, index) => [it.id, order[index]!.id]))
        const moved = turned.replace(
          /^(- \[[^\]]*\] )(T\d{3})(?= do )/gm,
          (_, box: string, id: string) => box + (ids.get(id) ?? id),
        )
        const result = draftOf(after(moved, { marks }))
        expect(new Map(result.tasks.map((it) => [it.key, it.mark.state === 'done']))).toEqual(
          new Map(tasks.map((it) => [it.id, /[ xX]/.test(it.cell)])),
        )
        expect(text.length).toBe(moved.length)
      }),
    )
  })

  test('on a plan with any bytes changed: no throw, what is placed is there, and a second time nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '|',
        '```\n',
        '- [',
        ']',
        ' ',
        '\t',
        'reason: x',
        '  reason: |\n',
        '## ',
        ' -- COMPLETE',
        '\0',
        '<!--',
        'X',
      ),
      fc.uint8Array({ minLength: 1, maxLength: 3 }),
    )
    const change = fc.record({ at: fc.nat(), length: fc.nat(12), piece })
    const picks = fc.array(fc.record({ pick: fc.nat(), state: fc.constantFrom(...states), reason }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(shape, fc.array(change, { maxLength: 6 }), picks, (of, changes, picked) => {
        const { text, tasks } = planOf({ ...of, table: true })
        let bytes = sourceOf(text).bytes
        for (const { at, length, piece } of changes) {
          const from = at % (bytes.length + 1)
          const to = Math.min(bytes.length, from + length)
          const put = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
          bytes = Uint8Array.from([...bytes.subarray(0, from), ...put, ...bytes.subarray(to)])
        }
        const wishes = new Map<string, MarkWish>()
        for (const { pick, state, reason } of tasks.length === 0 ? [] : picked) {
          const it = tasks[pick % tasks.length]!
          wishes.set(it.id, wish(it.id, it.title, state, { reason }))
        }
        const marks = [...wishes.values()]
        const { edits, unplaced } = project(bytes, { marks, summary: true })
        const result = applyEdits(sourceOf(bytes), edits)
        const refused = new Set(unplaced.map(({ key }) => key))
        const now = draftOf(result).tasks
        for (const mark of marks)
          if (!refused.has(mark.key))
            expect(
              now.filter((it) => words(it.title.text) === words(mark.title) && it.mark.state === mark.state),
            ).not.toEqual([])
        const again = project(result, { marks, summary: true })
        expect(again.edits).toEqual([])
        expect(again.unplaced.map(({ key }) => key)).toEqual([...refused])
      }),
      { numRuns: 300 },
    )
  })
})
