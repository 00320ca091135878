import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankTasks, reachable } from '../../src/plan/rules/reachability.ts'

interface Link {
  from: number
  to: number
}

/** Links that lead from lower to higher names after a shuffle: any graph without a cycle. */
const graphs = fc
  .integer({ min: 1, max: 60 })
  .chain((size) =>
    fc.record({
      names: fc.shuffledSubarray(
        Array.from({ length: size }, (_, at) => at),
        { minLength: size, maxLength: size },
      ),
      ends: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 120 }),
    }),
  )
  .map(({ names, ends }) => ({
    size: names.length,
    links: ends.flatMap(([a, b]): Link[] =>
      a === b ? [] : [{ from: names[Math.min(a, b)]!, to: names[Math.max(a, b)]! }],
    ),
  }))

function reachesSlowly(links: readonly Link[], from: number, to: number): boolean {
  const seen = new Set([from])
  for (const task of seen) for (const link of links) if (link.from === task) seen.add(link.to)
  return seen.has(to)
}

test('ranks are all different and rise along every link', () => {
  fc.assert(
    fc.property(graphs, ({ size, links }) => {
      const rank = rankTasks(size, links)
      expect(new Set(rank).size).toBe(size)
      for (const { from, to } of links) expect(rank[from]!).toBeLessThan(rank[to]!)
    }),
  )
})

test('all pairs get the answer of a plain search', () => {
  fc.assert(
    fc.property(graphs, ({ size, links }) => {
      const pairs = Array.from({ length: size * size }, (_, at) => ({ from: Math.floor(at / size), to: at % size }))
      const expected = pairs.map(({ from, to }) => reachesSlowly(links, from, to))
      expect(reachable(rankTasks(size, links), links, pairs)).toEqual(expected)
    }),
  )
})

test('without links the order of the plan is the order', () => {
  expect([...rankTasks(3, [])]).toEqual([0, 1, 2])
})
