import { readFileSync } from 'node:fs'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { assembleBrief, longestBrief, type BriefInput } from '../../src/agents/brief.ts'
import { readPromptTemplate, type PromptTemplate } from '../../src/agents/prompt-template.ts'
import { readDeclared } from '../../src/agents/declared-deviations.ts'
import { readResult } from '../../src/agents/result-file.ts'
import { findTraceTexts, namesId, readRequirementDocuments } from '../../src/agents/trace-texts.ts'
import { fillTemplate } from '../../src/agents/templates.ts'
import { task as plainTask } from '../rig/plan-builder.ts'

/** A template that ships with the program. */
function builtIn(role: string): PromptTemplate {
  const read = readPromptTemplate(
    readFileSync(path.join(import.meta.dirname, '../../prompts', `${role}.md`), 'utf8'),
    role,
  )
  if ('diagnostics' in read) throw new Error(read.diagnostics.map((it) => it.message).join('\n'))
  return read.template
}

const input = (more: Partial<BriefInput> = {}, task: Partial<BriefInput['task']> = {}): BriefInput => ({
  proposes: null,
  template: builtIn('generic'),
  role: 'generic',
  document: null,
  audit: [],
  draft: '',
  contracts: '',
  task: plainTask('T001', { title: 'Cache the timetable', group: null, ...task }),
  plan: 'docs/tasks.md',
  phase: null,
  instruction: '',
  step: null,
  spec: null,
  research: null,
  claims: null,
  traces: { texts: [], unclear: [] },
  blockers: [],
  feedback: [],
  keepsDraft: false,
  gates: [],
  expectsRed: false,
  addedTasks: 'record',
  workspace: 'worktree',
  shared: [],
  ...more,
})

