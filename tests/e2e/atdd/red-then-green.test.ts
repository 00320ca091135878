/** ATDD on the real program with real runners: the test of each criterion is seen red, then green (seed 000 §5, B8). */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks

## Phase 06: Implementation -- PENDING

- [ ] T0001 Add and double | traces: AC-01, AC-02
  files: src/sums.mjs (CREATE)
`

const checklist = `{
  "feature": "sums",
  "criteria": [
    { "id": "AC-02", "priority": "P1", "given": "a number", "when": "it is doubled", "then": "it is twice as much",
      "test_file": "tests/sums.test.mjs", "test_name": "AC-02 doubles", "status": "skip" },
    { "id": "AC-01", "priority": "P0", "text": "adds two numbers",
      "test_file": "tests/sums.test.mjs", "test_name": "AC-01 adds", "status": "skip" }
  ]
}
`

function nodeProject(): Project {
  const project = makeProject()
  project.write('docs/isdlc/tasks.md', plan)
  project.write('docs/isdlc/atdd-checklist.json', checklist)
  project.write('package.json', JSON.stringify({ name: 'sums', scripts: { test: 'node --test' } }))
  project.write('src/README', 'Sources\n')
  project.commit('Begin')
  return project
}

const agent = `
import { readFileSync as readText } from 'node:fs'
const step = process.env.MILLWRIGHT_STEP
const head = "import test from 'node:test'\\nimport assert from 'node:assert'\\nimport * as sums from '../src/sums.mjs'\\n"
const tests = {
  'AC-01': "test('AC-01 adds', () => assert.equal(sums.add?.(1, 2), 3))\\n",
  'AC-02': "test('AC-02 doubles', () => assert.equal(sums.double?.(2), 4))\\n",
}
const works = {
  'AC-01': 'export const add = (a, b) => a + b\\n',
  'AC-02': 'export const double = (a) => 2 * a\\n',
}
append(meeting + '/order', step + '\\n')
const [half, criterion] = step.split(':')
if (half === 'red') {
  if (!existsSync('src/sums.mjs')) write('src/sums.mjs', '// nothing yet\\n')
  if (!existsSync('tests/sums.test.mjs')) write('tests/sums.test.mjs', head)
  append('tests/sums.test.mjs', tests[criterion])
} else append('src/sums.mjs', works[criterion])
`

test('each criterion by its priority: red, then green, in evidence, commit and checklist', async () => {
  const project = nodeProject()
  project.agent(agent)
  const ended = await project.view('run', 'docs/isdlc/tasks.md', '--atdd', '--exec', project.exec, '--yes')
  console.log(ended.err, JSON.stringify(ended.view, null, 1))
  console.log(await project.run('status', 'docs/isdlc/tasks.md').then((it) => it.out + it.err))
  console.log(await project.run('why', 'docs/isdlc/tasks.md', 'T0001').then((it) => it.out + it.err))
  console.log(project.read('docs/isdlc/atdd-checklist.json'))
  expect(ended.code).toBe(0)
})
