/** Gates of a project state: by the words that it names, and by its layers, types and files where it names none. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** A gate that passes, and one that compares a number. */
const passes = 'run = ["node", "-e", ""]'
const sums =
  '[gates.sums]\nkind = "numeric"\nrun = ["node", "sum.mjs"]\n[[gates.sums.values]]\nname = "sum"\njson_path = "$.sum"\nreference = 3\n'

function project(tasks: readonly object[], config: string): Project {
  const made = makeProject()
  made.write('state.json', `${JSON.stringify({ project_id: 'tides', phase: 'execute', tasks }, null, 2)}\n`)
  made.write('sum.mjs', "import { readFileSync } from 'node:fs'\nconsole.log(readFileSync('sum.json', 'utf8'))\n")
  made.write('sum.json', '{"sum": 3}')
  made.write('millwright.toml', config)
  made.commit('Begin')
  return made
}

const task = (id: string, more: object): object => ({
  id,
  title: `Do ${id}`,
  status: 'pending',
  dependencies: [],
  acceptance_criteria: [],
  ...more,
})

test('words mean gates of the project, and the table fills in where it names none', async () => {
  const one = project(
    [
      task('T-1', { layer: 'workflow', type: 'new', files_to_touch: ['a.py (NEW)'] }),
      task('T-2', { layer: 'workflow', type: 'integration', files_to_touch: ['sum.json'], dependencies: ['T-1'] }),
      task('T-3', { layer: 'workflow', type: 'new', gates: ['BUILD', 'numeric'], files_to_touch: ['c.py (NEW)'] }),
    ],
    `[gates.build]\n${passes}\n[gates.test]\n${passes}\n[gates.extra]\n${passes}\ntypes = ["new"]\n${sums}`,
  )
  one.agent(`
if (task === 'T-1') write('a.py', 'x = 1')
if (task === 'T-2') write('sum.json', JSON.stringify({ sum: attempt === 1 ? 4 : 3.0, note: 'mended' }))
if (task === 'T-3') write('c.py', 'x = 1')
`)
  const { code, view } = await one.view('run', 'state.json', '--exec', one.exec, '--yes', '--mode', 'silent')
  expect([code, view.tasks.map((it) => [it.id, it.state, it.proof, it.attempts])]).toEqual([
    0,
    [
      ['T-1', 'done', 'verified', 1],
      ['T-2', 'done', 'verified', 2],
      ['T-3', 'done', 'verified', 1],
    ],
  ])
  expect(view.tasks.map((it) => [...new Set(it.evidence.map(({ gate }) => gate))].sort())).toEqual([
    // With what a test needs.
    ['build', 'extra', 'files', 'test'],
    ['build', 'files', 'sums', 'test'],
    ['build', 'files', 'sums'],
  ])
})

test('what the table asks for and the project has not is said when the run begins', async () => {
  const one = project(
    [task('T-1', { layer: 'workflow', type: 'new', files_to_touch: ['a.py (NEW)'] })],
    `[gates.unit]\n${passes}\n`,
  )
  one.agent(`write('a.py', 'x = 1')`)
  const { code, out, err } = await one.run('run', 'state.json', '--exec', one.exec, '--yes', '--mode', 'silent')
  expect([code, out + err]).toEqual([
    0,
    expect.stringContaining('one task is to be checked by lint, by layer and type, and no gate here does that: T-1.'),
  ])
})

test('a gate that is named and not defined stops the run, at its place in the plan', async () => {
  const one = project(
    [
      task('T-1', { layer: 'core', type: 'new', gates: ['unit', 'numeric'], files_to_touch: ['a.py (NEW)'] }),
      task('T-2', { layer: 'core', type: 'new', gates: ['unitt'], files_to_touch: ['b.py (NEW)'] }),
    ],
    `[gates.unit]\n${passes}\n`,
  )
  one.agent(`write('a.py', 'x = 1')`)
  const checked = await one.run('check', 'state.json')
  expect(checked.code).toBe(2)
  const lines = one.read('state.json').split('\n')
  const place = (word: string): string => {
    const at = lines.findIndex((line) => line.includes(`"${word}"`))
    return `${at + 1}:${(lines[at] ?? '').indexOf('"') + 1}`
  }
  expect(checked.out.split('\n').filter((line) => line.includes('MW613'))).toEqual([
    expect.stringMatching(`^state.json:${place('numeric')}: error MW613 gate numeric is named but not defined$`),
    expect.stringMatching(
      `^state.json:${place('unitt')}: error MW613 gate unitt is named but not defined; did you mean unit\\?$`,
    ),
  ])
  const before = one.read('state.json')
  const ran = await one.run('run', 'state.json', '--exec', one.exec, '--yes', '--mode', 'silent')
  expect([ran.code, one.read('state.json'), one.has('a.py')]).toEqual([2, before, false])
  // Of settings with a fault nobody knows which gates they define.
  one.write('millwright.toml', `[gates.unit]\n${passes}\n[milestones]\ndefinitions = "../x"\n`)
  const faulty = await one.run('check', 'state.json')
  expect([faulty.code, faulty.out.match(/error MW\d+/g)]).toEqual([2, ['error MW508']])
})

test('lowered, the task that names it ends blocked and the others go on', async () => {
  const one = project(
    [
      task('T-1', { layer: 'core', type: 'new', gates: ['mystery'], files_to_touch: ['a.py (NEW)'] }),
      task('T-2', { layer: 'core', type: 'new', gates: ['unit'], files_to_touch: ['b.py (NEW)'] }),
    ],
    `[diagnostics]\nMW613 = "warning"\n[gates.unit]\n${passes}\n`,
  )
  one.agent(`write(task === 'T-1' ? 'a.py' : 'b.py', 'x = 1')`)
  const { code, view } = await one.view('run', 'state.json', '--exec', one.exec, '--yes', '--mode', 'silent')
  expect([code, view.tasks.map((it) => [it.id, it.state, it.reason, it.attempts])]).toEqual([
    1,
    [
      ['T-1', 'blocked', 'Gate mystery could not run: there is no gate mystery', 0],
      ['T-2', 'done', null, 1],
    ],
  ])
})

test('a gate of the call is one for all that follows: the run waits, is answered, looked at and goes on', async () => {
  const one = project(
    [task('T-1', { layer: 'core', type: 'new', gates: ['unit'], files_to_touch: ['a.py (NEW)'] })],
    '',
  )
  one.agent(`write('a.py', 'x = 1')`)
  const begun = await one.run('run', 'state.json', '--exec', one.exec, '--gate', 'unit=node -e ""', '--yes')
  expect([begun.code, begun.err]).toEqual([3, expect.not.stringContaining('MW613')])
  expect((await one.run('check', 'state.json')).out).toContain('MW613')
  const looked = await one.run('status', 'state.json')
  expect([looked.code, looked.out + looked.err]).toEqual([3, expect.not.stringContaining('MW613')])
  expect((await one.run('review', 'approve', 'R1', '--plan', 'state.json')).code).toBe(0)
  const ended = await one.run('resume', 'state.json')
  expect([ended.code, ended.err]).toEqual([0, expect.not.stringContaining('MW613')])
  expect((await one.run('status', 'state.json')).out).toContain('verified')
})
