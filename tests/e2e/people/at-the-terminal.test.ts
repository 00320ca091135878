/** Questions of a run on its terminal: an answer is for one question, and what was answered elsewhere is asked no more. */

import { expect, test } from 'vitest'
import { says } from '../../rig/program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { hasTerminals, inTerminal, inTerminalOf } from '../../rig/terminal.ts'

const makeProject = projectsOfTests()
if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

const asks = ['--mode', 'collaborative'] as const

function planned(lines: string, git = true): Project {
  const project = makeProject({ git })
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T0001 One
  files: one.txt (CREATE)
- [ ] T0002 Two
  files: two.txt (CREATE)
`,
  )
  if (git) project.commit('Begin')
  project.agent(lines)
  return project
}

const look = (id: string): string => `all of it: millwright review show ${id} --plan tasks.md`

const works = `write(task === 'T0001' ? 'one.txt' : 'two.txt', task)`

test.runIf(hasTerminals)('each question has an answer of its own', async () => {
  const project = planned(works)
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
  await says(running, 'empty leaves it open')
  await says(running, '? R2')
  running.child.stdin?.write('approve\n')
  // What is typed before the next question stands there is no answer to it.
  await says(running, `${look('R2')}\r\n\u001b[1G\u001b[0Japprove / revise`)
  expect(running.out()).not.toContain('R2 answered')
  running.child.stdin?.write('reject it is too short\n')
  expect((await running.ended).out).toMatch(/\nexit 1\n$/)
  const { view } = await project.view('status', 'tasks.md')
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'failed'])
})

test.runIf(hasTerminals).each([true, false])(
  'what a draft changes stands above its question; with git: %s',
  async (git) => {
    const project = planned(works, git)
    const running = inTerminal(project, 'run', 'tasks.md', '--only', 'T0001', '--exec', project.exec, ...asks)
    await says(running, look('R1'))
    expect(running.out()).toContain('+T0001')
    running.child.stdin?.write('approve\n')
    expect((await running.ended).out).toMatch(/\nexit 0\n$/)
  },
)

test.runIf(hasTerminals)(
  'who sends a draft back is asked what is to be different, and who rejects it why',
  async () => {
    const project = planned(works)
    project.env['USER'] = 'sailor'
    const running = inTerminal(project, 'run', 'tasks.md', '--only', 'T0001', '--exec', project.exec, ...asks)
    await says(running, 'empty leaves it open')
    running.child.stdin?.write('revise\n')
    await says(running, 'What is to be different: ')
    running.child.stdin?.write('make it longer\n')
    await says(running, '? R2')
    await says(running, `${look('R2')}\r\n\u001b[1G\u001b[0Japprove / revise`)
    running.child.stdin?.write('r\n')
    await says(running, 'write one of these words, or two or more letters that only one of them begins with')
    running.child.stdin?.write('reject\n')
    await says(running, 'Why, for the plan (or nothing): ')
    running.child.stdin?.write('\n')
    expect((await running.ended).out).toMatch(/\nexit 1\n$/)
    expect(project.read('tasks.md')).toMatch(/ {2}reason: Rejected by sailor$/m)
    const { out } = await project.run('why', 'tasks.md', 'T0001')
    expect(out).toContain('make it longer')
  },
)

test.runIf(hasTerminals)(
  'what a run says meanwhile stands above the question, and what is typed of the answer stays',
  async () => {
    const project = planned(`if (task === 'T0002') await meet('two')\n${works}`)
    const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
    await says(running, 'empty leaves it open')
    await project.arrived('two', running)
    running.child.stdin?.write('appr')
    await says(running, 'Gappr')
    project.release('two')
    await says(running, '? R2')
    const question = 'approve / revise / reject / pause (empty leaves it open): appr'
    await says(running, `answer: approve, revise, reject, pause\r\n\u001b[1G\u001b[0J${question}`)
    running.child.stdin?.write('ove\n')
    await says(running, 'R1 answered')
    await says(running, 'review T0002\r\n  added two.txt\r\n')
    running.child.stdin?.write('approve\n')
    expect((await running.ended).out).toMatch(/\nexit 0\n$/)
  },
)

test.runIf(hasTerminals)('above a question that takes two rows no line of the run is lost', async () => {
  const project = planned(`if (task === 'T0002') await meet('two')\n${works}`)
  const running = inTerminalOf(40, project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
  await says(running, 'empty leaves it open')
  await project.arrived('two', running)
  running.child.stdin?.write('appr')
  await says(running, 'appr')
  project.release('two')
  // It is drawn from a row above: an empty one, and not the line that was written last.
  const question = 'approve / revise / reject / pause (empty leaves it open): appr'
  await says(running, `answer: approve, revise, reject, pause\r\n\r\n\u001b[1A\u001b[1G\u001b[0J${question}`)
  running.child.stdin?.write('ove\n')
  await says(running, 'R1 answered')
  running.child.stdin?.write('approve\n')
  expect((await running.ended).out).toMatch(/\nexit 0\n$/)
})

test.runIf(hasTerminals)('what is answered elsewhere is taken back, and the run goes on to its end', async () => {
  const project = planned(works)
  const running = inTerminal(project, 'run', 'tasks.md', '--only', 'T0001', '--exec', project.exec, ...asks)
  await says(running, 'empty leaves it open')
  expect((await project.run('review', 'approve', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  expect((await running.ended).out).toMatch(/\nexit 0\n$/)
})

test.runIf(hasTerminals)(
  'the question of a task that is deleted from the plan makes room for the next one',
  async () => {
    const project = planned(`if (task === 'T0002') await meet('two')\n${works}`)
    const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
    await says(running, 'empty leaves it open')
    await project.arrived('two', running)
    project.write('tasks.md', project.read('tasks.md').replace('- [ ] T0001 One\n  files: one.txt (CREATE)\n', ''))
    await says(running, 'no longer in the plan, but in the journal: T0001')
    project.release('two')
    await says(
      running,
      'R1 is no question any more: its task is no longer in the plan as it was. Enter shows the next question: ',
    )
    running.child.stdin?.write('\n')
    await says(running, look('R2'))
    running.child.stdin?.write('approve\n')
    expect((await running.ended).out).toMatch(/\nexit 0\n$/)
  },
)

test.runIf(hasTerminals)('where all questions are taken back at once, nobody is asked for the next one', async () => {
  const project = planned(`
    if (task === 'T0003') await meet('three')
    if (task === 'T0003') say({ status: 'blocked', text: 'not now' })
    else {${works}}`)
  const third = '- [ ] T0003 Three\n  files: three.txt (CREATE)\n'
  const heading = '## Phase 06: Implementation\n\n'
  project.write('tasks.md', project.read('tasks.md') + third)
  project.commit('More')
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
  await says(running, 'empty leaves it open')
  await says(running, '? R2')
  await project.arrived('three', running)
  project.write('tasks.md', heading + third)
  await says(running, 'no longer in the plan, but in the journal: T0001, T0002')
  project.release('three')
  const { out } = await running.ended
  expect(out).toMatch(/\nexit 1\n$/)
  expect(out).not.toContain('Enter shows the next question')
})

test.runIf(hasTerminals)('Ctrl-C at a question parks the run while an agent works', async () => {
  const project = planned(`if (task === 'T0002') await meet('two')\n${works}`)
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
  await says(running, 'empty leaves it open')
  await project.arrived('two', running)
  running.child.stdin?.write('\u0003')
  const { out } = await running.ended
  expect(out).toContain('parking the run')
  expect(out).toMatch(/\nexit 130\n$/)
})

test.runIf(hasTerminals)('after Ctrl-C no other question is shown', async () => {
  const project = planned(works)
  const running = inTerminal(project, 'run', 'tasks.md', '--exec', project.exec, ...asks)
  await says(running, look('R1'))
  await says(running, '? R2')
  running.child.stdin?.write('\u0003')
  const { out } = await running.ended
  expect(out).toMatch(/\nexit 130\n$/)
  expect(out).not.toContain(look('R2'))
})
