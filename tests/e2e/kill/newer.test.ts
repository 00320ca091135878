/** A journal that a newer version wrote is refused before anybody is asked to trust what would run. */

import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/system/database.ts'
import { projectsOfTests } from '../../rig/project.ts'
import { killedAtWork } from './killed-at-work.ts'

const makeProject = projectsOfTests()

test('run and resume say MW703, and nothing of trust', async () => {
  const { project, journal } = await killedAtWork(makeProject())
  project.write('millwright.toml', '[gates.unit]\nrun = ["true"]\n')
  const database = openDatabase(path.join(journal, 'journal.db'), 5_000)
  database.run("UPDATE meta SET value = '99' WHERE key = 'version'")
  database.close()
  for (const verb of ['run', 'resume']) {
    const { code, err } = await project.run(verb, 'tasks.md')
    expect([code, err], verb).toEqual([2, expect.stringContaining('MW703')])
    expect(err).not.toContain('trust')
  }
  const { out, err } = await project.run('verify', 'tasks.md')
  expect(out).toMatch(/^journal intact: .*\nMW703 .*: a newer version of millwright wrote this journal/)
  expect(out + err).not.toContain('MW702')
})
