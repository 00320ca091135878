/** A plan that was never run, as the state that its first run would begin with. */

import type { Plan } from '../../plan/model.ts'
import type { Policy } from '../../plan/policy.ts'
import { evolve } from '../../run/evolve.ts'
import { newState } from '../../run/new-state.ts'
import type { RunState } from '../../run/state.ts'

/**
 * Folds the plan alone, so that a plan before its first run is told in the same form as later.
 * @param selected keys of the tasks that a run without further words would be about
 */
export function stateBeforeRun(
  plan: Plan,
  { policy, selected }: { readonly policy: Policy; readonly selected: ReadonlySet<string> },
): RunState {
  const state = newState()
  state.policy = policy
  const at = { at: 0, subject: null }
  evolve(state, { ...at, body: { type: 'selection-set', selection: [...selected] } })
  const added = plan.tasks.map((spec, index) => ({ uid: `t${index + 1}`, spec }))
  evolve(state, {
    ...at,
    body: {
      type: 'plan-revised',
      from: null,
      to: '',
      cause: 'read',
      by: '',
      added,
      changed: [],
      removed: [],
      edges: plan.edges,
      groups: plan.groups,
      order: null,
    },
  })
  return state
}
