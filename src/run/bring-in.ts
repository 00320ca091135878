/** What others commit during a run comes in with a publish; whoever begins something then begins on it. */

import type { RunState, TaskRun } from './state.ts'

/** Whether a publish is to come or under way: what a person has committed meanwhile may be what the next attempt needs. */
export function isBringingIn(state: RunState): boolean {
  if (state.policy.workspace !== 'worktree' || state.tip === null) return false
  if (state.unpublished && state.publishTrouble === null) return true
  return [...state.effects.values()].some(({ effect }) => effect.is === 'publish')
}

/** Whether commits of others came in since the workspace of a task was made. */
export function isBehind({ policy, ground }: RunState, task: TaskRun): boolean {
  return policy.workspace === 'worktree' && task.prepared && task.ground < ground
}
