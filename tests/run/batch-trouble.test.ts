/** One of a batch that does not merge, or whose line leaves the plan meanwhile, holds up nobody but itself. */

import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { begun, doneIn, gates, nameOf, planOf, policy, Repository } from './merge-world.ts'

/** The first is merged alone, as its own tree has passed; the others make a batch. */
const keys = ['A', 'B', 'C', 'D', 'E']
const batch = keys.slice(1)

/** Where an effect about a task meets something; everything else goes well. */
function meeting(world: Repository, key: string, stage: 'merge' | 'commit', outcome: () => Outcome): Repository {
  const perform = world.perform.bind(world)
  world.perform = (effect: Effect): Outcome =>
    effect.is === 'integrate' && effect.stage === stage && world.isAbout(effect, key) ? outcome() : perform(effect)
  return world
}

/** Nobody has begun yet. */
function fresh(of: readonly string[]): Repository {
  const world = new Repository()
  world.start(planOf(of), { policy: { ...policy, jobs: of.length }, gates })
  return world
}

test('one that left the plan while the commits were written is not merged, nor judged, where one of them fails', () => {
  const world = meeting(begun(['A', 'B', 'C', 'D']), 'C', 'commit', () => failed())
  const isWritten = ({ effect }: { effect: Effect }): boolean =>
    effect.is === 'integrate' && effect.stage === 'commit' && world.isAbout(effect, 'C')
  while (!world.pending.some(isWritten)) if (!world.step()) throw new Error('no batch')
  const judged = [...world.gateRuns]
  world.feed({ is: 'plan-read', read: { plan: planOf(['A', 'C', 'D']), hash: 'edited' }, by: 'a person' })
  world.step(world.pending.findIndex(isWritten))
  expect(world.gateRuns).toEqual(judged)
  world.run()
  expect(world.statuses()).toMatchObject({ B: 'skipped', C: 'blocked', D: 'done' })
  expect(world.gateRuns).not.toContain('t:A#1+B#1')
})

const failed = (): Outcome => ({ of: 'integrate', is: 'failed', failure: { reason: 'no space', help: 'make some' } })

