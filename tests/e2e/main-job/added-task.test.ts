/** An agent says that a task is missing: the policy or a person takes it into the plan, and only then it is run. */

import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const head = `# Tasks

## Progress Summary
| Phase | Total | Done | Remaining |
|---|---|---|---|
| 06 | 2 | 0 | 2 |

## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
`
const tail = `
## Phase 08: Review -- PENDING

- [ ] T0009 Look
`
const lines = `- [ ] T0010 Close one ‹by hand›
  description: Nobody closes it
  files: src/ten.txt (CREATE)
  blocked_by: [T0001]
`

/** In its first attempt the agent of T0001 proposes what the plan lacks. */
const agent = `
const files = { T0001: 'src/one.txt', T0002: 'src/two.txt', T0010: 'src/ten.txt' }
if (task === 'T0002' && attempt === 1) await meet('two')
write(files[task] ?? 'src/' + task + '.txt', task + '\\n')
if (task === 'T0001')
  say({ status: 'done', addTasks: [{
    title: 'Close one\\n<by hand>',
    description: 'Nobody closes it',
    files: ['tasks.md', 'away/x', 'millwright.toml', { path: 'src/ten.txt', action: 'create' }, '/etc/passwd'],
    blockedBy: ['T0001'],
  }] })
`

function begin(policy: string): Project {
  const project = makeProject()
  project.write('tasks.md', head + tail)
  project.write('millwright.toml', `[policy]\n${policy}\n[gates.there]\nrun = ["test", "-d", "src"]\n`)
  project.write('src/README', 'Sources\n')
  // Were one of these in the plan, it could not be run again: MW131, MW132.
  symlinkSync(project.top, path.join(project.root, 'away'))
  project.commit('Begin')
  project.agent(agent)
  return project
}

/** The plan with every task of phase 06 done and counted. */
const done = (head + lines)
  .replaceAll('[ ]', '[X]')
  .replace('| 06 | 2 | 0 | 2 |', '| 06 | 3 | 3 | 0 |')
  .replace('Implementation -- PENDING', 'Implementation -- COMPLETE')

test('by the policy it is written into the plan once, run and checked, also when the executor is killed', async () => {
  const project = begin('added_tasks = "accept"\njobs = 1')
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes')
  await project.arrived('two', running)
  await project.shows('tasks.md', 'T0010', running)
  expect(project.read('tasks.md')).toContain(lines)
  running.child.kill('SIGKILL')
  expect((await running.ended).out).toContain('    T0001 adds T0010 Close one ‹by hand› to the plan\n')
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect(code).toBe(0)
  expect(view.tasks.find(({ id }) => id === 'T0010')).toMatchObject({
    key: 'T0010',
    state: 'done',
    proof: 'verified',
    evidence: [{ gate: 'files' }, { gate: 'there', result: 'passed' }],
  })
  expect(project.read('tasks.md')).toBe(done + tail)
  expect(project.git('show', 'HEAD:tasks.md')).toBe(done + tail)
  expect(project.read('src/ten.txt')).toBe('T0010\n')
  expect(project.git('status', '--porcelain')).toBe('')
})

test('a call that names its tasks writes it and does not run it; the next one does', async () => {
  const project = begin('added_tasks = "accept"')
  const only = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes', '--only', 'T0001')
  expect(only.code).toBe(0)
  expect(project.read('tasks.md')).toContain(lines)
  expect(only.view.tasks.find(({ id }) => id === 'T0010')).toMatchObject({ state: 'pending' })
  expect(project.has('src/ten.txt')).toBe(false)
  project.release('two')
  expect((await project.view('run', 'tasks.md', '--yes')).code).toBe(0)
  expect(project.read('tasks.md')).toBe(done + tail)
})

test('by default a person is told the lines to add, until the plan has them', async () => {
  const project = begin('added_tasks = "record"')
  project.release('two')
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(0)
  const told = `! T0001 proposes a task that is not in the plan; to take it in, add behind T0002:\n${lines.replaceAll(/^(?=.)/gm, '    ')}`
  expect(out).toContain(told)
  expect((await project.run('status', 'tasks.md')).out).toContain(told)
  expect(project.read('tasks.md')).not.toContain('T0010')
  project.write('tasks.md', project.read('tasks.md').replace(tail, lines + tail))
  project.commit('Take it in')
  expect((await project.run('run', 'tasks.md', '--yes')).code).toBe(0)
  expect(project.read('src/ten.txt')).toBe('T0010\n')
  expect((await project.run('status', 'tasks.md')).out).not.toContain('proposes a task')
})
