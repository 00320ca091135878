/**
 * What no commit can have is not there for gates, nor for the next task: what lies in a submodule, which is empty in a
 * workspace unless a set-up fills it, and empty folders.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
  blocked_by: [T001]
`

function withSubmodule(): Project {
  const project = makeProject()
  writeFileSync(path.join(project.top, 'home', '.gitconfig'), '[protocol "file"]\n\tallow = always\n')
  const other = path.join(project.top, 'other')
  mkdirSync(other)
  writeFileSync(path.join(other, 'inner.txt'), 'inner')
  const git = (...args: readonly string[]): void => {
    execFileSync('git', [...args], { cwd: other, env: project.env, stdio: 'ignore' })
  }
  git('init', '-q', '-b', 'main', '--template=')
  git('add', '.')
  git('commit', '-qm', 'Inner')
  project.git('submodule', '--quiet', 'add', other, 'sub')
  project.write('tasks.md', plan)
  project.commit('Begin')
  return project
}

/** Proof and attempts of each task, after a run that came to its end. */
async function ended(project: Project, ...words: readonly string[]): Promise<readonly unknown[]> {
  const { code, err, view } = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, '--gate', ...words)
  expect(code, err).toBe(0)
  return view.tasks.map((it) => [it.proof, it.attempts])
}

const bothAtOnce = [
  ['verified', 1],
  ['verified', 1],
]

const asSeen = `append(path.join(meeting, 'seen'), task + ' ' + existsSync('sub/inner.txt') + '\\n')
write(task === 'T001' ? 'one.txt' : 'two.txt', task)`

test('what an agent puts into a submodule is neither judged nor there for the next task', async () => {
  const project = withSubmodule()
  project.agent(`${asSeen}
if (task === 'T001') {
  const { execFileSync } = await import('node:child_process')
  execFileSync('git', ['submodule', 'update', '--init'], { stdio: 'ignore' })
  writeFileSync('sub/inner.txt', 'patched')
}`)
  expect(await ended(project, 'empty=test ! -e sub/inner.txt')).toEqual(bothAtOnce)
  expect(project.read('../meeting/seen')).toBe('T001 false\nT002 false\n')
})

test('a submodule that the set-up fills is a repository for each task and for its gates, filled once for a workspace', async () => {
  const project = withSubmodule()
  const runs = path.join(project.top, 'meeting', 'runs')
  project.write('setup.sh', `git submodule update --init\necho run >> '${runs}'\n`)
  const looks = ['grep -q inner sub/inner.txt', 'git diff --exit-code', 'git submodule update --init']
  project.write(
    'check.sh',
    `set -e\n${looks.join('\n')}\ntest "$(git -C sub rev-parse HEAD)" = "$(git rev-parse HEAD:sub)"\n`,
  )
  project.write('millwright.toml', '[workspace]\nsetup = ["sh", "setup.sh"]\n')
  project.commit('Set-up')
  project.agent(`${asSeen}
git('-C', 'sub', '-c', 'user.name=Agent', '-c', 'user.email=agent@example.org', 'commit', '--allow-empty', '-m', 'Moved')`)
  expect(await ended(project, 'filled=sh check.sh')).toEqual(bothAtOnce)
  expect(project.read('../meeting/seen')).toBe('T001 true\nT002 true\n')
  // In one workspace, or in one for the tasks and one for the gates of the base.
  expect(['run\n', 'run\nrun\n']).toContain(project.read('../meeting/runs'))
})

test('one with a relative address is found as the person finds it', async () => {
  const project = withSubmodule()
  project.git('config', '--file', '.gitmodules', 'submodule.sub.url', '../other')
  project.git('config', '--unset', 'submodule.sub.url')
  project.write('millwright.toml', '[workspace]\nsetup = ["git", "submodule", "update", "--init"]\n')
  project.commit('Set-up')
  project.agent(asSeen)
  expect(await ended(project, 'filled=grep -q inner sub/inner.txt')).toEqual(bothAtOnce)
})

