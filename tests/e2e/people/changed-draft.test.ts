/** Without git: what a person changes of a draft after it was shown voids their yes, and is told in the question that follows. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** A project whose draft waits in R1. @param edit of the folder, before or after a yes */
async function answered(
  git: boolean,
  edit: (project: Project) => void,
  { when = 'before', policy = '' }: { readonly when?: 'before' | 'after'; readonly policy?: string } = {},
) {
  const project = makeProject({ git })
  project.write('millwright.toml', `[policy]\n${policy}`)
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  if (git) project.commit('Begin')
  project.agent("write('a.txt', 'good\\n')")
  const gate = 'unit=sh -c "test ! -e TODO && { test ! -e a.txt || grep -q good a.txt; }"'
  const words = ['run', 'tasks.md', '--yes', '--exec', project.exec, '--mode', 'collaborative', '--gate', gate]
  expect((await project.run(...words, ...(git ? ['--workspace', 'in-place'] : []))).code).toBe(3)
  if (when === 'before') edit(project)
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  if (when === 'after') edit(project)
  return { project, resumed: await project.run('resume', 'tasks.md', '--yes') }
}

const broken = (project: Project): void => project.write('a.txt', 'BROKEN\n')
const isVoid = 'R2 T001: a.txt changed in the folder since R1 was asked, so that the answer to it counts no more; '

