/** What people are shown of a task, in the plan and beside it: its mark, whose mark that is, and the reason. */

import { describe, expect, test } from 'vitest'
import type { TaskSpec } from '../../src/plan/model.ts'
import { excerptOf } from '../../src/run/excerpt.ts'
import { taskStatus } from '../../src/run/task-status.ts'
import type { StepStatus } from '../../src/run/step-status.ts'
import { marksOf, standing, viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

function ran(it: TaskSpec, script: Script = {}, selection: readonly string[] | null = null): World {
  const world = new World(script)
  world.start(plan([it]), { selection })
  return world.run()
}

const gaveUp: Script = { attempts: { 'A/work': [{ says: 'blocked' }] } }

describe('the marks that the plan is to show', () => {
  const marks = (world: World): unknown => marksOf(world.state).map((it) => [it.key, it.state])

  test.each<[string, () => World, unknown]>([
    ['done by the run', () => ran(task('A')), [['A', 'done']]],
    ['blocked by the run', () => ran(task('A'), gaveUp), [['A', 'blocked']]],
    ['open and shown so', () => ran(task('A', { steps: [step({ review: 'always' })] })), []],
    ['open and not part of the run', () => ran(task('A'), {}, []), []],
    [
      'open again, and still shown blocked',
      () => {
        const world = ran(task('A'), gaveUp)
        world.task('A').shown = 'blocked'
        world.say({ verb: 'unblock', task: 'A', text: '' })
        return world
      },
      [['A', 'todo']],
    ],
    ['done by a person, in the plan', () => ran(task('A', { mark: 'done' })), []],
    [
      'done by a person, with a command',
      () => {
        const world = ran(task('A'), {}, [])
        world.say({ verb: 'accept', task: 'A', text: '' })
        return world
      },
      [['A', 'done']],
    ],
    [
      'done by a person, with a command, and read again',
      () => {
        const world = ran(task('A'), {}, [])
        world.say({ verb: 'accept', task: 'A', text: '' })
        const read = { plan: plan([task('A', { mark: 'done' })]), hash: 'marked' }
        world.feed({ is: 'plan-read', read, by: 'the plan file' })
        return world
      },
      [['A', 'done']],
    ],
    [
      'done by an earlier run, and not part of this one',
      () => {
        const world = ran(task('A'))
        world.start(plan([task('A', { mark: 'done' })]), { selection: [], run: 'run-2' })
        return world.run()
      },
      [['A', 'done']],
    ],
    ['blocked by a person, and part of the run', () => ran(task('A', { mark: 'blocked' })), [['A', 'blocked']]],
    ['blocked by a person, and not part of the run', () => ran(task('A', { mark: 'blocked' }), {}, []), []],
    [
      'blocked by a person, whose mark was written over since',
      () => {
        const world = ran(task('A', { mark: 'blocked' }), {}, [])
        world.task('A').shown = 'todo'
        return world
      },
      [['A', 'blocked']],
    ],
    ['with a mark that nobody understands', () => ran(task('A', { mark: 'unknown' })), []],
    ['that stands for others', () => ran(task('A', { covers: ['B'] })), []],
    ['of the engine', () => ran(task('A', { origin: 'engine' })), []],
  ])('a task %s', (_, make, expected) => {
    expect(marks(make())).toEqual(expected)
  })

  test('a task that is being merged is shown done in its own commit, and nowhere else', () => {
    const world = ran(task('A'), {}, [])
    expect(marksOf(world.state, { merging: new Set([world.task('A').uid]) }).map((it) => [it.key, it.state])).toEqual([
      ['A', 'done'],
    ])
  })

  test.each([
    ['skip', 'skipped'],
    ['defer', 'deferred'],
  ] as const)('%s taken back is written over, whatever has become of the task since', (verb, mark) => {
    const world = ran(task('A'), gaveUp)
    world.say({ verb, task: 'A', text: '' })
    world.task('A').shown = mark
    world.say({ verb: 'unblock', task: 'A', text: '' })
    world.start(plan([task('A', { mark })]), { run: 'run-2' })
    world.run()
    expect(marksOf(world.state)).toMatchObject([{ state: 'blocked', overrides: true }])
  })

  test('done taken back is written over, also after the task is blocked on another ground', () => {
    const world = ran(task('A'), gaveUp, [])
    world.say({ verb: 'accept', task: 'A', text: '' })
    world.task('A').shown = 'done'
    world.say({ verb: 'unblock', task: 'A', text: '', reopened: true })
    expect(marksOf(world.state)).toMatchObject([{ state: 'todo', overrides: true }])
    world.start(plan([task('A', { mark: 'done' })]), { run: 'run-2' })
    world.run()
    expect(marksOf(world.state)).toMatchObject([{ state: 'blocked', overrides: true }])
  })

  test('what a person has marked while the run was at the task is not written over', () => {
    const world = new World(gaveUp)
    world.start(plan([task('A')]))
    while (world.status('A') !== 'working') world.step()
    world.task('A').shown = 'skipped'
    world.run()
    expect(marksOf(world.state).map((it) => [it.state, it.overrides])).toEqual([['blocked', undefined]])
  })

  test('an open task keeps its place among them while a reason of ours may stand beside it', () => {
    const world = ran(task('A'), gaveUp)
    const { uid } = world.task('A')
    const shown = { type: 'mark-shown', marks: [{ uid, state: 'blocked', writtenReason: 'ours' }] } as const
    world.log.push({ at: world.now, subject: null, body: shown })
    world.die()
    world.say({ verb: 'unblock', task: 'A', text: '' })
    expect(marksOf(world.state).map((it) => [it.state, it.reason, it.writtenReason])).toEqual([['todo', null, 'ours']])
  })
})

describe('a reason beside a mark that the plan is read with', () => {
  const taken = (reason: string | null): readonly unknown[] => {
    const world = ran(task('A'), gaveUp)
    world.feed({
      is: 'plan-read',
      read: { plan: plan([task('A', { mark: 'blocked', reason })]), hash: 'edited' },
      by: 'the plan file',
    })
    return world.log.flatMap(({ body }) => (body.type === 'mark-shown' ? body.marks.map((it) => it.writtenReason) : []))
  }
  const ours = 'The agent says it cannot be done: said'

  test.each<[string, string | null, string | null]>([
    ['in our very words is ours, even if nobody recorded that we wrote it', ours, ours],
    ['in other words is a person’s', 'wait for Ada', null],
    ['that is not there is nobody’s', null, null],
  ])('%s', (_, reason, expected) => {
    expect(taken(reason)).toEqual([expected])
  })
})

describe('why a task stands as it does', () => {
  const reviewed = task('A', { steps: [step({ review: 'always' })] })
  const by = (world: World, say: Parameters<World['say']>[0]): World => {
    world.say(say)
    return world
  }
  const rejected = '\n  no good\nreally'

  test.each<[string, () => World, object]>([
    ['blocked', () => ran(task('A'), gaveUp), { reason: 'The agent says it cannot be done: said' }],
    [
      'failed',
      () => by(ran(reviewed), { verb: 'answer', review: 'R1', answer: 'reject', text: rejected }),
      { reason: 'Rejected by h: no good' },
    ],
    ['skipped', () => by(ran(task('A'), {}, []), { verb: 'skip', task: 'A', text: 'later' }), { reason: 'later' }],
    ['deferred', () => by(ran(task('A'), {}, []), { verb: 'defer', task: 'A', text: '' }), { reason: 'Set by h' }],
    ['done', () => by(ran(task('A'), gaveUp), { verb: 'accept', task: 'A', text: 'mine' }), { reason: null }],
    ['deferred', () => ran(task('A', { mark: 'deferred', reason: 'in May' })), { reason: 'in May' }],
  ])('%s', (state, make, expected) => {
    const world = make()
    expect(standing(world.state, world.task('A'))).toEqual({ state, ...expected })
  })

  test('the next method begins without the reason why the one before was given up', () => {
    const [primary] = step().methods
    const methods = primary ? [primary, { ...primary, id: 'backup-1' }] : []
    const world = new World(gaveUp)
    world.start(plan([task('A', { steps: [step({ methods })] })]))
    while (world.started.length < 2) world.step()
    expect(standing(world.state, world.task('A'))).toEqual({ state: 'working', reason: null })
  })
})

describe('the state of a task, from those of its steps', () => {
  test.each<[readonly StepStatus[], Partial<TaskSpec>, StepStatus]>([
    [['done', 'done'], {}, 'done'],
    [['skipped', 'skipped'], {}, 'skipped'],
    [['done', 'skipped'], {}, 'done'],
    [['skipped', 'done'], {}, 'done'],
    [['done', 'pending'], {}, 'working'],
    [['skipped', 'pending'], {}, 'working'],
    [['pending', 'pending'], {}, 'pending'],
    [['done', 'reviewing'], {}, 'reviewing'],
    [['blocked', 'pending'], {}, 'blocked'],
    [['done', 'done'], { open: true }, 'working'],
    [['skipped', 'skipped'], { open: true }, 'skipped'],
  ])('%j %j is %s', (steps, more, expected) => {
    const world = ran(task('A', { steps: [step({ id: 'one' }), step({ id: 'two' })], ...more }), {}, [])
    world.task('A').steps.forEach((it, nth) => {
      it.status = steps[nth] ?? 'pending'
      it.because = it.status === 'skipped' ? 'not-critical' : null
    })
    expect(taskStatus(world.task('A'))).toBe(expected)
  })

  test.each(['by-human', 'answered', 'replaced', 'mark-in-plan'] as const)(
    'a step that was left out (%s) leaves the task out, whatever came before it',
    (because) => {
      const world = ran(task('A', { steps: [step({ id: 'one' }), step({ id: 'two' })] }), {}, [])
      const [one, two] = world.task('A').steps
      Object.assign(one ?? {}, { status: 'done' })
      Object.assign(two ?? {}, { status: 'skipped', because })
      expect(taskStatus(world.task('A'))).toBe('skipped')
    },
  )
})

test('when a task began and was done is shown, and of one that is not done only when it began', () => {
  const world = new World({ attempts: { 'B/work': [{ says: 'blocked' }] } })
  world.start(plan([task('A'), task('B'), task('C')], [edge('B', 'C')]))
  world.run()
  const times = Object.fromEntries(viewRun(world.state).tasks.map((it) => [it.key, [it.startedAt, it.endedAt]]))
  const moved = (key: string, to: StepStatus): number | undefined =>
    world.log.find(({ subject, body }) => {
      return subject?.task === world.task(key).uid && body.type === 'step-moved' && body.to === to
    })?.at
  expect(times).toEqual({
    A: [moved('A', 'working'), moved('A', 'done')],
    B: [moved('B', 'working'), null],
    C: [null, null],
  })
})

test('an event before the first attempt names none', () => {
  const world = ran(task('A'))
  const named = world.log.flatMap(({ subject, body }) =>
    body.type === 'step-moved' && subject ? [[body.to, subject.attempt]] : [],
  )
  expect(named).toEqual([
    ['working', null],
    ['verifying', 1],
    ['done', 1],
  ])
})

test('a check of a gate is called by the ground it is made on', () => {
  const world = new World({ brings: [true, false] })
  const checked = (key: string): TaskSpec => task(key, { steps: [step({ gates: ['unit'] })] })
  world.start(plan([checked('A'), checked('B')], [edge('A', 'B')]), {
    policy: { workspace: 'worktree' },
    gates: [gate('unit')],
  })
  world.run()
  const checks = viewRun(world.state).tasks.filter((it) => it.origin === 'engine')
  expect(Object.fromEntries(checks.map((it) => [it.key, it.title]))).toEqual({
    'baseline:run-1:unit': 'Gate unit on the untouched base',
    'baseline:run-1:unit:1': 'Gate unit with the commits that were brought in',
  })
})

test('what steers a terminal or reorders its text is shown as an escape, at the borders of each range', () => {
  const unsafe = [
    [0x00, 0x08],
    [0x0b, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x180e, 0x180e],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0xd800, 0xdfff],
    [0xe000, 0xf8ff],
    [0xfeff, 0xfeff],
    [0xfff9, 0xfffb],
    [0xe0000, 0x10ffff],
  ] as const
  const isShown = (code: number): boolean => excerptOf(`<${String.fromCodePoint(code)}>`).length <= 4
  for (const [first, last] of unsafe) {
    expect([first, last].map(isShown), first.toString(16)).toEqual([false, false])
    const beside = [first - 1, last + 1].filter(
      (code) => code >= 0 && code <= 0x10ffff && !unsafe.some(([from, to]) => code >= from && code <= to),
    )
    expect(beside.filter((code) => !isShown(code))).toEqual([])
  }
  expect(excerptOf('a\u001bb\u009fc\u202ed')).toBe('a\\x1bb\\x9fc\\u{202e}d')
})