test('what an agent does to such a submodule is neither judged nor there for the next task', async () => {
  const project = withSubmodule()
  project.write('millwright.toml', '[workspace]\nsetup = ["git", "submodule", "update", "--init"]\n')
  project.commit('Set-up')
  project.agent(`${asSeen}
append(path.join(meeting, 'inner'), readFileSync('sub/inner.txt', 'utf8') + existsSync('sub/.hidden/x') + ' ')
if (task === 'T001') for (const it of ['sub/inner.txt', 'sub/.hidden/x']) write(it, 'patched')`)
  expect(await ended(project, 'filled=grep -q inner sub/inner.txt', '--gate', 'plain=test ! -e sub/.hidden')).toEqual(
    bothAtOnce,
  )
  expect(project.read('../meeting/inner')).toBe('innerfalse innerfalse ')
})

test('a set-up that fills a submodule never works on what it left', async () => {
  const project = withSubmodule()
  const lines = ['set -e', 'git submodule update --init', 'echo one >> config.txt', 'mkdir build', 'touch build/x']
  project.write('setup.sh', `${lines.join('\n')}\n`)
  project.write('check.sh', 'test "$(cat config.txt)" = one\n')
  project.write('.gitignore', 'build\n')
  project.write('config.txt', '')
  project.write('millwright.toml', '[workspace]\nsetup = ["sh", "setup.sh"]\n')
  project.commit('Set-up')
  project.agent(`${asSeen}\nif (task === 'T001') write('sub/inner.txt', 'patched')`)
  expect(await ended(project, 'once=sh check.sh')).toEqual(bothAtOnce)
})

test('nor what lies in a link to a commit that no .gitmodules names', async () => {
  const project = withSubmodule()
  project.git('rm', '-q', '--cached', '.gitmodules')
  project.git('commit', '-qm', 'Nobody names it')
  project.agent(`${asSeen}\nif (task === 'T001') write('sub/junk.txt', 'x')`)
  expect(await ended(project, 'empty=test ! -e sub/junk.txt')).toEqual(bothAtOnce)
})

test('a set-up that an agent rewrites is not run before a person has looked, and what it filled stays for gates', async () => {
  const project = withSubmodule()
  project.write('setup.sh', 'git submodule update --init\n')
  project.write('millwright.toml', '[workspace]\nsetup = ["sh", "setup.sh"]\n')
  project.commit('Set-up')
  project.agent(`${asSeen}
if (task === 'T001') write('setup.sh', 'git submodule update --init; echo ran >> ' + path.join(meeting, 'evil') + '\\n')`)
  const gate = 'filled=grep -q inner sub/inner.txt'
  const ended = await project.run('run', 'tasks.md', '--yes', '--exec', project.exec, '--gate', gate)
  expect([ended.code, ended.out]).toEqual([3, expect.stringContaining('? R1 T001')])
  expect(project.has('../meeting/evil')).toBe(false)
})

test('an empty folder that an agent makes is not there for gates', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('src/a.txt', 'a')
  project.commit('Begin')
  project.agent(`mkdirSync('reports', { recursive: true })
mkdirSync('src/empty/deep', { recursive: true })
write(task === 'T001' ? 'one.txt' : 'two.txt', task)`)
  expect(await ended(project, 'none=test ! -e reports -a ! -e src/empty')).toEqual(bothAtOnce)
})

test('but one that the set-up makes is, for each gate', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('millwright.toml', '[workspace]\nsetup = ["mkdir", "-p", "logs/deep"]\n')
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task)`)
  const both = ['there=test -d logs/deep', '--gate', 'still=test -d logs/deep']
  expect(await ended(project, ...both)).toEqual(bothAtOnce)
})

test.each<[string, string, string, string]>([
  ['that .gitattributes takes out are not there', '* text=auto eol=lf\n', '\\r\\n', '! grep -q "$CR" $it'],
  ['that .gitattributes puts in are there', '*.txt text eol=crlf\n', '\\n', 'grep -q "$CR" $it'],
])('line ends %s', async (_what, attributes, ends, check) => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('.gitattributes', attributes)
  const loop = `for it in one.txt two.txt; do test ! -e $it || ${check} || exit 1; done`
  project.write('check.sh', `CR=$(printf '\\r')\n${loop}\n`)
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task + '${ends}again${ends}')`)
  expect(await ended(project, 'ends=sh check.sh')).toEqual(bothAtOnce)
  expect(project.git('show', 'HEAD:one.txt')).toBe('T001\nagain\n')
})
