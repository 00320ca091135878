import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  declared,
  doTask,
  integrate,
  plainEnvironment,
  planPath,
  planText,
  plannedRepository,
  prepare,
  prepared,
  snapshot,
  taken,
  type Repository,
} from './repository.ts'
import { printed } from '../rig/quick-exec.ts'

let repository: Repository
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => repository.end())

const put = (folder: string, file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
const agentGit = (folder: string, ...args: string[]): string =>
  printed(['git', ...args], { cwd: folder, env: plainEnvironment(repository.top) })

describe('a workspace', () => {
  test('holds the tip, outside the repository, and looks like a clean repository to an agent', async () => {
    const workspaces = await repository.open()
    const { tip, branch } = await workspaces.begin()
    expect(tip).toBe(repository.git('rev-parse', 'HEAD'))
    expect(branch).toBe('refs/heads/main')
    const { folder } = await prepared(workspaces, 'T001')
    expect(folder.startsWith(repository.root)).toBe(false)
    expect(path.basename(folder)).toBe('project')
    expect(readFileSync(path.join(folder, 'src/b.txt'), 'utf8')).toBe('b1\n')
    expect(agentGit(folder, 'status', '--porcelain')).toBe('')
    expect(agentGit(folder, 'log', '--oneline', 'main')).toContain('start')
  })

  test('has the tags and remote branches that versions and gates are made of', async () => {
    repository.git('tag', 'v1')
    repository.git('tag', '-a', 'v2', '-m', 'Two')
    repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder } = await prepared(workspaces, 'T001')
    expect(agentGit(folder, 'describe', '--tags').trim()).toBe('v2')
    expect(agentGit(folder, 'rev-parse', 'v1', 'v2^{commit}', 'origin/main').trim().split('\n')).toEqual(
      Array(3).fill(repository.git('rev-parse', 'HEAD').trim()),
    )
    agentGit(folder, 'tag', '-d', 'v1')
    expect(repository.git('tag').trim()).toBe('v1\nv2')
  })

  test.each<[string, (folder: string) => void]>([
    [
      'commits on a branch',
      (folder) => agentGit(folder, 'checkout', '-q', '-b', 'x') + agentGit(folder, 'commit', '-qam', 'mine'),
    ],
    ['stages and stashes nothing back', (folder) => agentGit(folder, 'add', '-A')],
    ['removes .git', (folder) => rmSync(path.join(folder, '.git'), { force: true })],
    [
      'makes a repository of its own',
      (folder) => {
        rmSync(path.join(folder, '.git'), { force: true })
        agentGit(folder, 'init', '-q')
        agentGit(folder, 'add', '-A')
        agentGit(folder, 'commit', '-qm', 'mine')
      },
    ],
    [
      'updates main',
      (folder) => agentGit(folder, 'commit', '-qam', 'm') + agentGit(folder, 'update-ref', 'refs/heads/main', 'HEAD'),
    ],
  ])('whose agent %s still gives the working files as the draft', async (_what, mischief) => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const refs = repository.git('for-each-ref', 'refs/heads')
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'src/b.txt', 'b2\n')
    mischief(folder)
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft.changes).toEqual([{ path: 'src/b.txt', change: 'modified', from: null }])
    expect(repository.git('show', `${draft.commit!}:src/b.txt`)).toBe('b2')
    expect(repository.git('for-each-ref', 'refs/heads')).toBe(refs)
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(draft.protectedChanges).toEqual([])
  })

  test('is reset, not made anew, and nothing of the last attempt is left', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const first = await prepared(workspaces, 'T001')
    put(first.folder, 'new.txt', 'n')
    put(first.folder, 'out/ignored.txt', 'i')
    put(first.folder, 'src/b.txt', 'changed')
    rmSync(path.join(first.folder, 'src/a.txt'))
    symlinkSync(repository.root, path.join(first.folder, 'src/a.txt'))
    mkdirSync(path.join(first.folder, 'sub'))
    agentGit(path.join(first.folder, 'sub'), 'init', '-q')
    mkdirSync(path.join(first.folder, 'locked'))
    put(first.folder, 'locked/x', 'x')
    chmodSync(path.join(first.folder, 'locked'), 0o500)
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    const second = await prepared(workspaces, 'T002')
    expect(second.folder).toBe(first.folder)
    const left = execFileSync('find', ['.', '-type', 'f', '-o', '-type', 'l', '-o', '-type', 'd', '-empty'], {
      cwd: second.folder,
      encoding: 'utf8',
    })
    expect(left.trim().split('\n').sort()).toEqual(
      ['./.git', './.gitignore', './specs/tasks.md', './src/a.txt', './src/b.txt'].sort(),
    )
    expect(readFileSync(path.join(second.folder, 'src/b.txt'), 'utf8')).toBe('b1\n')
    expect(repository.read('src/a.txt')).toContain('a1')
  })

  test('keeps on disposal what no draft holds', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder } = await prepared(workspaces, 'T001')
    put(folder, 'paid.txt', 'work')
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    const kept = repository.git('for-each-ref', '--format=%(refname)', 'refs/millwright/run=201/kept')
    expect(repository.git('show', `${kept}:paid.txt`)).toBe('work')
  })

  test('that was not given back is never given to another task, also after a restart', async () => {
    const before = await repository.open()
    await before.begin()
    const { folder } = await prepared(before, 'T001')
    put(folder, 'conflict.txt', 'work')
    const after = await repository.open()
    expect((await prepared(after, 'T002')).folder).not.toBe(folder)
    expect(after.folderOf('T001')).toBe(folder)
    expect(existsSync(path.join(folder, 'conflict.txt'))).toBe(true)
  })

  test('goes back to the base of an attempt, the interrupted work kept', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'half.txt', 'half')
    expect(await workspaces.restore('T001', base)).toEqual({ is: 'restored', edited: false })
    expect(existsSync(path.join(folder, 'half.txt'))).toBe(false)
    const again = await taken(workspaces, snapshot('T001', base))
    expect(again.changes).toEqual([])
    expect(await workspaces.evidenceTreeOf(base)).toBe(again.tree)
    const kept = repository.git('for-each-ref', '--format=%(refname)', 'refs/millwright/run=201/kept')
    expect(repository.git('show', `${kept}:half.txt`)).toBe('half')
  })

  test('stands on what was taken there last, and no more on what it was put to before', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    const standsOn = async (commit: string): Promise<boolean | undefined> => workspaces.standsOn?.('T001', commit)
    expect(await standsOn(base)).toBe(true)
    put(folder, 'one.txt', '1')
    const first = await taken(workspaces, snapshot('T001', base))
    expect([await standsOn(base), await standsOn(first.commit!)]).toEqual([false, true])
    // A revision of it that fails, after which a person takes what they were shown first.
    await workspaces.restore('T001', first.commit!)
    expect(await standsOn(first.commit!)).toBe(true)
    put(folder, 'junk.txt', '2')
    const { name } = snapshot('T001', base)
    const second = await taken(workspaces, { ...snapshot('T001', first.commit), name: { ...name, round: 2 } })
    expect([await standsOn(first.commit!), await standsOn(second.commit!)]).toEqual([false, true])
  })

  test('keeps each interrupted work beside the earlier ones', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    for (const text of ['first', 'second', 'third']) {
      put(folder, 'half.txt', text)
      await workspaces.restore('T001', base)
    }
    const kept = repository.git('for-each-ref', '--format=%(refname)', 'refs/millwright/run=201/kept').split('\n')
    expect(kept.map((it) => repository.git('show', `${it}:half.txt`)).sort()).toEqual(['first', 'second', 'third'])
  })

  test('whose folder was deleted has no draft, and is made anew', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    rmSync(folder, { recursive: true })
    expect(await workspaces.snapshot(snapshot('T001', base))).toMatchObject({
      is: 'failed',
      failure: { reason: 'its workspace was removed' },
      workspaceLost: true,
    })
    expect(await workspaces.restore('T001', base)).toEqual({ is: 'restored', edited: false })
    expect(readFileSync(path.join(folder, 'src/b.txt'), 'utf8')).toBe('b1\n')
  })

  test('asked for a commit that is not there fails with a reason', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const outcome = await workspaces.prepare(prepare('T001', '1'.repeat(40)))
    expect(outcome).toMatchObject({ of: 'prepare-workspace', is: 'failed', retry: false })
  })
})

