/** A gate looks at the base before it judges a draft, and at what a person has committed when it is asked again. */

import { expect, test } from 'vitest'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import type { GateSpec } from '../../src/run/effect.ts'
import type { Evidence } from '../../src/run/outcome.ts'
import { isForgiven } from '../../src/run/against.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

const gates = (world: World): readonly string[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate'
      ? [`${body.effect.gate} ${body.effect.purpose}`]
      : [],
  )

/** A run that was cut off while its first task was at work, and goes on with one more gate. */
function resumed(script: ConstructorParameters<typeof World>[0]): World {
  const world = new World(script)
  world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] })]), worktree(['unit']))
  while (world.started.length === 0) world.step()
  world.die()
  world.start(plan([task('A', { steps: [step({ gates: ['unit', 'extra'] })] })]), worktree(['unit', 'extra']))
  world.run()
  return world
}
const worktree = (names: readonly string[]) => ({ policy: { workspace: 'worktree' } as const, gates: names.map(gate) })

test('a gate that comes in with a resumed run looks at the base first', () => {
  const world = resumed({})
  expect(world.status('A')).toBe('done')
  const seen = gates(world)
  expect(seen.indexOf('extra baseline')).toBeLessThan(seen.indexOf('extra draft'))
})

test('red there it is asked about, and charged to nobody', () => {
  const world = resumed({ gates: { extra: ['failed'] } })
  expect([...world.state.reviews.values()]).toMatchObject([
    { kind: 'baseline', question: expect.stringContaining('extra') },
  ])
  expect(world.status('A')).toBe('verifying')
  expect(world.started).toHaveLength(2)
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(plan([task('A', { steps: [step({ gates: ['unit', 'extra'] })] })]), worktree(['unit', 'extra']))
  world.run()
  expect(world.status('A')).toBe('done')
})

test('blocked there it ends the draft as blocked by the base', () => {
  const world = resumed({ gates: { extra: ['failed'] } })
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.start(plan([task('A', { steps: [step({ gates: ['unit', 'extra'] })] })]), worktree(['unit', 'extra']))
  world.run()
  expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'baseline', gate: 'extra' })
})

test('asked again it looks at what was committed meanwhile', () => {
  const world = new World({ gates: { 'unit baseline': ['failed', 'passed'] }, brings: [true, false] })
  const one = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
  world.start(one, worktree(['unit']))
  world.run()
  expect(world.state.status).toBe('parked')
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.start(one, worktree(['unit']))
  world.run()
  expect(world.status('A')).toBe('done')
  const commits = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'baseline'
      ? [body.effect.commit]
      : [],
  )
  expect(commits[0]).toBe('c0')
  expect(commits.slice(1)).not.toContain('c0')
})

test.each(['none', 'in-place'] as const)(
  'what a blocked task left in the one folder is looked at before the next task, in %s',
  (workspace) => {
    const two = plan([
      task('A', { steps: [step({ gates: ['unit'] })] }),
      task('B', { steps: [step({ gates: ['unit'] })] }),
    ])
    const world = new World({ gates: { 'unit baseline': ['passed', 'failed'], 'unit draft': ['failed', 'passed'] } })
    const options = { policy: { workspace, retries: 0 } as const, gates: [gate('unit')] }
    world.start(two, options)
    world.run()
    expect(world.status('A')).toBe('blocked')
    expect(world.status('B')).toBe('pending')
    const [review] = [...world.state.reviews.values()]
    expect(review).toMatchObject({
      kind: 'baseline',
      question: expect.stringContaining('with what was left or changed in the folder'),
    })
    world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
    world.start(two, options)
    world.run()
    expect(world.status('B')).toBe('done')
  },
)

