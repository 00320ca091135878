/** Work in place beside a person's own uncommitted files: what gates say of a tree was said of that tree (D7). */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function checked(check: string): Project {
  const project = makeProject()
  const task = (id: string): string => `- [ ] ${id} Do it\n  files: ${id}.txt (CREATE)\n`
  project.write('tasks.md', `## Phase 06: Implementation\n\n${task('T001')}${task('T002')}`)
  project.write('check.sh', check)
  project.write('.gitignore', 'ignored\n')
  project.write('millwright.toml', '[policy]\nretries = 0\n[gates.unit]\nrun = ["sh", "check.sh"]\n')
  project.commit('Begin')
  project.agent("write(task + '.txt', 'x')")
  return project
}

const run = (project: Project) =>
  project.view('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place')

test('a file that is in no commit is not there for a gate that judges a commit: it is asked about, and nobody is charged', async () => {
  const project = checked('test -e needed.txt\n')
  project.write('needed.txt', 'mine')
  const { code, view } = await run(project)
  expect(code).toBe(3)
  expect(view.tasks.map((it) => [it.state, it.attempts])).toEqual([
    ['pending', 0],
    ['pending', 0],
  ])
  expect(view.waiting).toMatchObject([{ kind: 'baseline' }])
})

test('a draft is judged where it lies, and its merge without what the person has not committed', async () => {
  const project = checked('')
  const log = path.join(project.top, 'log')
  project.write('check.sh', `echo $(ls T*.txt mine.txt) >> ${log}; test ! -e T001.txt || test ! -e bad.txt\n`)
  project.commit('A check')
  project.write('mine.txt', 'mine')
  const { code, view } = await run(project)
  expect(code).toBe(0)
  expect(view.tasks.map((it) => [it.state, it.proof])).toEqual([
    ['done', 'verified'],
    ['done', 'verified'],
  ])
  expect(readFileSync(log, 'utf8').split('\n')).toEqual([
    '',
    // Before the first task the folder is looked at, too.
    'mine.txt',
    'T001.txt mine.txt',
    'T001.txt',
    'T001.txt T002.txt mine.txt',
    'T001.txt T002.txt',
    '',
  ])
  expect(project.git('status', '--porcelain').trim()).toBe('?? mine.txt')
})

test('where nothing is uncommitted gates have the folder itself, with what git ignores', async () => {
  const project = checked('test -e ignored\n')
  project.write('ignored', 'mine')
  const { code, view } = await run(project)
  expect([code, view.tasks.map((it) => it.proof)]).toEqual([0, ['verified', 'verified']])
})

test.each([
  [
    'staged, before the first commit',
    ['src/mine.txt', 'src/other.txt'],
    '2 changes are not committed, and agents do not see them: src/mine.txt, src/other.txt',
  ],
  ['a folder that was never staged', [], 'one change is not committed, and agents do not see it: src/'],
])('what agents do not see is said before, and not as changed meanwhile: %s', async (_about, staged, said) => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 Do it\n  files: src/T001.txt (CREATE)\n')
  project.agent("write('src/T001.txt', 'x')")
  if (staged.length === 0) project.commit('Begin')
  for (const name of ['src/mine.txt', 'src/other.txt']) project.write(name, 'mine')
  if (staged.length > 0) project.git('add', '.')
  const { code, out, err } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(code, err).toBe(0)
  expect(out).toContain(`note: ${said}\n`)
  expect(err).toBe('')
})

test('what an agent takes away of a person’s own files is named with the command that gives it back', async () => {
  const project = checked('')
  project.write('tracked.txt', 'as committed')
  project.write('old name.txt', 'to be renamed')
  project.commit('More')
  project.write('mine file.txt', 'in no commit')
  project.write('tracked.txt', 'edited')
  project.agent(`write(task + '.txt', 'x')
if (task === 'T001') {
  git('reset', '-q', '--hard')
  git('clean', '-fdxq')
  git('mv', 'old name.txt', 'new name.txt')
  write('more.txt', 'from nowhere')
  write(task + '.txt', 'x')
}`)
  const { view } = await run(project)
  const given = view.deviations.filter((it) => it.kind === 'outside').map((it) => [it.path, it.action])
  const shows = (file: string): string => {
    const action = given.find(([it]) => it === file)?.[1] ?? ''
    const command = /as it was before: (git show .+)$/.exec(action)?.[1] ?? ''
    return execFileSync('sh', ['-c', command], { cwd: project.root, env: project.env, encoding: 'utf8' })
  }
  expect([shows('mine file.txt'), shows('tracked.txt')]).toEqual(['in no commit', 'edited'])
  // Git knows it by its old name alone, and what is new was nowhere.
  expect([shows('new name.txt'), shows('old name.txt')]).toEqual(['to be renamed', 'to be renamed'])
  expect(given.find(([it]) => it === 'more.txt')?.[1]).toBe('The change was kept in the draft')
})

test('without git there is no such command', async () => {
  const project = makeProject({ git: false })
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 Do it\n  files: T001.txt (CREATE)\n')
  project.write('mine.txt', 'mine')
  project.agent("write('T001.txt', 'x')\nwrite('mine.txt', 'theirs')")
  const { view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect(view.deviations.map((it) => [it.path, it.action])).toEqual([['mine.txt', 'The change was kept in the draft']])
})
