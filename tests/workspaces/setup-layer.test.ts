/** What a set-up changed is told from what an agent did, over resets, other commits and restarts. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carry } from '../../src/workspaces/git/carry.ts'
import { treeOf } from '../../src/workspaces/git/trees.ts'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { openGround } from '../../src/workspaces/ground.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import {
  declared,
  doTask,
  integrate,
  makeOptions,
  plannedRepository,
  prepared,
  snapshot,
  taken,
  type Repository,
} from './repository.ts'

let repository: Repository
let ran: string[]

beforeEach(() => {
  repository = plannedRepository()
  ran = []
})
afterEach(() => repository.end())

const put = (folder: string, file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), 'utf8')

/** A set-up that changes a tracked file and makes one that nobody ignores. */
async function open(): Promise<Workspaces> {
  const workspaces = await repository.open({
    settings: { setup: ['make'], share: [], copy: [] },
    runSetup: (folder) => {
      ran.push(folder)
      put(folder, 'src/b.txt', `${read(folder, 'src/b.txt')}set up\n`)
      put(folder, 'egg/info', 'made')
      return Promise.resolve({ is: 'ready' })
    },
  })
  await workspaces.begin()
  return workspaces
}

const give = (workspaces: Workspaces, workspace: string) => workspaces.dispose({ is: 'dispose-workspace', workspace })

describe('a workspace that is used again', () => {
  test('has what the set-up left, put back and not made again; no draft has it', async () => {
    const workspaces = await open()
    await doTask(repository, workspaces, 'T001', (it) => put(it, 'src/a.txt', 'work'))
    const { folder, base } = await prepared(workspaces, 'T002')
    expect(ran).toHaveLength(1)
    expect([read(folder, 'src/b.txt'), read(folder, 'egg/info')]).toEqual(['b1\nset up\n', 'made'])
    expect(repository.git('ls-tree', '-r', '--name-only', base)).not.toContain('egg')
    expect(repository.git('show', `${base}:src/b.txt`)).toBe('b1')
    expect((await taken(workspaces, snapshot('T002', base))).changes).toEqual([])
    expect(await workspaces.keep('T002', 'x')).toBeNull()
  })

  test('an executor that has started anew tells it apart as well', async () => {
    const first = await open()
    const { folder, base } = await prepared(first, 'T001')
    put(folder, 'src/a.txt', 'work')
    const second = await open()
    expect(second.folderOf('T001')).toBe(folder)
    expect((await taken(second, snapshot('T001', base))).changes.map((it) => it.path)).toEqual(['src/a.txt'])
  })

  test('what the agent deleted of it is there again for the gates, and its draft has nothing of that', async () => {
    const workspaces = await open()
    const { folder, base } = await prepared(workspaces, 'T001')
    rmSync(path.join(folder, 'egg'), { recursive: true })
    put(folder, 'src/a.txt', 'work')
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft.changes.map((it) => it.path)).toEqual(['src/a.txt'])
    expect(await workspaces.restore('T001', draft.commit ?? '', { keep: false })).toMatchObject({ is: 'restored' })
    expect(read(folder, 'egg/info')).toBe('made')
    expect(ran).toHaveLength(1)
  })

  test('a draft that the next round goes on from is not charged with it either', async () => {
    const workspaces = await open()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'egg/info', 'mine')
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft.changes.map((it) => it.path)).toEqual(['egg/info'])
    await workspaces.restore('T001', draft.commit ?? '', { keep: false })
    put(folder, 'src/a.txt', 'more')
    const next = await taken(workspaces, snapshot('T001', base))
    expect(next.changes.map((it) => it.path)).toEqual(['egg/info', 'src/a.txt'])
    expect(repository.git('show', `${next.commit}:egg/info`)).toBe('mine')
    expect(await workspaces.keep('T001', 'x')).toBeNull()
  })
})

