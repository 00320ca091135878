import { describe, expect, test } from 'vitest'
import { check, factsWanted, maxDiagnosticsPerFile } from '../../src/plan/check.ts'
import type { Diagnostic } from '../../src/plan/diagnostic.ts'
import type { Draft } from '../../src/plan/draft.ts'
import { noFacts, type Facts, type PathFact } from '../../src/plan/facts.ts'
import type { Severities } from '../../src/plan/severity.ts'
import { positionAt } from '../../src/reports/position.ts'
import { buildDraft, type TaskWish } from '../rig/draft-builder.ts'

/** `line:col severity CODE message`, one a finding. */
function found(draft: Draft, facts: Facts = noFacts, severities: Severities = {}): string[] {
  return check(draft, facts, severities).map((it) => shown(it, draft))
}

function shown({ span, severity, code, message }: Diagnostic, draft: Draft): string {
  const [source] = draft.sources
  if (span === null || source === undefined) return `${severity} ${code} ${message}`
  const { line, column } = positionAt(source, span.offset)
  return `${line}:${column} ${severity} ${code} ${message}`
}

const codesOf = (draft: Draft, facts: Facts = noFacts): string[] => check(draft, facts).map(({ code }) => code)

const fact = (given: Partial<PathFact>): PathFact => ({ is: 'file', leavesBy: null, twin: null, ...given })

function factsOf(paths: Record<string, Partial<PathFact>>, protectedPaths: readonly string[] = []): Facts {
  return { paths: new Map(Object.entries(paths).map(([path, given]) => [path, fact(given)])), protectedPaths }
}

