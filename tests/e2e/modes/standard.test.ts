/** Standard mode as a person sees it: what is chosen, what may begin, and what a tick is worth. */

import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests, type RunView } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** By itself it ticks every task that its brief lists, and writes what `FILES` says. */
const agent = `
const brief = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
writeFileSync(path.join(meeting, 'brief.' + encodeURIComponent(task) + '.' + attempt), brief)
const mine = brief.match(/^- \\[ \\] (T\\d+)/gm)?.map((it) => it.slice(6)) ?? []
const plan = readFileSync('tasks.md', 'utf8')
FILES
if (mine.length > 0) write('tasks.md', mine.reduce((text, id) => text.replace(new RegExp('- .[A-Z ]+. ' + id), '- [X] ' + id), plan))`

function make(plan: string, files = ''): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(agent.replace('FILES', files))
  return project
}

const run = ['run', 'tasks.md', '--yes', '--exec'] as const
const green = ['--gate', 'ok=node -e 0'] as const
const states = (view: RunView): Record<string, string> =>
  Object.fromEntries(view.tasks.flatMap((it) => (it.id === null ? [] : [[it.id, it.state]])))
const proofs = (view: RunView): Record<string, string | null> =>
  Object.fromEntries(view.tasks.flatMap((it) => (it.id === null ? [] : [[it.id, it.proof]])))
const marks = (project: Project): string => (project.read('tasks.md').match(/\[.*?\] T\d+/g) ?? []).join(' ')

const head = '# Plan\n\n## Phase 06: Implementation -- PENDING\n\n'

describe('a selection', () => {
  const plan = `${head}- [ ] T001 One
  files: one (CREATE)
- [ ] T002 Two
  files: two (CREATE)
- [ ] T003 Talk to people
`
  const writes = `if (['T001', 'phase:06'].includes(task)) write('one', '1'); if (['T002', 'phase:06'].includes(task)) write('two', '2')`

  test('--only a task without files: is run by itself: the phase decides about the fallback', async () => {
    const project = make(plan, writes)
    const ended = await project.run(...run, project.exec, '--only', 'T003')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(`${ended.out}${ended.err}`).not.toMatch(/FALLBACK|standard mode/)
    expect(project.has('../meeting/brief.T003.1')).toBe(true)
    expect(marks(project)).toBe('[ ] T001 [ ] T002 [X] T003')
  })

  test('a phase without files: is run task by task where the implementation has some', async () => {
    const project = make(`${plan}\n## Phase 08: Review\n- [ ] T004 Look at it\n- [ ] T005 Look again\n`, writes)
    const ended = await project.run(...run, project.exec, '--phase', '08')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(`${ended.out}${ended.err}`).not.toMatch(/FALLBACK|standard mode/)
    expect(marks(project)).toBe('[ ] T001 [ ] T002 [ ] T003 [X] T004 [X] T005')
  })

  const bare = plan.replaceAll(/ {2}files:.*\n/g, '')
  test.each([
    ['--standard --only', plan, ['--standard', '--only', 'T002'], '[ ] T001 [X] T002 [ ] T003'],
    ['--only in a phase without files:', bare, ['--mechanical', '--only', 'T002'], '[ ] T001 [X] T002 [ ] T003'],
    ['--until in a phase without files:', bare, ['--until', 'T001'], '[X] T001 [ ] T002 [ ] T003'],
  ])('%s hands out what is chosen, and no more', async (_name, text, words, after) => {
    const project = make(text, writes)
    const ended = await project.run(...run, project.exec, ...words)
    expect(ended, ended.err).toMatchObject({ code: 0 })
    const brief = project.read('../meeting/brief.phase%3A06.1')
    expect(brief.match(/^- \[ \] T\d+/gm)).toHaveLength(1)
    expect(brief).toContain('and no others of it')
    expect(marks(project)).toBe(after)
  })

  test('--only a parent that is the sum of its parts runs nothing else', async () => {
    const project = make(`${head}- [ ] T005 Sum\n- [ ] T005A Part\n  files: a (CREATE)\n- [ ] T005B Part\n`)
    const ended = await project.run(...run, project.exec, '--only', 'T005')
    expect(ended.code).toBe(1)
    expect(`${ended.out}${ended.err}`).not.toContain('FALLBACK')
    expect(project.read('tasks.md').match(/\[ \] T005[AB]/g)).toHaveLength(2)
  })
})

