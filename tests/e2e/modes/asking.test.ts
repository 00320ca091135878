/** Modes that ask a person, wherever they are named. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test.each([
  ['the project', 'millwright.toml'],
  ['the person', '../home/.config/millwright/config.toml'],
])('a mode that the file of %s names asks about each draft', async (_, file) => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.write(file, '[policy]\nmode = "collaborative"\n')
  project.commit('Begin')
  project.agent(`write('one.txt', 'one')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.mode, view.waiting.map((it) => it.kind)]).toEqual([3, 'collaborative', ['draft']])
  expect(project.git('ls-files', 'one.txt')).toBe('')
})
