/** A run goes on as it began, whatever its tasks make of the files by which a project says how plans are run (RELIABILITY S4, S12). */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
  blocked_by: [T003]
- [ ] T003 Three
  files: three.txt (CREATE)
`

const loose = {
  'state.json': { active_workflow: { type: 'feature', mechanical_mode: true } },
  'workflows.json': {
    workflows: {
      feature: {
        agent_modifiers: {
          '06-implementation': {
            _when_mechanical_mode: { respect_dependency_order: false, flag_deviations: false },
          },
        },
      },
    },
  },
}
const standard = { 'state.json': { active_workflow: { type: 'feature', mechanical_mode: false } } }

/** Each task leaves a file that it does not declare; the first one also writes the project's own files. */
function make(files: Readonly<Record<string, object>>): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  const name = `({ T001: 'one', T002: 'two', T003: 'three' })[task]`
  const writes = Object.entries(files).map(
    ([file, it]) =>
      `write('.isdlc/${file === 'state.json' ? '' : 'config/'}${file}', ${JSON.stringify(JSON.stringify(it))})`,
  )
  project.agent(`write(${name} + '.txt', task)
write('extra-' + task, task)
append(path.join(meeting, 'order'), task + ' ')
if (task === 'T001') { ${writes.join('; ')} }`)
  return project
}

test.each([
  ['lets order and deviations go', loose, 'mechanical'],
  ['hands out phases', standard, 'mechanical'],
])('a task that %s for later runs is asked about, and this one goes on as it was', async (_what, files) => {
  const project = make(files)
  const begun = await project.view('run', 'tasks.md', '--exec', project.exec, '--jobs', '1')
  const names = Object.keys(files).map((it) => (it === 'state.json' ? '.isdlc/state.json' : `.isdlc/config/${it}`))
  const asked = await project.run('review', 'show', 'R1', '--plan', 'tasks.md')
  expect([begun.code, asked.out]).toEqual([
    3,
    expect.stringContaining(
      `it changes what defines how plans are run, and does not declare that: ${names.join(', ')}\n`,
    ),
  ])
  expect((await project.run('review', 'approve', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  const { code, view, err } = await project.view('resume', 'tasks.md')
  expect([code, view.tasks.map((it) => [it.id, it.state])], err).toEqual([
    0,
    [
      ['T001', 'done'],
      ['T002', 'done'],
      ['T003', 'done'],
    ],
  ])
  expect(project.read('../meeting/order')).toBe('T001 T003 T002 ')
  const outside = view.deviations.filter((it) => it.kind === 'outside').map((it) => it.path)
  expect(outside).toEqual(expect.arrayContaining(['extra-T001', 'extra-T002', 'extra-T003']))
})

test('what a person changes there meanwhile is said, and a flag decides it', async () => {
  const project = make({})
  const parked = await project.run('run', 'tasks.md', '--exec', project.exec, '--jobs', '1', '--mode', 'collaborative')
  expect(parked.code).toBe(3)
  project.write('.isdlc/state.json', JSON.stringify(standard['state.json']))
  const said = "the run goes on as it began, in mechanical mode: the project's files ask for something else now\n"
  expect((await project.run('resume', 'tasks.md')).out).toContain(said)
  const { out } = await project.run('run', 'tasks.md', '--standard')
  expect(out).toContain('standard mode (--standard was given)')
  expect(out).not.toContain(said)
})

test('nor does it fall back where its tasks have lost their files: lines', async () => {
  const project = make({})
  const parked = await project.run('run', 'tasks.md', '--exec', project.exec, '--jobs', '1', '--mode', 'collaborative')
  expect(parked.code).toBe(3)
  project.write('tasks.md', project.read('tasks.md').replaceAll(/ {2}files:.*\n/g, ''))
  const { out, err, view } = await project.view('resume', 'tasks.md')
  expect(`${out}${err}`).not.toMatch(/FALLBACK|standard mode/)
  expect([view.mode, view.tasks.filter(({ key }) => key.startsWith('phase'))]).toEqual(['collaborative', []])
})

test('what the files let go of is said', async () => {
  const project = make({})
  for (const [name, content] of Object.entries(loose)) project.write(name, JSON.stringify(content))
  const { err, out } = await project.run('run', 'tasks.md', '--exec', project.exec, '--jobs', '1')
  expect(out + err).toContain(
    'tasks do not wait for what blocks them: workflows.json says respect_dependency_order = false\n',
  )
  expect(out + err).toContain('deviations are not written down: workflows.json says flag_deviations = false\n')
})
