import { describe, expect, test } from 'vitest'
import type { FileSpec, TaskSpec } from '../../src/plan/model.ts'
import type { Claim, FileChange, LinkOut, Tick } from '../../src/run/outcome.ts'
import { deviationText, isGuarded } from '../../src/run/deviation.ts'
import { findDeviations, type DraftLook } from '../../src/run/deviations.ts'
import { filesEvidence, judgeFiles, spellingsOf } from '../../src/run/files-gate.ts'
import { matchesPattern } from '../../src/run/path-pattern.ts'
import { excerptOf, printable } from '../../src/run/excerpt.ts'
import { task as plainTask } from '../rig/plan-builder.ts'

function file(
  path: string,
  action: FileSpec['action'],
  form: FileSpec['form'] = 'path',
  to: string | null = null,
): FileSpec {
  return { path, action, form, to, note: null }
}

function task(id: string, files: readonly FileSpec[], more: Partial<TaskSpec> = {}): TaskSpec {
  return plainTask(id, { group: null, files, declaresFiles: files.length > 0, ...more })
}

function look(
  changes: readonly string[],
  present: readonly string[] = [],
  before: readonly string[] = [],
): DraftLook & { tree: string } {
  const kinds = { '+': 'added', '~': 'modified', '-': 'deleted' } as const
  return {
    tree: 'tree',
    changes: changes.map((it): FileChange => ({ path: it.slice(1), change: kinds[it[0] as '+'], from: null })),
    present,
    before,
    ticked: [],
    planEdited: false,
    protectedChanges: [],
  }
}

const ticks = (...keys: readonly string[]): readonly Tick[] => keys.map((key) => ({ key, title: 'what it says' }))

const out = (path: string): LinkOut => ({ path, to: '/x' })

test('an expected output is there by either form of its letters', () => {
  const [nfc, nfd] = ['\u00DCbersicht.md', 'U\u0308bersicht.md']
  const resultOf = (wanted: string, seen: ReturnType<typeof look>): string =>
    filesEvidence([], seen, [file(wanted, 'unknown')]).result
  expect([resultOf(nfc, look([], [nfd])), resultOf(nfd, look([`+${nfc}`]))]).toEqual(['passed', 'passed'])
  expect(spellingsOf(file(nfc, 'unknown')).map(({ path }) => path)).toEqual([nfc, nfd])
  expect(spellingsOf(file('a.md', 'unknown'))).toEqual([file('a.md', 'unknown')])
  expect(resultOf(nfc, look(['+Ubersicht.md'], ['Ubersicht.md']))).toBe('failed')
})

