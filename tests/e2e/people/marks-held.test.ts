/** What a reason or a half-written plan could do to the other tasks of the file, and what is said of a mark that is not shown. */

import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Project, projectsOfTests, type RunView } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function projectWith(plan: string, agent: string): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(agent)
  return project
}

const tasks = (...ids: readonly string[]): string =>
  ids.map((id) => `- [ ] ${id} Do ${id}\n  files: ${id}.txt (CREATE)\n`).join('')

test('a reason that closes a comment hides no task of the plan', async () => {
  const project = projectWith(
    `# P\n\n## Phase 06: Implementation\n<!-- note\n${tasks('T001', 'T002', 'T003')}`,
    `if (task === 'T002') say({ status: 'blocked', reason: 'cannot map a --> b' })
     else write(task + '.txt', task)`,
  )
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'blocked', 'done'])
  expect(code).toBe(1)
  expect(project.read('tasks.md')).toContain(
    '- [BLOCKED] T002 Do T002\n  files: T002.txt (CREATE)\n  reason: The agent says it cannot be done: cannot map a -- > b',
  )
  expect(project.read('tasks.md').match(/- \[X\]/g)).toHaveLength(2)
  const { out } = await project.run('graph', 'tasks.md', '--json')
  expect((JSON.parse(out) as { tasks: unknown[] }).tasks).toHaveLength(3)
})

test('what somebody writes who has had the plan open since before a mark replaced it comes into the plan', async () => {
  const project = projectWith(
    `# P\n\n## Phase 06: Implementation\n${tasks('T001', 'T002', 'T003')}`,
    `if (task === 'T001') say({ status: 'blocked', reason: 'no way' })
     else { await meet(task); write(task + '.txt', task) }`,
  )
  const opened = openSync(path.join(project.root, 'tasks.md'), 'a')
  try {
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('T002', running)
    await project.showsMarks('tasks.md', '- [BLOCKED] T001', running)
    writeSync(opened, '\nA late note.\n')
    project.release('T002')
    await project.arrived('T003', running)
    await project.shows('tasks.md', '\nA late note.\n', running)
    project.release('T003')
    const { code, out } = await running.ended
    expect(code, out).toBe(1)
  } finally {
    closeSync(opened)
  }
  const text = project.read('tasks.md')
  expect(text.split('A late note.')).toHaveLength(2)
  expect(text.match(/- \[X\]/g)).toHaveLength(2)
})

test('a run shows its marks and ends beside somebody who appends to the plan without a pause', async () => {
  const project = projectWith(
    `# P\n\n## Phase 06: Implementation\n${tasks('T001', 'T002', 'T003')}\n## Notes\n\n`,
    `write(task + '.txt', task)`,
  )
  const plan = path.join(project.root, 'tasks.md')
  let notes = 0
  const writing = setInterval(() => appendFileSync(plan, `note ${(notes += 1)}\n`), 1)
  onTestFinished(() => {
    clearInterval(writing)
  })
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
  clearInterval(writing)
  expect(code, out).toBe(0)
  const text = project.read('tasks.md')
  expect(text.match(/- \[X\]/g)).toHaveLength(3)
  expect(text.match(/^note \d+$/gm)).toEqual(Array.from({ length: notes }, (_, at) => `note ${at + 1}`))
})

test.each(['none', 'in-place'])('an agent that does so in the plan’s own folder (%s) adds no task', async (kind) => {
  const project = projectWith(
    `# P\n\n## Phase 06: Implementation\n${tasks('T001', 'T002', 'T003')}`,
    `const { openSync, writeSync } = await import('node:fs')
     const plan = openSync('tasks.md', 'a')
     if (task !== 'T004') await meet(task)
     if (task === 'T001') writeSync(plan, '- [ ] T004 Do what nobody asked for\\n  files: four.txt (CREATE)\\n')
     write(task + '.txt', task)`,
  )
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--workspace', kind, '--yes', '--json')
  await project.arrived('T001', running)
  expect((await project.run('skip', 'tasks.md', 'T003', '-m', 'for later')).code).toBe(0)
  await project.showsMarks('tasks.md', '- [SKIP] T003', running)
  project.release('T001')
  await project.arrived('T002', running)
  project.release('T002')
  const { code, out, err } = await running.ended
  expect(code, err).toBe(0)
  expect((JSON.parse(out) as RunView).tasks.map((it) => it.id)).toEqual(['T001', 'T002', 'T003'])
  expect(project.read('tasks.md')).not.toContain('T004')
})

test('a plan that lost most of its tasks is not written into, and the run waits for it', async () => {
  const project = projectWith(
    `# P\n\n## Phase 06: Implementation\n${tasks('T001', 'T002', 'T003')}`,
    `if (task === 'T003') await meet('three')
     write(task + '.txt', task)`,
  )
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('three', running)
  await project.shows('tasks.md', '[X] T002', running)
  const text = project.read('tasks.md')
  const half = `# P\n\n## Phase 06: Implementation\n${tasks('T003')}`
  project.write('tasks.md', half)
  project.release('three')
  const { code, out } = await running.ended
  expect(code, out).toBe(3)
  expect(out).toMatch(/^\? project: tasks\.md is being edited \(MW012\)$/m)
  expect(project.read('tasks.md')).toBe(half)
  project.write('tasks.md', text)
  expect(await project.view('resume', 'tasks.md')).toMatchObject({ code: 0 })
  expect(project.read('tasks.md').match(/- \[X\]/g)).toHaveLength(3)
})
