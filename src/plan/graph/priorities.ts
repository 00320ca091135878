/** Which of several ready tasks comes first. */

import type { Plan } from '../model.ts'
import { compareNatural } from '../natural.ts'

/**
 * Ranks every task: 0 is taken first among the ready ones. The order is group position in the file, natural id, document
 * position (seed 000 §2.3, FORMATS R15); groups that have no order of their own share one position, so that the id decides first
 * (seed 003 §1). Tasks of no group (the engine's) come before all groups; a task without an id
 * stands behind the task with an id above it in its group, so that a plan without any ids keeps its document order.
 */
export function priorities(plan: Pick<Plan, 'tasks' | 'groups'>): ReadonlyMap<string, number> {
  const groups = new Map(
    plan.groups.map((group, position) => [group.key, group.unordered === true ? 0 : position] as const),
  )
  const lastId = new Map<number, string>()
  const places = plan.tasks.map((task, position) => {
    const group = task.group === null ? -1 : (groups.get(task.group) ?? plan.groups.length)
    const id = task.id ?? lastId.get(group) ?? ''
    lastId.set(group, id)
    return { key: task.key, group, id, position }
  })
  places.sort((a, b) => a.group - b.group || compareNatural(a.id, b.id) || a.position - b.position)
  const ranks = new Map<string, number>()
  places.forEach(({ key }, rank) => ranks.set(key, rank))
  return ranks
}