describe('the gate files', () => {
  const table: [name: string, files: FileSpec[], look: ReturnType<typeof look>, problems: string[]][] = [
    ['created and there', [file('a', 'create')], look(['+a'], ['a']), []],
    ['created and not there', [file('a', 'create')], look(['+b']), ['a was to be created and is not there']],
    ['created earlier and there', [file('a', 'create')], look(['+b'], ['a'], ['a']), []],
    ['deleted and gone', [file('a', 'delete')], look(['-a'], [], ['a']), []],
    [
      'deleted and still there',
      [file('a', 'delete')],
      look(['~b'], ['a'], ['a']),
      ['a was to be deleted and is still there'],
    ],
    ['modified and untouched is no failure', [file('a', 'modify'), file('b', 'modify')], look(['~b'], ['a', 'b']), []],
    [
      'a file in a submodule',
      [file('a', 'modify')],
      { ...look(['~b']), ignored: [{ path: 'a', isInDraft: false, inSubmodule: true }] },
      [
        'a lies in a submodule, and no commit here can have what is done to it; a person can do it there, or take it out of files:',
      ],
    ],
    [
      'a file of the person’s own, which no commit can have',
      [file('a', 'create')],
      { ...look(['~b'], ['a']), ignored: [{ path: 'a', isInDraft: false }] },
      [
        'a is a file of the person’s own that git ignores: no commit can have what is done to it, so that nobody can check it; a person can do it by hand, or take it out of files:',
      ],
    ],
    [
      'nothing changed at all',
      [file('a', 'modify')],
      look([], ['a']),
      ['the draft changes nothing although the task declares changes'],
    ],
    [
      'only an empty folder made',
      [file('t', 'create', 'directory'), file('a', 'modify')],
      look([], ['t', 'a'], ['a']),
      [
        'the draft changes nothing although the task declares changes: git keeps no empty folder, so put a file such as .gitkeep into t',
      ],
    ],
    ['to be deleted and gone before', [file('a', 'delete'), file('t', 'delete', 'directory')], look([]), []],
    ['the same, and something to look at', [file('a', 'delete'), file('b', 'read')], look([], ['b'], ['b']), []],
    ...(
      [
        ['to modify', file('b', 'modify')],
        ['without an action', file('b.ts', 'unknown')],
        ['to delete that was there', file('b', 'delete')],
        ['to delete by a pattern', file('b*', 'delete', 'glob')],
      ] as const
    ).map(([what, other]): [string, FileSpec[], ReturnType<typeof look>, string[]] => [
      `the same, and something ${what}`,
      [file('a', 'delete'), other],
      look([], other.action === 'delete' ? [] : [other.path], other.form === 'glob' ? [] : [other.path]),
      ['the draft changes nothing although the task declares changes'],
    ]),
    ['only read', [file('a/b', 'read')], look([]), []],
    [
      'named without an action, and nowhere',
      [file('a/b', 'unknown'), file('c.ts', 'unknown'), file('d/', 'unknown', 'directory')],
      look([]),
      ['a/b', 'c.ts', 'd/'].map((it) => `${it} is named in files: and is not there, nor was it before`),
    ],
    [
      'named without an action, and there before, after, or once',
      [file('a/b', 'unknown'), file('c.ts', 'unknown'), file('d/', 'unknown', 'directory')],
      look(['-c.ts', '+d/x'], ['a/b'], ['a/b', 'c.ts']),
      [],
    ],
    [
      'named without an action, and no more than words',
      [
        ...['various', 'a.ts and b.ts', 'TBD.', '@/x.ts'].map((it) => file(it, 'unknown')),
        { ...file('src/a.ts', 'unknown'), note: 'if needed' },
      ],
      look([]),
      [],
    ],
    [
      'a file of the person’s own that is named without an action',
      [file('.env', 'unknown')],
      { ...look([]), ignored: [{ path: '.env', isInDraft: false }] },
      [
        '.env is a file of the person’s own that git ignores: no commit can have what is done to it, so that nobody can check it; a person can do it by hand, or take it out of files: (or write (REVIEW) behind it, where it is only read)',
      ],
    ],
    ['renamed', [file('a', 'rename', 'path', 'b')], look(['-a', '+b'], ['b']), []],
    [
      'renamed by half',
      [file('a', 'rename', 'path', 'b')],
      look(['+c'], ['a']),
      ['a was to be renamed and is still there', 'a was to become b, which is not there'],
    ],
    ['a new file in a directory', [file('t/', 'create', 'directory')], look(['+t/x/y']), []],
    ['a new file in a directory that is named without its slash', [file('t', 'create')], look(['+t/x/y']), []],
    [
      'a file in the place of a directory',
      [file('t/', 'create', 'directory'), file('u', 'create', 'directory')],
      look(['+t', '+u']),
      ['t/ was to be created and a file is in its place', 'u/ was to be created and a file is in its place'],
    ],
    ['a directory present without its slash', [file('t/', 'create', 'directory')], look(['+z'], ['t']), []],
    [
      'a pattern nobody wrote',
      [file('t/*.ts', 'create', 'glob')],
      look(['+t/x.js']),
      ['t/*.ts was to be created and is not there'],
    ],
    [
      'what leads out of the repository is no file of it',
      [
        file('a', 'create'),
        file('b', 'modify'),
        file('c', 'rename', 'path', 'd'),
        file('t/', 'create', 'directory'),
        file('u/*', 'create', 'glob'),
      ],
      { ...look(['+a', '~b', '+d', '+t', '+u/x'], ['a', 'b', 'd', 't']), links: ['a', 'b', 'd', 't', 'u/x'].map(out) },
      [
        'a was to be created and leads out of the repository by a link to /x',
        'b was to be modified and leads out of the repository by a link to /x',
        'c was to become d, which leads out of the repository by a link to /x',
        't/ was to be created and leads out of the repository by a link to /x',
        'u/* was to be created and is not there',
      ],
    ],
    [
      'nothing but what was committed meanwhile and is not declared',
      [file('a', 'modify')],
      { ...look(['~b', '~c', '~d', '+e'], ['a'], ['a']), committed: ['b', 'c', 'd', 'e'] },
      [
        'the draft changes nothing but what was committed on the branch meanwhile and is not declared (b, c, d and 1 more) although the task declares changes',
      ],
    ],
    [
      'nothing but what was committed meanwhile and is declared to be read',
      [file('a', 'modify'), file('b', 'read')],
      { ...look(['~b'], ['a', 'b'], ['a', 'b']), committed: ['b'] },
      [
        'the draft changes nothing but what was committed on the branch meanwhile and is not declared (b) although the task declares changes',
      ],
    ],
    [
      'committed meanwhile and declared',
      [file('a', 'modify')],
      { ...look(['~a', '~b'], ['a'], ['a']), committed: ['a', 'b'] },
      [],
    ],
    [
      'changed, and something else committed meanwhile',
      [file('a', 'modify')],
      { ...look(['~b', '~c'], ['a'], ['a']), committed: ['b'] },
      [],
    ],
    ['an abbreviated path demands nothing', [file('a/.../b', 'create', 'abbreviated')], look(['+c']), []],
  ]
  test('named without an action, where nobody knows what was there before', () => {
    expect(judgeFiles([file('a/b', 'unknown')], { ...look([]), tree: null })).toEqual([])
  })
  for (const [name, files, seen, problems] of table)
    test(name, () => {
      expect(judgeFiles(files, seen).map((it) => it.text)).toEqual(problems)
      const evidence = filesEvidence(files, seen)
      expect(evidence).toMatchObject({
        gate: 'files',
        tree: 'tree',
        result: problems.length === 0 ? 'passed' : 'failed',
      })
      expect(evidence.excerpt).toBe(problems.join('\n'))
    })
})