test('in worktrees nothing is left, and nothing is looked at again', () => {
  const two = plan([
    task('A', { steps: [step({ gates: ['unit'] })] }),
    task('B', { steps: [step({ gates: ['unit'] })] }),
  ])
  const world = new World({ gates: { 'unit draft': ['failed', 'passed'] } })
  world.start(two, { policy: { workspace: 'worktree', retries: 0 }, gates: [gate('unit')] })
  world.run()
  expect(gates(world).filter((it) => it === 'unit baseline')).toHaveLength(1)
  expect(world.statuses()).toMatchObject({ A: 'blocked', B: 'done' })
})

test.each(['none', 'in-place'] as const)(
  'what a task left that was blocked before any gate had a word is looked at, too, in %s',
  (workspace) => {
    const two = plan([
      task('A', { steps: [step({ gates: ['unit'] })] }),
      task('B', { steps: [step({ gates: ['unit'] })] }),
    ])
    const world = new World({
      attempts: { 'A/work': [{ how: 'failed' }] },
      gates: { 'unit baseline': ['passed', 'failed'] },
    })
    world.start(two, { policy: { workspace, retries: 0 }, gates: [gate('unit')] })
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'blocked', B: 'pending' })
    expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'baseline' }])
  },
)

const twoTasks = plan(['A', 'B'].map((key) => task(key, { steps: [step({ gates: ['unit'] })] })))

test.each(
  (['none', 'in-place'] as const).flatMap((workspace) =>
    (['skip', 'defer', 'accept', 'mark'] as const).map((how) => [how, workspace] as const),
  ),
)('what a stopped task left is looked at when a person ends it (%s, %s)', (how, workspace) => {
  const world = new World({
    attempts: { 'A/work': [{ how: 'stopped' }] },
    gates: { 'unit baseline': ['passed', 'failed'] },
  })
  const options = { policy: { workspace }, gates: [gate('unit')] }
  world.start(twoTasks, options)
  while (!world.pending.some(({ effect }) => effect.is === 'start-attempt')) world.step()
  world.say({ verb: 'stop', text: '' })
  world.folder = 'left'
  world.run()
  expect(world.state.status).toBe('parked')
  if (how !== 'mark') world.say({ verb: how, task: 'A', text: '' })
  const marked = twoTasks.tasks.map((it) => (it.key === 'A' ? { ...it, mark: 'skipped' as const } : it))
  world.start(how === 'mark' ? { ...twoTasks, tasks: marked } : twoTasks, options)
  world.run()
  expect(world.statuses()).toMatchObject({ B: 'pending' })
  expect(world.started).toEqual(['A/work/primary#1'])
  expect([...world.state.reviews.values()]).toMatchObject([{ kind: 'baseline' }])
})

test('in place nothing is looked at twice where only accepted work lies', () => {
  const world = new World()
  world.start(twoTasks, { policy: { workspace: 'in-place' }, gates: [gate('unit')] })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  expect(gates(world).filter((it) => it === 'unit baseline')).toHaveLength(1)
})

test('in place a gate that comes in later looks at what the task at work began on, and not at its work', () => {
  const world = new World()
  world.folder = 'changed'
  const one = (names: readonly string[]) => plan([task('A', { steps: [step({ gates: [...names] })] })])
  const options = (names: readonly string[]) => ({ policy: { workspace: 'in-place' } as const, gates: names.map(gate) })
  world.start(one(['unit']), options(['unit']))
  while (world.started.length === 0) world.step()
  world.die()
  world.start(one(['unit', 'extra']), options(['unit', 'extra']))
  world.run()
  const commits = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'baseline'
      ? [`${body.effect.gate} ${String(body.effect.commit)}`]
      : [],
  )
  expect(commits).toEqual(['unit c0', 'unit null', `extra ${String(world.task('A').base)}`])
})

test('in place what was looked at for one task, without what that has left, is looked at again for another', () => {
  const world = new World()
  world.folder = 'changed'
  world.start(twoTasks, { policy: { workspace: 'in-place' }, gates: [gate('unit')] })
  while (gates(world).length < 2 || world.status('A') !== 'pending') world.step()
  world.say({ verb: 'skip', task: 'A', text: '' })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'skipped', B: 'done' })
  expect(gates(world).filter((it) => it === 'unit baseline')).toHaveLength(3)
})

