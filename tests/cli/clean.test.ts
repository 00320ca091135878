/** `clean`: what ended runs left goes, what holds work or is open stays and is named. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Plan

## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
`

function make(agent: string): Project {
  const project = makeProject()
  // Scratch copies lie in a folder of this test, where nothing else makes any.
  project.env['TMPDIR'] = path.join(project.top, 'tmp')
  mkdirSync(path.join(project.top, 'tmp'))
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(agent)
  return project
}

const works = `write(task === 'T001' ? 'one.txt' : 'two.txt', task)`
/** T002 leaves work that its gate does not take. */
const failsTwo = `if (task === 'T001') write('one.txt', ''); else write('wrong.txt', String(attempt))`

function pools(project: Project): readonly string[] {
  const folder = path.join(project.state, 'millwright', 'workspaces')
  return existsSync(folder) ? readdirSync(folder) : []
}

const refs = (project: Project): readonly string[] =>
  project
    .git('for-each-ref', '--format=%(refname)', 'refs/millwright')
    .trim()
    .split('\n')
    .filter((it) => it !== '')

interface Told {
  readonly dryRun: boolean
  readonly removed: readonly { what: string; where: string; count: number; plan: string; bytes: number }[]
  readonly kept: readonly { where: string; count: number; because: string; help: string }[]
  readonly bytes: number
}
async function clean(project: Project, ...words: readonly string[]): Promise<Told> {
  const { out, err, code } = await project.run('clean', '--json', ...words)
  expect(code, `${out}${err}`).toBe(0)
  return JSON.parse(out) as Told
}

test('what is not ours in the folder for looks stays', async () => {
  const project = make(works)
  const theirs = path.join(project.state, 'millwright', 'looks', 'photo.txt')
  mkdirSync(path.dirname(theirs), { recursive: true })
  writeFileSync(theirs, 'mine')
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  await clean(project)
  expect(readdirSync(path.dirname(theirs))).toEqual(['photo.txt'])
})

test('after a run that ended well everything goes; --dry-run only says so', async () => {
  const project = make(works)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  expect(pools(project)).toHaveLength(1)
  const before = refs(project)
  const listed = await clean(project, '--dry-run')
  expect(listed.dryRun).toBe(true)
  expect(listed.bytes).toBeGreaterThan(0)
  expect(refs(project)).toEqual(before)
  expect(pools(project)).toHaveLength(1)

  const done = await clean(project)
  expect(done.removed.map(({ what, count }) => [what, count])).toEqual([
    ['worktrees', 1],
    ['references', before.length],
  ])
  expect(done.kept).toEqual([])
  expect(refs(project)).toEqual([])
  expect(pools(project)).toEqual([])
  expect(existsSync(path.join(project.state, 'millwright', 'looks'))).toBe(false)
  expect((await project.run('clean')).out).toBe('nothing to remove\n')
  // What happened is still known, and the plan can be gone on with.
  expect((await project.run('verify', 'tasks.md')).code).toBe(0)
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T003 Three\n  files: two.txt (MODIFY)\n`)
  project.commit('More')
  project.agent(`append('two.txt', task)`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
})

test('after a run in place too, but for what a person had not committed', async () => {
  const project = make(works)
  const run = ['run', 'tasks.md', '--workspace', 'in-place', '--exec', project.exec] as const
  expect((await project.run(...run)).code).toBe(0)
  expect(refs(project).filter((it) => it.includes('/base/'))).toHaveLength(2)
  expect((await clean(project)).kept).toEqual([])
  expect(refs(project)).toEqual([])

  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T003 Three\n  files: two.txt (MODIFY)\n`)
  project.commit('More')
  project.write('note.txt', 'mine')
  project.agent(`append('two.txt', task)`)
  expect((await project.run(...run)).code).toBe(0)
  expect((await clean(project)).kept).toMatchObject([{ count: 1, because: 'work that is on no branch' }])
})

test('unmerged work stays, and is named each time', async () => {
  const project = make(failsTwo)
  const gate = ['--gate', 'x=test ! -e wrong.txt'] as const
  expect((await project.run('run', 'tasks.md', ...gate, '--exec', project.exec)).code).toBe(1)
  const { removed, kept } = await clean(project)
  expect(removed.map((it) => it.what)).toEqual(['worktrees', 'references'])
  expect(kept).toMatchObject([{ count: 4, because: 'work that is on no branch' }])
  expect(refs(project)).toHaveLength(4)
  for (const ref of refs(project)) expect(project.git('show', '--name-only', '--format=', ref).trim()).toBe('wrong.txt')

  const again = await clean(project)
  expect(again.removed).toEqual([])
  expect(again.kept).toEqual(kept)
  const told = await project.run('clean')
  expect(told.out).toMatch(/^kept 4 references below refs\/millwright\/\S+: work that is on no branch\n/)

  expect((await project.run('unblock', 'tasks.md', 'T002')).code).toBe(0)
  project.agent(works)
  expect((await project.run('run', 'tasks.md', ...gate, '--exec', project.exec)).code).toBe(0)
  // Drafts of an earlier run are still on no branch, although the task is done now.
  expect((await clean(project)).kept).toMatchObject([{ count: 4 }])
})

test('a result that no branch holds any more stays whole', async () => {
  const project = make(works)
  expect((await project.run('run', 'tasks.md', '--branch', 'work', '--exec', project.exec)).code).toBe(0)
  const before = refs(project)
  project.git('branch', '-q', '-D', 'work')
  expect((await clean(project)).kept).toMatchObject([{ count: before.length, because: 'work that is on no branch' }])
  expect(refs(project)).toEqual(before)
})

