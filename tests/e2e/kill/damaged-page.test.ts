/** A page of the journal that the disk gave back empty, whatever it held: nobody goes on with what `verify` calls damaged. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/system/database.ts'
import { projectsOfTests } from '../../rig/project.ts'
import { killedAtWork } from './killed-at-work.ts'

const makeProject = projectsOfTests()
const page = 4096

test('resume starts nothing, skip writes nothing, status does not say go on, and all stays as it is', async () => {
  const { project, journal } = await killedAtWork(makeProject())
  const file = path.join(journal, 'journal.db')
  const database = openDatabase(file, 1_000)
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const whole = readFileSync(file)
  const before = [project.read('tasks.md'), project.git('for-each-ref')]
  project.agent(`write('../begun', '')`)

  for (let at = page; at < whole.length; at += page) {
    const damaged = Buffer.from(whole).fill(0, at, at + page)
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    writeFileSync(file, damaged)
    const { code, err } = await project.run('resume', 'tasks.md', '--yes')
    expect([code, err], `page ${at / page + 1}`).toEqual([2, expect.stringMatching(/MW70[12] .*nothing was started/)])
    const skipped = await project.run('skip', 'tasks.md', 'T001')
    expect([skipped.code, skipped.err], `page ${at / page + 1}`).toEqual([2, expect.stringMatching(/MW70[12] /)])
    const status = await project.run('status', 'tasks.md')
    expect([status.code, status.err], `page ${at / page + 1}`).toEqual([2, expect.stringMatching(/MW70[12] /)])
    expect(status.out).not.toContain('go on with')
    expect(readFileSync(file).equals(damaged)).toBe(true)
  }
  expect([project.read('tasks.md'), project.git('for-each-ref')]).toEqual(before)

  writeFileSync(file, whole)
  project.agent('')
  expect((await project.run('verify', 'tasks.md')).code).toBe(0)
})

test.each([0, 3, 4, 6, 9])(
  'a look at what a killed executor has left moves nothing of it: page %i is zeroed',
  async (at) => {
    const { project, journal } = await killedAtWork(makeProject())
    const files = ['journal.db', 'journal.db-wal', 'journal.count'].map((it) => path.join(journal, it))
    // Page 0 is none: without damage it is the same.
    const [file = ''] = files
    const whole = readFileSync(file)
    if (at > 0) writeFileSync(file, Buffer.from(whole).fill(0, (at - 1) * page, at * page))
    const states = (): readonly string[] => files.map((it) => readFileSync(it, 'latin1'))
    const before = states()
    expect(before[1]).not.toBe('')
    const looks = [['status'], ['log'], ['why', 'T001'], ['verify'], ['review', 'list']]
    for (const [verb = '', ...rest] of looks) {
      const words = verb === 'review' ? [verb, ...rest, 'tasks.md'] : [verb, 'tasks.md', ...rest]
      await project.run(...words)
      expect(
        states().map((it, index) => it === before[index]),
        words.join(' '),
      ).toEqual([true, true, true])
    }
  },
)

test('a run that is gone on with and ends leaves no log beside its journal', async () => {
  const { project, journal } = await killedAtWork(makeProject())
  expect(readdirSync(journal)).toContain('journal.db-wal')
  // Each by a process that lets go of the journal when it ends.
  expect((await project.begin('resume', 'tasks.md', '--yes').ended).code).toBe(0)
  await project.begin('verify', 'tasks.md').ended
  expect(readdirSync(journal).filter((it) => it.startsWith('journal.db'))).toEqual(['journal.db'])
})
