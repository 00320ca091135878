/** Commits of others that are brought into the tip during a run: a new ground, on which nothing is known yet. */

import { describe, expect, test } from 'vitest'
import type { CommandBody } from '../../src/run/command.ts'
import type { GateSpec } from '../../src/run/effect.ts'
import { agentMethod, edge, gate, plan, step, task, World, type Script } from './world.ts'

const checked = (key: string): ReturnType<typeof task> => task(key, { steps: [step({ gates: ['g'] })] })

function ran(script: Script): World {
  const world = new World(script)
  world.start(plan([checked('A'), checked('B')], [edge('A', 'B')]), {
    policy: { workspace: 'worktree' },
    gates: [gate('g')],
  })
  return world.run()
}

/** Effects in the order in which they were requested and ended. */
const effectsOf = (world: World): readonly string[] =>
  world.log.flatMap(({ body }) =>
    body.type === 'effect-requested'
      ? [`> ${body.effect.is}`]
      : body.type === 'effect-settled'
        ? [`< ${body.outcome.of}`]
        : [],
  )

test.each([
  ['where others may be on the branch, what they have committed comes first', {}, false],
  ['where nobody is, the next task does not wait for it', { quiet: true as const }, true],
])('a publish under way: %s', (_when, script, goesOn) => {
  const effects = effectsOf(ran({ ...script, gates: { 'g baseline': ['passed'] } }))
  const published = effects.indexOf('< publish')
  const begun = effects.lastIndexOf('> prepare-workspace')
  expect([published, begun].every((it) => it >= 0)).toBe(true)
  expect(begun < published).toBe(goesOn)
})

test('a gate that they turn red is asked about, and not charged to the next task', () => {
  const world = ran({ brings: [true, false], gates: { 'g baseline': ['passed', 'failed'], 'g final': ['failed'] } })
  expect([world.status('A'), world.status('B'), world.state.status]).toEqual(['done', 'pending', 'parked'])
  // Asked about it is told once.
  expect(world.state.findings).toEqual([])
  expect(world.started).toEqual(['A/work/primary#1'])
  expect([...world.state.reviews.values()].map((it) => [it.kind, it.question])).toEqual([
    ['baseline', 'gate g failed since commits of others were brought in (g)'],
  ])
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(plan([checked('A'), checked('B')], [edge('A', 'B')]), {
    policy: { workspace: 'worktree' },
    gates: [gate('g')],
  })
  world.run()
  expect([world.status('B'), world.state.status]).toEqual(['done', 'finished'])
})

test('asked about what they turn red, nobody is told beside it that what did not look for that is red', () => {
  const world = new World({
    brings: [true, false],
    gates: { 'build baseline': ['passed', 'failed'], 'build final': ['failed'], 'unit final': ['failed'] },
  })
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate' || outcome.evidence.gate !== 'unit' || outcome.evidence.result === 'passed')
      return outcome
    return { ...outcome, evidence: { ...outcome.evidence, without: 'build' } }
  }
  const both = (key: string): ReturnType<typeof task> => task(key, { steps: [step({ gates: ['build', 'unit'] })] })
  world.start(plan([both('A'), both('B')], [edge('A', 'B')]), {
    policy: { workspace: 'worktree' },
    gates: ['build', 'unit'].map(gate),
  })
  world.run()
  expect([...world.state.reviews.values()].map((it) => it.question)).toEqual([
    'gate build failed since commits of others were brought in (build)',
  ])
  expect(world.state.findings).toEqual([])
})

test('where a person says that they block, what waits to be merged ends blocked', () => {
  const world = merging({ 'g baseline': ['passed', 'failed'], 'g merged': ['failed'] })
  world.run()
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.start(plan([checked('A'), checked('B')]), { policy: { workspace: 'worktree', jobs: 2 }, gates: [gate('g')] })
  world.run()
  expect([world.status('B'), world.state.status]).toEqual(['blocked', 'finished'])
  expect(world.task('B').steps[0]?.cause).toEqual({ is: 'baseline', gate: 'g' })
})

