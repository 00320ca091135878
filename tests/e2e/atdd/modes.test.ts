/** ATDD and mechanical mode are two switches: the four rows of seed 000 §5, and who turns them on. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { at, checklist, obedient, stepsOf, sums } from './sums.ts'

const makeProject = projectsOfTests()

/** An agent that does all of a task, or of a phase, in one go. */
const whole = `
write(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
append(path.join(meeting, 'steps'), process.env.MILLWRIGHT_STEP + '\\n')
write('src/sums.mjs', 'export const add = (a, b) => a + b\\nexport const double = (a) => 2 * a\\n')
const plan = 'docs/isdlc/tasks.md'
if (task.startsWith('phase:')) write(plan, readFileSync(plan, 'utf8').replace('- [ ] T0001', '- [X] T0001'))
`

function withState(project: Project, workflow: object): Project {
  project.write('.isdlc/state.json', JSON.stringify({ active_workflow: workflow }))
  project.commit('State')
  return project
}

test.each([
  ['both on: tasks by the plan, criteria by their priorities', { atdd_mode: true, mechanical_mode: true }, 4],
  ['only mechanical: one step of a task', { atdd_mode: false, mechanical_mode: true }, 1],
] as const)('%s', async (_, workflow, steps) => {
  const project = withState(sums(makeProject()), workflow)
  project.agent(steps === 4 ? obedient : whole)
  const { code, err } = await project.view('run', at, '--exec', project.exec, '--yes')
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(stepsOf(project)).toHaveLength(steps)
  expect(err.includes('ATDD mode (.isdlc/state.json says atdd_mode = true)')).toBe(steps === 4)
})

test('only ATDD: one agent gets the phase, and the order of its tests in the brief', async () => {
  const project = withState(sums(makeProject()), { atdd_mode: true })
  project.agent(whole)
  const { code, err, view } = await project.view('run', at, '--exec', project.exec, '--yes')
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(err).toContain('ATDD: the agent of a phase is told to see each of 2 criteria red first')
  expect(view.tasks.find((it) => it.id === 'T0001')?.state).toBe('done')
  const { readFileSync } = await import('node:fs')
  const brief = readFileSync(`${project.top}/meeting/brief`, 'utf8')
  expect(brief).toContain('for each acceptance criterion, one after the other in this order')
  expect(brief.indexOf('AC-01 (P0)')).toBeLessThan(brief.indexOf('AC-02 (P1)'))
  // Nobody has seen the tests in it, so that nothing is said of them.
  expect(project.read('docs/isdlc/atdd-checklist.json')).toBe(checklist)
})

test('a flag wins over the project, and the checklist may lie elsewhere', async () => {
  const project = withState(sums(makeProject(), { list: null }), { atdd_mode: true, mechanical_mode: true })
  project.agent(whole)
  const off = await project.view('run', at, '--no-atdd', '--exec', project.exec, '--yes')
  expect(stepsOf(project)).toEqual(['work'])
  expect(off.err).not.toContain('ATDD mode')
  const other = sums(makeProject(), { list: null, config: '[atdd]\nchecklist = "quality/list.json"\n' })
  other.write('quality/list.json', JSON.stringify({ 'AC-01': { priority: 1 }, 'AC-02': { priority: 0 } }))
  other.commit('List')
  other.agent(obedient)
  const { code, err } = await other.view('run', at, '--atdd', '--mechanical', '--exec', other.exec, '--yes')
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(stepsOf(other)[0]).toBe('red:AC-02')
  expect(JSON.parse(other.read('quality/list.json'))).toEqual({
    'AC-01': { priority: 1, status: 'green' },
    'AC-02': { priority: 0, status: 'green' },
  })
  expect(other.has('docs/isdlc/atdd-checklist.json')).toBe(false)
})

test('a dry run sees red and green by stand-ins', async () => {
  const project = sums(makeProject())
  const { view, code } = await project.view('run', at, '--atdd', '--dry-run')
  expect(code).toBe(0)
  expect(view.tasks[0]).toMatchObject({ state: 'done', attempts: 4 })
})

test.each([
  ['cut off', '{ "criteria": [ { "id": "AC-01"', 'MW401'],
  ['a key twice', '{ "criteria": [ { "id": "AC-01", "id": "AC-02" } ] }', 'MW402'],
  ['no list', '"AC-01"', 'MW407'],
])('a checklist that is broken (%s) is told with its place, and nothing begins', async (_, text, code) => {
  const project = sums(makeProject(), { list: text })
  project.agent(obedient)
  const ended = await project.run('run', at, '--atdd', '--exec', project.exec, '--yes')
  expect(ended.code).toBe(2)
  expect(ended.err).toContain(code)
  expect(ended.err).toContain('docs/isdlc/atdd-checklist.json:1:')
  expect(project.read('docs/isdlc/atdd-checklist.json')).toBe(text)
})

test('without a runner of tests it says what to write, and nothing begins', async () => {
  const project = sums(makeProject())
  project.write('package.json', '{}')
  project.commit('No runner')
  project.agent(obedient)
  const ended = await project.run('run', at, '--atdd', '--exec', project.exec, '--yes')
  expect(ended.code).toBe(2)
  expect(ended.err).toContain('MW630')
  expect(ended.err).toContain('[atdd] run = ["npx", "vitest", "run", "{file}", "-t", "{name}"]')
})

test('a command of the repository for tests is trusted once, with its slots open, whatever criteria there are', async () => {
  const command = '[atdd]\nrun = ["node", "--test", "--test-reporter=tap", "--test-name-pattern", "{name}", "{file}"]\n'
  const project = sums(makeProject(), { config: `${command}[gates.there]\nrun = ["test", "-d", "src"]\n` })
  project.agent(obedient)
  const refused = await project.run('run', at, '--atdd', '--exec', project.exec)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(
    'gate of one criterion: node --test --test-reporter=tap --test-name-pattern {name} {file}',
  )
  expect((await project.run('trust', '--yes')).code).toBe(0)
  project.write('docs/isdlc/atdd-checklist.json', checklist.replace('"P1"', '"P2"'))
  project.commit('Another priority')
  const ended = await project.run('run', at, '--atdd', '--exec', project.exec)
  expect({ code: ended.code, err: ended.err }).toMatchObject({ code: 0 })
})
