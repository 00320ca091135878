/** What a run says to people before, at and after its end: true, and consistent with itself. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fallbackBanner } from '../../src/calls/run/run-remarks.ts'
import type { Group } from '../../src/plan/model.ts'
import { type Project, type ProjectChoice, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const two = `# Plan

## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
- [ ] T002 Two
  files: two.txt (CREATE)
`
const writesItsFile = `write(task === 'T001' ? 'one.txt' : 'two.txt', task)`

function make(plan: string, agent: string, choice: ProjectChoice = {}): Project {
  const project = makeProject(choice)
  project.write('tasks.md', plan)
  if (choice.git !== false) project.commit('Begin')
  project.agent(agent)
  return project
}

describe('unblock says what goes on', () => {
  const givesUp = `if (task === 'T001') say({ status: 'blocked', text: 'no' }); else { await meet('two'); write('two.txt', '2') }`

  test('with a new run, where the last one has ended', async () => {
    const project = make(two, `say({ status: 'blocked', text: 'no' })`)
    expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(1)
    const { out } = await project.run('unblock', 'tasks.md', 'T001')
    expect(out).toBe('it may run again; start a new run with: millwright run tasks.md\n')
  })

  test('with the same run, where it is parked', async () => {
    const project = make(two, givesUp)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('two', running)
    expect((await project.run('stop', 'tasks.md')).code).toBe(0)
    expect((await running.ended).code).toBe(3)
    const { out } = await project.run('unblock', 'tasks.md', 'T001')
    expect(out).toBe('it may run again; go on with: millwright resume tasks.md\n')
    project.agent(writesItsFile)
    expect((await project.run('resume', 'tasks.md')).code).toBe(0)
  })

  test.each([
    [12_288, ''],
    [12_289, 'the agent gets the first 24 KiB of your words'],
  ])('with how much the agent gets of %i letters of two bytes', async (count, told) => {
    const project = make(two, `say({ status: 'blocked', text: 'no' })`)
    expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(1)
    const { out, err } = await project.run('unblock', 'tasks.md', 'T001', '-m', 'ä'.repeat(count))
    expect(out).toContain('it may run again')
    expect(err.split(':')[0]).toBe(told)
  })

  test('at once, where an executor is at work', async () => {
    const project = make(two, givesUp)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('two', running)
    const { out } = await project.run('unblock', 'tasks.md', 'T001')
    expect(out).toBe('it may run again, and the run that is at work takes it up\n')
    project.release('two')
    await running.ended
  })
})

test.each([
  [[], 'warning MW125 phase 03 Implementation is run, and not phase 06 Deploy'],
  [['--phase', '03'], null],
])('which phase is run is told where that is doubtful, and nobody chose: %j', async (chosen, doubt) => {
  const plan = `## Phase 03: Implementation

- [ ] T001 One
  files: one.txt (CREATE)

## Phase 06: Deploy

- [ ] T002 Two
  files: two.txt (CREATE)
`
  const project = make(plan, writesItsFile)
  const { err } = await project.run('run', 'tasks.md', ...chosen, '--exec', project.exec)
  if (doubt === null) expect(err).not.toContain('MW125')
  else expect(err).toContain(doubt)
})

describe('that no gate checks is said', () => {
  const said = 'warning MW605: no gate checks any open task'

  test('of tasks that stand blocked because they waited, and are worked on', async () => {
    const project = make(two, writesItsFile)
    const red = ['--gate', 'x=false'] as const
    expect((await project.run('run', 'tasks.md', ...red, '--exec', project.exec)).code).toBe(3)
    await project.run('review', 'block', 'R1')
    expect((await project.run('resume', 'tasks.md')).code).toBe(1)
    expect(project.read('tasks.md').match(/\[BLOCKED\]/g)).toHaveLength(2)
    const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, out]).toEqual([0, expect.stringContaining(said)])
  })

  test('and not where all is done but the marks', async () => {
    const project = make(two, `if (task === 'T002') await meet('two')\n${writesItsFile}`)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('two', running)
    const text = project.read('tasks.md')
    rmSync(path.join(project.root, 'tasks.md'))
    project.release('two')
    expect((await running.ended).code).toBe(3)
    project.write('tasks.md', text)
    const { code, out } = await project.run('resume', 'tasks.md')
    expect([code, out]).toEqual([0, expect.not.stringContaining('MW605')])
    expect(project.read('tasks.md').match(/\[X\]/g)).toHaveLength(2)
  })
})

test('what a person may not do comes with what to do', async () => {
  const project = make(two, `say({ status: 'blocked', text: 'no' })`)
  expect((await project.run('resume', 'tasks.md')).err).toContain(
    'this plan was never run: there is nothing to go on with',
  )
  await project.run('run', 'tasks.md', '--exec', project.exec)
  expect((await project.run('skip', 'tasks.md', 'T001')).code).toBe(0)
  const accept = await project.run('accept', 'tasks.md', 'T001')
  expect(accept.code).toBe(2)
  expect(accept.err).toContain('help: open it again first: millwright unblock tasks.md T001')
  expect((await project.run('pause', 'tasks.md')).err).toContain('help: `millwright status` shows how far the plan is')
})

test('why names an attempt once', async () => {
  const project = make(two, `process.exit(3)`)
  await project.run('run', 'tasks.md', '--only', 'T001', '--exec', project.exec)
  const { out } = await project.run('why', 'tasks.md', 'T001')
  expect(out).toContain('    attempt 1: the agent ended with exit code 3\n')
})

describe('the summary of standard mode', () => {
  const tick = (ids: readonly string[]): string =>
    `write('one.txt', '1'); write('two.txt', '2')
     let plan = readFileSync('tasks.md', 'utf8')
     for (const id of ${JSON.stringify(ids)}) plan = plan.replace('[ ] ' + id, '[X] ' + id)
     write('tasks.md', plan)`
  const gate = ['--gate', 'unit=node -e 0'] as const

  test('where nothing was ticked: nothing is counted as done or proved, and the accepted work is told', async () => {
    const project = make(two, tick([]))
    const { out, code } = await project.run('run', 'tasks.md', '--standard', ...gate, '--exec', project.exec)
    expect(out).toContain('Standard execution complete:\n  0 completed, 0 blocked, 2 remaining\n')
    expect(out).not.toContain('proof:')
    expect(out).toMatch(
      / {2}Phase 06: Implementation: the work was accepted \(verified, [0-9a-f]{7}\), but not all of it is done: T001, T002 open as before\n/,
    )
    expect(code).toBe(1)
  })

  test('where a part was ticked, counts and proof are over the tasks of the plan', async () => {
    const project = make(two, tick(['T002']))
    const { out } = await project.run('run', 'tasks.md', '--standard', ...gate, '--exec', project.exec)
    expect(out).toContain('  1 completed, 0 blocked, 1 remaining\n  proof: 1 verified\n')
    expect(out).toContain('not all of it is done: T001 open as before')
    expect((await project.run('status', 'tasks.md')).out).toContain('1 completed, 0 blocked, 1 remaining')
  })

  test('where all was ticked', async () => {
    const project = make(two, tick(['T001', 'T002']))
    const { out, code } = await project.run('run', 'tasks.md', '--standard', ...gate, '--exec', project.exec)
    expect(out).toContain('  2 completed, 0 blocked, 0 remaining\n  proof: 2 verified\n')
    expect(out).not.toContain('not all of it is done')
    expect(code).toBe(0)
  })
})

describe('the fallback banner', () => {
  const group = (number: string | null, title: string): Group => ({
    ...({} as Group),
    key: title,
    number,
    title,
    implementation: true,
  })

  test('is the seed word for word, with the phase of the plan', () => {
    expect(fallbackBanner([group('06', 'Implementation')])).toBe(
      `------------------------------------------------------------
MECHANICAL MODE FALLBACK

Mechanical execution was requested (--mechanical flag or
mechanical_mode: true), but Phase 06 tasks do not contain
file-level annotations (files: sub-lines).

This typically happens when:
- The task refinement step did not run (no design phase)
- The refinement step found no design artifacts
- The workflow is a fix workflow (no design phase)

Falling back to standard execution mode.
The agent will self-decompose work as usual.
------------------------------------------------------------`,
    )
  })

  test.each([
    [[group('3', 'Build')], 'but Phase 3 tasks do'],
    [[group('3', 'Build'), group('4', 'More')], 'but Phases 3, 4 tasks do'],
    [[group(null, 'Implementation')], 'but Implementation tasks do'],
  ])('names %j', (groups, says) => {
    expect(fallbackBanner(groups)).toContain(says)
  })
})

describe('a line of a task stands below the heading of that task', () => {
  /** For each end of a task: the heading above the gate's line that comes before it. */
  const headings = (out: string): readonly (readonly [string, string])[] => {
    const lines = out.split('\n')
    return lines.flatMap((line, at) => {
      const done = /^\+ (\S+) done/.exec(line)?.[1]
      const above = lines.slice(0, at).findLast((it) => /^[>+?]/.test(it))
      return done !== undefined && lines[at - 1]?.startsWith('    gate') === true ? [[done, above ?? ''] as const] : []
    })
  }

  test('where tasks are worked on at a time', async () => {
    const project = make(two, `await meet(task); ${writesItsFile}`)
    const running = project.begin('run', 'tasks.md', '--jobs', '2', '--exec', project.exec)
    await project.arrived('T001', running)
    await project.arrived('T002', running)
    project.release('T001')
    await project.shows('tasks.md', '[X] T001', running)
    project.release('T002')
    const { out } = await running.ended
    // One that comes up again goes by its id.
    expect(headings(out).map(([id, heading]) => [id, heading.slice(0, '> T001'.length)])).toEqual([
      ['T001', '> T001'],
      ['T002', '> T002'],
    ])
  })

  test('where answers let several go on', async () => {
    const project = make(two, writesItsFile)
    const gate = ['--gate', 'unit=true']
    const { code } = await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'education', ...gate)
    expect(code).toBe(3)
    for (const id of ['R1', 'R2']) await project.run('review', 'approve', id)
    const { out } = await project.run('resume', 'tasks.md')
    expect(out).toMatch(/\+ T001 done.*\n> T002 Two\n {4}gate unit passed.*\n\+ T002 done/)
  })
})

