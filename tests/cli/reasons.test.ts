/** Whose a reason beside a mark is: ours goes when the task is open again, a person's own stays. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Plan

## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
- [ ] T003 Three
  files: three.txt (CREATE)
`

const writesItsFile = `write({ T001: 'one', T002: 'two', T003: 'three' }[task] + '.txt', task)`

function make(text: string): Project {
  const project = makeProject()
  project.write('tasks.md', text)
  project.commit('Begin')
  project.agent(writesItsFile)
  return project
}

test('unblock takes away what skip and defer wrote, and the mark, of a task that was not even selected', async () => {
  const project = make(plan)
  await project.run('run', 'tasks.md', '--only', 'T001', '--exec', project.exec)
  await setAside(project)
  expect(project.read('tasks.md')).toBe(plan.replace('[ ] T001', '[X] T001'))
})

test('and of one that was blocked before: nothing of ours is left when all is done', async () => {
  const text = plan.replace('T003 Three\n', 'T003 Three\n  blocked_by: [T001]\n')
  const project = make(text)
  project.agent(`say({ status: 'blocked', text: 'no' })`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(1)
  await setAside(project)
  await project.run('unblock', 'tasks.md', 'T001')
  expect(project.read('tasks.md')).toBe(text)
  project.agent(writesItsFile)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  expect(project.read('tasks.md')).toBe(text.replaceAll('[ ]', '[X]'))
})

/** Skips T002 and defers T003, sees that the plan says why, and opens both again. */
async function setAside(project: Project): Promise<void> {
  await project.run('skip', 'tasks.md', 'T002', '-m', 'not now')
  await project.run('defer', 'tasks.md', 'T003', '-m', 'later')
  expect(project.read('tasks.md')).toContain('- [SKIP] T002 Two\n  files: two.txt (CREATE)\n  reason: not now\n')
  expect(project.read('tasks.md')).toContain('  files: three.txt (CREATE)\n  defer_reason: later\n')
  for (const id of ['T002', 'T003']) await project.run('unblock', 'tasks.md', id)
}

test('a reason that a person wrote stays when the task is open again', async () => {
  const own = `${plan.replace('[ ] T003', '[BLOCKED] T003').trimEnd()}\n  reason: my own words\n`
  const project = make(
    own.replace('[ ] T002', '[DEFER] T002').replace('two.txt (CREATE)', 'two.txt (CREATE)\n  defer_reason: mine, too'),
  )
  await project.run('run', 'tasks.md', '--exec', project.exec)
  for (const id of ['T002', 'T003']) expect((await project.run('unblock', 'tasks.md', id)).code).toBe(0)
  expect(project.read('tasks.md')).toContain('- [ ] T002 Two\n  files: two.txt (CREATE)\n  defer_reason: mine, too\n')
  expect(project.read('tasks.md')).toContain('- [ ] T003 Three\n  files: three.txt (CREATE)\n  reason: my own words\n')
})

test.each([
  ['a line', '- [ ] T001 One\n  files: one.txt (CREATE)\n  reason: asked for by Ann\n'],
  ['a bullet', '- [ ] T001 One\n  files: one.txt (CREATE)\n  - reason: asked for by Ann\n'],
  ['an annotation', '- [ ] T001 One | reason: asked for by Ann\n  files: one.txt (CREATE)\n'],
])('a reason of a person that ours took the place of is back when ours goes: %s', async (_form, task) => {
  const text = `# Plan\n\n## Phase 06: Implementation\n\n${task}`
  const project = make(text)
  project.agent(`say({ status: 'blocked', text: 'no key' })`)
  for (const once of ['first', 'again']) {
    await project.run('run', 'tasks.md', '--exec', project.exec)
    expect(project.read('tasks.md'), once).toContain('no key')
    expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
    expect(project.read('tasks.md'), once).toBe(text)
  }
})