describe('a tick', () => {
  const plan = `${head}- [ ] T001 One\n  files: p (CREATE)\n- [ ] T002 Two\n  files: q (CREATE)\n`

  test('without anything else proves nothing: blocked with what is missing, however green the gate is', async () => {
    const project = make(plan)
    const { code, view } = await project.view(...run, project.exec, '--standard', ...green)
    expect(code).toBe(1)
    expect(states(view)).toEqual({ T001: 'blocked', T002: 'blocked' })
    expect(view.tasks.find((it) => it.id === 'T002')?.reason).toBe(
      'Implementation failed after 4 attempts: q was to be created and is not there',
    )
    expect(project.read('tasks.md')).toContain('reason: Implementation failed after 4 attempts: q was')
  })

  test('is told to the next attempt, which goes on from the draft and need not tick again', async () => {
    const project = make(plan, `write(attempt === 1 ? 'p' : 'q', ''); if (attempt > 1) process.exit(0)`)
    const { code, view } = await project.view(...run, project.exec, '--standard', ...green)
    expect(code).toBe(0)
    expect(proofs(view)).toEqual({ T001: 'verified', T002: 'verified' })
    expect(project.read('../meeting/brief.phase%3A06.2')).toContain(
      'T002 is ticked, but q was to be created and is not there',
    )
  })

  test('holds for the tasks that bear it out; each has its own proof', async () => {
    const project = make(plan.replace('- [ ] T002', '- [ ] T003 Talk\n- [ ] T002'), `write('p', '')`)
    const { code, view } = await project.view(...run, project.exec, '--standard')
    expect(code).toBe(1)
    expect(states(view)).toEqual({ T001: 'done', T002: 'blocked', T003: 'done' })
    expect(proofs(view)).toMatchObject({ T001: 'files-only', T003: 'unverified' })
  })

  test('a gate for the paths of one task is run for the phase', async () => {
    const project = make(plan, `write('p', ''); write('q', '')`)
    project.write('millwright.toml', '[gates.p]\nrun = ["node", "-e", "process.exit(1)"]\npaths = ["p"]\n')
    project.commit('Gate')
    const ended = await project.run(...run, project.exec, '--standard')
    expect(ended.code).toBe(3)
    expect(`${ended.out}${ended.err}`).toContain('gate p failed before the first task')
  })
})

test('a dry run plays the phase to its end, with the files of its tasks', async () => {
  const project = make(`${head}- [ ] T001 One\n  files: p (CREATE)\n- [ ] T002 Two\n`)
  const ended = await project.run('run', 'tasks.md', '--standard', '--dry-run')
  expect(ended, ended.err).toMatchObject({ code: 0 })
  expect(ended.out).toContain('2 completed, 0 blocked, 0 remaining')
})

describe('what may begin', () => {
  test('a task whose blocker is not run ends blocked by it and is not handed out; once it is done, it is', async () => {
    const project = make(
      `# Plan\n\n## Phase 05: Design\n\n- [ ] T001 Think\n\n## Phase 06: Implementation\n\n- [ ] T002 Two\n  blocked_by: [T001]\n- [ ] T003 Three\n- [ ] T004 Four\n  blocked_by: [T002]\n`,
      `write('three', '')`,
    )
    const { code, view } = await project.view(...run, project.exec, '--standard')
    expect(code).toBe(1)
    expect(project.read('../meeting/brief.phase%3A06.1').match(/^- \[ \] T\d+/gm)).toEqual(['- [ ] T003'])
    expect(states(view)).toMatchObject({ T001: 'pending', T002: 'blocked', T003: 'done', T004: 'blocked' })
    expect(view.tasks.find((it) => it.id === 'T002')?.reason).toBe('Unmet dependencies: T001')
    expect((await project.run('accept', 'tasks.md', 'T001')).code).toBe(0)
    project.agent(agent.replace('FILES', `write('two', '')`))
    const ended = await project.run(...run, project.exec, '--standard')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(marks(project)).toBe('[X] T001 [X] T002 [X] T003 [X] T004')
  })

  test('members of a cycle and what waits for them end blocked with the cycle, also without files:', async () => {
    const project = make(
      `${head}- [ ] T001 One\n- [ ] T002 Two\n  blocked_by: [T003]\n- [ ] T003 Three\n  blocked_by: [T002]\n- [ ] T004 Four\n  blocked_by: [T003]\n`,
      `write('one', '')`,
    )
    const { code, view } = await project.view(...run, project.exec)
    expect(code).toBe(1)
    expect(states(view)).toEqual({ T001: 'done', T002: 'blocked', T003: 'blocked', T004: 'blocked' })
    for (const id of ['T002', 'T003', 'T004'])
      expect(view.tasks.find((it) => it.id === id)?.reason).toBe('Dependency cycle T002 -> T003 -> T002')
    expect(project.read('tasks.md').match(/reason: Dependency cycle T002 -> T003 -> T002/g)).toHaveLength(3)
  })

  test('a phase waits for what it needs of the phases before it', async () => {
    const project = make(
      `# Plan\n\n## Phase 05: Design\n\n- [ ] T001 Think\n\n## Phase 06: Implementation\n\n- [ ] T002 Two\n  blocked_by: [T001]\n`,
      `write(task.replace(':', '-'), '')`,
    )
    const ended = await project.run(...run, project.exec, '--standard', '--phase', 'all', '--jobs', '2')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(marks(project)).toBe('[X] T001 [X] T002')
    expect(project.read('../meeting/brief.phase%3A06.1')).toContain('T001 Think')
  })
})

