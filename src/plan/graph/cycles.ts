/** Cycles: tasks that wait for each other, each group of them found once and told with every edge. */

import { adjacencyOfNames, isAcyclic, positionsOf } from './adjacency.ts'

/** A blocker and what waits for it, by whatever names the caller uses. */
export interface Link<K> {
  /** The blocker. */
  readonly from: K
  /** What waits for it. */
  readonly to: K
}

/** One strongly connected component: everything in it waits for everything in it. */
export interface Cycle<K> {
  /** In walking order: from the first in the caller's order, each followed by what it waits for as far as that goes. */
  readonly members: readonly K[]
  /**
   * Walks in the direction "waits for" that together use every edge among the members exactly once. A simple ring is one
   * walk that ends where it began: `[[T1, T2, T1]]`.
   */
  readonly walks: readonly (readonly K[])[]
}

/**
 * Finds what waits for itself, directly or by way of others.
 *
 * @param nodes in the order that decides which member begins a cycle and which cycle comes first (document order)
 * @param edges blocker → waiting; doubles count once, edges that name no node are passed over
 * @returns one entry per strongly connected component with at least one edge inside (a self blocker is a cycle of one),
 *   in the order of their first members. O(nodes + edges), without recursion.
 */
export function findCycles<K>(nodes: readonly K[], edges: readonly Link<K>[]): readonly Cycle<K>[] {
  // Most plans have no cycle, and to see that costs a tenth of looking for one.
  if (isAcyclic(adjacencyOfNames(positionsOf(nodes), edges))) return []
  const blockers = blockersByPosition(nodes, edges)
  const component = componentOfEach(blockers)
  const size = new Map<number, number>()
  for (const at of component) size.set(at, (size.get(at) ?? 0) + 1)

  const cycles: Cycle<K>[] = []
  const seen = new Set<number>()
  component.forEach((at, first) => {
    if (seen.has(at)) return
    seen.add(at)
    if (size.get(at) === 1 && !blockers[first]?.includes(first)) return
    cycles.push(named(walk(first, blockers, component), nodes))
  })
  return cycles
}

/**
 * Says a cycle in words for people: every edge once, in the direction "waits for" (`T1 -> T2 -> T1`); several walks are
 * joined by commas.
 */
export function cycleText(cycle: Cycle<string>): string {
  return cycle.walks.map((one) => one.join(' -> ')).join(', ')
}

function blockersByPosition<K>(nodes: readonly K[], edges: readonly Link<K>[]): number[][] {
  const positions = new Map<K, number>()
  nodes.forEach((node, position) => {
    if (!positions.has(node)) positions.set(node, position)
  })
  const blockers: number[][] = nodes.map(() => [])
  for (const { from, to } of edges) {
    const blocker = positions.get(from)
    const waiting = positions.get(to)
    if (blocker === undefined || waiting === undefined) continue
    blockers[waiting]?.push(blocker)
  }
  return blockers.map((list) => [...new Set(list)].sort((a, b) => a - b))
}

/** Tarjan's algorithm with a stack of our own: a chain of 10,000 tasks must not use up the call stack. */
function componentOfEach(next: readonly (readonly number[])[]): readonly number[] {
  const component = next.map(() => -1)
  const found = next.map(() => -1)
  const lowest = next.map(() => -1)
  const open: number[] = []
  const path: { node: number; tried: number }[] = []
  let clock = 0
  let components = 0

  const enter = (node: number): void => {
    found[node] = lowest[node] = clock
    clock += 1
    open.push(node)
    path.push({ node, tried: 0 })
  }
  const lower = (node: number, to: number): void => {
    lowest[node] = Math.min(lowest[node] ?? to, to)
  }

  for (let root = 0; root < next.length; root += 1) {
    if (found[root] !== -1) continue
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = next[top.node]?.[top.tried]
      if (target !== undefined) {
        top.tried += 1
        if (found[target] === -1) enter(target)
        else if (component[target] === -1) lower(top.node, found[target] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent.node, lowest[top.node] ?? 0)
      if (lowest[top.node] !== found[top.node]) continue
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        component[member] = components
        if (member === top.node) break
      }
      components += 1
    }
  }
  return component
}

/** Follows unused edges inside the component until none is left; begins again where one is left over. */
function walk(first: number, next: readonly (readonly number[])[], component: readonly number[]): number[][] {
  const used = new Map<number, number>()
  const inside = (node: number): readonly number[] =>
    (next[node] ?? []).filter((target) => component[target] === component[first])
  const targets = new Map<number, readonly number[]>()
  const take = (node: number): number | undefined => {
    const list = targets.get(node) ?? inside(node)
    targets.set(node, list)
    const at = used.get(node) ?? 0
    used.set(node, at + 1)
    return list[at]
  }

  const walks: number[][] = []
  const met = [first]
  const known = new Set(met)
  for (let i = 0; i < met.length; i += 1) {
    const start = met[i] ?? first
    for (;;) {
      const one = [start]
      for (let to = take(start); to !== undefined; to = take(to)) {
        one.push(to)
        if (known.has(to)) continue
        known.add(to)
        met.push(to)
      }
      if (one.length === 1) break
      walks.push(one)
    }
  }
  return walks
}

function named<K>(walks: readonly (readonly number[])[], nodes: readonly K[]): Cycle<K> {
  const names = walks.map((one) => one.flatMap((position) => nodes.slice(position, position + 1)))
  return { members: [...new Set(names.flat())], walks: names }
}
