/** The journal's last write was cut off with the executor: whoever looks first is told, and the run goes on. */

import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Finished } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { killedAtWork } from './killed-at-work.ts'

const makeProject = projectsOfTests()

/** A run that died while its agent was at work, and the last write of its journal with it. */
async function torn(): Promise<Project> {
  const { project, journal } = await killedAtWork(makeProject())
  const log = path.join(journal, 'journal.db-wal')
  truncateSync(log, statSync(log).size - 1000)
  // A write that was cut off was not noted as safe.
  rmSync(path.join(journal, 'journal.count'))
  return project
}

const said = 'MW700 the last write of the journal was cut off and is dropped'
const resume = (project: Project): Promise<Finished> => project.run('resume', 'tasks.md')

test('the run that goes on says so', async () => {
  const project = await torn()
  const { code, err } = await resume(project)
  expect([code, err]).toEqual([0, expect.stringContaining(said)])
  expect(project.read('tasks.md')).toContain('[X] T001')
})

test('verify says so until a run has gone on', async () => {
  const project = await torn()
  const { out } = await project.run('verify', 'tasks.md')
  expect(out).toMatch(/^journal intact: \d+ events/)
  expect(out).toContain(`\n${said}`)
  expect((await resume(project)).code).toBe(0)
  expect((await project.run('verify', 'tasks.md')).out).not.toContain('MW700')
  expect(project.read('tasks.md')).toContain('[X] T001')
})

test('damage in a last write that was safe is told, and looking takes nothing of it away', async () => {
  const { project, journal } = await killedAtWork(makeProject())
  const log = path.join(journal, 'journal.db-wal')
  const damaged = readFileSync(log)
  damaged.writeUInt8((damaged.at(-9) ?? 0) ^ 1, damaged.length - 9)
  writeFileSync(log, damaged)
  const files = (): readonly Buffer[] =>
    ['journal.db', 'journal.db-wal', 'journal.count'].map((it) => readFileSync(path.join(journal, it)))
  const before = files()
  for (const verb of ['status', 'verify', 'log', 'resume']) {
    const { code, out, err } = await project.run(verb, 'tasks.md')
    expect([code, out + err], verb).toEqual([
      2,
      expect.stringMatching(/MW702 .*the journal held \d+ events and the last/),
    ])
    expect(files(), verb).toEqual(before)
  }
})
