/** Work in place while another branch comes to be checked out: nothing of that is taken for work, and nothing is written there. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
- [ ] T0003 Three
  blocked_by: [T0002]
  files: src/three.txt (CREATE)
`

test.each([
  ['tracked, and an agent that ends', true, true],
  ['tracked, and an agent that goes on', true, false],
  ['untracked, and an agent that goes on', false, false],
])('the run is parked until its branch is back: a plan that is %s', async (_what, isTracked, ends) => {
  const project = makeProject()
  project.write('src/base.txt', 'base')
  if (isTracked) project.write('tasks.md', plan)
  project.commit('Begin')
  project.git('switch', '-q', '-c', 'hotfix')
  project.write('fix.txt', 'fix')
  project.git('rm', '-q', 'src/base.txt')
  project.commit('A fix')
  project.git('switch', '-q', 'main')
  if (!isTracked) project.write('tasks.md', plan)
  // The person switches while the agent of the second task is at work.
  project.agent(`
const isFirst = task === 'T0002' && !existsSync('src/two.txt')
if (isFirst) execFileSync('git', ['-C', human, 'switch', '-q', 'hotfix'])
write({ T0001: 'src/one.txt', T0002: 'src/two.txt', T0003: 'src/three.txt' }[task], task)
if (isFirst && !${ends}) setInterval(() => {}, 1000)`)
  const inMain = (): readonly string[] => project.git('ls-tree', '-r', '--name-only', 'main', 'src/').trim().split('\n')
  const first = await project.run('run', 'tasks.md', '--exec', project.exec, '--workspace', 'in-place', '--yes')
  expect(first.code, first.err).toBe(3)
  expect(first.err).toContain('the run is parked: branch hotfix is checked out, and the run belongs to branch main')
  expect(project.git('status', '--porcelain', '--', '.', ':!tasks.md').trim()).toBe('?? src/')
  expect(project.git('log', '--format=%s', 'hotfix').trim()).toBe('A fix\nBegin')
  if (isTracked) expect(project.read('tasks.md')).toBe(plan)
  // What was done before is on the run's branch, and that is all.
  expect(inMain()).toEqual(['src/base.txt', 'src/one.txt'])
  expect((await project.run('resume', 'tasks.md', '--yes')).err).toContain('branch hotfix is checked out')

  project.git('switch', '-q', 'main')
  expect(project.read('src/two.txt')).toBe('T0002')
  const back = await project.view('resume', 'tasks.md', '--yes')
  // One that ends may still be at work when the switch is seen: then a person is asked, as of one that goes on.
  if (!ends || back.code === 3) {
    expect([back.code, back.view.waiting.map((it) => it.kind)]).toEqual([3, ['interrupted']])
    const id = back.view.waiting[0]?.review ?? ''
    expect(await project.run('review', 'retry', id, '--plan', 'tasks.md')).toMatchObject({ code: 0 })
    expect(await project.run('resume', 'tasks.md', '--yes')).toMatchObject({ code: 0 })
  } else expect(back.code, back.err).toBe(0)
  expect(inMain()).toEqual(['src/base.txt', 'src/one.txt', 'src/three.txt', 'src/two.txt'])
  expect(project.read('tasks.md').match(/\[X\]/g)).toHaveLength(3)
})