describe('what is open stays', () => {
  test('a run at work, then the same run parked, which goes on as if nothing had been', async () => {
    const project = make(`if (task === 'T002') { write('two.txt', 'half'); await meet('two') } ${works}`)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('two', running)
    const before = refs(project)
    const during = await clean(project)
    expect(during.removed).toEqual([])
    expect(during.kept).toMatchObject([{ because: 'a run is at work' }])
    expect(during.bytes).toBe(0)

    await project.run('stop', 'tasks.md')
    expect((await running.ended).code).toBe(3)
    const parked = await clean(project)
    expect(parked.removed).toEqual([])
    expect(parked.kept).toMatchObject([
      {
        because: 'its run is not finished',
        help: `go on with: millwright resume ${path.join(project.root, 'tasks.md')}`,
      },
    ])
    for (const ref of before) expect(refs(project)).toContain(ref)
    project.release('two')
    expect((await project.run('resume', 'tasks.md')).code).toBe(0)
  })

  test('files in a worktree that no reference holds', async () => {
    const project = make(failsTwo)
    await project.run('run', 'tasks.md', '--gate', 'x=test ! -e wrong.txt', '--exec', project.exec)
    const [pool = ''] = pools(project)
    const aside = path.join(project.state, 'millwright', 'workspaces', pool, 'trees', '1', 'aside')
    mkdirSync(aside, { recursive: true })
    writeFileSync(path.join(aside, 'work.txt'), '')
    const { removed, kept } = await clean(project)
    expect(removed).toEqual([])
    expect(kept).toMatchObject([{ where: aside, because: 'files that are kept nowhere else' }])
    expect(existsSync(aside)).toBe(true)
  })

  test('a pool of which nobody knows whose it is', async () => {
    const project = make(works)
    const stranger = path.join(project.state, 'millwright', 'workspaces', 'abc')
    mkdirSync(stranger, { recursive: true })
    expect((await clean(project)).kept).toMatchObject([
      { where: stranger, because: 'nobody noted which plan it belongs to' },
    ])
    expect(existsSync(stranger)).toBe(true)
  })
})

test('dry runs leave a copy and a pool, and both go; so does a pool whose repository is gone', async () => {
  const project = make(works)
  await project.run('run', 'tasks.md', '--dry-run')
  await project.run('run', 'tasks.md', '--dry-run')
  const copies = (): readonly string[] =>
    readdirSync(path.join(project.top, 'tmp')).filter((it) => it.startsWith('millwright-scratch-'))
  const [first = ''] = copies()
  expect(copies()).toHaveLength(2)
  rmSync(path.join(project.top, 'tmp', first), { recursive: true })
  const { removed } = await clean(project)
  expect(removed.map((it) => it.what).sort()).toEqual(['scratch copy', 'worktrees', 'worktrees'])
  expect(copies()).toEqual([])
  expect(pools(project)).toEqual([])
})

test('a call that begins no run leaves no copy, and one that was killed leaves it to clean', async () => {
  const project = make(works)
  const temporary = path.join(project.top, 'tmp')
  const copies = (): readonly string[] => readdirSync(temporary).filter((it) => it.startsWith('millwright-scratch-'))
  for (const words of [
    ['--only', 'T999'],
    ['--doubles', 'none.toml'],
    ['--gate', 'x'],
    ['--phase', '99'],
  ])
    expect((await project.run('run', 'tasks.md', '--dry-run', ...words)).code).toBe(2)
  project.write('millwright.toml', '[workspace]\nscratch = true\n[gates.x]\nrun = ["sh", "check.sh"]\n')
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).err).toContain('nobody has trusted that yet')
  expect((await project.run('run', 'tasks.md', '--yes', '--agent', 'nobody')).code).toBe(2)
  expect(copies()).toEqual([])

  const mark = (folder: string, pid: number): void => {
    mkdirSync(path.join(temporary, folder, '.git'), { recursive: true })
    writeFileSync(
      path.join(temporary, folder, '.git', 'millwright-scratch.json'),
      JSON.stringify({ pid, started: null, from: project.root }),
    )
  }
  const gone = spawnSync('true').pid
  mark('millwright-scratch-gone', gone)
  mark('millwright-scratch-used', process.pid)
  mark('other', gone)
  mkdirSync(path.join(temporary, 'millwright-scratch-unmarked'))
  // Killed when it had just begun: there is a note of the copy, and nothing is written of its run.
  await project.run('run', 'tasks.md', '--dry-run')
  const [begun = ''] = copies().filter((it) => !/gone|used|unmarked/.test(it))
  rmSync(path.join(temporary, begun, '.git', 'millwright'), { recursive: true })
  expect((await clean(project)).removed.map((it) => it.what)).toEqual(['worktrees', 'scratch copy', 'scratch copy'])
  mark('millwright-scratch-gone', gone)
  const expected = [
    { what: 'scratch copy', where: path.join(temporary, 'millwright-scratch-gone'), plan: project.root },
  ]
  expect((await clean(project, '--dry-run')).removed).toMatchObject(expected)
  expect((await clean(project)).removed).toMatchObject(expected)
  expect(readdirSync(temporary).sort()).toEqual(['millwright-scratch-unmarked', 'millwright-scratch-used', 'other'])
})

test('an agent may not', async () => {
  const project = make(works)
  project.env['MILLWRIGHT_ATTEMPT'] = 'x'
  const { code, err } = await project.run('clean')
  expect(code).toBe(2)
  expect(err).toContain('an agent or a gate may not clean')
})
