/** Files that have two names by a link within the repository, as `CLAUDE.md` is often one to `AGENTS.md`. */

import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function projectOf(files: readonly string[], agent: string, git = true): Project {
  const project = makeProject({ git })
  const tasks = files.map((it, at) => `- [ ] T000${at + 1} Do it\n  files: ${it}\n`)
  project.write('tasks.md', `## Phase 06: Implementation -- PENDING\n\n${tasks.join('')}`)
  project.write('AGENTS.md', 'begin\n')
  project.write('docs/old.md', 'old\n')
  symlinkSync('AGENTS.md', path.join(project.root, 'CLAUDE.md'))
  symlinkSync('docs', path.join(project.root, 'pages'))
  if (git) project.commit('Begin')
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

test.each([
  ['with git', true],
  ['without git', false],
])('%s, what lies behind a linked folder and was not deleted is not done', async (_what, git) => {
  const project = projectOf(['pages/old.md (DELETE)', 'pages/new.md (CREATE)'], '', git)
  const { code, out } = await run(project)
  expect(code).toBe(1)
  expect(out).toContain('pages/old.md was to be deleted and is still there')
  expect(out).toContain('pages/new.md was to be created and is not there')
})

test('without git, what is done behind a linked folder is seen', async () => {
  const files = ['pages/new.md (CREATE)', 'pages/old.md (DELETE)', 'CLAUDE.md (MODIFY)']
  const work = `({ T0001: () => write('docs/new.md', 'new'), T0002: () => rmSync('docs/old.md'), T0003: () => append('AGENTS.md', 'x') })`
  const project = projectOf(files, `const work = ${work}\nwork[task]()`, false)
  const { code, out } = await run(project)
  expect(out).not.toContain('DEVIATION')
  expect(code).toBe(0)
})

test('who is to delete a link leaves what it leads to as it is', async () => {
  const project = projectOf(['CLAUDE.md (DELETE)'], `rmSync('CLAUDE.md')\nrmSync('AGENTS.md')`)
  const { code, out } = await run(project)
  expect([code, out]).toEqual([0, expect.stringContaining('AGENTS.md was deleted outside the declared files')])
})

test('a link that was made since the last run is followed in the next one', async () => {
  const project = projectOf(['docs/first.md (CREATE)', 'NOTES.md (MODIFY)'], `write('docs/first.md', task)`)
  project.write('NOTES.md', 'notes\n')
  project.commit('Notes')
  const only = ['run', 'tasks.md', '--yes', '--exec', project.exec, '--only']
  expect(await project.run(...only, 'T0001')).toMatchObject({ code: 0 })
  rmSync(path.join(project.root, 'NOTES.md'))
  symlinkSync('AGENTS.md', path.join(project.root, 'NOTES.md'))
  project.commit('A link')
  project.agent(`append('NOTES.md', task)`)
  const { code, out } = await project.run(...only, 'T0002')
  expect([code, out]).toEqual([0, expect.not.stringContaining('DEVIATION')])
})
