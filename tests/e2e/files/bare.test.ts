/** A bare repository: what is done goes to its branch, and every command finds the journal of the run. */

import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { start } from '../../rig/program.ts'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test('a plan in a bare repository is run there, and looked at and gone on with afterwards', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  project.agent(`write('one.txt', '1')`)
  const bare = path.join(project.top, 'bare')
  project.git('clone', '-q', '--bare', '.', bare)
  cpSync(path.join(project.root, 'tasks.md'), path.join(bare, 'tasks.md'))
  const call = (...words: readonly string[]) =>
    start([process.execPath, builtProgram(), ...words], { cwd: bare, env: project.env }).ended

  expect(await call('run', 'tasks.md', '--exec', project.exec, '--yes')).toMatchObject({ code: 0 })
  expect(project.git('-C', bare, 'show', 'main:one.txt')).toBe('1')
  expect((await call('status', 'tasks.md')).out).toContain('1 completed, 0 blocked, 0 remaining')
  expect((await call('verify', 'tasks.md')).out).toContain('journal intact')
  expect((await call('resume', 'tasks.md')).err).toContain('the last run of this plan has ended')
})