test('let pass, the red gate proves nothing of what is merged onto them', () => {
  const world = ran({
    brings: [true, false],
    gates: { 'g baseline': ['passed', 'failed'], 'g draft': ['passed', 'failed'] },
  })
  world.say({ verb: 'answer', review: 'R1', answer: 'ignore-same', text: '' })
  world.start(plan([checked('A'), checked('B')], [edge('A', 'B')]), {
    policy: { workspace: 'worktree' },
    gates: [gate('g')],
  })
  world.run()
  expect([world.task('A').proof, world.task('B').proof]).toEqual(['verified', 'unverified'])
})

test('green on them, a question that stood is taken back, and a kill before its terminal heard of that is gone on from', () => {
  const world = new World({ brings: [true, false], gates: { 'g baseline': ['failed', 'passed'] } })
  const choice = { policy: { workspace: 'worktree' }, gates: [gate('g')] } as const
  const read = plan([checked('A')])
  world.start(read, choice)
  while (world.state.reviews.size === 0 && world.step()) continue
  const at = world.pending.findIndex(({ effect }) => effect.is === 'ask-review')
  const [asked] = world.pending.splice(at, 1)
  expect(asked?.effect).toEqual({ is: 'ask-review', review: 'R1' })
  world.die()
  world.start(read, choice)
  while (world.state.reviews.get('R1')?.answer === null) {
    // The terminal stands at the question; everything else goes on.
    const next = world.pending.findIndex(({ effect }) => effect.is !== 'ask-review')
    if (next < 0 || !world.step(next)) throw new Error('the question was never taken back')
  }
  world.die()
  world.start(read, choice)
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
})

test('green on them, the run goes on', () => {
  const world = ran({ brings: [true, false] })
  expect([world.status('B'), world.state.status, world.state.reviews.size]).toEqual(['done', 'finished', 0])
})

test('brought in after the last task, the gates run once more and a red one is a finding', () => {
  const world = ran({ brings: [false, true, false], gates: { 'g final': ['failed'] } })
  expect([world.status('A'), world.status('B'), world.state.status]).toEqual(['done', 'done', 'finished'])
  expect(world.state.findings).toMatchObject([
    { kind: 'tip-red', text: expect.stringMatching(/merged since it was green: .*commits of others$/) },
  ])
})

test.each([1, 2])(
  'brought in while more wait to be merged than there are jobs (%i): the gates look at them first',
  (jobs) => {
    const world = new World({
      attempts: { 'A/work': [{ how: 'waiting' }], 'B/work': [{ how: 'waiting' }], 'C/work': [{ how: 'waiting' }] },
    })
    const read = plan([checked('A'), checked('B'), checked('C')])
    const choice = { policy: { workspace: 'worktree', jobs }, gates: [gate('g')] } as const
    world.start(read, choice)
    world.run()
    for (const review of ['R1', 'R2', 'R3']) world.say({ verb: 'answer', review, answer: 'approve', text: '' })
    world.start(read, choice)
    // Their drafts are taken, and accepted, before the commits are there.
    for (;;) {
      const other = world.pending.findIndex(({ effect }) => effect.is !== 'publish' && effect.is !== 'integrate')
      if (other < 0) break
      world.step(other)
    }
    const perform = world.perform.bind(world)
    world.perform = (effect) =>
      effect.is === 'publish' ? { of: 'publish', is: 'published', to: 'main', tip: 'theirs' } : perform(effect)
    world.step(world.pending.findIndex(({ effect }) => effect.is === 'publish'))
    world.perform = perform
    world.run()
    expect([world.statuses(), world.state.status]).toEqual([
      expect.objectContaining({ A: 'done', B: 'done', C: 'done' }),
      'finished',
    ])
  },
)

/** A world in which commits of others come in while B is being merged. */
function merging(gates: Script['gates'], all: readonly GateSpec[] = [gate('g')]): World {
  const world = new World({ brings: [true, false], ...(gates ? { gates } : {}) })
  const read = plan([checked('A'), checked('B')])
  world.start(read, { policy: { workspace: 'worktree', jobs: 2 }, gates: all })
  const indexOf = (is: string): number => world.pending.findIndex(({ effect }) => effect.is === is)
  while (indexOf('publish') < 0 || indexOf('integrate') < 0) {
    const other = world.pending.findIndex(({ effect }) => effect.is !== 'publish' && effect.is !== 'integrate')
    if (!world.step(other >= 0 ? other : indexOf('integrate')))
      throw new Error('nobody is merged while it is published')
  }
  world.step(indexOf('publish'))
  world.step(indexOf('integrate'))
  return world
}

