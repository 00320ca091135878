/** A clone that was made without all of its files (`--filter`) is worked in where it has those of its commit. */

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** @param how more options of `git clone --filter=blob:none` */
function partialClone(...how: readonly string[]): Project {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: here/one.txt (CREATE)\n')
  project.write('here/a.txt', 'a\n')
  project.write('there/b.txt', 'b\n')
  project.commit('Begin')
  project.write('here/a.txt', 'newer\n')
  project.commit('Go on')
  project.git('config', 'uploadpack.allowFilter', 'true')
  const from = path.join(project.top, 'from')
  const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: project.top, env: project.env })
  git('clone', '-q', '--bare', '-c', 'uploadpack.allowFilter=true', project.root, from)
  rmSync(project.root, { recursive: true })
  git('clone', '-q', '--filter=blob:none', ...how, `file://${from}`, project.root)
  project.agent("write('here/one.txt', task)")
  return project
}

const run = (project: Project): ReturnType<Project['run']> =>
  project.run('run', 'tasks.md', '--yes', '--exec', project.exec)

test('nothing is begun where files of the commit were left out, and how to get them is said', async () => {
  const project = partialClone('--sparse')
  project.git('sparse-checkout', 'set', 'here')
  const before = project.git('rev-parse', 'HEAD')
  const { code, err } = await run(project)
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(
      'this clone is partial, and lacks 1 object of the commit that the run begins from\n' +
        '  help: fetch what is missing: git fetch --refetch --no-filter\n',
    ),
  ])
  expect(project.git('rev-parse', 'HEAD')).toBe(before)
  project.git('fetch', '-q', '--refetch', '--no-filter')
  expect((await run(project)).code).toBe(0)
  expect(project.git('show', 'HEAD:here/one.txt')).toBe('T001')
})

test('where only older files are missing, the run goes on', async () => {
  const project = partialClone()
  expect(project.git('rev-list', '--objects', '--missing=print', 'HEAD')).toMatch(/^\?/m)
  expect((await run(project)).code).toBe(0)
})
