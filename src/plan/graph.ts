/** The graph of a plan: in which order its tasks can be done, what hangs together, and what can never start. */

import { findCycles } from './graph/cycles.ts'
import type { Cycle } from './graph/cycles.ts'
import { longestChain } from './graph/critical-path.ts'
import { orderOf } from './graph/order.ts'
import { priorities } from './graph/priorities.ts'
import type { Edge, MarkState, Plan, TaskSpec } from './model.ts'

export { cycleText, findCycles } from './graph/cycles.ts'
export type { Cycle, Link } from './graph/cycles.ts'
export { blockersOf, dependantsOf } from './graph/links.ts'
export { priorities } from './graph/priorities.ts'

export interface Graph {
  /** Keys of all tasks that can be ordered, done ones too: blockers first, then lowest rank (seed 000 §2.3). */
  readonly order: readonly string[]
  /** The same tasks level by level: what stands in one stage does not wait for each other. */
  readonly stages: readonly (readonly string[])[]
  /** Longest chain by number of tasks that are still to be worked; empty when none is. */
  readonly criticalPath: readonly string[]
  /** In document order of their first members. Not part of `order` and `stages`. */
  readonly cycles: readonly Cycle<string>[]
  /** Tasks that wait for a cycle, directly or not, in document order; without its members. Not part of `order` either. */
  readonly held: readonly string[]
  /** Edges whose ends lie in two groups, in the plan's order. */
  readonly crossGroup: readonly Edge[]
}

/**
 * Builds the graph of a plan in O(tasks + edges), besides sorting.
 *
 * A done or skipped task waits for nothing any more: edges into one neither make a cycle (the others of the ring can be
 * done) nor let it be held by one. For order and stages its edges count like all others.
 */
export function graphOf(plan: Plan): Graph {
  const keys = plan.tasks.map((task) => task.key)
  const tasks = new Map<string, TaskSpec>()
  plan.tasks.forEach((task) => tasks.set(task.key, task))
  const isSettled = (key: string): boolean => ['done', 'skipped'].includes(tasks.get(key)?.mark ?? 'todo')
  const known = plan.edges.filter((edge) => tasks.has(edge.from) && tasks.has(edge.to))

  const { edges, cycles } = cyclesThatHold(keys, known, isSettled)
  const members = new Set(cycles.flatMap((cycle) => cycle.members))
  const stuck = reachedFrom(members, edges, (key) => !isSettled(key))
  const ranks = once(() => priorities(plan))
  const ordered = once(() => orderOf(stuck.size === 0 ? keys : keys.filter((key) => !stuck.has(key)), edges, ranks()))
  const works = (key: string): boolean => isWork(tasks.get(key)?.mark)
  const chain = once(() => longestChain(ordered().order.filter(works), edges, ranks()))
  const group = (key: string): string | null => tasks.get(key)?.group ?? null
  const crossing = once(() => known.filter((edge) => group(edge.from) !== group(edge.to)))
  // Many ask for the cycles alone; what else there is to know is worked out for those who ask for it.
  return {
    get order() {
      return ordered().order
    },
    get stages() {
      return ordered().stages
    },
    get criticalPath() {
      return chain()
    },
    cycles,
    held: stuck.size === 0 ? [] : keys.filter((key) => stuck.has(key) && !members.has(key)),
    get crossGroup() {
      return crossing()
    },
  }
}

/** The same value each time, made when it is asked for first. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Whether somebody still has to work for this mark: what is done, skipped or deferred lengthens no path. */
function isWork(mark: MarkState | undefined): boolean {
  return mark !== undefined && mark !== 'done' && mark !== 'skipped' && mark !== 'deferred'
}

/** The cycles that really hold something, and the edges without those that a settled task has ceased to wait for in one. */
function cyclesThatHold(
  keys: readonly string[],
  edges: readonly Edge[],
  isSettled: (key: string) => boolean,
): { edges: readonly Edge[]; cycles: readonly Cycle<string>[] } {
  const cycles = findCycles(keys, edges)
  if (!cycles.some((cycle) => cycle.members.some(isSettled))) return { edges, cycles }
  const cycleOf = new Map(cycles.flatMap((cycle, at) => cycle.members.map((key) => [key, at] as const)))
  const left = edges.filter(
    ({ from, to }) => !(isSettled(to) && cycleOf.has(to) && cycleOf.get(from) === cycleOf.get(to)),
  )
  return { edges: left, cycles: findCycles(keys, left) }
}

/** `start` and all that waits for it, however far away, as long as `may` lets it in. */
function reachedFrom(
  start: ReadonlySet<string>,
  edges: readonly Edge[],
  may: (key: string) => boolean,
): ReadonlySet<string> {
  const reached = new Set(start)
  if (start.size === 0) return reached
  const dependants = new Map<string, string[]>()
  for (const { from, to } of edges) {
    const list = dependants.get(from)
    if (list === undefined) dependants.set(from, [to])
    else list.push(to)
  }
  // A set is walked in the order of its growth, so what is added here is still visited.
  for (const key of reached) for (const to of dependants.get(key) ?? []) if (may(to)) reached.add(to)
  return reached
}