describe('without git', () => {
  test('no ids of commits are shown, and jobs that cannot be had are said', async () => {
    const project = make(two, writesItsFile, { git: false })
    const { out, code } = await project.run('run', 'tasks.md', '--jobs', '3', '--exec', project.exec)
    expect(code, out).toBe(0)
    expect(out).toContain('note: 3 jobs were asked for, but in place only one task is worked on at a time')
    expect(out).toMatch(/\+ T001 done, files-only, [0-9.]+ m?s\n/)
    const told = JSON.parse((await project.run('status', 'tasks.md', '--json')).out) as { tasks: { commit: unknown }[] }
    expect(told.tasks.map((it) => it.commit)).toEqual([null, null])
    for (const words of [['status'], ['why', 'T001']] as const)
      expect((await project.run(words[0], 'tasks.md', ...words.slice(1))).out).not.toMatch(/commit|\b[0-9a-f]{7}\b/)
    expect((await project.run('log', 'tasks.md')).out).not.toMatch(/task-proved files-only [0-9a-f]/)
  })

  test('nor can they be had without a workspace: no task is judged by what another one has half done', async () => {
    const project = make(two, `await meet(task); ${writesItsFile}`, { git: false })
    const running = project.begin('run', 'tasks.md', '--jobs', '2', '--workspace', 'none', '--exec', project.exec)
    await project.arrived('T001', running)
    project.release('T001')
    await project.arrived('T002', running)
    project.release('T002')
    const { out, code } = await running.ended
    expect(code).toBe(0)
    expect(out).toContain('note: 2 jobs were asked for, but without a workspace only one task is worked on at a time')
    expect(out.indexOf('+ T001 done')).toBeLessThan(out.indexOf('> T002'))
    expect(out).not.toMatch(/done, [a-z-]+, none/)
  })
})

