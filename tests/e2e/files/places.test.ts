/** Plans and repositories as people really have them: odd bytes, odd places, odd repositories. */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  truncateSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Project, type ProjectChoice, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
`

function make(choice: ProjectChoice = {}): Project {
  const project = makeProject(choice)
  project.agent(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`)
  return project
}

async function expectRuns(project: Project, given: string, ...more: readonly string[]): Promise<string> {
  const { code, view, err } = await project.view('run', given, '--exec', project.exec, ...more)
  expect({ code, states: view.tasks.map((it) => it.state), waiting: view.waiting }, err).toEqual({
    code: 0,
    states: ['done', 'done'],
    waiting: [],
  })
  return err
}

describe('a plan that cannot be read: said, with nothing started', () => {
  const wrong: readonly (readonly [name: string, given: string, make: (project: Project) => void, says: RegExp])[] = [
    ['there is none', 'specs/tasks.md', () => undefined, /specs\/tasks\.md/],
    [
      'an empty folder',
      'specs',
      (project) => {
        mkdirSync(path.join(project.root, 'specs'))
      },
      /specs/,
    ],
    [
      'a folder with its name',
      'specs/tasks.md',
      (project) => {
        mkdirSync(path.join(project.root, 'specs/tasks.md'), { recursive: true })
      },
      /specs\/tasks\.md/,
    ],
    [
      'a link to nothing',
      'tasks.md',
      (project) => {
        symlinkSync('nowhere.md', path.join(project.root, 'tasks.md'))
      },
      /tasks\.md/,
    ],
    [
      'UTF-16',
      'tasks.md',
      (project) => {
        project.write('tasks.md', Buffer.from(`\uFEFF${plan}`, 'utf16le'))
      },
      /tasks\.md:1:1: error MW002/,
    ],
    [
      'nothing in it',
      'tasks.md',
      (project) => {
        project.write('tasks.md', '')
      },
      /tasks\.md/,
    ],
  ]
  test.each(wrong)('%s', async (_name, given, prepare, says) => {
    const project = make()
    project.write('README.md', 'x\n')
    project.commit('Begin')
    prepare(project)
    const { code, err } = await project.run('run', given, '--exec', project.exec)
    expect(code, err).toBe(2)
    expect(err).toMatch(says)
    expect(project.git('for-each-ref', '--format=%(refname)').trim()).toBe('refs/heads/main')
  })

  test.runIf(process.platform !== 'win32')('pipes and devices in the place of files that are looked into', async () => {
    const project = make()
    project.write('tasks.md', plan)
    symlinkSync('/dev/zero', path.join(project.root, '.gitattributes'))
    project.commit('Begin')
    const pipes = ['package.json', 'pyproject.toml', 'setup.cfg', 'CMakeLists.txt', 'Makefile', 'workflows.json']
    for (const name of pipes) execFileSync('mkfifo', [path.join(project.root, name)])
    expect(await project.run('doctor')).toMatchObject({ signal: null, err: '' })
    expect(await project.run('trust')).toMatchObject({ code: 0 })
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec, '--dry-run')
    expect(code).toBe(2)
    expect(err).toContain('workflows.json:1:1: error MW401')
  })

  test('bytes that are not UTF-8 stay as they are', async () => {
    const project = make()
    const bytes = Buffer.concat([Buffer.from('# Pl\xe4ne\n\n', 'latin1'), Buffer.from(plan)])
    project.write('tasks.md', bytes)
    project.commit('Begin')
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
    // Either it is refused with its place, or it runs and the bytes of the person stay.
    if (code === 2) expect(err).toMatch(/tasks\.md:1:\d+: error MW001/)
    else
      expect(readFileSync(path.join(project.root, 'tasks.md')).includes(Buffer.from('Pl\xe4ne', 'latin1'))).toBe(true)
  })
})

