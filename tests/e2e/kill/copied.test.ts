/** A repository is copied while a run is under way in it: what goes on in the copy ends nothing of the original. */

import { cpSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { start, type Started } from '../../rig/program.ts'
import { killWithSupervisor } from './supervisor-of.ts'

const makeProject = projectsOfTests()

/** A run whose only agent has begun and waits to be told to go on. */
async function underWay(): Promise<{ project: Project; running: Started }> {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  // Only the first call waits: the same agent works for the copy.
  project.agent(`if (attempt === 1) await meet('one')\nwrite('one.txt', 'call ' + attempt)`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('one', running)
  return { project, running }
}

function resume(project: Project, root: string, env: NodeJS.ProcessEnv = {}): Started {
  // Somewhere else the journal is another one, and a person has to say that it is theirs.
  const argv = [process.execPath, builtProgram(), 'resume', 'tasks.md', '--yes']
  return start(argv, { cwd: root, env: { ...project.env, ...env } })
}

test.each([
  ['with the same state folder', () => ({})],
  ['with another one', (project: Project) => ({ MILLWRIGHT_STATE: path.join(project.top, 'other') })],
])('%s', async (_name, env) => {
  const { project, running } = await underWay()
  const copy = path.join(project.top, 'copy')
  cpSync(project.root, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  const resumed = await resume(project, copy, env(project)).ended
  expect(resumed, resumed.err).toMatchObject({ code: 0 })
  expect(resumed.err).not.toContain('that an earlier executor left')
  project.release('one')
  const ended = await running.ended
  expect(ended, ended.err).toMatchObject({ code: 0 })
  expect(ended.out).not.toContain('attempt 2')
  expect(project.read('one.txt')).toBe('call 1')
})

test('one that was only moved still ends what its dead executor left', async () => {
  const { project, running } = await underWay()
  await killWithSupervisor(running)
  const moved = path.join(project.top, 'moved')
  renameSync(project.root, moved)
  const resumed = await resume(project, moved).ended
  expect(resumed, resumed.err).toMatchObject({ code: 0 })
  expect(resumed.err).toContain('ended 1 process that an earlier executor left')
})