describe('ids and dependencies', () => {
  test('a sound plan has no findings', () => {
    const draft = buildDraft([{ files: ['src/a.ts'] }, { blockedBy: ['T001'], files: ['src/a.ts'] }])
    expect(found(draft)).toEqual([])
  })

  test('a duplicate id is a warning, and an error where a dependency names it', () => {
    expect(found(buildDraft([{ id: 'T001' }, { id: 'T001', key: 'T001#2' }]))).toEqual([
      '2:7 warning MW110 duplicate task id T001 (first at 1:7)',
    ])
    const draft = buildDraft([{}, { blockedBy: ['T001'] }, { id: 'T001', key: 'T001#2' }])
    expect(found(draft)).toEqual([
      '4:7 error MW110 duplicate task id T001 (first at 1:7); blocked_by at 3:16 is ambiguous',
    ])
    expect(check(draft, noFacts)[0]?.related).toHaveLength(2)
  })

  test('the first task with the id is told at its place in the same file, else with the name of its file', () => {
    const draft = buildDraft([{ id: 'T001' }, { id: 'T001', key: 'T001#2' }])
    const other = { path: 'more/state.json', bytes: new TextEncoder().encode('\n\n  T001') }
    const [one, two] = draft.tasks
    const place = { path: other.path, offset: 4, length: 4 }
    const of = (idElsewhere: readonly (typeof place)[]): Draft => ({
      ...draft,
      sources: [...draft.sources, other],
      tasks: [{ ...one!, id: { text: 'T001', span: place }, idElsewhere }, two!],
    })
    expect(found(of([]))).toEqual(['2:7 warning MW110 duplicate task id T001 (first at state.json:3:3)'])
    expect(found(of([one!.id!.span]))).toEqual(['2:7 warning MW110 duplicate task id T001 (first at 1:7)'])
  })

  test('every further task with the id is reported, and the references are counted', () => {
    const draft = buildDraft([
      {},
      { id: 'T001', key: 'b' },
      { id: 'T001', key: 'c' },
      { blockedBy: ['T001'] },
      { blocks: ['T001'] },
    ])
    expect(found(draft)).toEqual([
      '2:7 error MW110 duplicate task id T001 (first at 1:7); blocked_by at 5:16 and 1 more are ambiguous',
      '3:7 error MW110 duplicate task id T001 (first at 1:7); blocked_by at 5:16 and 1 more are ambiguous',
    ])
  })

  test('an unknown blocker names the nearest id, never the task itself', () => {
    const draft = buildDraft([{ id: 'T0001', blockedBy: ['T0002', 'T0009'] }, { id: 'T0002' }])
    expect(found(draft)[0]).toBe('2:23 error MW111 unknown task T0009 in blocked_by; did you mean T0002?')
    expect(found(buildDraft([{ blocks: ['Q9-77'] }]))).toEqual(['2:12 error MW111 unknown task Q9-77 in blocks'])
  })

  test('ids that are properties of every object are plain names', () => {
    const draft = buildDraft([{ id: '__proto__' }, { blockedBy: ['__proto__'] }, { blockedBy: ['constructor'] }])
    expect(found(draft)).toEqual(['5:16 error MW111 unknown task constructor in blocked_by'])
  })

  test('an unknown blocker that the reader faulted already is not reported twice', () => {
    const bare = buildDraft([{ blockedBy: ['T0x'] }])
    const span = bare.tasks[0]!.blockedBy[0]!.span
    const said: Diagnostic = { code: 'MW109', severity: 'error', message: 'm', help: 'h', span, related: [] }
    expect(codesOf({ ...bare, diagnostics: [said] })).toEqual(['MW109'])
  })

  test('a task that waits for itself is a cycle of one and no other', () => {
    expect(found(buildDraft([{ blockedBy: ['T001'] }]))).toEqual([
      '2:16 warning MW112 T001 waits for itself; it will end blocked, the rest runs',
    ])
  })

  test('a cycle is one finding that shows every edge', () => {
    const draft = buildDraft([
      { id: 'T0001', blockedBy: ['T0002'] },
      { id: 'T0002', blockedBy: ['T0001'] },
    ])
    expect(found(draft)).toEqual([
      '2:16 warning MW113 dependency cycle T0001 -> T0002 -> T0001; these 2 tasks will end blocked, the rest runs',
    ])
    const [cycle] = check(draft, noFacts)
    expect(cycle?.related.map(({ span, message }) => [positionAt(draft.sources[0]!, span.offset), message])).toEqual([
      [{ line: 4, column: 16 }, 'T0002 waits for T0001'],
    ])
  })

  test('two circles through one task are one finding; separate ones are two', () => {
    const knot = buildDraft([{ blockedBy: ['T002', 'T003'] }, { blockedBy: ['T001'] }, { blockedBy: ['T001'] }])
    const [only, ...none] = check(knot, noFacts)
    expect(none).toEqual([])
    expect(only?.related).toHaveLength(3)
    expect(only?.message).toContain('these 3 tasks')
    const two = buildDraft([
      { blockedBy: ['T002'] },
      { blockedBy: ['T001'] },
      { blockedBy: ['T004'] },
      { blockedBy: ['T003'] },
    ])
    expect(codesOf(two)).toEqual(['MW113', 'MW113'])
  })

  test('a done task takes part in no cycle: nobody waits for it', () => {
    const draft = buildDraft([{ blockedBy: ['T002'] }, { blockedBy: ['T001'], state: 'done' }])
    expect(codesOf(draft)).toEqual(['MW115'])
  })

  test('nor does a skipped one', () => {
    const draft = buildDraft([{ blockedBy: ['T002'] }, { blockedBy: ['T001'], state: 'skipped' }])
    expect(codesOf(draft)).not.toContain('MW113')
  })

  test('a long circle has a message of bounded length and a bounded list of places', () => {
    const tasks = Array.from({ length: 3_000 }, (_, at): TaskWish => ({
      id: `T${at}`,
      blockedBy: [`T${(at + 1) % 3_000}`],
    }))
    const [cycle] = check(buildDraft(tasks), noFacts)
    expect(cycle?.message.length).toBeLessThan(300)
    expect(cycle?.message).toContain('these 3000 tasks')
    expect(cycle?.related).toHaveLength(100)
    expect(cycle?.help).toContain('2899 of them are not shown')
  })

  test('one-sided dependencies are counted once, and only where the plan uses both keys', () => {
    expect(codesOf(buildDraft([{}, { blockedBy: ['T001'] }]))).toEqual([])
    const mixed = buildDraft([
      { blocks: ['T002'] },
      { blockedBy: ['T001'] },
      { blockedBy: ['T001'] },
      { blockedBy: ['T001'] },
    ])
    expect(found(mixed)).toEqual([
      '6:16 info MW114 2 dependencies are named on one side only; read as if both sides did',
    ])
  })

  test.each<[string, TaskWish['state'], string[]]>([
    ['open', 'todo', ['MW115']],
    ['unknown', 'unknown', ['MW115']],
    ['done', 'done', []],
    ['skipped', 'skipped', []],
  ])('a done task with a blocker that is %s', (_, state, expected) => {
    expect(codesOf(buildDraft([{ state: state! }, { state: 'done', blockedBy: ['T001'] }]))).toEqual(expected)
  })

  test('the blocker of a done task is a related place', () => {
    const draft = buildDraft([{ id: 'T0012', state: 'done', blockedBy: ['T0013'] }, { id: 'T0013' }])
    expect(found(draft)).toEqual(['2:16 warning MW115 T0012 is marked done before its blocker T0013; left as it is'])
    expect(positionAt(draft.sources[0]!, check(draft, noFacts)[0]!.related[0]!.span.offset)).toEqual({
      line: 3,
      column: 7,
    })
  })

  test('a blocker further down is an info behind all errors and warnings', () => {
    expect(found(buildDraft([{ blockedBy: ['T002'] }, { blockedBy: ['T099'] }]))).toEqual([
      '4:16 error MW111 unknown task T099 in blocked_by',
      '2:16 info MW123 T001 waits for T002, which stands later; the dependency decides the order',
    ])
  })

  test('an open task that waits for a deferred one is told', () => {
    expect(found(buildDraft([{ state: 'deferred' }, { blockedBy: ['T001'] }]))).toEqual([
      '3:16 warning MW805 T002 waits for T001, which is deferred; it will end blocked',
    ])
    expect(codesOf(buildDraft([{ state: 'skipped' }, { blockedBy: ['T001'] }]))).toEqual([])
  })

  test('a plan without tasks is an error at its start, unless the reader said why', () => {
    expect(found(buildDraft([]))).toEqual(['1:1 error MW013 no tasks found; expected lines like "- [ ] T001 text"'])
    const said: Diagnostic = { code: 'MW002', severity: 'error', message: 'm', help: 'h', span: null, related: [] }
    expect(codesOf(buildDraft([], { diagnostics: [said] }))).toEqual(['MW002'])
    const tooLarge: Diagnostic = { ...said, code: 'MW008', span: { path: 'tasks.md', offset: 0, length: 0 } }
    expect(codesOf(buildDraft([], { diagnostics: [tooLarge] }))).toEqual(['MW008'])
    const longLine: Diagnostic = { ...said, code: 'MW008', span: { path: 'tasks.md', offset: 9, length: 0 } }
    expect(codesOf(buildDraft([], { diagnostics: [longLine] }))).toEqual(['MW013', 'MW008'])
  })
})