test('a declared file that is as the set-up left it: one to be created is the task’s, another is not', async () => {
  const workspaces = await open()
  const { folder, base } = await prepared(workspaces, 'T001')
  const files = [{ ...declared('egg/info'), action: 'create' as const }, declared('src/b.txt')]
  const draft = await taken(workspaces, snapshot('T001', base, files))
  expect([draft.changes.map((it) => it.path), draft.present]).toEqual([['egg/info'], ['egg/info', 'src/b.txt']])
  await workspaces.restore('T001', draft.commit ?? '', { keep: false })
  expect([ran.length, read(folder, 'egg/info'), read(folder, 'src/b.txt')]).toEqual([1, 'made', 'b1\nset up\n'])
  await give(workspaces, 'T001')
  expect(repository.git('for-each-ref')).not.toContain('/kept/')
})

describe('the set-up runs again', () => {
  test('where the commit has another file in the place of one that it left', async () => {
    const workspaces = await open()
    await doTask(repository, workspaces, 'T001', (it) => put(it, 'src/b.txt', 'b2\n'))
    const { folder, base } = await prepared(workspaces, 'T002')
    expect(ran).toHaveLength(2)
    expect(read(folder, 'src/b.txt')).toBe('b2\nset up\n')
    expect((await taken(workspaces, snapshot('T002', base))).changes).toEqual([])
  })

  test('where a lock file changed, with nothing of the last one', async () => {
    const found: string[][] = []
    const workspaces = await repository.open({
      settings: { setup: ['make'], share: [], copy: [] },
      runSetup: (folder) => {
        found.push(['out', 'logs', 'egg'].filter((it) => existsSync(path.join(folder, it))))
        for (const it of ['out/built', 'egg/info']) put(folder, it, 'made')
        mkdirSync(path.join(folder, 'logs'))
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'requirements.txt', 'more')
    const draft = await taken(workspaces, snapshot('T001', base))
    await workspaces.restore('T001', draft.commit ?? '', { keep: false })
    expect(found).toEqual([[], []])
  })

  test('also where a gate has just seen to it that nothing but what it left lies there', async () => {
    const found: string[][] = []
    const workspaces = await repository.open({
      settings: { setup: ['make'], share: [], copy: [] },
      runSetup: (folder) => {
        found.push(['out'].filter((it) => existsSync(path.join(folder, it))))
        put(folder, 'out/built', 'made')
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'requirements.txt', 'more')
    const draft = await taken(workspaces, snapshot('T001', base))
    await integrate(repository, workspaces, 'T001', draft.commit ?? '', base)
    const guard = await workspaces.guard('T001', draft.commit)
    expect(await guard.tidy()).toMatchObject({ edited: [], left: false })
    await give(workspaces, 'T001')
    const next = await prepared(workspaces, 'T002')
    expect([next.folder, found]).toEqual([folder, [[], []]])
  })

  test('where the commit links a submodule that it filled to another commit', async () => {
    const linked = (): void => {
      repository.git('update-index', '--add', '--cacheinfo', `160000,${repository.git('rev-parse', 'HEAD')},sub`)
      repository.git('commit', '-q', '-m', 'linked')
    }
    const workspaces = await repository.open({
      settings: { setup: ['make'], share: [], copy: [] },
      runSetup: (folder) => {
        ran.push(readdirSync(path.join(folder, 'sub')).join())
        put(folder, 'sub/inner.txt', 'filled')
        return Promise.resolve({ is: 'ready' })
      },
    })
    const look = async (): Promise<string> => {
      const there = await workspaces.materialise(repository.git('rev-parse', 'HEAD'))
      if (there.is === 'failed') throw new Error(there.failure.reason)
      await give(workspaces, there.workspace)
      return read(there.folder, 'sub/inner.txt')
    }
    linked()
    await workspaces.begin()
    expect([await look(), await look(), ran]).toEqual(['filled', 'filled', ['']])
    linked()
    expect([await look(), ran]).toEqual(['filled', ['', '']])
  })

  test('where the reference that keeps what it left is gone', async () => {
    const workspaces = await open()
    await prepared(workspaces, 'T001')
    await give(workspaces, 'T001')
    const refs = repository.git('for-each-ref', '--format=%(refname)').split('\n')
    for (const ref of refs.filter((it) => it.includes('/setup/'))) repository.git('update-ref', '-d', ref)
    const { folder } = await prepared(workspaces, 'T002')
    expect(ran).toHaveLength(2)
    expect(read(folder, 'src/b.txt')).toBe('b1\nset up\n')
  })
})

describe('submodules', () => {
  /** Links to commits that nobody fetched: a set-up fills `sub` alone. */
  async function openLinked(fill: (folder: string) => void): Promise<Workspaces> {
    for (const it of ['sub', 'other'])
      repository.git('update-index', '--add', '--cacheinfo', `160000,${repository.git('rev-parse', 'HEAD')},${it}`)
    repository.git('commit', '-q', '-m', 'linked')
    const workspaces = await repository.open({
      settings: { setup: ['make'], share: [], copy: [] },
      runSetup: (folder) => {
        ran.push(folder)
        put(folder, 'sub/inner.txt', 'filled')
        fill(folder)
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    return workspaces
  }

  test('one that an agent fills is empty for gates, beside one that the set-up has filled', async () => {
    const workspaces = await openLinked(() => undefined)
    const { folder, base } = await prepared(workspaces, 'T001')
    put(folder, 'src/a.txt', 'work')
    put(folder, 'other/junk.txt', 'of the agent')
    const draft = await taken(workspaces, snapshot('T001', base))
    await workspaces.restore('T001', draft.commit ?? '', { keep: false, isJudged: true })
    expect(readdirSync(path.join(folder, 'other'))).toEqual([])
    expect([read(folder, 'sub/inner.txt'), ran.length]).toEqual(['filled', 1])
  })

  test('what names a repository that is not there is taken away, and git does its work', async () => {
    const workspaces = await openLinked((folder) => {
      // As a copy of a checkout has it: there is no such folder where .git is a file.
      put(folder, 'sub/.git', 'gitdir: ../.git/modules/sub\n')
      put(folder, 'sub/deep/.git', 'no such line')
      put(folder, 'sub/kept/.git', `gitdir: ${path.join(repository.root, '.git')}\n`)
      put(folder, 'sub/own/.git/HEAD', 'ref: refs/heads/main\n')
    })
    const { folder } = await prepared(workspaces, 'T001')
    const entries = readdirSync(path.join(folder, 'sub'), { recursive: true }).map(String)
    expect(entries.filter((it) => it.endsWith('.git')).sort()).toEqual(['kept/.git', 'own/.git'])
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })).toBe('')
  })

  test('a socket in the repository of one is left there', async () => {
    const daemon = createServer()
    const workspaces = await openLinked((folder) => {
      const modules = path.join(folder, '../agent.git/modules/sub')
      put(modules, 'HEAD', 'ref: refs/heads/main\n')
      daemon.listen(path.join(modules, 'ipc'))
    })
    try {
      await prepared(workspaces, 'T001')
      await give(workspaces, 'T001')
      const { folder } = await prepared(workspaces, 'T002')
      expect(readdirSync(path.join(folder, '../agent.git/modules/sub'))).toEqual(['HEAD'])
    } finally {
      daemon.close()
    }
  })
})

/** A set-up that makes a folder with an empty one in it. */
async function openWithFolders(name: string): Promise<Workspaces> {
  const workspaces = await repository.open({
    settings: { setup: ['make'], share: [], copy: [] },
    runSetup: (folder) => {
      mkdirSync(path.join(folder, name, 'cache'), { recursive: true })
      return Promise.resolve({ is: 'ready' })
    },
  })
  await workspaces.begin()
  return workspaces
}

test.each(['storage', 'out'])(
  'an empty folder in %s that an agent deleted is there again for the gates',
  async (name) => {
    const workspaces = await openWithFolders(name)
    const { folder, base } = await prepared(workspaces, 'T001')
    rmSync(path.join(folder, name, 'cache'), { recursive: true })
    await workspaces.restore('T001', base, { keep: false })
    expect(readdirSync(path.join(folder, name))).toEqual(['cache'])
  },
)

test('an empty folder that the set-up made stays as it was, whatever a gate does in it', async () => {
  const workspaces = await openWithFolders('storage')
  const { folder, base } = await prepared(workspaces, 'T001')
  const guard = await workspaces.guard('T001', base)
  rmSync(path.join(folder, 'storage/cache'), { recursive: true })
  put(folder, 'storage/views/one.txt', 'of a gate')
  expect(await guard.tidy()).toMatchObject({ edited: [] })
  expect(readdirSync(path.join(folder, 'storage'), { recursive: true })).toEqual(['cache'])
})

test('a gate is charged with what it changed, and what the set-up left is put back', async () => {
  const workspaces = await open()
  const { folder, base } = await prepared(workspaces, 'T001')
  const quiet = await workspaces.guard('T001', base)
  expect(await quiet.tidy()).toMatchObject({ edited: [] })
  const guard = await workspaces.guard('T001', base)
  put(folder, 'egg/info', 'of a gate')
  put(folder, 'egg/new', 'of a gate')
  expect(await guard.tidy()).toMatchObject({ edited: ['egg/info'], isPutBack: true })
  expect([read(folder, 'egg/info'), read(folder, 'src/b.txt')]).toEqual(['made', 'b1\nset up\n'])
  expect(existsSync(path.join(folder, 'egg/new'))).toBe(false)
})

describe('a difference is carried onto a third tree', () => {
  type Files = Readonly<Record<string, string>>
  const cases: readonly (readonly [about: string, from: Files, to: Files, onto: Files, is: Files, clashes: boolean])[] =
    [
      [
        'added and changed',
        { a: '1' },
        { a: '2', 'd/n': '1' },
        { a: '1', b: '1' },
        { a: '2', b: '1', 'd/n': '1' },
        false,
      ],
      ['deleted, and a folder empty', { a: '1', 'd/n': '1' }, { a: '1' }, { a: '1', 'd/n': '1' }, { a: '1' }, false],
      ['beside others of a folder', {}, { 'd/n': '1' }, { 'd/m': '1' }, { 'd/m': '1', 'd/n': '1' }, false],
      ['a folder gone of which the third has less', { 'd/n': '1', 'd/m': '1' }, {}, { 'd/m': '1' }, {}, false],
      ['is there already', { a: '1' }, { a: '2' }, { a: '2' }, { a: '2' }, false],
      ['something else is there', { a: '1' }, { a: '2' }, { a: '3', b: '1' }, { a: '2', b: '1' }, true],
      ['deleted, and something else is there', { a: '1' }, {}, { a: '3', b: '1' }, { b: '1' }, true],
      ['a file where a folder was', { 'd/n': '1' }, { d: '1' }, { 'd/n': '1', 'd/m': '1' }, { d: '1' }, true],
      ['nothing is left', { a: '1' }, {}, { a: '1' }, {}, false],
    ]
  test.each(cases)('%s', async (_about, from, to, onto, is, clashes) => {
    const ground = await openGround(makeOptions(repository), (await lookAtGit(repository.root))!)
    try {
      const carried = await carry(ground.objects, { from: tree(from), to: tree(to), onto: tree(onto) })
      expect(carried).toEqual({ tree: await treeOf(ground.objects, tree(is)), clashes })
    } finally {
      ground.objects.close()
    }
  })

  /** Written by git itself. */
  function tree(files: Files): string {
    const index = path.join(repository.top, 'index')
    rmSync(index, { force: true })
    const git = (args: readonly string[], input = ''): string =>
      execFileSync('git', args, {
        cwd: repository.root,
        env: { PATH: process.env['PATH'] ?? '', GIT_INDEX_FILE: index },
        input,
        encoding: 'utf8',
      }).trim()
    for (const [name, text] of Object.entries(files)) {
      const id = git(['hash-object', '-w', '--stdin'], text)
      git(['update-index', '--add', '--cacheinfo', `100644,${id},${name}`])
    }
    return git(['write-tree'])
  }
})
