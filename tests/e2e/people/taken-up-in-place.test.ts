/** In place a task that is tried again finds what it left: that is its own work, and nobody else's. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function make(git = true): Project {
  const project = makeProject({ git })
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: x.txt (CREATE), y.txt (CREATE), old.txt (DELETE)\n',
  )
  project.write('millwright.toml', '[gates.g]\nrun = ["sh", "gate.sh"]\n[policy]\nretries = 1\n')
  project.write('gate.sh', 'if test -e x.txt && ! test -e y.txt; then echo "FAIL y"; exit 1; fi\n! grep bad *.txt\n')
  project.write('keep.txt', 'good\n')
  project.write('old.txt', 'old\n')
  if (git) project.commit('Begin')
  return project
}

const run = (project: Project) =>
  project.view('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place')

/** The first run ends blocked with what its agent left; then it is taken up again with another agent. */
async function again(project: Project, first: string, then: string, between?: () => void) {
  project.agent(first)
  expect((await run(project)).view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'blocked' })
  between?.()
  project.agent(then)
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  return run(project)
}

/** Without git the folder is all there is to look at before the first task, and the gate is red on what the task left. */
async function letPass(project: Project) {
  const { view } = await project.view('status', 'tasks.md')
  expect(view.waiting.map((it) => it.kind)).toEqual(['baseline'])
  expect((await project.run('review', 'ignore-same', view.waiting[0]?.review ?? '', '--plan', 'tasks.md')).code).toBe(0)
  return (await project.view('resume', 'tasks.md', '--yes')).view
}

const isDone = { state: 'done', proof: 'verified', attempts: 3 }

test.each([
  ['it is committed with what was missing', `write('x.txt', 'x')`, `write('y.txt', 'y'); rmSync('old.txt')`],
  [
    'what was wrong is corrected',
    `write('x.txt', 'bad'); write('y.txt', 'y'); rmSync('old.txt', { force: true })`,
    `write('x.txt', 'x')`,
  ],
])('%s', async (_, first, then) => {
  const project = make()
  const { code, view } = await again(project, first, then)
  expect([code, view.tasks.find((it) => it.id === 'T001')]).toMatchObject([0, isDone])
  expect(project.git('show', '--name-status', '--format=', view.tasks[0]?.commit ?? '').split('\n')).toEqual(
    expect.arrayContaining(['D\told.txt', 'A\tx.txt', 'A\ty.txt']),
  )
  expect(view.deviations).toEqual([])
  expect(project.git('status', '--porcelain').trim()).toBe('')
})

test.each([true, false])('what a person put in its place meanwhile is theirs (git: %s)', async (git) => {
  const project = make(git)
  let { view } = await again(
    project,
    `write('x.txt', 'x'); write('z.txt', 'z')`,
    `write('y.txt', 'y'); rmSync('old.txt')`,
    () => project.write('z.txt', 'of a person'),
  )
  if (!git) view = await letPass(project)
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject(isDone)
  expect(view.deviations).toEqual([])
  expect(project.read('z.txt')).toBe('of a person')
  if (git) expect(project.git('status', '--porcelain').trim()).toBe('?? z.txt')
})

test('what a person has committed of it is their work', async () => {
  const project = make()
  const { code, view } = await again(
    project,
    `write('x.txt', 'bad'); write('y.txt', 'y'); rmSync('old.txt', { force: true })`,
    `write('x.txt', 'x')`,
    () => {
      project.git('add', 'x.txt')
      project.git('commit', '-q', '-m', 'Theirs', '--', 'x.txt')
    },
  )
  expect([code, view.tasks.find((it) => it.id === 'T001')]).toMatchObject([3, { attempts: 2 }])
  expect((await project.run('review', 'ignore-same', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  const { view: after } = await project.view('resume', 'tasks.md', '--yes')
  expect(after.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'done' })
  expect(project.git('show', 'HEAD:x.txt')).toBe('x')
})

test.each([
  ['killed', true, ''],
  ['killed, without git', false, ''],
  ['killed in its second round', true, `if (attempt === 1) { write('x.txt', 'first'); process.exit(0) }\n`],
])('an attempt that was %s, and is given up: it is its own work, too', async (_, git, before) => {
  const project = make(git)
  project.agent(`${before}write('x.txt', 'part'); await meet('half')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place')
  await project.arrived('half', running)
  running.child.kill('SIGKILL')
  await running.ended
  expect((await project.view('resume', 'tasks.md', '--yes')).view.waiting).toMatchObject([{ kind: 'interrupted' }])
  expect((await project.run('review', 'block', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  await project.run('resume', 'tasks.md', '--yes')
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  project.agent(`write('x.txt', 'x'); write('y.txt', 'y'); rmSync('old.txt')`)
  const ended = await run(project)
  const view = git ? ended.view : await letPass(project)
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'done', proof: 'verified' })
  expect(view.deviations).toEqual([])
})

test('without git, too, it is no file that was there before', async () => {
  const project = make(false)
  await again(project, `write('x.txt', 'bad'); write('y.txt', 'y')`, `write('x.txt', 'x'); rmSync('old.txt')`)
  const view = await letPass(project)
  expect(view.deviations).toEqual([])
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'done', proof: 'verified' })
})

test('what a person had not committed when it began is asked about no more once it is gone', async () => {
  const project = make()
  project.write('tasks.md', project.read('tasks.md').replace('files: ', 'files: keep.txt (MODIFY), '))
  project.commit('Plan')
  project.write('keep.txt', 'bad\n')
  project.agent(
    `write('keep.txt', 'mended'); write('x.txt', 'x'); write('y.txt', 'y'); rmSync('old.txt', { force: true })`,
  )
  expect((await run(project)).view.waiting).toMatchObject([{ kind: 'baseline' }])
  expect((await project.run('review', 'ignore-same', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'blocked' })
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  const { code, view: after } = await run(project)
  expect([code, after.waiting]).toEqual([0, []])
  expect(after.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'done', attempts: 2 })
  expect(project.git('status', '--porcelain').trim()).toBe('M keep.txt')
})

test('a phase that is handed out anew finds its own work, and is not asked about it', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
`,
  )
  project.write('millwright.toml', '[gates.g]\nrun = ["sh", "-c", "! grep bad *.txt"]\n[policy]\nretries = 0\n')
  project.write('keep.txt', 'good\n')
  project.commit('Begin')
  const ticks = `writeFileSync('tasks.md', readFileSync('tasks.md', 'utf8').replaceAll('- [ ]', '- [X]'))`
  project.agent(`write('one.txt', 'good'); write('two.txt', 'bad'); ${ticks}`)
  const standard = ['run', 'tasks.md', '--exec', project.exec, '--yes', '--standard', '--workspace', 'in-place']
  expect((await project.view(...standard)).code).toBe(1)
  project.agent(`write('two.txt', 'good'); ${ticks}`)
  const { code, view } = await project.view(...standard)
  expect([code, view.waiting, view.deviations]).toEqual([0, [], []])
  expect(view.tasks.flatMap((it) => (it.id === null ? [] : [[it.id, it.state, it.proof]]))).toEqual([
    ['T001', 'done', 'verified'],
    ['T002', 'done', 'verified'],
  ])
  expect(project.git('status', '--porcelain').trim()).toBe('')
})
