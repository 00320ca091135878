/** A resume that comes late: the run it was to continue is over, and another one has begun and waits. */

import { expect, test } from 'vitest'
import { prepareRun } from '../../src/calls/run/prepare-run.ts'
import { startRun } from '../../src/calls/run/start-run.ts'
import * as millwright from '../../src/index.ts'
import { projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks

## Phase 06: Implementation

- [ ] T0001 One
  files: one.txt (CREATE)
`

test('it does not go on with the other run', async () => {
  const project = makeProject()
  const call = { cwd: project.root, env: project.env }
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent("write(task === 'T0001' ? 'one.txt' : 'two.txt', task)")
  const run = async (gates: readonly string[]) => {
    const started = await millwright.run('tasks.md', { exec: project.exec, gates }, call)
    if (started.is !== 'running') throw new Error(`not started: ${JSON.stringify(started)}`)
    const end = await started.done
    return end.is === 'ended' ? end.exitCode : end
  }
  expect(await run(['red=test -f one.txt'])).toBe(3)
  const prepared = await prepareRun('tasks.md', {}, call)
  if (prepared.is !== 'prepared') throw new Error(`not prepared: ${JSON.stringify(prepared)}`)

  await millwright.answer('tasks.md', { review: 'R1', answer: 'ignore-same' }, call)
  const resumed = await millwright.resume('tasks.md', call)
  expect(resumed.is === 'running' && (await resumed.done)).toMatchObject({ exitCode: 0 })
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T0002 Two\n  files: two.txt (CREATE)\n`)
  project.commit('One more')
  expect(await run(['late=test -f two.txt'])).toBe(3)

  const before = await millwright.events('tasks.md', call)
  const silent = { observe: () => undefined, output: () => undefined, remark: () => undefined }
  const { end } = await startRun(prepared, { ...silent, askHuman: null, askReview: null }).done
  expect(end).toMatchObject({ is: 'failed', reason: expect.stringContaining('has ended meanwhile'), began: false })
  expect(await millwright.events('tasks.md', call)).toEqual(before)
  expect(project.has('two.txt')).toBe(false)
})
