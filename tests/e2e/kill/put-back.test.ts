/** An older copy of a journal's folder that was put back is whole in itself: the run's own commits tell that it is older. */

import { cpSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { killedAtWork } from './killed-at-work.ts'

const makeProject = projectsOfTests()

test('every call that goes by the journal says so, and nothing is done again', async () => {
  const { project, plans } = await killedAtWork(makeProject())
  const older = path.join(project.root, '.git', 'older')
  cpSync(plans, older, { recursive: true })
  expect(await project.run('resume', 'tasks.md')).toMatchObject({ code: 0 })
  const done = project.git('rev-parse', 'HEAD')
  rmSync(plans, { recursive: true })
  cpSync(older, plans, { recursive: true })

  const told = /MW702 .*the run's last commit was made after the last event of the journal; events 0-\d+ are intact/
  const status = await project.run('status', 'tasks.md')
  expect([status.code, status.out + status.err]).toEqual([2, expect.stringMatching(told)])
  const verify = await project.run('verify', 'tasks.md')
  expect([verify.code, verify.out + verify.err]).toEqual([2, expect.stringMatching(told)])
  for (const words of [
    ['resume', 'tasks.md'],
    ['run', 'tasks.md', '--exec', project.exec],
    ['skip', 'tasks.md', 'T001'],
  ]) {
    const { code, err } = await project.run(...words)
    expect([code, err], words[0]).toEqual([2, expect.stringMatching(told)])
    expect(err).toContain('somebody put an older copy of the folder back')
  }
  expect(project.git('rev-parse', 'HEAD')).toBe(done)

  // What the help says leads on.
  for (const plan of readdirSync(plans)) rmSync(path.join(plans, plan), { recursive: true })
  const anew = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([anew.code, anew.err], anew.err).toEqual([0, ''])
  expect(project.git('rev-parse', 'HEAD')).toBe(done)

  // Its work stands on a commit that names an event of the journal that is gone.
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T002 Two\n  files: two.txt (CREATE)\n`)
  project.commit('More')
  project.git('commit', '-q', '--amend', '-m', project.git('log', '-1', '--format=%B', 'HEAD~1'))
  project.agent(`await meet('two')\nwrite('two.txt', 'two')`)
  const next = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('two', next)
  const beside = await project.run('status', 'tasks.md')
  expect([beside.err, beside.out]).toEqual(['', expect.stringContaining('Mechanical execution running')])
  project.release('two')
  expect(await next.ended).toMatchObject({ code: 0 })
})
