/** What the log has to say of each step (seed 004 §2.0 article X, §5). */

import { fieldName } from '../steps/method-name.ts'
import { backupsTried, isOfPerson, methodUsed, type StepRecord } from '../steps/record.ts'
import type { Found } from './violation.ts'

/** The entry of a step, with the fields of the progress file that have to be there. */
export type LoggedEntry = Readonly<Record<string, unknown>>

/** The entry of a record; its time in milliseconds since the epoch. */
export function loggedEntry(record: StepRecord): LoggedEntry {
  const used = methodUsed(record)
  return {
    task_id: record.taskId,
    step_id: record.step,
    status: record.status,
    method_used: used === null ? null : fieldName(used.method),
    by_person: isOfPerson(record),
    backup_attempts: backupsTried(record).map(({ method }) => fieldName(method)),
    timestamp: record.endedAt,
    mode: record.mode,
  }
}

const required = ['task_id', 'step_id', 'status', 'method_used', 'timestamp', 'mode'] as const

/**
 * Required fields that an entry does not say. `backup_attempts` are required where a backup was used; `method_used` is not where
 * the step was skipped, or done by a person's word alone.
 */
export function missingFields(entry: LoggedEntry): readonly string[] {
  const hasNone = entry['status'] === 'skipped' || entry['by_person'] === true
  const wanted = required.filter((it) => it !== 'method_used' || !hasNone)
  const method = entry['method_used']
  const usedBackup = typeof method === 'string' && method.startsWith('backup')
  return [...wanted, ...(usedBackup ? ['backup_attempts'] : [])].filter((it) => isNothing(own(entry, it)))
}

/** What article X says of an entry; null where it lacks nothing. */
export function incomplete(entry: LoggedEntry): Found | null {
  const missing = missingFields(entry)
  if (missing.length === 0) return null
  const step = own(entry, 'step_id')
  const name = typeof step === 'string' && step !== '' ? step : null
  return {
    article: 'X',
    section: '10.1',
    description: `The entry of ${name === null ? 'a step' : `step ${name}`} lacks ${missing.join(', ')}`,
    ...(name === null ? {} : { step_id: name }),
    severity: 'warning',
    corrective_action: 'Continue and flag for post-execution review',
  }
}

function own(entry: LoggedEntry, field: string): unknown {
  return Object.hasOwn(entry, field) ? entry[field] : undefined
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
