/** What a step of a task begins from: all that the steps before it have left, on what others have done meanwhile; nothing of either is lost. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const step = (id: number, more = ''): string =>
  `[[tasks.steps]]\nid = ${id}\ndescription = "Part ${id}"\ncritical_flag = true\n${more}`
const task = (id: number, steps: readonly string[], more = ''): string =>
  `[[tasks]]\nid = ${id}\ndescription = "Part of ${id}"\n${more}${steps.join('')}`

function write(project: Project, parameters: string, agent: string): void {
  project.write('spec_x.md', '# Spec: x\n## Goal\nWrite all parts down.\n')
  project.write('parameters_x.toml', `[goal]\ndescription = "Write all parts down."\n${parameters}`)
  project.commit('Begin')
  project.agent(`const at = process.env.MILLWRIGHT_TASK + '.' + process.env.MILLWRIGHT_STEP\n${agent}`)
}

test('the first attempt of a step stands on the steps before it, also where a person has committed meanwhile', async () => {
  const project = makeProject()
  write(project, task(1, [step(1), step(2), step(3)]), `write('part-' + at + '.txt', 'done')`)
  const words = ['--yes', '--exec', project.exec]
  await project.run('run', 'spec_x.md', '--mode', 'collaborative', ...words)
  for (let nth = 1; nth <= 3; nth += 1) {
    project.write(`mine-${nth}.md`, 'mine\n')
    project.git('add', `mine-${nth}.md`)
    project.git('commit', '-q', '-m', `Mine ${nth}`)
    expect((await project.run('review', 'approve', `R${nth}`)).code).toBe(0)
    await project.run('resume', 'spec_x.md', '--yes')
  }
  expect((await project.run('status', 'spec_x.md')).code).toBe(0)
  const files = project.git('ls-files').split('\n')
  expect(files.filter((it) => /^(?:part|mine)-/.test(it))).toEqual([
    'mine-1.md',
    'mine-2.md',
    'mine-3.md',
    'part-1.1.txt',
    'part-1.2.txt',
    'part-1.3.txt',
  ])
})

test('what is done anew behind a red merge takes nothing away of what others have merged', async () => {
  const project = makeProject()
  const retries = 'max_retries = 1\n'
  const speclet = (id: string, of: number): string =>
    `[[speclets]]\nid = "${id}"\ndescription = "${id}"\ndepends_on = []\ntasks = [${of}]\nparallel_allowed = true\n`
  const tasks = task(1, [step(1, retries)]) + task(2, [step(1, retries), step(2, retries)])
  // Step 2.1 comes to its end once task 1 is merged and published.
  const waits = `if (at === '2.1') while (!existsSync(${JSON.stringify(`${project.root}/a.txt`)})) await new Promise((on) => setTimeout(on, 20))`
  write(
    project,
    speclet('a', 1) + speclet('b', 2) + tasks,
    `${waits}
write(at === '1.1' ? 'a.txt' : 'b-' + at + '.txt', 'done ' + process.env.MILLWRIGHT_ATTEMPT)`,
  )
  // Red wherever both lie together, until a person has taken the reason away.
  const gate = `import { existsSync } from 'node:fs'
process.exit(existsSync('a.txt') && existsSync('b-2.2.txt') && !existsSync('settled.md') ? 1 : 0)`
  project.write('check.mjs', gate)
  project.commit('A gate')
  const words = ['--yes', '--mode', 'silent', '--gate', 'both=node check.mjs', '--exec', project.exec]
  const begun = await project.run('run', 'spec_x.md', '--jobs', '2', ...words)
  expect(begun.out).toContain('? R1')
  expect(project.git('ls-files').split('\n')).toContain('a.txt')
  project.write('settled.md', 'settled\n')
  project.git('add', 'settled.md')
  project.git('commit', '-q', '-m', 'Settled')
  expect((await project.run('review', 'retry', 'R1')).code).toBe(0)
  const ended = await project.run('resume', 'spec_x.md', '--yes')
  expect(ended.code, ended.out + ended.err).toBe(0)
  const files = project.git('ls-files').split('\n')
  for (const it of ['a.txt', 'b-2.1.txt', 'b-2.2.txt', 'settled.md']) expect(files).toContain(it)
})

test('a task is told of all that the steps of the one before it have left', async () => {
  const project = makeProject()
  write(
    project,
    task(1, [step(1), step(2)]) + task(2, [step(1)]),
    `write('part-' + at + '.txt', 'done')
if (at === '2.1') write('told.md', readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))`,
  )
  await project.run('run', 'spec_x.md', '--yes', '--mode', 'silent', '--exec', project.exec)
  const [, told = ''] = project.read('told.md').split('## What was done before you\n')
  expect(told.split('\n## ')[0]).toMatch(/added `part-1\.1\.txt`[^]*added `part-1\.2\.txt`/)
})