describe('cut off after the agent has ticked', () => {
  const plan = `${head}- [ ] T001 One\n  files: p (CREATE)\n- [ ] T002 Two\n  files: q (CREATE)\n`

  test.each(['worktree', 'in-place'])('%s: the phase stays one task, and goes on', async (workspace) => {
    const writes = `write('p', '')\nif (attempt > 1) write('q', '')`
    const project = make(plan, writes)
    project.agent(`${agent.replace('FILES', writes)}\nif (attempt === 1) await meet('ticked')`)
    const running = project.begin(...run, project.exec, '--standard', '--workspace', workspace, ...green)
    await project.arrived('ticked', running)
    running.child.kill('SIGKILL')
    await running.ended
    project.release('ticked')
    const resumed = await project.view('resume', 'tasks.md', '--yes')
    // In place nothing is made again unasked.
    if (workspace === 'in-place') {
      const [waiting] = resumed.view.waiting
      expect([resumed.code, marks(project), waiting?.on]).toEqual([3, '[ ] T001 [ ] T002', 'human'])
      await project.run('review', 'retry', waiting?.review ?? '')
    }
    const { code, view } = workspace === 'in-place' ? await project.view('resume', 'tasks.md', '--yes') : resumed
    expect([code, marks(project)]).toEqual([0, '[X] T001 [X] T002'])
    expect(view.tasks.map((it) => [it.key, it.state, it.proof, it.attempts])).toEqual([
      ['T001', 'done', 'verified', 0],
      ['T002', 'done', 'verified', 0],
      ['phase:06', 'done', 'verified', 2],
    ])
  })

  test.each([
    [['--mechanical', '--jobs', '2'], ['T001', 'T002'], '[X] T001 [X] T002'],
    [['--only', 'T002'], ['phase%3A06.2'], '[ ] T001 [X] T002'],
  ])('stopped and gone on with %j: by that, and nothing is done twice', async (words, briefs, after) => {
    const project = make(plan)
    const writes = `const said = task.startsWith('T') ? [task] : mine
if (said.includes('T001')) write('p', '')
if (said.includes('T002')) write('q', '')`
    project.agent(`${agent.replace('FILES', writes)}\nif (task === 'phase:06' && attempt === 1) await meet('half')`)
    const running = project.begin(...run, project.exec, '--standard')
    await project.arrived('half', running)
    expect((await project.run('stop', 'tasks.md')).code).toBe(0)
    await running.ended
    const { code, err } = await project.run(...run, project.exec, ...words)
    expect([code, marks(project)], err).toEqual([0, after])
    expect(['T001', 'T002'].filter((it) => project.has(`../meeting/brief.${it}.1`))).toEqual(
      briefs.filter((it) => it.startsWith('T')),
    )
    expect(project.has('../meeting/brief.phase%3A06.2')).toBe(briefs.includes('phase%3A06.2'))
  })

  test('a person ticks a box while the phase is at work: it is undone, and nobody else begins the task', async () => {
    const project = make(plan)
    project.agent(agent.replace('FILES', `write('p', ''); write('q', '')\nawait meet('half')`))
    const running = project.begin(...run, project.exec, '--standard', ...green, '--json')
    await project.arrived('half', running)
    project.write('tasks.md', project.read('tasks.md').replace('[ ] T002', '[X] T002'))
    project.release('half')
    const ended = await running.ended
    expect([ended.code, marks(project)]).toEqual([0, '[X] T001 [X] T002'])
    expect(JSON.parse(ended.out)).toMatchObject({ tasks: [{ attempts: 0 }, { attempts: 0 }, { key: 'phase:06' }] })
  })
})

test.each([
  ['--standard', 'phase:06'],
  ['--mechanical', 'T001'],
])('%s --until: a box that is ticked while agents work takes no task out of the run', async (mode, first) => {
  const chain = `${head}- [ ] T001 One\n  files: p (CREATE)\n- [ ] T002 Two\n  files: q (CREATE)\n  blocked_by: [T001]\n- [ ] T003 Three\n  files: r (CREATE)\n  blocked_by: [T002]\n`
  const project = make(chain)
  const writes = `for (const it of task.startsWith('phase') ? ['p', 'q', 'r'] : [{ T001: 'p', T002: 'q', T003: 'r' }[task]]) write(it, '')`
  project.agent(`${agent.replace('FILES', writes)}\nif (task === '${first}') await meet('half')`)
  const running = project.begin(...run, project.exec, mode, '--until', 'T003', ...green)
  await project.arrived('half', running)
  project.write('tasks.md', project.read('tasks.md').replace('[ ] T002', '[X] T002'))
  project.release('half')
  const { code, out, err } = await running.ended
  expect([code, marks(project)], `${out}${err}`).toEqual([0, '[X] T001 [X] T002 [X] T003'])
})

test('a phase that ends blocked: its tasks and the summary say what goes on, and the next run hands it out again', async () => {
  const project = make(`${head}- [ ] T001 One\n  files: p (CREATE)\n`, `process.exit(1)`)
  const ended = await project.run(...run, project.exec, '--standard')
  expect([ended.code, ended.out]).toEqual([
    1,
    expect.stringContaining('When the cause is mended: millwright run tasks.md --standard\n'),
  ])
  expect((await project.run('why', 'tasks.md', 'T001')).out).toContain('  is done with phase:06 (blocked: ')
  expect((await project.run('why', 'tasks.md', 'phase:06')).err).toContain('a run makes it of the tasks of a phase')
  expect((await project.run('unblock', 'tasks.md', 'T001')).err).toContain(
    'T001 was handed out with phase:06, which is blocked; the next run hands it out again',
  )
  project.agent(agent.replace('FILES', `write('p', '')`))
  expect([(await project.run(...run, project.exec, '--standard')).code, marks(project)]).toEqual([0, '[X] T001'])
})

