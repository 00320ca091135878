/** How far each SPECLet is, and what it waits for (seed 004 §2.0b). */

import type { Speclet } from '../../../plan/spec.ts'
import { taskNumber } from '../../../run/constitution/violation.ts'
import { inPart } from '../../../run/speclets/completed-in-part.ts'
import { statusWithoutTasks } from '../../../run/speclets/speclet-status.ts'
import { inStages, isPassedOver, tasksOfSpeclet, wellEnded } from '../../../run/speclets/status.ts'
import type { RunState } from '../../../run/state.ts'
import { outlookOf } from '../../../run/task-status.ts'
import { isoTime } from '../../run/json.ts'
import { secondsBetween, type TaskOutline } from './outline.ts'
import type { ProgressDocument, ProgressTask } from './schema.ts'

type Progress = NonNullable<ProgressDocument['speclet_progress']>
type Status = Progress[string]['status']

/**
 * The SPECLets of a run's spec by their ids; null where it has none.
 * @param taskOf a task of the document by its key in the plan
 */
export function specletProgress(state: RunState, taskOf: (key: string) => TaskOutline | undefined): Progress | null {
  const speclets = state.spec?.spec.speclets ?? []
  if (speclets.length === 0) return null
  const statuses = new Map<string, Status>()
  for (const it of inStages(speclets)) statuses.set(it.id, statusOf(state, it, statuses, taskOf))
  const partial = inPart(state)
  const ends = new Map(state.course.records.map((it) => [it.task, isoTime(it.endedAt)]))
  return Object.fromEntries(speclets.map((it) => [it.id, progressOf(it, { statuses, taskOf, ends, partial })]))
}

function tasksIn({ tasks }: Speclet, taskOf: (key: string) => TaskOutline | undefined): readonly TaskOutline[] {
  return tasks.flatMap((key) => taskOf(key) ?? [])
}

function statusOf(
  state: RunState,
  speclet: Speclet,
  known: ReadonlyMap<string, Status>,
  taskOf: (key: string) => TaskOutline | undefined,
): Status {
  const tasks = tasksOfSpeclet(state, speclet)
  // What has failed, and holds nobody up, is over.
  const statuses = tasks.flatMap((it) =>
    outlookOf(state, it) === 'good' ? 'over' : (taskOf(it.spec.key)?.status ?? []),
  )
  const isOver = (status: (typeof statuses)[number]): boolean =>
    status === 'over' || status === 'completed' || status === 'skipped'
  const needs = speclet.dependsOn.map((id) => known.get(id) ?? 'not_started')
  if (speclet.tasks.length === 0) return statusWithoutTasks(needs, isPassedOver(state, speclet))
  if (statuses.length > 0 && statuses.every(isOver)) return wellEnded(tasks)
  if (statuses.includes('in_progress')) return 'in_progress'
  if (statuses.includes('failed')) return 'failed'
  if (statuses.includes('blocked')) return 'blocked'
  if (statuses.some(isOver)) return 'in_progress'
  if (needs.some((it) => it === 'failed' || it === 'blocked')) return 'blocked'
  return needs.every((it) => it === 'completed' || it === 'skipped') ? 'ready' : 'not_started'
}

function progressOf(
  speclet: Speclet,
  {
    statuses,
    taskOf,
    ends,
    partial,
  }: {
    readonly statuses: ReadonlyMap<string, Status>
    readonly taskOf: (key: string) => TaskOutline | undefined
    /** When the last step of each task ended that has ended, by the key of the task. */
    readonly ends: ReadonlyMap<string, string>
    readonly partial: ReadonlySet<string>
  },
): Progress[string] {
  const tasks = tasksIn(speclet, taskOf)
  const status = statuses.get(speclet.id) ?? 'not_started'
  const ids = (of: ProgressTask['status']): Progress[string]['tasks_completed'] =>
    tasks.filter((it) => it.status === of).map((it) => taskNumber(it.task_id))
  const starts = tasks.flatMap((it) => it.started_at ?? []).sort()
  const isOver = status === 'completed' || status === 'failed' || status === 'skipped'
  // What has failed was never completed, and came to its end all the same.
  const failed = speclet.tasks.flatMap((key) => (taskOf(key)?.status === 'failed' ? (ends.get(key) ?? []) : []))
  const over = [...tasks.flatMap((it) => it.completed_at ?? []), ...failed].sort()
  const end = isOver ? (over.at(-1) ?? null) : null
  const start = starts[0] ?? null
  const needsFailed = speclet.dependsOn.some((id) => ['failed', 'blocked'].includes(statuses.get(id) ?? ''))
  return {
    status,
    ...(status === 'completed' && partial.has(speclet.id) ? { completed_in_part: true as const } : {}),
    stage: speclet.stage,
    started_at: start,
    completed_at: end,
    tasks_completed: ids('completed'),
    tasks_failed: ids('failed'),
    tasks_in_progress: ids('in_progress'),
    execution_time_seconds: start === null || end === null ? null : secondsBetween(Date.parse(start), Date.parse(end)),
    depends_on_status: Object.fromEntries(speclet.dependsOn.map((id) => [id, statuses.get(id) ?? 'not_started'])),
    blocked: status === 'blocked' || status === 'not_started',
    // Null where a person has not let it begin.
    blocked_reason:
      status === 'blocked' && needsFailed
        ? 'dependency_failed'
        : status === 'not_started'
          ? 'waiting_for_dependencies'
          : null,
  }
}