describe('a brief', () => {
  test('of a task that names only the tests it writes leaves open what else it changes', () => {
    const files = [{ path: 't/a.test.ts', action: 'create', form: 'path', to: null, note: null }] as const
    const texts = [true, false].map((declaresFiles) => assembleBrief(input({}, { files, declaresFiles })))
    expect(texts.map((it) => [it.includes('`t/a.test.ts` (CREATE)'), it.includes('departure from the plan.')])).toEqual(
      [
        [true, true],
        [true, false],
      ],
    )
  })

  test('for who proposes tasks in place of a rejected one tells why that was, and what was said of what they proposed last', () => {
    const proposes = {
      rejection: { by: 'Ann', text: 'two in one\n- divide' },
      waiting: ['T002 Sell it'],
      before: '{"addTasks": []}',
    }
    const first = assembleBrief(input({ proposes: { ...proposes, before: '' }, draft: 'the draft' }))
    expect(first).toContain('## Why it was rejected\n\n### review: Ann\n\n```text\ntwo in one\n- divide\n```')
    expect(first).toContain('### The draft that was rejected')
    expect(first).not.toContain('What was said of the last proposal')
    const feedback = [{ from: 'review', source: 'Bob', text: 'merge the last two', excerpt: '' }] as const
    const second = assembleBrief(input({ proposes, feedback, keepsDraft: true }))
    const [rejection, said = ''] = second.split('## What was said of the last proposal')
    expect(rejection).toContain('two in one')
    expect(said).toContain('{"addTasks": []}')
    expect(said).toContain('merge the last two')
    expect(second).not.toContain('What went wrong before')
  })

  test('keeps what a description or a criterion leaves open from taking in what stands behind it', () => {
    const criteria = ['shows:\n```\n42', 'is fast']
    const brief = assembleBrief(input({}, { description: 'As here:\n~~~\ncode', criteria }))
    expect(brief).toContain('```text\nAs here:\n~~~\ncode\n```\n')
    expect(brief).toContain('1. ````text\n    shows:\n    ```\n    42\n    ````\n2. is fast\n')
    // A cut opens what was closed.
    const long = `\`\`\`\n${'code\n'.repeat(6_000)}\`\`\``
    expect(assembleBrief(input({}, { description: long }))).toMatch(/\n````text\n```\ncode\n[^]* left out\)\n````\n/)
    const sound = 'As here:\n```js\ncode\n```\n- one\n  ~~~\n  two\n  ~~~'
    expect(assembleBrief(input({}, { description: sound }))).toContain(`## Description\n\n${sound}\n`)
  })

  test('names what is shared with a checkout, where something is', () => {
    const line =
      'Shared with the checkout of a person, who goes on using it: `.venv`, `data`. Install and remove nothing there.'
    expect(assembleBrief(input({ shared: ['.venv', 'data'] }))).toContain(`made for you.\n- ${line}\n- Look`)
    expect(assembleBrief(input())).not.toContain('Shared with')
  })

  test('says whose the folder is, so that nobody throws away what a person has not committed', () => {
    const told = (workspace: 'worktree' | 'in-place' | 'none'): string =>
      /^- Your working directory.*$/m.exec(assembleBrief(input({ workspace })))?.[0] ?? ''
    expect(told('worktree')).toMatch(/is a checkout that is yours alone.*commits are made for you/)
    for (const kind of ['in-place', 'none'] as const)
      expect(told(kind)).toMatch(/is the folder of a person.*no `git stash`, `reset`, `clean`.*commit nothing/)
  })

  test('holds the task and all it needs to know (B4)', () => {
    const brief = assembleBrief(
      input(
        {
          phase: 'Implementation',
          traces: {
            texts: [{ id: 'FR-001', file: 'docs/requirements.md', line: 7, text: '- FR-001 must be fast' }],
            unclear: [{ id: 'AC-002', files: ['docs/a/x.md', 'docs/b/y.md'] }],
          },
          blockers: [
            {
              id: 'T000',
              title: 'Store',
              commit: 'abcdef0123456789',
              changes: [{ path: 'src/store.ts', change: 'added', from: null }],
              said: '',
            },
          ],
          feedback: [{ from: 'gate', source: 'unit', text: 'exit code 1', excerpt: 'not ok 1 - cache' }],
          keepsDraft: true,
          gates: [{ name: 'unit', argv: ['npm', 'test'] }],
        },
        {
          traces: ['FR-001', 'AC-002'],
          description: 'Long text.',
          files: [
            { path: 'src/cache.ts', action: 'create', form: 'path', to: null, note: 'keep order' },
            { path: 'src/keys', action: 'create', form: 'directory', to: null, note: null },
          ],
          declaresFiles: true,
        },
      ),
    )
    for (const part of [
      '# T001: Cache the timetable',
      'Implementation',
      'Long text.',
      '- `src/cache.ts` (CREATE) — keep order',
      '- `src/keys/` (CREATE) — a folder',
      'Traces: FR-001, AC-002',
      '### FR-001 (docs/requirements.md:7)',
      'AC-002 is not quoted: it stands in docs/a/x.md, docs/b/y.md, and the plan does not say which is meant.',
      '- T000 Store (commit abcdef012345)',
      '  - added `src/store.ts`',
      '### gate: unit',
      'not ok 1 - cache',
      'mend it',
      'unit (`npm test`)',
      '[DEVIATION] T001:',
      'MILLWRIGHT_RESULT',
    ])
      expect(brief).toContain(part)
    expect(brief.startsWith('#')).toBe(true)
  })

  test('what is empty leaves nothing behind, and the same input gives the same text', () => {
    const brief = assembleBrief(input())
    expect(brief).not.toMatch(
      /\{(?:id|title|place|files|traces|gates)\}|\n\n\n|## (?:Files|Description|What went wrong)/,
    )
    expect(assembleBrief(input())).toBe(brief)
    expect(assembleBrief(input({}, { declaresFiles: true }))).toContain('changes no file')
    expect(assembleBrief(input({ expectsRed: true, gates: [{ name: 'unit', argv: ['x'] }] }))).toContain(
      'must fail afterwards',
    )
  })

  test('a check is named as a shell takes it', () => {
    const gates = [{ name: 'a', argv: ['sh', '-c', 'test ! -e a.txt || grep a a.txt', '', 'b c'] }]
    expect(assembleBrief(input({ gates }))).toContain(`a (\`sh -c 'test ! -e a.txt || grep a a.txt' "" "b c"\`)`)
  })

  const file = (path: string, action: 'create' | 'modify' | 'read' | 'unknown') =>
    ({ path, action, form: 'path', to: null, note: null }) as const
  const ways: [string, Partial<BriefInput['task']>, boolean, string, string][] = [
    [
      'code',
      { files: [file('src/a.ts', 'create'), file('README.md', 'modify')] },
      false,
      'see it fail',
      'no test is asked',
    ],
    ['no files named', {}, false, 'see it fail', 'changes no file'],
    ['an action that is not known', { files: [file('src/a.ts', 'unknown')] }, false, 'see it fail', 'changes no file'],
    ['REVIEW and VERIFY', { files: [file('src/a.ts', 'read')] }, false, 'changes no file', 'Test first'],
    ['files: none', { files: [] }, false, 'changes no file', 'Test first'],
    [
      'documents, with code to be read',
      { files: [file('docs/a.md', 'modify'), file('LICENSE', 'create'), file('src/a.ts', 'read')] },
      false,
      'no test is asked for',
      'Test first',
    ],
    [
      'the first half of test-first',
      { files: [file('a.test.ts', 'create')] },
      true,
      'the test that fails',
      'make it pass',
    ],
  ]
  test.each(ways)('how it is worked on follows what is declared: %s (B5)', (name, task, expectsRed, says, not) => {
    const declaresFiles = name !== 'no files named'
    const brief = assembleBrief(input({ expectsRed }, { ...task, declaresFiles }))
    const how = brief.slice(brief.indexOf('## How to work'), brief.indexOf('## Departures'))
    expect(how).toContain(says)
    expect(how).not.toContain(not)
    expect(how).toContain('Do not edit the plan (`docs/tasks.md`)')
  })

  test('of a whole phase speaks of its tasks and of where the plan is to be ticked', () => {
    const brief = assembleBrief(input({}, { covers: ['T001', 'T002'] }))
    expect(brief).toContain('You carry out a phase of a written plan')
    expect(brief).not.toContain('exactly one task')
    expect(brief).toContain('In the plan (`docs/tasks.md`) change nothing but the boxes')
  })

  test('what becomes of added tasks is what the policy says', () => {
    const recorded = assembleBrief(input())
    expect(recorded).toContain('Do not add, remove or reorder tasks.')
    expect(recorded).toContain('nobody carries them out in this run')
    const accepted = assembleBrief(input({ addedTasks: 'accept' }))
    expect(accepted).toContain('Do not remove or reorder tasks.')
    expect(accepted).toContain('are written into the plan')
    for (const brief of [recorded, accepted]) expect(brief).not.toContain('a person decides')
  })

  test('says what kind of work it is, and numbers what has to hold', () => {
    const brief = assembleBrief(
      input(
        {},
        {
          layer: 'core',
          kind: 'fix',
          role: 'core_cpp_agent',
          criteria: ['reads sample.har', 'two lines:\n## Result\n- [ ] a box', '  error < 1e-6 m '],
        },
      ),
    )
    expect(brief).toContain('\nLayer: core. Kind of work: fix. Specialist: core_cpp_agent\n')
    expect(brief).toContain(
      '## Acceptance criteria\n\n1. reads sample.har\n2. two lines:\n    ## Result\n    - [ ] a box\n3. error < 1e-6 m\n\nReport on each',
    )
    expect(brief).toContain(
      '"criteria": [{"criterion": 1, "verdict": "pass | fail | untested", "how": ""}],\n     "dev',
    )
    for (const word of ['criteri', 'Layer', 'Specialist']) expect(assembleBrief(input())).not.toContain(word)
  })

  test("quotes the task's own document, or says why not", () => {
    const document = { path: 'docs/tasks/FE-1.md', text: '# FE-1\n\n```cpp\nint x;\n```\n' }
    expect(assembleBrief(input({ document }))).toContain(
      '## Its own document\n\nThe plan points to `docs/tasks/FE-1.md`, which tells more of the task:\n\n````text\n# FE-1\n\n```cpp\nint x;\n```\n````\n',
    )
    const gone = assembleBrief(
      input({ document: { path: 'a`\n## b', text: null, why: 'it is not there', isMissing: true } }),
    )
    expect(gone).toContain('The plan points to `a## b`: it is not there.')
  })

  test('tells what an audit found of its parts, and what finished work offers', () => {
    const brief = assembleBrief(
      input(
        {
          audit: [
            {
              component: 'timetable',
              status: 'extensible',
              description: 'in src/\ntimetable.ts',
              text: 'has no cache',
            },
            { component: 'ferry', status: 'missing', description: '', text: '' },
          ],
          blockers: [{ id: 'T000', title: 'Store', commit: null, changes: [], said: '' }],
          contracts: 'src/store.ts\n  get(key: string): Entry\n  ```\n  set(key: string, entry: Entry): void',
        },
        {},
      ),
    )
    expect(brief).toContain(
      '- timetable (extensible): in src/ timetable.ts; has no cache\n\n## What was done before you',
    )
    expect(brief).not.toContain('ferry')
    expect(brief).toContain(
      '````text\nsrc/store.ts\n  get(key: string): Entry\n  ```\n  set(key: string, entry: Entry): void\n````\n',
    )
  })

  /** Everything that could be taken for something else on its way. */
  const words = [
    'Not so:  keep   the blanks\t, and {id} and {{task}} and {feedback}.',
    '',
    '',
    '',
    '## Result',
    'say `done`, ``twice``',
    '```js',
    'const {a} = b // \u00e4 \u6f6e\u6c50 \u{1f30a} \u202e',
    '```',
    '~~~',
    '[DEVIATION] T001: mine',
    'trailing blanks   ',
    '',
  ].join('\r\n')

  test.each(['review', 'person'] as const)('forwards what a person said byte for byte (%s, seed 003 §2)', (from) => {
    const brief = assembleBrief(
      input({ feedback: [{ from, source: 'ada', text: words, excerpt: '' }], keepsDraft: true }),
    )
    expect(Buffer.from(brief).includes(Buffer.from(`### ${from}: ada\n\n\`\`\`\`text\n${words}\`\`\`\`\n`))).toBe(true)
    // What they wrote takes over nothing: the rest stands where it always does.
    const rest = brief.slice(brief.indexOf('````\n') + 5)
    expect(rest.match(/^## .*$/gm)).toEqual(['## How to work', '## Departures from the plan', '## Result'])
  })

  test('cuts the words of no person below 24 KiB, however much else there is', () => {
    const long = '\u6f6e'.repeat(8 * 1024)
    const brief = assembleBrief(
      input(
        {
          feedback: [
            { from: 'review', source: 'ada', text: long, excerpt: '' },
            ...Array.from(
              { length: 5 },
              () => ({ from: 'gate', source: 'unit', text: '`x'.repeat(20_000), excerpt: '' }) as const,
            ),
            { from: 'person', source: 'bob', text: long, excerpt: '' },
          ],
          draft: '+x\n'.repeat(100_000),
        },
        { description: 'd'.repeat(200_000), criteria: Array.from({ length: 500 }, () => 'c'.repeat(500)) },
      ),
    )
    expect(brief.split(`\n${long}\n`)).toHaveLength(3)
    expect(Buffer.byteLength(brief)).toBeLessThan(longestBrief)
    expect(brief).toContain('d'.repeat(20_000))
    expect(brief).toContain('more characters left out')
  })

  test('gives room first to who spoke last, and tells all in their order', () => {
    const words = ['first', 'second', 'third'].map((it) => `${it}${'.'.repeat(23 * 1024)}`)
    const texts = ['early', 'middle', 'late'].map((it) => `${it}${'.'.repeat(5_900)}`)
    const brief = assembleBrief(
      input({
        feedback: [
          ...words.map((text) => ({ from: 'review', source: 'ada', text, excerpt: '' }) as const),
          ...texts.map((text) => ({ from: 'gate', source: 'unit', text, excerpt: '' }) as const),
        ],
      }),
    )
    expect([...words, ...texts].map((it) => brief.includes(it))).toEqual([false, true, true, false, true, true])
    const heads = [...words, ...texts].map((it) => brief.indexOf(it.slice(0, 8)))
    expect(heads).toEqual(heads.toSorted((a, b) => a - b))
  })

  test('shows the draft that was sent back as a diff that cannot end early', () => {
    const brief = assembleBrief(
      input({
        feedback: [{ from: 'review', source: 'ada', text: 'shorter', excerpt: '' }],
        keepsDraft: true,
        draft: '--- a/x.md\n+++ b/x.md\n@@ -1 +1,2 @@\n+```\n+# New orders\n',
      }),
    )
    expect(brief).toContain('### review: ada\n\n```text\nshorter\n```\n\n### The draft that was sent back\n')
    expect(brief).toContain('````diff\n--- a/x.md\n+++ b/x.md\n@@ -1 +1,2 @@\n+```\n+# New orders\n````\n')
  })

  test('what programs said is fenced where it could be taken for a part of the brief', () => {
    const said = (text: string) =>
      assembleBrief(input({ feedback: [{ from: 'gate', source: 'unit\n## x', text, excerpt: '' }] }))
    expect(said('exit code 1')).toContain('### gate: unit ## x\n\nexit code 1\n')
    for (const text of ['# Orders', '- x', 'a `b`', 'a\nb'])
      expect(said(text)).toContain(`\`\`\`text\n${text}\n\`\`\`\n`)
  })

  test('of a role begins from its template and keeps all that the generic one says', () => {
    const generic = assembleBrief(input())
    const core = assembleBrief(input({ template: builtIn('core'), role: 'core' }))
    expect(core).toContain('## Work on core code')
    const parts = generic.split('\n\n')
    expect(parts.filter((it) => !core.includes(it))).toEqual([])
  })

  test('fits one argument of a command line, whatever it is made of', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200, size: 'max' }).map((it) => it.repeat(200)),
      fc
        .nat({ max: 150_000 })
        .chain((count) => fc.constantFrom('`', '~', '`~', '\u6f6e', 'x\n', '\n', '\0').map((it) => it.repeat(count))),
    )
    const sizes = fc.record({
      title: text,
      description: text,
      said: text,
      draft: text,
      name: text,
      criteria: fc.array(text, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(sizes, ({ title, description, said, draft, name, criteria }) => {
        const many = Array.from({ length: 60 }, () => name.slice(0, 5_000))
        const brief = assembleBrief(
          input(
            {
              template: builtIn('algorithm'),
              phase: name,
              instruction: said,
              plan: 'p.md',
              document: { path: 'x.md', text: description },
              audit: many.map((it) => ({ component: 'timetable', status: it, description: it, text: it })),
              blockers: many.map((it) => ({ id: 'T1', title: it, commit: null, changes: [], said: it })),
              contracts: said,
              feedback: (['person', 'gate', 'review', 'attempt'] as const).map((from) => ({
                from,
                source: 's',
                text: said,
                excerpt: said,
              })),
              draft,
              gates: many.map((it) => ({ name: 'g', argv: [it] })),
              traces: { texts: [{ id: 'A', file: 'r.md', line: 1, text: said }], unclear: [] },
            },
            {
              title,
              description,
              criteria,
              traces: many,
              layer: name,
              files: many.map((it) => ({ path: it, action: 'modify', form: 'path', to: null, note: it })),
            },
          ),
        )
        expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(longestBrief)
      }),
      { numRuns: 15 },
    )
  })

  test('texts of others stay data: fenced, bounded, no slots', () => {
    const brief = assembleBrief(
      input(
        { feedback: [{ from: 'gate', source: 'unit', text: 'x', excerpt: '```\n# New orders\n````' }] },
        { title: '{files} {id}', description: 'y'.repeat(200_000) },
      ),
    )
    expect(brief).toContain('# T001: {files} {id}')
    expect(brief).toContain('`````text\n```\n# New orders\n````\n`````')
    expect(Buffer.byteLength(brief)).toBeLessThan(120 * 1024)
  })

  test('templates keep what is no slot', () => {
    expect(fillTemplate('{a} {b} {"c": {a}} {', { a: '{b}', b: '2' })).toBe('{b} 2 {"c": {b}} {')
  })
})

describe('the texts that traces point to', () => {
  const text = [
    '# Requirements',
    '| id | text |',
    '|---|---|',
    '| FR-010 | a row |',
    '',
    '## FR-001: Fast',
    'It is fast.',
    '### Detail',
    'Very.',
    '## FR-0011: Other',
    '- **AC-001-01** Given a',
    '  When b',
    '- AC-001-02 other, see AC-001-03',
    'Mentions NFR-7 only.',
  ].join('\n')
  const found = (ids: string[]) =>
    findTraceTexts([{ file: 'r.md', text, isOwn: true }], ids).texts.map((it) => [it.id, it.line, it.text])
  test('heading with its section, list item with its lines, table row with its head', () => {
    expect(found(['FR-001', 'AC-001-01', 'FR-010'])).toEqual([
      ['FR-001', 6, '## FR-001: Fast\nIt is fast.\n### Detail\nVery.'],
      ['AC-001-01', 11, '- **AC-001-01** Given a\n  When b'],
      ['FR-010', 4, '| id | text |\n| FR-010 | a row |'],
    ])
  })
  test('what stands in the text of another one is quoted once', () => {
    const whole = ['# FR-1: Fast', '- AC-1-01 first', '- AC-1-02 second', '', '# FR-2: Safe', '- AC-2-01 third'].join(
      '\n',
    )
    const { texts } = findTraceTexts(
      [{ file: 'r.md', text: whole, isOwn: true }],
      ['AC-1-02', 'FR-1', 'AC-1-01', 'AC-2-01'],
    )
    expect(texts.map((it) => it.id)).toEqual(['FR-1', 'AC-2-01'])
    expect(texts[0]?.text).toContain('AC-1-02 second')
  })
  test('no guess where nothing introduces the id', () => {
    expect(found(['NFR-7', 'all', 'none', 'FR-00'])).toEqual([])
    expect(namesId('NFR-1 FR-10', 'FR-1')).toBe(false)
    expect(namesId('(FR-1)', 'FR-1')).toBe(true)
  })
  test('documents beside the plan come first, the plan itself is none', async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'mw-brief-'))
    await mkdir(path.join(root, 'docs/req'), { recursive: true })
    for (const name of ['docs/a.md', 'docs/req/tasks.md', 'docs/req/requirements-spec.md', 'docs/req/b.md'])
      await writeFile(path.join(root, name), name)
    const documents = await readRequirementDocuments(root, path.join(root, 'docs/req/tasks.md'))
    expect(documents.map((it) => it.file)).toEqual(['docs/req/requirements-spec.md', 'docs/req/b.md', 'docs/a.md'])
    await rm(root, { recursive: true })
  })
  test('each feature has an FR-1: that of the plan is taken, and none where nobody can tell', async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'mw-brief-'))
    const files = {
      'docs/requirements/REQ-7-login/spec.md': '### FR-1: A user logs in\n### FR-3: and out',
      'docs/requirements/REQ-70-cards/spec.md': '### FR-1: Cards',
      'docs/payments/requirements.md': '### FR-1: Payments\n### FR-2: Refunds',
      'docs/requirements/REQ-7-login/tasks.md': '# Tasks',
      'docs/isdlc/tasks.md': '# Task Plan: REQ_7 login\n\nfollows REQ-70\n\n## Phase 06: REQ-70',
      'docs/isdlc/other.md': '# Task Plan: something else',
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.join(root, path.dirname(name)), { recursive: true })
      await writeFile(path.join(root, name), text)
    }
    const taken = async (plan: string) => {
      const { texts, unclear } = findTraceTexts(await readRequirementDocuments(root, path.join(root, plan)), [
        'FR-1',
        'FR-2',
        'FR-3',
      ])
      return [...texts.map((it) => it.text), ...unclear.map(({ id, files }) => `${id}: ${files.length}`)]
    }
    const own = ['### FR-1: A user logs in', '### FR-2: Refunds', '### FR-3: and out']
    expect(await taken('docs/requirements/REQ-7-login/tasks.md')).toEqual(own)
    expect(await taken('docs/isdlc/tasks.md')).toEqual(own)
    expect(await taken('docs/isdlc/other.md')).toEqual(['### FR-2: Refunds', '### FR-3: and out', 'FR-1: 3'])
    await rm(root, { recursive: true })
  })
})

