/** What a person was shown is what is trusted, and what runs: it may change while the question is open (RELIABILITY S1). */

import { expect, test } from 'vitest'
import { prepareRun } from '../../../src/calls/run/prepare-run.ts'
import { startRun } from '../../../src/calls/run/start-run.ts'
import { says } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'

const makeProject = projectsOfTests()

if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

function guarded(): Project {
  const project = makeProject()
  project.write('check.sh', 'true\n')
  project.write('millwright.toml', '[gates.unit]\nrun = ["sh", "check.sh"]\n')
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  project.agent("write('one.txt', 'x')")
  return project
}

const changes: readonly (readonly [about: string, change: (project: Project) => void])[] = [
  ['a file is written', (project) => project.write('check.sh', 'touch ../ran\n')],
  [
    'a commit is made',
    (project) => {
      project.write('check.sh', 'touch ../ran\n')
      project.commit('Another check')
      project.write('check.sh', 'true\n')
    },
  ],
]

test.runIf(hasTerminals).each(changes)(
  'while run asks, %s: refused, and nothing is trusted',
  async (_about, change) => {
    const project = guarded()
    const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec)
    await says(running, '[y/N]')
    change(project)
    running.child.stdin?.write('y\n')
    const { out } = await running.ended
    expect(out).toContain('it changed while you were asked')
    expect(out).toMatch(/\nexit 2\n$/)
    expect([project.has('../ran'), project.has('../meeting/count.T001')]).toEqual([false, false])
    project.git('checkout', '-q', '-f', 'main')
    expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(2)
  },
)

test
  .runIf(hasTerminals)
  .each([
    ...changes,
    ['another gate is named', (project: Project) => project.write('millwright.toml', '[gates.unit]\nrun = ["true"]\n')],
  ] as const)('while trust asks, %s: refused, and nothing is trusted', async (_about, change) => {
  const project = guarded()
  const running = inTerminal(project, 'trust')
  await says(running, '[y/N]')
  change(project)
  running.child.stdin?.write('y\n')
  const { out } = await running.ended
  expect(out).toContain('it changed while you were asked')
  expect(out).toMatch(/\nexit 2\n$/)
})

test.runIf(hasTerminals)('a yes to what is still so: it is trusted and runs', async () => {
  const project = guarded()
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec)
  await says(running, '[y/N]')
  project.write('notes.txt', 'no part of it')
  running.child.stdin?.write('y\n')
  expect((await running.ended).out).toMatch(/\nexit 0\n$/)
  expect((await project.run('trust')).out).toContain('trusted already')
})

test.runIf(hasTerminals)('while run asks, a note is put into the plan: the tasks of the call run', async () => {
  const project = guarded()
  const running = inTerminal(project, 'run', 'tasks.md', '--only', 'T001', '--exec', project.exec)
  await says(running, '[y/N]')
  project.write('tasks.md', `${project.read('tasks.md')}\nA note.\n`)
  running.child.stdin?.write('y\n')
  const { out } = await running.ended
  expect(out).toMatch(/\nexit 0\n$/)
  expect(out).toContain('1 completed')
})

test.runIf(hasTerminals).each([
  ['run', 'n\n', 2, 'it is not trusted, and nothing was started'],
  ['run', '\u0003', 130, 'it is not trusted, and nothing was started'],
  ['trust', 'n\n', 3, 'not trusted; nothing was changed'],
  ['trust', '\u0003', 130, 'not trusted; nothing was changed'],
])('%s that is answered %j ends with %d, and says so', async (verb, typed, code, said) => {
  const project = guarded()
  const words = verb === 'run' ? ['run', 'tasks.md', '--exec', project.exec] : ['trust']
  const running = inTerminal(project, ...words)
  await says(running, '[y/N]')
  running.child.stdin?.write(typed)
  const { out } = await running.ended
  expect(out).toContain(said)
  expect(out).toMatch(new RegExp(`\\nexit ${code}\\n$`))
  expect(project.has('../meeting/count.T001')).toBe(false)
})

test('what changes between the look of a call and the beginning of its run is not executed', async () => {
  const project = guarded()
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const prepared = await prepareRun('tasks.md', { exec: project.exec }, { cwd: project.root, env: project.env })
  if (prepared.is !== 'prepared') throw new Error(prepared.is)
  expect(prepared.trust).toBe(null)
  project.write('check.sh', 'touch ../ran\n')
  project.commit('Another check')
  project.write('check.sh', 'true\n')
  const ignore = (): void => undefined
  const watching = { observe: ignore, output: ignore, remark: ignore, askHuman: null, askReview: null }
  const { end } = await startRun(prepared, watching).done
  expect(end).toMatchObject({ is: 'failed', began: false, reason: expect.stringContaining('changed while') })
  expect([project.has('../ran'), project.has('../meeting/count.T001')]).toEqual([false, false])
})

test.runIf(hasTerminals)('an agent with a terminal of its own is no person', async () => {
  const project = guarded()
  project.env['MILLWRIGHT_ATTEMPT'] = 'some'
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec)
  const { out } = await running.ended
  expect(out).toContain('an agent or a gate may not trust')
  expect(out).toMatch(/\nexit 2\n$/)
})

test('a check that was edited and trusted while the run is stopped: the run goes on, from its older commit', async () => {
  const project = guarded()
  const two = '- [ ] T002 Two\n  files: two.txt (CREATE)\n  blocked_by: [T001]\n'
  project.write('tasks.md', project.read('tasks.md') + two)
  project.commit('Two tasks')
  project.agent(
    "if (task === 'T002' && attempt === 1) await meet('midway')\nwrite(task === 'T001' ? 'one.txt' : 'two.txt', 'x')",
  )
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('midway', running)
  expect((await project.run('stop', 'tasks.md')).code).toBe(0)
  await running.ended
  project.write('check.sh', 'echo edited\n')
  project.commit('Another check')
  project.release('midway')
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const { code, out, err } = await project.run('resume', 'tasks.md')
  expect(code, out + err).toBe(0)
})

test('where only --yes let a run begin, what is printed to go on says it too, and can be typed; after trust it does not', async () => {
  const project = guarded()
  const parked = await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'education', '--yes')
  expect([parked.code, parked.out]).toEqual([
    3,
    expect.stringMatching(/\nGo on with: millwright resume tasks.md --yes\n$/),
  ])
  expect((await project.run('status')).out).toMatch(/\nGo on with: millwright resume . --yes\n$/)
  const call = 'resume tasks.md --yes'
  const answered = await project.run('review', 'revise', 'R1', '-m', 'more', '--plan', 'tasks.md')
  expect(answered.out).toBe(`answered; go on with \`millwright ${call}\`\n`)
  expect((await project.run('resume', 'tasks.md')).code).toBe(2)
  expect((await project.run(...call.split(' '))).code).toBe(3)
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const trusted = await project.run('resume', 'tasks.md')
  expect([trusted.code, trusted.out]).toEqual([3, expect.stringMatching(/\nGo on with: millwright resume tasks.md\n$/)])
  expect((await project.run('review', 'approve', 'R2')).out).toBe('answered; go on with `millwright resume`\n')
  expect((await project.run('resume')).code).toBe(0)
})

test('after an end, what is printed to begin again says --yes as well', async () => {
  const project = guarded()
  project.agent("say({ status: 'blocked', text: 'no' })")
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')).code).toBe(1)
  const { out } = await project.run('unblock', 'tasks.md', 'T001')
  expect(out).toBe('it may run again; start a new run with: millwright run tasks.md --yes\n')
})
