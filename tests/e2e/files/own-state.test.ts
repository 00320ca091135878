/** The state folder where a person's environment puts it: within the checkout, or nowhere. */

import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  files: src/two.txt (CREATE)
`

test.each(['worktree', 'in-place'])(
  'in the checkout it is nobody’s change, and in no commit (%s)',
  async (workspace) => {
    const project = makeProject()
    project.write('tasks.md', plan)
    project.commit('Begin')
    project.agent(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`)
    project.env['MILLWRIGHT_STATE'] = path.join(project.root, '.state')
    const call = ['run', 'tasks.md', '--exec', project.exec, '--workspace', workspace]
    const { code, view, err } = await project.view(...call)
    expect({ code, findings: view.findings, states: view.tasks.map((it) => it.state) }, err).toEqual({
      code: 0,
      findings: [],
      states: ['done', 'done'],
    })
    expect(project.has('.state/.gitignore')).toBe(true)
    expect(project.git('ls-files').split('\n').sort()).toEqual(['', 'src/one.txt', 'src/two.txt', 'tasks.md'])
    expect(project.git('status', '--porcelain')).toBe('')
  },
)

test.each(['.state', ''])('without git it is nobody’s work: who does nothing has done nothing (%j)', async (folder) => {
  const project = makeProject({ git: false })
  project.write('tasks.md', plan.replaceAll('CREATE', 'MODIFY'))
  project.write('src/one.txt', '1')
  project.write('src/two.txt', '2')
  project.agent('')
  project.env['MILLWRIGHT_STATE'] = path.join(project.root, folder)
  const { view } = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, '--gate', 'unit=true')
  expect(view.tasks.map((it) => it.state)).toEqual(['blocked', 'blocked'])
})

test.each([
  ['the checkout itself', ''],
  ['a folder with files of the project', 'kept'],
  ['a folder of the project with a name of ours in it', 'likes'],
  ['a folder that git passes over, but for a file that it tracks,', 'passed'],
])('%s is told, and nothing is started', async (_what, folder) => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('kept/file.txt', 'mine\n')
  project.write('likes/looks/photo.txt', 'mine\n')
  project.write('.gitignore', 'passed/\n')
  project.write('passed/file.txt', 'mine\n')
  project.git('add', '-f', 'passed/file.txt')
  project.commit('Begin')
  project.agent(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`)
  const state = path.join(project.root, folder)
  project.env['MILLWRIGHT_STATE'] = state
  const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, err]).toEqual([2, expect.stringContaining(`the state folder ${state} holds files of the project`)])
  expect(project.git('status', '--porcelain')).toBe('')
})

test('it is hidden also where it was made before a run, by a word of trust', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('millwright.toml', '[gates.unit]\nrun = ["true"]\n')
  project.commit('Begin')
  project.agent(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`)
  project.env['MILLWRIGHT_STATE'] = path.join(project.root, '.state')
  expect(await project.run('trust', '--yes')).toMatchObject({ code: 0 })
  const { code, view, err } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.findings], err).toEqual([0, []])
  expect(project.git('status', '--porcelain')).toBe('')
})

test('a relative path is told, and nothing is started', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`)
  project.env['MILLWRIGHT_STATE'] = '.state'
  const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, err]).toEqual([2, expect.stringContaining('MILLWRIGHT_STATE is no absolute path: .state')])
  expect(err).toContain('MILLWRIGHT_STATE="$PWD"/.state')
  expect(project.has('src/one.txt')).toBe(false)
})

test('one that git passes over already may hold what it does', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('.gitignore', '.state/\n')
  project.commit('Begin')
  project.write('.state/.gitkeep', '')
  project.agent(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`)
  project.env['MILLWRIGHT_STATE'] = path.join(project.root, '.state')
  const { code, view, err } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.findings], err).toEqual([0, []])
  expect(project.has('.state/.gitignore')).toBe(false)
  expect(project.git('status', '--porcelain')).toBe('')
})
