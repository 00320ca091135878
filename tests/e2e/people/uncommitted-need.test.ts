/** In place a gate needs a file that its person has not committed: red on commits as before, green in the folder. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 Write a
  files: src/a.txt (CREATE)

- [ ] T0002 Write b
  files: src/b.txt (CREATE)
`

/** Let pass on what is committed, the run goes on in a folder in which the file lies. */
async function letPass(check: string) {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('check.sh', check)
  project.write('millwright.toml', '[policy]\nretries = 0\n\n[gates.unit]\nrun = ["sh", "check.sh"]\n')
  project.commit('Begin')
  project.write('local.cfg', 'mine')
  project.agent(`write(task === 'T0001' ? 'src/a.txt' : 'src/b.txt', 'done')`)
  const asked = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, '--workspace', 'in-place')
  expect([asked.code, asked.view.waiting.map(({ kind }) => kind)]).toEqual([3, ['baseline']])
  expect((await project.run('review', 'ignore-same', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  return project
}

test('what was let pass on commits is held against no merge, and proves nothing', async () => {
  const project = await letPass('test -e local.cfg && exit 0\necho local.cfg is missing\nexit 1\n')
  const ended = await project.run('resume', 'tasks.md', '--yes')
  expect(ended.code).toBe(0)
  expect(ended.out).toMatch(/gate unit failed \(.*\), as before, when it was let pass: local\.cfg is missing/)
  expect(ended.out).toMatch(/on the last tip: unit failed \(.*\), as before, when it was let pass/)
  const { view } = await project.view('status', 'tasks.md')
  expect(view.tasks.map(({ state, proof }) => [state, proof])).toEqual([
    ['done', 'files-only'],
    ['done', 'files-only'],
  ])
  expect(project.git('status', '--porcelain')).toBe('?? local.cfg\n')
})

test('what a gate says more of a merge than of the commits before it is held against that', async () => {
  const more = 'test -e src/b.txt && echo b is not to be here'
  const project = await letPass(`test -e local.cfg && exit 0\necho local.cfg is missing\n${more}\nexit 1\n`)
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.tasks.map(({ state }) => state)]).toEqual([1, ['done', 'blocked']])
})
