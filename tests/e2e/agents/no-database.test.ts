/** The database library is made for each system: a copy of the program that came without it says so. */

import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { start } from '../../rig/program.ts'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test('a run says what is missing, and not that the journal is damaged', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n')
  project.commit('Begin')
  const installed = path.join(project.top, 'installed')
  cpSync(path.dirname(builtProgram()), path.join(installed, 'dist'), { recursive: true })
  cpSync('package.json', path.join(installed, 'package.json'))
  const program = path.join(installed, 'dist', path.basename(builtProgram()))
  const running = start([process.execPath, program, 'run', 'tasks.md', '--exec', 'true'], {
    cwd: project.root,
    env: project.env,
  })
  const { code, err } = await running.ended
  expect(code).toBe(2)
  expect(err).toMatch(/MW705 .*the database library does not load: .*libsql/)
  expect(err).toContain('help: install millwright again on this machine')
  expect(err).not.toContain('damaged')
})
