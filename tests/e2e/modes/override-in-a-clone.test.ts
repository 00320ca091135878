/** What a person let pass is said for ever after (seed 003 §3): also where nothing is left of the run but its commits. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** Each task's gate is red until its file says `good`. */
function planned(): Project {
  const project = makeProject()
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T001 Print a receipt
  files: receipt.txt (CREATE)
- [ ] T002 Count the boats
  files: boats.txt (CREATE)
`,
  )
  const gates = ['[gates.unit]', 'run = ["node", "unit.mjs"]', '[policy]', 'exhausted = "ask"', 'retries = 0']
  project.write('millwright.toml', `${gates.join('\n')}\n`)
  project.write(
    'unit.mjs',
    `import { existsSync, readFileSync } from 'node:fs'
const bad = ['receipt.txt', 'boats.txt'].filter((it) => existsSync(it) && !readFileSync(it, 'utf8').includes('good'))
if (bad.length > 0) { console.error('bad: ' + bad.join(', ')); process.exit(1) }
`,
  )
  project.commit('Begin')
  project.agent("write(task === 'T001' ? 'receipt.txt' : 'boats.txt', task === 'T001' ? 'poor' : 'good')")
  return project
}

async function overridden(project: Project, ...more: readonly string[]): Promise<void> {
  const { view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes', ...more)
  const asked = view.waiting.find(({ on }) => on === 'human')?.review ?? ''
  const answered = await project.run('review', 'override', asked, '-m', 'ships today', '--plan', 'specs/tasks.md')
  expect(answered.code).toBe(0)
  const resumed = await project.run('resume', 'specs/tasks.md', '--yes')
  expect(resumed.out).toMatch(/overridden by .+ with unit red: ships today/)
}

function cloned(project: Project): Project {
  const clone = makeProject({ git: false })
  project.git('clone', '-q', project.root, clone.root)
  return clone
}

const says = / overridden with unit red, as commit [0-9a-f]{10} says\n/

async function told(project: Project, task: string): Promise<readonly boolean[]> {
  const texts = await Promise.all([
    project.run('status', 'specs/tasks.md'),
    project.run('why', 'specs/tasks.md', task),
    project.run('status', 'specs/tasks.md', '--json'),
    project.run('why', 'specs/tasks.md', task, '--json'),
  ])
  const [status, why, statusJson, whyJson] = texts.map(({ out }) => out)
  const tasks = (JSON.parse(statusJson ?? '') as { tasks: { id: string; overriddenBefore?: { red: string } }[] }).tasks
  return [
    (status ?? '').split('\n').some((it) => it.startsWith(`  - ${task}`) && says.test(`${it}\n`)),
    says.test(why ?? ''),
    tasks.find(({ id }) => id === task)?.overriddenBefore?.red === 'unit',
    (JSON.parse(whyJson ?? '') as { overriddenBefore?: { red: string } }).overriddenBefore?.red === 'unit',
  ]
}

test('status and why tell it in a clone, of that task alone, before and after a run there', async () => {
  const project = planned()
  await overridden(project)
  // Here the journal tells it, with who and why.
  expect(await told(project, 'T001')).toEqual([false, false, false, false])
  const clone = cloned(project)
  expect(await told(clone, 'T001')).toEqual([true, true, true, true])
  expect(await told(clone, 'T002')).toEqual([false, false, false, false])
  const more = '- [ ] T003 Look again\n'
  clone.write('specs/tasks.md', `${clone.read('specs/tasks.md').trimEnd()}\n${more}`)
  await clone.run('run', 'specs/tasks.md', '--exec', 'true', '--yes')
  expect(await told(clone, 'T001')).toEqual([true, true, true, true])
})

test('a phase that was let pass in standard mode is told of what it did, and a task done anew is let pass no more', async () => {
  const project = planned()
  project.agent(`write('receipt.txt', 'poor')
write('boats.txt', 'good')
write('specs/tasks.md', readFileSync('specs/tasks.md', 'utf8').replaceAll('[ ]', '[X]'))`)
  await overridden(project, '--standard')
  const clone = cloned(project)
  expect(await told(clone, 'T001')).toEqual([true, true, true, true])
  clone.write('specs/tasks.md', clone.read('specs/tasks.md').replace('[X] T001', '[ ] T001'))
  clone.git('rm', '-q', 'receipt.txt')
  clone.git('add', '-A')
  clone.git('-c', 'user.name=p', '-c', 'user.email=p@localhost', 'commit', '-qm', 'Again')
  clone.agent("write('receipt.txt', 'good')")
  expect(await told(clone, 'T001')).toEqual([false, false, false, false])
  const again = await clone.run('run', 'specs/tasks.md', '--exec', clone.exec, '--yes')
  expect([again.code, again.out + again.err]).toEqual([0, expect.any(String)])
  expect(await told(cloned(clone), 'T001')).toEqual([false, false, false, false])
})

test('of a phase those that it did are told, for ever: not what was ticked by hand, and also once the phase was handed out again', async () => {
  const project = planned()
  const ticking = (task: string, file: string, text: string): string => `write('${file}', '${text}')
write('specs/tasks.md', readFileSync('specs/tasks.md', 'utf8').replace('[ ] ${task}', '[X] ${task}'))`
  project.agent(ticking('T001', 'receipt.txt', 'poor'))
  await overridden(project, '--standard')
  const byHand = cloned(project)
  byHand.write('specs/tasks.md', byHand.read('specs/tasks.md').replace('[ ] T002', '[X] T002'))
  expect([await told(byHand, 'T001'), await told(byHand, 'T002')]).toEqual([
    [true, true, true, true],
    [false, false, false, false],
  ])
  project.agent(`${ticking('T002', 'boats.txt', 'good')}\nwrite('receipt.txt', 'good')`)
  const { view } = await project.view('run', 'specs/tasks.md', '--standard', '--exec', project.exec, '--yes')
  // The gate is red on what was let pass.
  const asked = view.waiting.find(({ on }) => on === 'human')?.review ?? ''
  await project.run('review', 'ignore-same', asked, '--plan', 'specs/tasks.md')
  const again = await project.run('resume', 'specs/tasks.md', '--yes')
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringMatching(/T001 overridden by .+ with unit red: ships today/),
  ])
  expect([await told(cloned(project), 'T001'), await told(cloned(project), 'T002')]).toEqual([
    [true, true, true, true],
    [false, false, false, false],
  ])
})

test('a plan that was moved since says it by its new name', async () => {
  const project = planned()
  await overridden(project)
  project.git('mv', 'specs/tasks.md', 'specs/plan.md')
  project.git('-c', 'user.name=p', '-c', 'user.email=p@localhost', 'commit', '-qm', 'Another name')
  const clone = cloned(project)
  expect((await clone.run('status', 'specs/plan.md')).out).toMatch(says)
})

test('another task by the same name was not let pass', async () => {
  const project = planned()
  await overridden(project)
  const clone = cloned(project)
  const other = clone.read('specs/tasks.md').replace('T001 Print a receipt', 'T001 Paint the door')
  clone.write('specs/tasks.md', other)
  expect(await told(clone, 'T001')).toEqual([false, false, false, false])
})