test.each(['before', 'after'] as const)('edited %s the answer, it is judged as it lies there now', async (when) => {
  const { project, resumed } = await answered(false, broken, { when })
  expect([resumed.code, resumed.out]).toEqual([
    3,
    expect.stringContaining(`${isVoid}what lies there now does not hold`),
  ])
  expect([project.read('tasks.md').includes('- [ ] T001'), project.read('a.txt')]).toEqual([true, 'BROKEN\n'])
  // Mended by whoever broke it, it is judged once more.
  project.write('a.txt', 'good and mended\n')
  expect((await project.run('review', 'override', 'R2')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md', '--yes')).out).toContain('R3 T001: review T001; ')
  expect((await project.run('review', 'approve', 'R3')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md', '--yes')).out).toContain('T001 done, verified')
})

test('deleted, it is missed', async () => {
  const { resumed } = await answered(false, (project) => rmSync(path.join(project.root, 'a.txt')))
  expect([resumed.code, resumed.out]).toEqual([3, expect.stringContaining('a.txt was to be created and is not there')])
})

test('edited and put back, and with another file edited, it is what was shown', async () => {
  const { resumed } = await answered(false, (project) => {
    broken(project)
    project.write('a.txt', 'good\n')
    project.write('notes.txt', 'mine\n')
  })
  expect([resumed.code, resumed.out]).toEqual([0, expect.stringContaining('T001 done, verified')])
})

test('beside it lies what is no work of the task, and no agent works over the edit, also where departures block', async () => {
  const { project, resumed } = await answered(
    false,
    (of) => {
      of.write('a.txt', 'good, and better\n')
      of.write('notes.txt', 'mine\n')
    },
    { policy: 'deviations = "block"\n' },
  )
  expect([resumed.code, resumed.out]).toEqual([3, expect.stringContaining('? R2 T001: review T001; a.txt changed')])
  const shown = await project.run('review', 'show', 'R2')
  expect([shown.out.includes('notes.txt'), project.read('a.txt')]).toEqual([false, 'good, and better\n'])
  // Nor is it once what was taken then is changed again.
  project.write('a.txt', 'good, and best\n')
  project.write('notes.txt', 'mine, and more\n')
  expect((await project.run('review', 'approve', 'R2')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md', '--yes')).out).toContain('R3 T001: review T001; ')
  expect((await project.run('review', 'show', 'R3')).out).not.toContain('notes.txt')
  expect((await project.run('review', 'approve', 'R3')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md', '--yes')).out).toContain('T001 done, verified')
  expect([project.read('a.txt'), project.read('notes.txt')]).toEqual(['good, and best\n', 'mine, and more\n'])
})

test('of a phase that was handed out as a whole, no agent works over what is changed', async () => {
  const project = makeProject({ git: false })
  const lines = ['T001 One\n  files: a.txt (CREATE)', 'T002 Two\n  files: b.txt (CREATE)'].map((it) => `- [ ] ${it}\n`)
  project.write('tasks.md', `## Phase 06: Implementation\n\n${lines.join('')}`)
  project.agent(
    "write('a.txt', 'good\\n'); write('b.txt', 'good\\n'); write('tasks.md', readFileSync('tasks.md', 'utf8').replaceAll('[ ]', '[X]'))",
  )
  const words = [
    'tasks.md',
    '--standard',
    '--yes',
    '--exec',
    project.exec,
    '--mode',
    'collaborative',
    '--gate',
    'ok=true',
  ]
  expect((await project.run('run', ...words)).code).toBe(3)
  project.write('a.txt', 'good, and better\n')
  rmSync(path.join(project.root, 'b.txt'))
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const { code, out } = await project.run('resume', 'tasks.md', '--yes')
  expect([code, out]).toEqual([
    3,
    expect.stringContaining('T002 is ticked, but b.txt was to be created and is not there'),
  ])
  expect([out.includes('attempt'), project.read('a.txt')]).toEqual([false, 'good, and better\n'])
})

test('with git the draft is what was shown, and the edit stays uncommitted', async () => {
  const { project, resumed } = await answered(true, broken)
  expect([resumed.code, project.git('show', 'HEAD:a.txt'), project.read('a.txt')]).toEqual([0, 'good\n', 'BROKEN\n'])
})

test('with another file that its gate is red of, it is what was shown, and no agent works over that', async () => {
  const { project, resumed } = await answered(false, (of) => of.write('TODO', 'mine'))
  expect([resumed.code, resumed.out]).toEqual([0, expect.stringContaining('T001 done, verified')])
  expect([resumed.out.includes('attempt'), project.read('TODO')]).toEqual([false, 'mine'])
})

test.each([
  ['approve', 'what was kept of the files is gone'],
  ['revise', 'T001 blocked: No workspace: what was kept of the files is gone'],
])('what was kept of it is gone: %s ends its task, and nothing breaks', async (answer, told) => {
  const project = makeProject({ git: false })
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.py (CREATE)\n')
  project.write('millwright.toml', '[gates.contract]\nkind = "contract"\n')
  project.agent("write('a.py', 'def good(): pass\\n')")
  const words = ['tasks.md', '--yes', '--exec', project.exec, '--mode', 'collaborative', '--gate', 'ok=true']
  expect((await project.run('run', ...words)).code).toBe(3)
  rmSync(path.join(project.state, 'millwright', 'workspaces'), { recursive: true })
  project.write('a.py', 'def other(): pass\n')
  expect((await project.run('review', answer, 'R1', ...(answer === 'revise' ? ['-m', 'again'] : []))).code).toBe(0)
  const { code, out, err } = await project.run('resume', 'tasks.md', '--yes')
  expect([code, out + err]).toEqual([1, expect.stringContaining(told)])
  // Of what an agent did now no draft could be taken.
  expect(project.read('a.py')).toBe('def other(): pass\n')
})

test.each([true, false])('a link that a draft makes of a declared file is no other plan; with git: %s', async (git) => {
  const project = makeProject({ git })
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  if (git) project.commit('Begin')
  project.agent("write('real.txt', 'good'); (await import('node:fs')).symlinkSync('real.txt', 'a.txt')")
  const words = ['tasks.md', '--yes', '--exec', project.exec, '--mode', 'collaborative']
  expect((await project.run('run', ...words, ...(git ? ['--workspace', 'in-place'] : []))).code).toBe(3)
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  expect((await project.view('resume', 'tasks.md', '--yes')).view.tasks[0]?.state).toBe('done')
})