describe('where the work is', () => {
  test('a person who switched branches meanwhile is told which one holds it', async () => {
    const project = make(two, `await meet(task); ${writesItsFile}`)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('T001', running)
    project.git('switch', '-q', '-c', 'elsewhere')
    project.release('T001')
    project.release('T002')
    const { out, code } = await running.ended
    expect(code, out).toBe(0)
    expect(out).toMatch(/The work is on branch main\. You are on branch elsewhere: nothing was written there\.\n$/)
    expect(project.git('show', '--stat', '--format=', 'main~0', '--', 'two.txt')).toContain('two.txt')
    expect(project.has('two.txt')).toBe(false)
  })

  test('--branch names where it went; a run on the branch that is checked out says nothing', async () => {
    const project = make(two, writesItsFile)
    const aside = await project.run('run', 'tasks.md', '--branch', 'work', '--exec', project.exec)
    expect(aside.out).toContain('The work is on branch work. You are on branch main:')
    const plain = make(two, writesItsFile)
    expect((await plain.run('run', 'tasks.md', '--exec', plain.exec)).out).not.toContain('The work is on branch')
  })
})

describe('what is not committed', () => {
  test('our own plan and its log of deviations are no news, also in a folder that nobody committed', async () => {
    const project = make(two, `${writesItsFile}; write('more.txt', task)`)
    await project.run('run', 'tasks.md', '--only', 'T001', '--exec', project.exec)
    expect(project.has('task-refinement-log.md')).toBe(true)
    project.git('rm', '-q', '--cached', 'task-refinement-log.md')
    project.git('commit', '-q', '-m', 'The log stays out')
    const again = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect(`${again.out}${again.err}`).not.toContain('not committed')

    project.write('specs/tasks.md', two)
    project.write('specs/task-refinement-log.md', '# Log\n')
    const fresh = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
    expect(`${fresh.out}${fresh.err}`).not.toContain('not committed')

    project.write('specs/note.txt', 'mine')
    const told = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
    expect(told.out).toContain('note: one change is not committed, and agents do not see it: specs/note.txt')
  })
})