describe('what a fresh checkout lacks', () => {
  test('is linked, copied, and never part of a draft', async () => {
    repository.write('node_modules/dep/index.js', 'dep')
    repository.write('.env', 'KEY=1')
    const workspaces = await repository.open({ settings: { setup: [], share: ['node_modules'], copy: ['.env'] } })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    const dep = path.join('node_modules', 'dep')
    expect(readlinkSync(path.join(folder, dep))).toBe(path.join(repository.root, dep))
    expect(readFileSync(path.join(folder, '.env'), 'utf8')).toBe('KEY=1')
    put(folder, '.env', 'KEY=2')
    expect((await taken(workspaces, snapshot('T001', base, [declared('.env')]))).changes).toEqual([])
    expect(agentGit(folder, 'status', '--porcelain')).toBe('')
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    await prepared(workspaces, 'T002')
    expect(readFileSync(path.join(folder, '.env'), 'utf8')).toBe('KEY=1')
    expect(repository.read('node_modules/dep/index.js')).toBe('dep')
  })

  test('is set up once per lock file, and what the set-up made survives the reset', async () => {
    repository.write('package-lock.json', '{}')
    repository.commit('lock')
    const ran: string[] = []
    const workspaces = await repository.open({
      settings: { setup: ['npm', 'ci'], share: [], copy: [] },
      runSetup: (folder) => {
        ran.push(folder)
        put(folder, 'node_modules/dep.js', String(ran.length))
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    const { folder } = await prepared(workspaces, 'T001')
    put(folder, 'out/built', 'x')
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    await doTask(repository, workspaces, 'T002', (it) => put(it, 'package-lock.json', '{"new":1}'))
    expect(ran).toHaveLength(1)
    expect(existsSync(path.join(folder, 'out/built'))).toBe(false)
    expect(readFileSync(path.join(folder, 'node_modules/dep.js'), 'utf8')).toBe('1')
    await prepared(workspaces, 'T003')
    expect(ran).toHaveLength(2)
  })

  test('what an agent does to a copied file is no part of what its gates judge', async () => {
    repository.write('.env', 'STRICT=1')
    const workspaces = await repository.open({ settings: { setup: [], share: [], copy: ['.env'] } })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, '.env', 'STRICT=0')
    const draft = await taken(workspaces, snapshot('T001', base, []))
    expect(await workspaces.restore('T001', draft.commit ?? base, { keep: false })).toMatchObject({ is: 'restored' })
    expect(readFileSync(path.join(folder, '.env'), 'utf8')).toBe('STRICT=1')
  })

  const spoils: readonly (readonly [about: string, isSeen: boolean, spoil: (folder: string) => void])[] = [
    ['a file has other bytes of the same length', true, (it) => put(it, 'node_modules/dep/index.js', 'bad')],
    ['a file is gone', true, (it) => rmSync(path.join(it, 'node_modules/dep/index.js'))],
    ['everything is gone', true, (it) => rmSync(path.join(it, 'node_modules'), { recursive: true })],
    ['a file has come', true, (it) => put(it, 'node_modules/dep/more.js', 'x')],
    ['a program is another', true, (it) => put(it, 'node_modules/.bin/check', 'true')],
    ['its time is set back', true, (it) => setBack(path.join(it, 'node_modules/dep/index.js'))],
    ['a package of a store is another', true, (it) => put(it, 'node_modules/.pnpm/dep/index.js', 'x')],
    ['not: a tool keeps its cache there', false, (it) => put(it, 'node_modules/.cache/tool/x', 'x')],
    ['not: a copied file is made anew', false, (it) => put(it, 'node_modules/local.json', 'x')],
    ['not: Python compiles', false, (it) => put(it, 'node_modules/dep/__pycache__/x.pyc', 'x')],
  ]
  test.each(spoils)('the set-up is run again before gates and the next task: %s', async (_about, isSeen, spoil) => {
    repository.write('node_modules/local.json', '{}')
    let ran = 0
    const workspaces = await repository.open({
      settings: { setup: ['npm', 'ci'], share: [], copy: ['node_modules/local.json'] },
      runSetup: (folder) => {
        ran += 1
        put(folder, 'node_modules/dep/index.js', 'dep')
        put(folder, 'node_modules/.bin/check', 'false')
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    spoil(folder)
    const draft = await taken(workspaces, snapshot('T001', base, []))
    await workspaces.restore('T001', draft.commit ?? base, { keep: false })
    expect([ran, readFileSync(path.join(folder, 'node_modules/dep/index.js'), 'utf8')]).toEqual([isSeen ? 2 : 1, 'dep'])
    expect(existsSync(path.join(folder, 'node_modules/dep/more.js'))).toBe(false)
    spoil(folder)
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    await prepared(workspaces, 'T002')
    expect(ran).toBe(isSeen ? 3 : 1)
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T002' })
    await prepared(workspaces, 'T003')
    expect(ran).toBe(isSeen ? 3 : 1)
  })

  test('a set-up never sees what is shared; what it did not make is linked after it', async () => {
    repository.write('.gitignore', 'node_modules\ndata\n')
    repository.commit('ignored')
    repository.write('node_modules/mine.js', 'mine')
    repository.write('data/set.csv', '1')
    const workspaces = await repository.open({
      settings: { setup: ['npm', 'ci'], share: ['node_modules', 'data'], copy: [] },
      runSetup: (folder) => {
        expect(readdirSync(folder)).not.toContain('data')
        rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
        put(folder, 'node_modules/dep.js', 'dep')
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    for (const task of ['T001', 'T002']) {
      const { folder } = await prepared(workspaces, task)
      expect(readdirSync(path.join(folder, 'node_modules'))).toEqual(['dep.js'])
      expect(readlinkSync(path.join(folder, 'data'))).toBe(path.join(repository.root, 'data'))
      await workspaces.dispose({ is: 'dispose-workspace', workspace: task })
    }
    expect(repository.read('node_modules/mine.js')).toBe('mine')
  })

  test('a failed set-up is no failed attempt: it says what the set-up said', async () => {
    const workspaces = await repository.open({
      settings: { setup: ['npm', 'ci'], share: [], copy: [] },
      runSetup: () => Promise.resolve({ is: 'failed', tail: 'ENOTFOUND registry' }),
    })
    await workspaces.begin()
    const outcome = await workspaces.prepare(prepare('T001'))
    expect(outcome).toMatchObject({ is: 'failed', retry: false })
    expect(outcome.is === 'failed' && outcome.failure.help).toContain('ENOTFOUND registry')
  })
})

/** Other bytes, and the times that the file had. */
function setBack(file: string): void {
  const { atime, mtime } = statSync(file)
  writeFileSync(file, 'bad')
  utimesSync(file, atime, mtime)
}

describe('a draft', () => {
  test('names every kind of change', async () => {
    repository.write('gone.txt', 'g')
    repository.write('turn', 'file')
    repository.write('dir/inner.txt', 'i')
    repository.write('run.sh', '#!/bin/sh\n')
    repository.commit('more')
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'neu Ümläut\nline.txt', 'n')
    put(folder, '-rf', 'dash')
    put(folder, ':(top)magic', 'magic')
    rmSync(path.join(folder, 'gone.txt'))
    renameSync(path.join(folder, 'src/a.txt'), path.join(folder, 'src/moved.txt'))
    chmodSync(path.join(folder, 'run.sh'), 0o755)
    rmSync(path.join(folder, 'turn'))
    put(folder, 'turn/inside.txt', 'now a folder')
    rmSync(path.join(folder, 'dir'), { recursive: true })
    writeFileSync(path.join(folder, 'dir'), 'now a file')
    rmSync(path.join(folder, 'src/b.txt'))
    symlinkSync('moved.txt', path.join(folder, 'src/b.txt'))
    mkdirSync(path.join(folder, 'empty'))
    const draft = await taken(
      workspaces,
      snapshot('T001', base, [declared('empty', 'directory'), declared('src/**', 'glob')]),
    )
    expect(draft.changes.map((it) => `${it.change} ${it.from ?? ''}>${it.path}`).sort()).toEqual(
      [
        'added >-rf',
        'added >:(top)magic',
        'added >neu Ümläut\nline.txt',
        'added >dir',
        'added >turn/inside.txt',
        'deleted >dir/inner.txt',
        'deleted >gone.txt',
        'deleted >turn',
        'modified >run.sh',
        'renamed src/a.txt>src/moved.txt',
        'type-changed >src/b.txt',
      ].sort(),
    )
    expect(draft.present).toEqual(['src/**', 'empty'])
    expect(draft.before).toEqual(['src/**'])
    await integrate(repository, workspaces, 'T001', draft.commit!, base)
    expect(await workspaces.publish({ is: 'publish', tip: '' })).toMatchObject({ is: 'published' })
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.read('neu Ümläut\nline.txt')).toBe('n')
    expect(repository.read('turn/inside.txt')).toBe('now a folder')
    expect(repository.read('dir')).toBe('now a file')
    expect(readlinkSync(path.join(repository.root, 'src/b.txt'))).toBe('moved.txt')
    expect(lstatSync(path.join(repository.root, 'run.sh')).mode & 0o111).toBe(0o111)
  })

  test('holds declared files even where they are ignored, and no other ignored ones', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'out/wanted.txt', 'w')
    put(folder, 'out/other.txt', 'o')
    const files = [declared('out/wanted.txt'), declared('src/a.txt'), declared('missing.txt')]
    const draft = await taken(workspaces, snapshot('T001', base, files))
    expect(draft.changes).toEqual([{ path: 'out/wanted.txt', change: 'added', from: null }])
    expect(draft.present).toEqual(['out/wanted.txt', 'src/a.txt'])
    expect(draft.before).toEqual(['src/a.txt'])
  })

  test('holds an ignored one beside such as git knows nothing of: behind a link, in a submodule', async () => {
    const head = repository.git('rev-parse', 'HEAD').trim()
    repository.git('update-index', '--add', '--cacheinfo', `160000,${head},subm`)
    symlinkSync('src', path.join(repository.root, 'link'))
    repository.git('add', 'link')
    repository.git('commit', '-q', '-m', 'A submodule and a link')
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    for (const it of ['out/new.txt', 'subm/n.txt', 'subm/deep/n.txt', 'link/y.txt']) put(folder, it, 'x')
    const names = ['out/new.txt', 'subm/n.txt', 'link/y.txt']
    const files = [...names.map((it) => declared(it)), declared('subm/deep/', 'directory')]
    const draft = await taken(workspaces, snapshot('T001', base, files))
    expect(draft.ignored).toEqual([
      { path: 'out/new.txt', isInDraft: true },
      { path: 'subm/n.txt', isInDraft: false, inSubmodule: true },
      { path: 'subm/deep/', isInDraft: false, inSubmodule: true },
    ])
    expect(draft.changes.map((it) => it.path)).toEqual(['out/new.txt', 'src/y.txt'])
  })

  test('holds none that is the human’s own: theirs in the checkout, a copied one, one that is only read', async () => {
    repository.write('out/own.txt', 'secret')
    repository.write('out/.env', 'secret')
    const workspaces = await repository.open({ settings: { setup: [], share: [], copy: ['out/.env'] } })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    for (const it of ['own.txt', 'new.txt', 'read.txt']) put(folder, `out/${it}`, 'x')
    repository.write('out/gone.txt', 'theirs, and not in the workspace')
    repository.write('out/far/gone.txt', 'theirs, and not in the workspace')
    const names = ['own.txt', '.env', 'new.txt', 'gone.txt'].map((it) => declared(`out/${it}`))
    const files = [...names, declared('out/far/', 'directory')]
    const draft = await taken(
      workspaces,
      snapshot('T001', base, [...files, { ...declared('out/read.txt'), action: 'read' }]),
    )
    expect(draft.changes.map((it) => it.path)).toEqual(['out/new.txt'])
    expect(draft.ignored).toEqual([
      { path: 'out/own.txt', isInDraft: false },
      { path: 'out/.env', isInDraft: false },
      { path: 'out/new.txt', isInDraft: true },
      { path: 'out/gone.txt', isInDraft: false },
      { path: 'out/far/', isInDraft: false },
    ])
    expect(draft.present).toEqual(['out/new.txt'])
  })

  test.each([
    ['a folder', 'out', 'directory', ['out/a.js', 'out/deep/b.log', 'out/deep/c.js']],
    ['a folder beside others', 'out/deep', 'directory', ['out/deep/b.log', 'out/deep/c.js']],
    ['a folder without its slash', 'out/deep', 'path', ['out/deep/b.log', 'out/deep/c.js']],
    ['a pattern', 'out/**/*.js', 'glob', ['out/a.js', 'out/deep/c.js']],
  ] as const)('holds what was made for a declared one that is ignored: %s', async (_what, name, form, added) => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    for (const it of ['out/a.js', 'out/deep/b.log', 'out/deep/c.js']) put(folder, it, 'x')
    const draft = await taken(workspaces, snapshot('T001', base, [declared(name, form)]))
    expect(draft.changes.map((it) => it.path)).toEqual(added)
    expect(draft.present).toEqual([name])
  })

  test.each([
    [
      'ignored files beside others stay out',
      ['src/x.log', 'src/new.txt'],
      declared('src', 'directory'),
      ['src/new.txt'],
    ],
    ['a pattern without a folder looks for none', ['x.log', 'src/x.log'], declared('**/*.log', 'glob'), []],
  ])('of what is declared, %s', async (_what, made, file, added) => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    for (const it of made) put(folder, it, 'x')
    const draft = await taken(workspaces, snapshot('T001', base, [file]))
    expect(draft.changes.map((it) => it.path)).toEqual(added)
  })

  test('a declared folder that the draft holds nothing of is there only where it is empty', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    mkdirSync(path.join(folder, 'empty/deep'), { recursive: true })
    put(folder, 'out/inner/file.txt', 'x')
    agentGit(path.join(folder, 'out/inner'), 'init', '-q')
    const files = [declared('empty', 'directory'), declared('out', 'directory')]
    expect((await taken(workspaces, snapshot('T001', base, files))).present).toEqual(['empty'])
  })

  test('never changes the plan: the edit is told, with the ticks in it, and undone', async () => {
    const workspaces = await repository.open({
      onPlanEdited: (_base, edited) => ({
        ticked: (
          Buffer.from(edited)
            .toString()
            .match(/(?<=\[X\] )T\d+/g) ?? []
        ).map((key) => ({ key, title: 'what it says' })),
        tasks: { added: ['T099'], removed: [] },
      }),
    })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, planPath, planText.replace('[ ] T002', '[X] T002'))
    put(folder, 'specs/task-refinement-log.md', 'forged')
    put(folder, '.millwright/journal', 'forged')
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft).toMatchObject({
      planEdited: true,
      ticked: [{ key: 'T002', title: 'what it says' }],
      changes: [],
      planTasks: { added: ['T099'], removed: [] },
    })
    expect(draft.protectedChanges).toEqual(['specs/task-refinement-log.md', '.millwright'])
    expect(repository.git('show', `${draft.commit!}:${planPath}`)).toBe(planText.trim())
    expect(draft.tree).toBe(await workspaces.evidenceTreeOf(base))
  })

  describe('where the agent made a repository inside', () => {
    /** A repository in a folder of the workspace, with a file in it. */
    function inside(folder: string, name: string, of: { readonly commits: boolean }): void {
      put(folder, `${name}/file.txt`, 'f')
      agentGit(path.join(folder, name), 'init', '-q')
      if (!of.commits) return
      agentGit(path.join(folder, name), 'add', '-A')
      agentGit(path.join(folder, name), 'commit', '-qm', 'x')
    }

    const makers: readonly (readonly [string, (folder: string) => void, readonly string[]])[] = [
      ['with a commit', (folder) => inside(folder, 'sub', { commits: true }), ['sub/file.txt']],
      ['without a commit', (folder) => inside(folder, 'sub', { commits: false }), ['sub/file.txt']],
      [
        'in another one',
        (folder) => {
          inside(folder, 'sub/inner', { commits: true })
          inside(folder, 'sub', { commits: true })
          inside(folder, 'sub/none', { commits: false })
        },
        ['sub/file.txt', 'sub/inner/file.txt', 'sub/none/file.txt'],
      ],
      [
        'over files of the task’s base',
        (folder) => {
          put(folder, 'src/new.txt', 'n')
          agentGit(path.join(folder, 'src'), 'init', '-q')
          agentGit(path.join(folder, 'src'), 'add', '-A')
          agentGit(path.join(folder, 'src'), 'commit', '-qm', 'x')
        },
        ['src/new.txt'],
      ],
      [
        'as a second worktree of its own',
        (folder) => {
          agentGit(folder, 'worktree', 'add', '-q', '--detach', 'sub')
          rmSync(path.join(folder, 'sub/specs'), { recursive: true })
          rmSync(path.join(folder, 'sub/src'), { recursive: true })
        },
        ['sub/.gitignore'],
      ],
      [
        'that leads nowhere',
        (folder) => {
          put(folder, 'sub/file.txt', 'f')
          put(folder, 'sub/.git', 'gitdir: /nowhere\n')
        },
        ['sub/file.txt'],
      ],
      [
        'and had it staged',
        (folder) => {
          inside(folder, 'sub', { commits: true })
          agentGit(folder, 'add', '-A')
          agentGit(folder, 'commit', '-qm', 'mine')
        },
        ['sub/file.txt'],
      ],
    ]
    test.each(makers)('%s: its files are the draft, twice the same, and no ignored one', async (_what, make, files) => {
      const workspaces = await repository.open()
      await workspaces.begin()
      const { folder, base } = await prepared(workspaces, 'T001')
      make(folder)
      put(folder, `${path.dirname(files.at(-1)!)}/noise.log`, 'ignored above')
      const draft = await taken(workspaces, snapshot('T001', base))
      expect(draft.changes.map((it) => it.path)).toEqual(files)
      expect(repository.git('ls-tree', '-r', draft.commit!)).not.toContain('160000')
      expect((await taken(workspaces, snapshot('T001', base))).commit).toBe(draft.commit)
      expect(readdirSync(path.join(folder, path.dirname(files[0]!)))).toContain('.git')
    })

    test.each(makers)('%s: the next one in this folder finds no repository but its own', async (_what, make, files) => {
      const workspaces = await repository.open()
      await workspaces.begin()
      let first = ''
      const tip = await doTask(repository, workspaces, 'T001', (folder) => make((first = folder)))
      for (const file of files) expect(repository.git('cat-file', '-t', `${tip}:${file}`)).toBe('blob')
      const { folder } = await prepared(workspaces, 'T002')
      expect(folder).toBe(first)
      for (const file of files) expect(readdirSync(path.dirname(path.join(folder, file)))).not.toContain('.git')
    })

    test('in a submodule’s place: the submodule stays as it was', async () => {
      const link = repository.git('rev-parse', 'HEAD')
      repository.git('update-index', '--add', '--cacheinfo', `160000,${link},lib/sub`)
      repository.git('commit', '-qm', 'a submodule')
      const workspaces = await repository.open()
      await workspaces.begin()
      const { folder, base } = await prepared(workspaces, 'T001')
      inside(folder, 'lib/sub', { commits: true })
      put(folder, 'src/b.txt', 'b2\n')
      const draft = await taken(workspaces, snapshot('T001', base))
      expect(draft.changes.map((it) => it.path)).toEqual(['src/b.txt'])
      expect(repository.git('ls-tree', draft.commit!, 'lib/')).toContain(`160000 commit ${link}`)
    })
  })

  test('of a later round is compared with the step’s base and kept beside the earlier one', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'one.txt', '1')
    const first = await taken(workspaces, snapshot('T001', base))
    put(folder, 'two.txt', '2')
    const second = await taken(workspaces, {
      ...snapshot('T001', base),
      name: { ...snapshot('T001', base).name, round: 2 },
    })
    expect(second.changes.map((it) => it.path)).toEqual(['one.txt', 'two.txt'])
    expect(second.tree).not.toBe(first.tree)
    const refs = repository.git('for-each-ref', '--format=%(objectname)', 'refs/millwright/run=201/drafts').split('\n')
    expect(refs.sort()).toEqual([first.commit, second.commit].sort())
    expect(await workspaces.diff(base, second.commit!)).toContain('+2')
  })

  test('is not charged with what changed in the checkout or the repository’s configuration', async () => {
    repository.write('millwright.toml', '[policy]\n')
    repository.commit('configured')
    const workspaces = await repository.open()
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    const before = await workspaces.outside!()
    repository.git('config', 'core.hooksPath', 'evil')
    repository.write('.git/hooks/pre-commit', '#!/bin/sh\n')
    repository.write('millwright.toml', '[policy]\nretries = 1\n')
    repository.write(planPath, `${planText}\nmine\n`)
    expect(await taken(workspaces, snapshot('T001', base))).toMatchObject({ protectedChanges: [], changes: [] })
    const after = await workspaces.outside!()
    const other = [...after].filter(([path, it]) => before.get(path)?.mark !== it.mark).map(([path]) => path)
    expect(other.sort()).toEqual(['.git/config', '.git/hooks/pre-commit', 'millwright.toml'])
  })
})

