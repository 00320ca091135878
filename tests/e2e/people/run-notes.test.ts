/** What a run notes about itself beside the journal: lost or damaged, it is said, and nothing is guessed. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { start } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** Two tasks; where `asks`, a gate that is red before the first one, so that the run parks with a question. */
function noted(asks: boolean): Project {
  const project = makeProject()
  project.write(
    'tasks.md',
    '## Phase 1: P\n\n- [ ] T001 A\n  files: a.txt (CREATE)\n- [ ] T002 B\n  blocked_by: [T001]\n  files: b.txt (CREATE)\n',
  )
  project.write('millwright.toml', `[gates.unit]\nrun = ["test", "${asks ? '-e' : '!'}", "${asks ? 'never' : ''}"]\n`)
  project.commit('Begin')
  return project
}

const call = (project: Project) => ['run', 'tasks.md', '--exec', project.exec, '--yes']

/** A run that was stopped while its second task was worked on. */
async function stoppedHalfway(): Promise<Project> {
  const project = noted(false)
  project.agent(`if (task === 'T002') await meet('second')
write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')`)
  const running = project.begin(...call(project))
  await project.arrived('second', running)
  await project.run('stop', 'tasks.md')
  await running.ended
  return project
}

const noteOf = (project: Project): string => {
  const folder = path.join(project.root, '.git', 'millwright', 'targets')
  return path.join(folder, readdirSync(folder)[0] ?? '')
}

test.each([
  ['empty', ''],
  ['cut off', '{"branch":"refs/he'],
  ['something else', '[]'],
])('a branch of the run that cannot be read stops it, and is not chosen anew: %s', async (_about, text) => {
  const project = noted(true)
  project.agent("write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')")
  expect((await project.run(...call(project))).code).toBe(3)
  const note = noteOf(project)
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ branch: 'refs/heads/main' })
  writeFileSync(note, text)
  project.git('switch', '-qc', 'other')
  const resumed = await project.run('resume', 'tasks.md', '--yes')
  expect(resumed.code).not.toBe(0)
  expect(resumed.err).toContain(`the branch of the run cannot be read: ${note} is damaged`)
  expect(resumed.err).toContain('help: write the branch that the run began on into it')
  expect(readFileSync(note, 'utf8')).toBe(text)
  expect(project.read('tasks.md')).not.toContain('[X]')
})

test('a branch of the run that is gone is not chosen anew either', async () => {
  const project = noted(true)
  expect((await project.run(...call(project))).code).toBe(3)
  const note = noteOf(project)
  rmSync(note)
  project.git('switch', '-qc', 'other')
  const resumed = await project.run('resume', 'tasks.md', '--yes')
  expect([resumed.code, existsSync(note)]).toEqual([2, false])
  expect(resumed.err).toContain(`the branch of the run cannot be read: ${note} is gone`)
})

test('nor when it goes while the run is at work', async () => {
  const project = noted(false)
  project.agent(`if (task === 'T001') rmSync(path.join(human, '.git/millwright/targets'), { recursive: true })
write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')`)
  const ended = await project.run(...call(project))
  expect(ended.code).toBe(3)
  expect(ended.err).toMatch(/the branch of the run cannot be read: .* is gone/)
})

test.each(['moved', 'with its state lost'])('a repository that was %s knows the branch of its run', async (how) => {
  const project = await stoppedHalfway()
  project.git('stash', '-q')
  project.git('switch', '-qc', 'other', 'HEAD~1')
  project.release('second')
  const moved = `${project.root} moved`
  if (how === 'moved') renameSync(project.root, moved)
  else rmSync(project.state, { recursive: true })
  const cwd = how === 'moved' ? moved : project.root
  const resumed = await start([process.execPath, builtProgram(), 'resume', 'tasks.md', '--yes'], {
    cwd,
    env: project.env,
  }).ended
  if (how === 'moved') renameSync(moved, project.root)
  expect([resumed.code, resumed.err]).toEqual([2, expect.stringContaining('belongs to branch main')])
})

test('a journal that is deleted under the run stops it before the next task', async () => {
  const project = noted(false)
  project.agent(`write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')
if (task === 'T001') rmSync(path.join(human, '.git/millwright'), { recursive: true })`)
  const ended = await project.run(...call(project))
  expect(ended.code).toBe(3)
  expect(ended.err).toContain(
    'the journal cannot be written: somebody deleted or replaced it while the run was at work',
  )
  expect(project.has('a.txt')).toBe(false)
  expect(project.read('tasks.md')).not.toContain('[X]')
})

test('references of the run that are deleted are put back to what the journal says, and that is told', async () => {
  const project = noted(false)
  project.agent(`if (task === 'T002') await meet('second')
write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')
rmSync(path.join(human, '.git/refs/millwright'), { recursive: true })`)
  const running = project.begin(...call(project))
  await project.arrived('second', running)
  project.release('second')
  const ended = await running.ended
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.out + ended.err).toMatch(
    /somebody deleted the run's reference refs\/millwright\/\S+\/tip; it is back at [0-9a-f]{12}/,
  )
  expect([project.git('show', 'main:a.txt'), project.git('show', 'main:b.txt')]).toEqual(['x', 'x'])
})

test('they are put back when a run is resumed, too: it does not begin at another commit', async () => {
  const project = noted(false)
  project.agent(`if (task === 'T002') { await meet('second') }
write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')`)
  // It is in the way: what is done lies on the tip alone.
  project.write('a.txt', 'mine')
  const running = project.begin(...call(project))
  await project.arrived('second', running)
  running.child.kill('SIGKILL')
  await running.ended
  project
    .git('for-each-ref', '--format=delete %(refname)', 'refs/millwright')
    .split('\n')
    .filter(Boolean)
    .forEach((it) => project.git('update-ref', '-d', it.slice(7)))
  project.release('second')
  expect(await project.run('resume', 'tasks.md', '--yes')).toMatchObject({ code: 3 })
  const tip = project.git('for-each-ref', '--format=%(refname)', 'refs/millwright/*/tip').trim()
  expect([project.git('show', `${tip}:a.txt`), project.git('show', `${tip}:b.txt`)]).toEqual(['x', 'x'])
})

test.each([
  ['deleted', ['branch', '-D', 'main']],
  ['renamed', ['branch', '-m', 'main', 'trunk']],
])('a branch of the run that was %s: the command that is named leads back', async (how, command) => {
  const project = await stoppedHalfway()
  if (how === 'deleted') project.git('switch', '-qc', 'other')
  project.git(...command)
  project.release('second')
  const refused = await project.run('resume', 'tasks.md', '--yes')
  expect(refused.err).toContain('belongs to branch main')
  const back = /switch back \((git branch main [0-9a-f]{12} && git switch main)\)/.exec(refused.err)?.[1] ?? 'false'
  execFileSync('sh', ['-c', back], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect(await project.run('resume', 'tasks.md', '--yes')).toMatchObject({ code: 0 })
  expect([project.git('show', 'main:a.txt'), project.git('show', 'main:b.txt')]).toEqual(['x', 'x'])
})
