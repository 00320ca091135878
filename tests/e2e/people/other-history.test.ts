/** Work that was done on another branch, or taken back by a reset: never built upon as if it were there. */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks

## Phase 06: Implementation

- [ ] T0001 One
  files: one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: two.txt (CREATE)
`

function begun(): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent("write(task === 'T0001' ? 'one.txt' : 'two.txt', task)")
  return project
}

/** The first task is done on a branch of its own, and the first branch is checked out again. */
async function doneElsewhere(): Promise<Project> {
  const project = begun()
  const main = project.git('symbolic-ref', '--short', 'HEAD').trim()
  project.git('checkout', '-q', '-b', 'feature')
  expect((await project.view('run', 'tasks.md', '--exec', project.exec, '--only', 'T0001')).code).toBe(0)
  project.git('checkout', '-q', main)
  return project
}

test('on another branch nothing is started, and both ways out are told', async () => {
  const project = await doneElsewhere()
  const refused = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MW117 T0001 is done by the journal')])
  expect(refused.err).toMatch(/git merge [0-9a-f]{12}\n/)
  expect(refused.err).toContain('millwright unblock tasks.md T0001')
  expect([existsSync(path.join(project.root, 'two.txt')), project.read('tasks.md')]).toEqual([false, plan])
})

test('merged, as it says, the run goes on', async () => {
  const project = await doneElsewhere()
  project.git('merge', '-q', 'feature')
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.counts]).toEqual([0, expect.objectContaining({ done: 2 })])
})

test.each(['--mixed', '--soft'])(
  'taken back by reset %s, which leaves the files: what is said, typed, brings it again',
  async (how) => {
    const project = begun()
    await project.view('run', 'tasks.md', '--exec', project.exec)
    project.git('reset', '-q', how, 'HEAD~2')
    const refused = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
    const way = /or merge it: (.*)\n|branch that holds it: (.*)\n/.exec(refused.err)?.slice(1).join('') ?? ''
    expect(way).toContain('git merge')
    execFileSync('sh', ['-c', way], { cwd: project.root, env: project.env, stdio: 'pipe' })
    expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
    expect(project.git('status', '--porcelain')).toBe('')
  },
)

test('the advice merges the newest commit, not that of the task that stands last in the plan', async () => {
  const project = makeProject()
  // The second one is done first.
  project.write(
    'tasks.md',
    plan.replace('  blocked_by: [T0001]\n', '').replace('  files: one', '  blocked_by: [T0002]\n  files: one'),
  )
  project.commit('Begin')
  project.agent("write(task === 'T0001' ? 'one.txt' : 'two.txt', task)")
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
  const newest = project.git('rev-parse', 'HEAD')
  project.git('reset', '-q', '--hard', 'HEAD~2')
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  expect(err).toContain(`or merge it: git merge ${newest.slice(0, 12)}\n`)
})

const wayTold = (err: string): string =>
  /or merge it: (.*)\n|branch that holds it(?:, with [^:]*)?: (.*)\n/.exec(err)?.slice(1).join('') ?? ''

/** As the repository is when git has collected what no branch leads to. */
function collect(project: Project): void {
  for (const name of project.git('for-each-ref', '--format=%(refname)', 'refs/millwright').split('\n').filter(Boolean))
    project.git('update-ref', '-d', name)
  project.git('reflog', 'expire', '--expire=now', '--all')
  project.git('gc', '-q', '--prune=now')
}

test.each([
  ['', false],
  [', also where that commit is gone', true],
])('what a person took out of a commit since is not brought back%s', async (_, isGone) => {
  const project = makeProject()
  project.write('tasks.md', plan.replace('one.txt (CREATE)', 'one.txt (CREATE), extra.txt (CREATE)'))
  project.commit('Begin')
  project.agent("write(task === 'T0001' ? 'one.txt' : 'two.txt', task); if (task === 'T0001') write('extra.txt', 'x')")
  await project.view('run', 'tasks.md', '--exec', project.exec, '--only', 'T0001')
  project.git('rm', '-q', 'extra.txt')
  project.git('commit', '-q', '--amend', '--no-edit')
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
  const all = project.git('rev-parse', 'HEAD').trim()
  project.git('tag', 'all')
  project.git('reset', '-q', '--hard', 'HEAD~2')
  if (isGone) collect(project)

  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  expect(wayTold(err)).toBe(`git merge ${all.slice(0, 12)}`)
  execFileSync('sh', ['-c', wayTold(err)], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
  expect([project.git('status', '--porcelain'), existsSync(path.join(project.root, 'extra.txt'))]).toEqual(['', false])
})

test.each([
  ['by the work itself', '.gitignore'],
  ['by the person', '.git/info/exclude'],
])('a file that is ignored %s is put aside where the person has changed it', async (_, ignores) => {
  const project = begun()
  project.agent(`write(task === 'T0001' ? 'one.txt' : 'two.txt', task)
