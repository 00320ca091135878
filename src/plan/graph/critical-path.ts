/** The longest chain of work that must be done one after another. */

import { adjacencyOfNames, positionsOf } from './adjacency.ts'
import type { Link } from './cycles.ts'

/**
 * The longest chain by number of tasks, blockers first. Where several are equally long, the one whose tasks have the
 * lowest ranks from its beginning on.
 *
 * @param order the tasks that count, every blocker before what waits for it
 * @param edges those to or from tasks that do not count are passed over
 */
export function longestChain(
  order: readonly string[],
  edges: readonly Link<string>[],
  ranks: ReadonlyMap<string, number>,
): readonly string[] {
  const positions = positionsOf(order)
  const { first, next } = adjacencyOfNames(positions, edges)
  const rank = new Float64Array(order.length)
  order.forEach((key, at) => (rank[at] = ranks.get(key) ?? 0))

  /** Number of tasks in the longest chain that begins here, and which one follows in it; -1 where none does. */
  const length = new Int32Array(order.length)
  const follower = new Int32Array(order.length).fill(-1)
  const isBetter = (a: number, b: number): boolean => {
    const difference = (length[a] ?? 0) - (b < 0 ? 0 : (length[b] ?? 0))
    return difference > 0 || (difference === 0 && b >= 0 && (rank[a] ?? 0) < (rank[b] ?? 0))
  }
  let best = -1
  for (let at = order.length - 1; at >= 0; at -= 1) {
    let longest = -1
    for (let link = first[at] ?? 0; link < (first[at + 1] ?? 0); link += 1)
      if (isBetter(next[link] ?? 0, longest)) longest = next[link] ?? 0
    length[at] = 1 + (longest < 0 ? 0 : (length[longest] ?? 0))
    follower[at] = longest
    if (isBetter(at, best)) best = at
  }

  const chain: string[] = []
  for (let at = best; at >= 0; at = follower[at] ?? -1) chain.push(order[at] ?? '')
  return chain
}