describe('phases in a chain', () => {
  const chain = `# Plan

## Phase 05: Design

- [ ] T001 One
  files: p (CREATE)
- [ ] T002 Two
  blocked_by: [T001]

## Phase 06: Implementation

- [ ] T003 Three
  files: q (CREATE)
  blocked_by: [T001]

## Phase 08: Review

- [ ] T004 Four
  blocked_by: [T003]
`
  const all = ['--standard', '--phase', 'all'] as const
  const phases = ({ tasks }: RunView): readonly unknown[] =>
    tasks.flatMap((it) => (it.key.startsWith('phase') ? [[it.key, it.state, it.reason]] : []))

  test.each([
    ['blocked', 'process.exit(1)', 'Implementation failed after 4 attempts: the agent ended with exit code 1'],
    ['done, without a tick of what the next one waits for', `write('r', ''); process.exit(0)`, null],
  ])('where the first ends %s, those behind it end blocked, and the next run hands them out', async (_, ends, why) => {
    const project = make(chain, ends)
    const { code, view } = await project.view(...run, project.exec, ...all)
    expect([code, marks(project)]).toEqual([1, '[ ] T001 [ ] T002 [ ] T003 [ ] T004'])
    expect(phases(view)).toEqual([
      ['phase:05', why === null ? 'done' : 'blocked', why],
      ['phase:06', 'blocked', 'Unmet dependencies: T001'],
      ['phase:08', 'blocked', 'Unmet dependencies: T003'],
    ])
    expect(view.counts).toMatchObject({ done: 0, blocked: 0, remaining: 4 })
    const told = (await project.run('status', 'tasks.md')).out
    expect(told).toContain('Phase 06: Implementation blocked: Unmet dependencies: T001')
    project.agent(agent.replace('FILES', `write(task === 'phase:05' ? 'p' : 'q', '')`))
    expect([(await project.run(...run, project.exec, ...all)).code, marks(project)]).toEqual([
      0,
      '[X] T001 [X] T002 [X] T003 [X] T004',
    ])
  })

  const open = (project: Project, id: string): void => {
    project.write('tasks.md', project.read('tasks.md').replace(`[X] ${id}`, `[ ] ${id}`))
  }

  test.each([
    ['a note', (it: Project): void => it.write('tasks.md', `${it.read('tasks.md')}\nA note.\n`), []],
    [
      'an opened box',
      (it: Project): void => open(it, 'T001'),
      ['T001 is done in the journal, and its mark now says todo; the journal stands'],
    ],
  ])('a phase that is done stays in the run that did it: %s in the plan is no change of it', async (_, edit, told) => {
    const writes = `write(task.replace(':', '-'), ''); if (task === 'phase:05') write('p', ''); else write('q', '')`
    const project = make(chain, writes)
    const meets = `if (task === 'phase:06') await meet('half')`
    project.agent(`${agent.replace('FILES', writes)}\n${meets}`)
    const running = project.begin(...run, project.exec, ...all, '--json')
    await project.arrived('half', running)
    // The next phase does not wait for the marks of the one before.
    await project.showsMarks('tasks.md', '[X] T002', running)
    edit(project)
    project.release('half')
    const ended = await running.ended
    const view = JSON.parse(ended.out) as RunView
    expect([ended.code, view.deviations, phases(view)], ended.out).toEqual([
      0,
      [],
      ['phase:05', 'phase:06', 'phase:08'].map((key) => [key, 'done', null]),
    ])
    expect(JSON.parse(ended.out)).toMatchObject({ findings: told.map((text) => ({ text })) })
    expect([marks(project), project.has('task-refinement-log.md')]).toEqual([
      '[X] T001 [X] T002 [X] T003 [X] T004',
      false,
    ])
  })

  test.each([
    ['its agent ticked all', '', 'X', 0],
    ['its agent left a box open', `; if (task === 'phase:05') mine.pop()`, ' ', 1],
  ])('nor are notes around a resume, where %s', async (_, leaves, second, exit) => {
    const project = make(chain)
    const writes = `write(task === 'phase:05' ? 'p' : 'q', '')${leaves}`
    project.agent(`${agent.replace('FILES', writes)}\nif (task === 'phase:06') await meet('half' + attempt)`)
    const note = (): void => {
      project.write('tasks.md', `${project.read('tasks.md')}\nA note.\n`)
    }
    const running = project.begin(...run, project.exec, ...all, '--json')
    await project.arrived('half1', running)
    note()
    expect((await project.run('stop', 'tasks.md')).code).toBe(0)
    expect((await running.ended).code).toBe(3)
    const again = project.begin('resume', 'tasks.md', '--yes', '--json')
    await project.arrived('half2', again)
    note()
    project.release('half2')
    const ended = await again.ended
    const view = JSON.parse(ended.out) as RunView
    expect([ended.code, view.deviations, phases(view)], ended.out).toEqual([
      exit,
      [],
      ['phase:05', 'phase:06', 'phase:08'].map((key) => [key, 'done', null]),
    ])
    expect(marks(project)).toBe(`[X] T001 [${second}] T002 [X] T003 [X] T004`)
  })

  test('a person ticks all that is open of one while the run is parked: it is not said to have left the plan', async () => {
    const project = make(chain)
    const writes = `write(task === 'phase:05' ? 'p' : 'q', '')`
    project.agent(`${agent.replace('FILES', writes)}\nif (task === 'phase:06') await meet('half')`)
    const running = project.begin(...run, project.exec, ...all)
    await project.arrived('half', running)
    expect((await project.run('stop', 'tasks.md')).code).toBe(0)
    await running.ended
    project.write('tasks.md', project.read('tasks.md').replaceAll('[ ]', '[X]'))
    const { code, view } = await project.view('resume', 'tasks.md', '--yes')
    expect([code, view.findings, phases(view)]).toEqual([
      0,
      [
        {
          kind: 'plan-edited',
          text: 'nothing is left to hand out with phase:06; nobody works on that any more, and what was done is kept',
        },
      ],
      [['phase:05', 'done', null]],
    ])
    expect(proofs(view)).toMatchObject({ T001: 'files-only', T003: 'by-human', T004: 'by-human' })
  })

  test('what ends blocked and what waits for it are counted once', async () => {
    const project = make(
      chain.replace('  files: q', '  files: q (CREATE), s'),
      `write(task === 'phase:05' ? 'p' : 's', '')`,
    )
    const { view } = await project.view(...run, project.exec, ...all)
    expect(states(view)).toEqual({ T001: 'done', T002: 'done', T003: 'blocked', T004: 'blocked' })
    expect(view.counts).toMatchObject({ done: 2, blocked: 2, remaining: 0 })
  })
})

