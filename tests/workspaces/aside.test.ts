/** What git cannot take or a slot did not make is moved aside or left, never emptied: it may be paid work. */

import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { plannedRepository, prepared, snapshot, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
let folder: string
let base: string
beforeEach(async () => {
  repository = plannedRepository()
  workspaces = await repository.open()
  await workspaces.begin()
  ;({ folder, base } = await prepared(workspaces, 'T001'))
})
afterEach(() => repository.end())

const dispose = (): Promise<unknown> => workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
const keptRefs = (): string => repository.git('for-each-ref', '--format=%(refname)', 'refs/millwright/run=201/kept')

/** The folders that lie aside, each with the text of one of its files. */
function aside(file: string): readonly string[] {
  const place = path.join(path.dirname(folder), 'aside')
  return readdirSync(place).map((it) => readFileSync(path.join(place, it, file), 'utf8'))
}

describe('a folder that an agent put in place of its workspace', () => {
  const replace = (text: string): void => {
    // Moved, not removed: a new folder may get the number of one that is gone, by which ours is known.
    renameSync(folder, path.join(repository.top, text))
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'work.txt'), text)
  }
  beforeEach(() => replace('paid'))

  test.each<[string, () => Promise<unknown>]>([
    ['the draft is asked for', () => workspaces.snapshot(snapshot('T001', base))],
    ['it is put back', () => workspaces.restore('T001', base)],
    ['it is put back after a gate', () => workspaces.restore('T001', base, { keep: false })],
    ['it is prepared again', () => prepared(workspaces, 'T001')],
    ['it is given back', dispose],
  ])('is found whole aside after %s', async (_what, use) => {
    await use()
    expect(aside('work.txt')).toEqual(['paid'])
    expect(readdirSync(folder)).not.toContain('work.txt')
  })

  test('is found beside the one before it', async () => {
    await workspaces.restore('T001', base)
    replace('paid again')
    await workspaces.restore('T001', base)
    expect(aside('work.txt').toSorted()).toEqual(['paid', 'paid again'])
  })

  test('is given back to the pool, and its missing files are no work that is kept', async () => {
    await dispose()
    expect(keptRefs()).toBe('')
    expect(workspaces.folderOf('T001')).toBe(null)
    expect((await prepared(workspaces, 'T002')).folder).toBe(folder)
    expect(readFileSync(path.join(folder, 'src/b.txt'), 'utf8')).toBe('b1\n')
  })
})

describe('files that git refuses to take', () => {
  beforeEach(async () => {
    // A name that is another one for `.git` on some systems.
    mkdirSync(path.join(folder, 'git~1'))
    writeFileSync(path.join(folder, 'git~1/work.txt'), 'paid')
    await expect(workspaces.keep('T001', 'cut off')).rejects.toThrow('git~1')
  })

  test('are found whole aside after the workspace was put back', async () => {
    expect(await workspaces.restore('T001', base)).toMatchObject({ is: 'restored' })
    expect(aside('git~1/work.txt')).toEqual(['paid'])
    expect(readdirSync(folder)).not.toContain('git~1')
  })

  test('stay where they are when the workspace is given back, and no other task gets it', async () => {
    await dispose()
    expect(workspaces.folderOf('T001')).toBe(folder)
    expect((await prepared(workspaces, 'T002')).folder).not.toBe(folder)
    expect(readFileSync(path.join(folder, 'git~1/work.txt'), 'utf8')).toBe('paid')
  })
})
