/** What earlier runs did, and what a person accepted, is this program's to write, also where the last run was about other tasks. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 05: Design

- [ ] T001 Zero
  files: zero.txt (CREATE)

## Phase 06: Implementation

- [ ] T002 One
  files: one.txt (CREATE)
- [ ] T003 Two
  files: two.txt (CREATE)
  blocked_by: [T001]
`

function make(): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write(({ T001: 'zero', T002: 'one', T003: 'two' })[task] + '.txt', task)`)
  return project
}

const boxes = (text: string): readonly string[] => [...text.matchAll(/\[(.)\] T/g)].map(([, mark = '']) => mark)

test('a mark that is lost is written again by rebuild, whatever the last run was about', async () => {
  const project = make()
  for (const only of ['T001', 'T002', 'T003'])
    expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--only', only)).code).toBe(0)
  expect(boxes(project.git('show', 'HEAD:tasks.md'))).toEqual(['X', 'X', 'X'])
  project.write('tasks.md', plan)
  const refused = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('millwright rebuild')])
  expect((await project.run('rebuild', 'tasks.md', '--yes')).code).toBe(0)
  expect(boxes(project.read('tasks.md'))).toEqual(['X', 'X', 'X'])
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
})

test('a task that a person accepts and no run is about is ticked in the next commit', async () => {
  const project = make()
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--only', 'T002')).code).toBe(0)
  expect((await project.run('accept', 'tasks.md', 'T001')).code).toBe(0)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  expect(boxes(project.git('show', 'HEAD:tasks.md'))).toEqual(['X', 'X', 'X'])
  expect(project.git('status', '--porcelain', 'tasks.md')).toBe('')
})

test('unblock prints a run that is about its task, whatever the last one was about', async () => {
  const project = make()
  const call = ['run', 'tasks.md', '--exec', project.exec] as const
  expect((await project.run(...call, '--only', 'T001', '--gate', 'red=test ! -e zero.txt')).code).toBe(1)
  expect((await project.run(...call, '--only', 'T002')).code).toBe(0)
  const { code, out } = await project.run('unblock', 'tasks.md', 'T001')
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/start a new run with: millwright run tasks\.md --only T001\n$/),
  ])
})

test('a box that only a person had ticked, and opens again, is asked about; both ways that are named lead on', async () => {
  const project = make()
  const call = ['run', 'tasks.md', '--exec', project.exec] as const
  project.write('tasks.md', plan.replace('[ ] T002', '[X] T002'))
  project.commit('Ticked by hand')
  expect((await project.run(...call, '--only', 'T001')).code).toBe(0)
  const open = (): void => {
    project.write('tasks.md', project.read('tasks.md').replace('[X] T002', '[ ] T002'))
  }
  open()
  const refused = await project.run(...call)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MW117 T002 is done by the journal')])
  expect((await project.run('rebuild', 'tasks.md', '--yes')).code).toBe(0)
  expect(boxes(project.read('tasks.md'))).toEqual(['X', 'X', ' '])
  open()
  expect((await project.run('unblock', 'tasks.md', 'T002')).code).toBe(0)
  expect((await project.run(...call)).code).toBe(0)
  expect([project.has('one.txt'), boxes(project.read('tasks.md'))]).toEqual([true, ['X', 'X', 'X']])
})

test('marks of another journal, as a clone has them: what waited is released, and what a person blocked stays', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T001 One
  files: T001.txt (CREATE)
  reason: Implementation failed after 4 attempts: no luck
- [BLOCKED] T002 Two
  blocked_by: [T001]
  files: T002.txt (CREATE)
  reason: Unmet dependencies: T001
- [BLOCKED] T003 Three
  files: T003.txt (CREATE)
  reason: wait for the lawyers
- [BLOCKED] T005 Five
  files: T005.txt (CREATE)
  reason: Unmet dependencies: a key from the lawyers

## Phase 07: Later

- [BLOCKED] T004 Four
  blocked_by: [T001]
  files: T004.txt (CREATE)
  reason: Unmet dependencies: T001
`,
  )
  project.commit('As it was cloned')
  project.agent(`write(task + '.txt', task)`)
  const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--phase', '06')
  expect(view.tasks.map((it) => [it.id, it.state])).toEqual([
    ['T001', 'done'],
    ['T002', 'done'],
    ['T003', 'blocked'],
    ['T005', 'blocked'],
    ['T004', 'blocked'],
  ])
  expect(project.read('tasks.md').match(/- \[.*|reason.*/g)).toEqual([
    '- [X] T001 One',
    '- [X] T002 Two',
    '- [BLOCKED] T003 Three',
    'reason: wait for the lawyers',
    '- [BLOCKED] T005 Five',
    'reason: Unmet dependencies: a key from the lawyers',
    '- [BLOCKED] T004 Four',
    'reason: Unmet dependencies: T001',
  ])
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--phase', '07')).code).toBe(0)
  expect(project.read('tasks.md')).toContain('- [X] T004 Four\n  blocked_by: [T001]\n  files: T004.txt (CREATE)\n')
})

test('who waits for a blocked task keeps that mark, its reason and the counts while a run is about others', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T001 Bad
  files: a.txt (CREATE)
- [ ] T002 After it
  blocked_by: [T001]
  files: b.txt (CREATE)
- [ ] T003 In a circle
  blocked_by: [T004]
- [ ] T004 In it, too
  blocked_by: [T003]
- [ ] T005 Good
  files: c.txt (CREATE)

## Phase 08: Review

- [ ] T006 Look at it
  files: d.txt (CREATE)

## Progress Summary

| Phase | Total | Done | Blocked | Remaining |
|---|---|---|---|---|
| 06 | 5 | 0 | 0 | 5 |
| 08 | 1 | 0 | 0 | 1 |
`,
  )
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('Begin')
  project.agent(`if (task === 'T005') write('c.txt', task)
if (task === 'T006') write('d.txt', task)
if (task === 'T001' && attempt > 1) write('a.txt', task)
if (task === 'T002') write('b.txt', task)`)
  const run = (...more: readonly string[]): ReturnType<Project['run']> =>
    project.run('run', 'tasks.md', '--exec', project.exec, ...more)
  const blocked = (): unknown =>
    project
      .git('show', 'HEAD:tasks.md')
      .split('\n')
      .filter((it) => /BLOCKED|reason:|^\| 06/.test(it))
  expect((await run('--only', 'T001', 'T002', 'T003', 'T004')).code).toBe(1)
  const before = blocked()
  expect(before).toHaveLength(9)
  expect((await run('--only', 'T005')).code).toBe(0)
  expect(blocked()).toEqual([...(before as string[]).slice(0, -1), '| 06 | 5 | 1 | 4 | 0 |'])
  expect((await run('--phase', '08')).code).toBe(0)
  expect(blocked()).toEqual([...(before as string[]).slice(0, -1), '| 06 | 5 | 1 | 4 | 0 |'])
  expect(project.git('show', 'HEAD:tasks.md')).toContain('- [X] T006')
  // Once the blocker is done it is open again, whatever that run is about.
  await project.run('unblock', 'tasks.md', 'T001')
  expect((await run('--only', 'T001')).code).toBe(0)
  expect(project.git('show', 'HEAD:tasks.md')).toMatch(
    /- \[X\] T001 Bad\n.*\n- \[ \] T002 After it\n {2}blocked_by: \[T001\]\n {2}files/,
  )
})