if (task === 'T0002' && ${String(ignores === '.gitignore')}) write('.gitignore', 'one.txt')`)
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--mixed', 'HEAD~2')
  project.write(ignores, 'one.txt\n')
  project.write('one.txt', 'mine')
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  execFileSync('sh', ['-c', wayTold(err)], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect(project.read('one.txt')).toBe('T0001')
  expect(project.git('show', 'stash@{0}^3:one.txt')).toBe('mine')
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
})

test('a file that is ignored and lies there as the work has it is in nobody’s way', async () => {
  const project = begun()
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--mixed', 'HEAD~2')
  project.write('.git/info/exclude', 'one.txt\n')
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  expect(wayTold(err)).not.toContain('one.txt')
  execFileSync('sh', ['-c', wayTold(err)], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
})

test.each([
  ['in a folder where the work has a file', '--hard', 'out', 'out/own.txt', '/out/'],
  ['in a folder where the work has a file, not ignored', '--hard', 'out', 'out/own.txt', ''],
  ['in a file where the work has a folder', '--hard', 'out/one.txt', 'out', '/out'],
  ['in a file where the work has a folder, not ignored', '--hard', 'out/one.txt', 'out', ''],
  ['in a file where the work that a reset left has a folder', '--mixed', 'out/one.txt', 'out', ''],
])('what a person has %s is put aside', async (_, how, work, own, ignored) => {
  const project = makeProject()
  project.write('tasks.md', plan.replace('one.txt', work))
  project.commit('Begin')
  project.agent(`write(task === 'T0001' ? '${work}' : 'two.txt', task)`)
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', how, 'HEAD~2')
  rmSync(path.join(project.root, 'out'), { recursive: true, force: true })
  project.write('.git/info/exclude', `${ignored}\n`)
  project.write(own, 'mine')
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  execFileSync('sh', ['-c', wayTold(err)], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect([project.read(work), project.git('show', `stash@{0}^3:${own}`)]).toEqual(['T0001', 'mine'])
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
})

test.each([
  ['in a folder where the work has a file', 'out', 'out/own.txt', false],
  ['in a folder where the work has a file, beside a commit of their own', 'out', 'out/own.txt', true],
  ['in a file where the work has a folder', 'out/one.txt', 'out', false],
  ['in a file where the work has a folder, beside a commit of their own', 'out/one.txt', 'out', true],
])('what a person has staged %s is put aside', async (_, work, own, commits) => {
  const project = makeProject()
  project.write('tasks.md', plan.replace('one.txt', work))
  project.commit('Begin')
  project.agent(`write(task === 'T0001' ? '${work}' : 'two.txt', task)`)
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--hard', 'HEAD~2')
  if (commits) {
    project.write('notes.txt', 'mine, too')
    project.commit('Of their own')
  }
  project.write(own, 'mine')
  project.git('add', own)
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  execFileSync('sh', ['-c', wayTold(err)], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect([project.read(work), project.git('show', `stash@{0}:${own}`)]).toEqual(['T0001', 'mine'])
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
})

test('a link that leads to itself in the place of a folder is no fault of ours', async () => {
  const project = makeProject()
  project.write('tasks.md', plan.replace('one.txt', 'out/one.txt'))
  project.commit('Begin')
  project.agent("write(task === 'T0001' ? 'out/one.txt' : 'two.txt', task)")
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--hard', 'HEAD~2')
  symlinkSync('out', path.join(project.root, 'out'))
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  expect(wayTold(err)).toMatch(/^git stash push -a -- :\/out && git merge [0-9a-f]{12}$/)
})

/** A run that creates two files and changes a third, taken back, and what a person does then; what is advised, is typed. */
async function typedAfter(
  then: (project: Project) => void,
  how = '--hard',
  more = '',
): Promise<{ project: Project; way: string }> {
  const project = makeProject()
  project.write('tasks.md', plan.replace('two.txt (CREATE)', 'two.txt (CREATE), base.txt (MODIFY)'))
  for (const name of ['base.txt', 'keep.txt']) project.write(name, 'before')
  project.commit('Begin')
  project.agent(`write(task === 'T0001' ? 'one.txt' : 'two.txt', task)
