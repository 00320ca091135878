/** Tasks of several roles in a project state: who works on them, and by which template they are told (REQUIREMENTS F4, seed 003 §7). */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dialects } from '../../../src/dialects/registry.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()
/** Without the reader of project states no plan of ours names a role. */
const dialect = dialects.find(({ name }) => name === 'project-state')
const isRead = dialect !== undefined

const state = {
  request: 'Port the tide solver',
  project_id: 'tides',
  phase: 'execute',
  current_task_id: null,
  audit_results: [
    { component: 'harmonics', status: 'extensible', description: 'reader in src/io', details: { tests: 'none yet' } },
    { component: 'moon', status: 'missing', description: '', details: {} },
  ],
  tasks: [
    {
      id: 'TD-1',
      title: 'Read harmonics',
      layer: 'core',
      type: 'new',
      specialist: 'core_cpp_agent',
      description: 'Reader for the text format.',
      dependencies: [],
      acceptance_criteria: ['reads sample.har', 'no copy of the file is kept'],
      files_to_touch: ['a.txt', 'src/tide.ts'],
      spec_doc: 'docs/tasks/TD-1.md',
      status: 'pending',
    },
    {
      id: 'TD-2',
      title: 'Build on each push',
      layer: 'infra',
      type: 'new',
      dependencies: ['TD-1'],
      acceptance_criteria: [],
      files_to_touch: ['b.txt'],
      status: 'pending',
    },
    {
      id: 'TD-3',
      title: 'Look over the words',
      layer: 'validation',
      type: 'new',
      dependencies: ['TD-2'],
      acceptance_criteria: [],
      files_to_touch: ['c.txt'],
      status: 'pending',
    },
  ],
  drafts: {},
  gate_results: {},
  integration_results: [],
  human_decisions: [],
  blocked_reason: null,
}

const source = { path: 'project_state.json', bytes: new TextEncoder().encode(JSON.stringify(state)) }
const readsAudit = (await dialect?.load())?.read([source]).audit !== undefined

const doubles = (by: string): string => {
  const task = (file: string) => [{ write: { [file]: `${by}\n` }, says: 'done' }]
  return JSON.stringify({
    tasks: {
      'TD-1': [{ write: { 'a.txt': `${by}\n`, 'src/tide.ts': '' }, says: 'done' }],
      'TD-2': task('b.txt'),
      'TD-3': task('c.txt'),
    },
  })
}

function planned(toml: string): Project {
  const project = makeProject()
  project.write('project_state.json', JSON.stringify(state, null, 2))
  project.write('docs/tasks/TD-1.md', 'The format has `one` line for each constituent.\n')
  project.write('millwright.toml', toml)
  for (const name of ['coder', 'ops', 'any']) project.write(`${name}.json`, doubles(name))
  project.commit('Begin')
  return project
}

const three = ['coder', 'ops', 'any'].map((it) => `[agents.${it}]\nkind = "scripted"\nscript = "${it}.json"\n`).join('')
const roles = `${three}[roles.core]\nagent = "coder"\n[roles.infra]\nagent = "ops"\n[policy]\nagent = "any"\n`

test.skipIf(!isRead)('two roles have their agents, and the others the default of the run', async () => {
  const project = planned(roles)
  const dry = await project.run('run', 'project_state.json', '--dry-run', '--mode', 'silent')
  expect(dry.out).toMatch(
    /> TD-1 [^]*attempt 1, coder\n[^]*> TD-2 [^]*attempt 1, ops\n[^]*> TD-3 [^]*attempt 1, dry-run\n/,
  )
  const { code, out, err } = await project.run('run', 'project_state.json', '--yes', '--mode', 'silent')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/attempt 1, coder\n[^]*attempt 1, ops\n[^]*attempt 1, any\n/)
  expect(['a', 'b', 'c'].map((it) => project.read(`${it}.txt`))).toEqual(['coder\n', 'ops\n', 'any\n'])
  const status = await project.run('status', 'project_state.json')
  expect(status.out).toMatch(/TD-1 [^\n]*\n[^\n]*by coder[^]*TD-2 [^\n]*\n[^\n]*by ops/)
  const json = JSON.parse((await project.run('status', 'project_state.json', '--json')).out) as {
    tasks: { agent: unknown }[]
  }
  expect(json.tasks.map((it) => it.agent)).toEqual(['coder', 'ops', undefined])
})

