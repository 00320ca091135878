/** How a SPECLet stands, by the tasks in it. */

import type { Speclet } from '../../plan/spec.ts'
import { taskOf, type RunState, type TaskRun } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { outlookOf, taskStatus } from '../task-status.ts'
import type { SpecletStatus } from './speclet-status.ts'

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

export function specletStatus(state: RunState, speclet: Pick<Speclet, 'tasks'>): SpecletStatus {
  const tasks = tasksOfSpeclet(state, speclet)
  const outlooks = tasks.map((task) => outlookOf(state, task))
  const statuses = tasks.map(taskStatus)
  if (outlooks.every((it) => it === 'good'))
    return statuses.length > 0 && statuses.every((it) => it === 'skipped') ? 'skipped' : 'completed'
  if (outlooks.includes('open')) return statuses.every((it) => it === 'pending') ? 'not_started' : 'in_progress'
  return statuses.some((it, at) => outlooks[at] !== 'good' && isEnd(it)) ? 'failed' : 'blocked'
}
