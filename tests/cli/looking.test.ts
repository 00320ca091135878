/** What commands that look at a plan and its journal tell: the same form always, and damage is never hidden. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import Database from 'libsql'
import { reviews } from '../../src/calls/journal/person-calls.ts'
import { type Project, projectsOfTests } from '../rig/project.ts'
import { closed } from '../rig/served.ts'

const makeProject = projectsOfTests()

const plan = `# Plan

## Phase 06: Implementation

- [X] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
- [DEFER] T003 Three
  files: three.txt (CREATE)
  defer_reason: needs the other project first
`

function make(text = plan): Project {
  const project = makeProject()
  project.write('tasks.md', text)
  project.write('one.txt', '1')
  project.commit('Begin')
  project.agent(`write('two.txt', task)`)
  return project
}

function journalOf(project: Project): string {
  const plans = path.join(project.root, '.git', 'millwright', 'plans')
  return path.join(plans, readdirSync(plans)[0] ?? '', 'journal.db')
}

interface Refusal {
  readonly plan: null
  readonly diagnostics: readonly { readonly code: string | null; readonly message: string; readonly help: string }[]
  readonly summary: object
}

describe('status --json', () => {
  test('has the same members before the first run as after it', async () => {
    const project = make()
    const before = await project.view('status', 'tasks.md')
    expect([before.code, before.view.status]).toEqual([0, 'new'])
    expect(before.view.counts).toEqual({ done: 1, blocked: 0, failed: 0, skipped: 0, deferred: 1, remaining: 1 })
    expect(before.view.tasks.map((it) => [it.key, it.state, it.proof, it.reason])).toEqual([
      ['T001', 'done', 'by-human', null],
      ['T002', 'pending', null, null],
      ['T003', 'deferred', null, 'needs the other project first'],
    ])
    expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
    const after = await project.view('status', 'tasks.md')
    expect(Object.keys(before.view)).toEqual(Object.keys(after.view))
    expect(before.view.tasks.map((it) => Object.keys(it))).toEqual(after.view.tasks.map((it) => Object.keys(it)))
  })

  test('counts the tasks that a run without further words would be about', async () => {
    const project = make(plan.replace('## Phase 06', '## Phase 05: Design\n- [ ] T000 Draw\n\n## Phase 06'))
    const { view } = await project.view('status', 'tasks.md')
    expect(view.counts).toMatchObject({ done: 1, remaining: 1, deferred: 1 })
  })
})

test('a question is dated in the same form wherever it stands', async () => {
  const project = make()
  const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--gate', 'red=test -f two.txt')
  const listed = JSON.parse((await project.run('review', '--plan', 'tasks.md', '--json')).out) as { askedAt: string }[]
  const waits = view.waiting[0] as unknown as { askedAt: string }
  expect(waits.askedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(listed.map((it) => it.askedAt)).toEqual([waits.askedAt])
})

describe('a damaged journal', () => {
  test.each([['status'], ['why', 'T002']])('%s says so, and ends as a wrong call', async (verb, ...words) => {
    const project = make()
    await project.run('run', 'tasks.md', '--exec', project.exec)
    await closed()
    writeFileSync(journalOf(project), 'garbage')
    const told = await project.run(verb, 'tasks.md', ...words)
    expect([told.code, told.err]).toEqual([2, expect.stringContaining('MW701')])
    expect(told.out).not.toContain('never run')
    if (verb !== 'status') return
    const data = JSON.parse((await project.run(verb, 'tasks.md', ...words, '--json')).out) as Refusal
    expect(data.diagnostics.map((it) => it.code)).toEqual(['MW701'])
  })

  test('what is whole of it is shown, with the damage', async () => {
    const project = make()
    await project.run('run', 'tasks.md', '--exec', project.exec)
    await closed()
    const file = journalOf(project)
    const bytes = readFileSync(file)
    bytes[bytes.lastIndexOf('run-finished')] = 'R'.charCodeAt(0)
    writeFileSync(file, bytes)
    const status = await project.run('status', 'tasks.md')
    expect(status.out).toContain('2 completed')
    expect(status.out).not.toContain('resume')
    expect([status.code, status.err]).toEqual([2, expect.stringMatching(/MW70[12]/)])
    const why = await project.run('why', 'tasks.md', 'T002')
    expect([why.code, why.err]).toEqual([2, expect.stringMatching(/MW70[12]/)])
  })
})

describe('a journal that cannot be read in full', () => {
  const verbs = [
    ['accept', 'tasks.md', 'T002'],
    ['unblock', 'tasks.md', 'T002'],
    ['skip', 'tasks.md', 'T002', 'T003'],
    ['pause', 'tasks.md'],
    ['stop', 'tasks.md'],
    ['review', 'list', '--plan', 'tasks.md'],
    ['review', 'show', 'R1', '--plan', 'tasks.md'],
    ['review', 'approve', 'R1', '--plan', 'tasks.md'],
  ]

  test.each([
    ['one changed', "UPDATE events SET body = replace(body, 'a', 'b') WHERE seq = 1", 'MW702', 'event 0 is intact'],
    ['a newer version', "UPDATE meta SET value = '99' WHERE key = 'version'", 'MW703', 'update millwright'],
  ])('%s: no verb of a person goes by what is left of it', async (_, sql, code, says) => {
    const project = make()
    const gate = ['--gate', 'red=test -f two.txt']
    expect((await project.run('run', 'tasks.md', '--exec', project.exec, ...gate)).code).toBe(3)
    const database = new Database(journalOf(project))
    database.exec(sql)
    database.close()
    for (const words of verbs) {
      const told = await project.run(...words)
      expect([words, told.code, told.out]).toEqual([words, 2, ''])
      expect(told.err).toContain(`millwright: ${code} ${path.dirname(journalOf(project))}: `)
      expect(told.err).toContain(says)
    }
    const listed = await project.run('review', '--plan', 'tasks.md', '--json')
    expect([listed.code, listed.err]).toEqual([2, expect.stringContaining(code)])
    expect(await reviews('tasks.md', { cwd: project.root, env: project.env })).toMatchObject({
      is: 'wrong',
      message: expect.stringContaining(code),
    })
  })
})

test('a plan that has become unsound is shown as its run left it, with what is wrong', async () => {
  const project = make()
  await project.run('run', 'tasks.md', '--exec', project.exec)
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T004 Four\n  blocked_by: [T009]\n`)
  const text = await project.run('status', 'tasks.md')
  expect(text.out).toContain('done       T002 Two')
  expect([text.code, text.err]).toEqual([2, expect.stringContaining('MW111')])
  const { view, code } = await project.view('status', 'tasks.md')
  expect(code).toBe(2)
  expect(view).toMatchObject({ status: 'finished', counts: { done: 2 }, diagnostics: [{ code: 'MW111' }] })
})

describe('a refused call with --json prints one document', () => {
  test.each([
    { words: ['run', 'tasks.md', '--exec', 'no-such-agent'], code: 'MW601', says: 'no-such-agent is not on the PATH' },
    { words: ['run', 'tasks.md', '--exec', 'true', '--gate', 'g=nope'], code: 'MW601', says: 'nope' },
    { words: ['run', 'tasks.md', '--jobs', 'many'], code: null, says: 'whole number from 1 to 256' },
    { words: ['run', 'tasks.md', '--moed', 'silent'], code: null, says: 'Did you mean --mode?' },
    { words: ['run', 'tasks.md'], code: null, says: 'no agent is named' },
    { words: ['run', 'tasks.md', '--exec', 'true', '--only', 'T009'], code: null, says: 'no task T009' },
    { words: ['log', 'tasks.md'], code: null, says: 'was never run' },
    { words: ['why', 'tasks.md', 'T009'], code: null, says: 'there is no task T009' },
  ])('$words', async ({ words, code, says }) => {
    const project = make()
    const ended = await project.run(...words, '--json')
    const told = JSON.parse(ended.out) as Refusal
    expect(ended.code).toBe(2)
    expect(told).toMatchObject({ dialect: null, plan: null, summary: { errors: 1, warnings: 0, infos: 0 } })
    expect(told.diagnostics).toEqual([expect.objectContaining({ code, severity: 'error' })])
    expect(told.diagnostics[0]?.message).toContain(says)
    expect(told.diagnostics[0]?.help).not.toBe('')
    // People are told on stderr as without it.
    expect(ended.err).toContain(says)
  })

  test('and without --json nothing on stdout', async () => {
    expect((await make().run('run', 'tasks.md')).out).toBe('')
  })
})

describe('what is kept beside the events', () => {
  test.each([
    ['a small one is altered', 20, (db) => db.exec("UPDATE blobs SET bytes = x'00'"), 'is altered'],
    ['all small ones are gone', 20, (db) => db.exec('DELETE FROM blobs'), 'is missing'],
    ['a large one is altered', 50_000, (_, file) => writeFileSync(file, 'other'), 'is altered'],
    ['a large one is gone', 50_000, (_, file) => rmSync(file), 'is missing'],
  ] as readonly (readonly [string, number, (db: Database.Database, file: string) => void, string])[])(
    'verify tells where %s, and says whether the events are intact all the same',
    async (_, size, change, told) => {
      const project = make()
      project.agent(`write('two.txt', task); console.log('x'.repeat(${size}))`)
      expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
      expect((await project.view('verify', 'tasks.md')).view).toMatchObject({ kept: [] })
      const folder = path.join(path.dirname(journalOf(project)), 'blobs')
      const [file = ''] = readdirSync(path.dirname(folder)).includes('blobs')
        ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((it) =>
            it.isFile() ? [path.join(it.parentPath, it.name)] : [],
          )
        : []
      const database = new Database(journalOf(project))
      change(database, file)
      database.close()
      const { code, out, err } = await project.run('verify', 'tasks.md')
      expect([code, out]).toEqual([2, expect.stringContaining('journal intact: ')])
      expect(err).toContain('MW702 the events are intact, but ')
      expect(err).toContain(told)
      expect((await project.run('status', 'tasks.md')).code).toBe(0)
    },
  )
})

test('of what is kept verify looks at all', async () => {
  const project = make()
  project.agent(`write('two.txt', task); console.log('said')`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  const database = new Database(journalOf(project))
  const hashes = (database.prepare('SELECT hash FROM blobs').all() as { hash: string }[]).map((it) => it.hash)
  database.exec('DELETE FROM blobs')
  database.close()
  const { kept } = (await project.view('verify', 'tasks.md')).view as unknown as {
    kept: { hash: string; is: string }[]
  }
  // A brief for the task, what its agent said, and what was checked.
  expect(hashes.length).toBeGreaterThanOrEqual(2)
  expect(kept.map((it) => it.hash).sort()).toEqual(hashes.sort())
})

test('an index of journals by a newer version is no disk that cannot be written: run says so and starts nothing', async () => {
  const project = make()
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  const note = path.join(project.root, '.git', 'millwright', 'plans.json')
  writeFileSync(note, '{"version":2}')
  const before = project.git('rev-parse', 'HEAD')
  const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, err]).toEqual([2, expect.stringContaining('plans.json cannot be understood; nothing was started\n')])
  expect(err).not.toContain('MW705')
  expect([readFileSync(note, 'utf8'), project.git('rev-parse', 'HEAD')]).toEqual(['{"version":2}', before])
})

test.each(['', '{"half'])('without the index of journals (%j) a plan keeps its own', async (text) => {
  const project = make()
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  const told = await project.run('status', 'tasks.md')
  const head = project.git('rev-parse', 'HEAD')
  const note = path.join(project.root, '.git', 'millwright', 'plans.json')
  writeFileSync(note, text)
  expect(await project.run('status', 'tasks.md')).toEqual(told)
  expect((await project.run('verify', 'tasks.md')).code).toBe(0)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  expect([project.git('rev-parse', 'HEAD'), await project.run('status', 'tasks.md')]).toEqual([head, told])
  expect(readdirSync(path.join(project.root, '.git', 'millwright', 'plans'))).toHaveLength(1)
})