describe.each(batch)('where %s', (key) => {
  const others = keys.filter((it) => it !== key)
  const theirs = nameOf(new Set(others.map((it) => `${it}#1`)))

  /** Only that one has stopped; the others were merged, each once, and their tree was judged as it is. */
  function expectOnlyThat(world: Repository, cause: object): void {
    const ends = keys.map((it) => [it, it === key ? 'blocked' : 'done'])
    expect(keys.map((it) => [it, world.status(it)])).toEqual(ends)
    expect(world.task(key).steps[0]?.cause).toMatchObject(cause)
    expect([...doneIn(world)].sort()).toEqual(others)
    expect(nameOf(world.moves.at(-1) ?? new Set())).toBe(theirs)
    for (const works of world.moves) expect(world.passed).toContain(nameOf(works))
    // What it did is kept for whoever tries again.
    expect(world.task(key).steps[0]?.draft?.commit).toBeTruthy()
  }

  test.each(['merge', 'commit'] as const)('fails at its %s, it stops alone', (stage) => {
    const world = meeting(begun(keys), key, stage, failed)
    world.run()
    expectOnlyThat(world, { is: 'not-merged', reason: expect.stringContaining('no space') })
  })

  test.each([
    ['the tip', 'A'],
    ['the one before it', keys[keys.indexOf(key) - 1] ?? ''],
  ])('conflicts with %s, it stops alone', (_, with_) => {
    const world = begun(keys, [], [[`${with_}#1`, `${key}#1`]])
    world.run()
    expectOnlyThat(world, { is: 'conflict', paths: ['a.txt'] })
  })

  const isWriting = ({ effect }: { effect: Effect }): boolean => effect.is === 'integrate' && effect.stage !== 'merge'

  /**
   * Deleted by a person after so many steps.
   * @param isDead whether the executor has died before, and goes on afterwards
   * @returns whether the commits of its batch were being written then; null where it was not there to be deleted
   */
  function deletedAfter(steps: number, world: Repository, isDead = false): boolean | null {
    for (let n = 0; n < steps; n += 1) if (!world.step()) return null
    if (world.status(key) === 'done' || world.status(key) === 'blocked') return null
    const isWritten = world.batch().includes(key) && world.pending.some(isWriting)
    if (isDead) {
      // What was asked for has been done, and nobody recorded it.
      for (const { effect } of world.pending) world.perform(effect)
      world.die()
      world.start(planOf(others), { policy: world.state.policy, gates })
    } else world.feed({ is: 'plan-read', read: { plan: planOf(others), hash: 'edited' }, by: 'a person' })
    return isWritten
  }

  test.each([
    ['all wait to be merged', begun, false],
    ['nobody has begun', fresh, false],
    ['all wait to be merged, by a person without an executor', begun, true],
  ])(
    'is deleted at any moment since %s, it is merged where that is being written, and the others are as they would be',
    (_, begin, isDead) => {
      let moments = 0
      for (; ; moments += 1) {
        const world = begin(keys)
        const isIn = deletedAfter(moments, world, isDead)
        if (isIn === null) break
        world.run()
        const known = keys.filter(
          (it) => it !== key || [...world.state.tasks.values()].some(({ spec }) => spec.key === it),
        )
        const ends = known.map((it) => [it, it !== key || isIn ? 'done' : 'skipped'])
        expect(known.map((it) => [it, world.status(it)])).toEqual(ends)
        expect(nameOf(world.moves.at(-1) ?? new Set())).toBe(
          isIn ? nameOf(new Set(keys.map((it) => `${it}#1`))) : theirs,
        )
        expect([...doneIn(world)].sort()).toEqual(isIn ? keys : others)
        for (const works of world.moves) expect(world.passed).toContain(nameOf(works))
        expect(world.state.status).toBe('finished')
      }
      // From waiting for its turn to the commits of all.
      expect(moments).toBeGreaterThan(10)
    },
  )

  test('is deleted while the gates look at the batch, those before it stay merged as they are', () => {
    const world = begun(keys)
    const merged: string[] = []
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      if (effect.is === 'integrate' && effect.stage === 'merge') merged.push(world.batch().at(-1) ?? '')
      return perform(effect)
    }
    const isJudged = ({ effect }: { effect: Effect }): boolean =>
      effect.is === 'run-gate' && effect.purpose === 'merged'
    while (!world.pending.some(isJudged)) if (!world.step()) throw new Error('no batch')
    world.feed({ is: 'plan-read', read: { plan: planOf(others), hash: 'edited' }, by: 'a person' })
    world.run()
    expect(merged).toEqual([...keys, ...keys.slice(keys.indexOf(key) + 1)])
  })

  test('is deleted at any moment from a batch that is cut, the one that breaks it stops all the same', () => {
    const culprit = key === 'D' ? 'C' : 'D'
    for (let moments = 0; ; moments += 1) {
      const world = begun(keys, [['A#1', `${culprit}#1`]])
      if (deletedAfter(moments, world) === null) break
      world.run()
      const ends = others.map((it) => [it, it === culprit ? 'blocked' : 'done'])
      expect(others.map((it) => [it, world.status(it)])).toEqual(ends)
      for (const works of world.moves) expect(world.isRed(works)).toBe(false)
      expect(new Set(doneIn(world)).size).toBe(doneIn(world).length)
    }
  })

  test('is deleted while the commits are written, and the tip has moved by then, it is not merged anew with the others', () => {
    const world = begun(keys)
    const isMoving = ({ effect }: { effect: Effect }): boolean =>
      effect.is === 'integrate' && effect.stage === 'move' && world.batch().length > 1
    while (!world.pending.some(isMoving)) if (!world.step()) throw new Error('no batch')
    world.feed({ is: 'plan-read', read: { plan: planOf(others), hash: 'edited' }, by: 'a person' })
    const merged: string[] = []
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      if (effect.is === 'integrate' && effect.stage === 'merge') merged.push(world.batch().at(-1) ?? '')
      return perform(effect)
    }
    const moved = 'f'.repeat(40)
    world.contents.set(moved, new Set(['A#1', 'theirs']))
    world.tip = moved
    world.run()
    expect(keys.map((it) => [it, world.status(it)])).toEqual(keys.map((it) => [it, it === key ? 'skipped' : 'done']))
    expect(world.contents.get(world.tip)).toEqual(new Set([...others.map((it) => `${it}#1`), 'theirs']))
    // The first of the batch is asked for before anybody looks who is still there.
    if (key !== 'B') expect(merged).toEqual(batch.filter((it) => it !== key))
  })

  test('is deleted and put back while the gates look at the batch, its draft is merged', () => {
    const world = begun(keys)
    const isJudged = ({ effect }: { effect: Effect }): boolean =>
      effect.is === 'run-gate' && effect.purpose === 'merged'
    while (!world.pending.some(isJudged)) if (!world.step()) throw new Error('no batch')
    const read = (tasks: readonly string[]) =>
      world.feed({ is: 'plan-read', read: { plan: planOf(tasks), hash: tasks.join() }, by: 'a person' })
    read(others)
    read(keys)
    world.run()
    expect([...doneIn(world)].sort()).toEqual(keys)
    expect(world.contents.get(world.tip)?.size).toBe(keys.length)
    // The last one was being looked at, so that nothing was taken from it; of the others nothing was under way.
    expect(world.task(key).steps[0]?.attempts).toBe(key === 'E' ? 1 : 2)
    if (key === 'E') expect(world.gateRuns).toHaveLength(1)
  })
})

test.each(['C', 'D', 'E'])(
  'what kept %s from being merged with those before it may be gone when it is tried alone',
  (key) => {
    let isTrouble = true
    const world = begun(keys)
    const perform = world.perform.bind(world)
    world.perform = (effect: Effect): Outcome => {
      if (!isTrouble || !world.isAbout(effect, key)) return perform(effect)
      isTrouble = false
      return failed()
    }
    world.run()
    expect([...doneIn(world)].sort()).toEqual(keys)
  },
)
