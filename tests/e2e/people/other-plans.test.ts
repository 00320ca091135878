/**
 * A call that names no plan speaks of the plan of this folder; where another one is at work or waits, it names that. Where the
 * folder holds none, the only one of the project with a run that has not ended is meant.
 */

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

test('where the folder holds no plan, the only one with a run that has not ended is meant, and of several none', async () => {
  const project = makeProject()
  for (const name of ['one', 'two', 'done']) project.write(`specs/${name}/tasks.md`, plan(`${name}.txt`))
  project.commit('Begin')
  project.agent(`write(/[a-z]+\\.txt/.exec(readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))[0], 'x')`)
  const run = (name: string, mode: string) =>
    project.run('run', `specs/${name}/tasks.md`, '--exec', project.exec, '--mode', mode)
  expect((await run('done', 'silent')).code).toBe(0)
  expect(await project.run('status')).toMatchObject({ code: 2, err: expect.stringContaining('MW011') })

  expect((await run('one', 'education')).code).toBe(3)
  const meant = 'no plan is named: specs/one/tasks.md is meant, which waits for a person\n'
  const shown = await project.run('review', 'show', 'R1')
  expect([shown.code, shown.err]).toEqual([0, meant])
  expect(shown.out).toContain('millwright review approve|revise|reject|pause R1 --plan specs/one/tasks.md')
  for (const [verb, code] of [
    ['status', 3],
    ['log', 0],
    ['resume', 3],
  ] as const) {
    const called = await project.run(verb)
    expect([called.code, called.err], verb).toEqual([code, meant])
  }
  for (const verb of ['pause', 'stop'])
    expect((await project.run(verb)).err).toMatch(`${meant}millwright: ${verb} refused: no executor is at work`)
  expect((await project.run('status', '.')).err).toContain('MW011')
  for (const verb of ['run', 'check'])
    expect((await project.run(verb)).err).toContain("missing required argument 'plan'")

  expect((await run('two', 'education')).code).toBe(3)
  const plans = ['specs/one/tasks.md', 'specs/two/tasks.md']
  for (const verb of ['status', 'resume', 'pause', 'stop', 'log', 'review show R1 --plan']) {
    const [first = '', ...more] = verb.replace(' --plan', '').split(' ')
    const { code, out, err } = await project.run(first, ...more)
    expect([code, out], verb).toEqual([2, ''])
    expect(err).toBe(
      `millwright: no plan is named, and several may be meant: ${plans.map((it) => `${it} waits for a person`).join('; ')}\n` +
        `  help: name one: ${plans.map((it) => `millwright ${verb} ${it}`).join('; ')}\n`,
    )
  }
})