describe('declared paths', () => {
  test.each([
    '../x',
    'a/../../b',
    '/etc/passwd',
    '~/x',
    '~root/x',
    'C:\\x',
    'c:x',
    '\\\\srv\\share',
    '//srv/x',
    'a\\..\\..\\b',
  ])('%s leaves the repository', (path) => {
    expect(found(buildDraft([{ files: [path] }]))).toEqual(['2:10 error MW130 path leaves the repository'])
  })

  test('the new path of a rename is looked at too', () => {
    expect(codesOf(buildDraft([{ files: [{ path: 'a.ts', action: 'rename', to: '../b.ts' }] }]))).toEqual(['MW130'])
  })

  test.each([
    '.git/hooks/pre-commit',
    '.GIT/config',
    './/.git/x',
    'sub/.git/config',
    '.git./x',
    'GIT~1/x',
    '.gitmodules',
    'millwright.toml',
    'Millwright.TOML',
    '.millwright/journal',
    'a/../.git/x',
    'docs/Plan.md',
    'docs/plan.md/x',
  ])('%s is protected', (path) => {
    const facts = factsOf({}, ['docs/plan.md'])
    expect(found(buildDraft([{ files: [path] }]), facts)).toEqual(['2:10 error MW131 protected path'])
  })

  test.each([
    '.github/workflows/ci.yml',
    '.gitignore',
    'docs/plan.md.txt',
    'millwright.toml.md',
    'sub/.gitmodules',
    'a..b',
    '..a',
    '...',
    '$lib/x.ts',
  ])('%s is an ordinary path', (path) => {
    expect(codesOf(buildDraft([{ files: [path] }]), factsOf({}, ['docs/plan.md']))).toEqual([])
  })

  test('a link out of the repository is named with its target', () => {
    const facts = factsOf({ 'lib/a.ts': { leavesBy: '/srv/lib' } })
    expect(found(buildDraft([{ files: ['lib/a.ts'] }]), facts)).toEqual([
      '2:10 error MW132 path leaves the repository by a link to /srv/lib',
    ])
  })

  test.each<[string, 'create' | 'modify' | 'delete' | 'read', PathFact['is'], string | null]>([
    ['create and there', 'create', 'file', 'file to create already exists'],
    ['create and missing', 'create', 'missing', null],
    ['modify and missing', 'modify', 'missing', 'file to modify does not exist'],
    ['modify and there', 'modify', 'file', null],
    ['delete and missing', 'delete', 'missing', 'file to delete does not exist'],
    ['modify a folder', 'modify', 'directory', 'the path is a folder, not a file'],
    ['read and missing', 'read', 'missing', null],
  ])('%s', (_, action, is, message) => {
    const facts = factsOf({ 'a.ts': { is } })
    const expected = message === null ? [] : [`2:10 warning MW134 ${message}`]
    expect(found(buildDraft([{ files: [{ path: 'a.ts', action }] }]), facts)).toEqual(expected)
    expect(codesOf(buildDraft([{ state: 'done', files: [{ path: 'a.ts', action }] }]), facts)).toEqual([])
  })

  test('what an earlier task makes or removes is expected', () => {
    const missing = factsOf({ 'a.ts': { is: 'missing' }, './a.ts': { is: 'missing' } })
    const made = buildDraft([
      { files: [{ path: 'a.ts', action: 'create' }] },
      { blockedBy: ['T001'], files: ['./a.ts'] },
    ])
    expect(codesOf(made, missing)).toEqual([])
    const renamed = buildDraft([
      { files: [{ path: 'b.ts', action: 'rename', to: 'a.ts' }] },
      { blockedBy: ['T001'], files: ['a.ts'] },
    ])
    expect(codesOf(renamed, missing)).toEqual([])
    const there = factsOf({ 'a.ts': { is: 'file' } })
    const again = buildDraft([
      { files: [{ path: 'a.ts', action: 'delete' }] },
      { blockedBy: ['T001'], files: [{ path: 'a.ts', action: 'create' }] },
    ])
    expect(codesOf(again, there)).toEqual([])
    const later = buildDraft([
      { files: ['a.ts'] },
      { blockedBy: ['T001'], files: [{ path: 'a.ts', action: 'create' }] },
    ])
    expect(codesOf(later, missing)).toEqual(['MW134'])
  })

  test('a file in two tasks without an order is told once, with every place', () => {
    const draft = buildDraft([{ files: ['src/a.ts'] }, { files: ['./src/a.ts'] }, { files: ['src/a.ts'] }])
    expect(found(draft)).toEqual([
      '2:10 warning MW135 src/a.ts is named by T001, T002 and T003 with no order between them; they run one after the other',
    ])
    expect(check(draft, noFacts)[0]?.related).toHaveLength(2)
  })

  test('an order by way of other tasks is an order; two readers need none', () => {
    const chain = buildDraft([{ files: ['a'] }, { blockedBy: ['T001'] }, { blockedBy: ['T002'], files: ['a'] }])
    expect(codesOf(chain)).toEqual([])
    const read = { path: 'a', action: 'read' } as const
    expect(codesOf(buildDraft([{ files: [read] }, { files: [read] }]))).toEqual([])
    expect(codesOf(buildDraft([{ files: [read] }, { files: ['a'] }]))).toEqual(['MW135'])
    const between = buildDraft([{ files: ['a'] }, { files: [read] }, { blockedBy: ['T001'], files: ['a'] }])
    expect(check(between, noFacts).map(({ message }) => message.includes('T002'))).toEqual([true])
  })

  test('a task that is done, or that a cycle stops, shares nothing', () => {
    expect(codesOf(buildDraft([{ state: 'done', files: ['a'] }, { files: ['a'] }]))).toEqual([])
    const stuck = buildDraft([{ blockedBy: ['T002'], files: ['a'] }, { blockedBy: ['T001'] }, { files: ['a'] }])
    expect(codesOf(stuck)).toEqual(['MW113'])
  })

  test.each([
    ['src/CON.ts', 'path uses the name CON, which Windows reserves'],
    ['src/a /b', 'path has a name that ends with a space, which Windows drops'],
    ['src/a.', 'path has a name that ends with a dot, which Windows drops'],
    ['cafe\u0301.ts', 'path is not in Unicode form NFC, some systems rename it'],
    [`src/${'x'.repeat(256)}`, 'path has a name of 256 bytes, most file systems hold 255'],
  ])('%s is not the same file everywhere', (path, message) => {
    expect(found(buildDraft([{ files: [path] }]))).toEqual([`2:10 warning MW136 ${message}`])
  })

  test('a name that is too long for this system is an error', () => {
    const path = `src/${'x'.repeat(256)}/CON`
    expect(found(buildDraft([{ files: [path] }]), factsOf({ [path]: { tooLong: true } }))).toEqual([
      '2:10 error MW136 path has a name of 256 bytes, more than a name has on this system',
    ])
  })

  test('two spellings of one file are told at the second; an existing one where the plan has one', () => {
    const draft = buildDraft([{ files: ['src/a.ts', 'src/A.ts', 'src/A.ts'] }])
    expect(found(draft)).toEqual(['2:29 warning MW136 path differs from src/a.ts only in case or Unicode form'])
    expect(found(buildDraft([{ files: ['b.ts'] }]), factsOf({ 'b.ts': { twin: 'B.ts' } }))).toEqual([
      '2:10 warning MW136 path differs from the existing B.ts only in case or Unicode form',
    ])
  })

  test('patterns are told, folders are not', () => {
    const draft = buildDraft([
      {
        files: [
          { path: 'src/**', form: 'glob' },
          { path: 'docs/.../x.md', form: 'abbreviated' },
          { path: 'tests/', form: 'directory' },
        ],
      },
    ])
    expect(codesOf(draft)).toEqual(['MW137', 'MW137'])
  })

  test('MW138: what git ignores, in open tasks that change it', () => {
    const files = ['.env', 'out/a.js', 'src/a.ts', { path: 'out/b.js', action: 'read' as const }]
    const paths = new Map([
      ['.env', fact({})],
      ['out/a.js', fact({ is: 'missing' })],
    ])
    const facts = { ...noFacts, paths, ignored: new Set(['.env', 'out/a.js', 'out/b.js']) }
    const drafts = [buildDraft([{ files }]), buildDraft([{ files, state: 'done' }])]
    expect(drafts.map((it) => found(it, facts).filter((line) => line.includes('MW138')))).toEqual([
      [expect.stringContaining('it is yours'), expect.stringContaining('committed all the same')],
      [],
    ])
  })

  test('characters that cannot be seen are named as such', () => {
    expect(codesOf(buildDraft([{ files: ['src/\u202ets.a'] }, { files: ['a\u0007'] }, { files: ['-rf'] }]))).toEqual([
      'MW005',
      'MW003',
      'MW130',
    ])
  })

  test('facts are wanted for each safe path once, as it is written', () => {
    const draft = buildDraft([
      { files: ['./a.ts', '../b', { path: 'c', action: 'rename', to: 'd' }] },
      { files: ['./a.ts', { path: 'src/*', form: 'glob' }, { path: 'tests/', form: 'directory' }] },
    ])
    expect(factsWanted(draft)).toEqual(['./a.ts', 'c', 'd', 'tests/'])
  })
})

