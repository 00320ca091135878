/** Questions of SPECLets side by side that are all answered before the run is resumed: with one job they go on one by one. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const plan = 'spec_harbour.md'

const markdown = `# Spec: harbour
## Goal
List berths and cranes of a harbour.
## SPECLet [part_1]: Part 1
- **Depends On:** \`[]\`
- **Tasks:** \`[1]\`
- **Parallel Allowed:** true
### Task [1]: Berths
- **Step [1]:** Write the berths
  - **Primary method:** By hand
  - **Critical:** true
## SPECLet [part_2]: Part 2
- **Depends On:** \`[]\`
- **Tasks:** \`[2]\`
- **Parallel Allowed:** true
### Task [2]: Cranes
- **Step [1]:** Write the cranes
  - **Primary method:** By hand
  - **Critical:** true
`

const parameters = `[goal]
description = "List berths and cranes of a harbour."
[execution]
default_mode = "education"
[education]
enabled = true
${[1, 2]
  .map(
    (id) => `[[speclets]]
id = "part_${id}"
description = "Part ${id}"
depends_on = []
tasks = [${id}]
parallel_allowed = true
[[tasks]]
id = ${id}
max_retries = 0
[[tasks.steps]]
id = 1
critical_flag = true
`,
  )
  .join('')}`

interface Told {
  readonly body: { readonly type: string; readonly id?: number; readonly effect?: { readonly is: string } }
}

test('two answers and one job: the second task begins when the first is over, and nothing else is lost', async () => {
  const project = makeProject()
  project.write(plan, markdown)
  project.write('parameters_harbour.toml', parameters)
  project.commit('Begin')
  project.agent(`if (task.startsWith('education:')) process.exit(4)
write('work/' + task + '.txt', task)`)
  expect((await project.run('run', plan, '--exec', project.exec, '--yes')).code).toBe(3)
  for (const id of ['R1', 'R2']) expect((await project.run('review', 'approve', id)).code).toBe(0)
  // Nobody is asked anything after the steps, though no gate checks them.
  const resumed = await project.run('resume', plan, '--yes')
  expect(resumed.code, resumed.out + resumed.err).toBe(0)
  const log = JSON.parse((await project.run('log', plan, '--json')).out) as readonly Told[]
  const open = new Set<number>()
  let most = 0
  for (const { body } of log) {
    if (body.effect?.is === 'start-attempt') open.add(body.id ?? 0)
    else if (body.type === 'effect-settled') open.delete(body.id ?? 0)
    most = Math.max(most, open.size)
  }
  expect(most).toBe(1)
  expect(project.read('work/1.txt') + project.read('work/2.txt')).toBe('12')
  expect((await project.run('log', plan)).out).toContain('waiting-set a free job')
})
