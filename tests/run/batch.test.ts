/**
 * Tasks that are ready together are merged and judged as one, and a batch that is red is cut until the one that breaks it is
 * alone.
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import { begun, doneIn, gates, nameOf, planOf, policy, Repository, untilAllAccepted } from './merge-world.ts'
import { edge, gate, plan, step, task } from './world.ts'

describe('a batch', () => {
  test('is judged once, and the tip moves once', () => {
    const world = begun(['A', 'B', 'C'])
    world.run()
    // The very tree of the first draft has passed: that one waits for nobody.
    expect(world.gateRuns).toEqual(['t:A#1+B#1+C#1'])
    expect(world.moves.map(nameOf)).toEqual(['t:A#1', 't:A#1+B#1+C#1'])
    expect(doneIn(world)).toEqual(['A', 'B', 'C'])
  })

  test('gives each task a commit of its own, and the evidence of the tree that the tip becomes', () => {
    const world = begun(['A', 'B', 'C'])
    world.run()
    const tasks = ['A', 'B', 'C'].map((key) => world.task(key))
    expect(tasks.map((it) => nameOf(world.contents.get(it.commit ?? '') ?? new Set()))).toEqual([
      't:A#1',
      't:A#1+B#1',
      't:A#1+B#1+C#1',
    ])
    expect(tasks.map((it) => it.evidence.map(({ tree }) => tree))).toEqual([
      ['t:A#1'],
      ['t:A#1+B#1+C#1'],
      ['t:A#1+B#1+C#1'],
    ])
    expect(tasks.map((it) => it.proof)).toEqual(['verified', 'verified', 'verified'])
    const commits = world.log.flatMap(({ body }) =>
      body.type === 'effect-requested' &&
      body.effect.is === 'integrate' &&
      body.effect.stage === 'commit' &&
      body.effect.task !== null
        ? [(body.effect.after ?? []).map((uid) => world.state.tasks.get(uid)?.spec.key)]
        : [],
    )
    expect(commits).toEqual([[], [], ['B']])
  })

  test('that is red is cut until the one that breaks it is alone; nothing runs twice on the same tree', () => {
    const world = begun(['A', 'B', 'C', 'D', 'E'], [['A#1', 'D#1']])
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done', D: 'blocked', E: 'done' })
    expect(world.gateRuns).toEqual(['t:A#1+B#1+C#1+D#1+E#1', 't:A#1+B#1+C#1', 't:A#1+B#1+C#1+D#1', 't:A#1+B#1+C#1+E#1'])
    expect(world.moves.map(nameOf).at(-1)).toBe('t:A#1+B#1+C#1+E#1')
    expect(world.task('D').steps[0]?.cause).toMatchObject({ is: 'retries-exhausted' })
  })

  test('of two that break each other keeps the first of the plan', () => {
    const world = begun(['A', 'B', 'C'], [['B#1', 'C#1']])
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'blocked' })
  })

  test('leaves out one that conflicts with another of it, which is tried by itself afterwards', () => {
    const world = begun(['A', 'B', 'C', 'D'], [], [['B#1', 'C#1']])
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'blocked', D: 'done' })
    expect(world.task('C').steps[0]?.cause).toMatchObject({ is: 'conflict', paths: ['a.txt'] })
    expect(nameOf(world.moves.at(-1) ?? new Set())).toBe('t:A#1+B#1+D#1')
  })

  test('does not end in conflict for work that is not merged in the end', () => {
    const world = begun(['A', 'B', 'C'], [['A#1', 'B#1']], [['B#1', 'C#1']])
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'blocked', C: 'done' })
  })

  test('merges what was merged onto a task anew when that leaves the plan meanwhile', () => {
    const world = begun(['A', 'B', 'C', 'D'])
    const isOfBatch = (it: { effect: Effect }): boolean => it.effect.is === 'run-gate' && it.effect.purpose === 'merged'
    while (!world.pending.some(isOfBatch)) if (!world.step()) throw new Error('no batch')
    expect(world.state.integrating.map((uid) => world.state.tasks.get(uid)?.spec.key)).toEqual(['B', 'C', 'D'])
    world.feed({ is: 'plan-read', read: { plan: planOf(['A', 'C', 'D']), hash: 'edited' }, by: 'a person' })
    world.run()
    expect(world.statuses()).toMatchObject({ A: 'done', C: 'done', D: 'done' })
    expect(nameOf(world.moves.at(-1) ?? new Set())).toBe('t:A#1+C#1+D#1')
  })

  test('goes into the tip as it was judged where a task leaves the plan after that', () => {
    const world = begun(['A', 'B', 'C', 'D'])
    const isWritten = (it: { effect: Effect }): boolean =>
      it.effect.is === 'integrate' && it.effect.stage === 'move' && world.state.integrating.length > 1
    while (!world.pending.some(isWritten)) if (!world.step()) throw new Error('no batch')
    world.feed({ is: 'plan-read', read: { plan: planOf(['A', 'C', 'D']), hash: 'edited' }, by: 'a person' })
    world.run()
    expect(nameOf(world.moves.at(-1) ?? new Set())).toBe('t:A#1+B#1+C#1+D#1')
    expect(doneIn(world)).toEqual(['A', 'B', 'C', 'D'])
  })

  test('is merged anew as one where the tip has moved meanwhile', () => {
    const world = begun(['A', 'B', 'C'])
    const isWritten = (it: { effect: Effect }): boolean =>
      it.effect.is === 'integrate' && it.effect.stage === 'move' && world.state.integrating.length > 1
    while (!world.pending.some(isWritten)) if (!world.step()) throw new Error('no batch')
    const theirs = 'f'.repeat(40)
    world.contents.set(theirs, new Set(['A#1', 'theirs']))
    world.tip = theirs
    world.run()
    expect(world.moves.map(nameOf).at(-1)).toBe('t:A#1+B#1+C#1+theirs')
    expect(world.statuses()).toMatchObject({ A: 'done', B: 'done', C: 'done' })
  })

  test('is of tasks with the same gates: nobody waits for the slower gates of another', () => {
    const world = new Repository()
    const read = plan([
      ...['A', 'B', 'C'].map((key) => task(key, { steps: [step({ gates: ['unit'] })] })),
      task('D', { steps: [step({ gates: ['slow'] })] }),
    ])
    world.start(read, { policy, gates: [...gates, gate('slow')] })
    untilAllAccepted(world, ['A', 'B', 'C', 'D'])
    world.run()
    expect(world.gateRuns).toEqual(['t:A#1+B#1+C#1', 't:A#1+B#1+C#1+D#1'])
  })

  test('is of the same gates in whatever order they are named', () => {
    const world = new Repository()
    const named = (key: string, gates: readonly string[]) => task(key, { steps: [step({ gates: [...gates] })] })
    const read = plan([named('A', ['unit', 'lint']), named('B', ['lint', 'unit']), named('C', ['unit', 'lint'])])
    world.start(read, { policy, gates: [gate('unit'), gate('lint')] })
    untilAllAccepted(world, ['A', 'B', 'C'])
    world.run()
    expect(world.gateRuns).toEqual(['t:A#1+B#1+C#1', 't:A#1+B#1+C#1'])
  })

  test('has none in it that a person let pass though it is red: that says nothing of the others', () => {
    const world = new Repository([['B#1', 'B#1']])
    const keys = ['A', 'B', 'C']
    world.start(planOf(keys), { policy: { ...policy, exhausted: 'ask' }, gates })
    const isMine = ({ effect }: { effect: Effect }): boolean => effect.is !== 'integrate'
    for (let at = 0; (at = world.pending.findIndex(isMine)) >= 0;) world.step(at)
    world.say({ verb: 'answer', review: 'R1', answer: 'override', text: '' })
    expect(world.statuses()).toMatchObject({ A: 'merging', B: 'merging', C: 'merging' })
    const together = new Set<string>()
    do together.add(world.state.integrating.map((uid) => world.state.tasks.get(uid)?.spec.key).join('+'))
    while (world.status('B') === 'merging' && world.step())
    expect(world.status('B')).toBe('done')
    expect([...together].filter((it) => it.includes('B'))).toEqual(['B'])
  })

  test('is none where the tree of a draft has passed as it is merged', () => {
    const world = new Repository()
    world.start(
      plan(
        [task('A', { steps: [step({ gates: ['unit'] })] }), task('B', { steps: [step({ gates: ['unit'] })] })],
        [edge('A', 'B')],
      ),
      {
        policy,
        gates,
      },
    )
    world.run()
    expect(world.gateRuns).toEqual([])
    expect(world.moves.map(nameOf)).toEqual(['t:A#1', 't:A#1+B#1'])
  })
})

/** Whatever breaks and conflicts with whatever, and whoever dies when: what is in the tip was judged as it is there. */
test('the tip is never red, what is done is in it, and what is not done breaks or conflicts with it', () => {
  const keys = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const pair = fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom(...keys))
    .filter(([one, other]) => one < other)
    .map(([one, other]) => [`${one}#1`, `${other}#1`] as const)
  fc.assert(
    fc.property(
      fc.record({
        size: fc.integer({ min: 2, max: keys.length }),
        jobs: fc.integer({ min: 1, max: 8 }),
        retries: fc.integer({ min: 0, max: 1 }),
        unhappy: fc.array(pair, { maxLength: 4 }),
        clashing: fc.array(pair, { maxLength: 3 }),
        order: fc.infiniteStream(fc.nat(9)),
        deaths: fc.array(fc.tuple(fc.nat(60), fc.boolean()), { maxLength: 3 }),
      }),
      ({ size, jobs, retries, unhappy, clashing, order, deaths }) => {
        const world = new Repository(unhappy, clashing)
        const mine = keys.slice(0, size)
        const begin = (): void => world.start(planOf(mine), { policy: { ...policy, jobs, retries }, gates })
        const choose = (): number => order.next().value as number
        begin()
        for (const [steps, isDone] of deaths) {
          for (let n = 0; n < steps && world.step(choose()); n += 1);
          if (world.state.status === 'finished') break
          // What was asked for may have been done already; nobody recorded it.
          if (isDone) for (const { effect } of world.pending) world.perform(effect)
          world.die()
          begin()
        }
        world.run(choose)
        const tip = world.contents.get(world.tip) ?? new Set()
        for (const works of world.moves) {
          expect(world.isRed(works)).toBe(false)
          expect(world.passed).toContain(nameOf(works))
        }
        for (const key of mine) {
          const isIn = [...tip].some((work) => work.startsWith(`${key}#`))
          expect([key, world.status(key)]).toEqual([key, isIn ? 'done' : 'blocked'])
          if (isIn) continue
          const with_ = new Set([...tip, `${key}#1`])
          const clashes = clashing.some(([one, other]) => with_.has(one) && with_.has(other))
          expect(clashes || world.isRed(with_)).toBe(true)
        }
        expect(new Set(doneIn(world)).size).toBe(doneIn(world).length)
      },
    ),
    { numRuns: 300 },
  )
})