describe('what is kept and in which order', () => {
  test('limits of RELIABILITY 6', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => `T${at + 2}`)
    const tasks: TaskWish[] = [{ id: 'T1', blockedBy: many }, ...many.map((id) => ({ id }))]
    expect(found(buildDraft(tasks))[0]).toMatch(/error MW008 T1 names at least 1001 blockers, the limit is 1000$/)
    expect(found(buildDraft([{ id: `T${'1'.repeat(64)}` }]))[0]).toMatch(
      /error MW008 task id .* has 65 bytes, the limit is 64$/,
    )
    const path = `${'abcdefg/'.repeat(128)}x`
    expect(found(buildDraft([{ files: [path] }]))).toEqual(['2:10 error MW008 path has 1025 bytes, the limit is 1024'])
  })

  test('infos of one code become one with a count', () => {
    const info = (offset: number): Diagnostic => ({
      code: 'MW119',
      severity: 'info',
      message: 'm',
      help: 'h',
      span: { path: 'tasks.md', offset, length: 1 },
      related: [],
    })
    const draft = buildDraft([{}], { diagnostics: [info(4), info(2), info(6)] })
    expect(found(draft)).toEqual(['1:3 info MW119 m (and 2 more in this file)'])
    expect(check(draft, noFacts)[0]?.related).toHaveLength(2)
  })

  test('past 200 findings the errors stay, the rest is counted', () => {
    const warning = (offset: number): Diagnostic => ({
      code: 'MW104',
      severity: 'warning',
      message: 'm',
      help: 'h',
      span: { path: 'tasks.md', offset, length: 1 },
      related: [],
    })
    const warnings = Array.from({ length: 300 }, (_, at) => warning(at % 9))
    const draft = buildDraft([{ blockedBy: ['Z9'] }], { diagnostics: warnings })
    const all = check(draft, noFacts)
    expect(all).toHaveLength(maxDiagnosticsPerFile + 1)
    expect(all.map(({ code }) => code)).toContain('MW111')
    expect(all.at(-1)).toMatchObject({ code: 'MW009', message: '101 more diagnostics in this file are not shown' })
  })

  test('findings of the dialect are taken in', () => {
    const extra: Diagnostic = { code: 'MW118', severity: 'info', message: 'm', help: 'h', span: null, related: [] }
    expect(check(buildDraft([{}]), noFacts, {}, [extra])).toEqual([extra])
  })

  test('severities are applied', () => {
    const draft = buildDraft([{ blockedBy: ['T001'] }, { blockedBy: ['Q7'], files: ['../x'] }])
    expect(
      found(draft, noFacts, { MW112: 'error', MW111: 'off', MW130: 'off' }).map((it) => it.split(' ').slice(1, 3)),
    ).toEqual([
      ['error', 'MW112'],
      ['error', 'MW130'],
    ])
  })

  test('every finding has a help and a place inside the file', () => {
    const draft = buildDraft([
      { blockedBy: ['T001', 'T002', 'Q1'], files: ['../x', '.git/x', 'src/CON', { path: 's/*', form: 'glob' }] },
      { blockedBy: ['T001'], files: ['src/CON'] },
      { id: 'T002', key: 'again', state: 'done', blockedBy: ['T004'] },
      { blocks: ['T005'] },
      { state: 'deferred' },
      { blockedBy: ['T005'] },
    ])
    const all = check(draft, noFacts)
    expect(all.length).toBeGreaterThan(7)
    const size = draft.sources[0]!.bytes.length
    for (const { help, span, message, related } of all) {
      expect(help).not.toBe('')
      expect(message).not.toMatch(/[.\n]$/)
      for (const it of [span, ...related.map((one) => one.span)]) {
        expect(it).not.toBeNull()
        expect(it!.offset + it!.length).toBeLessThanOrEqual(size)
      }
    }
  })

  test('10,000 tasks that all name one common file are answered, once for each file', () => {
    const tasks = Array.from({ length: 10_000 }, (_, at): TaskWish => ({
      id: `T${at}`,
      blockedBy: at % 7 === 0 ? [] : [`T${at - 1}`],
      files: ['src/index.ts', `src/${at % 100}.ts`],
    }))
    expect(codesOf(buildDraft(tasks))).toEqual(Array.from({ length: 101 }, () => 'MW135'))
  })
})

