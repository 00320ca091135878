/** Gates are only added, by a call and to a run that has not ended (DESIGN, Runs and policy). */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function project(config = ''): Project {
  const made = makeProject()
  made.write(
    'tasks.md',
    '# Tasks: page\n\n## Phase 06: Implementation\n\n- [ ] T001 Write a page\n  files: page.md (CREATE)\n',
  )
  if (config !== '') made.write('millwright.toml', config)
  made.commit('Begin')
  made.agent(`write('page.md', 'x')`)
  return made
}

test('a name that is taken is a wrong call', async () => {
  const one = project('[gates.unit]\nrun = ["false"]\n')
  const taken = await one.run('run', 'tasks.md', '--exec', one.exec, '--yes', '--gate', 'unit=true')
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('MW602 --gate unit has the name of a gate in')])
  const twice = await one.run('run', 'tasks.md', '--exec', one.exec, '--yes', '--gate', 'a=false', '--gate', 'a=true')
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('MW602 --gate a is given more than once')])
  expect(one.read('tasks.md')).toContain('- [ ] T001')
})

test('a run that has not ended keeps its gates, and says what is new', async () => {
  const one = project()
  expect((await one.run('run', 'tasks.md', '--exec', one.exec, '--gate', 'g=false')).code).toBe(3)
  const branch = await one.run('run', 'tasks.md', '--branch', 'other')
  expect([branch.code, branch.err]).toEqual([
    2,
    expect.stringContaining('has not ended, and cannot take --branch other'),
  ])
  const more = await one.run('run', 'tasks.md', '--gate', 'h=true')
  expect([more.code, more.out]).toEqual([
    3,
    expect.stringMatching(/^continues run \S+ of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m),
  ])
  expect((await one.run('review', 'ignore-same', 'R1')).code).toBe(0)
  const resumed = await one.view('resume', 'tasks.md')
  expect(resumed.view.tasks.map((it) => [it.state, it.reason, it.evidence.map((of) => of.gate).sort()])).toEqual([
    ['done', null, ['files', 'g', 'h']],
  ])
})

test('a gate that is run otherwise in a run that has not ended is said', async () => {
  const one = project()
  expect((await one.run('run', 'tasks.md', '--exec', one.exec, '--gate', 'g=false')).code).toBe(3)
  const changed = await one.run('run', 'tasks.md', '--gate', 'g=true')
  expect(changed.out).toContain('gate g is run as true from now on, before: false')
})