test('what they turn red of what a gate of the task needs is asked about before that is merged, too', () => {
  const build = { ...gate('build'), paths: ['src/**'] }
  const world = merging({ 'build baseline': ['passed', 'failed'] }, [build, gate('g')])
  world.run()
  expect([world.status('B'), [...world.state.reviews.values()].map(({ question }) => question)]).toEqual([
    'merging',
    [expect.stringContaining('gate build failed since commits of others were brought in')],
  ])
})

test.each([
  ['red', 'failed' as const, 'merging', ['R1']],
  ['green', 'passed' as const, 'done', []],
])('brought in while a task is merged, and %s: the gates look at them alone first', (_how, result, status, reviews) => {
  const world = merging({ 'g baseline': ['passed', result], 'g merged': [result] })
  world.run()
  expect([world.status('B'), [...world.state.reviews.keys()]]).toEqual([status, reviews])
  expect(world.started.filter((it) => it.startsWith('B/'))).toHaveLength(1)
  // It was merged onto them before they were looked at: nothing is to be merged again.
  const { uid } = world.task('B')
  const merges = world.log.filter(
    ({ body, subject }) =>
      subject?.task === uid &&
      body.type === 'effect-requested' &&
      body.effect.is === 'integrate' &&
      body.effect.stage === 'merge',
  )
  expect(merges).toHaveLength(1)
})

test('green on them and red with them, the task is worked on again', () => {
  const world = merging({ 'g baseline': ['passed', 'passed'], 'g merged': ['failed', 'passed'] })
  world.run()
  expect([world.status('B'), world.state.status]).toEqual(['done', 'finished'])
  expect(world.started.filter((it) => it.startsWith('B/'))).toHaveLength(2)
})

test('mended by a later commit, the task is merged with that, and its draft is not charged', () => {
  const world = merging({ 'g baseline': ['passed', 'failed', 'passed'], 'g merged': ['passed'] })
  world.run()
  const [review] = [...world.state.reviews.values()]
  const red = world.task('B').merge?.tip
  // What the gate says of a tree that is merged onto the red commit.
  const perform = world.perform.bind(world)
  world.perform = (effect) => {
    if (effect.is === 'publish') return { of: 'publish', is: 'published', to: 'main', tip: 'mended' }
    const outcome = perform(effect)
    if (outcome.of !== 'run-gate' || effect.is !== 'run-gate' || effect.purpose !== 'merged') return outcome
    const isRed = world.task('B').merge?.tip === red
    return { ...outcome, evidence: { ...outcome.evidence, result: isRed ? 'failed' : 'passed', fingerprint: '' } }
  }
  world.say({ verb: 'answer', review: review?.id ?? '', answer: 'retry', text: '' })
  world.start(plan([checked('A'), checked('B')]), { policy: { workspace: 'worktree', jobs: 2 }, gates: [gate('g')] })
  for (let steps = 0; steps < 200 && world.status('B') !== 'done' && world.step(); steps += 1);
  expect(world.status('B')).toBe('done')
  expect(world.started.filter((it) => it.startsWith('B/'))).toHaveLength(1)
})

