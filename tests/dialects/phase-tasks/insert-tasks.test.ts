import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { mayList, plainText, type AddedTask } from '../../../src/plan/added-task.ts'
import type { Draft, DraftTask } from '../../../src/plan/draft.ts'
import type { FileSpec } from '../../../src/plan/model.ts'
import { nextIds } from '../../../src/plan/next-id.ts'
import type { MarkWish } from '../../../src/plan/projection.ts'
import { corpus } from '../../rig/corpus.ts'
import { draftOf, project, sourceOf } from './plan-text.ts'

function file(name: string, action: FileSpec['action'] = 'create'): FileSpec {
  return { path: name, action, form: 'path', to: null, note: null }
}

function added(more: Partial<AddedTask> = {}): AddedTask {
  return {
    key: 'T0003',
    id: 'T0003',
    title: 'Close the file',
    group: '06',
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
}

function wishFor({ key, id, title }: AddedTask, more: Partial<MarkWish> = {}): MarkWish {
  return { key, id, title, state: 'todo', reason: null, writtenReason: null, ...more }
}

/** The text after the added tasks were written into it. */
function written(text: string, tasks: readonly AddedTask[], marks: readonly MarkWish[] = []): string {
  const bytes = new TextEncoder().encode(text)
  const group = draftOf(bytes).tasks[0]?.group ?? ''
  const placed = tasks.map((task) => ({ ...task, group: task.group === '06' ? group : task.group }))
  const { edits, unplaced } = project(bytes, { marks, added: placed, summary: true })
  expect(unplaced).toEqual([])
  return new TextDecoder().decode(applyEdits(sourceOf(bytes), edits))
}

const head = '## Phase 06: Implementation -- PENDING\n'
const two = `${head}- [ ] T0001 Open the file\n  files: a.ts (CREATE)\n- [ ] T0002 Read it\n  blocked_by: [T0001]\n`

describe('a task that is written into a plan', () => {
  test('stands behind the last task of its group, with what it names', () => {
    const task = added({ files: [file('src/b.ts'), file('src/c.ts', 'modify')], blockedBy: ['T0002'] })
    expect(written(`${two}\n## Phase 08: Review\n- [ ] T0009 Look\n`, [task])).toBe(
      `${two}- [ ] T0003 Close the file\n  files: src/b.ts (CREATE), src/c.ts (MODIFY)\n  blocked_by: [T0002]\n\n## Phase 08: Review\n- [ ] T0009 Look\n`,
    )
  })

  test('has the line ends, bullet, indentation and empty lines of its neighbours', () => {
    const text = `${head}\n* [ ] T0001 Open the file\n    files: a.ts (CREATE)\n\n* [ ] T0002 Read it\n    files: b.ts (CREATE)\n`
    const crlf = text.replaceAll('\n', '\r\n')
    expect(written(crlf, [added({ files: [file('c.ts')] })])).toBe(
      `${crlf}\r\n* [ ] T0003 Close the file\r\n    files: c.ts (CREATE)\r\n`,
    )
  })

  test('leaves a file without a last line end as it was', () => {
    expect(written(two.trimEnd(), [added()])).toBe(`${two}- [ ] T0003 Close the file`)
  })

  test('stands in the part of its proposer', () => {
    const parts = `${head}### Core\n- [ ] T0001 Open\n### Tests\n- [ ] T0002 Test\n`
    expect(written(parts, [added()])).toBe(
      `${head}### Core\n- [ ] T0001 Open\n- [ ] T0003 Close the file\n### Tests\n- [ ] T0002 Test\n`,
    )
  })

  test('keeps the order of several, and all of them are written once', () => {
    const tasks = [added(), added({ key: 'T0004', id: 'T0004', title: 'Tell' })]
    const once = written(two, tasks)
    expect(once).toBe(`${two}- [ ] T0003 Close the file\n- [ ] T0004 Tell\n`)
    expect(written(once, tasks)).toBe(once)
  })

  test('shows its mark and the reason for it at once', () => {
    const task = added()
    expect(written(two, [task], [wishFor(task, { state: 'blocked', reason: 'Unmet dependencies: T0002' })])).toBe(
      `${two}- [BLOCKED] T0003 Close the file\n  reason: Unmet dependencies: T0002\n`,
    )
  })

  test('is deferred where a person has deferred it before it was written', () => {
    const wish = wishFor(added(), { state: 'deferred', reason: 'Next month' })
    expect(written(two, [added()], [wish])).toBe(`${two}- [DEFER] T0003 Close the file\n  defer_reason: Next month\n`)
  })

  test('is counted in the progress table', () => {
    const table = '## Progress Summary\n| Phase | Total | Done | Remaining |\n|---|---|---|---|\n| 06 | 2 | 0 | 2 |\n\n'
    expect(written(table + two, [added()])).toContain('| 06 | 3 | 0 | 3 |')
  })

  test('is left to a person where its id means another task, and where there is no place', () => {
    const bytes = new TextEncoder().encode(two)
    const task = added({ key: 'T0002', id: 'T0002', group: draftOf(bytes).tasks[0]?.group ?? '' })
    expect(project(bytes, { marks: [wishFor(task)], added: [task], summary: true })).toMatchObject({
      edits: [],
      unplaced: [{ key: 'T0002', diagnostic: { code: 'MW707' } }],
    })
    const homeless = added({ group: 'gone', by: 'T0099' })
    const { edits, unplaced } = project(bytes, { marks: [], added: [homeless], summary: true })
    expect(edits).toEqual([])
    expect(unplaced[0]?.diagnostic.help).toContain('- [ ] T0003 Close the file')
  })
})

/** All that a draft says, without places. */
function saidBy(task: DraftTask): unknown {
  return JSON.parse(
    JSON.stringify(task, (name, value: unknown) =>
      name === 'span' || name === 'actionSpan' || name === 'line' || name === 'block' ? undefined : value,
    ),
  )
}

/** Writes a task into the plan in the name of `by`; what is read afterwards, without it. */
function grown(bytes: Uint8Array, before: Draft, by: DraftTask, more: Partial<AddedTask>): void {
  const taken = before.tasks.flatMap(({ id, blockedBy, blocks }) => [
    ...(id === null ? [] : [id.text]),
    ...[...blockedBy, ...blocks].map((it) => it.id),
  ])
  const [id = ''] = nextIds(taken, 1)
  const task = added({ key: id, id, group: by.group, by: by.key, ...more })
  const { edits, unplaced } = project(bytes, { marks: [wishFor(task)], added: [task] })
  expect(unplaced).toEqual([])
  expect(edits.map(({ length }) => length)).toEqual([0])
  const after = draftOf(applyEdits(sourceOf(bytes), edits))
  const found = after.tasks.filter((it) => it.id?.text === id)
  expect(found).toMatchObject([
    {
      group: by.group,
      parent: null,
      mark: { state: 'todo' },
      title: { text: task.title },
      files: task.files.map(({ path: name, action }) => ({ path: name, action })),
      blockedBy: task.blockedBy.map((it) => ({ id: it })),
      blocks: [],
      traces: [],
      notes: [],
      checklist: [],
      description: task.description,
    },
  ])
  expect(after.tasks.filter((it) => it.id?.text !== id).map(saidBy)).toEqual(before.tasks.map(saidBy))
  expect(after.groups.map(({ key }) => key)).toEqual(before.groups.map(({ key }) => key))
  // An id as the plan writes them may be as unusual as the others (MW103).
  const codes = ({ diagnostics }: Draft): readonly string[] =>
    diagnostics.flatMap(({ code }) => (code === 'MW103' ? [] : [code]))
  expect(codes(after)).toEqual(codes(before))
}

/** The plan with a task more in each of its groups, one at a time. */
function growEverywhere(bytes: Uint8Array): void {
  const before = draftOf(bytes)
  // Such plans are not read as plans, or are refused.
  if (before.diagnostics.some(({ code }) => ['MW002', 'MW006', 'MW010', 'MW013'].includes(code))) return
  const firsts = new Map(before.tasks.map((task) => [`${task.group} ${task.section ?? ''}`, task]))
  for (const by of firsts.values()) {
    const isOnce = before.tasks.filter(({ id }) => id?.text === by.id?.text).length === 1
    grown(bytes, before, by, {
      description: 'Said once - and read back',
      files: [file('src/a_b/[id]/c.ts'), file('docs/x.md', 'modify')],
      blockedBy: by.id !== null && isOnce ? [by.id.text] : [],
    })
  }
}

const fixtures = path.join(import.meta.dirname, '../../fixtures/phase-tasks')

test.each(readdirSync(fixtures))('fixture %s takes a task in each group', (name) => {
  growEverywhere(new Uint8Array(readFileSync(path.join(fixtures, name, 'tasks.md'))))
})

const folder = path.join(corpus ?? '', 'phase-tasks')
const plans =
  corpus === null
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .sort()

describe.skipIf(corpus === null)('on real plans', () => {
  test.each(plans)('%s takes a task in each group, and nothing else is read differently', (name) => {
    growEverywhere(new Uint8Array(readFileSync(path.join(folder, name))))
  })
})

describe('whatever an agent says', () => {
  const bytes = new TextEncoder().encode(two)
  const before = draftOf(bytes)
  const by = before.tasks[0]!
  const words = fc.constantFrom(
    ...[
      '- [ ] T0001',
      '[P]',
      ' | blocked_by: T0002',
      '\n',
      '\r\n',
      '<!--',
      '-->',
      '```',
      '# ',
      'files: x',
      '**',
      '`',
      '--',
      ':',
      '\u202e',
      '\0',
      '\u2028',
      'T0002',
      '- ',
      '* ',
      '1. ',
      '|',
      '>',
      '[X]',
      '~',
      '_',
      '(',
      ')',
      'a',
      ' ',
      'done',
      '…',
    ],
  )
  const text = fc.oneof(
    fc.array(words, { maxLength: 8 }).map((it) => it.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )

  test('as a title or description is one task when it is written', () => {
    fc.assert(
      fc.property(text, text, (title, description) => {
        const plain = plainText(title, 200)
        expect(plainText(plain, 200)).toBe(plain)
        fc.pre(plain !== '')
        const said = plainText(description, 1000)
        grown(bytes, before, by, { title: plain, description: said === '' ? null : said })
      }),
      {
        numRuns: 400,
        examples: [
          ['- [ ] T0001--**>', ''],
          [' | blocked_by: T0002', ''],
        ],
      },
    )
  })

  test('as a path is that path, or no list of files can hold it', () => {
    const part = fc.constantFrom(
      'a',
      'src',
      '[id]',
      '(group)',
      'x.ts',
      '-',
      '@',
      '(CREATE',
      'none',
      '#',
      '#L12',
      '!',
      '.',
      'é',
      '=',
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.constantFrom('/', ''), (parts, by_) => {
        const name = parts.join(by_)
        fc.pre(mayList('lines', name))
        grown(bytes, before, by, { files: [file(name), file('z.ts', 'modify')] })
      }),
      { numRuns: 400 },
    )
  })
})
