/** A box that says something nobody knows, from the first run to the end. */

import { afterEach, expect, test } from 'vitest'
import { makeProject, type Project } from '../../rig/project.ts'

let project: Project
afterEach(() => project.end())

const text = `## Phase 06: Implementation

- [~] T001 One
  files: one (CREATE)
- [ ] T002 Two
  blocked_by: [T001]
  files: two (CREATE)
- [ ] T003 Three
  files: three (CREATE)
`

test('it is asked about, nothing is written over it, and a known mark in the plan is the answer', async () => {
  project = makeProject()
  project.write('tasks.md', text)
  project.commit('Begin')
  project.agent(`write({ T001: 'one', T002: 'two', T003: 'three' }[task], '')`)
  const first = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec)
  expect(first.code).toBe(3)
  expect(first.view.tasks.map((it) => [it.id, it.state])).toEqual([
    ['T001', 'blocked'],
    ['T002', 'pending'],
    ['T003', 'done'],
  ])
  expect(first.view.waiting).toMatchObject([{ on: 'human', review: 'R1', kind: 'mark' }])
  expect(project.read('tasks.md')).toBe(text.replace('[ ] T003', '[X] T003'))
  const asked = await project.run('review', '--plan', 'tasks.md')
  expect(asked.out).toContain('The mark in its box is not known')

  project.write('tasks.md', project.read('tasks.md').replace('[~]', '[ ]'))
  const second = await project.run('resume', 'tasks.md')
  expect(second, second.err).toMatchObject({ code: 0 })
  expect(project.read('tasks.md').match(/\[X\] T\d+/g)).toHaveLength(3)
})

test('left as it is, it ends blocked with what waits for it', async () => {
  project = makeProject()
  project.write('tasks.md', text)
  project.commit('Begin')
  project.agent(`write({ T001: 'one', T002: 'two', T003: 'three' }[task], '')`)
  expect((await project.run('run', 'tasks.md', '--yes', '--exec', project.exec)).code).toBe(3)
  expect((await project.run('review', 'block', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md')).code).toBe(1)
  expect(project.read('tasks.md')).toContain('[~] T001')
  expect(project.read('tasks.md')).toContain('reason: Unmet dependencies: T001')
})
