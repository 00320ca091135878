/** Work that is cut off in the middle: it is kept as a commit as soon as somebody can, not when it is made again. */

import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Started } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** A run whose first task has written half of its work. */
async function halfway(...words: readonly string[]): Promise<{ project: Project; running: Started }> {
  const project = makeProject()
  project.write(
    'specs/tasks.md',
    '## Phase 06: Implementation -- PENDING\n\n- [ ] T0001 One\n  files: src/one.txt (CREATE)\n',
  )
  project.write('README.md', 'Hello\n')
  project.commit('Begin')
  project.agent(`write('src/half.txt', 'half\\n')\nawait meet('half')\nwrite('src/one.txt', 'one\\n')`)
  const running = project.begin('run', 'specs/tasks.md', '--exec', project.exec, ...words)
  await project.arrived('half', running)
  return { project, running }
}

/** The kept commits of all runs, each by what it holds of the half work. */
function kept(project: Project): readonly string[] {
  const names = project.git('for-each-ref', '--format=%(refname)', 'refs/millwright/*/kept/**').split('\n')
  return names.filter((it) => it !== '').map((it) => project.git('show', `${it}:src/half.txt`))
}

test('by Ctrl-C: kept on the way out', async () => {
  const { project, running } = await halfway()
  running.child.kill('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130 })
  expect(kept(project)).toEqual(['half\n'])
})

test('by `stop`: kept on the way out, and once only', async () => {
  const { project, running } = await halfway()
  expect(await project.run('stop', 'specs/tasks.md')).toMatchObject({ code: 0 })
  expect(await running.ended).toMatchObject({ code: 3 })
  expect(kept(project)).toEqual(['half\n'])
  project.release('half')
  expect(await project.run('resume', 'specs/tasks.md')).toMatchObject({ code: 0 })
  expect(kept(project)).toEqual(['half\n'])
})

test('by a kill, and then the state folder is cleared: the workspace is made anew and the attempt with it', async () => {
  const { project, running } = await halfway()
  running.child.kill('SIGKILL')
  await running.ended
  rmSync(project.state, { recursive: true })
  project.release('half')
  // With it went what told that the journal is this user's.
  expect(await project.run('resume', 'specs/tasks.md')).toMatchObject({ code: 2 })
  expect(await project.run('resume', 'specs/tasks.md', '--yes')).toMatchObject({ code: 0 })
  expect(project.read('src/one.txt')).toBe('one\n')
})

test('by a kill, in place, where nothing is made again unasked: kept at the next start', async () => {
  const { project, running } = await halfway('--workspace', 'in-place')
  running.child.kill('SIGKILL')
  await running.ended
  expect(kept(project)).toEqual([])
  expect(await project.run('resume', 'specs/tasks.md')).toMatchObject({ code: 3 })
  expect(kept(project)[0]).toBe('half\n')
})

test.each([
  ['skip', 'skipped', '[SKIP]'],
  ['accept', 'done', '[X]'],
] as const)('by a kill, and then a person says %s: no agent goes on or begins again', async (verb, state, mark) => {
  const { project, running } = await halfway()
  running.child.kill('SIGKILL')
  await running.ended
  expect(await project.run(verb, 'specs/tasks.md', 'T0001')).toMatchObject({ code: 0 })
  // The agent of the dead run has been ended: it would write now.
  project.release('half')
  expect(project.read('specs/tasks.md')).toContain(`- ${mark} T0001`)
  const { view } = await project.view('resume', 'specs/tasks.md')
  expect(view.tasks).toMatchObject([{ id: 'T0001', state, attempts: 1 }])
  expect(project.has('src/one.txt')).toBe(false)
  expect(kept(project)).toEqual(['half\n'])
})

test('by `stop`, and then a person ticks the box: it is theirs', async () => {
  const { project, running } = await halfway()
  expect(await project.run('stop', 'specs/tasks.md')).toMatchObject({ code: 0 })
  await running.ended
  project.release('half')
  project.write('src/one.txt', 'by hand\n')
  project.write('specs/tasks.md', project.read('specs/tasks.md').replace('[ ] T0001', '[X] T0001'))
  project.commit('Done by hand')
  const { view } = await project.view('resume', 'specs/tasks.md')
  expect(view.tasks).toMatchObject([{ id: 'T0001', state: 'done', proof: 'by-human', attempts: 1 }])
  expect(project.read('src/one.txt')).toBe('by hand\n')
})

/** A run of three tasks that was killed while the first was at work. */
async function killed(): Promise<Project> {
  const project = makeProject()
  const task = (id: string, name: string): string => `- [ ] ${id} Do it\n  files: src/${name}.txt (CREATE)\n`
  const names = { T0001: 'one', T0002: 'two', T0003: 'three' }
  project.write(
    'tasks.md',
    `## Phase 06: Implementation\n\n${Object.entries(names)
      .map(([id, name]) => task(id, name))
      .join('')}`,
  )
  project.commit('Begin')
  project.agent(
    `if (task === 'T0001') await meet('half')\nwrite('src/' + ${JSON.stringify(names)}[task] + '.txt', task)`,
  )
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes')
  await project.arrived('half', running)
  running.child.kill('SIGKILL')
  await running.ended
  return project
}

test('by a kill, and then a person marks tasks that were not at work: it goes on once they have said so', async () => {
  const project = await killed()
  project.write('src/two.txt', 'by hand')
  project.write(
    'tasks.md',
    project.read('tasks.md').replace('[ ] T0002', '[X] T0002').replace('[ ] T0003', '[SKIP] T0003'),
  )
  project.commit('Done by hand')
  project.release('half')
  const refused = await project.run('resume', 'tasks.md', '--yes')
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('MW117 T0002, T0003 were marked in the plan since the run showed it last'),
  ])
  expect(refused.err).toContain('millwright accept tasks.md T0002; millwright skip tasks.md T0003')
  expect(await project.run('accept', 'tasks.md', 'T0002')).toMatchObject({ code: 0 })
  expect(await project.run('skip', 'tasks.md', 'T0003')).toMatchObject({ code: 0 })
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.tasks.map((it) => [it.state, it.attempts])]).toEqual([
    0,
    [
      ['done', 2],
      ['done', 0],
      ['skipped', 0],
    ],
  ])
  expect(project.read('src/two.txt')).toBe('by hand')
})

test('by a kill, and a verb says otherwise than a mark that came meanwhile: the verb counts', async () => {
  const project = await killed()
  project.write('tasks.md', project.read('tasks.md').replace('[ ] T0002', '[X] T0002'))
  project.release('half')
  expect(await project.run('skip', 'tasks.md', 'T0002')).toMatchObject({ code: 0 })
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.tasks.map((it) => it.state)]).toEqual([0, ['done', 'skipped', 'done']])
  expect(project.read('tasks.md')).toContain('- [SKIP] T0002')
})
