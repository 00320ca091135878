/** What others commit during a run comes in with a publish; whoever begins something then begins on it. */

import { taskOf, type RunState, type TaskRun } from './state.ts'

/** Whether a publish is to come or under way: what a person has committed meanwhile may be what the next attempt needs. */
export function isBringingIn(state: RunState): boolean {
  if (state.policy.workspace === 'none' || state.tip === null || state.isQuiet) return false
  if (state.unpublished && state.publishTrouble === null) return true
  return [...state.effects.values()].some(({ effect }) => effect.is === 'publish')
}

/** Whether commits of others may come in before anything else is asked for: in place while nobody works in the folder. */
export function mayBringIn(state: RunState): boolean {
  const { policy, active } = state
  if (policy.workspace !== 'in-place') return policy.workspace === 'worktree'
  return [...active].every((uid) => taskOf(state, uid).workspace === null)
}

/** Whether commits of others came in since the workspace of a task was made. */
export function isBehind({ policy, ground }: RunState, task: TaskRun): boolean {
  return policy.workspace === 'worktree' && task.prepared && task.ground < ground
}
