/** A gate that asks git sees the draft, whatever the agent did to its own git (D7). */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const lint = 'for it in $(git ls-files "*.txt"); do if grep -q BAD $it; then echo "$it: bad"; exit 1; fi; done\n'

function asking(check: string, config = ''): Project {
  const project = makeProject()
  project.write('check.sh', check)
  project.write('keep.txt', 'good\n')
  project.write('millwright.toml', `${config}\n[policy]\nretries = 0\n[gates.unit]\nrun = ["sh", "check.sh"]\n`)
  const tasks = ['T001', 'T002'].map((id) => `- [ ] ${id} Do it\n  files: ${id}.txt (CREATE), keep.txt (MODIFY)\n`)
  project.write('tasks.md', `## Phase 06: Implementation\n\n${tasks.join('')}`)
  project.commit('Begin')
  return project
}

const run = (project: Project, ...more: readonly string[]) =>
  project.view('run', 'tasks.md', '--exec', project.exec, '--yes', ...more)

test.each([
  ['a new file', "write('T001.txt', 'BAD')"],
  [
    'a file taken from the index',
    "write('T001.txt', 'x'); write('keep.txt', 'BAD'); git('rm', '-q', '--cached', 'keep.txt')",
  ],
  [
    'one that git is told to pass over',
    "write('T001.txt', 'x'); write('keep.txt', 'BAD'); git('update-index', '--skip-worktree', 'keep.txt'); git('stash', '-q', '-u')\ngit('stash', 'pop', '-q')",
  ],
  ['no repository at all', "write('T001.txt', 'BAD'); rmSync('.git')"],
])('what is listed is the draft: %s', async (_about, spoil) => {
  const project = asking(lint)
  project.agent(`if (task === 'T001') { ${spoil} } else write('T002.txt', 'good')`)
  const { view } = await run(project)
  expect(view.tasks.map((it) => [it.id, it.state, it.proof])).toEqual([
    ['T001', 'blocked', null],
    ['T002', 'done', 'verified'],
  ])
})

const whole = 'test -z "$(git status --porcelain)" && git diff --exit-code && git diff --exit-code HEAD\n'

test('nothing is uncommitted for gates, on the base, on a draft and on a merge; the branch is where it began', async () => {
  const project = asking('')
  const log = path.join(project.top, 'log')
  project.write(
    'tasks.md',
    project.read('tasks.md').replace('T001.txt (CREATE), keep.txt (MODIFY)', 'T001.txt (CREATE)'),
  )
  project.write('check.sh', `echo $(git ls-files "T*.txt") : $(git diff --name-only main) >> ${log}\n${whole}`)
  project.commit('A check')
  project.agent(`if (task === 'T001') await meet('late')
write(task + '.txt', 'x')
git('add', '-A'); git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'mine'); git('branch', '-f', 'main')
if (task === 'T002') append('keep.txt', 'more')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes', '--jobs', '2')
  await project.arrived('late', running)
  await project.shows('tasks.md', '[X] T002', running)
  project.release('late')
  expect(await running.ended).toMatchObject({ code: 0 })
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
    ':',
    'T002.txt : T002.txt keep.txt',
    'T001.txt : T001.txt',
    'T001.txt T002.txt : T001.txt',
  ])
})

test('what a set-up left is no part of what git lists for a gate', async () => {
  const project = asking(
    'test "$(git ls-files egg)" = "" && test -e egg/info\n',
    '[workspace]\nsetup = ["sh", "setup.sh"]',
  )
  project.write('setup.sh', 'mkdir -p egg; echo 1 > egg/info\n')
  project.commit('A set-up')
  project.agent("write(task + '.txt', 'x')")
  const { view } = await run(project)
  expect(view.tasks.map((it) => [it.state, it.proof])).toEqual([
    ['done', 'verified'],
    ['done', 'verified'],
  ])
})

test('the next attempt has git as the first one had it', async () => {
  const project = asking('test ! -e bad\n', '')
  project.write('millwright.toml', '[policy]\nretries = 1\nredraft = "base"\n[gates.unit]\nrun = ["sh", "check.sh"]\n')
  const base = project.commit('Retries')
  const log = path.join(project.top, 'log')
  project.agent(`appendFileSync('${log}', git('rev-parse', 'HEAD', 'main') + git('status', '--porcelain') + '.')
write(task + '.txt', 'x')
if (attempt === 1) write('bad', 'x')`)
  const { view } = await run(project, '--only', 'T001')
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'done', attempts: 2 })
  expect(readFileSync(log, 'utf8')).toBe(`${base}\n${base}\n.`.repeat(2))
})

test('an agent commits as who its person is in this very repository', async () => {
  const project = asking('')
  project.git('config', 'user.name', 'Rea "R" Doe')
  project.git('config', 'user.email', 'rea@example.org')
  for (const name of ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'])
    project.env[name] = undefined
  project.agent(`write(task + '.txt', 'x'); append('keep.txt', task)
git('add', '-A'); git('commit', '-qm', 'mine')
write(path.join(meeting, 'who'), git('log', '-1', '--format=%an %ae %cn'))`)
  expect((await run(project)).code).toBe(0)
  expect(readFileSync(path.join(project.top, 'meeting', 'who'), 'utf8').trim()).toBe(
    'Rea "R" Doe rea@example.org Rea "R" Doe',
  )
})
