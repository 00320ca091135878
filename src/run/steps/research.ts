/**
 * Research before a task (seed 004 §2.1a): asked for once in a run, before the first work on a task that wants it. What comes of
 * it is told to whoever does its steps; that nothing comes of it keeps no task from going on.
 */

import type { StepRun, TaskRun } from '../state.ts'
import { emit, move, request, subjectOf, type Turn } from '../turn.ts'
import { researchOf } from './research-record.ts'
import { namedAddresses, researchQueries } from './research-queries.ts'

/**
 * Whether work on a step may begin. Where something is to be looked up first that is asked for, and the step waits for it.
 * Whatever has brought the task to work, it is asked at its first step that somebody works on, and once in a run.
 */
export function isResearched(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const { spec } = task
  if (step.waitingOn?.is === 'research') endWaiting(turn, task, step)
  if (turn.state.policy.research === 'off') return true
  const first = task.steps.find((it) => it.spec.methods.length > 0)
  if (spec.research === undefined || step !== first || researchOf(turn.state, spec) !== null) return true
  const waitingOn = { is: 'research' } as const
  if (step.status === 'pending') move(turn, task, step, { to: 'working', because: 'begins', waitingOn })
  else emit(turn, { type: 'waiting-set', waitingOn }, subjectOf(task, step))
  request(
    turn,
    { is: 'research', sources: spec.research, queries: researchQueries(spec), addresses: namedAddresses(spec) },
    subjectOf(task, step),
  )
  return false
}

function endWaiting(turn: Turn, task: TaskRun, step: StepRun): void {
  const waits = turn.state.policy.workspace !== 'none' && !task.prepared
  emit(turn, { type: 'waiting-set', waitingOn: waits ? { is: 'workspace' } : null }, subjectOf(task, step))
}