describe('exactly at a limit', () => {
  test('200 findings are all shown, 201 are not', () => {
    const tasks = (count: number): TaskWish[] =>
      Array.from({ length: count }, (_, at) => ({ id: `T${1000 + at}`, blockedBy: [`T${1000 + at}`] }))
    const shownOf = (count: number) => codesOf(buildDraft(tasks(count)))
    expect(shownOf(maxDiagnosticsPerFile)).toHaveLength(200)
    expect(shownOf(maxDiagnosticsPerFile)).not.toContain('MW009')
    expect(shownOf(maxDiagnosticsPerFile + 1)).toContain('MW009')
  })

  test('an id of 64 bytes, a path of 1,024 and a name of 255 are taken', () => {
    expect(found(buildDraft([{ id: `T${'1'.repeat(63)}` }]))).toEqual([])
    const path = `${'abcdefg/'.repeat(127)}abcdefgh`
    expect(path).toHaveLength(1024)
    expect(found(buildDraft([{ files: [path] }]))).toEqual([])
    expect(found(buildDraft([{ files: [`src/${'x'.repeat(255)}`] }]))).toEqual([])
  })

  test('a file may be made by a blocker that stands further down', () => {
    const draft = buildDraft([
      { blockedBy: ['T002'], files: [{ path: 'src/a.ts', action: 'modify' }] },
      { files: [{ path: 'src/a.ts', action: 'create' }] },
      { files: [{ path: 'src/b.ts', action: 'modify' }] },
      { files: [{ path: 'src/b.ts', action: 'create' }] },
    ])
    const facts = factsOf({ 'src/a.ts': { is: 'missing' }, 'src/b.ts': { is: 'missing' } })
    expect(found(draft, facts).filter((it) => it.includes('MW134'))).toEqual([
      expect.stringContaining('file to modify does not exist'),
    ])
  })
})