describe('commits of others are there before anything begins', () => {
  const policy = { workspace: 'worktree' } as const
  const isAsked = (world: World, is: string): boolean => world.pending.some(({ effect }) => effect.is === is)
  const publish = (world: World): void => {
    world.step(world.pending.findIndex(({ effect }) => effect.is === 'publish'))
  }
  const bases = (world: World): readonly (string | null)[] =>
    world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'start-attempt' ? [body.effect.base] : [],
    )

  test('the attempt that a person asks for while the run is at work', () => {
    const world = new World({ gates: { 'g draft': ['failed', 'passed'] } })
    world.start(plan([checked('A')]), { policy: { ...policy, exhausted: 'ask', retries: 0 }, gates: [gate('g')] })
    while (world.state.reviews.size === 0) world.step()
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'it is there now' })
    expect([world.started.length, isAsked(world, 'publish')]).toEqual([1, true])
    publish(world)
    world.run()
    expect([world.started.length, world.status('A')]).toEqual([2, 'done'])
  })

  test('a task, after the one before it was merged', () => {
    const world = new World({ brings: [true, false] })
    world.start(plan([task('A'), task('B')]), { policy })
    while (world.status('A') !== 'done') world.step()
    expect([world.status('B'), isAsked(world, 'publish')]).toEqual(['pending', true])
    publish(world)
    const { tip } = world.state
    world.run()
    expect(bases(world)[1]).toBe(tip)
  })

  test.each<[string, CommandBody]>([
    ['accepts', { verb: 'accept', task: 'A', text: 'by hand' }],
    ['unblocks', { verb: 'unblock', task: 'A', text: '' }],
  ])('a task that a person %s, and what waits for it', (_, said) => {
    const world = new World({ brings: [true, false], attempts: { 'A/work': [{ how: 'failed' }] } })
    world.start(plan([task('A'), task('B'), task('C')], [edge('A', 'B')]), { policy: { ...policy, retries: 0 } })
    while (world.status('A') !== 'blocked') world.step()
    while (isAsked(world, 'publish')) publish(world)
    world.say(said)
    expect(isAsked(world, 'publish')).toBe(true)
  })

  test('a task that a person marks as done in the plan, and what waits for it', () => {
    const world = new World({ brings: [true, false], attempts: { 'A/work': [{ how: 'failed' }] } })
    const read = (mark: 'done' | 'todo') => plan([task('A', { mark }), task('B')], [edge('A', 'B')])
    world.start(read('todo'), { policy: { ...policy, retries: 0, jobs: 2 } })
    while (world.status('A') !== 'blocked') world.step()
    while (isAsked(world, 'publish')) publish(world)
    world.feed({ is: 'plan-read', read: { plan: read('done'), hash: 'h2' }, by: 'h' })
    expect([world.status('A'), isAsked(world, 'publish'), isAsked(world, 'start-attempt')]).toEqual([
      'done',
      true,
      false,
    ])
  })

  test('but not in place, where an agent is in the middle of changing them', () => {
    const world = new World()
    world.start(plan([task('A'), task('B')]), { policy: { workspace: 'in-place' } })
    while (world.started.length === 0) world.step()
    world.say({ verb: 'skip', task: 'B', text: '' })
    expect([world.status('B'), isAsked(world, 'publish')]).toEqual(['skipped', false])
  })

  test.each([
    [[], 1, false],
    [['failed'] as const, 2, true],
  ])('an attempt that was cut off is made again on them: after the gates said %j', (said, attempt, carry) => {
    const world = new World({ brings: [true, false], gates: { 'g draft': [...said, 'passed'] } })
    world.start(plan([checked('A')]), { policy, gates: [gate('g')] })
    while (world.started.length < attempt) world.step()
    world.die()
    world.start(plan([checked('A')]), { policy, gates: [gate('g')] })
    expect([isAsked(world, 'publish'), isAsked(world, 'start-attempt')]).toEqual([true, false])
    const before = world.task('A')
    publish(world)
    const asked = world.pending.find(({ effect }) => effect.is === 'prepare-workspace')?.effect
    expect(asked && 'carry' in asked ? asked.carry : undefined).toEqual(
      carry ? { step: 'work', base: before.base, draft: before.steps[0]?.draft?.commit } : undefined,
    )
    world.run()
    expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
    expect(bases(world).at(-1)).toBe(carry ? 'carried' : world.task('A').base)
  })

  test('an attempt that begins anew behind a draft which was carried to them stands on the step before it, on them as well', () => {
    const methods = [agentMethod, { ...agentMethod, id: 'backup-1' }]
    const read = plan([task('A', { steps: [step({ id: '1' }), step({ id: '2', gates: ['g'], methods })] })])
    const world = new World({ brings: [true, false], gates: { 'g draft': ['failed', 'failed', 'passed'] } })
    const choice = { policy: { ...policy, retries: 1 }, gates: [gate('g')] }
    world.start(read, choice)
    while (world.started.length < 3) world.step()
    world.die()
    world.start(read, choice)
    const { base: root, steps } = world.task('A')
    const drafts = steps.map(({ draft }) => draft?.commit)
    world.run()
    const carried = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'prepare-workspace' && body.effect.carry !== undefined
        ? [body.effect.carry]
        : [],
    )
    expect(carried).toEqual([
      { step: '1', base: root, draft: drafts[0] },
      { step: '2', base: root, draft: drafts[1] },
    ])
    expect([world.started.at(-1), bases(world).at(-1), world.status('A')]).toEqual([
      'A/2/backup-1#4',
      'carried',
      'done',
    ])
  })

  test('a draft that does not merge with them is kept, and its task blocked', () => {
    const world = new World({ brings: [true, false], gates: { 'g draft': ['failed', 'passed'] }, carries: false })
    world.start(plan([checked('A'), checked('B')]), { policy, gates: [gate('g')] })
    while (world.started.length < 2) world.step()
    world.die()
    world.start(plan([checked('A'), checked('B')]), { policy, gates: [gate('g')] })
    world.run()
    expect([world.status('A'), world.status('B')]).toEqual(['blocked', 'done'])
    expect(world.task('A').steps[0]?.cause).toMatchObject({ is: 'conflict', paths: ['f.txt'] })
    expect(world.task('A').steps[0]?.feedback.at(-1)).toMatchObject({
      from: 'merge',
      text: expect.stringContaining('conflicts in f.txt'),
    })
  })
})

