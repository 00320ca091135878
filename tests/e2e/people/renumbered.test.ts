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