test('in place what changed is looked at twice at most, where that changes the folder', () => {
  const world = new World()
  world.folder = 'changed'
  world.start(twoTasks, { policy: { workspace: 'in-place' }, gates: [gate('unit')] })
  for (let turns = 0; world.step(); turns += 1) if (world.started.length === 0) world.folder = `changed ${turns}`
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  expect(gates(world).filter((it) => it === 'unit baseline')).toHaveLength(3)
})

test('in place what a gate changes that is red each time is asked about, and keeps no other task waiting for ever', () => {
  const world = new World({ gates: { 'bad baseline': ['failed'] } })
  world.folder = 'changed'
  world.start(
    plan([task('A', { steps: [step({ gates: ['bad'] })] }), task('B', { steps: [step({ gates: ['fine'] })] })]),
    {
      policy: { workspace: 'in-place' },
      gates: [gate('bad'), gate('fine')],
    },
  )
  for (let turns = 0; turns < 200 && world.step(); turns += 1)
    if (world.started.length === 0) world.folder = `changed ${turns}`
  expect(world.statuses()).toMatchObject({ A: 'pending', B: 'done' })
  const open = [...world.state.reviews.values()].filter(({ answer }) => answer === null)
  expect([world.state.status, open.length]).toEqual(['parked', 1])
})

test('asked again while others are at work it waits for what was committed meanwhile', () => {
  const world = new World({ gates: { 'unit baseline': ['failed', 'passed'] }, brings: [true, false] })
  world.start(plan([task('A', { steps: [step({ gates: ['unit'] })] }), task('B')]), {
    policy: { workspace: 'worktree', jobs: 2 },
    gates: [gate('unit')],
  })
  const isAgent = (it: (typeof world.pending)[number]): boolean => it.effect.is === 'start-attempt'
  while (!world.pending.every(isAgent)) world.step(world.pending.findIndex((it) => !isAgent(it)))
  expect([world.state.reviews.size, world.started]).toEqual([1, ['B/work/primary#1']])
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.run()
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  const commits = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'baseline'
      ? [body.effect.commit]
      : [],
  )
  expect(commits[0]).toBe('c0')
  expect(commits.slice(1)).not.toContain('c0')
})

test('what was let pass in one run is asked about again in the next', () => {
  const world = new World({ gates: { unit: ['failed'] } })
  const one = (key: string) => plan([task(key, { steps: [step({ gates: ['unit'] })] })])
  world.start(one('A'), worktree(['unit']))
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(one('A'), worktree(['unit']))
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
  world.start(one('B'), { ...worktree(['unit']), run: 'run-2' })
  world.run()
  expect([world.status('B'), world.state.reviews.get('R2')?.kind]).toEqual(['pending', 'baseline'])
})

test('a gate of a task that joins the plan while others are at work looks at the base first', () => {
  const world = new World()
  const others = [task('A')]
  world.start(plan(others), { gates: [gate('unit')] })
  expect(world.started).toEqual(['A/work/primary#1'])
  const read = plan([...others, task('B', { steps: [step({ gates: ['unit'] })] })])
  world.feed({ is: 'plan-read', read: { plan: read, hash: 'edited' }, by: 'the plan file' })
  world.run()
  expect(gates(world)).toEqual(['unit baseline', 'unit draft'])
  expect(world.status('B')).toBe('done')
})

const inPlace = (policy: object = {}) => ({
  policy: { workspace: 'in-place', retries: 0, ...policy } as const,
  gates: [gate('unit')],
})
const asking = (world: World): readonly string[] =>
  [...world.state.reviews.values()].flatMap((it) => (it.answer === null ? [it.kind] : []))

/** What is red of the base is let pass, and the run goes on. */
function letPassInPlace(world: World, folder: string): void {
  world.folder = folder
  for (const isSecond of [false, true]) {
    if (isSecond) world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
    world.start(twoTasks, inPlace())
    world.run()
  }
}

