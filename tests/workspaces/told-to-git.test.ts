/** Publishing beside what a person told git about single files, and where a file becomes a folder. */

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { doTask, plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
let start: string
beforeEach(async () => {
  repository = plannedRepository()
  start = repository.git('rev-parse', 'HEAD')
  workspaces = await repository.open()
  await workspaces.begin()
})
afterEach(() => repository.end())

const publish = async () => workspaces.publish({ is: 'publish', tip: (await workspaces.begin()).tip! })

test.each([
  ['--assume-unchanged', 'h src/b.txt'],
  ['--skip-worktree', 'S src/b.txt'],
])('a file that git was told to leave alone (%s) is left alone, and waited for', async (word, listed) => {
  await doTask(repository, workspaces, 'T001', (it) => writeFileSync(path.join(it, 'src/b.txt'), 'b2\n'))
  repository.git('update-index', word, 'src/b.txt')
  expect(await publish()).toMatchObject({ is: 'waiting', paths: ['src/b.txt'] })
  expect([repository.read('src/b.txt'), repository.git('rev-parse', 'main')]).toEqual(['b1\n', start])
  expect(repository.git('ls-files', '-v', 'src/b.txt')).toBe(listed)
})

test('a file whose place a folder takes is published, unless a person changed it', async () => {
  await doTask(repository, workspaces, 'T001', (it) => {
    rmSync(path.join(it, 'src/b.txt'))
    mkdirSync(path.join(it, 'src/b.txt'))
    writeFileSync(path.join(it, 'src/b.txt/inner.txt'), 'inner\n')
  })
  repository.write('src/b.txt', 'mine\n')
  expect(await publish()).toMatchObject({ is: 'waiting', paths: expect.arrayContaining(['src/b.txt']) })
  expect(repository.read('src/b.txt')).toBe('mine\n')
  repository.git('checkout', '-q', '--', 'src/b.txt')
  expect(await publish()).toMatchObject({ is: 'published' })
  expect(existsSync(path.join(repository.root, 'src/b.txt/inner.txt'))).toBe(true)
  expect(repository.git('status', '--porcelain')).toBe('')
})