test('a phase is marked in its own commit: the agent of the next one finds its tasks done, and is charged with no tick of them', async () => {
  const project = make(
    `${head}- [ ] T001 One\n  files: p (CREATE)\n\n## Phase 08: Review\n\n- [ ] T002 Two\n  files: q (CREATE)\n`,
    `write('plan.' + encodeURIComponent(task), plan)\nwrite(task === 'phase:06' ? 'p' : 'q', '')`,
  )
  const { code, view } = await project.view(...run, project.exec, '--standard', '--phase', 'all')
  expect([code, marks(project), view.deviations]).toEqual([0, '[X] T001 [X] T002', []])
  expect(project.git('log', '--format=%s').trim().split('\n')).toEqual([
    'Phase 08: Review',
    'Phase 06: Implementation',
    'Begin',
  ])
  expect(project.read('plan.phase%3A08')).toContain('[X] T001')
})

test('a phase says the same once what it waited for is done: an answer to it counts after a resume', async () => {
  const project = make(
    `${head}- [ ] T001 One\n  files: p (CREATE)\n\n## Phase 08: Review\n\n- [ ] T002 Two\n  files: q (CREATE)\n  blocked_by: [T001]\n`,
    `write(task === 'phase:06' ? 'p' : 'q', '')`,
  )
  const asking = ['--standard', '--phase', 'all', '--mode', 'collaborative'] as const
  expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
  for (const id of ['R1', 'R2']) {
    expect((await project.run('review', 'approve', id)).code).toBe(0)
    const { code, out } = await project.run('resume', 'tasks.md', '--yes')
    expect([code, out.includes('was changed in the plan')], out).toEqual([id === 'R1' ? 3 : 0, false])
  }
  expect(marks(project)).toBe('[X] T001 [X] T002')
})

test.each([['T001'], ['T001 T002']])('an approved phase is not worked on again for a tick of %s', async (ticked) => {
  const project = make(`${head}- [ ] T001 One\n- [ ] T002 Two\n`, `write('p', '')`)
  expect((await project.run(...run, project.exec, '--standard', '--mode', 'collaborative')).code).toBe(3)
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const tick = (text: string, id: string): string => text.replace(`[ ] ${id}`, `[X] ${id}`)
  project.write('tasks.md', ticked.split(' ').reduce(tick, project.read('tasks.md')))
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, marks(project), view.findings]).toEqual([0, '[X] T001 [X] T002', []])
  expect(proofs(view)).toEqual({ T001: 'by-human', T002: ticked === 'T001' ? 'unverified' : 'by-human' })
  expect([project.has('p'), view.tasks.at(-1)]).toMatchObject([true, { key: 'phase:06', state: 'done', attempts: 1 }])
})

