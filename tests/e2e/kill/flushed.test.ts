/** What a power cut must not take is on the disk before anything names it: the order of calls in a recorded run. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOperations, recording, type FileOperation } from '../../../prove/rig/file-operations.ts'
import { straceMissing } from '../../../prove/rig/strace.ts'
import { obey, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'

const tasks: readonly PlannedTask[] = [
  { id: 'T0001', files: { 'src/new/one.txt': 'CREATE' } },
  { id: 'T0002', blockedBy: ['T0001'], files: { 'src/two.txt': 'MODIFY' } },
]

// Where it cannot trace, CI says so: it installs strace.
describe.skipIf(straceMissing() !== null)('in a run whose calls are recorded', () => {
  let repository: Repository
  let operations: readonly FileOperation[]

  beforeAll(async () => {
    repository = makeRepository({
      files: {
        'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]),
        'src/two.txt': 'begin\n',
      },
      script: { by: 'state', tasks: Object.fromEntries(tasks.map((it) => [it.id, [obey(it)]])) },
    })
    const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-flushed-'))
    const trace = path.join(folder, 'trace')
    const words = ['run', 'tasks.md', '--exec', repository.exec, '--yes']
    const ended = await repository.startUnder(recording(trace), words).ended
    expect(ended).toMatchObject({ code: 0 })
    operations = readOperations(readFileSync(trace, 'latin1'), repository.root)
    rmSync(folder, { recursive: true })
  })
  afterAll(() => repository.remove())

  /** Where a file is put into its place: which operations of the run name it as their target. */
  function placings(file: string): readonly number[] {
    const to = path.join(repository.root, file)
    return operations.flatMap((it, at) => ((it.does === 'rename' || it.does === 'link') && it.to === to ? [at] : []))
  }

  /** Whether what is put into its place there was flushed after the last byte was written into it. */
  function isFlushed(at: number): boolean {
    const file = operations[at]?.path
    const before = operations.slice(0, at).filter((it) => it.path === file)
    return (
      before.findLastIndex((it) => it.does === 'sync' && it.what === 'all') >
      before.findLastIndex((it) => it.does === 'write' || it.does === 'copy' || it.does === 'truncate')
    )
  }

  test.each([
    ['the mark in git’s lock of the index', '.git/index.lock'],
    ['the person’s index', '.git/index'],
    ['a published file that is new', 'src/new/one.txt'],
    ['a published file that is changed', 'src/two.txt'],
  ])('%s is flushed before it gets its name', (_, file) => {
    const found = placings(file)
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(isFlushed)).toEqual(found.map(() => true))
  })

  test.each(['src/new/one.txt', 'src/two.txt'])('the name of %s is flushed before the index knows of it', (file) => {
    const [placed = Infinity] = placings(file)
    const index = placings('.git/index').find((at) => at > placed)
    expect(index).toBeDefined()
    const folder = path.dirname(path.join(repository.root, file))
    expect(operations.slice(placed, index)).toContainEqual({ does: 'sync', path: folder, what: 'all' })
  })

  test('each folder of the journal is flushed into the one above before the first event', () => {
    const events = operations.findIndex((it) => it.does === 'write' && it.path.endsWith('/journal.db-wal'))
    const journal = operations[events]?.path ?? ''
    const made = operations
      .slice(0, events)
      .flatMap((it, at) => (it.does === 'mkdir' && journal.startsWith(`${it.path}/`) ? [at] : []))
    expect(made.length).toBeGreaterThan(0)
    for (const at of made) {
      const above = path.dirname(operations[at]?.path ?? '')
      expect(operations.slice(at, events)).toContainEqual({ does: 'sync', path: above, what: 'all' })
    }
  })
})