test('work that could not be brought to the tip is told as that, with what to do, and whatever else there is to see below it', () => {
  const world = new World()
  const perform = world.perform.bind(world)
  const failure = { reason: 'the reference is locked', help: 'look who holds it\nmore' }
  world.perform = (effect) => (effect.is === 'integrate' ? { of: 'integrate', is: 'failed', failure } : perform(effect))
  world.start(plan([task('A')]), { policy: { workspace: 'worktree' } })
  world.run()
  expect(standing(world.state, world.task('A'))).toEqual({
    state: 'blocked',
    reason: 'Not merged: the reference is locked (look who holds it)',
  })
})

test('a path outside of the workspaces is told once, and one that acts on git or on gates with each task', () => {
  const world = new World()
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'snapshot' || outcome.is !== 'taken' || effect.is !== 'snapshot') return outcome
    const during = [effect.name.task]
    const shared = { path: '.venv', is: 'shared', during } as const
    return { ...outcome, outside: [{ path: 'run.log', during }, { path: '.git/config', during }, shared] }
  }
  world.start(plan([task('A'), task('B')]), { policy: { workspace: 'worktree', jobs: 1 } })
  world.run()
  expect(world.state.outside.map((it) => [it.task, it.path])).toEqual([
    ['A', 'run.log'],
    ['A', '.git/config'],
    ['A', '.venv'],
    ['B', '.git/config'],
    ['B', '.venv'],
  ])
})