test('a task of an approved phase that has another id by then is done, and one that has got its id is not', async () => {
  const project = make(`${head}- [ ] T001 One\n- [ ] T002 Two\n`, `for (const id of mine) write(task + id, '')`)
  const asking = ['--standard', '--mode', 'collaborative'] as const
  expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
  project.write('tasks.md', project.read('tasks.md').replace('T002 Two', 'T002 New\n- [ ] T003 Two'))
  project.git('commit', '-qam', 'One more')
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(states(view)).toEqual({ T001: 'done', T002: 'pending', T003: 'done' })
  expect(view.waiting.map((it) => it.review)).toEqual(['R2'])
  expect((await project.run('review', 'approve', 'R2')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md', '--yes')).code).toBe(0)
  expect(marks(project)).toBe('[X] T001 [X] T002 [X] T003')
  expect(['phase:06T001', 'phase:06T002', 'phase:06+2T002'].map((it) => project.has(it))).toEqual([true, true, true])
})

describe('ids that change after a phase was handed out', () => {
  const three = `${head}- [ ] T001 Alpha\n- [ ] T002 Beta\n- [ ] T003 Gamma\n`
  const asking = ['--standard', '--mode', 'collaborative'] as const
  const inserted = (project: Project): void => {
    project.write('tasks.md', `${head}- [ ] T001 New\n- [ ] T002 Alpha\n- [ ] T003 Beta\n- [ ] T004 Gamma\n`)
  }
  const told = (project: Project): string => (project.read('tasks.md').match(/\[.*?\] T\d+ \w+/g) ?? []).join(' ')

  test('while its work waits: each tick stays with its task, and the approval counts', async () => {
    const project = make(three, `mine.shift(); write(task.replace(':', ''), '')`)
    expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
    inserted(project)
    project.git('commit', '-qam', 'One more')
    expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
    const { view } = await project.view('resume', 'tasks.md', '--yes')
    expect(states(view)).toMatchObject({ T003: 'done', T004: 'done' })
    expect(told(project)).toBe('[ ] T001 New [ ] T002 Alpha [X] T003 Beta [X] T004 Gamma')
    expect(view.tasks.find((it) => it.key === 'phase:06')).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('while its work waits, and one of them is deleted: the approval counts for the others', async () => {
    const project = make(three, `write(task.replace(':', ''), '')`)
    expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
    project.write('tasks.md', `${head}- [ ] T001 Beta\n- [ ] T002 Gamma\n`)
    project.git('commit', '-qam', 'One less')
    expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
    const { view } = await project.view('resume', 'tasks.md', '--yes')
    expect(told(project)).toBe('[X] T001 Beta [X] T002 Gamma')
    expect(view.tasks.find((it) => it.key === 'phase:06')).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('while its agent is at work: what it ticks is what it was given by these ids', async () => {
    const project = make(three, `await meet('half'); write(task.replace(':', ''), '')`)
    const running = project.begin(...run, project.exec, '--standard')
    await project.arrived('half', running)
    inserted(project)
    project.git('commit', '-qam', 'One more')
    project.release('half')
    await running.ended
    expect(told(project)).toMatch(/\[.\] T001 New \[X\] T002 Alpha \[X\] T003 Beta \[X\] T004 Gamma/)
    const { view } = await project.view('status', 'tasks.md')
    expect(view.tasks.find((it) => it.id === 'T001')?.attempts).toBe(0)
    expect(view.tasks.filter((it) => it.key.startsWith('phase:')).map((it) => [it.key, it.attempts])).toContainEqual([
      'phase:06',
      1,
    ])
  })

  test('nor does a tick count for other words than it was made for', async () => {
    const project = make(three, `append('p', 'x'); if (attempt > 1) mine.length = 0`)
    expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
    project.write('tasks.md', project.read('tasks.md').replace('T001 Alpha', 'T001 Build a rocket'))
    project.git('commit', '-qam', 'More')
    for (const review of ['R1', 'R2']) {
      expect((await project.run('review', 'approve', review)).code).toBe(0)
      await project.run('resume', 'tasks.md', '--yes')
    }
    expect(told(project)).toBe('[ ] T001 Build [X] T002 Beta [X] T003 Gamma')
  })

  test('two that are swapped: the one that was not ticked is not done', async () => {
    const project = make(`${head}- [ ] T001 Alpha\n- [ ] T002 Beta\n`, `mine.pop(); write('p', '')`)
    expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
    project.write('tasks.md', `${head}- [ ] T002 Alpha\n- [ ] T001 Beta\n`)
    project.git('commit', '-qam', 'Swapped')
    expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
    await project.run('resume', 'tasks.md', '--yes')
    expect(told(project)).toBe('[X] T002 Alpha [ ] T001 Beta')
  })

  test('not committed before a run: an agent would tick its copy, where they are others', async () => {
    const project = make(three, `write('p', '')`)
    inserted(project)
    const refused = await project.run(...run, project.exec, '--standard')
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('no commit holds T001, T002, T003, T004 as the plan does now'),
    ])
  })

  test('while its agent is at work: what it ticks beyond its part is no claim of what has that id by then', async () => {
    const text = `## Phase 05: Design\n\n- [ ] T001 Alpha\n- [ ] T002 Beta\n\n${head}- [ ] T003 Gamma\n`
    const project = make(text, `await meet('half'); mine.splice(0, 9, 'T001', 'T003'); write('p', '')`)
    const running = project.begin(...run, project.exec, '--standard', '--phase', '05')
    await project.arrived('half', running)
    const renumbered = text.replace('T003', 'T004').replace('T002', 'T003').replace('T001', 'T002')
    project.write('tasks.md', renumbered.replace('- [ ] T002', '- [ ] T001 New\n- [ ] T002'))
    project.git('commit', '-qam', 'One more')
    project.release('half')
    await running.ended
    expect(told(project)).toMatch(/\[.\] T001 New \[X\] T002 Alpha \[ \] T003 Beta \[ \] T004 Gamma/)
    const what = (await project.view('status', 'tasks.md')).view.deviations.map((it) => it.what)
    expect(what).toContain('The plan itself was edited during the task; ticked: T001, T003')
  })

  test('in the folder that its agent works in: its tick is of what it reads there', async () => {
    const project = make(
      three,
      `await meet('half'); write('p', ''); mine.length = 0
write('tasks.md', readFileSync('tasks.md', 'utf8').replace('[ ] T003 Beta', '[X] T003 Beta'))`,
    )
    const running = project.begin(...run, project.exec, '--standard', '--workspace', 'in-place')
    await project.arrived('half', running)
    inserted(project)
    project.release('half')
    await running.ended
    expect(told(project)).toBe('[ ] T001 Alpha [X] T002 Beta [ ] T003 Gamma')
  })
})

describe('what was handed out and has no end yet gets nothing more', () => {
  const two = `# Plan\n\n## Phase 05: Design\n\n- [ ] T001 Think\n\n## Phase 06: Implementation\n\n- [ ] T003 Build\n  blocked_by: [T001]\n- [ ] T004 Build more\n`
  const writes = `for (const id of task.startsWith('T') ? [task] : mine) append('work.' + id, task + '\\n')`
  const asking = ['--standard', '--mode', 'collaborative'] as const
  const works = (project: Project): readonly (readonly [string, string])[] =>
    ['T001', 'T003', 'T004'].flatMap((id) => (project.has(`work.${id}`) ? [[id, project.read(`work.${id}`)]] : []))

  async function answer(project: Project, review: string): Promise<RunView> {
    expect((await project.run('review', 'approve', review)).code).toBe(0)
    const { view } = await project.view('resume', 'tasks.md', '--yes')
    expect(view.findings).toEqual([])
    return view
  }

  test('a task that a tick sets free is handed out behind it, and the answer counts', async () => {
    const project = make(two, writes)
    expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
    project.write('tasks.md', project.read('tasks.md').replace('[ ] T001', '[X] T001'))
    project.git('commit', '-qam', 'Thought')
    expect((await project.view('resume', 'tasks.md', '--yes')).view.waiting.map((it) => it.review)).toEqual(['R1'])
    expect(states(await answer(project, 'R1'))).toMatchObject({ T003: 'pending', T004: 'done' })
    expect(states(await answer(project, 'R2'))).toMatchObject({ T003: 'done', T004: 'done' })
    expect(works(project)).toEqual([
      ['T003', 'phase:06+2\n'],
      ['T004', 'phase:06\n'],
    ])
  })

  test('also where what was handed out is rejected', async () => {
    const project = make(two, writes)
    expect((await project.run(...run, project.exec, ...asking)).code).toBe(3)
    project.write('tasks.md', project.read('tasks.md').replace('[ ] T001', '[X] T001'))
    project.git('commit', '-qam', 'Thought')
    expect((await project.run('resume', 'tasks.md', '--yes')).code).toBe(3)
    expect((await project.run('review', 'reject', 'R1', '-m', 'no')).code).toBe(0)
    expect((await project.run('resume', 'tasks.md', '--yes')).code).toBe(3)
    expect(states(await answer(project, 'R2'))).toMatchObject({ T003: 'done', T004: 'pending' })
  })

  test.each([['before'], ['after']])(
    'a phase that waits for it is handed out whole; answered %s the call',
    async (at) => {
      const project = make(two, writes)
      expect((await project.run(...run, project.exec, ...asking, '--phase', '05')).code).toBe(3)
      if (at === 'before') expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
      expect((await project.run(...run, project.exec, ...asking, '--phase', '06')).code).toBe(3)
      if (at === 'after') await answer(project, 'R1')
      await answer(project, 'R2')
      expect(works(project)).toEqual([
        ['T001', 'phase:05\n'],
        ['T003', 'phase:06\n'],
        ['T004', 'phase:06\n'],
      ])
      expect(marks(project)).toBe('[X] T001 [X] T003 [X] T004')
    },
  )

  test('what is left out of it is handed out again when a call chooses it again', async () => {
    const project = make(two.replace('  blocked_by: [T001]\n', ''))
    project.agent(agent.replace('FILES', `${writes}\nif (task === 'phase:06' && attempt === 1) await meet('half')`))
    const running = project.begin(...run, project.exec, ...asking, '--only', 'T003')
    await project.arrived('half', running)
    expect((await project.run('stop', 'tasks.md')).code).toBe(0)
    await running.ended
    expect((await project.run(...run, project.exec, '--only', 'T004')).code).toBe(3)
    expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
    const { view } = await project.view(...run, project.exec, '--only', 'T003')
    expect([states(view), view.waiting]).toMatchObject([{ T003: 'pending', T004: 'done' }, [{ review: 'R2' }]])
    expect((await project.run('review', 'approve', 'R2')).code).toBe(0)
    expect((await project.run('resume', 'tasks.md', '--yes')).code).toBe(0)
    expect(works(project)).toEqual([
      ['T003', 'phase:06\n'],
      ['T004', 'phase:06+2\n'],
    ])
  })

  test('what another call chooses of its phase is handed out behind it, and the answer counts', async () => {
    const project = make(two.replace('  blocked_by: [T001]\n', ''), writes)
    expect((await project.run(...run, project.exec, ...asking, '--only', 'T003')).code).toBe(3)
    expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
    const { view } = await project.view(...run, project.exec, '--only', 'T004')
    expect([states(view), view.findings]).toEqual([{ T001: 'pending', T003: 'done', T004: 'pending' }, []])
    expect(project.git('show', '--name-only', '--format=', 'HEAD').split('\n').filter(Boolean)).toEqual([
      'tasks.md',
      'work.T003',
    ])
    expect(states(await answer(project, 'R2'))).toMatchObject({ T003: 'done', T004: 'done' })
    expect(works(project)).toEqual([
      ['T003', 'phase:06\n'],
      ['T004', 'phase:06+2\n'],
    ])
  })
})

test('nor is what it covers begun task by task, where a call goes on in mechanical mode', async () => {
  const project = make(`${head}- [ ] T001 One\n  files: p (CREATE)\n- [ ] T002 Two\n`, `write('p', '')`)
  expect((await project.run(...run, project.exec, '--standard', '--mode', 'collaborative')).code).toBe(3)
  const { code, view } = await project.view(...run, project.exec, '--mechanical')
  expect([code, view.waiting.map((it) => it.review), states(view)]).toEqual([
    3,
    ['R1'],
    { T001: 'pending', T002: 'pending' },
  ])
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  expect([(await project.run('resume', 'tasks.md', '--yes')).code, marks(project)]).toEqual([0, '[X] T001 [X] T002'])
  expect(['T001', 'T002'].filter((it) => project.has(`../meeting/brief.${it}.1`))).toEqual([])
})

test('a phase whose tasks have left the plan is asked about no more', async () => {
  const project = make(`${head}- [ ] T001 One\n\n## Phase 08: Review\n\n- [ ] T002 Two\n`, `write('p', '')`)
  expect(
    (await project.run(...run, project.exec, '--standard', '--phase', 'all', '--mode', 'collaborative')).code,
  ).toBe(3)
  project.write('tasks.md', project.read('tasks.md').replace('- [ ] T001 One\n', ''))
  project.git('commit', '-qam', 'One less')
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(view.findings.map((it) => it.text)).toEqual([
    'nothing is left to hand out with phase:06; nobody works on that any more, and what was done is kept',
  ])
  expect(view.waiting.map((it) => it.review)).not.toContain('R1')
})

test('nor is the next attempt of a phase told of a task that was ticked meanwhile', async () => {
  const project = make(`${head}- [ ] T001 One\n- [ ] T002 Two\n`)
  project.agent(`${agent.replace('FILES', `write('p', '')`)}\nif (attempt === 1) await meet('half')`)
  const running = project.begin(...run, project.exec, '--standard')
  await project.arrived('half', running)
  expect((await project.run('stop', 'tasks.md')).code).toBe(0)
  await running.ended
  project.write('tasks.md', project.read('tasks.md').replace('[ ] T001', '[X] T001'))
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, marks(project), view.findings]).toEqual([0, '[X] T001 [X] T002', []])
  expect(project.read('../meeting/brief.phase%3A06.2').match(/^- \[ \] T\d+/gm)).toEqual(['- [ ] T002'])
})

test('but it is where one of its tasks says something else by then', async () => {
  const project = make(`${head}- [ ] T001 One\n- [ ] T002 Two\n`, `write('p', '')`)
  expect((await project.run(...run, project.exec, '--standard', '--mode', 'collaborative')).code).toBe(3)
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const text = project.read('tasks.md').replace('[ ] T001', '[X] T001').replace('Two', 'Two of them')
  project.write('tasks.md', text)
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.findings]).toMatchObject([3, [{ kind: 'reworded' }]])
  expect(view.tasks.at(-1)).toMatchObject({ key: 'phase:06', state: 'reviewing', attempts: 2 })
})

