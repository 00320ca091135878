/** A run that stands still says truly what it waits for and how it goes on. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const plan = '# Plan\n\n## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n'

function make(agent: string): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('one.txt', 'old')
  project.write('millwright.toml', '[agents.me]\nkind = "human"\n')
  project.commit('Begin')
  project.agent(agent)
  return project
}

test('review names what is in the way where no question is open', async () => {
  const project = make(`write('one.txt', 'new')`)
  expect((await project.run('status', 'tasks.md')).code).toBe(0)
  project.write('one.txt', 'mine, and not committed')
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(3)
  const { out } = await project.run('review', '--plan', 'tasks.md')
  expect(out).not.toContain('nothing waits')
  expect(out).toMatch(/publish: .*one\.txt/)
  expect(JSON.parse((await project.run('review', '--plan', 'tasks.md', '--json')).out)).toEqual([])
})

test('after a crash the way on is resume, and a task can be taken over', async () => {
  const project = make(`await meet('here')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('here', running)
  running.child.kill('SIGKILL')
  await running.ended
  const { out, err } = await project.run('pause', 'tasks.md')
  expect(`${out}${err}`).toContain('the run was cut off')
  expect(`${out}${err}`).toContain('go on with: millwright resume tasks.md')
  expect(await project.run('skip', 'tasks.md', 'T001')).toMatchObject({ code: 0 })
  project.release('here')
  expect((await project.view('resume', 'tasks.md')).view.tasks).toMatchObject([{ id: 'T001', state: 'skipped' }])
})

test('work by hand names brief and folder in whole', async () => {
  const project = make('')
  const { out } = await project.run('run', 'tasks.md', '--agent', 'me', '--yes')
  expect(out).toMatch(
    /waiting: T001 waits for a person\. The brief is \/\S+, the work belongs in \/\S+\. Once it is done, approve it .*, or resume on a terminal\./,
  )
})

test('of a branch that was renamed meanwhile it is not said that the work is on it', async () => {
  const rename = "if (task === 'T002') execFileSync('git', ['-C', human, 'branch', '-m', 'main', 'trunk'])"
  const project = make(`${rename}\nwrite(task === 'T001' ? 'one.txt' : 'two.txt', 'new')`)
  project.write('tasks.md', `${plan}- [ ] T002 Two\n  files: two.txt (CREATE)\n`)
  project.commit('Two')
  const { out } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect(out).not.toContain('The work is on branch main')
  expect(out).toMatch(/The branch main, which the work was put on, is gone; it is kept in refs\/millwright\/\S+\/tip\./)
})

test('a task that was begun by an earlier call is not timed: nobody was at work in between', async () => {
  const project = make(`if (attempt === 1) await meet('here')\nwrite('one.txt', 'new')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('here', running)
  running.child.kill('SIGINT')
  await running.ended
  const resumed = await project.run('resume', 'tasks.md')
  expect(resumed.out).toMatch(/\+ T001 done, files-only, [0-9a-f]{7}\n/)
  const again = make(`write('one.txt', 'new')`)
  expect((await again.run('run', 'tasks.md', '--exec', again.exec)).out).toMatch(
    /\+ T001 done, files-only, [0-9a-f]{7}, \d/,
  )
})
