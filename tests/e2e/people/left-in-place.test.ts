/** In place all work in one folder: what lies there that is no accepted work is not the failure of the next task. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** The first task leaves what the gate does not like. */
function make(policy: string): Project {
  const project = makeProject()
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n- [ ] T002 Two\n  files: two.txt (CREATE)\n',
  )
  project.write('millwright.toml', `[gates.g]\nrun = ["sh", "gate.sh"]\n[policy]\nretries = 0\n${policy}\n`)
  project.write('gate.sh', 'if grep -q bad *.txt; then echo "FAIL bad"; exit 1; fi\n')
  project.write('keep.txt', 'good\n')
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task === 'T001' ? 'bad' : 'good')`)
  return project
}

const run = (project: Project, ...words: string[]) =>
  project.view('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place', ...words)

const asked = 'gate g failed with what was left or changed in the folder (sh gate.sh)'

test('a task that ended blocked: the gate is asked about, and the next task is not charged', async () => {
  const project = make('')
  const { code, view } = await run(project)
  expect([code, view.waiting]).toMatchObject([3, [{ question: asked }]])
  expect((await project.run('review', 'ignore-same', 'R1')).code).toBe(0)
  const { view: after } = await project.view('resume', 'tasks.md', '--yes')
  expect(after.tasks.filter((it) => it.id !== null).map((it) => [it.id, it.state, it.attempts])).toEqual([
    ['T001', 'blocked', 1],
    ['T002', 'done', 1],
  ])
})

test.each<[string, (project: Project) => Promise<unknown>]>([
  [
    'is deleted from the plan',
    (project) => {
      project.write('tasks.md', project.read('tasks.md').replace(/- \[ \] T001.*\n.*\n/, ''))
      return Promise.resolve()
    },
  ],
  ['is skipped', (project) => project.run('review', 'skip', 'R1')],
])('a task that waits for an answer, and %s: its folder is free, and the gate is asked about', async (_what, gone) => {
  const project = make('exhausted = "ask"')
  expect((await run(project)).view.waiting).toMatchObject([{ review: 'R1' }])
  await gone(project)
  project.git('commit', '-qam', 'Plan')
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.waiting]).toMatchObject([3, [{ question: asked }]])
  expect(view.tasks.find((it) => it.id === 'T002')).toMatchObject({ attempts: 0 })
  expect((await project.run('review', 'ignore-same', 'R2')).code).toBe(0)
  const { view: after } = await project.view('resume', 'tasks.md', '--yes')
  expect(after.tasks.find((it) => it.id === 'T002')).toMatchObject({ state: 'done', attempts: 1 })
})

test('a new run asks about what the last one left, and what you have not committed', async () => {
  const left = make('')
  expect((await run(left, '--only', 'T001')).view.tasks).toContainEqual(
    expect.objectContaining({ id: 'T001', state: 'blocked' }),
  )
  const changed = make('')
  changed.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', 'good')`)
  changed.write('keep.txt', 'bad\n')
  for (const [project, next] of [
    [left, 'T002'],
    [changed, 'T001'],
  ] as const) {
    const { code, view } = await run(project)
    expect([code, view.waiting]).toMatchObject([3, [{ question: asked }]])
    expect(view.tasks.find((it) => it.id === next)).toMatchObject({ attempts: 0 })
  }
  // What is put right while the question waits is no work of the task.
  changed.write('keep.txt', 'good\n')
  expect((await changed.run('review', 'retry', 'R1')).code).toBe(0)
  const { code, view } = await changed.view('resume', 'tasks.md', '--yes')
  expect(code).toBe(0)
  expect(view.tasks.filter((it) => it.id !== null).map((it) => [it.state, it.attempts])).toEqual([
    ['done', 1],
    ['done', 1],
  ])
  expect(changed.git('log', '--format=%s', '--', 'keep.txt')).toBe('Begin\n')
})

test.each([true, false])('so it does where you break something between two tasks (committed: %s)', async (commits) => {
  const project = make('')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', 'good')`)
  expect((await run(project, '--mode', 'collaborative')).view.waiting).toMatchObject([{ review: 'R1' }])
  project.write('keep.txt', 'bad\n')
  if (commits) project.git('commit', '-qm', 'Break', '--', 'keep.txt')
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.waiting]).toMatchObject([3, [{ question: asked }]])
  expect(view.tasks.filter((it) => it.id !== null).map((it) => [it.state, it.attempts])).toEqual([
    ['done', 1],
    ['pending', 0],
  ])
})

test('what is let pass so is let pass for each task that comes after, until the folder is green', async () => {
  const project = make('')
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T003 Three\n  files: three.txt (CREATE)\n`)
  project.commit('One more')
  expect((await run(project)).code).toBe(3)
  expect((await project.run('review', 'ignore-same', 'R1')).code).toBe(0)
  project.agent(`write(task === 'T002' ? 'two.txt' : 'three.txt', 'good')`)
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(view.tasks.filter((it) => it.id !== null).map((it) => [it.id, it.state, it.attempts])).toEqual([
    ['T001', 'blocked', 1],
    ['T002', 'done', 1],
    ['T003', 'done', 1],
  ])
})

test('a task that is tried again is not let pass with what it left itself', async () => {
  const project = make('')
  expect((await run(project)).code).toBe(3)
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  expect((await project.run('review', 'ignore-same', 'R1')).code).toBe(0)
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', task === 'T001' ? 'bad' : 'good')`)
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'blocked' })
})

