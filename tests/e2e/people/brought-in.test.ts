/** A person commits during a run what turns a gate red: that is nobody's work but theirs, and it is said. */

import { describe, expect, test } from 'vitest'
import type { Started } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks

## Phase 06: Implementation

- [ ] T0001 One
  files: one.txt (CREATE)
- [ ] T0002 Two
  files: two.txt (CREATE)
`

/** A person's git, which they call again where the run just publishes what came before and holds the index. */
async function git(project: Project, ...args: readonly string[]): Promise<void> {
  for (;;)
    try {
      project.git(...args)
      return
    } catch (error) {
      if (!String(error).includes('index.lock')) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
}

/** A run that stands still in the middle of a task, while the person commits a file that the gate does not bear. */
async function during(task: string): Promise<{ project: Project; running: Started }> {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('gate.mjs', "import { existsSync } from 'node:fs'\nprocess.exit(existsSync('human.txt') ? 1 : 0)\n")
  project.commit('Begin')
  project.agent(`
if (task === '${task}') await meet('midway')
write(task === 'T0001' ? 'one.txt' : 'two.txt', task)
`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--gate', 'g=node gate.mjs', '--json')
  await project.arrived('midway', running)
  project.write('human.txt', 'mine\n')
  await git(project, 'add', 'human.txt')
  await git(project, 'commit', '-q', '-m', 'By hand', '--', 'human.txt')
  project.release('midway')
  return { project, running }
}

interface View {
  readonly tasks: readonly { readonly id: string; readonly state: string; readonly attempts: number }[]
  readonly waiting: readonly { readonly on: string; readonly kind?: string; readonly question?: string }[]
  readonly findings: readonly { readonly kind: string; readonly text: string }[]
}

test('with a task to come: the gate is asked about, and no attempt is charged for it', async () => {
  const { project, running } = await during('T0001')
  const { code, out } = await running.ended
  const view = JSON.parse(out) as View
  expect(code).toBe(3)
  expect(view.tasks.map((it) => it.state)).toEqual(['done', expect.stringMatching(/merging|todo|pending/)])
  expect(view.tasks[1]?.attempts).toBeLessThanOrEqual(1)
  expect(view.waiting).toMatchObject([
    { on: 'human', kind: 'baseline', question: expect.stringContaining('since commits of others were brought in') },
  ])
  expect((await project.view('review', 'ignore-same', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  const resumed = await project.view('resume', 'tasks.md')
  expect(resumed.view.counts).toMatchObject({ done: 2 })
})

test('during the last task: the red gate is a finding about the tip', async () => {
  const { running } = await during('T0002')
  const { code, out } = await running.ended
  const view = JSON.parse(out) as View
  expect([code, view.tasks.map((it) => it.state)]).toEqual([0, ['done', 'done']])
  expect(view.findings.map((it) => it.kind)).toContain('tip-red')
})

const needsFix =
  "import { existsSync } from 'node:fs'\nprocess.exit(existsSync('one.txt') && !existsSync('fix.txt') ? 1 : 0)\n"

function commitFix(project: Project): void {
  project.write('fix.txt', 'mine\n')
  project.git('add', 'fix.txt')
  project.git('commit', '-q', '-m', 'By hand', '--', 'fix.txt')
}

test('what a person does and commits while the run is stopped is there for what comes next', async () => {
  const project = makeProject()
  project.write('tasks.md', plan.replace('two.txt (CREATE)', 'two.txt (CREATE)\n  blocked_by: [T0001]'))
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') await meet('midway')
if (!existsSync('fix.txt')) process.exit(1)
write('two.txt', task)
`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('midway', running)
  expect((await project.run('stop', 'tasks.md')).code).toBe(0)
  await running.ended
  commitFix(project)
  expect((await project.run('accept', 'tasks.md', 'T0001')).code).toBe(0)
  const { view } = await project.view('resume', 'tasks.md')
  expect(view.tasks.map((it) => [it.state, it.attempts])).toEqual([
    ['done', 1],
    ['done', 1],
  ])
  // What they said with a verb is written by us, and committed.
  expect(project.git('show', 'HEAD:tasks.md')).toBe(project.read('tasks.md'))
  expect(project.git('status', '--porcelain')).toBe('')
})