test.each([
  ['accept', { verb: 'accept', task: 'A', text: '' }, 'done'],
  ['skip', { verb: 'skip', task: 'A', text: '' }, 'skipped'],
  ['unblock', { verb: 'unblock', task: 'A', text: '' }, 'pending'],
] as const)(
  'what a run leaves out is open again once the first of them no longer holds it: %s',
  (_, command, first) => {
    const world = new World(gaveUp)
    const chain = [task('A'), task('B'), task('C'), task('D')]
    const edges = [edge('A', 'B'), edge('B', 'C')]
    world.start(plan(chain, edges), {})
    world.run()
    for (const key of ['A', 'B', 'C']) world.task(key).shown = 'blocked'
    const marked = ['A', 'B', 'C'].map((key) => task(key, { mark: 'blocked' }))
    world.start(plan([...marked, task('D'), task('E')], edges), { selection: ['E'] })
    world.run()
    const states = (): readonly string[] => ['A', 'B', 'C'].map((key) => standing(world.state, world.task(key)).state)
    expect(states()).toEqual(['blocked', 'blocked', 'blocked'])
    expect(standing(world.state, world.task('C')).reason).toBe('Unmet dependencies: B')
    world.say(command)
    expect(states()).toEqual([first, 'pending', 'pending'])
  },
)

test('what an open task of another phase blocks stays so while a run is about something else', () => {
  const world = new World()
  const edges = [edge('A', 'B')]
  world.start(plan([task('A'), task('B'), task('C')], edges), { selection: ['B'] })
  world.run()
  expect(standing(world.state, world.task('B'))).toEqual({ state: 'blocked', reason: 'Unmet dependencies: A' })
  world.task('B').shown = 'blocked'
  world.start(plan([task('A'), task('B', { mark: 'blocked' }), task('C')], edges), { selection: ['C'] })
  world.run()
  expect(standing(world.state, world.task('B'))).toEqual({ state: 'blocked', reason: 'Unmet dependencies: A' })
})
