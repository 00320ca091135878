/** A person renumbers or rewords tasks; what the run and they themselves have said of these stays said. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function make(): Project {
  const project = makeProject()
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 do one\n  files: one.txt (CREATE)\n- [ ] T002 do two\n  files: two.txt (CREATE)\n',
  )
  project.commit('Begin')
  project.agent(`write({ T001: 'one.txt' }[task] ?? 'two.txt', task)`)
  return project
}

const edit = (project: Project, from: string, to: string): void =>
  project.write('tasks.md', project.read('tasks.md').replace(from, to))

test.each([
  ['renumbered', 'T002 do', 'T004 do'],
  ['reworded', 'do two', 'do the second'],
])(
  'a task that was %s since the run read the plan: what is said of it is written there, and holds',
  async (_, from, to) => {
    for (const [verb, mark] of [
      ['accept', 'X'],
      ['skip', 'SKIP'],
    ] as const) {
      const project = make()
      const run = ['run', 'tasks.md', '--exec', project.exec]
      expect((await project.run(...run, '--only', 'T001')).code).toBe(0)
      edit(project, from, to)
      project.commit('Edit')
      const id = to.startsWith('T') ? 'T004' : 'T002'
      expect(await project.run(verb, 'tasks.md', id)).toMatchObject({ code: 0, err: '' })
      expect(project.read('tasks.md')).toContain(`- [${mark}] ${id} do`)
      const { view } = await project.view(...run)
      expect(view.tasks.find((it) => it.id === id)).toMatchObject({ state: verb === 'accept' ? 'done' : 'skipped' })
      expect(project.has('two.txt')).toBe(false)
    }
  },
)

test('the commit of a task shows its mark also where its new number is not committed', async () => {
  const project = make()
  project.agent(`await meet(task); write({ T001: 'one.txt' }[task] ?? 'two.txt', task)`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('T001', running)
  edit(project, 'T002 do', 'T005 do')
  project.release('T001')
  await project.arrived('T005', running)
  project.release('T005')
  await running.ended
  expect(project.git('show', 'HEAD:tasks.md').match(/- \[X\] T00\d do \w+/g)).toEqual([
    '- [X] T001 do one',
    '- [X] T002 do two',
  ])
  expect(project.read('tasks.md')).toContain('- [X] T005 do two')
})

const shifted = (text: string): string =>
  text
    .replace('T002 do', 'T003 do')
    .replace('T001 do', 'T002 do')
    .replace('- [', '- [ ] T001 do zero\n  files: zero.txt (CREATE)\n- [')

test.each([['--only'], ['--until']])(
  '%s means tasks: shifted numbers change nothing of what a run is about',
  async (flag) => {
    const project = make()
    project.agent(`await meet(task); const what = /do (\\w+)/.exec(readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))[1]
write(what + '.txt', task)`)
    project.write('tasks.md', project.read('tasks.md').replace('do two\n', 'do two\n  blocked_by: [T001]\n'))
    project.commit('Order')
    const wanted = flag === '--only' ? ['--only', 'T001', 'T002'] : ['--until', 'T002']
    const running = project.begin('run', 'tasks.md', '--exec', project.exec, ...wanted)
    await project.arrived('T001', running)
    project.write('tasks.md', shifted(project.read('tasks.md')).replace('[T001]', '[T002]'))
    project.release('T001')
    await project.arrived('T003', running)
    project.release('T003')
    expect((await running.ended).code).toBe(0)
    expect(['zero', 'one', 'two'].map((it) => project.has(`${it}.txt`))).toEqual([false, true, true])
    expect(project.read('tasks.md')).toMatch(/\[ \] T001 do zero[^]*\[X\] T002 do one[^]*\[X\] T003 do two/)
  },
)

test.each([['--only'], ['--until']])('%s: likewise where the run waits meanwhile', async (flag) => {
  const project = make()
  project.agent(`const what = /do (\\w+)/.exec(readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))[1]
write(what + '.txt', task)`)
  const run = ['run', 'tasks.md', '--exec', project.exec, flag, 'T002', '--mode', 'collaborative']
  expect((await project.run(...run)).code).toBe(3)
  project.write('tasks.md', shifted(project.read('tasks.md')))
  project.commit('Shift')
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md')).code).toBe(0)
  expect(project.read('tasks.md')).toMatch(/\[ \] T001 do zero[^]*\[ \] T002 do one[^]*\[X\] T003 do two/)
})

test('--only: a blocked task whose words are changed is still the one that was named', async () => {
  const project = make()
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('No retries')
  project.agent(`if (task === 'T001') write('one.txt', task)
if (readFileSync('tasks.md', 'utf8').includes('do two better')) write('two.txt', task)`)
  const run = ['run', 'tasks.md', '--exec', project.exec, '--only', 'T001', 'T002', '--mode', 'collaborative']
  expect((await project.run(...run)).code).toBe(3)
  edit(project, 'do two', 'do two better')
  project.commit('Reword')
  expect((await project.run('unblock', 'tasks.md', 'T002')).code).toBe(0)
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const resumed = await project.run('resume', 'tasks.md')
  expect(resumed).toMatchObject({ code: 3, err: expect.not.stringContaining('no longer in the plan') })
  expect((await project.run('review', 'approve', 'R2')).code).toBe(0)
  const { view } = await project.view('resume', 'tasks.md')
  expect([view.tasks.map((it) => [it.id, it.state]), project.has('two.txt')]).toEqual([
    [
      ['T001', 'done'],
      ['T002', 'done'],
    ],
    true,
  ])
})

test.each([['--only'], ['--until']])(
  '%s: the call that a verb prints names the same tasks as they are now',
  async (flag) => {
    const project = make()
    project.agent('')
    expect((await project.run('run', 'tasks.md', '--exec', project.exec, flag, 'T002')).code).toBe(1)
    project.write('tasks.md', shifted(project.read('tasks.md')))
    project.commit('Shift')
    expect((await project.run('unblock', 'tasks.md', 'T003')).out).toContain(`millwright run tasks.md ${flag} T003`)
  },
)

test('a reason of ours in which a person has renumbered the tasks is taken away with its mark', async () => {
  const project = make()
  const also = '- [ ] T003 do three\n  blocked_by: [T002]\n  files: three.txt (CREATE)\n'
  project.write('tasks.md', `${project.read('tasks.md')}${also}`)
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('More')
  project.agent(`const what = /do (\\w+)/.exec(readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))[1]
if (what !== 'two' || existsSync(path.join(human, 'go'))) write(what + '.txt', task)`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(1)
  expect(project.read('tasks.md')).toContain('reason: Unmet dependencies: T002\n')
  const renumbered = project.read('tasks.md').replaceAll('T003', 'T004').replaceAll('T002', 'T003')
  project.write(
    'tasks.md',
    renumbered.replace('- [BLOCKED] T003', '- [ ] T002 do new\n  files: new.txt (CREATE)\n- [BLOCKED] T003'),
  )
  project.commit('Renumber')
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(1)
  project.write('go', '')
  expect(await project.run('unblock', 'tasks.md', 'T003')).toMatchObject({ code: 0, err: '' })
  expect(await project.run('run', 'tasks.md', '--exec', project.exec)).toMatchObject({ code: 0, err: '' })
  expect(project.git('show', 'HEAD:tasks.md')).not.toMatch(/reason:|\[BLOCKED\]|\[ \]/)
})
