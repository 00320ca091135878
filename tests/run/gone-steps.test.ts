/** A step of a spec that a person takes out of the plan, leaves out, or whose task they call otherwise, while its task is under way. */

import { describe, expect, test } from 'vitest'
import type { Plan, StepSpec } from '../../src/plan/model.ts'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { unfinished } from '../../src/run/completion/unfinished.ts'
import { recognise } from '../../src/run/recognise.ts'
import { readFiles } from '../dialects/spec/reading.ts'
import { gate, plan, step, task, World, type Script } from './world.ts'

const policy: Partial<Policy> = {
  ...({ workspace: 'worktree', retries: 0, mode: 'silent', exhausted: 'ask' } as const),
  escalation: escalationDefaults,
}

const of = (ids: readonly string[], over: Readonly<Record<string, Partial<StepSpec>>> = {}, title = 'A'): Plan =>
  plan([
    task('A', {
      title,
      textHash: `${title} ${ids.join()} ${JSON.stringify(over)}`,
      steps: ids.map((id) => step({ id, title: `do ${id}`, critical: true, ...over[id] })),
    }),
  ])

function started(read: Plan, attempts: NonNullable<Script['attempts']>): World {
  const world = new World({ attempts })
  return resume(world, read)
}

function resume(world: World, read: Plan): World {
  world.start(read, { policy })
  return world.run()
}

const statuses = (world: World): readonly string[] => world.task('A').steps.map((it) => `${it.spec.id} ${it.status}`)
const answers = ({ state }: World): readonly unknown[] => [...state.reviews.values()].map(({ answer }) => answer)
const attempts = (world: World): number =>
  world.log.filter(({ body }) => body.type === 'effect-requested' && body.effect.is === 'start-attempt').length

describe('a step that is taken out of the plan while people are asked about it', () => {
  test('is asked about no more, and its task goes on without it', () => {
    const world = resume(started(of(['1', '2', '3']), { 'A/2': [{ how: 'failed' }] }), of(['1', '3']))
    expect([answers(world), world.status('A')]).toEqual([['withdrawn'], 'done'])
    expect(statuses(world).toSorted()).toEqual(['1 done', '2 skipped', '3 done'])
    expect(world.state.course.records.map(({ step: name, status }) => `${name} ${status}`)).toEqual([
      'A.1 completed',
      'A.2 skipped',
      'A.3 completed',
    ])
  })

  test('also where it was the last one', () => {
    const world = resume(started(of(['1', '2']), { 'A/2': [{ how: 'failed' }] }), of(['1']))
    expect([answers(world), world.status('A'), world.task('A').steps[0]?.mergedAt !== null]).toEqual([
      ['withdrawn'],
      'done',
      true,
    ])
  })

  test('while somebody works on it is ended with the attempt', () => {
    const world = new World({ attempts: { 'A/2': [{ how: 'failed' }] } })
    world.start(of(['1', '2', '3']), { policy })
    const isAt = (): boolean =>
      world.pending.some(({ effect }) => effect.is === 'start-attempt' && effect.name.step === '2')
    while (!isAt() && world.step()) continue
    const read = of(['1', '3'])
    world.feed({ is: 'plan-read', read: { plan: read, hash: JSON.stringify(read) }, by: 'the plan file' })
    world.run()
    expect([answers(world), attempts(world), world.status('A')]).toEqual([[], 3, 'done'])
  })

  test('is done where it stands there again', () => {
    const world = started(of(['1', '2', '3']), { 'A/2': [{ how: 'failed' }, {}], 'A/3': [{ how: 'failed' }, {}] })
    resume(world, of(['1', '3']))
    expect(answers(world)).toEqual(['withdrawn', null])
    resume(world, of(['1', '2', '3']))
    expect(world.task('A').steps.find((it) => it.spec.id === '2')?.status).toBe('done')
  })
})

