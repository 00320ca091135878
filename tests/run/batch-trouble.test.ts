/** One of a batch that does not merge, or whose line leaves the plan meanwhile, holds up nobody but itself. */

import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { begun, doneIn, nameOf, planOf, type Repository } from './merge-world.ts'

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

  /** Deleted by a person after so many steps of the integrator. @returns whether there were so many */
  function deletedAfter(steps: number, world: Repository): boolean {
    for (let n = 0; n < steps; n += 1) if (!world.step()) return false
    if (world.status(key) !== 'merging') return false
    world.feed({ is: 'plan-read', read: { plan: planOf(others), hash: 'edited' }, by: 'a person' })
    return true
  }

  test('is deleted at any moment, the others are merged as they would be, and it is merged with them or not at all', () => {
    let moments = 0
    for (; ; moments += 1) {
      const world = begun(keys)
      if (!deletedAfter(moments, world)) break
      world.run()
      const tip = world.moves.at(-1) ?? new Set()
      const isIn = tip.has(`${key}#1`)
      expect(keys.map((it) => [it, world.status(it)])).toEqual(
        keys.map((it) => [it, it !== key || isIn ? 'done' : 'skipped']),
      )
      expect(nameOf(tip)).toBe(isIn ? nameOf(new Set(keys.map((it) => `${it}#1`))) : theirs)
      expect([...doneIn(world)].sort()).toEqual(isIn ? keys : others)
      for (const works of world.moves) expect(world.passed).toContain(nameOf(works))
      expect(world.state.status).toBe('finished')
    }
    // From waiting for its turn to the commits of all.
    expect(moments).toBeGreaterThan(10)
  })

  test('is deleted at any moment from a batch that is cut, the one that breaks it stops all the same', () => {
    const culprit = key === 'D' ? 'C' : 'D'
    for (let moments = 0; ; moments += 1) {
      const world = begun(keys, [['A#1', `${culprit}#1`]])
      if (!deletedAfter(moments, world)) break
      world.run()
      const ends = others.map((it) => [it, it === culprit ? 'blocked' : 'done'])
      expect(others.map((it) => [it, world.status(it)])).toEqual(ends)
      for (const works of world.moves) expect(world.isRed(works)).toBe(false)
      expect(new Set(doneIn(world)).size).toBe(doneIn(world).length)
    }
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
