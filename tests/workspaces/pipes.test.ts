/** A pipe in the place of a file that git reads: git waits there, and nobody writes into it. */

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test as base, vi } from 'vitest'
import { DiskFailure } from '../../src/system/disk-failure.ts'
import { copyIndex } from '../../src/workspaces/git/copy-index.ts'
import { runGit } from '../../src/workspaces/git/run-git.ts'
import { openGround } from '../../src/workspaces/ground.ts'
import { doTask, optionsFor, plannedRepository, prepare, prepared, snapshot, type Repository } from './repository.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Git is given two seconds to show that it waits: the tests wait beside each other. */
const test = base.extend<{ repository: Repository }>({
  repository: async ({ skip }, use) => {
    skip(process.platform === 'win32', 'there are no such pipes')
    const repository = plannedRepository()
    await use(repository)
    await repository.end()
  },
})

const pipe = (file: string): void => void execFileSync('mkfifo', [file])

test.concurrent('that an agent leaves in its workspace holds up nobody', async ({ repository }) => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const commit = await doTask(repository, workspaces, 'T001', (folder) => {
    writeFileSync(path.join(folder, 'src/new.txt'), 'new\n')
    mkdirSync(path.join(folder, 'deep/er'), { recursive: true })
    writeFileSync(path.join(folder, 'deep/er/file.txt'), 'deep\n')
    pipe(path.join(folder, '.gitattributes'))
    pipe(path.join(folder, 'deep/er/.gitignore'))
  })
  await workspaces.publish({ is: 'publish', tip: commit })
  await workspaces.close()
  expect(repository.git('show', '--name-only', '--format=', 'main').split('\n').sort()).toEqual(
    expect.arrayContaining(['deep/er/file.txt', 'src/new.txt']),
  )
  expect(existsSync(path.join(repository.root, '.gitattributes'))).toBe(false)
})

test.concurrent('in a folder of a person stays, and is named', async ({ repository }) => {
  const file = path.join(repository.root, '.gitignore')
  rmSync(file)
  pipe(file)
  const env = { GIT_DIR: path.join(repository.root, '.git'), GIT_WORK_TREE: repository.root }
  const call = { args: ['ls-files', '-o', '--exclude-standard'], cwd: repository.root, env }
  await expect(runGit(call)).rejects.toThrow(`git waits at ${file}, which is a pipe and no file`)
  expect(await runGit({ ...call, allowsPipes: true })).toMatchObject({ code: -1, waitsAt: [file] })
  expect(existsSync(file)).toBe(true)
  rmSync(file)
})

test.concurrent.for(['q/.gitignore', '.gitattributes', 'q/.gitattributes'])(
  'that an agent leaves in place stays, and parks the run until it is taken away: %s',
  async (name, { repository }) => {
    const workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    const file = path.join(repository.root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(path.join(path.dirname(file), 'made.txt'), 'made\n')
    pipe(file)
    const parked = { name: 'DiskFailure', message: `git waits at ${file}, which is a pipe and no file` }
    await expect(workspaces.snapshot(snapshot('T001', base))).rejects.toMatchObject(parked)
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    await expect(workspaces.prepare(prepare('T002'))).rejects.toMatchObject(parked)
    expect(existsSync(file)).toBe(true)
    rmSync(file)
    await expect(workspaces.prepare(prepare('T002'))).resolves.toMatchObject({ is: 'prepared' })
  },
)

test.concurrent('in the person’s folder parks a publish that has to know what is in it', async ({ repository }) => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const tip = await doTask(repository, workspaces, 'T001', (folder) =>
    writeFileSync(path.join(folder, 'src/b.txt'), 'b2\n'),
  )
  const file = path.join(repository.root, '.gitattributes')
  pipe(file)
  await expect(workspaces.publish({ is: 'publish', tip })).rejects.toMatchObject({
    name: 'DiskFailure',
    message: `git waits at ${file}, which is a pipe and no file`,
  })
  rmSync(file)
  await expect(workspaces.publish({ is: 'publish', tip })).resolves.toMatchObject({ is: 'published' })
})

test.concurrent.for([
  ['.git/HEAD', ['rev-parse', 'HEAD']],
  ['.git/config', ['config', '--list']],
  ['.git/packed-refs', ['for-each-ref']],
  ['.git/refs/heads/main', ['rev-parse', 'main']],
  ['.git/shallow', ['log']],
  ['.git/objects/info/alternates', ['cat-file', '-t', 'main']],
  ['.git/info/exclude', ['status']],
] as const)('in the place of %s ends the git that waits at it, and is named', async ([name, args], { repository }) => {
  const file = path.join(repository.root, name)
  rmSync(file, { force: true })
  pipe(file)
  const asked = runGit({ args, cwd: repository.root })
  await expect(asked).rejects.toThrow(`git waits at ${file}, which is a pipe and no file`)
  await expect(asked).rejects.toBeInstanceOf(DiskFailure)
  expect(existsSync(file)).toBe(true)
})

test.concurrent.for([
  ['.git/config', ['config', '--list']],
  ['.git/info/exclude', ['status']],
] as const)('behind a link in the place of %s is named by the link', async ([name, args], { repository }) => {
  const [file, target] = [path.join(repository.root, name), path.join(repository.top, 'target')]
  pipe(target)
  rmSync(file)
  symlinkSync(target, file)
  await expect(runGit({ args, cwd: repository.root })).rejects.toThrow(`git waits at ${file}, `)
})

