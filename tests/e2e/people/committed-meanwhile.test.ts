/** Somebody commits in the folder in which an agent works: that alone makes no task done. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 Do it
  files: src/a.txt (MODIFY)
`

test.each([
  ['', 1, '- [BLOCKED] T0001 Do it'],
  [`write('src/a.txt', 'done')`, 0, '- [X] T0001 Do it'],
])('in place, beside a commit of another file, an agent that does "%s": exit code %i', async (work, code, mark) => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('src/a.txt', 'a')
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('Begin')
  project.agent(`await meet('agent')\n${work}`)
  const running = project.begin('run', 'tasks.md', '--yes', '--exec', project.exec, '--workspace', 'in-place')
  await project.arrived('agent', running)
  project.write('src/theirs.txt', 't')
  project.git('add', 'src/theirs.txt')
  project.git('commit', '-q', '-m', 'Theirs')
  project.release('agent')
  const ended = await running.ended
  expect([ended.code, project.read('tasks.md').split('\n')[2]]).toEqual([code, mark])
  const words = 'and it was committed on the branch meanwhile: by the agent, or by you'
  if (code === 0) expect((await project.run('log', 'tasks.md')).out + ended.out + ended.err).toContain(words)
  else expect(ended.out).toContain('changes nothing but what was committed on the branch meanwhile')
})
