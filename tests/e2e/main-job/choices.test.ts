/** What the flags of `run` choose: tasks, phases, jobs, workspaces, a branch, and a run that changes nothing. */

import { afterEach, describe, expect, it } from 'vitest'
import { markOf, obey, reasonOf, writePlan, type PlannedPhase, type PlannedTask } from '../../rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'

const phases: readonly PlannedPhase[] = [
  { number: '05', title: 'Test Strategy', tasks: [{ id: 'T0001', files: { 'docs/cases.md': 'CREATE' } }] },
  {
    number: '06',
    title: 'Implementation',
    tasks: [
      { id: 'T0002', files: { 'src/a.txt': 'CREATE' } },
      { id: 'T0003', blockedBy: ['T0002'], files: { 'src/b.txt': 'CREATE' } },
      { id: 'T0004', blockedBy: ['T0003'], files: { 'src/c.txt': 'CREATE' } },
      { id: 'T0005', files: { 'src/d.txt': 'CREATE' } },
    ],
  },
  {
    number: '07',
    title: 'Release',
    tasks: [{ id: 'T0006', blockedBy: ['T0004'], files: { 'docs/news.md': 'CREATE' } }],
  },
]
const all = phases.flatMap((phase) => phase.tasks)

let repository: Repository
afterEach(() => repository.remove())

function make(
  of: readonly PlannedPhase[] = phases,
  over: Partial<Parameters<typeof makeRepository>[0]> = {},
): readonly string[] {
  const tasks = of.flatMap((phase) => phase.tasks)
  repository = makeRepository({
    files: { 'tasks.md': writePlan(of), 'README.md': 'lights\n' },
    script: { by: 'state', tasks: Object.fromEntries(tasks.map((task) => [task.id, [obey(task)]])) },
    ...over,
  })
  return ['run', 'tasks.md', '--exec', repository.exec, '--yes']
}

function marks(of: readonly PlannedTask[] = all, text = repository.read('tasks.md')): Record<string, string | null> {
  return Object.fromEntries(of.map(({ id }) => [id, markOf(text, id)]))
}

/** The ids of tasks that were begun, in order. */
function begun(): readonly (string | undefined)[] {
  return repository.log().flatMap((it) => (it.event === 'begin' ? [it.task] : []))
}

describe('which tasks', () => {
  it('--only runs exactly these; a hint names the blocker that is left out; the exit code is over them', async () => {
    const words = make()
    const ended = await repository.call(...words, '--only', 'T0002', 'T0005')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(begun()).toEqual(['T0002', 'T0005'])
    expect(marks()).toMatchObject({ T0001: ' ', T0002: 'X', T0003: ' ', T0004: ' ', T0005: 'X', T0006: ' ' })
  })

  it('--only a task whose blocker is open: it ends blocked, the blocker is not pulled in and a hint names it', async () => {
    const words = make()
    const ended = await repository.call(...words, '--only', 'T0003')
    expect(ended.code).toBe(1)
    expect(`${ended.out}${ended.err}`).toContain('T0002 blocks T0003 and is not selected')
    expect(begun()).toEqual([])
    expect(marks()).toMatchObject({ T0002: ' ', T0003: 'BLOCKED', T0004: ' ' })
    expect(reasonOf(repository.read('tasks.md'), 'T0003')).toBe('Unmet dependencies: T0002')
  })

  it('--only a task that is not there: exit code 2, with the nearest name', async () => {
    const words = make()
    const ended = await repository.call(...words, '--only', 'T0020')
    expect(ended.code).toBe(2)
    expect(ended.err).toContain('no task T0020')
    expect(begun()).toEqual([])
  })

  it('--until runs the task and all that it still needs', async () => {
    const words = make()
    const ended = await repository.call(...words, '--until', 'T0003')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(begun()).toEqual(['T0002', 'T0003'])
    expect(marks()).toMatchObject({ T0004: ' ', T0005: ' ' })
  })

  it('--phase all runs every phase', async () => {
    const words = make()
    const ended = await repository.call(...words, '--phase', 'all')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(begun()).toEqual(['T0001', 'T0002', 'T0003', 'T0004', 'T0005', 'T0006'])
    expect(Object.values(marks())).toEqual(['X', 'X', 'X', 'X', 'X', 'X'])
  })

  it('without a flag only the implementation phase is run', async () => {
    const words = make()
    expect(await repository.call(...words)).toMatchObject({ code: 0 })
    expect(begun()).toEqual(['T0002', 'T0003', 'T0004', 'T0005'])
    expect(marks()).toMatchObject({ T0001: ' ', T0006: ' ' })
  })
})

