/** The constitutional checks before each task, made from the record of what was there when it began (seed 004 §2.0). */

import { criticalBalanceDefaults, type CriticalBalance } from '../../../plan/critical-balance.ts'
import { propagationDefaults } from '../../../plan/escalation.ts'
import { checkTask, type TaskCheck } from '../../../run/constitution/before-task.ts'
import type { LoggedEntry } from '../../../run/constitution/logged-entry.ts'
import { plannedTask, tasksRightBefore } from '../../../run/steps/planned-tasks.ts'
import { fieldName } from '../../../run/steps/method-name.ts'
import { backupsTried, methodUsed, type StepRecord } from '../../../run/steps/record.ts'
import type { RunState, TaskRun } from '../../../run/state.ts'
import { isoTime } from '../../run/json.ts'

/** The balance that holds for a run: the built-in one, with what its project says. */
export function balanceOf({ spec }: Pick<RunState, 'spec'>): CriticalBalance {
  return { ...criticalBalanceDefaults, ...spec?.spec.criticalShare }
}

/** The fields of a record's entry that have to be there. */
export function loggedEntry(record: StepRecord): LoggedEntry {
  const used = methodUsed(record)
  return {
    task_id: record.taskId,
    step_id: record.step,
    status: record.status,
    method_used: used === null ? null : fieldName(used.method),
    backup_attempts: backupsTried(record).map(({ method }) => fieldName(method)),
    timestamp: isoTime(record.endedAt),
    mode: record.mode,
  }
}

/**
 * Checks a task as it stood when its first step began.
 * @returns null of a task that was not begun in this run
 */
export function taskCheck(state: RunState, task: TaskRun): TaskCheck | null {
  const { course, policy } = state
  const begin = course.moments.find((it) => it.task === task.spec.key && it.status === 'started')
  if (begin === undefined) return null
  const records = course.records.slice(0, begin.after)
  const last = records.at(-1)
  return checkTask({
    task: plannedTask(state, task),
    previous: tasksRightBefore(state, task),
    records,
    decision: course.decisions.findLast((it) => it.step_id === begin.step && it.at <= begin.at) ?? null,
    lastEntry: last === undefined ? null : loggedEntry(last),
    propagation: policy.propagation ?? propagationDefaults,
    balance: balanceOf(state),
    timestamp: isoTime(begin.at),
  })
}