describe('what an agent says of itself', () => {
  test('the seed form, with or without Markdown around it', () => {
    const text =
      'x\n[DEVIATION] T001: a: b\n  Reason: r\n  Action taken: t\n  Impact: i\nprose\n  Reason: not mine\n> **[DEVIATION]** Added task: c\n'
    expect(readDeclared(text, '')).toEqual([
      { what: 'a: b', reason: 'r', action: 't', impact: 'i' },
      { what: 'Added task: c', reason: '', action: '', impact: '' },
    ])
    expect(readDeclared('[DEVIATION] T1: x\n'.repeat(1000), '')).toHaveLength(50)
  })

  test('what an agent prints of its own brief declares nothing', () => {
    const brief = assembleBrief(input())
    expect(brief).toContain('[DEVIATION] T001:')
    const text = `user: ${brief}\n> ${brief.replaceAll('\n', '\n> ')}\n[DEVIATION] T001: b too\n  Reason: r\n`
    expect(readDeclared(text, brief)).toEqual([{ what: 'b too', reason: 'r', action: '', impact: '' }])
  })

  test('a result is read leniently and within limits', () => {
    expect(readResult('[]', 'T1')).toBeNull()
    expect(readResult('{"status": 7, "deviations": "no", "addTasks": {}}', 'T1')).toEqual({
      says: 'nothing',
      text: '',
      deviations: [],
      proposal: null,
    })
    const claim = readResult(
      JSON.stringify({
        status: 'Blocked',
        summary: 'why',
        deviations: ['plain', { description: 'd', action_taken: 'a' }, 5],
        addTasks: [
          {
            title: 'More',
            files: [
              'src/x.ts',
              '../up',
              '.git/config',
              { path: 'y', action: 'CREATE' },
              { path: 'z', action: 'constructor' },
            ],
            blockedBy: ['T1', 3, {}],
          },
          { title: '' },
          'no',
        ],
      }),
      'T1',
    )
    expect(claim).toMatchObject({ says: 'blocked', text: 'why' })
    expect(claim?.deviations.map((it) => [it.what, it.action])).toEqual([
      ['plain', ''],
      ['d', 'a'],
    ])
    expect(claim).not.toHaveProperty('criteria')
    const [added] = claim?.proposal?.tasks ?? []
    expect(added).toMatchObject({ title: 'More', origin: 'agent', mark: 'todo' })
    expect(added?.files.map((it) => [it.path, it.action])).toEqual([
      ['src/x.ts', 'unknown'],
      // Whether a plan may name them is asked where they would join one.
      ['../up', 'unknown'],
      ['.git/config', 'unknown'],
      ['y', 'create'],
      ['z', 'unknown'],
    ])
    expect(claim?.proposal?.left).toEqual(['one of its tasks has no title', 'one of its tasks has no title'])
    expect(claim?.proposal?.edges).toEqual([
      { from: 'T1', to: added?.key, basis: 'explicit', needs: 'done' },
      { from: '3', to: added?.key, basis: 'explicit', needs: 'done' },
    ])
    expect(
      readResult(JSON.stringify({ addTasks: Array.from({ length: 99 }, (_, at) => ({ title: `t${at}` })) }), 'T1')
        ?.proposal?.tasks,
    ).toHaveLength(50)
  })

  test('what it says of criteria is a claim, read leniently and within limits', () => {
    const criteria = (...values: readonly unknown[]) => readResult(JSON.stringify({ criteria: values }), 'T1')?.criteria
    expect(
      criteria(
        { criterion: 1, verdict: 'pass', how: ' ran it ' },
        { criterion: '2', verdict: 'FAILED', how: 'x'.repeat(5_000) },
        { number: 3, status: 'maybe' },
        { criterion: 1, verdict: 'fail' },
        { criterion: 0, verdict: 'pass' },
        { criterion: 1.5, verdict: 'pass' },
        { criterion: 'all', verdict: 'pass' },
        { verdict: 'pass' },
        'pass',
        null,
      ),
    ).toEqual([
      { criterion: 1, verdict: 'pass', how: 'ran it' },
      { criterion: 2, verdict: 'fail', how: 'x'.repeat(2_000) },
      { criterion: 3, verdict: 'untested', how: '' },
    ])
    expect(criteria(...Array.from({ length: 500 }, (_, at) => ({ criterion: at + 1, verdict: 'ok' })))).toHaveLength(
      100,
    )
    expect(criteria()).toBeUndefined()
    expect(readResult('{"criteria": {"1": "pass"}}', 'T1')).not.toHaveProperty('criteria')
  })
})
