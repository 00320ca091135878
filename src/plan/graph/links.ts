/** Who waits for whom: the plan's edges looked up from either end. */

import type { Edge, Plan } from '../model.ts'

/**
 * The edges by the task that waits. Every task of the plan has an entry; edges that name no task are left out.
 * Within one entry they stand in the plan's order.
 */
export function blockersOf(plan: Pick<Plan, 'tasks' | 'edges'>): ReadonlyMap<string, readonly Edge[]> {
  return edgesBy(plan, (edge) => edge.to)
}

/** The edges by their blocker: what waits for each task. Otherwise as `blockersOf`. */
export function dependantsOf(plan: Pick<Plan, 'tasks' | 'edges'>): ReadonlyMap<string, readonly Edge[]> {
  return edgesBy(plan, (edge) => edge.from)
}

function edgesBy(plan: Pick<Plan, 'tasks' | 'edges'>, end: (edge: Edge) => string): Map<string, Edge[]> {
  const lists = new Map<string, Edge[]>(plan.tasks.map((task) => [task.key, []]))
  for (const edge of plan.edges) if (lists.has(edge.from) && lists.has(edge.to)) lists.get(end(edge))?.push(edge)
  return lists
}