describe('integration', () => {
  test('merges two drafts from one base, marks the plan in the same commits, and names them', async () => {
    const workspaces = await repository.open({ author: { name: 'Grace', email: 'grace@example.org' } })
    const { tip: start } = await workspaces.begin()
    const one = await prepared(workspaces, 'T001')
    const two = await prepared(workspaces, 'T002')
    expect(one.folder).not.toBe(two.folder)
    put(one.folder, 'src/a.txt', 'A1\na2\na3\na4\na5\na6\na7\n')
    put(two.folder, 'src/a.txt', 'a1\na2\na3\na4\na5\na6\nA7\n')
    const drafts = [
      await taken(workspaces, snapshot('T001', one.base)),
      await taken(workspaces, snapshot('T002', two.base)),
    ]
    await integrate(repository, workspaces, 'T001', drafts[0]!.commit!, one.base)
    const tip = await integrate(repository, workspaces, 'T002', drafts[1]!.commit!, two.base)
    expect(repository.git('show', `${tip}:src/a.txt`)).toBe('A1\na2\na3\na4\na5\na6\nA7')
    expect(repository.git('show', `${tip}:${planPath}`)).toContain('- [X] T001 one\n- [X] T002 two\n- [ ] T003')
    expect(repository.git('show', `${tip}~1:${planPath}`)).toContain('- [ ] T002')
    expect(repository.git('log', '-1', '--format=%an %(trailers:key=Millwright-Run,valueonly)', tip)).toBe(
      'Millwright run 1',
    )
    expect(await workspaces.contains(start!)).toBe(true)
    expect(await workspaces.contains(drafts[0]!.commit!)).toBe(false)
  })

  test('a conflict names its paths, changes nothing and keeps the draft', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const one = await prepared(workspaces, 'T001')
    const two = await prepared(workspaces, 'T002')
    put(one.folder, 'src/b.txt', 'one\n')
    put(two.folder, 'src/b.txt', 'two\n')
    const drafts = [
      await taken(workspaces, snapshot('T001', one.base)),
      await taken(workspaces, snapshot('T002', two.base)),
    ]
    const tip = await integrate(repository, workspaces, 'T001', drafts[0]!.commit!, one.base)
    const draft = drafts[1]!.commit!
    expect(
      await workspaces.merge({ is: 'integrate', stage: 'merge', workspace: 'T002', draft, base: two.base }),
    ).toEqual({
      of: 'integrate',
      is: 'conflict',
      paths: ['src/b.txt'],
      tip,
    })
    expect(await workspaces.tip()).toBe(tip)
    expect(repository.git('for-each-ref', '--contains', draft)).toContain('drafts/T002')
  })

  test('what is merged survives a garbage collection before it is committed, beside others in a batch, too', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const tasks = ['T001', 'T002', 'T003']
    const places: Awaited<ReturnType<typeof prepared>>[] = []
    for (const task of tasks) places.push(await prepared(workspaces, task))
    tasks.forEach((task, at) => put(places[at]!.folder, `src/new/${task}/file.txt`, `${task}\n`))
    const drafts = []
    for (const [at, task] of tasks.entries())
      drafts.push((await taken(workspaces, snapshot(task, places[at]!.base))).commit!)
    await integrate(repository, workspaces, 'T001', drafts[0]!, places[0]!.base)

    const trees: string[] = []
    for (const at of [1, 2]) {
      const onto = trees.at(-1)
      const merge = await workspaces.merge({
        is: 'integrate',
        stage: 'merge',
        workspace: tasks[at]!,
        draft: drafts[at]!,
        base: places[at]!.base,
        ...(onto === undefined ? {} : { onto }),
      })
      if (merge.is !== 'merged') throw new Error(`not merged: ${JSON.stringify(merge)}`)
      trees.push(merge.tree)
    }
    repository.git('prune', '--expire=now')

    for (const tree of trees)
      expect(repository.git('ls-tree', '-r', '--name-only', tree, 'src/new/T002/')).toBe('src/new/T002/file.txt')
    expect(repository.git('ls-tree', '-r', '--name-only', trees[1]!, 'src/new/T003/')).toBe('src/new/T003/file.txt')
    const oldTip = (await workspaces.tip())!
    let tip = oldTip
    for (const [at, tree] of trees.entries()) {
      const author = 'millwright' as const
      const made = await workspaces.commit({
        is: 'integrate',
        stage: 'commit',
        task: tasks[at + 1]!,
        tree,
        tip,
        author,
      })
      if (made.is !== 'committed') throw new Error(`not committed: ${JSON.stringify(made)}`)
      tip = made.commit
    }
    expect(await workspaces.move({ is: 'integrate', stage: 'move', commit: tip, oldTip })).toMatchObject({
      is: 'moved',
    })
    repository.git('prune', '--expire=now')
    expect(repository.git('fsck', '--full', '--no-dangling')).toBe('')
  })

  test('the commits of a batch survive a garbage collection before the tip moves', async () => {
    const workspaces = await repository.open()
    const oldTip = (await workspaces.begin()).tip!
    let tip = oldTip
    for (const after of [[], ['T001']]) {
      const task = after.length === 0 ? 'T001' : 'T002'
      repository.done.add(task)
      const of = { is: 'integrate', task, tree: null, author: 'millwright' } as const
      const made = await workspaces.commit({ ...of, stage: 'commit', tip, after })
      if (made.is !== 'committed') throw new Error('not committed')
      tip = made.commit
    }
    repository.git('prune', '--expire=now')
    expect((await workspaces.move({ is: 'integrate', stage: 'move', commit: tip, oldTip })).is).toBe('moved')
    expect(repository.git('log', '--format=%s', `${oldTip}..${tip}`)).toBe('T002\nT001')
  })

  test('a move goes on where somebody deleted the reference after the commit was written', async () => {
    let last: string | null = null
    const workspaces = await repository.open({ lastTip: () => last })
    last = (await workspaces.begin()).tip
    repository.done.add('T001')
    const stage = { is: 'integrate', task: null, tree: null, tip: last!, author: 'millwright' } as const
    const written = await workspaces.commit({ ...stage, stage: 'commit' })
    if (written.is !== 'committed') throw new Error('not committed')
    repository.git('update-ref', '-d', 'refs/millwright/run=201/tip')
    const { commit, oldTip } = written
    expect(await workspaces.move({ is: 'integrate', stage: 'move', commit, oldTip })).toMatchObject({ is: 'moved' })
    expect(await workspaces.tip()).toBe(commit)
  })

  test('a move tells whether the branch is as the run left it', async () => {
    const workspaces = await repository.open()
    let { tip } = await workspaces.begin()
    const moved = async (id: string): Promise<object> => {
      repository.done.add(id)
      const of = { is: 'integrate', task: null, tree: null, author: 'millwright' } as const
      const made = await workspaces.commit({ ...of, stage: 'commit', tip: tip! })
      if (made.is !== 'committed') throw new Error('not committed')
      const move = await workspaces.move({ is: 'integrate', stage: 'move', commit: made.commit, oldTip: made.oldTip })
      tip = made.commit
      return move
    }
    expect(await moved('T001')).toMatchObject({ is: 'moved', quiet: true })
    expect((await workspaces.publish({ is: 'publish', tip: tip! })).is).toBe('published')
    expect(await moved('T002')).toMatchObject({ is: 'moved', quiet: true })
    repository.git('commit', '-q', '--allow-empty', '-m', 'A person’s own')
    expect(await moved('T003')).not.toHaveProperty('quiet')
    await workspaces.close()
  })

  test('a move is repeatable, and refused when another one came first', async () => {
    const workspaces = await repository.open()
    const { tip } = await workspaces.begin()
    repository.done.add('T001')
    const effect = {
      is: 'integrate',
      stage: 'commit',
      task: null,
      tree: null,
      tip: tip!,
      author: 'millwright',
    } as const
    const one = await workspaces.commit(effect)
    if (one.is !== 'committed') throw new Error('not committed')
    const move = { is: 'integrate', stage: 'move', commit: one.commit, oldTip: tip! } as const
    expect(await workspaces.move(move)).toEqual({ of: 'integrate', is: 'moved', tip: one.commit, quiet: true })
    expect(await workspaces.move(move)).toEqual({ of: 'integrate', is: 'moved', tip: one.commit })
    repository.done.add('T002')
    const other = await workspaces.commit(effect)
    if (other.is !== 'committed') throw new Error('not committed')
    expect(await workspaces.move({ ...move, commit: other.commit })).toEqual({
      of: 'integrate',
      is: 'tip-moved',
      tip: one.commit,
    })
  })

  test('a plan that may be executed still may when it is marked', async () => {
    chmodSync(path.join(repository.root, planPath), 0o755)
    repository.commit('executable')
    const workspaces = await repository.open()
    await workspaces.begin()
    const tip = await doTask(repository, workspaces, 'T001', () => undefined)
    expect(repository.git('show', `${tip}:${planPath}`)).toContain('- [X] T001')
    expect(repository.git('ls-tree', tip, planPath)).toMatch(/^100755 /)
  })

  test.each([
    ['a link in its place', (it: Repository) => symlinkSync('b.txt', path.join(it.root, 'src/log.md')), 'src/log.md'],
    [
      'a link to a folder on the way',
      (it: Repository) => symlinkSync('src', path.join(it.root, 'logs')),
      'logs/log.md',
    ],
    ['a file on the way', (it: Repository) => it.write('logs', 'mine'), 'logs/log.md'],
  ])('%s stays as it is in a commit of bookkeeping, and is not read as text', async (_, put, log) => {
    put(repository)
    repository.commit('begin')
    const seen: (Uint8Array | null)[] = []
    const workspaces = await repository.open({
      project: async (read) => {
        seen.push(await read(log))
        return [{ path: log, bytes: Buffer.from('ours\n') }]
      },
    })
    const { tip } = await workspaces.begin()
    const next = await doTask(repository, workspaces, 'T001', (folder) =>
      writeFileSync(path.join(folder, 'x.txt'), 'x'),
    )
    expect(repository.git('diff', '--name-only', tip!, next)).toBe('x.txt')
    expect(new Set(seen)).toEqual(new Set([null]))
  })

  test('bookkeeping that changes nothing is no commit', async () => {
    const workspaces = await repository.open()
    const { tip } = await workspaces.begin()
    const effect = { is: 'integrate', stage: 'commit', task: null, tree: null, tip: tip!, author: 'user' } as const
    expect(await workspaces.commit(effect)).toEqual({ of: 'integrate', is: 'committed', commit: tip, oldTip: tip })
  })

  test('evidence is about the tree without plan and bookkeeping', async () => {
    const workspaces = await repository.open()
    const { tip } = await workspaces.begin()
    const before = await workspaces.evidenceTreeOf(tip!)
    const marked = await doTask(repository, workspaces, 'T001', () => undefined)
    expect(await workspaces.evidenceTreeOf(marked)).toBe(before)
    const changed = await doTask(repository, workspaces, 'T002', (folder) => put(folder, 'x', 'x'))
    expect(await workspaces.evidenceTreeOf(changed)).not.toBe(before)
    const place = await workspaces.materialise(tip!)
    if (place.is !== 'ready') throw new Error('not ready')
    expect(place.tree).toBe(before)
    expect(existsSync(path.join(place.folder, 'x'))).toBe(false)
    await workspaces.dispose({ is: 'dispose-workspace', workspace: place.workspace })
  })
})