test.skipIf(!isRead)('who names the agent in the call names it for all roles', async () => {
  const project = planned(roles)
  const { code } = await project.run('run', 'project_state.json', '--yes', '--agent', 'any', '--mode', 'silent')
  expect([code, project.read('a.txt'), project.read('b.txt')]).toEqual([0, 'any\n', 'any\n'])
})

test('an agent of a role that nobody knows is told at its place, and nothing begins', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  project.write(
    'millwright.toml',
    '[roles.core]\nagent = "codr"\n[agents.coder]\ncommand = ["true"]\n[policy]\nagent = "coder"\n',
  )
  project.commit('Begin')
  for (const words of [
    ['check', 'tasks.md'],
    ['run', 'tasks.md', '--yes'],
  ]) {
    const { code, out, err } = await project.run(...words)
    expect([code, `${out}${err}`]).toEqual([
      2,
      expect.stringContaining('millwright.toml:2:9: error MW609 unknown agent codr; did you mean coder?'),
    ])
  }
})

test.skipIf(!isRead)('each is told by the template of its role, with all that the state says of it', async () => {
  const project = planned('')
  project.agent(`write({ 'TD-1': 'a.txt', 'TD-2': 'b.txt', 'TD-3': 'c.txt' }[task], 'x')
write(path.join(meeting, 'brief.' + task), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
if (task === 'TD-1') write('src/tide.ts', 'export function readHarmonics(file: string): number[] { return [] }')
say({ criteria: [{ criterion: 1, verdict: 'pass', how: 'tried it' }], text: 'Read it.' })`)
  expect((await project.run('run', 'project_state.json', '--exec', project.exec, '--mode', 'silent')).code).toBe(0)
  const brief = (task: string): string => readFileSync(path.join(project.top, 'meeting', `brief.${task}`), 'utf8')
  const first = brief('TD-1')
  for (const part of [
    '# TD-1: Read harmonics\n',
    '## Work on core code',
    '\nLayer: core. Kind of work: new. Specialist: core_cpp_agent\n',
    '## Acceptance criteria\n\n1. reads sample.har\n2. no copy of the file is kept\n',
    '"criteria": [{"criterion": 1,',
    'The plan points to `docs/tasks/TD-1.md`, which tells more of the task:\n\n```text\nThe format has `one` line',
  ])
    expect(first).toContain(part)
  expect(brief('TD-2')).toContain('## Work on infrastructure')
  expect(brief('TD-2')).toContain('- TD-1 Read harmonics (commit ')
  expect(brief('TD-2')).toContain('  - it said: Read it.')
  expect(brief('TD-2')).toMatch(/```text\nsrc\/tide\.ts[^]*readHarmonics\(file: string\): number\[\]/)
  // A layer without a template of its own.
  expect(brief('TD-3')).not.toContain('## Work on')
  const log = await project.run('log', 'project_state.json', '--json')
  expect(log.out).toMatch(/"criteria": \[\s*\{\s*"criterion": 1,\s*"verdict": "pass",\s*"how": "tried it"/)
})

test.skipIf(!readsAudit)('and with what the audit of the state found of its parts', async () => {
  const project = planned('')
  project.agent(`write({ 'TD-1': 'a.txt', 'TD-2': 'b.txt', 'TD-3': 'c.txt' }[task], 'x')
write('src/tide.ts', '')
write(path.join(meeting, 'brief.' + task), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))`)
  const call = ['run', 'project_state.json', '--exec', project.exec, '--mode', 'silent', '--only', 'TD-1']
  expect((await project.run(...call)).code).toBe(0)
  const brief = readFileSync(path.join(project.top, 'meeting', 'brief.TD-1'), 'utf8')
  expect(brief).toContain('- harmonics (extensible): reader in src/io')
  expect(brief).not.toContain('moon')
})
