/** A task is what it says: found again under another id, not mistaken for another one under its id, left alone when it is gone. */

import { describe, expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import type { Effect } from '../../src/run/effect.ts'
import { fold } from '../../src/run/evolve.ts'
import { recognise } from '../../src/run/recognise.ts'
import { marksOf, openReviews, viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const policy = { workspace: 'worktree' } as const
/** A task under an id, with words of its own. */
const said = (key: string, words: string, over: Partial<TaskSpec> = {}): TaskSpec =>
  task(key, { title: words, textHash: words, ...over })

const edit = (world: World, read: ReturnType<typeof plan>): void =>
  world.feed({ is: 'plan-read', read: { plan: read, hash: JSON.stringify(read) }, by: 'the plan file' })
const findings = (world: World, kind: string): readonly string[] =>
  world.state.findings.filter((it) => it.kind === kind).map((it) => it.text)
const asked = (world: World, is: Effect['is']): number =>
  world.log.filter(({ body }) => body.type === 'effect-requested' && body.effect.is === is).length

/** A world in which the agent of the first task is at work. */
function atWork(read: ReturnType<typeof plan>): World {
  const world = new World()
  world.start(read, { policy })
  while (!world.pending.some(({ effect }) => effect.is === 'start-attempt') && world.step()) continue
  return world
}

/** Ends the attempt that is under way as one that was stopped. */
function stop(world: World): void {
  const at = world.pending.findIndex(({ effect }) => effect.is === 'start-attempt')
  const [one] = world.pending.splice(at, 1)
  if (!one) throw new Error('no attempt is under way')
  const outcome = world.perform(one.effect)
  world.feed({ is: 'outcome', id: one.id, outcome: { ...outcome, how: 'stopped' } as typeof outcome })
}

describe('a plan whose tasks were done', () => {
  const done = (...tasks: readonly TaskSpec[]): World => {
    const world = new World({ changes: ['a.txt'] })
    world.start(plan(tasks), { policy })
    return world.run()
  }

  test('and that is another one now: its open tasks are worked on, whatever their ids were used for', () => {
    const world = done(said('T001', 'a'), said('T002', 'b'))
    world.start(plan([said('T001', 'x'), said('T002', 'y'), said('T003', 'z')], [edge('T001', 'T003')]), {
      run: 'run-2',
      policy,
    })
    expect(world.statuses()).toEqual({ T001: 'working', T002: 'pending', T003: 'pending' })
    world.run()
    expect(world.started.slice(2)).toEqual(['T001/work/primary#1', 'T002/work/primary#1', 'T003/work/primary#1'])
    expect(findings(world, 'MW708')).toEqual([
      expect.stringMatching(/taken as new tasks: T001 \(was "a"\), T002 \(was "b"\)$/),
    ])
    expect(marksOf(fold(world.log))).toEqual(marksOf(world.state))
  })

  test('also while something is asked of the done one, which stays for that: told once', () => {
    const world = new World({ changes: ['a.txt'] })
    world.start(plan([said('T001', 'a'), said('T002', 'b')]), { policy })
    while (!world.pending.some(({ effect }) => effect.is === 'dispose-workspace') && world.step()) continue
    const done = world.task('T001').uid
    world.die()
    world.start(plan([said('T001', 'x'), said('T002', 'b')]), { policy })
    expect([world.state.tasks.has(done), findings(world, 'MW707')]).toEqual([true, []])
    expect(findings(world, 'MW708')).toEqual([expect.stringContaining('taken as new tasks: T001 (was "a"')])
    world.run()
    expect(world.statuses()).toEqual({ T001: 'done', T002: 'done' })
  })

  test('and whose tasks got new ids: what was done goes with the words', () => {
    const world = done(said('T001', 'a'), said('T002', 'b'))
    const [a, b] = [world.task('T001').uid, world.task('T002').uid]
    const moved = plan([said('T001', 'new'), said('T002', 'a', { mark: 'done' }), said('T003', 'b', { mark: 'done' })])
    world.start(moved, { run: 'run-2', policy })
    expect([world.task('T002').uid, world.task('T003').uid]).toEqual([a, b])
    world.run()
    expect(world.started.slice(2)).toEqual(['T001/work/primary#1'])
    expect(world.task('T003')).toMatchObject({ proof: 'unverified', steps: [{ attempts: 1 }] })
  })

  test('words that two tasks have are no sign of either', () => {
    const world = done(said('T001', 'same'), said('T002', 'same'))
    world.start(plan([said('T003', 'same'), said('T004', 'same')]), { run: 'run-2', policy })
    expect(world.statuses()).toMatchObject({ T003: 'working', T004: 'pending' })
  })

  test('reworded beside a tick: done stands, for the words it was done for', () => {
    const world = done(said('T001', 'a'))
    world.start(plan([said('T001', 'other', { mark: 'done' })]), { run: 'run-2', policy })
    world.run()
    expect([world.status('T001'), world.started.length]).toEqual(['done', 1])
    expect(findings(world, 'MW708')).toEqual([expect.stringContaining('reworded since they were done: T001')])
    world.start(plan([said('T001', 'a', { mark: 'done' })]), { run: 'run-3', policy })
    world.run()
    // Put back, it is done as it says.
    expect(findings(world, 'MW708')).toEqual([])
  })

  test('reworded beside the tick of a person, for whom no words are known: it is told, and unblock opens nothing', () => {
    const world = done(said('T001', 'a', { mark: 'done' }), said('T002', 'b'))
    world.start(plan([said('T001', 'other', { mark: 'done' }), said('T002', 'b', { mark: 'done' })]), {
      run: 'run-2',
      policy,
    })
    expect(findings(world, 'MW708')).toEqual([
      'reworded since they were done: T001; done stands, for the words it was done for',
    ])
    world.say({ verb: 'unblock', task: 'T001', text: '' })
    expect(world.status('T001')).toBe('done')
  })
})

describe('a done task that is saved with other words as it was open before its tick, during the run', () => {
  const stale = (title: string): World => {
    const world = new World({ changes: ['a.txt'] })
    world.start(plan([said('T001', 'one'), said('T002', 'two')]), { policy })
    while (world.status('T001') !== 'done') world.step()
    edit(world, plan([said('T001', 'one', { mark: 'done' }), said('T002', 'two')]))
    edit(world, plan([said('T001', title, { textHash: 'with a note' }), said('T002', 'two')]))
    return world.run()
  }

  test.each(['one', 'One.'])('stays done where it is called the same: %s', (title) => {
    const world = stale(title)
    expect(world.started).toEqual(['T001/work/primary#1', 'T002/work/primary#1'])
    expect(findings(world, 'MW708')).toEqual([expect.stringContaining('reworded since they were done: T001')])
    expect(findings(world, 'MW117')).toEqual([expect.stringContaining('its mark now says todo; the journal stands')])
    expect(world.status('T001')).toBe('done')
  })

  test('stays done also where its executor has died', () => {
    const world = new World({ changes: ['a.txt'] })
    world.start(plan([said('T001', 'one'), said('T002', 'two')]), { policy })
    while (world.status('T001') !== 'done') world.step()
    world.die()
    world.start(plan([said('T001', 'One'), said('T002', 'two')]), { policy })
    world.run()
    expect([world.statuses(), world.started.filter((it) => it.startsWith('T001')).length]).toEqual([
      { T001: 'done', T002: 'done' },
      1,
    ])
  })

  test.each(['ones', 'one+', 'one#', '-one', 'on.e', 'onE'])('is another one under another title: %s', (title) => {
    expect(stale(title).started).toHaveLength(3)
  })

  test('is done as it says now when a person asks for that, once', () => {
    const world = stale('One')
    world.say({ verb: 'unblock', task: 'T001', text: 'mind the note' })
    expect(world.status('T001')).toBe('pending')
    const again = plan([said('T001', 'One', { textHash: 'with a note' }), said('T002', 'two', { mark: 'done' })])
    world.start(again, { run: 'run-2', policy })
    world.run()
    expect([world.started, world.status('T001')]).toEqual([
      ['T001/work/primary#1', 'T002/work/primary#1', 'T001/work/primary#2'],
      'done',
    ])
    world.say({ verb: 'unblock', task: 'T001', text: '' })
    expect(world.log.at(-1)?.body).toMatchObject({ because: expect.stringContaining('done stays done') })
  })

  test('is another one in the next run', () => {
    const world = stale('One')
    world.start(plan([said('T001', 'One', { textHash: 'next' }), said('T002', 'two', { mark: 'done' })]), {
      run: 'run-2',
      policy,
    })
    world.run()
    expect(world.started).toHaveLength(3)
  })
})

describe('a task whose words change while it is worked on', () => {
  const gated = said('A', 'old', { steps: [step({ gates: ['g'] })] })
  const reworded = { ...gated, title: 'new', textHash: 'new' }

  test('is worked on again by the new ones, on its draft; that uses no retry', () => {
    const world = atWork(plan([said('A', 'old')]))
    edit(world, plan([said('A', 'new')]))
    world.run()
    expect(world.started).toEqual(['A/work/primary#1', 'A/work/primary#2'])
    expect(world.status('A')).toBe('done')
    expect(findings(world, 'reworded')).toEqual([expect.stringContaining('A was changed in the plan')])
    expect(world.task('A').steps[0]).toMatchObject({ tries: 1, interruptions: 1 })
    const second = world.log.findLast(
      ({ body }) => body.type === 'effect-requested' && body.effect.is === 'start-attempt',
    )
    expect(second?.body).toMatchObject({
      effect: { from: 'draft', feedback: [{ text: expect.stringContaining('as it says now') }] },
    })
  })

  test.each(['draft', 'merged'])(
    'is not done by what gates said of the old ones: during the gate on the %s',
    (purpose) => {
      const world = new World({ changes: ['a.txt'] })
      world.start(plan([gated, said('B', 'b')]), { policy: { ...policy, jobs: 2 }, gates: [gate('g')] })
      const isGate = ({ effect }: { effect: Effect }, of: string): boolean =>
        effect.is === 'run-gate' && effect.purpose === of && effect.gate === 'g'
      // B is merged first, so that the draft of A is merged with what nobody has judged yet.
      while (world.status('B') !== 'done') {
        const at = world.pending.findIndex((it) => !isGate(it, 'draft'))
        if (at < 0 || !world.step(at)) throw new Error('B never ended')
      }
      while (!world.pending.some((it) => isGate(it, purpose))) if (!world.step()) throw new Error('the gate never ran')
      edit(world, plan([reworded, said('B', 'b')]))
      world.run()
      expect(world.started.filter((it) => it.startsWith('A/'))).toHaveLength(2)
      expect(world.status('A')).toBe('done')
    },
  )

  test('again and again comes to an end', () => {
    const world = atWork(plan([said('A', 'w0')]))
    for (let at = 1; at < 40 && world.status('A') === 'working'; at += 1) {
      edit(world, plan([said('A', `w${at}`)]))
      while (world.pending.length > 0 && !(world.pending[0]?.effect.is === 'start-attempt' && at % 2 === 0)) {
        const before = world.started.length
        world.step()
        if (world.started.length > before) break
      }
    }
    expect(world.status('A')).toBe('blocked')
  })
})

describe('a task that leaves the plan', () => {
  const both = plan([said('A', 'a'), said('B', 'b')])

  test('while it is worked on: its attempt is ended, its workspace kept, and nothing of it is merged', () => {
    const world = atWork(both)
    edit(world, plan([said('B', 'b')]))
    expect(world.pending.map(({ effect }) => effect.is)).toContain('end-attempt')
    stop(world)
    expect(world.status('A')).toBe('skipped')
    world.run()
    expect([world.status('B'), world.state.status]).toEqual(['done', 'finished'])
    expect(world.started).toEqual(['A/work/primary#1', 'B/work/primary#1'])
    expect(asked(world, 'dispose-workspace')).toBe(1)
    expect(findings(world, 'MW707')).toEqual([expect.stringContaining('nobody works on them any more')])
    expect(marksOf(world.state).map((it) => it.key)).toEqual(['B'])
  })

  test('between a crash and the resume: nobody works on it again', () => {
    const world = atWork(both)
    world.die()
    world.start(plan([said('B', 'b')]), { policy })
    world.run()
    expect([world.status('A'), world.status('B'), world.state.status]).toEqual(['skipped', 'done', 'finished'])
    expect(world.started.filter((it) => it.startsWith('A/'))).toHaveLength(1)
  })

  test('with a question open: the question goes with it', () => {
    const asks = said('A', 'a', { steps: [step({ review: 'always' })] })
    const world = new World()
    world.start(plan([asks, said('B', 'b')]), { policy })
    world.run()
    expect(openReviews(world.state)).toHaveLength(1)
    world.start(plan([said('B', 'b', { mark: 'done' })]), { policy })
    world.run()
    expect([openReviews(world.state).length, world.state.status]).toEqual([0, 'finished'])
  })

  test('and comes back: it is worked on', () => {
    const world = atWork(both)
    edit(world, plan([said('B', 'b')]))
    stop(world)
    edit(world, both)
    expect(world.status('A')).not.toBe('skipped')
    world.run()
    expect(world.statuses()).toEqual({ A: 'done', B: 'done' })
  })
})

test('a new id for a task at work changes nothing for it', () => {
  const world = atWork(plan([said('A', 'a'), said('B', 'b')], [edge('A', 'B')]))
  edit(world, plan([said('A1', 'a'), said('B', 'b')], [edge('A1', 'B')]))
  world.run()
  expect(world.statuses()).toEqual({ A1: 'done', B: 'done' })
  expect(world.started).toEqual(['A/work/primary#1', 'B/work/primary#1'])
})

test('what tasks wait for is told when it changes while somebody is at work', () => {
  const world = atWork(plan([said('A', 'a'), said('B', 'b'), said('C', 'c')], [edge('C', 'B')]))
  edit(world, plan([said('A', 'a'), said('B', 'b'), said('C', 'c')], [edge('A', 'C')]))
  expect(world.state.outside.map((it) => it.what)).toEqual([
    'the plan was edited while A was at work: B no longer waits for C; C now waits for A',
  ])
})

test('tasks that are numbered anew wait for the same ones, whatever these are called now', () => {
  const world = atWork(plan([said('A', 'a'), said('B', 'b'), said('C', 'c')], [edge('A', 'C'), edge('B', 'C')]))
  edit(
    world,
    plan([said('A', 'new'), said('B', 'a'), said('C', 'b'), said('D', 'c')], [edge('B', 'D'), edge('A', 'B')]),
  )
  expect(world.state.outside.map((it) => it.what)).toEqual([
    'the plan was edited while A was at work: A is new in it; A is now B; B is now C; C is now D; D no longer waits for C',
  ])
})

describe('a tick is a claim', () => {
  test('while a workspace is set up', () => {
    const world = new World()
    world.start(plan([said('A', 'a'), said('B', 'b')]), { policy })
    expect(world.pending.map(({ effect }) => effect.is)).toEqual(['prepare-workspace'])
    edit(world, plan([said('A', 'a'), said('B', 'b', { mark: 'done' })]))
    expect([world.status('B'), findings(world, 'claim').length]).toEqual(['pending', 1])
  })

  test('while the gates run at the end', () => {
    const world = new World({ gates: { 'g draft': ['passed'] } })
    const tasks = [said('A', 'a', { steps: [step({ gates: ['g'] })] }), said('B', 'b', { mark: 'deferred' })]
    world.start(plan(tasks), { policy, gates: [gate('g')] })
    world.state.evidence.clear()
    const isFinal = ({ effect }: { effect: Effect }): boolean => effect.is === 'run-gate' && effect.purpose === 'final'
    while (!world.pending.some(isFinal)) {
      world.state.evidence.clear()
      if (!world.step()) throw new Error('the last gate never ran')
    }
    edit(world, plan([tasks[0]!, said('B', 'b', { mark: 'done' })]))
    expect([world.status('B'), findings(world, 'claim').length]).toEqual(['deferred', 1])
  })
})

describe('another feature under the same ids', () => {
  const start = (world: World, ...tasks: readonly TaskSpec[]): void =>
    world.start(plan(tasks), { run: `run-${world.log.length}`, policy })

  test('words that were done under another id, and are open again, are another task', () => {
    const world = new World({ changes: ['a.txt'] })
    start(world, said('T001', 'a'), said('T002', 'update the changelog'))
    world.run()
    world.task('T002').shown = 'done'
    start(world, said('T001', 'x'), said('T003', 'update the changelog'))
    world.run()
    expect(world.started.slice(2)).toEqual(['T001/work/primary#1', 'T003/work/primary#1'])
  })

  test('unless their tick was never shown: an open box is what a plan has that was being edited', () => {
    const world = new World({ changes: ['a.txt'] })
    start(world, said('T001', 'a'), said('T002', 'b'))
    world.run()
    start(world, said('T001', 'a'), said('T003', 'b'), said('T002', 'new'))
    world.run()
    expect(world.started.slice(2)).toEqual(['T002/work/primary#1'])
    expect(marksOf(world.state)).toContainEqual(expect.objectContaining({ key: 'T003', state: 'done' }))
  })

  test('nor where a person has set the task aside by its mark', () => {
    const world = new World({ changes: ['a.txt'] })
    start(world, said('T001', 'a'))
    world.run()
    start(world, said('T001', 'a', { mark: 'skipped' }))
    world.run()
    start(world, said('T002', 'a', { mark: 'skipped' }))
    world.run()
    expect(world.status('T002')).toBe('skipped')
  })

  test('nothing of a blocked task goes to one of another title: no attempts, no feedback, no draft', () => {
    const world = new World({ attempts: { 'T001/work': [{ how: 'failed' }] } })
    start(world, said('T001', 'a'))
    world.run()
    expect(world.status('T001')).toBe('blocked')
    start(world, said('T001', 'shiny search'))
    const uid = world.state.byKey.get('T001') ?? ''
    expect(world.state.tasks.get(uid)).toMatchObject({
      spec: { title: 'shiny search' },
      steps: [{ attempts: 0, feedback: [] }],
    })
    world.run()
    expect(world.started.at(-4)).toBe('T001/work/primary#1')
    // The old one is told, and no longer shown.
    expect(viewRun(world.state).tasks.map((it) => [it.title, it.state])).toEqual([['shiny search', 'blocked']])
  })

  test('a blocked task whose title stays is the same, told better', () => {
    const world = new World({ attempts: { 'T001/work': [{ how: 'failed' }] } })
    start(world, said('T001', 'a'))
    world.run()
    start(world, said('T001', 'a', { textHash: 'a, told better' }))
    world.run()
    expect(world.task('T001')).toMatchObject({ uid: 'u1', steps: [{ status: 'blocked', attempts: 4 }] })
  })
})

test('in place a task that ended blocked makes room for the others', () => {
  const world = new World({ attempts: { 'A/work': [{ how: 'failed' }] } })
  world.start(plan([said('A', 'a'), said('B', 'b')]), { policy: { workspace: 'in-place' } })
  world.run()
  expect(world.statuses()).toEqual({ A: 'blocked', B: 'done' })
  const kinds = world.log.flatMap(({ body, subject }) =>
    body.type === 'effect-requested' && /workspace/.test(body.effect.is)
      ? [`${body.effect.is} ${subject?.task ?? ''}`]
      : [],
  )
  expect(kinds).toEqual([
    'prepare-workspace u1',
    'dispose-workspace u1',
    'prepare-workspace u2',
    'dispose-workspace u2',
  ])
})

test.each(['skipped', 'deferred', 'blocked'] as const)(
  'a person ticks a task that was %s, with nobody at work: done by them',
  (mark) => {
    const world = new World()
    world.start(plan([said('A', 'a', { mark, reason: 'later' })]), { policy })
    world.run()
    expect(world.status('A')).toBe(mark)
    world.start(plan([said('A', 'a', { mark: 'done' })]), { run: 'run-2', policy })
    world.run()
    expect([world.status('A'), world.task('A').proof, world.started]).toEqual(['done', 'by-human', []])
  },
)

test('what stands below a task and rewords nothing, such as a note beside a file, is what its next agent is told', () => {
  const world = new World({ attempts: { 'A/work': [{ how: 'failed' }] } })
  world.start(plan([said('A', 'a', { description: 'tests: a.test.ts (CREATE)' })]), {
    policy: { ...policy, retries: 0 },
  })
  world.run()
  world.start(plan([said('A', 'a', { description: 'tests: a.test.ts (CREATE, nine cases)' })]), { policy })
  expect(world.task('A').spec.description).toBe('tests: a.test.ts (CREATE, nine cases)')
  expect(findings(world, 'plan-edited')).toEqual([])
})

describe('tasks that look the same', () => {
  const tests = (key: string, over: Partial<TaskSpec> = {}): TaskSpec => said(key, 'run the tests', over)
  const one = said('T001', 'a')
  const two = said('T002', 'b')
  const done = { mark: 'done' } as const

  const chain = (...tasks: readonly TaskSpec[]): ReturnType<typeof plan> =>
    plan(
      tasks,
      tasks.slice(1).map(({ key }, at) => edge(tasks[at]?.key ?? '', key)),
    )

  /** The first two are done and shown so; the third is at work. */
  function underWay(): World {
    const world = new World({ changes: ['a.txt'] })
    world.start(chain(one, tests('box'), two, tests('box#2')), { policy })
    while (world.started.length < 3 && world.step()) continue
    for (const key of ['T001', 'box']) world.task(key).shown = 'done'
    return world
  }
  const uidOf = (world: World, key: string): string => world.state.byKey.get(key) ?? ''

  /** What a run that has read one plan knows in another one: keys there, by those of the first. */
  function knownIn(was: readonly TaskSpec[], read: readonly TaskSpec[], accepted: string | null = null): object {
    const world = new World()
    world.start(plan(was), { policy, selection: [] })
    if (accepted !== null) world.say({ verb: 'accept', task: accepted, text: '' })
    const { known } = recognise(world.state, plan(read))
    return Object.fromEntries([...known].map(([key, uid]) => [world.state.tasks.get(uid)?.spec.key ?? '', key]))
  }
  const box = tests('box', done)

  test.each<[string, object, object]>([
    [
      'between the same two',
      knownIn([one, tests('box'), two, tests('box#2')], [tests('box'), one, tests('box#2'), two, tests('box#3')]),
      { T001: 'T001', T002: 'T002', box: 'box#2', 'box#2': 'box#3' },
    ],
    [
      'anywhere, where it was moved, by its mark',
      knownIn([one, box, two, tests('box#2')], [tests('box', done), one, two, tests('box#2'), tests('box#3')]),
      { T001: 'T001', T002: 'T002', box: 'box', 'box#2': 'box#2' },
    ],
    [
      'by the mark that was shown, where what the run says is not shown yet',
      knownIn([tests('box'), one, tests('box#2')], [tests('box'), one], 'box'),
      { T001: 'T001', box: 'box' },
    ],
    [
      'by what the run says, where that was shown and nobody noted it',
      knownIn([tests('box'), one, tests('box#2')], [tests('box', done), one], 'box'),
      { T001: 'T001', box: 'box' },
    ],
    [
      'by its words, where several have one id',
      knownIn([said('T009', 'x'), said('T009#2', 'y')], [said('T009', 'y')]),
      { 'T009#2': 'T009' },
    ],
  ])('are known %s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('are known by their neighbours and their marks where one is gone', () => {
    const world = underWay()
    const [first, last] = [uidOf(world, 'box'), uidOf(world, 'box#2')]
    edit(world, chain(two, tests('box')))
    expect(uidOf(world, 'box')).toBe(last)
    expect(world.state.tasks.get(first)).toMatchObject({ left: true })
    world.run()
    expect(world.started.slice(3)).toEqual(['box/work/primary#1'])
  })

  test('and where one more comes in', () => {
    const world = underWay()
    const [first, last] = [uidOf(world, 'box'), uidOf(world, 'box#2')]
    const more = said('T003', 'c')
    edit(world, chain(more, tests('box'), { ...one, ...done }, tests('box#2', done), two, tests('box#3')))
    expect(['box#2', 'box#3'].map((key) => uidOf(world, key))).toEqual([first, last])
    expect(world.statuses()).toMatchObject({ box: 'pending', 'box#2': 'done', 'box#3': 'pending' })
    world.run()
    expect(world.started.slice(3)).toEqual(['T003/work/primary#1', 'box/work/primary#1', 'box#3/work/primary#1'])
    expect(findings(world, 'MW117')).toEqual([])
  })
})
