/** Tasks that look the same: each is done, and each gets its own mark. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test.each(['- [ ] Add tests', '- [ ] T002 Add tests'])('two boxes "%s" in one phase are both marked', async (box) => {
  const project = makeProject()
  const plan = `# Task Plan: page\n\n## Phase 06: Implementation\n\n- [ ] T001 First\n  files: done.txt (CREATE)\n${box}\n${box}\n`
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`append('done.txt', 'x\\n')`)
  const { code } = await project.run('run', 'tasks.md', '--exec', project.exec, '--gate', 'ok=true')
  expect([code, project.read('tasks.md')]).toEqual([0, plan.replaceAll('[ ]', '[X]')])
})

test('and so is one in another phase, where two in this one look the same', async () => {
  const project = makeProject()
  const plan = `## Phase 06: Implementation

- [ ] Write tests
  files: done.txt (MODIFY)
- [ ] Write tests
  files: done.txt (MODIFY)

## Phase 07: Testing

- [ ] Write tests
  files: done.txt (MODIFY)
`
  project.write('tasks.md', plan)
  project.write('done.txt', '')
  project.commit('Begin')
  project.agent(`append('done.txt', 'x\\n')`)
  const { code } = await project.run('run', 'tasks.md', '--exec', project.exec, '--gate', 'ok=true', '--phase', 'all')
  expect([code, project.read('tasks.md')]).toEqual([0, plan.replaceAll('[ ]', '[X]')])
  expect(project.git('show', 'HEAD:tasks.md')).toBe(plan.replaceAll('[ ]', '[X]'))
})
