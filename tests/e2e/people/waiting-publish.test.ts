/** Work that is done and waits to come into the checkout is not called lost. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test('an answer while a publish waits names what it waits for', async () => {
  const project = makeProject()
  project.write('README.md', 'one\n')
  const tasks = '- [ ] T001 One\n  files: README.md (MODIFY)\n- [ ] T002 Two\n  files: two.txt (CREATE)\n'
  project.write('tasks.md', `## Phase 06: Implementation\n\n${tasks}`)
  project.commit('Begin')
  project.agent("write(task === 'T001' ? 'README.md' : 'two.txt', task)")
  const first = await project.view('run', 'tasks.md', '--exec', project.exec, '--mode', 'education')
  const reviewOf = new Map(first.view.tasks.map((it, at) => [it.id, first.view.waiting[at]?.review ?? '']))
  expect((await project.run('review', 'approve', reviewOf.get('T001') ?? '')).code).toBe(0)
  project.write('README.md', 'mine\n')
  expect((await project.run('resume', 'tasks.md')).code).toBe(3)
  const { code, err } = await project.run('review', 'revise', reviewOf.get('T002') ?? '', '-m', 'shorter')
  expect(code, err).toBe(0)
  expect(err).toMatch(/the plan gets no marks here: what is done waits to come here: .*README\.md/)
  expect(err).not.toContain('MW117')
})

test('behind a lock of HEAD nothing is staged; a plan that is put back to what it was at first is told, and not passed over', async () => {
  const project = makeProject()
  const tasks = '- [ ] T001 One\n  files: one.txt (CREATE)\n- [ ] T002 Two\n  files: two.txt (CREATE)\n'
  project.write('tasks.md', `## Phase 06: Implementation\n\n${tasks}`)
  project.commit('Begin')
  project.agent("write(task === 'T001' ? 'one.txt' : 'two.txt', task)")
  project.write('.git/HEAD.lock', 'of somebody else')
  const first = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([first.code, first.out]).toEqual([3, expect.stringContaining('HEAD.lock is in the way')])
  expect(first.out + first.err).not.toContain('changed in your checkout')
  expect(project.git('status', '--porcelain')).toBe(' M tasks.md\n')
  rmSync(path.join(project.root, '.git/HEAD.lock'))
  project.git('reset', '-q', '--hard')
  const { code, out } = await project.run('resume', 'tasks.md')
  expect(code).toBe(0)
  for (const id of ['T001', 'T002']) expect(out).toContain(`${id} is done in the journal, and its mark now says todo`)
  expect([project.read('one.txt'), project.read('two.txt')]).toEqual(['T001', 'T002'])
  expect((await project.run('rebuild', 'tasks.md', '--yes')).code).toBe(0)
  expect(project.git('status', '--porcelain')).toBe('')
})

test('on a branch that has no commit yet what is said to do, typed, brings the work', async () => {
  const project = makeProject()
  project.write('.gitattributes', '*.txt filter=same\n')
  project.git('config', 'filter.same.clean', 'cat')
  project.git('config', 'filter.same.smudge', 'cat')
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.agent("write('one.txt', task)")
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  const [waiting] = view.waiting
  expect([code, waiting?.on]).toEqual([3, 'publish'])
  const commands = waiting?.help?.split('then resume: ')[1] ?? ''
  execFileSync('sh', ['-c', commands], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect(project.read('one.txt')).toBe('T001')
  expect((await project.run('resume', 'tasks.md')).code).toBe(0)
})

test('a folder that becomes a file waits while something of the person lies anywhere in it', async () => {
  const project = makeProject()
  project.write('d/sub/t.txt', 'tracked')
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: d (CREATE), d/sub/t.txt (DELETE)\n',
  )
  project.commit('Begin')
  project.agent("rmSync('d', { recursive: true }); write('d', task)")
  project.write('d/sub/deep/mine.txt', 'mine')
  const { code, out, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, project.read('d/sub/t.txt'), project.read('d/sub/deep/mine.txt')]).toEqual([3, 'tracked', 'mine'])
  expect(out + err).toContain('not published: files with changes of your own are in the way: d\n')
  // Empty folders are nothing of anybody.
  rmSync(path.join(project.root, 'd/sub/deep/mine.txt'))
  mkdirSync(path.join(project.root, 'd/other/empty'), { recursive: true })
  expect(await project.run('resume', 'tasks.md')).toMatchObject({ code: 0 })
  expect(project.read('d')).toBe('T001')
})
