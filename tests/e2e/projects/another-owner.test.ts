/**
 * A repository that git does not open, because its folder is another user's (a mounted folder, a checkout of sudo), is
 * not worked in as if it were none; who has told git that it is safe works in it as everywhere.
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { putInFrontOfGit } from '../../rig/git-in-front.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { asUnprivileged, giveTo } from '../../rig/unprivileged.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
`

/** A project for whose call every folder is another user's: git has a switch for that, for its own tests. */
function ofAnother(): { readonly project: Project; readonly trust: () => void } {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('one.txt', task)`)
  const front = putInFrontOfGit(project.top, () => 'export GIT_TEST_ASSUME_DIFFERENT_OWNER=1', project.env['PATH'])
  project.env['PATH'] = front.path
  const trust = (): void => {
    writeFileSync(path.join(project.top, 'home', '.gitconfig'), `[safe]\n\tdirectory = ${project.root}\n`)
  }
  return { project, trust }
}

const run = (project: Project): ReturnType<Project['run']> =>
  project.run('run', 'tasks.md', '--yes', '--exec', project.exec)

test('is refused with the words of git and what to do, and nothing is changed in it', async () => {
  const { project } = ofAnother()
  const { code, err } = await run(project)
  expect(code).toBe(2)
  expect(err).toContain(
    `git does not open the repository in ${project.root}: detected dubious ownership in repository at '${project.root}'\n` +
      `  help: where you trust it: git config --global --add safe.directory ${project.root}; or run without it (--workspace none)\n`,
  )
  expect(project.has('one.txt')).toBe(false)
  const doctor = await project.run('doctor')
  expect(doctor.out).toContain("git      ✗ the repository is not opened: detected dubious ownership in repository at '")
})

test('is worked in with a checkout for each task by who has called it safe', async () => {
  const { project, trust } = ofAnother()
  trust()
  const { code, err, out } = await run(project)
  expect([code, err]).toEqual([0, expect.not.stringContaining('no git repository')])
  expect(out).toMatch(/^\+ T001 done, files-only, [0-9a-f]{7}/m)
})

test('variables that stand for a file of configuration call it safe as well, and nothing else of them counts', async () => {
  const { project } = ofAnother()
  const given = [
    ['core.worktree', '/nowhere'],
    ['safe.directory', project.root],
  ]
  project.env['GIT_CONFIG_COUNT'] = String(given.length)
  for (const [at, [key, value]] of given.entries())
    Object.assign(project.env, { [`GIT_CONFIG_KEY_${at}`]: key, [`GIT_CONFIG_VALUE_${at}`]: value })
  const { code, err, out } = await run(project)
  expect([code, err]).toEqual([0, expect.not.stringContaining('no git repository')])
  expect(out).toMatch(/^\+ T001 done, files-only, [0-9a-f]{7}/m)
})

test.each([
  ['a broken configuration', '.git/config', '[core\n', /bad config line 1 in file/],
  ['no HEAD any more', '.git/HEAD', '', /not a git repository/],
])('so is one with %s', async (_what, file, text, because) => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('one.txt', task)`)
  project.write(file, text)
  const { code, err } = await run(project)
  expect([code, err]).toEqual([2, expect.stringMatching(because)])
  expect(err).toContain(`git does not open the repository in ${project.root}: `)
  expect(project.has('one.txt')).toBe(false)
})

test('so is one whose path has lines', async () => {
  const project = makeProject({ folder: 'a\nb' })
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('one.txt', task)`)
  const { code, err } = await run(project)
  expect(code).toBe(2)
  expect(err).toContain(': its path holds a line break\n  help: give the folder with the line break another name;')
  expect(project.has('one.txt')).toBe(false)
})

test('so is one that this user may not look into', (context) => {
  const as = asUnprivileged(context)
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('one.txt', task)`)
  giveTo(as, project.top)
  chmodSync(path.join(project.root, '.git'), 0)
  try {
    const [program, ...words] = [...as.words, process.execPath, builtProgram()]
    const call = ['run', 'tasks.md', '--yes', '--exec', project.exec]
    const done = spawnSync(program, [...words, ...call], { cwd: project.root, env: project.env, encoding: 'utf8' })
    expect([done.status, done.stderr]).toEqual([2, expect.stringContaining('git does not open the repository in ')])
    expect(project.has('one.txt')).toBe(false)
  } finally {
    chmodSync(path.join(project.root, '.git'), 0o755)
  }
})

test('an empty folder of that name above a project is none', async () => {
  const project = makeProject({ git: false })
  mkdirSync(path.join(project.top, '.git'))
  project.write('tasks.md', plan)
  project.agent(`write('one.txt', task)`)
  expect(await run(project)).toMatchObject({ code: 0, out: expect.stringContaining('no git repository here') })
})

test('is left to itself where no git is asked for', async () => {
  const { project } = ofAnother()
  const { code, err } = await project.run('run', 'tasks.md', '--yes', '--exec', project.exec, '--workspace', 'none')
  expect(code, err).toBe(0)
  expect(project.has('one.txt')).toBe(true)
})
