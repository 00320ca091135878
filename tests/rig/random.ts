/** Random numbers that are the same for the same seed (mulberry32). */

export interface Random {
  /** A whole number from 0 up to but without `limit`. */
  below(limit: number): number
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
}

/** Makes a source of random numbers from a seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
  }
}