test('the log in the folder is the one of the last commit, in whatever order tasks depart from the plan', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T002 Second
  files: two.txt (CREATE)
- [ ] T001 First
  files: one.txt (CREATE)
`,
  )
  project.commit('Begin')
  project.agent(`
write(task + '.txt', '')
if (task === 'T001') say({ status: 'blocked', text: 'no' })
else write('two.txt', '')
`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(1)
  expect(project.read('task-refinement-log.md')).toMatch(/T001: T001\.txt[^]*T002: T002\.txt/)
  expect(project.git('status', '--porcelain')).toBe('')
})

test('what a later draft does not depart from the plan in any more is in no summary and no log', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 First\n  files: one.txt (CREATE)\n- [ ] T002 Second\n  files: two.txt (CREATE)\n',
  )
  project.commit('Begin')
  project.agent(`
if (task === 'T001' && attempt === 1) write('stray.txt', '')
else if (task === 'T001') { rmSync('stray.txt'); write('one.txt', '') }
else { write('two.txt', ''); write('kept.txt', '') }
`)
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, out]).toEqual([0, expect.stringContaining('no longer so: stray.txt was created')])
  const log = project.read('task-refinement-log.md')
  expect(log.match(/^\[DEVIATION\].*/gm)).toEqual(['[DEVIATION] T002: kept.txt was created outside the declared files'])
  expect(out).toContain('Deviations detected: 1\n')
  expect(project.git('status', '--porcelain')).toBe('')
})

test('work in the folder says which changes are not committed, and of whom they may be when it goes on', async () => {
  const project = make(two, `if (task === 'T002') await meet('two'); ${writesItsFile}`)
  project.write('mine.txt', 'mine')
  const running = project.begin('run', 'tasks.md', '--workspace', 'in-place', '--exec', project.exec)
  await project.arrived('two', running)
  expect((await project.run('stop', 'tasks.md')).code).toBe(0)
  const said = 'no task that works in the same places can be committed: mine.txt'
  expect((await running.ended).out).toContain(said)
  project.agent(writesItsFile)
  const resumed = await project.run('resume', 'tasks.md')
  const mayBe = 'one change is not committed, by you or by an attempt that was cut off: mine.txt'
  expect([resumed.code, `${resumed.out}${resumed.err}`]).toEqual([3, expect.stringContaining(mayBe)])
})

test('of many deviations of a task twenty are told, and where the others stand', async () => {
  const project = make(two, `for (let n = 0; n < 25; n += 1) write('more/' + task + n, '')\n${writesItsFile}`)
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect(code, out).toBe(0)
  const live = out.slice(0, out.indexOf('Mechanical execution complete'))
  expect(live.match(/^ {4}\[DEVIATION\]/gm)).toHaveLength(40)
  expect(live.match(/^ {4}more deviations: all of them stand in task-refinement-log\.md/gm)).toHaveLength(2)
  const summary = out.slice(live.length)
  expect(summary).toContain('Deviations detected: 50\n')
  expect(summary.match(/^ {2}\[DEVIATION\] T001: /gm)).toHaveLength(21)
  expect(summary).toContain('  [DEVIATION] T001: 5 more: all of them stand in task-refinement-log.md')
  expect(project.read('task-refinement-log.md').match(/^.*\[DEVIATION\]/gm)).toHaveLength(50)
})

test('of many deviations from a project state, which has no log of them, the log of the run tells all', async () => {
  const project = makeProject()
  const one = { id: 'A-1', title: 'One', files_to_touch: ['one.txt'], status: 'pending' }
  project.write('project_state.json', JSON.stringify({ tasks: [one] }))
  project.commit('Begin')
  project.agent(`for (let n = 0; n < 25; n += 1) write('more/' + n, '')\nwrite('one.txt', '1')`)
  const run = await project.run('run', 'project_state.json', '--exec', project.exec, '--mode', 'silent')
  expect(run.code, run.out).toBe(0)
  expect(
    run.out.match(/(?:more deviations|5 more): all of them are told by millwright log, and with --json$/gm),
  ).toHaveLength(2)
  expect(run.out).not.toContain('task-refinement-log.md')
  const log = (await project.run('log', 'project_state.json')).out
  expect(log.match(/deviation-found more\/\d+ was created/g)).toHaveLength(25)
})

test('the next run that is advised is of what the last one was about', async () => {
  const project = make(`${two}\n## Phase 07: More\n\n- [ ] T003 Three\n`, `say({ status: 'blocked', text: 'no' })`)
  const words = ['--phase', '07', '--branch', 'work'] as const
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, ...words)).code).toBe(1)
  expect((await project.run('unblock', 'tasks.md', 'T003')).out).toBe(
    'it may run again; start a new run with: millwright run tasks.md --phase 07 --branch work\n',
  )
})

test.each([
  [
    'its last words',
    `console.log('I will add error handling first.\\nQuota exceeded'); process.exit(1)`,
    'Quota exceeded',
  ],
  ['what happened, and not the version below it', `throw new Error('no key')`, 'Error: no key'],
])('of an agent that failed it tells %s', async (_what, agent, told) => {
  const project = make(two, agent)
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec, '--only', 'T001')
  expect(code).toBe(1)
  expect(out).toContain(`    failed (exit code 1): ${told}\n`)
})

test('a run in standard mode that finds nothing left is called so', async () => {
  const project = make(two, `write('one.txt', ''); write('two.txt', '')`)
  project.write('tasks.md', two.replaceAll('[ ]', '[X]'))
  const { out } = await project.run('run', 'tasks.md', '--standard', '--exec', project.exec)
  expect(out).toContain('Standard execution complete:\n  2 completed')
})
