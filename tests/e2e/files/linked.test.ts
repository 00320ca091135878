/** Files that have two names by a link within the repository, as `CLAUDE.md` is often one to `AGENTS.md`. */

import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function projectOf(files: readonly string[], agent: string): Project {
  const project = makeProject()
  const tasks = files.map((it, at) => `- [ ] T000${at + 1} Do it\n  files: ${it}\n`)
  project.write('tasks.md', `## Phase 06: Implementation -- PENDING\n\n${tasks.join('')}`)
  project.write('AGENTS.md', 'begin\n')
  project.write('docs/old.md', 'old\n')
  symlinkSync('AGENTS.md', path.join(project.root, 'CLAUDE.md'))
  symlinkSync('docs', path.join(project.root, 'pages'))
  project.commit('Begin')
  project.agent(agent)
  return project
}

const run = (project: Project): ReturnType<Project['run']> =>
  project.run('run', 'tasks.md', '--yes', '--jobs', '2', '--exec', project.exec)

test('tasks that declare two names of one file come after each other, and depart from nothing', async () => {
  const project = projectOf(
    ['CLAUDE.md (MODIFY)', 'AGENTS.md (MODIFY)', 'pages/new.md (CREATE)', 'pages/old.md (DELETE)'],
    `const work = {
      T0001: () => append('CLAUDE.md', 'one\\n'),
      T0002: () => append('AGENTS.md', 'two\\n'),
      T0003: () => write('pages/new.md', 'new'),
      T0004: () => rmSync('docs/old.md'),
    }
    work[task]()`,
  )
  const { code, out } = await run(project)
  expect(out).not.toContain('DEVIATION')
  expect([code, project.read('AGENTS.md'), project.read('docs/new.md')]).toEqual([0, 'begin\none\ntwo\n', 'new'])
})

test('what lies behind a linked folder and was not deleted is not done', async () => {
  const project = projectOf(['pages/old.md (DELETE)', 'pages/new.md (CREATE)'], '')
  const { code, out } = await run(project)
  expect(code).toBe(1)
  expect(out).toContain('pages/old.md was to be deleted and is still there')
  expect(out).toContain('pages/new.md was to be created and is not there')
})

test('who is to delete a link leaves what it leads to as it is', async () => {
  const project = projectOf(['CLAUDE.md (DELETE)'], `rmSync('CLAUDE.md')\nrmSync('AGENTS.md')`)
  const { code, out } = await run(project)
  expect([code, out]).toEqual([0, expect.stringContaining('AGENTS.md was deleted outside the declared files')])
})
