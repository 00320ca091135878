/** What a person said of a task and takes back, or says otherwise: its mark goes with it. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test.each(['defer', 'skip'])('%s, and then unblock, of a task whose blocker is blocked', async (verb) => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  blocked_by: [T001]
  files: two.txt (CREATE)
`,
  )
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('Begin')
  project.agent(`if (existsSync('mended') || task === 'T002') write({ T001: 'one.txt', T002: 'two.txt' }[task], task)`)
  expect(await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')).toMatchObject({ code: 1 })
  expect(await project.run(verb, 'tasks.md', 'T002')).toMatchObject({ code: 0 })
  expect(project.read('tasks.md')).toMatch(/- \[(DEFER|SKIP)\] T002/)
  expect(await project.run('unblock', 'tasks.md', 'T002')).toMatchObject({ code: 0 })
  const again = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(again, again.err).toMatchObject({ code: 1 })
  expect(project.read('tasks.md')).toContain('- [BLOCKED] T002 Two')
  project.write('mended', '')
  project.commit('Mended')
  expect(await project.run('unblock', 'tasks.md', 'T001')).toMatchObject({ code: 0 })
  const last = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(last, last.err).toMatchObject({ code: 0 })
  expect(project.read('tasks.md').match(/- \[X\]/g)).toHaveLength(2)
  expect(project.read('tasks.md')).not.toContain('reason')
})

test.each(['defer', 'skip'])('%s of a task that the same person has ticked since is refused', async (verb) => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
`,
  )
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('Begin')
  project.agent('')
  expect(await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')).toMatchObject({ code: 1 })
  project.write('tasks.md', project.read('tasks.md').replace('[BLOCKED]', '[X]'))
  const said = await project.run(verb, 'tasks.md', 'T001')
  expect(said).toMatchObject({ code: 2 })
  expect(said.err).toContain(`T001 is ticked in the plan, and the next run takes it for done by a person`)
  expect(said.err).toContain(`to ${verb} it, open its box first`)
  project.write('tasks.md', project.read('tasks.md').replace('[X]', '[ ]'))
  expect(await project.run(verb, 'tasks.md', 'T001')).toMatchObject({ code: 0 })
  expect(project.read('tasks.md')).toMatch(/- \[(DEFER|SKIP)\] T001/)
})
