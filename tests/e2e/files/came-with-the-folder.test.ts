/** What lies in a folder that came from somebody else is data, our own journal in it and git's configuration too (RELIABILITY S1). */

import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
`

/** A project in which a run did the first task, in the hands of somebody who has a state folder of their own. */
async function handedOver(git: boolean): Promise<Project> {
  const project = makeProject({ git })
  project.write('tasks.md', plan)
  if (git) project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task)`)
  const words = ['--only', 'T001', '--exec', project.exec, '--gate', 'unit=true']
  expect((await project.run('run', 'tasks.md', ...words)).code).toBe(0)
  project.env['XDG_STATE_HOME'] = path.join(project.top, 'state-of-another')
  return project
}

test.each([true, false])(
  'a journal that this user did not begin runs what it names only when it is trusted (with git: %s)',
  async (git) => {
    const project = await handedOver(git)
    const refused = await project.run('run', 'tasks.md')
    expect([refused.code, project.has('two.txt')]).toEqual([2, false])
    expect(refused.err).toContain(
      'the journal of tasks.md, which no run of yours began here, with what it says is done, and with ',
    )
    expect(refused.err).toContain(`--exec "${project.exec}" --gate unit=true`)
    expect(refused.err).toContain('nobody has trusted that yet, and nothing was started')
    const asked = await project.run('trust', '.')
    expect([asked.code, asked.out]).toEqual([
      3,
      expect.stringContaining('  the journal of tasks.md, which no run of yours'),
    ])
    expect((await project.run('trust', '--yes')).out).toContain('trusted, until any of it changes')
    expect((await project.run('run', 'tasks.md')).code).toBe(0)
    expect(project.read('two.txt')).toBe('T002')
    // From now on it is this user's own.
    project.write('tasks.md', project.read('tasks.md').concat('- [ ] T003 Three\n  files: two.txt (MODIFY)\n'))
    if (git) project.commit('More')
    const again = await project.run('run', 'tasks.md', '--gate', 'other=true')
    expect(again.err).not.toContain('trusted')
  },
)

test('a --yes takes such a journal over', async () => {
  const project = await handedOver(true)
  expect((await project.run('run', 'tasks.md', '--yes')).code).toBe(0)
  const { out, err, code } = await project.run('trust')
  expect([code, err, out]).toEqual([0, '', expect.stringContaining('names nothing to execute')])
})

test('a copy of a project of your own is another one; the project itself is not asked about, nor after clean', async () => {
  const project = await handedOver(true)
  project.env['XDG_STATE_HOME'] = project.state
  const copy = path.join(project.top, 'copy')
  cpSync(project.root, copy, { recursive: true })
  renameSync(project.root, path.join(project.top, 'kept'))
  renameSync(copy, project.root)
  expect((await project.run('run', 'tasks.md')).err).toContain(
    'the journal of tasks.md, which no run of yours began here',
  )
  renameSync(project.root, copy)
  renameSync(path.join(project.top, 'kept'), project.root)
  expect((await project.run('clean')).code).toBe(0)
  expect((await project.run('run', 'tasks.md')).code).toBe(0)
})

test('an agent that the repository chooses is asked about, also where you have defined it yourself', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('millwright.toml', '[policy]\nagent = "mine"\n')
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task)`)
  const config = path.join(project.top, 'home', '.config', 'millwright')
  mkdirSync(config, { recursive: true })
  const command = JSON.stringify(project.exec.split(' '))
  writeFileSync(path.join(config, 'config.toml'), `[agents.mine]\ncommand = ${command}\n`)
  const { code, err } = await project.run('run', 'tasks.md')
  expect([code, err]).toEqual([2, expect.stringContaining('This repository would execute:\n  the agent is: mine\n')])
  expect((await project.run('run', 'tasks.md', '--agent', 'mine')).code).toBe(0)
})

test.each(['home', '.'])(
  'a repository whose configuration has its files elsewhere is not worked in: %s',
  async (where) => {
    const project = makeProject()
    project.write('tasks.md', plan)
    project.commit('Begin')
    project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task)`)
    const home = path.join(project.top, where)
    project.git('config', 'core.worktree', home)
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, err]).toEqual([2, expect.stringContaining(`has its files elsewhere (core.worktree is ${home})`)])
    expect([existsSync(path.join(home, 'one.txt')), project.has('one.txt')]).toEqual([false, false])
  },
)

test.each([
  ['project/tasks.md', ['T001', 'T002']],
  ['./project//tasks.md', ['T001', 'T002']],
  ['../project/tasks.md', ['X1']],
  ['project/tasks.md', ['X1']],
])(
  'a register of plans that came with a folder puts nothing above it without being asked about: %s %j',
  async (file, taskIds) => {
    const project = makeProject({ git: false })
    project.write('tasks.md', plan)
    const entry = { id: 'abcdefghijklmnop', path: file, contentHash: 'x', taskIds }
    project.write('.millwright/plans.json', JSON.stringify({ version: 1, plans: [entry] }))
    project.agent(`write('project/' + (task === 'T001' ? 'one.txt' : 'two.txt'), task)`)
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, err]).toEqual([2, expect.stringContaining('the register of plans beside project/tasks.md')])
    expect((await project.run('trust', 'tasks.md')).out).toContain(`it says that the project is ${project.top}`)
  },
)
