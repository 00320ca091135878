/** Phases in files of their own, one waiting for another: each is run from its own file, and released by what the other says. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const phase = (name: string, tasks: readonly object[]): string => `${JSON.stringify({ phase: name, tasks }, null, 2)}\n`
const task = (id: string, dependencies: readonly string[], more: object = {}): object => ({
  id,
  title: `Do ${id}`,
  layer: 'core',
  dependencies,
  files_to_touch: [`${id}.txt (NEW)`],
  status: 'pending',
  ...more,
})
const first = 'state/tasks_phase0.json'
const second = 'state/tasks_phase1.json'

function begin(): Project {
  const project = makeProject()
  project.write(first, phase('Phase 0: Look', [task('A-1', [], { gates: ['nobody-defines-it'] })]))
  project.write(second, phase('Phase 1: Build', [task('B-1', ['A-1']), task('B-2', [])]))
  project.commit('Begin')
  project.agent(`if (task === 'B-2') await meet('at-work')\nwrite(task + '.txt', '')`)
  return project
}
const silent = ['--yes', '--mode', 'silent'] as const

test('what stands in another file is waited for, named with its file, and not run from here', async () => {
  const project = begin()
  const checked = await project.run('check', second)
  expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('no findings')])
  const why = (await project.run('why', second, 'B-1')).out
  expect(why).toMatch(new RegExp(`○ A-1 .*\\n +in 0 Look; run it from its own file: millwright run ${first}\\n`))
  const refused = await project.run('run', second, ...silent, '--exec', project.exec, '--phase', '0')
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining(`--phase: phase 0 stands in ${first}: run that one, millwright run ${first}`),
  ])
  const running = project.begin('run', second, ...silent, '--exec', project.exec)
  await project.arrived('at-work', running)
  project.release('at-work')
  const ended = await running.ended
  expect(ended.code, ended.err).toBe(1)
  expect(ended.out + ended.err).toContain(`A-1 blocks B-1 and stands in ${first}`)
  expect(project.read(second).match(/"status": "\w+"/g)).toEqual(['"status": "pending"', '"status": "done"'])
  expect(project.read(first)).toContain('"status": "pending"')

  expect((await project.run('check', first)).out).toContain('MW613')
  project.write(first, project.read(first).replace('nobody-defines-it', 'files'))
  expect((await project.run('run', first, ...silent, '--exec', project.exec)).code).toBe(0)
  const last = await project.run('run', second, ...silent, '--exec', project.exec)
  expect(last.code, last.err).toBe(0)
  expect(project.read(second)).not.toContain('pending')
})

test('a blocker that becomes done in the other file during a run releases its dependant', async () => {
  const project = begin()
  const running = project.begin('run', second, ...silent, '--exec', project.exec)
  await project.arrived('at-work', running)
  project.write(first, project.read(first).replace('pending', 'done'))
  project.release('at-work')
  const ended = await running.ended
  expect(ended.code, ended.err).toBe(0)
  expect(project.read(second).match(/"status": "\w+"/g)).toEqual(['"status": "done"', '"status": "done"'])
  expect(project.read(first).match(/"status": "\w+"/g)).toEqual(['"status": "done"'])
})

test('an agent that says in its draft that the other file’s task is done releases nothing', async () => {
  const project = begin()
  project.agent(`const file = ${JSON.stringify(first)}
if (task === 'B-2') write(file, readFileSync(file, 'utf8').replace('pending', 'done'))
write(task + '.txt', '')`)
  const ended = await project.run('run', second, ...silent, '--exec', project.exec)
  expect(ended.code, ended.err).toBe(1)
  expect(project.read(first)).toContain('"status": "pending"')
  expect(project.git('show', `HEAD:${first}`)).toContain('"status": "pending"')
  expect(project.has('B-1.txt')).toBe(false)
})

test('a folder with one such plan is that plan; of several one has to be named', async () => {
  const project = begin()
  const several = await project.run('check', 'state')
  expect([several.code, several.out + several.err]).toEqual([
    2,
    expect.stringContaining('MW800 state holds more than one plan: tasks_phase0.json, tasks_phase1.json'),
  ])
  project.write('other/package.json', '{"tasks": [{"id": "X", "layer": "core"}]}')
  project.write('other/project_state.json', phase('Phase 2', [task('C-1', [])]))
  const one = await project.run('check', 'other')
  expect([one.code, one.out + one.err]).toEqual([0, expect.stringContaining('other/project_state.json: no findings')])
})