describe('bytes and places of a plan that runs', () => {
  test('CRLF, a byte order mark and no final newline are kept', async () => {
    const project = make()
    const text = `\uFEFF${plan.trimEnd().replaceAll('\n', '\r\n')}`
    project.write('tasks.md', text)
    project.commit('Begin')
    await expectRuns(project, 'tasks.md')
    expect(project.read('tasks.md')).toBe(text.replaceAll('- [ ]', '- [X]').replace('PENDING', 'COMPLETE'))
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('a read-only plan: the work is done, the marks wait and say so', async () => {
    const project = make()
    project.write('specs/tasks.md', plan)
    project.commit('Begin')
    chmodSync(path.join(project.root, 'specs/tasks.md'), 0o444)
    const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec)
    expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done'])
    // A privileged user may write all the same.
    if (code !== 0) {
      expect(code).toBe(3)
      expect(view.waiting.map((it) => it.reason).join()).toContain('specs/tasks.md')
      chmodSync(path.join(project.root, 'specs/tasks.md'), 0o644)
      expect(await project.run('resume', 'specs/tasks.md')).toMatchObject({ code: 0 })
    }
    expect(project.read('specs/tasks.md')).toContain('[X] T0002')
  })

  test('a symbolic link: the file it names is marked, the link stays a link', async () => {
    const project = make()
    project.write('specs/real.md', plan)
    symlinkSync('specs/real.md', path.join(project.root, 'tasks.md'))
    project.commit('Begin')
    await expectRuns(project, 'tasks.md')
    expect(project.read('specs/real.md')).toContain('[X] T0002')
    expect(project.git('ls-files', '-s', 'tasks.md')).toMatch(/^120000/)
    expect(project.git('show', 'HEAD:specs/real.md')).toContain('[X] T0002')
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('given as a folder, and from inside a subfolder', async () => {
    const project = make()
    project.write('specs/tasks.md', plan)
    project.commit('Begin')
    await expectRuns(project, 'specs')
    expect(project.git('show', 'HEAD:specs/tasks.md')).toContain('[X] T0002')
  })

  test('untracked: marked in the file only, and never committed', async () => {
    const project = make()
    project.write('README.md', 'x\n')
    project.commit('Begin')
    project.write('tasks.md', plan)
    await expectRuns(project, 'tasks.md')
    expect(project.read('tasks.md')).toContain('[X] T0002')
    expect(project.git('ls-files', 'tasks.md')).toBe('')
    expect(project.read('src/two.txt')).toBe('T0002')
  })

  test('ignored by git: the same', async () => {
    const project = make()
    project.write('.gitignore', 'plans/\n')
    project.commit('Begin')
    project.write('plans/tasks.md', plan)
    await expectRuns(project, 'plans/tasks.md')
    expect(project.read('plans/tasks.md')).toContain('[X] T0002')
    expect(project.git('status', '--porcelain')).toBe('')
  })
})

describe('repositories', () => {
  test('without a commit', async () => {
    const project = make()
    project.write('tasks.md', plan)
    await expectRuns(project, 'tasks.md')
    expect(project.read('tasks.md')).toContain('[X] T0002')
    expect(project.git('show', 'HEAD:src/two.txt')).toBe('T0002')
    expect(project.git('branch', '--show-current').trim()).toBe('main')
  })

  test('without a commit, and then the person makes the first one: the run goes on with it', async () => {
    const project = make()
    project.write('tasks.md', plan)
    const gate = ['--gate', 'ok=test -f there.txt'] as const
    expect(await project.run('run', 'tasks.md', '--exec', project.exec, ...gate)).toMatchObject({ code: 3 })
    project.write('there.txt', 'x')
    const first = project.commit('First')
    const { code, err, view } = await project.view('resume', 'tasks.md', '--yes')
    expect([code, view.counts['done']], err).toEqual([0, 2])
    expect(project.git('rev-list', '--max-parents=0', 'HEAD').trim()).toBe(first)
    expect(project.git('status', '--porcelain')).toBe('')
  })

  /** In a repository without a commit, while the agent of the first task is at work. */
  async function atFirstTask() {
    const project = make()
    project.write('tasks.md', plan)
    project.agent(
      `if (task === 'T0001') await meet('one')\nwrite(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`,
    )
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('one', running)
    return { project, running }
  }

  test('without a commit, and the person makes the first one while the first task is at work: both are kept', async () => {
    const { project, running } = await atFirstTask()
    project.write('there.txt', 'x')
    const first = project.commit('First')
    project.release('one')
    const { code, out, err } = await running.ended
    expect(code, `${out}${err}`).toBe(0)
    expect(project.git('rev-list', 'HEAD').split('\n')).toContain(first)
    expect(project.git('ls-files').trim().split('\n')).toEqual(['src/one.txt', 'src/two.txt', 'tasks.md', 'there.txt'])
    expect(project.read('tasks.md').match(/\[X\]/g)).toHaveLength(2)
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('without a commit, and the person’s first one has what a task writes: the way that is printed leads on', async () => {
    const { project, running } = await atFirstTask()
    project.write('src/one.txt', 'mine')
    project.commit('First')
    project.release('one')
    const { code, out, err } = await running.ended
    expect(code, `${out}${err}`).toBe(3)
    const way = /(git .*git merge --allow-unrelated-histories refs\/millwright\/\S+)/.exec(`${out}${err}`)?.[1] ?? ''
    const merged = spawnSync('sh', ['-c', way], { cwd: project.root, env: project.env, encoding: 'utf8' })
    expect(merged.stdout + merged.stderr).toContain('CONFLICT (add/add): Merge conflict in src/one.txt')
    project.write('src/one.txt', 'both')
    project.commit('Merged by hand')
    expect(await project.run('resume', 'tasks.md', '--yes')).toMatchObject({ code: 0 })
    expect(project.read('src/one.txt')).toBe('both')
    expect(project.read('tasks.md').match(/\[X\]/g)).toHaveLength(2)
  })

  test('without a commit, and a file of the person’s in the way: git puts none aside there, and nobody is told so', async () => {
    const project = make()
    project.write('tasks.md', plan)
    project.write('src/one.txt', 'mine')
    const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, out]).toEqual([3, expect.stringContaining('or move them elsewhere')])
    expect(project.read('src/one.txt')).toBe('mine')
    renameSync(path.join(project.root, 'src/one.txt'), path.join(project.top, 'one.txt'))
    expect(await project.run('resume', 'tasks.md')).toMatchObject({ code: 0 })
    expect(project.read('src/one.txt')).toBe('T0001')
  })

  test('without a commit, and nothing that is tracked after the run either', async () => {
    const project = makeProject()
    project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T0001 Look\n  files: src/ (REVIEW)\n')
    project.agent('')
    const { code, err } = await project.view('run', 'tasks.md', '--exec', project.exec)
    expect(code, err).toBe(0)
    expect(project.read('tasks.md')).toContain('[X] T0001')
  })

  test('with a sparse checkout: what it leaves out is no change of the person’s, and the way on is said', async () => {
    const project = make()
    project.write('src/one.txt', 'old')
    project.write('tasks.md', plan.replace('src/one.txt (CREATE)', 'src/one.txt (MODIFY)'))
    project.write('docs/a.md', 'a')
    project.commit('Begin')
    project.git('sparse-checkout', 'set', '--cone', 'docs')
    const first = await project.view('run', 'tasks.md', '--exec', project.exec)
    expect([first.code, first.view.waiting.map((it) => it.reason)]).toEqual([
      3,
      [expect.stringContaining('sparse checkout leaves out')],
    ])
    expect(JSON.stringify(first.view.waiting)).toContain('git sparse-checkout add src')
    project.git('sparse-checkout', 'add', 'src')
    expect(await project.run('resume', 'tasks.md', '--yes')).toMatchObject({ code: 0 })
    expect(project.read('src/one.txt')).toBe('T0001')
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('with a detached HEAD', async () => {
    const project = make()
    project.write('tasks.md', plan)
    const base = project.commit('Begin')
    project.git('checkout', '-q', '--detach')
    await expectRuns(project, 'tasks.md')
    expect(project.read('src/two.txt')).toBe('T0002')
    expect(project.git('rev-parse', 'main').trim()).toBe(base)
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('a folder with spaces and umlauts', async () => {
    const project = make({ folder: 'Größe & mehr (2) \u2713' })
    project.write('Pläne und so/tasks.md', plan)
    project.commit('Begin')
    await expectRuns(project, 'Pläne und so/tasks.md')
    expect(project.git('show', 'HEAD:Pläne und so/tasks.md')).toContain('[X] T0002')
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('with a filter and changes that are not committed: these are named, and nothing that git is told to run is run', async () => {
    const project = make()
    project.write('tasks.md', plan)
    project.write('notes.md', 'a\n')
    project.write('staged.md', 'a\n')
    project.write('.gitattributes', '*.md filter=evil\n')
    project.commit('Begin')
    project.git('config', 'filter.evil.clean', `sh -c 'touch ${path.join(project.top, 'ran')}; cat'`)
    project.git('config', 'core.fsmonitor', `touch ${path.join(project.top, 'ran')}`)
    project.write('staged.md', 'b\n')
    project.git('-c', 'filter.evil.clean=', '-c', 'core.fsmonitor=false', 'add', 'staged.md')
    // Of the same length, so that only its content can tell.
    project.write('notes.md', 'b\n')
    project.write('new/untracked.txt', 'x\n')
    const err = (await project.run('run', 'tasks.md', '--exec', project.exec)).out
    expect(err).toContain('3 changes are not committed')
    for (const it of ['notes.md', 'staged.md', 'new/']) expect(err).toContain(it)
    expect(project.has('../ran')).toBe(false)
  })

  test('with messages of the person’s own form', async () => {
    const project = make()
    project.write('tasks.md', plan.replace('Two', 'Two of {id}'))
    project.write('millwright.toml', '[commit]\ntemplate = "feat: {title} [{id}]\\n\\nDone by a machine."\n')
    project.commit('Begin')
    await expectRuns(project, 'tasks.md')
    const messages = project.git('log', '--format=%B%x00').split('\0')
    const second = messages.find((it) => it.includes('Two of'))
    expect(second).toMatch(/^\s*feat: Two of \{id\} \[T0002\]\n\nDone by a machine\.\n\nMillwright-Run: /)
  })

  test('with a submodule: it stays as it is', async () => {
    const project = make()
    const library = path.join(project.top, 'library')
    mkdirSync(library)
    writeFileSync(path.join(library, 'lib.txt'), 'lib\n')
    const at = ['-C', library] as const
    project.git(...at, 'init', '-q', '-b', 'main')
    project.git(...at, 'add', '-A')
    project.git(...at, 'commit', '-q', '-m', 'Library')
    project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor/lib')
    project.write('tasks.md', plan)
    project.commit('Begin')
    const before = project.git('ls-tree', 'HEAD', 'vendor/lib')
    await expectRuns(project, 'tasks.md')
    expect(project.git('ls-tree', 'HEAD', 'vendor/lib')).toBe(before)
    expect(project.read('vendor/lib/lib.txt')).toBe('lib\n')
    expect(project.git('status', '--porcelain')).toBe('')
  })

  test('a worktree of the person’s own', async () => {
    const project = make()
    project.write('tasks.md', plan)
    project.commit('Begin')
    const other = path.join(project.top, 'other')
    project.git('worktree', 'add', '-q', '-b', 'feature', other)
    const { code, view } = await project.view('run', path.join(other, 'tasks.md'), '--exec', project.exec)
    expect({ code, waiting: view.waiting }).toEqual({ code: 0, waiting: [] })
    expect(project.git('show', 'feature:src/two.txt')).toBe('T0002')
    expect(readFileSync(path.join(other, 'tasks.md'), 'utf8')).toContain('[X] T0002')
    expect(project.read('tasks.md')).toBe(plan)
  })

  test('none at all: in place, one at a time, and it is said', async () => {
    const project = make({ git: false })
    project.write('tasks.md', plan)
    const err = await expectRuns(project, 'tasks.md', '--jobs', '4')
    expect(err).toMatch(/no git/i)
    expect(err).toMatch(/in place/)
    expect(err).toMatch(/one task at a time/)
    expect(project.read('src/two.txt')).toBe('T0002')
    expect(project.read('tasks.md')).toContain('[X] T0002')
  })

  test('none at all, and a file larger than can be kept: it is named, and nothing begins', async () => {
    const project = make({ git: false })
    project.write('tasks.md', plan)
    project.write('film.bin', '')
    truncateSync(path.join(project.root, 'film.bin'), 2 ** 31)
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/film\.bin: it is larger than 2 GiB\n {2}help: move it, or name it/),
    ])
    project.write('.gitignore', 'film.bin\n')
    await expectRuns(project, 'tasks.md')
  })

  test('a bare one has no checkout, and that is said', async () => {
    const project = make({ git: false })
    rmSync(project.root, { recursive: true })
    mkdirSync(project.root)
    project.git('init', '-q', '--bare', '-b', 'main')
    writeFileSync(path.join(project.root, 'tasks.md'), plan)
    const { code, err, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([0, 2, 3], `${out}${err}`).toContain(code)
    expect(`${out}${err}`).toMatch(/bare|no checkout|in place/)
  })
})