describe('--jobs 2', () => {
  const shared: readonly PlannedTask[] = [
    { id: 'T0001', files: { 'src/shared.txt': 'MODIFY' } },
    { id: 'T0002', files: { 'src/shared.txt': 'MODIFY' } },
    { id: 'T0003', files: { 'src/free.txt': 'CREATE' } },
    { id: 'T0004', files: { 'src/shared.txt': 'MODIFY', 'src/more.txt': 'CREATE' } },
  ]

  it('never works on two tasks at once that declare the same file, and on others it does', async () => {
    const words = make([{ number: '06', title: 'Implementation', tasks: shared }])
    repository.write('src/shared.txt', 'begin\n')
    repository.commit()
    // The first one goes on only when the free one has begun beside it.
    repository.script({
      by: 'state',
      tasks: {
        ...Object.fromEntries(shared.map((task) => [task.id, [obey(task)]])),
        T0001: [{ append: { 'src/shared.txt': 'T0001\n' }, wait: repository.signal('free has begun') }],
        T0003: [{ write: { 'src/free.txt': 'T0003\n' }, touch: repository.signal('free has begun') }],
      },
    })
    const ended = await repository.call(...words, '--jobs', '2')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    const sharers = repository.log().filter((it) => it.task !== 'T0003')
    expect(sharers.map((it) => it.event)).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end'])
    const lines = repository.log().map((it) => `${it.event} ${it.task}`)
    expect(lines.indexOf('begin T0003')).toBeLessThan(lines.indexOf('end T0001'))
    expect(repository.read('src/shared.txt')).toBe('begin\nT0001\nT0002\nT0004\n')
    expect(Object.values(marks(shared))).toEqual(['X', 'X', 'X', 'X'])
    expect(
      repository
        .git('log', '--format=%P')
        .trim()
        .split('\n')
        .slice(0, 4)
        .every((it) => !it.includes(' ')),
    ).toBe(true)
  })

  it('merges two tasks that were worked on at once, and runs the gate on the merged tree', async () => {
    const two: readonly PlannedTask[] = [
      { id: 'T0001', files: { 'src/a.txt': 'CREATE' } },
      { id: 'T0002', files: { 'src/b.txt': 'CREATE' } },
    ]
    const words = make([{ number: '06', title: 'Implementation', tasks: two }], { gated: ['src'] })
    repository.script({
      by: 'state',
      tasks: {
        T0001: [{ write: { 'src/a.txt': 'T0001\n' }, wait: repository.signal('second') }],
        T0002: [{ write: { 'src/b.txt': 'T0002\n' }, touch: repository.signal('second') }],
      },
    })
    const { code, report } = await repository.report(...words, '--jobs', '2')
    expect(code).toBe(0)
    expect(report.tasks.map((it) => it.proof)).toEqual(['verified', 'verified'])
    // Base, one draft each, and the tree in which both are.
    expect(repository.log().filter((it) => it.event === 'gate')).toHaveLength(4)
    expect([repository.read('src/a.txt'), repository.read('src/b.txt')]).toEqual(['T0001\n', 'T0002\n'])
  })

  it('a conflict stops that task and keeps its work; the other is done', async () => {
    const two: readonly PlannedTask[] = [
      { id: 'T0001', files: { 'src/a.txt': 'CREATE' } },
      { id: 'T0002', files: { 'src/b.txt': 'CREATE' } },
    ]
    const words = make([{ number: '06', title: 'Implementation', tasks: two }])
    repository.script({
      by: 'state',
      tasks: {
        T0001: [
          { write: { 'src/a.txt': 'T0001\n', 'common.txt': 'of the first\n' }, wait: repository.signal('second') },
        ],
        T0002: [
          { write: { 'src/b.txt': 'T0002\n', 'common.txt': 'of the second\n' }, touch: repository.signal('second') },
        ],
      },
    })
    const { code, report } = await repository.report(...words, '--jobs', '2')
    expect(code).toBe(1)
    const states = report.tasks.map((it) => it.state).sort()
    expect(states).toEqual(['blocked', 'done'])
    const stopped = report.tasks.find((it) => it.state === 'blocked')
    const kept = /^Merge conflict in common\.txt; the work is kept in ([0-9a-f]{7})$/.exec(stopped?.reason ?? '')?.[1]
    const work = stopped?.id === 'T0002' ? 'of the second\n' : 'of the first\n'
    expect(repository.git('show', `${kept}:common.txt`)).toBe(work)
  })
})

