/** The section of a spec's report that has a row for each task, and for each step. */

import { durationText } from '../run/duration.ts'
import type { ProgressDocument, ProgressStep } from '../spec/progress/schema.ts'
import { section, table, toned, type Cell, type Section, nothing } from './document.ts'
import { known, stateCell } from './words.ts'

/** A row for each task, and below them a table of each one's steps. */
export function stepsSection(document: ProgressDocument): readonly Section[] {
  const rows = document.tasks.map((it): readonly Cell[] => [
    it.task_id,
    it.description,
    stateCell(it.status),
    `${it.summary.steps_succeeded}/${it.summary.steps_failed}/${it.summary.steps_skipped}`,
    String(it.summary.retries),
    known(it.summary.backups_used.join(', ')),
    tookOf(it),
    known(it.blocked_reason),
  ])
  const columns = ['Task', 'What', 'Status', 'Steps ok/failed/skipped', 'Retries', 'Backups', 'Took', 'Why not']
  return section(
    'Tasks and their steps',
    table('Tasks', columns, rows),
    document.tasks.flatMap(({ task_id, description, steps }) =>
      section(`Task ${task_id}: ${description}`, [
        ...table(
          `Steps of task ${task_id}`,
          ['Step', 'What', 'Status', 'Method', 'Retries', 'As expected', 'Constraints', 'Said'],
          steps.map(stepRow),
        ),
        ...verifications(task_id, steps),
      ]),
    ),
  )
}

/** By its times, which are finer than the seconds beside them. */
function tookOf({
  started_at: from,
  completed_at: to,
  execution_time_seconds: seconds,
}: ProgressDocument['tasks'][number]): Cell {
  if (seconds === null) return nothing
  return durationText(from === null || to === null ? seconds * 1000 : Math.max(0, Date.parse(to) - Date.parse(from)))
}

/** How the steps of a task are verified by the plan itself; nothing where none is. */
function verifications(task: ProgressStep['task_id'], steps: readonly ProgressStep[]): ReturnType<typeof table> {
  const rows = steps.flatMap(({ step_id, step_verification }) =>
    step_verification.map(({ verifies, result, message }): readonly Cell[] => [
      step_id,
      verifies,
      result === null ? nothing : toned(result === 'pass' ? 'good' : 'bad', result.replaceAll('_', ' ')),
      known(message),
    ]),
  )
  return table(`Verification of task ${task}`, ['Step', 'What has to hold', 'Result', 'Why not'], rows)
}

function stepRow(step: ProgressStep): readonly Cell[] {
  const { expected_output_match: match, expected_output_judged_by: by, constraint_status: constraints } = step
  const judged = by === null ? '' : `, judged by ${by}`
  const all = Object.entries(constraints)
  const unverified = all.filter(([, is]) => is === 'not_verified').length
  const held = [
    ...all.flatMap(([name, is]) => (is === 'not_verified' ? [] : [`${name} ${is}`])),
    ...(unverified === 0 ? [] : [`${unverified} not verified`]),
  ]
  return [
    `${step.step_id}${step.critical_flag ? ' (critical)' : ''}`,
    step.description,
    stateCell(step.status === 'started' || step.status === 'retried' ? 'in_progress' : step.status),
    known(step.method_used),
    String(step.retry_count),
    match === null ? nothing : match ? toned('good', `yes${judged}`) : toned('bad', `no${judged}`),
    known(held.join(', ')),
    known(step.message),
  ]
}
