/** A call that names no plan speaks of the plan of this folder; where another one is at work or waits, it names that. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = (file: string): string => `## Phase 06: Implementation\n\n- [ ] T001 One\n  files: ${file} (CREATE)\n`

test('pause, stop, status and review name the plans that are meant', async () => {
  const project = makeProject()
  for (const name of ['tasks', 'plans/own', 'plans/other'])
    project.write(`${name}.md`, plan(`${name.replace('plans/', '')}.txt`))
  project.commit('Begin')
  project.agent(`
const file = /[a-z]+\\.txt/.exec(readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))[0]
if (file === 'own.txt') await meet('midway')
write(file, 'x')
`)
  expect((await project.run('status')).out).not.toContain('another plan')
  const other = ['run', 'plans/other.md', '--exec', project.exec, '--mode', 'education']
  expect((await project.run(...other)).code).toBe(3)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  const reviewed = await project.run('review')
  expect(reviewed.out).toBe(
    'nothing of this plan waits for a person\n' +
      'another plan, plans/other.md, waits for a person: millwright review --plan plans/other.md\n',
  )
  const running = project.begin('run', 'plans/own.md', '--exec', project.exec)
  await project.arrived('midway', running)
  const { out } = await project.run('status')
  expect(out).toContain('another plan, plans/own.md, is at work: millwright status plans/own.md\n')
  expect(out).toContain('another plan, plans/other.md, waits for a person: millwright status plans/other.md\n')
  for (const verb of ['pause', 'stop']) {
    const { code, err } = await project.run(verb)
    expect(code).toBe(2)
    expect(err).toContain(`help: another plan, plans/own.md, is at work: millwright ${verb} plans/own.md`)
    expect(err).not.toContain('plans/other.md')
  }
  expect((await project.run('pause', 'tasks.md')).err).not.toContain('plans/own.md')
  project.release('midway')
  expect((await running.ended).code).toBe(0)
})
