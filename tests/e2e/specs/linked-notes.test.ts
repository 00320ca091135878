/** Files of a spec that a person has made links of. */

import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { notepadFile, planFile, writeHarbour } from './harbour-project.ts'

const makeProject = projectsOfTests()

test('what a notepad and a folder of lessons are links to is written and committed, and the links stay links', async () => {
  const project = makeProject()
  writeHarbour(project, { '1.1': 1 })
  project.write('notes/n.md', '# Mine\n')
  project.write('filing/x', 'x')
  symlinkSync('../../notes/n.md', path.join(project.root, notepadFile))
  symlinkSync('../../filing', path.join(project.root, 'Specs/tides/_filing'))
  project.commit('Begin')
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.out + ended.err).toBe(0)
  const links = project
    .git('ls-tree', '-r', 'HEAD')
    .split('\n')
    .filter((it) => it.startsWith('120000'))
  expect(links.map((it) => it.split('\t')[1])).toEqual(['Specs/tides/_filing', notepadFile])
  expect(project.git('show', 'HEAD:notes/n.md')).toMatch(/^# Mine\n[^]*## Execution Timeline/)
  expect(project.git('ls-files', 'filing')).toContain('filing/execution_learnings_')
  expect(project.git('status', '--porcelain')).toBe('')
})
