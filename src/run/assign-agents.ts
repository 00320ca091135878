/** Who works on a task where its plan names nobody: the agent of its role (REQUIREMENTS F4). */

import type { Plan } from '../plan/model.ts'
import { byRole } from '../plan/role-names.ts'

/**
 * Fills in the agent of every method that names none; one whose role has no agent stays with the default of the run.
 *
 * @param plan the plan; it is not changed
 * @param agents names of agents by role, as `roleName` spells it
 */
export function assignAgents(plan: Plan, agents: ReadonlyMap<string, string>): Plan {
  if (agents.size === 0) return plan
  const tasks = plan.tasks.map((task) => {
    const agent = byRole(task, agents)
    if (agent === null) return task
    const steps = task.steps.map((step) => ({
      ...step,
      methods: step.methods.map((it) => (it.does === 'agent' && it.agent === null ? { ...it, agent } : it)),
    }))
    return { ...task, steps }
  })
  return { ...plan, tasks }
}
