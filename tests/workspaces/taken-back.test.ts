/** A person takes commits or the branch itself back during a run: nothing is put there again unasked. */

import { writeFileSync } from 'node:fs'
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
const tip = (): string => repository.git('rev-parse', 'refs/millwright/run=201/tip')
const setTo =
  (text: string) =>
  (folder: string): void =>
    writeFileSync(path.join(folder, 'src/b.txt'), text)
const waits = (reason: RegExp) => ({ is: 'waiting', failure: { reason: expect.stringMatching(reason) } })

test('a commit that the run stands on already, though its own work waits, is not brought back', async () => {
  await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  repository.write('secret.txt', 'by mistake')
  const mistake = repository.commit('mine')
  repository.write('src/b.txt', 'in the way\n')
  expect(await publish()).toMatchObject(waits(/are in the way: src\/b\.txt$/))
  repository.git('reset', '-q', '--hard', start)
  expect(await publish()).toMatchObject(waits(new RegExp(`^main no longer holds ${mistake.slice(0, 12)}`)))
  expect(repository.git('rev-parse', 'main')).toBe(start)
  expect(repository.has('secret.txt')).toBe(false)
})

test('a branch that was deleted is not made again; the run waits and names it', async () => {
  await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  await publish()
  const done = await doTask(repository, workspaces, 'T002', setTo('b3\n'))
  repository.git('checkout', '-q', '-b', 'other')
  repository.git('branch', '-q', '-D', 'main')
  expect(await publish()).toMatchObject(waits(/^the branch main is gone, and it is not made again unasked/))
  expect(repository.git('branch', '--format=%(refname:short)')).toBe('other')
  expect(tip()).toBe(done)
})

test('a branch taken back to a commit that conflicts with the work is asked about, and the work is not given up', async () => {
  await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  await publish()
  const done = await doTask(repository, workspaces, 'T002', setTo('b3\n'))
  repository.git('reset', '-q', '--hard', start)
  repository.write('src/b.txt', 'mine\n')
  const theirs = repository.commit('mine instead')
  expect(await publish()).toMatchObject(waits(/^main no longer holds/))
  expect([tip(), repository.git('rev-parse', 'main')]).toEqual([done, theirs])
})

test('who is in the middle of a merge is told to end it, and not to merge', async () => {
  await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  await publish()
  await doTask(repository, workspaces, 'T002', setTo('b3\n'))
  repository.git('reset', '-q', '--hard', start)
  repository.write('src/b.txt', 'mine\n')
  repository.commit('mine instead')
  expect(() => repository.git('merge', '-q', tip())).toThrow()
  expect(await publish()).toMatchObject(waits(/^a merge is under way in your checkout$/))
  repository.git('merge', '--abort')
  expect(await publish()).toMatchObject(waits(/^main no longer holds/))
})

test('so is one whose own commits do not merge', async () => {
  await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  repository.write('src/b.txt', 'mine\n')
  repository.commit('mine')
  expect(await publish()).toMatchObject({ is: 'diverged' })
  expect(() => repository.git('merge', '-q', tip())).toThrow()
  expect(await publish()).toMatchObject(waits(/^a merge is under way in your checkout$/))
})

test('a commit of the run that is taken back, with nothing done since, stays away', async () => {
  const done = await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  await publish()
  repository.git('reset', '-q', '--hard', start)
  expect(await publish()).toMatchObject({ is: 'published', gone: [done] })
  expect([tip(), repository.git('rev-parse', 'main'), repository.read('src/b.txt')]).toEqual([start, start, 'b1\n'])
})

test('so does one that a person had merged by hand', async () => {
  const done = await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  repository.write('src/b.txt', 'in the way\n')
  expect(await publish()).toMatchObject(waits(/are in the way/))
  repository.git('checkout', '-q', '--', 'src/b.txt')
  repository.git('merge', '-q', '--ff-only', done)
  expect(await publish()).toMatchObject({ is: 'published' })
  repository.git('reset', '-q', '--hard', start)
  expect(await publish()).toMatchObject({ is: 'published', gone: [done] })
  expect([tip(), repository.git('rev-parse', 'main')]).toEqual([start, start])
})

test('a commit of the run whose message a person has mended is not gone', async () => {
  await doTask(repository, workspaces, 'T001', setTo('b2\n'))
  await publish()
  repository.git('commit', '-q', '--amend', '-m', 'T001, told better')
  expect(await publish()).toMatchObject({ is: 'published', gone: [] })
  expect(tip()).toBe(repository.git('rev-parse', 'main'))
})