test('what a person changes while the question waits is looked at, too', async () => {
  const project = make('')
  project.write('gate.sh', 'if grep bad *.txt; then exit 1; fi\n')
  project.commit('A gate that says where')
  expect((await run(project)).code).toBe(3)
  project.write('one.txt', 'good')
  project.write('keep.txt', 'worse, bad')
  expect((await project.run('review', 'ignore-same', 'R1')).code).toBe(0)
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.waiting]).toMatchObject([3, [{ question: asked }]])
  expect(view.tasks.find((it) => it.id === 'T002')).toMatchObject({ state: 'pending', attempts: 0 })
})

test('a draft that is red without what a person has not committed: that is not committed with the next round', async () => {
  const project = make('')
  project.write('gate.sh', 'test ! -e one.txt || test -e notes.txt || test -e own.txt\n')
  project.write('millwright.toml', '[gates.g]\nrun = ["sh", "gate.sh"]\n[policy]\nretries = 2\n')
  project.commit('A gate')
  project.write('notes.txt', 'of a person')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', 'good'); if (attempt > 1) write('own.txt', '')`)
  const { view } = await project.view(
    'run',
    'tasks.md',
    '--exec',
    project.exec,
    '--yes',
    '--workspace',
    'in-place',
    '--only',
    'T001',
  )
  expect(view.tasks.find((it) => it.id === 'T001')).toMatchObject({ state: 'done', attempts: 2 })
  expect(view.deviations.map((it) => it.path)).toEqual(['own.txt'])
  expect(project.git('status', '--porcelain')).toBe('?? notes.txt\n')
})

/** Two tasks; the second changes a file of the person's. */
function makeForTwo(): Project {
  const project = makeProject()
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n- [ ] T002 Two\n  files: keep.txt (MODIFY)\n',
  )
  project.write('millwright.toml', '[gates.g]\nrun = ["sh", "gate.sh"]\n[policy]\nretries = 0\n')
  project.write('gate.sh', '! grep bad *.txt\n')
  project.write('keep.txt', 'good\n')
  project.commit('Begin')
  return project
}

const isDone = { state: 'done', proof: 'verified' }

test('what a person commits while the run is paused is there when the next task changes the same file', async () => {
  const project = makeForTwo()
  project.agent(`if (task === 'T001') { await meet('half'); write('one.txt', '1') } else append('keep.txt', 'two\\n')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place')
  await project.arrived('half', running)
  expect((await project.run('pause')).code).toBe(0)
  project.release('half')
  await running.ended
  project.write('keep.txt', 'of a person\n')
  project.git('commit', '-qam', 'Theirs')
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.tasks.find((it) => it.id === 'T002')]).toMatchObject([0, isDone])
  expect(project.git('show', 'HEAD:keep.txt')).toBe('of a person\ntwo\n')
  expect(project.git('status', '--porcelain')).toBe('')
})

test('so it is where it was committed while a task was at work that ended blocked', async () => {
  const project = makeForTwo()
  project.agent(`if (task === 'T001') { await meet('half'); process.exit(1) } else append('keep.txt', 'two\\n')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place')
  await project.arrived('half', running)
  project.write('keep.txt', 'of a person\n')
  project.git('commit', '-qam', 'Theirs')
  project.release('half')
  await running.ended
  const { view } = await project.view('status', 'tasks.md')
  expect(view.tasks.find((it) => it.id === 'T002')).toMatchObject(isDone)
  expect(project.git('show', 'HEAD:keep.txt')).toBe('of a person\ntwo\n')
})

test('what a person has mended and committed is what a gate looks at when it is asked again', async () => {
  const project = makeForTwo()
  project.write('keep.txt', 'bad\n')
  project.commit('Broken')
  project.agent(`append(task === 'T001' ? 'one.txt' : 'keep.txt', task)`)
  expect((await run(project)).view.waiting).toMatchObject([{ kind: 'baseline' }])
  project.write('keep.txt', 'mended\n')
  project.git('commit', '-qam', 'Mended')
  expect((await project.run('review', 'retry', 'R1')).code).toBe(0)
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.tasks.filter((it) => it.id !== null)]).toMatchObject([0, [isDone, isDone]])
})

test('what a person rejected is committed with no other task, also where that changes the same file', async () => {
  const project = make('')
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: keep.txt (MODIFY)\n- [ ] T002 Two\n  files: keep.txt (MODIFY)\n',
  )
  project.commit('One file')
  project.agent(`append('keep.txt', task === 'T001' ? 'unwanted\\n' : 'wanted\\n')`)
  expect((await run(project, '--mode', 'collaborative')).view.waiting).toMatchObject([{ review: 'R1' }])
  expect((await project.run('review', 'reject', 'R1', '-m', 'not so')).code).toBe(0)
  expect((await project.view('resume', 'tasks.md', '--yes')).view.waiting).toMatchObject([{ review: 'R2' }])
  expect((await project.run('review', 'approve', 'R2')).code).toBe(0)
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(view.tasks.find((it) => it.id === 'T002')).toMatchObject({
    state: 'blocked',
    reason: expect.stringMatching(/^Merge conflict in keep\.txt; the work is kept in /),
  })
  expect(project.git('show', 'HEAD:keep.txt')).toBe('good\n')
  const { out } = await project.run('why', 'tasks.md', 'T002')
  expect(out).toContain('conflicts in keep.txt with what is committed: it was done on what lay uncommitted there')
})