describe('a step that is taken out of the plan after it has ended its task blocked', () => {
  const blocked = (ids: readonly string[], at: string): World => {
    const world = started(of(ids), { [`A/${at}`]: [{ how: 'failed' }] })
    world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'no' })
    return resume(world, of(ids))
  }
  const unblocked = (world: World, read: Plan): World => {
    world.say({ verb: 'unblock', task: 'A', text: 'without it' })
    expect(world.status('A')).toBe('pending')
    world.start(read, { policy, run: 'run-2' })
    return world.run()
  }

  test.each(['before', 'after'])(
    'in the middle: the task goes on at its turn, the plan read %s it is opened',
    (when) => {
      const world = blocked(['1', '2', '3'], '2')
      if (when === 'before') world.start(of(['1', '3']), { policy, run: 'run-1' })
      if (when === 'before') world.run()
      unblocked(world, of(['1', '3']))
      expect([world.status('A'), attempts(world)]).toEqual(['done', 3])
      expect(world.task('A').steps.find((it) => it.spec.id === '3')?.mergedAt).not.toBeNull()
    },
  )

  test.each(['before', 'after'])(
    'as the last one: what those before it have done is judged and merged, the plan read %s it is opened',
    (when) => {
      const world = blocked(['1', '2'], '2')
      if (when === 'before') world.start(of(['1']), { policy, run: 'run-1' })
      if (when === 'before') world.run()
      unblocked(world, of(['1']))
      const [first] = world.task('A').steps.filter((it) => it.spec.id === '1')
      expect([world.status('A'), first?.mergedAt !== null, world.task('A').proof !== null]).toEqual([
        'done',
        true,
        true,
      ])
    },
  )

  test('holds nothing that comes after it, and keeps no goal from being reached', () => {
    const world = blocked(['1', '2', '3'], '2')
    expect(unfinished(world.state)).toContain('Critical step A.2 "do 2" has failed')
    unblocked(world, of(['1', '3']))
    expect(unfinished(world.state)).toEqual([])
  })
})

test('who accepts a task is told of what its steps have done and nobody merges', () => {
  const world = started(of(['1', '2']), { 'A/2': [{ how: 'failed' }] })
  const draft = 'd'.repeat(40)
  const [first] = world.task('A').steps
  // The world of these tests names commits shortly.
  Object.assign(first ?? {}, { draft: { ...first?.draft, commit: draft } })
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'by hand' })
  world.say({ verb: 'accept', task: 'A', text: 'did it by hand' })
  expect(world.state.findings.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    expect.stringMatching(/^not-merged A: accepted .*what A\.1 had done is merged by nobody.* dddddddddddd$/),
  ])
})

test('what was left out with a step that is red without comes after it again once it is done after all', () => {
  const gates = { 'g baseline': ['passed'], 'g merged': ['failed', 'passed'] } as const
  const world = new World({ attempts: { 'A/2': [{ how: 'failed' }, {}] }, gates })
  const read = of(['1', '2', '3'], { '1': { gates: ['g'] }, '2': { gates: ['g'] }, '3': { gates: ['g'] } })
  const go = (): World => {
    world.start(read, { policy, gates: [gate('g')] })
    return world.run()
  }
  go()
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'no' })
  go()
  const asked = [...world.state.reviews.values()].at(-1)
  expect(asked?.question).toContain('is red where it is left out')
  world.say({ verb: 'answer', review: asked?.id ?? '', answer: 'revise', text: 'after all' })
  go()
  expect([statuses(world), world.status('A')]).toEqual([['1 done', '2 done', '3 done'], 'done'])
})

test('what a person has left out is not worked on since other words of its task have changed', () => {
  const world = started(of(['1', '2']), { 'A/2': [{ how: 'failed' }] })
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'not now' })
  expect(statuses(world)).toEqual(['1 done', '2 merging'])
  resume(world, of(['1', '2']))
  const before = attempts(world)
  resume(world, of(['1', '2'], { '2': { notes: 'more' } }))
  expect([statuses(world), attempts(world), answers(world)]).toEqual([['1 done', '2 skipped'], before, ['skip']])
})

test('the same before it is merged', () => {
  const world = started(of(['1', '2']), { 'A/2': [{ how: 'failed' }] })
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'not now' })
  resume(world, of(['1', '2'], { '2': { notes: 'more' } }))
  expect([statuses(world), attempts(world)]).toEqual([['1 done', '2 skipped'], 2])
})

