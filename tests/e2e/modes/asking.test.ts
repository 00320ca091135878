/** Modes that ask a person, wherever they are named. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test.each([
  ['the project', 'millwright.toml'],
  ['the person', '../home/.config/millwright/config.toml'],
])('a mode that the file of %s names asks about each draft', async (_, file) => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.write(file, '[policy]\nmode = "collaborative"\n')
  project.commit('Begin')
  project.agent(`write('one.txt', 'one')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([code, view.mode, view.waiting.map((it) => it.kind)]).toEqual([3, 'collaborative', ['draft']])
  expect(project.git('ls-files', 'one.txt')).toBe('')
})

test.each(['1', '2'])(
  'a task that waits for a person holds up only those that wait for it, with --jobs %s',
  async (jobs) => {
    const project = makeProject()
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    const lines = names.map((name, at) => {
      const blockers = name === 'two' ? '\n  blocked_by: [T001]' : name === 'six' ? '\n  blocked_by: [T005]' : ''
      return `- [ ] T00${at + 1} Write ${name}${blockers}\n  files: ${name}.txt (CREATE)`
    })
    project.write('tasks.md', `## Phase 06: Implementation\n\n${lines.join('\n')}\n`)
    project.write('millwright.toml', '[policy]\ndeviations = "ask"\n')
    project.commit('Begin')
    project.agent(`write(${JSON.stringify(names)}[Number(task.slice(1)) - 1] + '.txt', task)
    if (task === 'T001') write('more.txt', task)`)
    const run = ['run', 'tasks.md', '--exec', project.exec, '--jobs', jobs] as const
    const { code, view } = await project.view(...run)
    expect([code, view.waiting.map((it) => it.kind)]).toEqual([3, ['deviation']])
    expect(view.tasks.map((it) => it.state)).toEqual(['reviewing', 'pending', 'done', 'done', 'done', 'done'])

    const { code: refused, err } = await project.run('skip', 'tasks.md', 'T001')
    expect([refused, err]).toEqual([2, expect.stringContaining('help: millwright review list --plan tasks.md\n')])

    const [question] = JSON.parse((await project.run('review', 'list', '--plan', 'tasks.md', '--json')).out) as {
      id: string
    }[]
    await project.run('review', 'approve', question!.id, '--plan', 'tasks.md')
    const ended = await project.view('resume', 'tasks.md')
    expect([ended.code, ended.view.counts]).toEqual([0, expect.objectContaining({ done: 6 })])
  },
)
