/** The tasks of a plan as they are compared with how they went, from the state of its run. */

import { taskOf, type RunState, type TaskRun } from '../state.ts'
import { stepName } from './course.ts'
import type { PlannedTask } from './planned-task.ts'

/** Keys of all tasks of the plan that come before one, by whatever edges. */
export function tasksBefore(state: RunState, task: TaskRun): readonly string[] {
  const seen = new Set<string>([task.uid])
  for (const uid of seen) for (const { uid: before } of state.blockers.get(uid) ?? []) seen.add(before)
  return [...seen].flatMap((uid) => {
    const before = taskOf(state, uid)
    return before === task || before.spec.origin === 'engine' ? [] : [before.spec.key]
  })
}

/** Keys of the tasks of the plan that end right before one. */
export function tasksRightBefore(state: RunState, task: TaskRun): readonly string[] {
  const links = state.blockers.get(task.uid) ?? []
  const before = links.map(({ uid }) => taskOf(state, uid)).filter(({ spec }) => spec.origin !== 'engine')
  return [...new Set(before.map(({ spec }) => spec.key))]
}

/** The tasks of the plan, in its order, without those that are no longer in it. */
export function tasksOfPlan(state: RunState): readonly TaskRun[] {
  return state.order.map((uid) => taskOf(state, uid)).filter(({ spec, left }) => spec.origin !== 'engine' && !left)
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