describe('deviations', () => {
  const claim = (deviations: Claim['deviations']): Claim => ({ says: 'done', text: '', deviations, proposal: null })
  const table: [name: string, files: FileSpec[], look: DraftLook, found: [kind: string, path: string][]][] = [
    [
      'as declared',
      [file('a', 'create'), file('b', 'modify'), file('c', 'delete')],
      look(['+a', '~b', '-c'], ['a', 'b'], ['b', 'c']),
      [],
    ],
    [
      'outside, a lock file too',
      [file('a', 'create')],
      look(['+a', '~package-lock.json', '-z'], ['a']),
      [
        ['outside', 'package-lock.json'],
        ['outside', 'z'],
      ],
    ],
    ['inside one without its slash', [file('t', 'modify')], look(['+t/a/b', '+tt'], ['t'], ['t']), [['outside', 'tt']]],
    ['inside a directory', [file('t/', 'modify', 'directory')], look(['+t/a/b', '+tt']), [['outside', 'tt']]],
    [
      'inside a pattern',
      [file('src/**/*.ts', 'modify', 'glob')],
      look(['~src/a/b.ts', '~src/a.js']),
      [['outside', 'src/a.js']],
    ],
    [
      'what an abbreviated path may mean',
      [file('docs/REQ-1-.../x.md', 'create', 'abbreviated'), file('src/imp...', 'modify', 'abbreviated')],
      look(['+docs/REQ-1-cache/x.md', '+docs/REQ-2-cache/x.md', '~src/importer/a.ts']),
      [['outside', 'docs/REQ-2-cache/x.md']],
    ],
    ['only to be read', [file('a', 'read')], look(['~a']), [['outside', 'a']]],
    ['created over an existing file', [file('a', 'create')], look(['~a'], ['a'], ['a']), [['existed', 'a']]],
    [
      'deleted what was not there',
      [file('a', 'delete'), file('t', 'delete', 'directory')],
      look([]),
      [
        ['absent', 'a'],
        ['absent', 't'],
      ],
    ],
    ['modified what was not there', [file('a', 'modify')], look(['+a'], ['a']), [['absent', 'a']]],
    [
      'untouched',
      [file('a', 'modify'), file('b', 'modify')],
      look(['~b'], ['a', 'b'], ['a', 'b']),
      [['untouched', 'a']],
    ],
    [
      'ignored by git',
      [file('a', 'modify'), file('b', 'create')],
      { ...look(['+b'], ['a', 'b']), ignored: ['a', 'b'].map((path) => ({ path, isInDraft: path === 'b' })) },
      [
        ['ignored', 'a'],
        ['ignored', 'b'],
      ],
    ],
    [
      'a rename touches both ends',
      [file('a', 'rename', 'path', 'b')],
      { ...look([], ['b'], ['a']), changes: [{ path: 'b', change: 'renamed', from: 'a' }] },
      [],
    ],
    [
      'a rename away',
      [file('b', 'create')],
      { ...look([], ['b']), changes: [{ path: 'b', change: 'renamed', from: 'a' }] },
      [['outside', 'a']],
    ],
  ]
  for (const [name, files, seen, found] of table)
    test(name, () => {
      const deviations = findDeviations(task('T1', files), seen, null, [])
      expect(deviations.map((it) => [it.kind, it.path])).toEqual(found)
      for (const it of deviations) {
        expect(it.claimedBy).toBe('found')
        for (const text of [it.what, it.reason, it.action, it.impact]) expect(text).not.toBe('')
      }
    })

  test('a new link out of the repository is told, declared or not, and where it leads', () => {
    const seen = { ...look(['+a', '+b'], ['a', 'old']), links: ['a', 'b', 'old'].map(out) }
    const found = findDeviations(task('T1', [file('a', 'create'), file('old', 'modify')]), seen, null, [])
    expect(found.filter((it) => it.kind === 'link-out').map((it) => it.what)).toEqual([
      'a leads out of the repository by a link to /x',
      'b leads out of the repository by a link to /x',
    ])
    expect(found.every((it) => isGuarded(it) === (it.kind === 'link-out'))).toBe(true)
  })

  test('without a files: line there is no border, with "no file changes" there is the narrowest', () => {
    expect(findDeviations(task('T1', []), look(['+a']), null, [])).toEqual([])
    expect(findDeviations(task('T1', [], { declaresFiles: true }), look(['+a']), null, [])).toHaveLength(1)
  })

  test('says whether the file was not named at all, or named only to be read', () => {
    const said = (files: readonly FileSpec[], change: string): unknown =>
      findDeviations(task('T1', files), look([change]), null, []).map((it) => [it.what, it.reason])
    const untouched = file('q', 'read')
    expect(said([untouched], '+a')).toEqual([
      ['a was created outside the declared files', 'T1 does not name a in files:'],
    ])
    expect(said([untouched], '~q')).toEqual([['q was changed', 'T1 declares q only to be read']])
  })

  test('the impact names the open tasks that name the file', () => {
    const later = [
      task('T1', []),
      task('T2', [file('a', 'modify')]),
      task('T3', [file('a', 'create')], { mark: 'done' }),
      task('T4', [file('x', 'create')]),
    ]
    const impact = (path: string) =>
      findDeviations(task('T1', [file('q', 'read')]), look([`+${path}`]), null, later)[0]?.impact
    expect(impact('a')).toBe('T2 names this file too')
    expect(impact('y')).toBe('No other open task names this file')
  })

  test('tasks that are added to the plan or taken out of it', () => {
    const told = (planTasks: { readonly added: readonly string[]; readonly removed: readonly string[] }) =>
      findDeviations(task('T1', []), { ...look([]), planEdited: true, ticked: ticks('T1'), planTasks }, null, [])[0]
        ?.what
    const edited = 'The plan itself was edited during the task; ticked: T1'
    expect(told({ added: ['T99'], removed: ['T2'] })).toBe(`${edited}; added: T99; removed: T2`)
    const many = Array.from({ length: 10 }, (_, at) => `N${at}`)
    expect(told({ added: many, removed: [] })).toBe(`${edited}; added: ${many.slice(0, 8).join(', ')} and 2 more`)
  })

  test('the plan, protected things and what the agent says', () => {
    const seen = { ...look([]), planEdited: true, ticked: ticks('T1', 'T2'), protectedChanges: ['.git/config'] }
    const said = { what: 'Added task: a cache', reason: 'slow', action: 'none', impact: 'T9' }
    const deviations = findDeviations(task('T1', []), seen, claim([said]), [])
    expect(deviations.map((it) => [it.kind, it.claimedBy])).toEqual([
      ['plan-edited', 'found'],
      ['protected', 'found'],
      ['declared', 'agent'],
    ])
    expect(deviations[0]?.what).toBe('The plan itself was edited during the task; ticked: T1, T2')
    expect(deviationText(deviations[2]!, 'T1')).toBe(
      '[DEVIATION] T1: Added task: a cache\n  Reason: slow\n  Action taken: none\n  Impact: T9',
    )
    expect(deviationText({ ...deviations[2]!, what: ' a\nb.txt', impact: '\n' }, 'T1')).toBe(
      '[DEVIATION] T1:  a\\x0ab.txt\n  Reason: slow\n  Action taken: none\n  Impact: not stated',
    )
  })
})

