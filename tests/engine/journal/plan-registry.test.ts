import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
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

async function locate(name: string, more: Partial<LocateJournal> = {}): Promise<Located> {
  const gitCommonDir = path.join(root, '.git')
  const found = await locateJournal({
    planPath: path.join(root, name),
    gitCommonDir,
    contentHash: `hash of ${name}`,
    create: true,
    ...more,
  })
  if (found.is !== 'located') throw new Error(JSON.stringify(found))
  return found
}

describe('where a journal lies', () => {
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
    const place = { planPath: path.join(root, 'a.md'), gitCommonDir: path.join(root, '.git') }
    expect(listPlans(place).map((it) => [it.path, it.dir])).toEqual([
      ['a.md', a.dir],
      ['sub/b.md', b.dir],
    ])
  })

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

  test('keeps it when it was moved and edited, by its name and tasks', async () => {
    put('a/tasks.md')
    const { planId } = await locate('a/tasks.md', { taskIds: ['T001', 'T002', 'T003'] })
    rmSync(path.join(root, 'a'), { recursive: true })
    put('b/tasks.md')
    expect(await locate('b/tasks.md', { taskIds: ['T002', 'T003', 'T009'] })).toMatchObject({
      planId,
      movedFrom: 'a/tasks.md',
    })
  })

  test.each([
    ['has other tasks', 'b/tasks.md', ['T8', 'T9']],
    ['has another name', 'b/other.md', ['T1', 'T2']],
    ['has no tasks known', 'b/tasks.md', []],
  ])('is a new plan when it %s', async (_, name, taskIds) => {
    put('a/tasks.md')
    const { planId } = await locate('a/tasks.md', { taskIds: ['T1', 'T2'] })
    rmSync(path.join(root, 'a'), { recursive: true })
    put(name)
    const found = await locate(name, { taskIds })
    expect(found.planId).not.toBe(planId)
    expect(found.movedFrom).toBeUndefined()
  })

  test.each([
    ['renamed and edited', true, ['one', 'two', 'three', 'four'], true],
    ['copied to begin anew: no box is ticked', false, ['one', 'two', 'three'], false],
    ['the next one of its kind', true, ['one', 'two', 'other', 'more'], false],
  ])('under another name it is known by its words: %s', async (_, isUnderWay, titles, isSame) => {
    put('a.md')
    const { planId } = await locate('a.md', { titles: ['one', 'two', 'three'] })
    rmSync(path.join(root, 'a.md'))
    put('b.md')
    expect((await locate('b.md', { titles, isUnderWay })).planId === planId).toBe(isSame)
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

test('an index that cannot be understood is a failure and stays as it is', async () => {
  put('a.md')
  await locate('a.md')
  const index = path.join(root, '.git', 'millwright', 'plans.json')
  for (const text of [
    '{',
    '{"version":1,"plans":[{"id":"../../x","path":"a.md","contentHash":"","taskIds":[]}]}',
    '{"version":2,"plans":[]}',
  ]) {
    writeFileSync(index, text)
    const planPath = path.join(root, 'a.md')
    const found = await locateJournal({
      planPath,
      gitCommonDir: path.join(root, '.git'),
      contentHash: 'x',
      create: true,
    })
    expect(found).toMatchObject({ is: 'failed', failure: { code: 'DAMAGED' } })
    expect(readFileSync(index, 'utf8')).toBe(text)
  }
})
