/** Whoever watched a run is gone: the reader of its output, or the terminal that it was started in. */

import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { says, start, type Finished } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'

const makeProject = projectsOfTests()

function planned(lines: string): Project {
  const project = makeProject()
  const tasks = ['T001', 'T002', 'T003'].map((id) => `- [ ] ${id} Do ${id}\n  files: ${id}.txt (CREATE)\n`)
  project.write('tasks.md', `## Phase 06: Implementation\n\n${tasks.join('')}`)
  project.commit('Begin')
  project.agent(lines)
  return project
}

const halfway = "write(path.join(human, '../pid'), String(process.pid))\nwrite('half.txt', 'half')\nawait meet('half')"
const works = "write(task + '.txt', task)"

/** Runs the program with what reads its output, and tells its own exit code. */
async function readBy(
  project: Project,
  words: readonly string[],
  reader: string,
  err = '/dev/null',
): Promise<Finished> {
  const line = `"$@" 2>${err} | ${reader}; echo "exit \${PIPESTATUS[0]}"`
  const program = [process.execPath, builtProgram(), ...words]
  return start(['bash', '-c', line, 'bash', ...program], { cwd: project.root, env: project.env }).ended
}

test.each([['head -n 1'], ['true']])('a run whose output is read by `%s` goes on to its end', async (reader) => {
  const project = planned(works)
  const { out } = await readBy(project, ['run', 'tasks.md', '--exec', project.exec], reader)
  expect(out).toMatch(/exit 0\n$/)
  expect(project.read('tasks.md').match(/- \[X\]/g)).toHaveLength(3)
})

test('its exit code is the true one', async () => {
  const project = planned(`if (task === 'T002') say({ status: 'blocked', reason: 'no key' }); else ${works}`)
  expect((await readBy(project, ['run', 'tasks.md', '--exec', project.exec], 'true')).out).toBe('exit 1\n')
  expect(project.read('tasks.md').match(/- \[X\]/g)).toHaveLength(2)
})

test('both of its outputs may be gone', async () => {
  const project = planned(works)
  const { out } = await readBy(project, ['run', 'tasks.md', '--exec', project.exec], 'true', '&1')
  expect(out).toBe('exit 0\n')
})

test('who follows the log ends when nobody reads it any more', async () => {
  const project = planned(`await meet(task)\n${works}`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('T001', running)
  const following = readBy(project, ['log', 'tasks.md', '--follow'], 'head -n 1')
  for (const task of ['T001', 'T002', 'T003']) project.release(task)
  expect((await following).out).toMatch(/exit 0\n$/)
  await running.ended
})

test('the terminal is closed: the run is parked, the agent ended and its work kept', async () => {
  const project = planned(halfway)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('half', running)
  running.child.kill('SIGHUP')
  running.child.kill('SIGHUP')
  expect(await running.ended).toMatchObject({ code: 130 })
  expectParked(project)
})

function expectParked(project: Project): void {
  const kept = project.git('for-each-ref', '--format=%(refname)', 'refs/millwright/*/kept/**').trim()
  expect(project.git('show', `${kept}:half.txt`)).toBe('half')
  expect(() => process.kill(Number(project.read('../pid')), 0)).toThrow('ESRCH')
}

if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

test.runIf(hasTerminals).each([
  ['while an agent works', [], halfway, 'half'],
  ['while a question waits for its answer', ['--mode', 'collaborative'], works, null],
])('its terminal is closed %s: nothing is lost, and it ends by itself', async (_when, words, lines, meeting) => {
  const project = planned(lines)
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...words)
  if (meeting !== null) await project.arrived(meeting, running)
  else await says(running, 'empty leaves it open')
  running.child.stdin?.end()
  const { out } = await running.ended
  expect(out).toMatch(/\nexit 130\n$/)
  if (meeting !== null) expectParked(project)
  const status = await project.run('status', 'tasks.md')
  expect(status.out).not.toContain('cut off')
})

test.runIf(hasTerminals)('its terminal is closed while a person works: that is no failed attempt', async () => {
  const project = planned(works)
  const running = inTerminal(project, 'run', 'tasks.md', '--agent', 'human')
  await says(running, 'with a word if you like')
  running.child.stdin?.end()
  expect((await running.ended).out).toMatch(/\nexit 130\n$/)
  expect((await project.run('log', 'tasks.md', '--json')).out).not.toContain('"says": "failed"')
})
