import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authorIn, lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { readPersonConfig } from '../../src/workspaces/git/person-config.ts'
import { openObjects, type Objects } from '../../src/workspaces/git/objects.ts'
import { openOwnGitDir } from '../../src/workspaces/git/own-git-dir.ts'
import { lookAtShared } from '../../src/workspaces/needs-key.ts'
import { refPart } from '../../src/workspaces/git/refs.ts'
import { bytesAt, entryAt, treeOf, withEntries } from '../../src/workspaces/git/trees.ts'
import { matchesPattern } from '../../src/run/path-pattern.ts'
import { replaceBytes } from '../../src/workspaces/publish/working-files.ts'
import { plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let objects: Objects
beforeEach(async () => {
  repository = plannedRepository()
  objects = openObjects(
    await openOwnGitDir((await lookAtGit(repository.root))!, path.join(repository.state, 'git'), []),
  )
})
afterEach(() => {
  objects.close()
  return repository.end()
})

test.each([
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'lib/a.ts', false],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'x/y/a.ts', true],
  ['src/*.ts', 'src/x/a.ts', false],
  ['docs/.../x.md', 'docs/a/b/x.md', true],
  ['docs/.../x.md', 'docs/x.md', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*', '.hidden', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXbYb', false],
  ['a[1]', 'a1', false],
])('pattern %s against %s', (pattern, file, expected) => {
  expect(matchesPattern(pattern, file)).toBe(expected)
})

test('what was written is read again as git reads it: a tree, a commit, and the tree of that commit', async () => {
  const tree = objects.write('tree', Buffer.alloc(0))
  const text = `tree ${tree}\nauthor A <a@example.org> 1 +0000\ncommitter A <a@example.org> 1 +0000\n\nEmpty\n`
  const commit = objects.write('commit', Buffer.from(text))
  const fresh = openObjects(
    await openOwnGitDir((await lookAtGit(repository.root))!, path.join(repository.state, 'git'), []),
  )
  try {
    for (const name of [tree, commit, `${commit}^{tree}`, `${tree}^{tree}`])
      expect(await objects.read(name)).toEqual(await fresh.read(name))
    expect((await objects.read(`${commit}^{tree}`))?.id).toBe(tree)
    expect(await objects.read(`${'0'.repeat(40)}^{tree}`)).toBeNull()
  } finally {
    fresh.close()
  }
})

test('a shared folder is another when a program or what is installed there is; a cache is neither', () => {
  repository.write('node_modules/.bin/check', 'false')
  const folder = path.join(repository.root, 'node_modules')
  const mark = (): string | undefined => lookAtShared(folder)?.mark
  const seen = [mark()]
  repository.write('node_modules/.cache/x', 'x')
  expect(mark()).toBe(seen[0])
  repository.write('node_modules/.bin/check', 'true')
  seen.push(mark())
  repository.write('node_modules/.package-lock.json', '{}')
  seen.push(mark())
  expect(new Set(seen).size).toBe(3)
  expect(lookAtShared(path.join(repository.root, 'none'))).toBe(null)
})

test.each([
  ['a way to what is installed for editing', '__editable__.api-0.1.pth', '/elsewhere'],
  ['a finder of such', '__editable___api_finder.py', 'MAPPING = {}'],
  ['a link of an older kind', 'api.egg-link', '/elsewhere'],
  ['where a package came from', 'api-0.1.dist-info/direct_url.json', '{}'],
  ['the files of a package', 'api-0.1.dist-info/RECORD', 'api.py,,'],
])('a shared environment of Python is another when an installer writes %s', (_, name, text) => {
  const site = '.venv/lib/python3.11/site-packages'
  repository.write('.venv/pyvenv.cfg', '')
  repository.write(`${site}/${name}`, 'before')
  const look = () => lookAtShared(path.join(repository.root, '.venv'))
  const before = look()?.mark
  repository.write(`${site}/__pycache__/api.pyc`, 'x')
  expect(look()?.mark).toBe(before)
  repository.write(`${site}/${name}`, text)
  expect(look()?.mark).not.toBe(before)
})

test('a bad pattern costs no more than a good one', () => {
  expect(matchesPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false)
  expect(matchesPattern(`${'**/'.repeat(200)}b`, 'a/'.repeat(2000))).toBe(false)
})

