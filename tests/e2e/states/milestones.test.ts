/** Milestones of a project state on real runs: written into its file, over a kill, and to the person after two rounds. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

interface State {
  readonly phase: string
  readonly blocked_reason: string | null
  readonly tasks: readonly { readonly id: string; readonly status: string; readonly [more: string]: unknown }[]
  readonly integration_results: readonly {
    readonly test: string
    readonly round: number
    readonly result: string
    readonly [more: string]: unknown
  }[]
}

const before = {
  project_id: 'tides',
  phase: 'execute',
  tasks: [
    {
      id: 'H-1',
      title: 'The tide',
      layer: 'infra',
      type: 'new',
      description: '',
      dependencies: [],
      acceptance_criteria: [],
      files_to_touch: ['tide.mjs (NEW)'],
      status: 'pending',
    },
    {
      id: 'H-2',
      title: 'The harbour',
      layer: 'core',
      type: 'new',
      description: '',
      dependencies: ['H-1'],
      acceptance_criteria: [],
      files_to_touch: ['harbour.mjs (NEW)'],
      status: 'pending',
    },
  ],
  integration_tests: [
    {
      id: 'depth',
      layer: 'core',
      tasks_covered: ['H-1', 'H-2'],
      command: ['node', 'check.mjs'],
      reference: { depth: { value: 3.5, atol: 0.01 } },
    },
  ],
  integration_results: [],
  blocked_reason: null,
}

/** @param mends what is done about a red test */
function planned(mends: string): Project {
  const project = makeProject()
  project.write('tides_state.json', `${JSON.stringify(before, null, 2)}\n`)
  project.write('check.mjs', "import { depth } from './harbour.mjs'\nconsole.log('depth = ' + depth)\n")
  project.write('millwright.toml', '[gates.lint]\nrun = ["true"]\nlayers = ["core"]\ntypes = ["fix"]\n')
  project.commit('Begin')
  project.agent(`const harbour = (part) => write('harbour.mjs', \`import { tide } from './tide.mjs'
export const depth = 2 + tide * \${part}
\`)
if (task === 'H-1') write('tide.mjs', 'export const tide = 1.5\\n')
else if (task === 'H-2') harbour(0.5)
else { ${mends} }`)
  return project
}

const read = (project: Project): State => JSON.parse(project.read('tides_state.json')) as State
const call = (project: Project) => ['tides_state.json', '--exec', project.exec, '--yes', '--mode', 'silent'] as const

test('a red one writes a task into the state that has its layer, and goes on with it after a kill', async () => {
  const project = planned("await meet('mending'); harbour(1)")
  const running = project.begin('run', ...call(project))
  await project.arrived('mending', running)
  await project.shows('tides_state.json', 'H-3', running)
  running.child.kill('SIGKILL')
  await running.ended
  expect(read(project)).toMatchObject({
    phase: 'decompose',
    tasks: [
      { id: 'H-1', status: 'done' },
      { id: 'H-2', status: 'done' },
      {
        id: 'H-3',
        title: 'Find out why the integration tests of the layer core are red, and mend it: depth',
        layer: 'core',
        type: 'fix',
        acceptance_criteria: ['integration test depth passes'],
        status: 'pending',
      },
    ],
    integration_results: [{ test: 'depth', layer: 'core', round: 1, result: 'failed', suspected: 'H-2' }],
  })
  project.release('mending')
  const { code, view } = await project.view('resume', 'tides_state.json', '--yes')
  expect([code, view.status, view.counts['done']]).toEqual([0, 'finished', 3])
  const [, , mended] = view.tasks
  expect(mended?.evidence.map(({ gate }) => gate)).toContain('lint')
  const after = read(project)
  expect([after.phase, after.tasks.map(({ status }) => status)]).toEqual(['integrate', ['done', 'done', 'done']])
  expect(after.integration_results.map((it) => [it.round, it.result])).toEqual([
    [1, 'failed'],
    [2, 'passed'],
  ])
  // A further run has nothing to do, and says nothing of what was red once.
  const again = await project.run('run', ...call(project))
  expect([again.code, (again.out + again.err).includes('Integration tests')]).toEqual([0, false])
})

test('after two rounds the run waits, says so in the state, and asks nothing else until it is answered', async () => {
  const project = planned('harbour(0.25 + task.length * attempt / 100 + Number(task.slice(2)) / 100)')
  const run = await project.view('run', ...call(project))
  expect([run.code, run.view.counts['done'], run.view.waiting.map((it) => it.kind)]).toEqual([3, 4, ['milestone']])
  const { blocked_reason, tasks, integration_results } = read(project)
  expect(blocked_reason).toMatch(/^Integration tests of the layer core are red after 2 diagnoses: depth: /)
  expect(tasks.map(({ id }) => id)).toEqual(['H-1', 'H-2', 'H-3', 'H-4'])
  expect(integration_results.map((it) => [it.round, it.result])).toEqual([
    [1, 'failed'],
    [2, 'failed'],
    [3, 'failed'],
  ])
  const same = await project.view('resume', 'tides_state.json', '--yes')
  expect([same.code, same.view.waiting.length, read(project).tasks.length]).toEqual([3, 1, 4])
  const [asked] = JSON.parse((await project.run('review', 'list', '--plan', 'tides_state.json', '--json')).out) as {
    id: string
  }[]
  expect((await project.run('review', 'block', asked!.id, '-m', 'later', '--plan', 'tides_state.json')).code).toBe(0)
  const ended = await project.view('resume', 'tides_state.json', '--yes')
  expect([ended.code, ended.view.status, read(project).blocked_reason]).toEqual([1, 'finished', null])
})

test('one whose command needs a shell is asked about; the script that takes its place is run', async () => {
  const project = planned('')
  const state = { ...before, integration_tests: [{ id: 'depth', layer: 'core', command: 'cd . && node check.mjs' }] }
  project.write('tides_state.json', `${JSON.stringify(state, null, 2)}\n`)
  project.commit('A shell')
  const run = await project.view('run', ...call(project))
  expect([run.code, run.view.waiting.map((it) => it.kind), read(project).phase]).toEqual([3, ['milestone'], 'verify'])
  expect(read(project).blocked_reason).toBe(
    'Integration tests of the layer core could not run: depth: its command needs a shell (&&): put the line into a script and name that in tides_state.json',
  )
  project.write('tides_state.json', project.read('tides_state.json').replace('cd . && ', ''))
  project.commit('No shell')
  const ended = await project.view('resume', 'tides_state.json', '--yes')
  expect([ended.code, ended.view.status, read(project).phase]).toEqual([0, 'finished', 'integrate'])
})
