/** What an agent does to paths that no draft holds (copies, what a set-up made) is nothing that gates judge (D7). */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function given(config: string, check: string): Project {
  const project = makeProject()
  project.write('.gitignore', '.env\nnode_modules/\n')
  project.write('check.sh', check)
  project.write('make.sh', 'rm -rf node_modules; mkdir -p node_modules/dep; echo right > node_modules/dep/index\n')
  project.write('millwright.toml', `${config}\n[policy]\nretries = 0\n[gates.unit]\nrun = ["sh", "check.sh"]\n`)
  const tasks = ['T001', 'T002'].map(
    (id, at) => `- [ ] ${id} Do it\n  files: ${id}.txt (CREATE)\n${at ? '  blocked_by: [T001]\n' : ''}`,
  )
  project.write('tasks.md', `## Phase 06: Implementation\n\n${tasks.join('')}`)
  project.commit('Begin')
  project.write('.env', 'STRICT=1\n')
  return project
}

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

test('a copied file', async () => {
  const project = given('[workspace]\ncopy = [".env"]', '. ./.env\ntest "$STRICT" = 0 || ! test -e bad.txt\n')
  project.agent(
    "if (task === 'T001') { write('.env', 'STRICT=0\\n'); write('bad.txt', 'x') } else write('good.txt', 'x')",
  )
  const { view } = await run(project)
  expect(view.tasks[0]).toMatchObject({ state: 'blocked', attempts: 1, reason: expect.stringContaining('unit') })
})

test('what the set-up made: neither the gates of the task nor the next task get it as it became', async () => {
  const project = given('[workspace]\nsetup = ["sh", "make.sh"]', 'grep -q right node_modules/dep/index\n')
  project.agent("write(task + '.txt', 'x')\nif (task === 'T001') write('node_modules/dep/index', 'wrong')")
  const { view } = await run(project)
  expect(view.tasks.map((it) => [it.state, it.proof, it.attempts])).toEqual([
    ['done', 'verified', 1],
    ['done', 'verified', 1],
  ])
})
