/** Tasks as the progress file has them. */

import type { TaskCheck } from '../../../run/constitution/before-task.ts'
import { fieldName } from '../../../run/steps/method-name.ts'
import { openSteps } from '../../../run/steps/course.ts'
import { usedUp } from '../../../run/steps/used-up.ts'
import { researchOf } from '../../../run/steps/research-record.ts'
import type { RunState, TaskRun } from '../../../run/state.ts'
import { standing as standingOf } from '../../../run/views.ts'
import { backupsRun, retriesOf, standing } from '../../../run/steps/record.ts'
import { researchPhase } from './research.ts'
import { secondsBetween, taskOutline } from './outline.ts'
import type { ProgressTask } from './schema.ts'
import { progressStep, type CourseByStep } from './steps.ts'

/**
 * @param of.check of the moment in which it began; null where it has not
 * @param of.notes what the notepad holds of it; null where that is nothing
 */
export function progressTask(
  state: RunState,
  task: TaskRun,
  {
    course,
    check,
    notes,
  }: {
    readonly course: CourseByStep
    readonly check: TaskCheck | null
    readonly notes: ProgressTask['notepad_update']
  },
): ProgressTask {
  const { spec, startedAt, endedAt } = task
  const stands = standingOf(state, task)
  const constraints = state.spec?.spec.constraints ?? []
  const modes = new Set(spec.steps.map((it) => it.mode ?? null))
  const { task_id, status, started_at, completed_at } = taskOutline(state, task, stands)
  const all = state.course.records.filter((it) => it.task === spec.key)
  const open = new Set(openSteps(task))
  const records = standing(all).filter((it) => !open.has(it.step))
  const count = (of: string): number => records.filter((it) => it.status === of).length
  return {
    task_id,
    description: spec.title,
    status,
    blocked_reason: status === 'blocked' || status === 'failed' ? stands.reason : null,
    mode: modes.size === 1 ? (spec.steps[0]?.mode ?? null) : null,
    started_at,
    completed_at,
    execution_time_seconds:
      startedAt === null || endedAt === null || completed_at === null ? null : secondsBetween(startedAt, endedAt),
    summary: {
      steps_succeeded: count('completed'),
      steps_failed: count('failed'),
      steps_skipped: count('skipped'),
      retries: all.reduce((sum, it) => sum + retriesOf(it), 0) + retriesUnderWay(course, task),
      mode_switches: state.course.switches.filter((it) => it.taskId === (spec.id ?? spec.key)).length,
      backups_used: [...new Set(all.flatMap(backupsRun).map(({ method }) => fieldName(method)))],
    },
    constitutional_checks: check?.constitutional_checks ?? null,
    notepad_update: notes,
    ...researchPhase(researchOf(state, spec)),
    steps: task.steps.map((step) =>
      progressStep(task, step, { course, failed: usedUp(state, task, step), constraints }),
    ),
  }
}

/** Retries of steps that have not ended: they are on no record yet. */
function retriesUnderWay({ moments, records }: CourseByStep, task: TaskRun): number {
  return openSteps(task).reduce((sum, name) => {
    const last = moments.get(name)?.at(-1)
    const isOnRecord = last === undefined || (records.get(name)?.at ?? -1) >= last.after
    return isOnRecord ? sum : sum + last.retries
  }, 0)
}
