/** One order that respects every edge, and the stages in which it could be walked. */

import { adjacencyOfNames, positionsOf } from './adjacency.ts'
import type { Link } from './cycles.ts'

export interface Ordered {
  /** Every blocker stands before what waits for it; among the ready ones the lowest rank comes first. */
  readonly order: readonly string[]
  /** Level by level: a task stands one level behind the latest of its blockers. Each level in the order of `order`. */
  readonly stages: readonly (readonly string[])[]
}

/**
 * Kahn's algorithm with a heap of ranks (seed 000 §2.3).
 *
 * @param keys the tasks to be ordered, each once; edges to or from others are passed over
 * @param edges must have no cycle among `keys`: members and dependants of one would be missing from the result
 * @param ranks as `priorities` gives them, different for each key
 */
export function orderOf(
  keys: readonly string[],
  edges: readonly Link<string>[],
  ranks: ReadonlyMap<string, number>,
): Ordered {
  const positions = positionsOf(keys)
  const { first, next, entering: unmet } = adjacencyOfNames(positions, edges)
  const rank = new Float64Array(positions.size)
  positions.forEach((at, key) => (rank[at] = ranks.get(key) ?? 0))

  const ready: number[] = []
  const level = new Int32Array(positions.size)
  for (let at = 0; at < unmet.length; at += 1) if (unmet[at] === 0) push(ready, at, rank)

  const order: string[] = []
  const stages: string[][] = []
  for (let at = pop(ready, rank); at !== undefined; at = pop(ready, rank)) {
    const key = keys[at] ?? ''
    const stage = level[at] ?? 0
    order.push(key)
    ;(stages[stage] ??= []).push(key)
    for (let link = first[at] ?? 0; link < (first[at + 1] ?? 0); link += 1) {
      const dependant = next[link] ?? 0
      level[dependant] = Math.max(level[dependant] ?? 0, stage + 1)
      const left = (unmet[dependant] ?? 0) - 1
      unmet[dependant] = left
      if (left === 0) push(ready, dependant, rank)
    }
  }
  return { order, stages }
}

function push(heap: number[], one: number, rank: Float64Array): void {
  let at = heap.length
  heap.push(one)
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || (rank[parent] ?? 0) <= (rank[one] ?? 0)) break
    heap[at] = parent
    at = above
  }
  heap[at] = one
}

function pop(heap: number[], rank: Float64Array): number | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (first === undefined || last === undefined || heap.length === 0) return first
  const rankOf = (one: number): number => rank[one] ?? 0
  let at = 0
  for (;;) {
    const left = heap[2 * at + 1]
    const right = heap[2 * at + 2]
    const side = left !== undefined && right !== undefined && rankOf(right) < rankOf(left) ? 2 : 1
    const child = side === 2 ? right : left
    if (child === undefined || rankOf(child) >= rankOf(last)) break
    heap[at] = child
    at = 2 * at + side
  }
  heap[at] = last
  return first
}
