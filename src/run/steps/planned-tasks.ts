/** The tasks of a plan as they are compared with how they went, from the state of its run. */

import { taskOf, type RunState, type TaskRun } from '../state.ts'
import { stepName } from './course.ts'
import type { PlannedTask } from './planned-task.ts'

/**
 * Keys of all tasks of the plan that come before one, by whatever edges. Where there are SPECLets only those of its own and of what that
 * depends on: another one of a stage before is waited for, and what fails in it means nothing here (seed 004 §2.0b, scenario B).
 */
export function tasksBefore(state: RunState, task: TaskRun): readonly string[] {
  const seen = new Set<string>([task.uid])
  for (const uid of seen) for (const { uid: before } of state.blockers.get(uid) ?? []) seen.add(before)
  const counted = neededTasks(state, task)
  return [...seen].flatMap((uid) => {
    const before = taskOf(state, uid)
    const isCounted = counted === null || counted.has(before.spec.key)
    return before === task || before.spec.origin === 'engine' || !isCounted ? [] : [before.spec.key]
  })
}

/** Keys of all tasks of a task's SPECLet, and of those that it depends on; null of a task in none. */
function neededTasks({ spec }: RunState, { spec: { key } }: TaskRun): ReadonlySet<string> | null {
  const speclets = new Map((spec?.spec.speclets ?? []).map((it) => [it.id, it]))
  const own = [...speclets.values()].find(({ tasks }) => tasks.includes(key))
  if (own === undefined) return null
  const needed = new Set([own.id])
  for (const id of needed) for (const before of speclets.get(id)?.dependsOn ?? []) needed.add(before)
  return new Set([...needed].flatMap((id) => speclets.get(id)?.tasks ?? []))
}

/** Keys of the tasks of the plan that end right before one; of SPECLets as above. */
export function tasksRightBefore(state: RunState, task: TaskRun): readonly string[] {
  const links = state.blockers.get(task.uid) ?? []
  const counted = neededTasks(state, task)
  const keys = links
    .map(({ uid }) => taskOf(state, uid).spec)
    .filter(({ origin, key }) => origin !== 'engine' && (counted?.has(key) ?? true))
    .map(({ key }) => key)
  return [...new Set(keys)]
}

/** The tasks of the plan, in its order, without those that are no longer in it. */
export function tasksOfPlan(state: RunState): readonly TaskRun[] {
  return state.order.map((uid) => taskOf(state, uid)).filter(({ spec, left }) => spec.origin !== 'engine' && !left)
}

/** Names of the steps of the plan, without those that are no longer in it. */
export function stepsOfPlan(state: RunState): ReadonlySet<string> {
  return new Set(tasksOfPlan(state).flatMap((task) => task.spec.steps.map(({ id }) => stepName(task, id))))
}

/** A task as the plan has it. */
export function plannedTask(state: RunState, task: TaskRun): PlannedTask {
  const { key, id, steps } = task.spec
  return {
    task: key,
    taskId: id ?? key,
    steps: steps.map((step) => ({ step: stepName(task, step.id), critical: step.critical })),
    before: tasksBefore(state, task),
  }
}
