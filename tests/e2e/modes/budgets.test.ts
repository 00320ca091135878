/** What a run may use is counted before an agent starts, and a person goes on where it is used. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const line = (id: string): string => `- [ ] ${id} Number ${id}\n  files: src/${id}.txt (CREATE)\n`
const plan = `## Phase 06: Implementation\n\n${['T0001', 'T0002', 'T0003'].map(line).join('')}`

test('where the budget of a run is used, what is done stays done and the run waits; with a larger one it goes on', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('millwright.toml', '[policy.budgets]\nrun_attempts = 2\n')
  project.commit('Begin')
  project.agent('write(`src/${task}.txt`, task)')
  const first = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect({ code: first.code, out: first.out }).toEqual({
    code: 3,
    out: expect.stringContaining('all that this run may use is used: 2 attempts (policy.budgets.run_attempts)'),
  })
  expect(project.read('tasks.md')).toMatch(/\[X\] T0001[^]*\[X\] T0002[^]*\[ \] T0003/)
  const again = await project.run('resume', 'tasks.md', '--yes')
  expect(again.code).toBe(3)
  expect(project.git('log', '--format=%s').trim().split('\n')).toHaveLength(3)
  project.write('millwright.toml', '[policy.budgets]\nrun_attempts = 3\n')
  project.commit('More')
  const last = await project.run('resume', 'tasks.md', '--yes')
  expect(last.code, last.out + last.err).toBe(0)
  expect(project.read('tasks.md')).toMatch(/\[X\] T0003/)
})

test('an agent gets no more time than its task has left', async () => {
  const project = makeProject()
  project.write('tasks.md', `## Phase 06: Implementation\n\n${line('T0001')}`)
  project.write('millwright.toml', '[policy.budgets]\ntask_time = 1.5\n')
  project.commit('Begin')
  // Only its end by force is looked at: how long that takes is nobody's promise.
  project.agent('await new Promise(() => setInterval(() => undefined, 1000))')
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(1)
  expect(view.tasks.map((it) => [it.state, it.attempts, it.reason])).toEqual([
    ['blocked', 1, expect.stringContaining('its budget of 1.5 s is used (policy.budgets.task_time)')],
  ])
})

test('an attempt is charged with no more than its own agent may take: several go on at once', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  const agent = `[agents.a]\ncommand = ${JSON.stringify(project.exec.split(' '))}\ntimeout = "10m"\n`
  project.write('millwright.toml', `${agent}[policy.budgets]\nrun_time = "1h"\n`)
  project.commit('Begin')
  project.agent('write(`src/${task}.txt`, task)\nawait meet(task)')
  const running = project.begin('run', 'tasks.md', '--agent', 'a', '--jobs', '2', '--yes')
  await project.arrived('T0001', running)
  await project.arrived('T0002', running)
  for (const task of ['T0001', 'T0002', 'T0003']) project.release(task)
  expect((await running.ended).code).toBe(0)
})
