/** Integration tests on a real run: red ones bring a task into the plan file, and what that mends turns them green. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const two = `## Phase 06: Implementation

- [ ] T001 The tide
  files: tide.mjs (CREATE)
- [ ] T002 The harbour
  files: harbour.mjs (CREATE)
  blocked_by: [T001]
`

const config = `[gates.depth]
kind = "numeric"
milestone = "all"
run = ["node", "check.mjs"]

[[gates.depth.values]]
name = "depth"
json_path = "$.depth"
reference = 3.5
atol = 0.01
`

/** The second task takes the tide for a half; who diagnoses mends that where \`mends\` says so. */
function planned(mends: boolean): Project {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('millwright.toml', config)
  project.write('check.mjs', "import { depth } from './harbour.mjs'\nconsole.log(JSON.stringify({ depth }))\n")
  project.commit('Begin')
  project.agent(`const harbour = (part) => \`import { tide } from './tide.mjs'
export const depth = 2 + tide * \${part}
\`
if (task === 'T001') write('tide.mjs', 'export const tide = 1.5\\n')
else if (task === 'T002') write('harbour.mjs', harbour(0.5))
else write('harbour.mjs', harbour(${mends} ? 1 : 0.25 + attempt / 100))`)
  return project
}

const call = (project: Project): readonly string[] => ['run', 'tasks.md', '--exec', project.exec, '--yes']

test('what the layers make together is wrong: a task of the plan finds out why, and the tests turn green', async () => {
  const project = planned(true)
  const { code, view } = await project.view(...(call(project) as [string]))
  expect([code, view.counts['done']]).toEqual([0, 3])
  expect(project.read('tasks.md')).toContain(
    '- [X] T003 Find out why the integration tests of the whole plan are red, and mend it: depth\n',
  )
  expect(project.read('harbour.mjs')).toContain('tide * 1\n')
  const { out } = await project.run('log', 'tasks.md')
  expect(out).toContain('depth')
})

test('after two diagnoses a person is asked, and the run waits; who lets it pass has said so for ever after', async () => {
  const project = planned(false)
  const { code, view } = await project.view(...(call(project) as [string]))
  expect([code, view.counts['done'], view.waiting.map((it) => it.kind)]).toEqual([3, 4, ['milestone']])
  const [asked] = JSON.parse((await project.run('review', 'list', '--plan', 'tasks.md', '--json')).out) as {
    id: string
    question: string
  }[]
  expect(asked?.question).toMatch(/^Integration tests of the whole plan are red after 2 diagnoses: depth: /)
  expect((await project.run('review', 'override', asked!.id, '-m', 'known', '--plan', 'tasks.md')).code).toBe(0)
  const resumed = await project.view('resume', 'tasks.md', '--yes')
  expect([resumed.code, resumed.view.status]).toEqual([0, 'finished'])
  const told = /Integration tests of the whole plan overridden by .+: known$/m
  expect((await project.run('status', 'tasks.md')).out).toMatch(told)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')).out).toMatch(told)
})

test('an integration test covers tasks of the plan, and is no gate of any', async () => {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('millwright.toml', '[gates.depth]\ncovers = ["T001"]\nrun = ["true"]\n')
  project.commit('Begin')
  const { code, err } = await project.run('run', 'tasks.md', '--exec', 'true', '--yes')
  expect([code, err]).toEqual([2, expect.stringContaining('millwright.toml:2:10: error MW508 gate depth covers tasks')])
})
