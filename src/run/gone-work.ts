/** Work that a person took from the branch and goes on without: what was done by it is set aside (seed 000 §3: "skip"). */

import type { Outcome } from './outcome.ts'
import { taskStatus } from './task-status.ts'
import { emit, move, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Sets the tasks aside whose commits are no longer part of what the run stands on. What waits for them goes on without. */
export function noteGone(turn: Turn, outcome: Extract<Outcome, { of: 'publish' }>): void {
  const gone = new Set(outcome.is === 'diverged' ? [] : (outcome.gone ?? []))
  if (gone.size === 0) return
  const cause = { is: 'human', by: 'the branch', text: 'Its work was taken from the branch' } as const
  for (const task of [...turn.state.tasks.values()]) {
    if (task.commit === null || !gone.has(task.commit) || taskStatus(task) !== 'done') continue
    emit(turn, {
      type: 'finding',
      kind: 'MW117',
      text: `${nameOf(task)} was done by ${task.commit.slice(0, 12)}, which was taken from the branch: it is set aside; \`unblock\` does it again`,
    })
    for (const step of [...task.steps].reverse())
      if (step.status !== 'pending') move(turn, task, step, { to: 'pending', because: 'work-lost' })
    for (const step of task.steps) move(turn, task, step, { to: 'skipped', because: 'work-lost', cause })
  }
}
