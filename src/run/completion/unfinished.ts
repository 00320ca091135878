/** What of the tasks keeps a goal from being reached, whatever lies in the project. */

import { oneLine, quoted } from '../../plan/one-line.ts'
import { stepName } from '../steps/course.ts'
import { tasksOfPlan } from '../steps/planned-tasks.ts'
import type { RunState } from '../state.ts'
import { isInPlan, isNotMerged, taskStatus } from '../task-status.ts'

/**
 * Critical steps that stand failed, are blocked, were left out, not worked on or not merged, a line each, and that no task was completed. What lay
 * there before the run is no work of it, and who leaves out what is critical has not reached the goal without it.
 */
export function unfinished(state: RunState): readonly string[] {
  const tasks = tasksOfPlan(state)
  const ends = new Map(state.course.records.map(({ step, status }) => [step, status]))
  const steps = tasks.flatMap((task) =>
    task.steps.flatMap((step) => {
      if (!isInPlan(task, step)) return []
      const name = stepName(task, step.spec.id)
      if (step.spec.critical && isNotMerged(task, step))
        return [oneLine(`Nothing of critical step ${name} ${quoted(step.spec.title)} is merged: its task is not done`)]
      if (!step.spec.critical || step.status === 'done') return []
      const hasFailed = ends.get(name) === 'failed' || step.status === 'failed'
      const end =
        step.status === 'blocked' ? 'is blocked' : step.status === 'skipped' ? 'was left out' : 'was not worked on'
      const how = hasFailed ? 'has failed' : end
      return [oneLine(`Critical step ${name} ${quoted(step.spec.title)} ${how}`)]
    }),
  )
  const isNone = tasks.length > 0 && tasks.every((task) => taskStatus(task) !== 'done')
  return isNone ? [...steps, 'No task of the plan was completed'] : steps
}