test('in place what was let pass in the folder is asked about again in the next run', () => {
  const world = new World({ gates: { 'unit baseline': ['passed', 'failed', 'passed', 'failed'] } })
  const of = (key: string) => plan([task(key, { steps: [step({ gates: ['unit'] })] })])
  world.folder = 'changed'
  world.start(of('A'), inPlace())
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(of('A'), inPlace())
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
  world.start(of('B'), { ...inPlace(), run: 'run-2' })
  world.run()
  expect([world.status('B'), asking(world)]).toEqual(['pending', ['baseline']])
})

test('in place a task that mends the folder ends what was let pass: who breaks it again is charged', () => {
  const world = new World({
    gates: { 'unit baseline': ['passed', 'failed'], 'unit draft': ['passed', 'failed'] },
  })
  letPassInPlace(world, 'changed')
  expect(world.statuses()).toMatchObject({ A: 'done', B: 'blocked' })
})

test.each([
  ['as long as no commit is green', ['failed', 'failed'], { A: 'done', B: 'done' }],
  ['until one is green: who breaks it again is charged', ['passed', 'failed'], { A: 'done', B: 'blocked' }],
])(
  'in place what was let pass on commits is held against no merge, though it is green in the folder, %s',
  (_, merged, states) => {
    const says = Object.fromEntries(['baseline', 'draft', 'merged', 'final'].map((it) => [`unit ${it}`, 'same']))
    const onTip = { 'unit merged': merged, 'unit final': ['failed'] }
    const results = { 'unit baseline': ['failed', 'passed'], 'unit draft': ['passed'], ...onTip } as const
    const world = new World({ gates: results as Script['gates'] & object, says, isUncommitted: true })
    letPassInPlace(world, 'with a file that nobody has committed')
    expect([world.statuses(), world.state.findings]).toMatchObject([states, []])
  },
)

test('what was let pass on commits is asked about again where the gate is another one by then, and known by itself in place alone', () => {
  const known = (workspace: 'in-place' | 'worktree', argv?: readonly string[]): readonly number[] => {
    const world = new World({ gates: { unit: Array<'failed'>(9).fill('failed') } })
    const begin = (gates: readonly GateSpec[]): void => {
      world.start(twoTasks, { policy: { workspace, baseline: 'ignore-same' }, gates })
    }
    begin([gate('unit')])
    while (world.state.knownRed.size === 0) if (!world.step()) throw new Error('it never comes')
    world.die()
    if (argv !== undefined) begin([{ ...gate('unit'), argv }])
    return [world.state.knownRed.size, world.state.knownRedOnTip.size]
  }
  expect([known('worktree'), known('in-place'), known('in-place', ['other'])]).toEqual([
    [1, 0],
    [1, 1],
    [0, 0],
  ])
})

test('in place what is red of a merge, and was let pass on commits, is told as that, and of a draft it is not', () => {
  const says = { 'unit baseline': 'same', 'unit merged': 'same' }
  const results = {
    'unit baseline': ['failed', 'passed'],
    'unit draft': ['passed'],
    'unit merged': ['failed'],
  } as const
  const world = new World({ gates: results, says, isUncommitted: true })
  world.folder = 'with a file that nobody has committed'
  world.start(twoTasks, inPlace())
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(twoTasks, inPlace())
  const red = () => world.task('A').steps[0]?.verdicts.find((it) => it.result === 'failed')
  while (red() === undefined) if (!world.step()) throw new Error('nothing was red')
  const merged = red() as Evidence
  const ofDraft = { ...merged, tree: 'of the draft' }
  expect([merged, ofDraft].map((it) => isForgiven(world.state, world.task('A'), it))).toEqual([true, false])
})