describe('skip of a step that is not critical, of which nothing has failed', () => {
  const read = of(['1', '2', '3'], { '1': { critical: false }, '2': { critical: false } })

  test('leaves that step out alone', () => {
    const world = started(read, { 'A/2': [{ how: 'waiting' }] })
    expect([...world.state.reviews.values()].map(({ kind }) => kind)).toEqual(['by-hand'])
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'no need' })
    resume(world, read)
    expect([statuses(world), world.status('A')]).toEqual([['1 done', '2 skipped', '3 done'], 'done'])
    expect(world.state.course.records.map(({ status }) => status)).toEqual(['completed', 'skipped', 'completed'])
  })

  test('also as the last one, and its task is done', () => {
    const short = of(['1', '2'], { '2': { critical: false } })
    const world = started(short, { 'A/2': [{ how: 'waiting' }] })
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: 'no need' })
    resume(world, short)
    expect([statuses(world), world.status('A')]).toEqual([['1 done', '2 skipped'], 'done'])
  })
})

test('a task of a spec that is called otherwise is the same with steps that it had', () => {
  const world = started(of(['1', '2']), { 'A/2': [{ how: 'failed' }] })
  const renamed = { ...of(['1', '2'], {}, 'Other'), spec: readFiles({ toml: '' }).spec }
  expect(recognise(world.state, renamed).known.get('A')).toBe(world.task('A').uid)
  const others = {
    ...renamed,
    tasks: renamed.tasks.map((it) => ({ ...it, steps: [step({ id: '1', title: 'else' })] })),
  }
  expect(recognise(world.state, others).known.get('A')).toBeUndefined()
})

describe('a step that comes into the plan before one that people are asked about', () => {
  const begun = (world: World): readonly unknown[] =>
    world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' && body.effect.is === 'start-attempt'
        ? [[body.effect.name.step, body.effect.base]]
        : [],
    )
  const draftOf = (world: World, id: string): string | null | undefined =>
    world.task('A').steps.find((it) => it.spec.id === id)?.draft?.commit

  test('is done first, and what it has left is what the other one is done on', () => {
    const world = started(of(['1', '3']), { 'A/3': [{ how: 'failed' }, {}] })
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'they come first' })
    resume(world, of(['1', '2', '3']))
    expect(world.status('A')).toBe('done')
    expect(begun(world).at(-1)).toEqual(['3', draftOf(world, '2')])
    expect(begun(world).map((it) => (it as string[])[0])).toEqual(['1', '3', '2', '3'])
  })

  test('also where the other one is taken as it is: it is done again on that', () => {
    const world = started(of(['1', '3']), { 'A/3': [{ how: 'failed' }, {}] })
    resume(world, of(['1', '2', '3']))
    expect(statuses(world)).toEqual(['1 done', '2 done', '3 reviewing'])
    const open = [...world.state.reviews.values()].find((it) => it.answer === null)
    world.say({ verb: 'answer', review: open?.id ?? '', answer: 'override', text: 'good' })
    resume(world, of(['1', '2', '3']))
    expect([world.status('A'), begun(world).at(-1)]).toEqual(['done', ['3', draftOf(world, '2')]])
  })

  test('is done first as the first one of all, too', () => {
    const world = started(of(['1']), { 'A/1': [{ how: 'failed' }, {}] })
    world.say({ verb: 'answer', review: 'R1', answer: 'revise', text: 'it comes first' })
    resume(world, of(['0', '1']))
    expect([statuses(world), world.status('A')]).toEqual([['0 done', '1 done'], 'done'])
    expect(begun(world).at(-1)).toEqual(['1', draftOf(world, '0')])
  })
})

test('a task that nobody goes on with in a new run waits for its turn there, and begins', () => {
  const world = started(of(['1']), {})
  expect(world.status('A')).toBe('done')
  const read = of(['1', '2'])
  const done = { ...read, tasks: read.tasks.map((it) => ({ ...it, mark: 'done' as const })) }
  world.start(done, { policy, run: 'run-2' })
  world.run()
  expect(statuses(world)).toEqual(['1 done', '2 done'])
})
