/** Tasks as the progress file has them. */

import type { TaskCheck } from '../../../run/constitution/before-task.ts'
import { idOf } from '../../../run/constitution/violation.ts'
import { fieldName } from '../../../run/steps/method-name.ts'
import { researchOf } from '../../../run/steps/research-record.ts'
import type { RunState, TaskRun } from '../../../run/state.ts'
import type { StepStatus } from '../../../run/step-status.ts'
import { standing as standingOf } from '../../../run/views.ts'
import { backupsTried, retriesOf, standing } from '../../../run/steps/record.ts'
import { isoTime } from '../../run/json.ts'
import { researchPhase } from './research.ts'
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
  const status = taskStatusOf(task, stands.state)
  const records = standing(state.course.records.filter((it) => it.task === spec.key))
  const count = (of: string): number => records.filter((it) => it.status === of).length
  const isOver = status === 'completed' || status === 'failed' || status === 'skipped'
  const end = isOver ? endedAt : null
  return {
    task_id: idOf(spec.id ?? spec.key),
    description: spec.title,
    status,
    blocked_reason: status === 'blocked' || status === 'failed' ? stands.reason : null,
    mode: spec.steps[0]?.mode ?? null,
    started_at: startedAt === null ? null : isoTime(startedAt),
    completed_at: end === null ? null : isoTime(end),
    execution_time_seconds: startedAt === null || end === null ? null : secondsBetween(startedAt, end),
    summary: {
      steps_succeeded: count('completed'),
      steps_failed: count('failed'),
      steps_skipped: count('skipped'),
      retries: records.reduce((sum, it) => sum + retriesOf(it), 0),
      mode_switches: state.course.switches.filter((it) => it.taskId === (spec.id ?? spec.key)).length,
      backups_used: [...new Set(records.flatMap(backupsTried).map(({ method }) => fieldName(method)))],
    },
    constitutional_checks: check?.constitutional_checks ?? null,
    notepad_update: notes,
    ...researchPhase(researchOf(state, spec)),
    steps: task.steps.map((step) => progressStep(task, step, course)),
  }
}

/** Whole seconds; never less than none, as clocks are set back. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1000))
}

function taskStatusOf(task: TaskRun, status: StepStatus): ProgressTask['status'] {
  switch (status) {
    case 'pending':
      return 'not_started'
    case 'working':
    case 'verifying':
    case 'reviewing':
    case 'merging':
      return 'in_progress'
    case 'done':
      return 'completed'
    case 'failed':
      return 'failed'
    case 'blocked':
      // What waits for others is blocked; what has used up all that it may has failed.
      return task.steps.some((it) => it.status === 'blocked') ? 'failed' : 'blocked'
    case 'skipped':
    case 'deferred':
      return 'skipped'
    default:
      return status satisfies never
  }
}