describe('patterns', () => {
  const table: [pattern: string, path: string, matches: boolean][] = [
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'src', true],
    ['**/*.ts', 'a.ts', true],
    ['**/x/**', 'a/x/b', true],
    ['*.ts', 'a/b.ts', false],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a/b/b/c', false],
    ['a?.ts', 'ab.ts', true],
    ['{a,b}.ts', 'b.ts', true],
    ['docs/', 'docs/a/b.md', true],
    ['docs/.../x.md', 'docs/a/b/x.md', true],
    ['a.ts', 'axts', false],
    ['[a].ts', '[a].ts', true],
  ]
  for (const [pattern, path, matches] of table)
    test(`${pattern} ${path}`, () => expect(matchesPattern(pattern, path)).toBe(matches))
  test('hostile patterns end', () => {
    expect(matchesPattern(`${'**/'.repeat(200)}${'*a'.repeat(200)}b`, `${'a/'.repeat(200)}${'a'.repeat(500)}`)).toBe(
      false,
    )
  })
})

describe('excerpts', () => {
  test('nothing steers a terminal or reorders text', () => {
    expect(printable('a\u001b[31mb\u202ec\u0007\r\nd\u{e0041}\te')).toBe('a\\x1b[31mb\\u{202e}c\\x07\nd\\u{e0041}\te')
    expect(excerptOf('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007')).toBe('red \\x1b]0;title\\x07')
  })
  test('the last lines, whole, within the bound', () => {
    const text = Array.from({ length: 2000 }, (_, at) => `line ${at} ü`).join('\n')
    const excerpt = excerptOf(text)
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(4096)
    expect(excerpt.endsWith('line 1999 ü')).toBe(true)
    expect(excerpt).toMatch(/^line \d+ ü\n/)
    expect(Buffer.byteLength(excerptOf('ü'.repeat(10_000)))).toBeLessThanOrEqual(4096)
  })
})
