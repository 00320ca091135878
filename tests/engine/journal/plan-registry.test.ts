import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  listPlans,
  locateJournal,
  type JournalLocated,
  type LocateJournal,
} from '../../../src/engine/journal/plan-registry.ts'
import { planLock } from '../../../src/engine/plan-lock.ts'
import { acquireLock } from '../../../src/system/lock.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millwright-registry-'))
  mkdirSync(path.join(root, '.git'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

type Located = Extract<JournalLocated, { is: 'located' }>

function put(name: string): string {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, name)
  return file
}

function place(name: string): { readonly planPath: string; readonly gitCommonDir: string } {
  return { planPath: path.join(root, name), gitCommonDir: path.join(root, '.git') }
}

async function locate(name: string, more: Partial<LocateJournal> = {}): Promise<Located> {
  const found = await locateJournal({ ...place(name), contentHash: `hash of ${name}`, create: true, ...more })
  if (found.is !== 'located') throw new Error(JSON.stringify(found))
  return found
}

describe('where a journal lies', () => {
  test('of one file with two names nowhere else, whether it is to be run or looked at', async () => {
    put('a.md')
    await locate('a.md')
    linkSync(path.join(root, 'a.md'), path.join(root, 'b.md'))
    for (const create of [true, false])
      expect(await locateJournal({ ...place('b.md'), contentHash: 'hash of a.md', create })).toMatchObject({
        is: 'failed',
        failure: { reason: 'b.md is the same file as a.md (a hard link), and that plan has a journal' },
      })
    expect(listPlans(place('a.md'))).toHaveLength(1)
    // Of a plan that leads in a circle by now nothing is known.
    await locate('loop.md')
    symlinkSync('loop.md', path.join(root, 'loop.md'))
    // As soon as it is a file of its own, it is a plan of its own.
    writeFileSync(path.join(root, 'c.md'), 'a copy')
    renameSync(path.join(root, 'c.md'), path.join(root, 'b.md'))
    expect((await locate('b.md')).isNew).toBe(true)
  })

  test('in a repository: beside git, one folder for each plan, found again', async () => {
    put('a.md')
    put('sub/b.md')
    const a = await locate('a.md')
    const b = await locate('sub/b.md')
    expect(a).toMatchObject({ isNew: true, dir: path.join(root, '.git', 'millwright', 'plans', a.planId) })
    expect(existsSync(a.dir)).toBe(true)
    expect(b.planId).not.toBe(a.planId)
    expect(await locate('a.md')).toEqual({ ...a, isNew: false })
    expect(await locate('a.md', { contentHash: 'edited', create: false })).toEqual({ ...a, isNew: false })
    expect(listPlans(place('a.md')).map((it) => [it.path, it.dir])).toEqual([
      ['a.md', a.dir],
      ['sub/b.md', b.dir],
    ])
  })

  test('of two names that are one file by now with the first of them only, and of two called at once with one', async () => {
    for (const it of ['a.md', 'b.md']) await locate(put(it).slice(root.length + 1))
    rmSync(path.join(root, 'b.md'))
    linkSync(path.join(root, 'a.md'), path.join(root, 'b.md'))
    const [first, second] = ['a.md', 'b.md'].map((it) =>
      locateJournal({ ...place(it), contentHash: 'x', create: true }),
    )
    expect([(await first)?.is, (await second)?.is]).toEqual(['located', 'failed'])
    put('c.md')
    linkSync(path.join(root, 'c.md'), path.join(root, 'd.md'))
    const both = ['c.md', 'd.md'].map((it) => locateJournal({ ...place(it), contentHash: 'y', create: true }))
    expect((await Promise.all(both)).map((it) => it.is).sort()).toEqual(['failed', 'located'])
  })

  test.each([true, false])(
    'of two names that are one file with the one that is being run (another known before: %s)',
    async (isKnown) => {
      put('b.md')
      const { dir, planId } = await locate('b.md')
      if (isKnown) {
        put('a.md')
        await locate('a.md')
        rmSync(path.join(root, 'a.md'))
      }
      const taken = await acquireLock(planLock(dir))
      try {
        linkSync(path.join(root, 'b.md'), path.join(root, 'a.md'))
        for (const create of [true, false]) {
          expect(await locate('b.md', { create })).toMatchObject({ planId })
          expect(await locateJournal({ ...place('a.md'), contentHash: 'x', create })).toMatchObject({
            is: 'failed',
            failure: { help: expect.stringContaining('call it b.md,') },
          })
        }
      } finally {
        if (taken.held === true) await taken.lock.release()
      }
    },
  )

  test('elsewhere: beside the plan, in a folder that git would leave alone', async () => {
    put('a.md')
    const { dir } = await locate('a.md', { gitCommonDir: null })
    expect(path.dirname(path.dirname(dir))).toBe(path.join(root, '.millwright'))
    expect(readFileSync(path.join(root, '.millwright', '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('a reader makes nothing', async () => {
    const planPath = put('a.md')
    const options = { planPath, gitCommonDir: path.join(root, '.git'), contentHash: 'x', create: false }
    expect(await locateJournal(options)).toEqual({ is: 'unknown' })
    expect(existsSync(path.join(root, '.git', 'millwright'))).toBe(false)
  })

  test('many at once get one journal each, and the same plan the same one', async () => {
    const names = ['a.md', 'b.md', 'c.md', 'a.md', 'b.md', 'c.md']
    names.forEach(put)
    const found = await Promise.all(names.map((it) => locate(it)))
    expect(new Set(found.map((it) => it.planId)).size).toBe(3)
    expect(found.slice(0, 3).map((it) => it.planId)).toEqual(found.slice(3).map((it) => it.planId))
  })
})

describe('a plan that is not where it was', () => {
  test('keeps its journal when it was moved and its bytes are the same', async () => {
    const { planId } = await locate(path.relative(root, put('a.md')), { contentHash: 'h' })
    mkdirSync(path.join(root, 'docs'))
    renameSync(path.join(root, 'a.md'), path.join(root, 'docs', 'b.md'))
    expect(await locate('docs/b.md', { contentHash: 'h', create: false })).toMatchObject({ planId, movedFrom: 'a.md' })
    expect(await locate('docs/b.md', { contentHash: 'h' })).toMatchObject({ planId, movedFrom: 'a.md', isNew: false })
    expect((await locate('docs/b.md', { contentHash: 'h' })).movedFrom).toBeUndefined()
  })

  test.each([
    ['its words are not known', {}, {}],
    ['half of them are', { titles: ['one', 'two', 'three'] }, { titles: ['two', 'other', 'three'] }],
  ])('keeps it when it was moved and edited, by its name and tasks: %s', async (_, before, after) => {
    put('a/tasks.md')
    const { planId } = await locate('a/tasks.md', { taskIds: ['T001', 'T002', 'T003'], ...before })
    rmSync(path.join(root, 'a'), { recursive: true })
    put('b/tasks.md')
    expect(await locate('b/tasks.md', { taskIds: ['T002', 'T003', 'T009'], ...after })).toMatchObject({
      planId,
      movedFrom: 'a/tasks.md',
    })
  })

  test.each([
    ['has other tasks', 'b/tasks.md', ['T8', 'T9'], ['a', 'b', 'c']],
    ['has another name', 'b/other.md', ['T1', 'T2'], []],
    ['has no tasks known', 'b/tasks.md', [], []],
    ['has the same ids, and says other things', 'b/tasks.md', ['T1', 'T2'], ['one', 'other', 'more']],
  ])('is a new plan when it %s', async (_, name, taskIds, titles) => {
    put('a/tasks.md')
    const { planId } = await locate('a/tasks.md', { taskIds: ['T1', 'T2'], titles: ['one', 'two', 'three'] })
    rmSync(path.join(root, 'a'), { recursive: true })
    put(name)
    const found = await locate(name, { taskIds, titles })
    expect(found.planId).not.toBe(planId)
    expect(found.movedFrom).toBeUndefined()
  })

  const three = ['one', 'two', 'three']
  test.each<[string, readonly string[], readonly string[], readonly string[], boolean]>([
    ['renamed and edited', ['one', 'two'], [...three, 'four'], ['one', 'two'], true],
    ['renamed and edited before anything was done', [], [...three, 'four'], [], true],
    ['renamed, and one of two boxes opened', ['one', 'two'], three, ['two'], true],
    ['copied to begin anew: no box is ticked', ['one', 'two'], three, [], false],
    ['the next one of its kind', ['one'], ['one', 'two', 'other', 'more'], ['one'], false],
    ['a larger one that says this, too', ['one'], [...three, 'a', 'b', 'c', 'd'], ['one'], false],
    ['one that says a part of it twice', [], ['one', 'one', 'one'], [], false],
  ])('under another name it is known by its words: %s', async (_, before, titles, ticked, isSame) => {
    put('a.md')
    const { planId } = await locate('a.md', { titles: three, ticked: before })
    rmSync(path.join(root, 'a.md'))
    put('b.md')
    expect((await locate('b.md', { titles, ticked })).planId === planId).toBe(isSame)
  })

  test('the next plan of its name, made from it as it was, is none', async () => {
    const of = { taskIds: ['T1', 'T2'], titles: ['one', 'two'] }
    put('a/tasks.md')
    const { planId } = await locate('a/tasks.md', { ...of, ticked: ['one', 'two'] })
    rmSync(path.join(root, 'a'), { recursive: true })
    put('b/tasks.md')
    expect((await locate('b/tasks.md', { ...of, ticked: [] })).planId).not.toBe(planId)
  })

  test('of several with its name the one that says the same', async () => {
    const of = (titles: readonly string[]): Partial<LocateJournal> => ({ taskIds: ['T1', 'T2', 'T3'], titles })
    put('a/tasks.md')
    await locate('a/tasks.md', of(['one', 'two', 'other']))
    put('b/tasks.md')
    const { planId } = await locate('b/tasks.md', of(three))
    for (const it of ['a', 'b']) rmSync(path.join(root, it), { recursive: true })
    put('c/tasks.md')
    expect(await locate('c/tasks.md', of([...three, 'four']))).toMatchObject({ planId, movedFrom: 'b/tasks.md' })
  })

  test('a copy is a plan of its own', async () => {
    const { planId } = await locate(path.relative(root, put('a.md')), { contentHash: 'h' })
    copyFileSync(path.join(root, 'a.md'), path.join(root, 'b.md'))
    const copy = await locate('b.md', { contentHash: 'h' })
    expect(copy).toMatchObject({ isNew: true })
    expect(copy.planId).not.toBe(planId)
  })

  test('where two could be meant none is guessed, and it is said', async () => {
    for (const it of ['a.md', 'b.md']) {
      put(it)
      await locate(it, { contentHash: 'h' })
    }
    rmSync(path.join(root, 'a.md'))
    rmSync(path.join(root, 'b.md'))
    put('c.md')
    expect(await locate('c.md', { contentHash: 'h' })).toMatchObject({ isNew: true, ambiguous: ['a.md', 'b.md'] })
  })
})

describe('a plan that lies elsewhere in the repository was not moved', () => {
  const of = { taskIds: ['T1', 'T2'], titles: ['one', 'two'], contentHash: 'h' }
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@b.c']
    execFileSync('git', ['-C', root, ...who, ...args], { stdio: 'ignore' })
  }
  const begin = async (): Promise<string> => {
    rmSync(path.join(root, '.git'), { recursive: true })
    git('init', '-q', '-b', 'main')
    git('commit', '-q', '--allow-empty', '-m', 'Begin')
    git('switch', '-q', '-c', 'one')
    put('one/tasks.md')
    git('add', '.')
    git('commit', '-q', '-m', 'One')
    return (await locate('one/tasks.md', of)).planId
  }

  test('it lies on the branch that it was run on', async () => {
    const planId = await begin()
    git('switch', '-q', '-c', 'two', 'main')
    put('two/tasks.md')
    for (const create of [false, true])
      expect(await locateJournal({ ...place('two/tasks.md'), ...of, create })).not.toMatchObject({ planId })
    git('switch', '-q', 'one')
    expect(await locate('one/tasks.md', of)).toMatchObject({ planId })
  })

  test('it lies in another worktree', async () => {
    const planId = await begin()
    const other = `${root}-other`
    git('worktree', 'add', '-q', '-b', 'two', other, 'main')
    try {
      mkdirSync(path.join(other, 'two'))
      writeFileSync(path.join(other, 'two', 'tasks.md'), '')
      const there = { planPath: path.join(other, 'two', 'tasks.md'), root: other }
      expect(await locate('two/tasks.md', { ...there, ...of })).not.toMatchObject({ planId })
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  test('a link to it lies in another worktree: nowhere, and it is told where it is', async () => {
    await begin()
    const other = `${root}-other`
    git('worktree', 'add', '-q', '-b', 'two', other, 'main')
    try {
      linkSync(path.join(root, 'one', 'tasks.md'), path.join(other, 'two.md'))
      const found = await locateJournal({
        ...place('two.md'),
        planPath: path.join(other, 'two.md'),
        root: other,
        ...of,
        create: true,
      })
      const help = expect.stringContaining(`call it ${path.join(root, 'one', 'tasks.md')},`)
      expect(found).toMatchObject({ is: 'failed', failure: { help } })
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  test.each([
    ['the branch goes on under another name', ['switch', '-q', '-c', 'two']],
    ['the branch is gone', ['branch', '-D', 'one']],
  ])('but it was moved where %s', async (_, how) => {
    const planId = await begin()
    git('switch', '-q', '--detach')
    git(...how)
    git('mv', 'one', 'two')
    git('commit', '-q', '-m', 'Moved')
    expect(await locate('two/tasks.md', of)).toMatchObject({ planId, movedFrom: 'one/tasks.md' })
  })
})

const indexOf = (): string => path.join(root, '.git', 'millwright', 'plans.json')
const locatedAs = (file: string, create: boolean): ReturnType<typeof locateJournal> =>
  locateJournal({ ...place(file), contentHash: 'x', create })

describe('an index that is lost is made of what the folders of the journals say', () => {
  test.each<[string, () => void]>([
    ['gone', () => rmSync(indexOf())],
    ['half', () => writeFileSync(indexOf(), '{"version":1,"pl')],
    ['of something else', () => writeFileSync(indexOf(), '{"version":1,"plans":[{"id":"../../x","path":"a.md"}]}')],
  ])('%s', async (_, spoil) => {
    put('a.md')
    put('b.md')
    const [one, other] = [await locate('a.md'), await locate('b.md')]
    for (const it of [one, other]) writeFileSync(path.join(it.dir, 'journal.db'), '')
    const before = readFileSync(indexOf(), 'utf8')
    spoil()
    const spoiled = existsSync(indexOf())
    expect(await locatedAs('a.md', false)).toEqual({ ...one, isNew: false })
    expect(existsSync(indexOf())).toBe(spoiled)

    expect(await locate('b.md')).toEqual({ ...other, isNew: false })
    expect(JSON.parse(readFileSync(indexOf(), 'utf8'))).toEqual(JSON.parse(before))
  })

  test('but for a journal that says nothing of its plan, and then nothing is made', async () => {
    put('a.md')
    const found = await locate('a.md')
    writeFileSync(path.join(found.dir, 'journal.db'), '')
    rmSync(path.join(found.dir, 'plan.json'))
    rmSync(indexOf())
    const reason = expect.stringContaining(`${found.dir} does not say which plan it is the journal of`)
    for (const create of [true, false])
      expect(await locatedAs('a.md', create)).toMatchObject({ is: 'failed', failure: { code: 'DAMAGED', reason } })
    expect(existsSync(indexOf())).toBe(false)
  })

  test('what was cut off before the index was written stands in nobody’s way', async () => {
    put('a.md')
    const found = await locate('a.md')
    rmSync(indexOf())
    renameSync(path.join(found.dir, 'plan.json'), path.join(found.dir, '.plan.json.x.tmp'))
    expect(await locatedAs('a.md', false)).toEqual({ is: 'unknown' })
    const { planId } = await locate('a.md')
    expect(planId).not.toBe(found.planId)
    // The note was written, the index was not: nobody has begun yet.
    rmSync(indexOf())
    expect(await locate('a.md')).toMatchObject({ planId })
    // A journal that was begun is the one.
    renameSync(path.join(found.dir, '.plan.json.x.tmp'), path.join(found.dir, 'plan.json'))
    writeFileSync(path.join(found.dir, 'journal.db'), '')
    rmSync(indexOf())
    expect(await locate('a.md')).toMatchObject({ planId: found.planId })
  })

  test.each<[string, (dir: string) => void]>([
    ['a folder beside it has no name of a journal', (dir) => cpSync(dir, `${dir}.bak`, { recursive: true })],
    [
      'a copy of it says that it is another one',
      (dir) => cpSync(dir, path.join(path.dirname(dir), '0'.repeat(16)), { recursive: true }),
    ],
  ])('where %s', async (what, beside) => {
    put('a.md')
    const found = await locate('a.md')
    writeFileSync(path.join(found.dir, 'journal.db'), '')
    beside(found.dir)
    rmSync(indexOf())
    const again = await locatedAs('a.md', false)
    expect(again.is).toBe(what.startsWith('a copy') ? 'failed' : 'located')
  })

  test.each<[string, (older: string) => void]>([
    ['an older copy, put back', (older) => writeFileSync(indexOf(), older)],
    ['emptied by hand', () => writeFileSync(indexOf(), '{"version":1,"plans":[]}')],
  ])('of what it lacks, where it is %s', async (_, spoil) => {
    put('a.md')
    await locate('a.md')
    const older = readFileSync(indexOf(), 'utf8')
    put('b.md')
    const found = await locate('b.md')
    for (const it of [await locate('a.md'), found]) writeFileSync(path.join(it.dir, 'journal.db'), '')
    const before = readFileSync(indexOf(), 'utf8')
    spoil(older)
    expect(await locatedAs('b.md', false)).toEqual({ ...found, isNew: false })
    expect(await locate('b.md')).toEqual({ ...found, isNew: false })
    expect(JSON.parse(readFileSync(indexOf(), 'utf8'))).toEqual(JSON.parse(before))
  })

  test('of a plan that has moved since an older copy of it was made', async () => {
    put('a.md')
    const moved = await locate('a.md')
    writeFileSync(path.join(moved.dir, 'journal.db'), '')
    const older = readFileSync(indexOf(), 'utf8')
    renameSync(path.join(root, 'a.md'), path.join(root, 'b.md'))
    const asBefore = { contentHash: 'hash of a.md' }
    expect(await locate('b.md', asBefore)).toMatchObject({ planId: moved.planId, movedFrom: 'a.md' })
    put('a.md')
    const other = await locate('a.md', { contentHash: 'another plan' })
    writeFileSync(path.join(other.dir, 'journal.db'), '')
    writeFileSync(indexOf(), older)
    expect(await locatedAs('a.md', false)).toMatchObject({ planId: other.planId })
    expect(await locatedAs('b.md', false)).toMatchObject({ planId: moved.planId })
    expect(await locate('b.md', asBefore)).toEqual({ ...moved, isNew: false })
    expect(listPlans(place('a.md')).map((it) => it.path)).toEqual(['a.md', 'b.md'])
  })

  test('but for a note of before it moved, put back, where another plan has that place', async () => {
    put('a.md')
    const moved = await locate('a.md')
    const note = path.join(moved.dir, 'plan.json')
    const older = readFileSync(note, 'utf8')
    renameSync(path.join(root, 'a.md'), path.join(root, 'c.md'))
    const asBefore = { contentHash: 'hash of a.md' }
    expect(await locate('c.md', asBefore)).toMatchObject({ planId: moved.planId, movedFrom: 'a.md' })
    put('a.md')
    const other = await locate('a.md', { contentHash: 'another plan' })
    writeFileSync(note, older)
    expect(await locatedAs('c.md', false)).toMatchObject({ planId: moved.planId })
    expect(await locate('a.md', { contentHash: 'another plan' })).toMatchObject({ planId: other.planId })
    expect(await locate('c.md', { contentHash: 'edited' })).toMatchObject({ planId: moved.planId })
    expect(listPlans(place('a.md')).map((it) => it.path)).toEqual(['a.md', 'c.md'])
    expect(readFileSync(note, 'utf8')).toContain('"c.md"')
  })

  test('but for a folder that no run has begun in', async () => {
    put('a.md')
    const found = await locate('a.md')
    writeFileSync(indexOf(), '{"version":1,"plans":[]}')
    expect(await locatedAs('a.md', false)).toEqual({ is: 'unknown' })
    expect((await locate('a.md')).planId).not.toBe(found.planId)
  })

  test('but for a plan that has another journal by it', async () => {
    put('a.md')
    const older = await locate('a.md')
    writeFileSync(path.join(older.dir, 'journal.db'), '')
    // Nobody has begun in the folder that is moved away.
    renameSync(older.dir, `${older.dir}.away`)
    rmSync(indexOf())
    const found = await locate('a.md')
    expect(found.planId).not.toBe(older.planId)
    renameSync(`${older.dir}.away`, older.dir)
    expect(await locatedAs('a.md', false)).toEqual({ ...found, isNew: false })
    expect(listPlans(place('a.md'))).toHaveLength(1)
  })

  test('an index that cannot be read is not gone', async () => {
    put('a.md')
    await locate('a.md')
    rmSync(indexOf())
    mkdirSync(indexOf())
    expect(await locatedAs('a.md', false)).toMatchObject({
      is: 'failed',
      failure: { code: expect.not.stringMatching('DAMAGED') },
    })
  })

  test('a journal that cannot be noted is none to begin with', async () => {
    put('a.md')
    const found = await locate('a.md')
    rmSync(path.join(found.dir, 'plan.json'))
    mkdirSync(path.join(found.dir, 'plan.json', 'x'), { recursive: true })
    expect(await locatedAs('a.md', true)).toMatchObject({ is: 'failed' })
  })

  test.each<[string, (note: string) => void]>([
    ['of before that was noted', (note) => rmSync(note)],
    ['whose note is damaged', (note) => writeFileSync(note, '{"version":1,"pl')],
  ])('a journal %s is noted at the next run', async (_, spoil) => {
    put('a.md')
    const found = await locate('a.md')
    const note = path.join(found.dir, 'plan.json')
    const before = readFileSync(note, 'utf8')
    spoil(note)
    expect(await locate('a.md')).toMatchObject({ planId: found.planId, isNew: false })
    expect(readFileSync(note, 'utf8')).toBe(before)
  })
})

test('an index of a newer version is a failure and stays as it is', async () => {
  put('a.md')
  await locate('a.md')
  const text = '{"version":2,"plans":[]}'
  writeFileSync(indexOf(), text)
  expect(await locatedAs('a.md', true)).toMatchObject({ is: 'failed', failure: { code: 'DAMAGED' } })
  expect(readFileSync(indexOf(), 'utf8')).toBe(text)
})
