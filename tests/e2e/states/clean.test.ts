/** After a run the working copy of a state is what its last commit holds, in whatever order its tasks were done. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const task = (id: string, more: object = {}): object => ({
  id,
  title: `Do ${id}`,
  layer: 'core',
  type: 'new',
  dependencies: [],
  files_to_touch: [`${id}.txt (NEW)`],
  gates: ['unit'],
  status: 'pending',
  ...more,
})

/** Its tasks are done in another order than they stand in. */
function begin(containers: object, more: object = {}): Project {
  const project = makeProject()
  const tasks = [task('A-10'), task('A-2'), task('A-1', { dependencies: ['A-2'] })]
  project.write('s.json', `${JSON.stringify({ phase: 'execute', tasks, ...containers, ...more }, null, 2)}\n`)
  project.write('millwright.toml', '[gates.unit]\nrun = ["node", "--version"]\n')
  project.commit('Begin')
  project.agent(`write(task + '.txt', 'done\\n')`)
  return project
}

const lists = { current_task_id: '', drafts: [], gate_results: [], human_decisions: [], integration_results: [] }
const objects = { current_task_id: null, drafts: {}, gate_results: {}, human_decisions: {}, integration_results: {} }
const call = (project: Project): readonly [string, ...string[]] => ['run', 's.json', '--yes', '--exec', project.exec]

test.each([
  ['lists', '1', lists],
  ['lists', '2', lists],
  ['objects', '2', objects],
])('nothing is left to commit: %s, %s at a time', async (_, jobs, containers) => {
  const project = begin(containers, { blocked_reason: '' })
  const ended = await project.run(...call(project), '--mode', 'silent', '--jobs', jobs)
  expect(ended.code, ended.err).toBe(0)
  expect(project.git('status', '--porcelain')).toBe('')
  const about = project.read('s.json').match(/(?<="task_id": ")[^"]+|(?<=^ {4}")[^"]+(?=": \{)/gm)
  expect([...new Set(about)]).toEqual(['A-1', 'A-2', 'A-10'])
})

test('nothing is left after decisions of a person, and after a red integration test that brought a task into the state', async () => {
  const covered = { id: 'whole', layer: 'core', tasks_covered: ['A-1', 'A-2', 'A-10'], command: 'node whole.mjs' }
  const project = begin(lists, { blocked_reason: '', integration_tests: [covered] })
  project.write(
    'whole.mjs',
    `import { existsSync } from 'node:fs'\nprocess.exitCode = existsSync('mended.txt') ? 0 : 1\n`,
  )
  project.commit('A test of the whole')
  project.agent(`write(/^A-(1|2|10)$/.test(task) ? task + '.txt' : 'mended.txt', 'done\\n')`)
  let ended = await project.run(...call(project))
  for (let turn = 0; turn < 9 && ended.code === 3; turn += 1) {
    const [, review] = /^\? (R\d+)/m.exec(ended.out + ended.err) ?? []
    const answered = await project.run('review', 'approve', review ?? '', '--plan', 's.json')
    expect(answered.code, answered.err).toBe(0)
    ended = await project.run('resume', 's.json', '--yes')
  }
  expect(ended.code, ended.out + ended.err).toBe(0)
  const state = JSON.parse(project.read('s.json')) as Readonly<Record<string, readonly object[]>>
  expect([state['tasks'], state['human_decisions'], state['integration_results']].map((it) => it?.length)).toEqual([
    4,
    expect.any(Number),
    2,
  ])
  expect(state['human_decisions']?.length).toBeGreaterThan(0)
  expect(project.git('status', '--porcelain')).toBe('')
})