describe('--workspace', () => {
  it('none works in the folder itself, commits nothing and marks the plan', async () => {
    const words = make()
    const head = repository.git('rev-parse', 'HEAD')
    const ended = await repository.call(...words, '--workspace', 'none')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(repository.git('rev-parse', 'HEAD')).toBe(head)
    expect(repository.read('src/c.txt')).toBe('T0004\n')
    expect(marks()).toMatchObject({ T0002: 'X', T0003: 'X', T0004: 'X', T0005: 'X' })
    expect(repository.git('for-each-ref', 'refs/millwright')).toBe('')
  })

  it('none works where there is no repository at all', async () => {
    const words = make(phases, { git: false })
    const ended = await repository.call(...words, '--workspace', 'none')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(marks()).toMatchObject({ T0002: 'X', T0003: 'X', T0004: 'X', T0005: 'X' })
  })

  it('in-place works in the checkout, one task at a time, and commits each task', async () => {
    const words = make()
    const base = repository.git('rev-parse', 'HEAD').trim()
    const ended = await repository.call(...words, '--workspace', 'in-place', '--jobs', '3')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(repository.log().map((it) => it.event)).toEqual(Array.from({ length: 4 }, () => ['begin', 'end']).flat())
    const subjects = repository.git('log', '--format=%s', '--reverse', `${base}..HEAD`).trim().split('\n')
    expect(subjects).toEqual(['T0002', 'T0003', 'T0004', 'T0005'].map((id) => `${id} Do what ${id} says`))
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('without a repository work is done in place, and that is said', async () => {
    const words = make(phases, { git: false })
    const ended = await repository.call(...words)
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(`${ended.out}${ended.err}`).toContain('no git repository here')
    expect(marks()).toMatchObject({ T0002: 'X', T0003: 'X', T0004: 'X', T0005: 'X' })
    expect(repository.read('src/c.txt')).toBe('T0004\n')
  })
})

describe('--dry-run', () => {
  it('goes through the whole run, starts no agent and changes nothing at all', async () => {
    make(phases, { gated: ['src'] })
    const before = repository.everything()
    const ended = await repository.call('run', 'tasks.md', '--dry-run', '--phase', 'all')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(ended.out).toContain('6 completed, 0 blocked, 0 remaining')
    expect(repository.log()).toEqual([])
    expect(repository.everything()).toEqual(before)
  })

  it('is judged by the configuration of where it came from', async () => {
    const tasks: readonly PlannedTask[] = [
      { id: 'T0001', files: { 'a.txt': 'CREATE' } },
      { id: 'T0002', blockedBy: ['T0009'] },
      { id: 'T0003' },
    ]
    make([{ number: '06', title: 'Implementation', tasks }], {
      config: '[policy]\nunverified = "block"\n\n[diagnostics]\nMW111 = "warning"\n',
    })
    const ended = await repository.call('run', 'tasks.md', '--dry-run')
    expect(ended, ended.err).toMatchObject({ code: 1 })
    expect(ended.out).toContain('Unknown dependencies: T0009')
    expect(ended.out).toContain('No gate checks this task, and the policy demands one')
  })

  it('does not see or touch a run that is unfinished', async () => {
    const words = make()
    repository.script({ by: 'state', tasks: { '*': [{ wait: repository.signal('never') }] } })
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    running.child.kill('SIGINT')
    await running.ended
    const before = repository.everything()
    const ended = await repository.call('run', 'tasks.md', '--dry-run')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(repository.everything()).toEqual(before)
  })
})

describe('--branch', () => {
  it('publishes to that branch and leaves the checkout as it is', async () => {
    const words = make()
    const head = repository.git('rev-parse', 'HEAD').trim()
    const before = repository.read('tasks.md')
    const ended = await repository.call(...words, '--branch', 'millwright/lights')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(repository.git('rev-parse', 'HEAD').trim()).toBe(head)
    expect(repository.git('rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('main')
    expect(repository.has('src/a.txt')).toBe(false)
    const subjects = repository.git('log', '--format=%s', '--reverse', `${head}..millwright/lights`).trim().split('\n')
    expect(subjects).toEqual(['T0002', 'T0003', 'T0004', 'T0005'].map((id) => `${id} Do what ${id} says`))
    const text = repository.git('show', 'millwright/lights:tasks.md')
    expect(marks(all, text)).toMatchObject({ T0002: 'X', T0003: 'X', T0004: 'X', T0005: 'X' })
    // The working plan has its own bytes and the marks; nothing else of the checkout was touched.
    expect(marks()).toMatchObject({ T0002: 'X', T0005: 'X' })
    expect(before.length).toBe(repository.read('tasks.md').length)
    expect(repository.git('status', '--porcelain').trim()).toBe('M tasks.md')
  })
})
