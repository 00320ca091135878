/** How SPECLets stand, by the tasks in them. */

import type { Speclet } from '../../plan/spec.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { isHeld, outlookOf, taskStatus } from '../task-status.ts'
import { statusWithoutTasks, type SpecletStatus } from './speclet-status.ts'

/** The tasks of a SPECLet that are in the plan, in its order. */
export function tasksOfSpeclet(state: RunState, { tasks }: Pick<Speclet, 'tasks'>): readonly TaskRun[] {
  return tasks.flatMap((key) => {
    const uid = state.byKey.get(key)
    return uid === undefined ? [] : [taskOf(state, uid)]
  })
}

/** The SPECLet that a task belongs to; null where it is in none. */
export function specletOf(state: RunState, { spec }: Pick<TaskRun, 'spec'>): Speclet | null {
  if (spec.origin === 'engine') return null
  return state.spec?.spec.speclets.find(({ tasks }) => tasks.includes(spec.key)) ?? null
}

/**
 * Whether SPECLets are over: nothing of them is at work or may begin. What a call does not name is left for another one, and no SPECLet
 * with such a task is over.
 */
export function areOver(state: RunState, speclets: readonly Speclet[]): boolean {
  return speclets.every((it) =>
    tasksOfSpeclet(state, it).every((task) => outlookOf(state, task) !== 'open' && !isLeftForAnother(task)),
  )
}

function isLeftForAnother(task: TaskRun): boolean {
  return taskStatus(task) === 'pending' && !task.selected && !isHeld(task)
}

/** All SPECLets of the spec by their ids. */
export function specletStatuses(state: RunState): ReadonlyMap<string, SpecletStatus> {
  const statuses = new Map<string, SpecletStatus>()
  for (const it of inStages(state.spec?.spec.speclets ?? [])) {
    const tasks = tasksOfSpeclet(state, it)
    const needs = it.dependsOn.map((id) => statuses.get(id) ?? 'not_started')
    statuses.set(
      it.id,
      it.tasks.length > 0 ? statusOf(state, tasks) : statusWithoutTasks(needs, isPassedOver(state, it)),
    )
  }
  return statuses
}

/** In the order of their stages: each one comes after all that it depends on. */
export function inStages(speclets: readonly Speclet[]): readonly Speclet[] {
  return [...speclets].sort((a, b) => a.stage - b.stage)
}

/** Whether a person goes on without it, since what it depends on has failed. */
export function isPassedOver({ course }: Pick<RunState, 'course'>, { id }: Pick<Speclet, 'id'>): boolean {
  return course.specletFailures.findLast(({ blocked }) => blocked.includes(id))?.decision === 'skip-blocked'
}

/**
 * How a SPECLet stands of which all tasks have ended well for those that wait for it. It is completed, and be it in part, also where
 * steps have failed that are not critical; skipped where people have left out all of it.
 */
export function wellEnded(tasks: readonly TaskRun[]): 'completed' | 'skipped' {
  return tasks.length > 0 && tasks.every((it) => taskStatus(it) === 'skipped' && !it.steps.some(isGivenUp))
    ? 'skipped'
    : 'completed'
}

function isGivenUp({ status, because }: StepRun): boolean {
  return status === 'skipped' && because === 'not-critical'
}

function statusOf(state: RunState, tasks: readonly TaskRun[]): SpecletStatus {
  const outlooks = tasks.map((task) => outlookOf(state, task))
  const statuses = tasks.map(taskStatus)
  if (outlooks.every((it) => it === 'good')) return wellEnded(tasks)
  if (outlooks.includes('open')) return statuses.every((it) => it === 'pending') ? 'not_started' : 'in_progress'
  return statuses.some((it, at) => outlooks[at] !== 'good' && isEnd(it)) ? 'failed' : 'blocked'
}
