/** What an agent does to the plan in its workspace is no part of the draft, and no gate sees it. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test.each([
  ['writes into', "appendFileSync('tasks.md', 'APPROVED\\n')"],
  ['overwrites', "write('tasks.md', 'gone\\n')"],
  ['deletes', "rmSync('tasks.md')"],
])('the gate sees the plan of the base when the agent %s it', async (_does, line) => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T0001 One\n  files: one.txt (CREATE)\n')
  project.write(
    'gate.mjs',
    "import { readFileSync } from 'node:fs'\nconst plan = readFileSync('tasks.md', 'utf8')\nprocess.exit(plan.includes('T0001') && !plan.includes('APPROVED') ? 0 : 1)\n",
  )
  project.commit('Begin')
  project.agent(`write('one.txt', 'one\\n')\n${line}`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--gate', 'plan=node gate.mjs')
  expect([code, view.tasks.map((it) => [it.state, it.proof, it.attempts])]).toEqual([0, [['done', 'verified', 1]]])
  expect(view.deviations.map((it) => it.kind)).toEqual(['plan-edited'])
  expect(project.read('tasks.md')).toContain('- [X] T0001 One')
})
