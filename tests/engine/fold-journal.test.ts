/** What a journal says and who holds its lock are two looks: what happens between them is not told wrongly. */

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldWithExecutor } from '../../src/engine/fold-journal.ts'
import { journalHost } from '../../src/engine/journal-host.ts'
import { openJournal, type Journal } from '../../src/engine/journal/journal.ts'
import type { Holder } from '../../src/system/lock.ts'
import { plan, task, World } from '../run/world.ts'

let dir: string
let journal: Journal
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'millwright-fold-'))
  const opened = openJournal({ dir, planId: 'plan', create: true })
  if (opened.is !== 'open') throw new Error(opened.is)
  journal = opened.journal
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Plays a run of one task and writes it in two parts. @returns writes the second, with which it ends */
function midway(): () => void {
  const world = new World()
  world.start(plan([task('A')]))
  world.run()
  const begun = journal.beginEpoch()
  if (begun.is !== 'begun') throw new Error(begun.is)
  const host = journalHost(journal, { run: 'run-1', epoch: begun.epoch, count: 0 })
  const write = (events: typeof world.log): void => host.append(events, { revision: null, acknowledges: [] })
  write(world.log.slice(0, 5))
  return () => write(world.log.slice(5))
}

const somebody = { pid: 1, since: 1, host: 'here' } as unknown as Holder

test('a run that ends between the two looks has ended, and was not cut off', async () => {
  const end = midway()
  const holder = (): Promise<null> => {
    if (journal.read().events.length === 5) end()
    return Promise.resolve(null)
  }
  const found = await foldWithExecutor(journal, holder)
  expect([found.state.status, found.executor]).toEqual(['finished', null])
})

test('where it has ended and the next executor holds the lock already, both are told', async () => {
  const end = midway()
  let looks = 0
  const holder = (): Promise<Holder | null> => {
    looks += 1
    if (looks === 1) end()
    return Promise.resolve(looks === 1 ? null : somebody)
  }
  const found = await foldWithExecutor(journal, holder)
  expect([found.state.status, found.executor]).toEqual(['finished', somebody])
})

test('a run whose executor is gone stays as it is, without one', async () => {
  midway()
  const found = await foldWithExecutor(journal, () => Promise.resolve(null))
  expect([found.state.status, found.executor, found.count]).toEqual(['running', null, 5])
})

test('a run at work is told with who drives it', async () => {
  midway()
  const found = await foldWithExecutor(journal, () => Promise.resolve(somebody))
  expect([found.state.status, found.executor]).toEqual(['running', somebody])
})