test('a box that is opened while a phase is at work gives it nothing more to do', async () => {
  const project = make(`${head}- [X] T000 Done before\n- [ ] T001 One\n  files: p (CREATE)\n`)
  project.agent(`${agent.replace('FILES', `write('p', '')`)}\nawait meet('half')`)
  const running = project.begin(...run, project.exec, '--standard', ...green, '--json')
  await project.arrived('half', running)
  project.write('tasks.md', project.read('tasks.md').replace('[X] T000', '[ ] T000'))
  project.release('half')
  const ended = await running.ended
  const view = JSON.parse(ended.out) as RunView
  expect([ended.code, view.deviations, view.tasks.map((it) => [it.key, it.state, it.attempts])]).toEqual([
    0,
    [],
    [
      ['T000', 'done', 0],
      ['T001', 'done', 0],
      ['phase:06', 'done', 1],
    ],
  ])
})

test('a plan whose tasks no commit holds is not handed out: its agent could tick none of them', async () => {
  const project = makeProject()
  project.write('README.md', 'x')
  project.commit('Begin')
  project.write('tasks.md', `${head}- [ ] T001 One\n`)
  project.agent(agent.replace('FILES', `write('p', '')`))
  const words = [...run, project.exec, ...green] as const
  const refused = await project.run(...words)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no commit holds T001 as the plan does now')])
  expect(refused.err).toContain('in standard mode (no files: in the phase) an agent ticks its own copy of the plan')
  expect(refused.err).toContain('help: commit the plan, or let it work in the checkout itself: --workspace in-place')
  expect(project.has('../meeting/brief.phase%3A06.1')).toBe(false)
  project.commit('The plan')
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T002 Two\n`)
  expect((await project.run(...words)).err).toContain('no commit holds T002 as the plan does now')
  expect((await project.run(...words, '--workspace', 'in-place')).code).toBe(0)
  expect(marks(project)).toBe('[X] T001 [X] T002')
})

test('nor one whose box is open here and ticked in the commit: in its copy its agent could not tick it', async () => {
  const project = make(`${head}- [X] T001 One\n- [ ] T002 Two\n`, `write('p', '')`)
  project.write('tasks.md', project.read('tasks.md').replace('[X]', '[ ]'))
  const words = [...run, project.exec, '--standard', ...green] as const
  const refused = await project.run(...words)
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining(
      'in standard mode (--standard was given) an agent ticks its own copy of the plan, and T001 is ticked there already',
    ),
  ])
  expect((await project.run(...words, '--only', 'T002')).code).toBe(0)
  project.git('commit', '-qam', 'Once more')
  project.agent(agent.replace('FILES', `write('q', '')`))
  const ended = await project.run(...words)
  expect([ended.code, marks(project)], ended.err).toEqual([0, '[X] T001 [X] T002'])
  // As the verb opens it.
  project.write('tasks.md', project.read('tasks.md').replace('[X] T001', '[ ] T001'))
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  expect((await project.run(...words)).err).toContain('T001 is ticked there already')
  expect([(await project.run(...words, '--workspace', 'in-place')).code, marks(project)]).toEqual([
    0,
    '[X] T001 [X] T002',
  ])
})

test('but where the branch that the run goes on from holds them, it is', async () => {
  const project = makeProject()
  project.write('README.md', 'x')
  project.commit('Begin')
  project.agent(agent.replace('FILES', `write('p', '')`))
  project.git('switch', '-qc', 'other')
  const text = `${head}- [ ] T001 One\n`
  project.write('tasks.md', text)
  project.commit('The plan on another branch')
  project.git('switch', '-q', 'main')
  project.write('tasks.md', text)
  const ended = await project.run(...run, project.exec, ...green, '--branch', 'other')
  expect([ended.code, project.git('show', 'other:tasks.md')], ended.err).toEqual([
    0,
    expect.stringContaining('[X] T001'),
  ])
})
