/** A red batch is cut in halves: wherever those stand that break it, they alone go back, and no gate runs for nothing. */

import { describe, expect, test } from 'vitest'
import { begun, doneIn, gates, nameOf, planOf, policy, Repository, untilAllAccepted } from './merge-world.ts'

/** The head's own tree has passed: it is merged alone, and breaks with those that are to be red. */
const head = 'A'
const keysOf = (size: number): readonly string[] => ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].slice(0, size)

/** No one, one, two or all of them. */
function culpritsOf(keys: readonly string[]): readonly (readonly string[])[] {
  const pairs = keys.flatMap((one, at) => keys.slice(at + 1).map((other) => [one, other]))
  return [[], ...keys.map((it) => [it]), ...pairs, keys]
}

/** Red with the work of the head, whoever else is there: so is only their first draft. */
const breaking = (culprits: readonly string[]) => culprits.map((it) => [`${head}#1`, `${it}#1`] as const)

/** What halving has to ask of gates: each part once, but for trees of which it is known what they say. */
function halving(batch: readonly string[], culprits: readonly string[]): readonly string[] {
  const asked: string[] = []
  let tip: readonly string[] = [head]
  const judge = (part: readonly string[]): void => {
    const works = new Set([...tip, ...part].map((it) => `${it}#1`))
    if (!asked.includes(nameOf(works))) asked.push(nameOf(works))
    const middle = Math.floor(part.length / 2)
    if (!part.some((it) => culprits.includes(it))) tip = [...tip, ...part]
    else if (part.length > 1) for (const half of [part.slice(0, middle), part.slice(middle)]) judge(half)
  }
  judge(batch)
  return asked
}

describe.each([4, 8])('of %i that are judged as one', (size) => {
  const keys = keysOf(size)
  const cases = culpritsOf(keys).map((culprits) => [culprits.join(' and ') || 'none', culprits] as const)

  test.each(cases)(
    'broken by %s: each innocent is merged, the others stop, and no gate runs for nothing',
    (_, they) => {
      const world = begun([head, ...keys], breaking(they))
      world.run()
      const innocent = keys.filter((it) => !they.includes(it))
      expect(world.statuses()).toMatchObject({
        ...Object.fromEntries(innocent.map((it) => [it, 'done'])),
        ...Object.fromEntries(they.map((it) => [it, 'blocked'])),
      })
      expect(world.contents.get(world.tip)).toEqual(new Set([head, ...innocent].map((it) => `${it}#1`)))
      expect(world.gateRuns).toEqual(halving(keys, they))
      // Each culprit costs two halves at each cut, and all together no more than all there are.
      const most = 1 + Math.min(2 * they.length * Math.log2(size), 2 * (size - 1))
      expect(world.gateRuns.length).toBeLessThanOrEqual(most)
    },
  )

  test.each(cases)('broken by %s, who mend it: they alone try again, once', (_, they) => {
    const world = new Repository(breaking(they))
    world.start(planOf([head, ...keys]), { policy: { ...policy, jobs: size + 1, retries: 1 }, gates })
    untilAllAccepted(world, [head, ...keys])
    world.run()
    const attempts = keys.map((it) => [it, world.status(it), world.task(it).steps[0]?.attempts])
    expect(attempts).toEqual(keys.map((it) => [it, 'done', they.includes(it) ? 2 : 1]))
    expect([...doneIn(world)].sort()).toEqual([...keys, head].sort())
    for (const works of world.moves) expect(world.isRed(works)).toBe(false)
  })
})