test('in place what a person has let pass of a merge is let pass of those that stand on it, though the folder is green', () => {
  const results = { 'unit baseline': ['passed'], 'unit draft': ['passed'], 'unit merged': ['failed'] } as const
  const world = new World({ gates: results, says: { 'unit merged': 'same' }, isUncommitted: true })
  world.folder = 'changed'
  world.start(twoTasks, inPlace({ exhausted: 'ask' }))
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'override', text: '' })
  world.folder = 'changed again'
  world.start(twoTasks, inPlace({ exhausted: 'ask' }))
  world.run()
  expect([world.task('A').proof, world.state.ground, asking(world)]).toEqual(['overridden', 2, []])
  expect(world.status('B')).toBe('done')
})

test('in place what was let pass in the folder alone excuses no commit once the folder is mended', () => {
  const world = new World({
    gates: { 'unit baseline': ['passed', 'failed'], 'unit draft': ['passed'], 'unit merged': ['failed'] },
    says: { 'unit baseline': 'same', 'unit merged': 'same' },
    isUncommitted: true,
  })
  letPassInPlace(world, 'changed')
  expect(world.status('A')).toBe('blocked')
})

test('in place what steps before one that does not merge have left is a leftover as well, where all of them are done anew', () => {
  const world = new World({ conflicts: ['A'] })
  const steps = [step({ id: '1' }), step({ id: '2' })]
  const own = {
    ...inPlace(),
    policy: { ...inPlace().policy, escalation: escalationDefaults, exhausted: 'ask' as const },
  }
  world.start(plan([task('A', { steps })]), own)
  world.run()
  const drafts = world.task('A').steps.map((it) => it.draft?.commit)
  world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
  world.start(plan([task('A', { steps })]), own)
  world.run()
  const left = world.log.flatMap(({ body }) =>
    body.type === 'effect-requested' && body.effect.is === 'prepare-workspace' ? [body.effect.leftovers?.draft] : [],
  )
  expect(left).toEqual([undefined, drafts[1]])
})

test('in place accepted work is no leftover of a task that is opened again; what was not accepted is', () => {
  const prepared = (world: World) =>
    world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'prepare-workspace'
        ? [body.effect.leftovers !== undefined]
        : [],
    )
  const [accepted, blocked] = [new World(), new World({ gates: { 'unit draft': ['failed', 'passed'] } })]
  const one = plan([task('A', { steps: [step({ gates: ['unit'] })] })])
  for (const world of [accepted, blocked]) {
    world.start(one, inPlace())
    world.run()
    world.say({ verb: 'unblock', task: 'A', text: '', reopened: true })
    world.start(one, inPlace())
    world.run()
    expect(world.status('A')).toBe('done')
  }
  expect([accepted, blocked].map((it) => prepared(it).at(-1))).toEqual([false, true])
  expect([accepted, blocked].map((it) => it.started.length)).toEqual([2, 2])
})

test('in place what a person breaks while another gate is asked about is looked at before anybody begins', () => {
  const world = new World({
    gates: {
      'unit baseline': ['passed', 'failed', 'passed', 'failed'],
      'lint baseline': ['passed', 'failed', 'passed'],
    },
  })
  const one = plan([task('A', { steps: [step({ gates: ['unit', 'lint'] })] })])
  const options = { policy: { workspace: 'in-place' } as const, gates: ['unit', 'lint'].map(gate) }
  world.folder = 'both red'
  world.start(one, options)
  world.run()
  const again = (review: string, folder: string): void => {
    world.folder = folder
    world.say({ verb: 'answer', review, answer: 'retry', text: '' })
    world.start(one, options)
    world.run()
  }
  again('R1', 'unit mended')
  again('R2', 'lint mended, unit broken')
  expect([world.status('A'), asking(world)]).toEqual(['pending', ['baseline']])
  expect(world.started).toEqual([])
})

test('gates look at the base in their own order, whichever task needs one first: a test may need what a build makes', () => {
  const world = new World({})
  const read = plan([
    task('A', { steps: [step({ gates: ['unit'] })] }),
    task('B', { steps: [step({ gates: ['build'] })] }),
  ])
  world.start(read, worktree(['build', 'unit']))
  world.run()
  expect(gates(world).filter((it) => it.endsWith(' baseline'))).toEqual(['build baseline', 'unit baseline'])
})
