/** `[git] publish = "branch"`: the work goes to a branch of its own, and a person's branch and files stay. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const task = (id: string): string => `- [ ] ${id} Do it\n  files: src/${id}.txt (CREATE)\n`

test('publishes to a branch named after the plan, from which the next run goes on', async () => {
  const project = makeProject()
  const plan = `## Phase 06: Implementation -- PENDING\n\n${task('T0001')}`
  project.write('specs/tasks.md', plan)
  project.write('millwright.toml', '[git]\npublish = "branch"\n')
  const begin = project.commit('Begin')
  project.agent(`write('src/' + task + '.txt', existsSync('src/T0001.txt') ? 'after one' : 'first')`)
  const run = ['run', 'specs/tasks.md', '--yes', '--exec', project.exec] as const

  const first = await project.run(...run)
  expect(first, first.err).toMatchObject({ code: 0 })
  expect(project.git('rev-parse', 'main').trim()).toBe(begin)
  expect(project.git('symbolic-ref', '--short', 'HEAD').trim()).toBe('main')
  expect(project.git('show', 'millwright/specs-tasks:src/T0001.txt')).toBe('first')
  expect(project.has('src/T0001.txt')).toBe(false)
  expect(project.git('status', '--porcelain').trim()).toBe('M specs/tasks.md')
  expect(project.read('specs/tasks.md')).toContain('- [X] T0001')

  project.write('specs/tasks.md', `${project.read('specs/tasks.md')}${task('T0002')}`)
  const second = await project.run(...run)
  expect(second, second.err).toMatchObject({ code: 0 })
  expect(project.git('show', 'millwright/specs-tasks:src/T0002.txt')).toBe('after one')
  expect(project.git('rev-parse', 'main').trim()).toBe(begin)
  project.git('merge', '-q', '--autostash', 'millwright/specs-tasks')
  expect(project.read('specs/tasks.md').match(/- \[X\] T000[12]/g)).toHaveLength(2)
  expect(project.git('stash', 'list')).toBe('')
})

test('after a deviation the merge that is documented works: the log comes with it', async () => {
  const project = makeProject()
  project.write('tasks.md', `## Phase 06: Implementation\n\n${task('T0001')}${task('T0002')}`)
  project.write('README.md', 'Read me\n')
  project.commit('Begin')
  project.agent("write('src/' + task + '.txt', 'x'); append('README.md', task + '\\n')")
  const ended = await project.run('run', 'tasks.md', '--yes', '--exec', project.exec, '--branch', 'plan/x')
  expect(ended, ended.err).toMatchObject({ code: 0 })
  expect(project.git('status', '--porcelain').trim()).toBe('M tasks.md')
  // It lies where the run was told to put it: nothing of it is lost.
  expect(await project.run('verify', 'tasks.md')).toMatchObject({ code: 0 })
  // A run that finds nothing to do ends.
  for (let again = 0; again < 3; again += 1)
    expect(await project.run('run', 'tasks.md', '--yes', '--exec', project.exec, '--branch', 'plan/x')).toMatchObject({
      code: 0,
    })
  project.git('merge', '-q', '--autostash', 'plan/x')
  expect(project.git('status', '--porcelain')).toBe('')
  expect(project.read('task-refinement-log.md')).toContain('README.md was changed outside the declared files')
  expect(project.read('tasks.md').match(/- \[X\]/g)).toHaveLength(2)
})