describe('names that are not UTF-8', () => {
  const odd = Buffer.concat([Buffer.from('bad'), Buffer.from([0xff]), Buffer.from('utf')])
  const below = (folder: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), odd])

  test('are refused in a draft, with the name', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    writeFileSync(below(path.join(folder, 'src')), 'x')
    expect(await workspaces.snapshot(snapshot('T001', base))).toMatchObject({
      is: 'failed',
      failure: { reason: 'the name of the file src/bad\\377utf is not UTF-8; give it another name' },
    })
    expect(await workspaces.restore('T001', base)).toEqual({ is: 'restored', edited: false })
    expect((await taken(workspaces, snapshot('T001', base))).changes).toEqual([])
  })

  test('stay as they are where the repository has them', async () => {
    mkdirSync(below(repository.root))
    writeFileSync(Buffer.concat([below(repository.root), Buffer.from('/x')]), 'x')
    repository.commit('Odd names')
    const before = repository.git('ls-tree', '-r', '-t', '-z', 'HEAD')
    const workspaces = await repository.open()
    const { tip } = await workspaces.begin()
    const commit = await doTask(repository, workspaces, 'T001', (folder) => put(folder, 'src/b.txt', 'b2\n'))
    expect(await workspaces.publish({ is: 'publish', tip: commit })).toMatchObject({ is: 'published' })
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('diff', '--name-only', tip ?? '', 'HEAD').split('\n')).toEqual([
      'specs/tasks.md',
      'src/b.txt',
    ])
    expect(before).toContain('utf')
  })
})