test('any text is a part of a reference name, and no two texts are the same part', () => {
  const git = (name: string): string => {
    try {
      return execFileSync('git', ['check-ref-format', `refs/millwright/${name}/x`], { encoding: 'utf8' })
    } catch {
      return 'refused'
    }
  }
  for (const text of ['', '.', '..', 'a.lock', '-x', 'T 1', '@{', 'ä/ö', '~^:?*[\\', '\u0000\n', '@'])
    expect(git(refPart(text)), text).toBe('')
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => (one === other) === (refPart(one) === refPart(other))),
  )
})

describe('trees', () => {
  test('are changed as git changes them', async () => {
    const tree = await treeOf(objects, repository.git('rev-parse', 'HEAD'))
    const blob = objects.write('blob', Buffer.from('new'))
    const changes = new Map([
      ['ä/ö/new.txt', { mode: '100644', id: blob }],
      ['src/a.txt', null],
      ['src/b.txt', { mode: '100755', id: blob }],
      ['src.txt', { mode: '100644', id: blob }],
      ['src-x', { mode: '100644', id: blob }],
      ['specs', null],
      ['not/there', null],
    ])
    const changed = await withEntries(objects, tree, changes, (bytes) => objects.write('tree', bytes))
    repository.git('rm', '-rq', 'specs', 'src/a.txt')
    for (const file of ['ä/ö/new.txt', 'src/b.txt', 'src.txt', 'src-x']) repository.write(file, 'new')
    repository.git('add', '-A')
    repository.git('update-index', '--chmod=+x', 'src/b.txt')
    expect(changed).toBe(repository.git('write-tree'))
    expect(Buffer.from((await bytesAt(objects, changed, 'ä/ö/new.txt'))!).toString()).toBe('new')
    expect(await entryAt(objects, changed, 'src/a.txt')).toBeNull()
    expect(repository.git('fsck', '--strict', '--no-dangling')).toBe('')
  })

  test('without anything left are the empty tree', async () => {
    const tree = await treeOf(objects, repository.git('rev-parse', 'HEAD'))
    const all = new Map(['specs', 'src', '.gitignore'].map((it) => [it, null]))
    const empty = await withEntries(objects, tree, all, (bytes) => objects.write('tree', bytes))
    expect(empty).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904')
  })

  test('big objects arrive whole, many at once', async () => {
    const big = Buffer.alloc(3_000_000, 'x')
    const ids = [objects.write('blob', big), objects.write('blob', Buffer.from('small')), 'f'.repeat(40)]
    const read = await Promise.all([...ids, ...ids, 'two\nlines'].map((id) => objects.read(id)))
    expect(read.map((it) => it?.bytes.length ?? null)).toEqual([big.length, 5, null, big.length, 5, null, null])
  })
})

test('once objects are read nobody goes on looking for what their reader may wait at', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const read = objects.read(repository.git('rev-parse', 'HEAD'))
  expect(vi.getTimerCount()).toBe(1)
  expect((await read)?.type).toBe('commit')
  expect(vi.getTimerCount()).toBe(0)
})

describe('working files', () => {
  test.each([
    ['of equal length', 'abc', 'aXc'],
    ['longer', 'abc', 'abcdef'],
    ['shorter', 'abc', 'a'],
  ])('%s are replaced, unless they changed in the meantime', (_what, before, after) => {
    const file = path.join(repository.root, 'w.txt')
    writeFileSync(file, before)
    expect(replaceBytes(file, Buffer.from('other'), Buffer.from(after))).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(replaceBytes(file, Buffer.from(before), Buffer.from(after))).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(after)
  })

  test('that are not there are made', () => {
    const file = path.join(repository.root, 'deep/w.txt')
    expect(replaceBytes(file, null, Buffer.from('x'))).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('x')
  })
})

test('the human’s name is read from the configuration, as data', async () => {
  repository.git('config', 'user.name', 'Grace')
  repository.git('config', 'user.email', 'grace@example.org')
  const config = await readPersonConfig((await lookAtGit(repository.root))!)
  expect(authorIn(config)).toEqual({ name: 'Grace', email: 'grace@example.org' })
})

test('a folder without a repository has no facts', async () => {
  expect(await lookAtGit(repository.top)).toBeNull()
})

test('nothing is left beside a working file', () => {
  const file = path.join(repository.root, 'beside/w.txt')
  mkdirSync(path.dirname(file))
  writeFileSync(file, 'abc')
  replaceBytes(file, Buffer.from('other'), Buffer.from('abcd'))
  replaceBytes(file, Buffer.from('abc'), Buffer.from('abcd'))
  expect(readdirSync(path.dirname(file))).toEqual(['w.txt'])
})