test.each([
  ['green', 'passed' as const, ['done', 'finished'], ['R1 withdrawn']],
  ['red again', 'failed' as const, ['pending', 'parked'], ['R1 withdrawn', 'R2 null']],
])('a red base that a person mends with a commit is looked at anew: %s', (_how, result, ends, reviews) => {
  const world = new World({ gates: { 'g baseline': ['failed', result] } })
  const read = plan([checked('A')])
  const choice = { policy: { workspace: 'worktree' }, gates: [gate('g')] } as const
  world.start(read, choice)
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(['pending', 'parked'])
  world.perform = ((perform) => (effect) => {
    const outcome = perform(effect)
    const isFirst = effect.is === 'publish' && world.state.ground === 0
    return isFirst && outcome.of === 'publish' ? { of: 'publish', is: 'published', to: 'main', tip: 'mended' } : outcome
  })(world.perform.bind(world))
  world.start(read, choice)
  world.run()
  expect([world.status('A'), world.state.status]).toEqual(ends)
  expect([...world.state.reviews.values()].map((it) => `${it.id} ${String(it.answer)}`)).toEqual(reviews)
})

describe('in place', () => {
  const choice = { policy: { workspace: 'in-place' }, gates: [gate('g')] } as const
  const read = plan([checked('A'), checked('B')])
  const asked = (world: World): readonly string[] =>
    world.log.flatMap(({ body }) => (body.type === 'effect-requested' ? [body.effect.is] : []))

  test('what a person has committed comes in before a task begins in the folder', () => {
    const world = new World({ behind: [true, false], brings: [true, false] })
    world.start(read, choice)
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
    const wanted = ['prepare-workspace', 'publish', 'start-attempt']
    const first = asked(world).filter((it) => wanted.includes(it))
    expect(first.slice(0, 3)).toEqual(['prepare-workspace', 'publish', 'prepare-workspace'])
    expect(world.task('A').base).not.toBe('c0')
  })

  test('it comes in before a gate looks at the base once more', () => {
    const world = new World({ brings: [true, false], gates: { 'g baseline': ['failed', 'passed'] } })
    world.start(read, choice)
    world.run()
    world.say({ verb: 'answer', review: 'R1', answer: 'retry', text: '' })
    world.start(read, choice)
    world.run()
    const commits = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'run-gate' && body.effect.purpose === 'baseline'
        ? [body.effect.commit]
        : [],
    )
    expect(commits.slice(0, 2)).toEqual(['c0', 'c1'])
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done' })
  })

  test('nothing comes in beside an agent that works in the folder', () => {
    const world = new World({ attempts: { 'A/work': [{ how: 'stopped' }] } })
    world.start(read, choice)
    while (world.started.length === 0) world.step()
    world.say({ verb: 'stop', text: '' })
    world.run()
    const before = asked(world).length
    world.start(read, choice)
    expect(asked(world).slice(before)).not.toContain('publish')
  })
})