test('a round that follows a stop goes on with the draft, on what was committed meanwhile', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('gate.mjs', needsFix)
  project.commit('Begin')
  project.agent(`
if (attempt > 1) await meet('midway')
write(task === 'T0001' ? (attempt === 1 ? 'one.txt' : 'more.txt') : 'two.txt', task)
`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--gate', 'g=node gate.mjs')
  await project.arrived('midway', running)
  expect((await project.run('stop', 'tasks.md')).code).toBe(0)
  await running.ended
  commitFix(project)
  project.release('midway')
  const { view } = await project.view('resume', 'tasks.md')
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done'])
  expect(project.git('ls-files')).toMatch(/fix\.txt\n.*\n?more\.txt\none\.txt/)
})

describe('answered while the run waits, after a commit of the person', () => {
  /** Each task is worked on and waits for its review; then the person commits, approves all, and goes on. */
  async function approved(
    person: (project: Project) => void,
  ): Promise<{ project: Project; code: number; err: string }> {
    const project = makeProject()
    project.write('tasks.md', plan.replace('two.txt (CREATE)', 'two.txt (CREATE), shared.txt (MODIFY)'))
    project.write('shared.txt', 'a\n')
    project.commit('Begin')
    project.agent(`
write(task === 'T0001' ? 'one.txt' : 'two.txt', task)
if (task === 'T0002') write('shared.txt', task)`)
    const run = await project.run(
      ...['run', 'tasks.md', '--exec', project.exec, '--gate', 'g=true', '--mode', 'collaborative', '--yes'],
    )
    expect(run, run.err).toMatchObject({ code: 3 })
    person(project)
    project.commit('By hand')
    for (const review of ['R1', 'R2'])
      expect(await project.run('review', 'approve', review, '--plan', 'tasks.md')).toMatchObject({ code: 0 })
    const { code, err } = await project.run('resume', 'tasks.md', '--yes')
    return { project, code: code ?? -1, err }
  }

  test('all are merged, however many wait to be', async () => {
    const { project, code, err } = await approved((it) => it.write('human.txt', 'mine\n'))
    expect(code, err).toBe(0)
    expect(project.read('tasks.md').match(/\[X\]/g)).toHaveLength(2)
  })

  test('one that does not merge is in no commit called done', async () => {
    const { project, code, err } = await approved((it) => it.write('shared.txt', 'theirs\n'))
    expect(code, err).toBe(1)
    const commits = project.git('log', '--format=%h').trim().split('\n')
    for (const commit of commits) expect(project.git('show', `${commit}:tasks.md`)).not.toContain('[X] T0002')
    expect(project.git('show', 'HEAD:tasks.md')).toContain('[BLOCKED] T0002')
    expect(project.git('status', '--porcelain')).toBe('')
  })
})

test('a draft that is approved after a call chose other tasks is merged, also onto what a person committed since', async () => {
  const project = makeProject()
  const task = (id: string): string => `- [ ] ${id} Do it\n  files: ${id}.txt (CREATE)\n`
  project.write('tasks.md', `## Phase 06: Implementation\n\n${task('T001')}${task('T002')}`)
  project.commit('Begin')
  project.agent("write(task + '.txt', task)")
  const call = ['run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative', '--gate', 'ok=true'] as const
  expect((await project.run(...call)).code).toBe(3)
  expect((await project.run('review', 'approve', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  expect((await project.run('run', 'tasks.md', '--only', 'T001')).code).toBe(3)
  project.write('other.txt', 'mine')
  project.commit('Mine')
  expect((await project.run('review', 'approve', 'R2', '--plan', 'tasks.md')).code).toBe(0)
  const { code, view } = await project.view('resume', 'tasks.md')
  expect([code, view.tasks.filter((it) => it.id !== null).map((it) => it.state)]).toEqual([0, ['done', 'done']])
  expect(project.git('ls-files')).toContain('T002.txt')
})
