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
  expect(await project.run('resume', 'specs/tasks.md')).toMatchObject({ code: 0 })
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