test.for([
  ['home/.gitconfig', undefined, ['config', '--list']],
  ['home/.config/git/ignore', undefined, ['status']],
  ['own/git/attributes', 'own', ['check-attr', 'text', 'src/a.txt']],
  ['own/git/config', 'own', ['config', '--list']],
] as const)(
  'in the place of a file of the person that git reads in each repository is named: %s',
  async ([name, own, args], { repository }) => {
    vi.stubEnv('HOME', path.join(repository.top, 'home'))
    vi.stubEnv('XDG_CONFIG_HOME', own === undefined ? undefined : path.join(repository.top, own))
    const file = path.join(repository.top, name)
    mkdirSync(path.dirname(file), { recursive: true })
    pipe(file)
    const asked = runGit({ args, cwd: repository.root, env: { GIT_CONFIG_GLOBAL: undefined } })
    await expect(asked).rejects.toThrow(`git waits at ${file}, `)
  },
)

test.concurrent('in the git directory of another worktree is named', async ({ repository }) => {
  repository.git('worktree', 'add', '-q', path.join(repository.top, 'other'))
  const file = path.join(repository.root, '.git/worktrees/other/gitdir')
  rmSync(file)
  pipe(file)
  await expect(runGit({ args: ['worktree', 'list'], cwd: repository.root })).rejects.toThrow(`git waits at ${file}, `)
})

test.concurrent('that a tool keeps in the repository ends no git', async ({ repository }) => {
  pipe(path.join(repository.root, '.git/tool'))
  mkdirSync(path.join(repository.root, '.git/modules/tool'), { recursive: true })
  pipe(path.join(repository.root, '.git/modules/tool/index'))
  const slow = path.join(repository.top, 'slow')
  writeFileSync(slow, '#!/bin/sh\nsleep 4\nexec git rev-parse --git-dir\n', { mode: 0o755 })
  const env = { GIT_DIR: path.join(repository.root, '.git') }
  const args = ['-c', `alias.slow=!${slow}`, 'slow']
  expect(await runGit({ args, cwd: repository.root, env })).toMatchObject({ code: 0 })
})

test.concurrent('in the place of a reference keeps nothing from being asked', async ({ repository }) => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const commit = await doTask(repository, workspaces, 'T001', () => writeFileSync(path.join(repository.root, 'x'), 'x'))
  const [head, branch] = ['.git/HEAD', '.git/refs/heads/main'].map((it) => path.join(repository.root, it))
  for (const file of [head, branch] as string[]) {
    renameSync(file, `${file}.kept`)
    pipe(file)
    await expect(workspaces.publish({ is: 'publish', tip: commit })).rejects.toThrow(`git waits at ${file}, `)
    rmSync(file)
    renameSync(`${file}.kept`, file)
  }
  await expect(workspaces.publish({ is: 'publish', tip: commit })).resolves.toMatchObject({ is: 'published' })
})

test.concurrent('in the place of an index is not copied', ({ repository, onTestFinished }) => {
  const index = path.join(repository.root, '.git/index')
  rmSync(index)
  pipe(index)
  // Whoever reads it all the same, and would hear of no time limit, gets to an end.
  const writer = spawn('sh', ['-c', ': > "$1"', 'sh', index])
  onTestFinished(() => void writer.kill('SIGKILL'))
  expect(() => copyIndex(index, `${index}.copy`)).toThrow(`git waits at ${index}, `)
})

test('ends a git that minds no polite signal', async ({ repository }) => {
  const program = path.join(repository.top, 'bin/git')
  mkdirSync(path.dirname(program))
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  writeFileSync(program, `#!/bin/sh\ntrap '' TERM\nexec '${real}' "$@"\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${path.dirname(program)}${path.delimiter}${process.env['PATH'] ?? ''}`)
  const file = path.join(repository.root, '.git/HEAD')
  rmSync(file)
  pipe(file)
  const env = { GIT_DIR: path.join(repository.root, '.git') }
  const asked = runGit({ args: ['symbolic-ref', 'HEAD'], cwd: repository.root, env })
  await expect(asked).rejects.toThrow(`git waits at ${file}, `)
})

test.concurrent('that holds up the moving of a reference leaves no lock behind', async ({ repository }) => {
  const branch = path.join(repository.root, '.git/refs/heads/main')
  const commit = repository.git('rev-parse', 'main')
  rmSync(branch)
  pipe(branch)
  const moved = runGit({ args: ['update-ref', 'refs/heads/main', commit], cwd: repository.root })
  await expect(moved).rejects.toThrow(`git waits at ${branch}, `)
  expect(existsSync(`${branch}.lock`)).toBe(false)
})

test.concurrent('that holds up the reading of objects is named', async ({ repository, onTestFinished }) => {
  const file = path.join(repository.root, '.git/objects/info/alternates')
  const commit = repository.git('rev-parse', 'main')
  pipe(file)
  const options = await optionsFor(repository)
  const ground = await openGround(options, options.git!)
  onTestFinished(() => ground.objects.close())
  await expect(ground.objects.read(commit)).rejects.toThrow(`git waits at ${file}, `)
})
