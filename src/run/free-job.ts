/**
 * What people release goes on as jobs are free. An answer may come while all jobs are taken, and several may come while nobody
 * is at work: what it released waits then, and comes before what has not begun. While a question about the pattern of a spec
 * stands, no job is free for who has not begun.
 */

import { isHeldForPattern } from './patterns/admit-pattern.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep, holdsFolder, isCheck } from './task-status.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * Whether a step that stands still may go on now. Where those that were released before its task take up all jobs, it waits from
 * now on. Who pulls a task does the work elsewhere, and waits for no job.
 */
export function hasJob(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const { waitingOn, spec, method } = step
  if (waitingOn?.is === 'job') return false
  const isFree = spec.methods[method]?.does === 'pull' || !isOneTooMany(turn.state, task)
  if (isFree && !isHeldForPattern(turn.state, task)) return true
  emit(turn, { type: 'waiting-set', waitingOn: { is: 'job', then: waitingOn } }, subjectOf(task, step))
  return false
}

/** Jobs are taken in the order in which tasks came to work. */
function isOneTooMany(state: RunState, task: TaskRun): boolean {
  const active = [...state.active]
  const before = active.slice(0, Math.max(0, active.indexOf(task.uid)))
  return !isFreeFor(state, task, before)
}

/**
 * Whether others leave a job for a task. What is at work may wait for a check, which waits for other checks alone. Of those that
 * have begun in the folder of all, who waits for a job itself keeps none from another: both would wait for ever.
 */
function isFreeFor(state: RunState, task: TaskRun, others: readonly string[]): boolean {
  const isIn = holdsFolder(task, state.policy)
  const taken = others.filter((uid) => !isIn || !state.waitsForJob.has(uid))
  const counted = isCheck(task) ? taken.filter((uid) => isCheck(taskOf(state, uid))) : taken
  return counted.length < state.policy.jobs
}

/**
 * Gives a free job to the task that has waited longest for one, of those that one is free for.
 * @returns the task, which is to proceed; null where no job is free, or nobody waits
 */
export function takeJob(turn: Turn): TaskRun | null {
  const { state } = turn
  // In place a task keeps the folder, and so its job, while it waits.
  const othersThan = (uid: string): readonly string[] => [...state.active].filter((other) => other !== uid)
  const mayGoOn = (it: TaskRun): boolean => !isHeldForPattern(state, it) && isFreeFor(state, it, othersThan(it.uid))
  const task = [...state.waitsForJob].map((uid) => taskOf(state, uid)).find(mayGoOn)
  if (task === undefined) return null
  const step = currentStep(task)
  if (step.waitingOn?.is !== 'job') return null
  emit(turn, { type: 'waiting-set', waitingOn: step.waitingOn.then }, subjectOf(task, step))
  return task
}