if (task === 'T0002') write('base.txt', task)${more}`)
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', how, 'HEAD~2')
  then(project)
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  const way = wayTold(err)
  if (way === '') return { project, way: err }
  execFileSync('sh', ['-c', way], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
  return { project, way }
}

describe('what a person has committed since, of files that no task touched, stays as they have it', () => {
  const commit = (project: Project): string => project.git('commit', '-q', '-m', 'Mine')

  test('and is not tracked again', async () => {
    const { project, way } = await typedAfter((it) => {
      it.git('rm', '-q', '--cached', 'keep.txt')
      commit(it)
    })
    expect([way, project.git('ls-files', 'keep.txt')]).toEqual([expect.stringMatching(/^git merge \w+$/), ''])
    expect(project.read('keep.txt')).toBe('before')
  })

  test('and what they have done to it since is not committed', async () => {
    const { project } = await typedAfter((it) => {
      it.write('keep.txt', 'after')
      it.git('add', '.')
      commit(it)
      it.write('keep.txt', 'before')
    })
    expect([project.git('show', 'HEAD:keep.txt'), project.read('keep.txt')]).toEqual(['after', 'before'])
  })
})

test('a plan that a person has changed and not committed is put aside', async () => {
  const { project } = await typedAfter((it) => {
    it.write('tasks.md', `${it.read('tasks.md')}\nA note of mine.\n`)
  })
  expect(project.git('show', 'stash@{0}:tasks.md')).toContain('A note of mine.')
})

test('what git cannot put aside is named, and nothing is advised that would take it away', async () => {
  const { way } = await typedAfter((it) => {
    it.write('own.txt', 'own')
    it.git('add', '.')
    it.git('commit', '-q', '-m', 'Mine')
    rmSync(path.join(it.root, 'base.txt'))
    it.write('base.txt/in.txt', 'mine')
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-q', '-m', 'In'],
    ])
      it.git('-C', 'base.txt', ...words)
  })
  expect(way).toContain('move elsewhere what git cannot put aside (base.txt), and call again')
  expect(way).not.toContain('git merge')
})

test('also an empty folder in the place of a file', async () => {
  const { way } = await typedAfter((it) => {
    rmSync(path.join(it.root, 'base.txt'))
    mkdirSync(path.join(it.root, 'base.txt'))
  })
  expect(way).toContain('what git cannot put aside (base.txt)')
})

test('a folder whose name no terminal prints is put aside with what is in it', async () => {
  const { project } = await typedAfter(
    (it) => {
      it.write('a\tb/in.txt', 'mine')
      it.git('add', '.')
    },
    '--hard',
    "; write('a\\tb', task)",
  )
  expect([project.read('a\tb'), project.git('show', 'stash@{0}^2:a\tb/in.txt')]).toEqual(['T0002', 'mine'])
})

test('a file that is only taken out of the index is in nobody’s way', async () => {
  const { project } = await typedAfter((it) => it.git('rm', '-q', '--cached', 'base.txt'))
  expect(project.read('base.txt')).toBe('T0002')
})

test('a file of the work that is staged, and gone since, comes back', async () => {
  const { project } = await typedAfter((it) => rmSync(path.join(it.root, 'two.txt')), '--soft')
  expect(project.read('two.txt')).toBe('T0002')
})

test('beside what is put aside, a file that is only told of is told of no more', async () => {
  const { project } = await typedAfter((it) => {
    it.write('new.txt', 'mine')
    it.git('add', '-N', 'new.txt')
    it.write('base.txt', 'mine')
  })
  expect([project.read('new.txt'), project.git('show', 'stash@{0}:base.txt')]).toEqual(['mine', 'mine'])
})

test('a history that has no beginning in common is not merged', async () => {
  const { way } = await typedAfter((it) => {
    it.git('checkout', '-q', '--orphan', 'fresh')
    it.git('commit', '-q', '-m', 'Fresh')
  })
  expect(way).toContain('which has no commit in common with this one')
  expect(way).not.toContain('git merge')
})

test('commits that the repository has no more are not advised', async () => {
  const project = begun()
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--hard', 'HEAD~2')
  collect(project)
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  expect(err).toContain('which this repository has no more')
  expect(err).toContain('do them again here: millwright unblock tasks.md T0001 T0002')
  expect(err).not.toContain('git merge')
})

/** What a person has done with files of their own, by whether they are as they left them. */
const own: readonly (readonly [string, (project: Project) => void, (project: Project) => boolean])[] = [
  ['nothing', () => undefined, () => true],
  [
    'a new file',
    (project) => {
      project.write('own.txt', 'my own')
      project.git('add', 'own.txt')
    },
    (project) => project.read('own.txt') === 'my own',
  ],
  [
    'a file that the work deletes',
    (project) => {
      project.write('gone.txt', 'my own')
      project.git('add', 'gone.txt')
    },
    (project) => project.read('gone.txt') === 'my own',
  ],
  [
    'one version of a file that has another one by now',
    (project) => {
      project.write('keep.txt', 'half')
      project.git('add', 'keep.txt')
      project.write('keep.txt', 'my own')
    },
    (project) => project.read('keep.txt') === 'my own' && project.git('show', 'stash^2:keep.txt') === 'half',
  ],
  ['a file that is deleted', (project) => project.git('rm', '-q', 'keep.txt'), (project) => !project.has('keep.txt')],
  [
    'a file that has another name',
    (project) => void project.git('mv', 'keep.txt', 'kept.txt'),
    (project) => !project.has('keep.txt') && project.read('kept.txt') === 'before',
  ],
  [
    'a file that is only taken out of the index',
    (project) => project.git('rm', '-q', '--cached', 'keep.txt'),
    (project) => project.read('keep.txt') === 'before',
  ],
  [
    'a file that is only told of',
    (project) => {
      project.write('own.txt', 'my own')
      project.git('add', '-N', 'own.txt')
    },
    (project) => project.read('own.txt') === 'my own',
  ],
]

test.each(['--mixed', '--soft'].flatMap((how) => own.map((it) => [how, ...it] as const)))(
  'after reset %s of work that also deleted files and made links of them, where a person has staged %s, the advice brings it again',
  async (how, _, stage, isKept) => {
    const project = makeProject()
    const files = 'one.txt (CREATE), gone.txt (DELETE), link (MODIFY), folder/in.txt (CREATE)'
    project.write('tasks.md', plan.replace('one.txt (CREATE)', files))
    for (const name of ['gone.txt', 'link', 'folder', 'keep.txt']) project.write(name, 'before')
    project.commit('Begin')
    project.agent(`const fs = await import('node:fs')
      if (task === 'T0002') write('two.txt', task)
      else {
        write('one.txt', task)
        for (const it of ['gone.txt', 'link', 'folder']) fs.rmSync(it)
        fs.symlinkSync('one.txt', 'link')
        fs.mkdirSync('folder')
        write('folder/in.txt', task)
      }`)
    expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
    const tree = project.git('rev-parse', 'HEAD^{tree}')
    project.git('reset', '-q', how, 'HEAD~2')
    stage(project)
    const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
    const way = / (git (?:add|commit|reset|stash|merge) .*)\n/.exec(err)?.[1] ?? ''
    execFileSync('sh', ['-c', way], { cwd: project.root, env: project.env, stdio: 'pipe' })
    expect(project.git('rev-parse', 'HEAD^{tree}')).toBe(tree)
    // Of a file that the work deletes git leaves theirs in the tree and says that it conflicts.
    const stash = project.git('stash', 'list') === '' ? null : project.git('rev-parse', 'stash')
    if (stash !== null) spawnSync('git', ['stash', 'apply', '-q'], { cwd: project.root, env: project.env })
    expect(isKept(project)).toBe(true)
    expect((await project.run('verify', 'tasks.md')).code).toBe(0)
  },
)

test('of what a reset left, files that the person has changed since are put aside, not committed as work of the run', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('.gitattributes', '*.crlf eol=crlf\n')
  project.commit('Begin')
  project.agent(`const { symlinkSync } = await import('node:fs')
    if (task === 'T0001') { write('one.txt', task); symlinkSync('one.txt', 'link'); write('lines.crlf', 'a\\r\\nb\\r\\n') }
    else write('two.txt', task)`)
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--mixed', 'HEAD~2')
  project.write('one.txt', 'my own by now')
  const { err } = await project.begin('run', 'tasks.md', '--exec', project.exec).ended
  const way = /with your own changes put aside: (.*)\n/.exec(err)?.[1] ?? ''
  expect(way).toContain('git stash push -a -- :/one.txt && git merge')
  expect(way).not.toContain('git add -- :/tasks.md :/one.txt')
  execFileSync('sh', ['-c', way], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect((await project.view('run', 'tasks.md', '--exec', project.exec)).view.counts).toMatchObject({ done: 2 })
  expect([project.read('one.txt'), project.git('stash', 'show', '-p', '--include-untracked')]).toEqual([
    'T0001',
    expect.stringContaining('my own by now'),
  ])
})

test('squashed into this branch, the marks say that it is done, and the run goes on', async () => {
  const project = await doneElsewhere()
  project.git('merge', '-q', '--squash', 'feature')
  project.git('commit', '-q', '-m', 'Squashed')
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.counts]).toEqual([0, expect.objectContaining({ done: 2 })])
})

test('opened again, it is done again here', async () => {
  const project = begun()
  await project.view('run', 'tasks.md', '--exec', project.exec)
  project.git('reset', '-q', '--hard', 'HEAD~2')
  expect((await project.begin('run', 'tasks.md').ended).err).toContain('millwright unblock tasks.md T0001 T0002')
  const opened = await project.begin('unblock', 'tasks.md', 'T0001', 'T0002').ended
  expect([opened.code, opened.err]).toEqual([0, ''])
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.tasks.map((it) => [it.state, it.proof])]).toEqual([
    0,
    [
      ['done', 'files-only'],
      ['done', 'files-only'],
    ],
  ])
  expect(project.read('two.txt')).toBe('T0002')
  expect(project.git('status', '--porcelain')).toBe('')
})

test('what is where it was done stays done', async () => {
  const project = begun()
  await project.view('run', 'tasks.md', '--exec', project.exec)
  const refused = await project.begin('unblock', 'tasks.md', 'T0001').ended
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('done stays done')])
})

test('a command given on another branch is recorded, and leaves the plan of that branch as it is', async () => {
  const project = begun()
  const three = `${plan}- [ ] T0003 Three\n  blocked_by: [T0002]\n  files: three.txt (CREATE)\n`
  project.write('tasks.md', three)
  project.commit('One more')
  const home = project.git('symbolic-ref', '--short', 'HEAD').trim()
  project.git('branch', 'other')
  // The run waits, with one task done, on the branch that it began on.
  await project.view('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')
  const [question] = JSON.parse((await project.run('review', 'list', '--plan', 'tasks.md', '--json')).out) as {
    id: string
  }[]
  await project.run('review', 'approve', question!.id, '--plan', 'tasks.md')
  expect((await project.view('resume', 'tasks.md')).code).toBe(3)
  expect(project.read('tasks.md')).toContain('- [X] T0001')
  project.git('checkout', '-q', 'other')

  const refused = await project.begin('skip', 'tasks.md', 'T0001').ended
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('skip refused')])
  expect(project.read('tasks.md')).toBe(three)
  const skipped = await project.begin('skip', 'tasks.md', 'T0003').ended
  expect([skipped.code, skipped.err]).toEqual([
    0,
    `it is recorded, and the plan gets no marks here: branch other is checked out, and the run belongs to branch ${home}\n`,
  ])
  expect((await project.begin('rebuild', 'tasks.md', '--yes').ended).err).toContain(`git switch ${home}`)
  expect(project.read('tasks.md')).toBe(three)

  project.git('checkout', '-q', home)
  expect((await project.begin('resume', 'tasks.md').ended).code).toBe(3)
  expect(project.read('tasks.md')).toContain('- [SKIP] T0003')
})
