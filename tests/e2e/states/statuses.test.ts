/** A project state from the first run to the last: its statuses, and a task that somebody else has left in progress. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const text = `{
  "project_id": "harbour-tides",
  "tasks": [
    {
      "id": "HT-10",
      "title": "Sum the constituents",
      "layer": "core",
      "type": "new",
      "dependencies": ["HT-9"],
      "acceptance_criteria": ["the sum is there"],
      "files_to_touch": ["sum.txt (NEW)"],
      "status": "pending"
    },
    {
      "id": "HT-9",
      "title": "Read the constituents",
      "layer": "infra",
      "type": "new",
      "dependencies": [],
      "acceptance_criteria": [],
      "files_to_touch": ["read.txt (NEW)"],
      "status": "pending"
    },
    { "id": "HT-2", "title": "Name the harbour", "layer": "infra", "files_to_touch": ["name.txt (NEW)"] }
  ]
}
`
const agent = `write({ 'HT-9': 'read.txt', 'HT-10': 'sum.txt', 'HT-2': 'name.txt' }[task], task)
append(path.join(meeting, 'order'), task + ' ')`

test('each task is reviewed; silent asks nobody, goes by ids, and writes the statuses alone', async () => {
  const project = makeProject()
  project.write('state.json', text)
  project.commit('Begin')
  project.agent(agent)
  const asked = await project.view('run', 'state.json', '--yes', '--exec', project.exec)
  expect([asked.code, asked.view.waiting.map(({ kind }) => kind)], asked.err).toEqual([3, ['draft', 'draft']])
  for (const { review } of asked.view.waiting) expect((await project.run('review', 'approve', review!)).code).toBe(0)
  const rest = await project.view('run', 'state.json', '--yes', '--mode', 'silent', '--exec', project.exec)
  expect(rest.code, rest.err).toBe(0)
  expect(rest.view.counts).toMatchObject({ done: 3 })
  expect(project.read('../meeting/order')).toBe('HT-2 HT-9 HT-10 ')
  const done = text.replaceAll('"pending"', '"done"').replace('{ "id": "HT-2",', '{ "id": "HT-2", "status": "done",')
  expect(project.read('state.json')).toBe(done)
  expect(project.git('show', 'HEAD:state.json')).toBe(done)
})

test('a task that was left in progress is picked up with a question; retry runs it', async () => {
  const project = makeProject()
  const crashed = text.replace('"status": "pending"', '"status": "in_progress"')
  project.write('state.json', crashed)
  project.commit('Begin')
  project.agent(agent)
  const first = await project.view('run', 'state.json', '--yes', '--mode', 'silent', '--exec', project.exec)
  expect([first.code, first.view.waiting], first.err).toMatchObject([3, [{ review: 'R1', kind: 'mark' }]])
  expect(first.view.tasks.map(({ id, state }) => [id, state])).toEqual([
    ['HT-10', 'blocked'],
    ['HT-9', 'done'],
    ['HT-2', 'done'],
  ])
  expect(project.read('state.json')).toContain('"status": "in_progress"')
  const question = (await project.run('review')).out
  expect(question).toContain('Its mark "in_progress" says that somebody is at work on it')
  expect((await project.run('review', 'retry', 'R1')).code).toBe(0)
  const second = await project.run('resume', 'state.json')
  expect(second, second.err).toMatchObject({ code: 0 })
  expect(project.read('state.json').match(/"status": "done"/g)).toHaveLength(3)
})

test('left as it is, its status stays, and what failed says so', async () => {
  const project = makeProject()
  project.write(
    'state.json',
    text.replace('"dependencies": ["HT-9"]', '"dependencies": []').replace('pending', 'in_progress'),
  )
  project.commit('Begin')
  project.agent(`if (task === 'HT-9') process.exit(1)\n${agent}`)
  expect((await project.run('run', 'state.json', '--yes', '--mode', 'silent', '--exec', project.exec)).code).toBe(3)
  const waiting = (await project.view('status')).view.waiting
  for (const { review } of waiting) await project.run('review', 'block', review!)
  const ended = await project.run('resume', 'state.json')
  expect(ended, ended.err).toMatchObject({ code: 1 })
  const after = project.read('state.json')
  expect(after.match(/"status": "\w+"/g)).toEqual(['"status": "in_progress"', '"status": "failed"', '"status": "done"'])
})

test('what a run knows stands in the places that the state has for it, and what others wrote there stays', async () => {
  const project = makeProject()
  const foreign = '{ "who": "bob",  "type": "APPROVE" }'
  const state = `{
  "phase": "EXECUTE",
  "current_task_id": null,
  "tasks": [
    { "id": "HT-9", "title": "Read the constituents", "layer": "infra", "files_to_touch": ["read.txt (NEW)"], "status": "pending" }
  ],
  "drafts": {},
  "gate_results": {},
  "human_decisions": [${foreign}],
  "integration_results": [],
  "blocked_reason": null
}
`
  project.write('state.json', state)
  project.commit('Begin')
  project.agent(agent)
  const asked = await project.view('run', 'state.json', '--yes', '--exec', project.exec, '--gate', 'unit=true')
  expect(asked.code, asked.err).toBe(3)
  const waiting = JSON.parse(project.read('state.json')) as State
  expect(waiting).toMatchObject({ current_task_id: 'HT-9', tasks: [{ status: 'pending' }] })
  expect(waiting.blocked_reason).toBe('review HT-9')
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const ended = await project.run('resume', 'state.json', '--yes')
  expect(ended, ended.err).toMatchObject({ code: 0 })
  const after = JSON.parse(project.read('state.json')) as State
  expect(after).toMatchObject({
    current_task_id: null,
    blocked_reason: null,
    tasks: [{ status: 'done' }],
    drafts: { 'HT-9': { files: [{ path: 'read.txt' }], recorded_by: 'millwright' } },
    gate_results: {
      'HT-9': [{ gate: 'files' }, { gate: 'unit', result: 'passed', exit_code: 0, recorded_by: 'millwright' }],
    },
    human_decisions: [{ who: 'bob' }, { task_id: 'HT-9', type: expect.stringMatching(/approve/i) as string }],
  })
  expect(project.read('state.json')).toContain(`"human_decisions": [${foreign}, {`)
  expect(Object.keys(after)).toEqual(Object.keys(JSON.parse(state) as State))
})

interface State {
  readonly blocked_reason: string | null
}
