/** The backups of a step as the progress file has them: each that has come to its end, and none is ever taken away (seed 004 §5). */

import { oneLine } from '../../../plan/one-line.ts'
import { causeText } from '../../../run/views.ts'
import type { HeldCheckpoint } from '../../../run/education/checkpoint.ts'
import { fieldName, textOf } from '../../../run/steps/method-name.ts'
import type { StepMoment } from '../../../run/steps/moment.ts'
import { byChoice, isBackup, type StepRecord, type TriedMethod } from '../../../run/steps/record.ts'
import { isoTime } from '../../run/json.ts'
import type { ProgressStep } from './schema.ts'

/** What a moment of a step says: its cause, else what failed before it; null where it says nothing. */
export function messageOf({ cause, failed }: StepMoment): string | null {
  return cause === null ? failed : causeText(cause)
}

interface Tries {
  /** What was tried each time that the step began anew, the present one last; one that ended twice is there twice. */
  readonly rounds: readonly Pick<StepRecord, 'methods' | 'tried'>[]
  readonly moments: readonly StepMoment[]
  readonly checkpoints: readonly HeldCheckpoint[]
}

/** Each backup that has come to its end, in order. */
export function backupAttempts({ rounds, moments, checkpoints }: Tries): ProgressStep['backup_attempts'] {
  const all = rounds.flatMap(({ methods, tried }) => tried.map((it) => ({ ...it, methods })))
  const each = new Map(all.filter(({ method }) => isBackup(method)).map((it) => [`${it.method} ${it.at}`, it]))
  return [...each.values()].map((it) => ({
    backup_id: fieldName(it.method),
    description: textOf(it.methods, it.method),
    trigger_condition: it.trigger,
    justification:
      it.trigger === byChoice ? (choiceOf(it, checkpoints) ?? sentBack(it, moments)) : whyBegun(it, moments),
    attempts: it.attempts,
    outcome: it.outcome,
    timestamp: isoTime(it.at),
  }))
}

/** What led to it is told by the moment in which it began. */
function whyBegun({ method, at }: TriedMethod, moments: readonly StepMoment[]): string | null {
  const begin = moments.findLast(
    (it) =>
      it.method === method && it.cause !== null && it.at <= at && (it.status === 'started' || it.status === 'retried'),
  )
  return begin === undefined ? null : messageOf(begin)
}

/** It was tried before, and a person wants it once more: what they said. */
function sentBack({ method, at }: TriedMethod, moments: readonly StepMoment[]): string {
  const begin = moments.findLast((it) => it.method === method && it.at <= at && it.status === 'retried')
  return begin?.failed == null ? 'a person sent it back' : `a person sent it back: ${begin.failed}`
}

function choiceOf({ method, at }: TriedMethod, checkpoints: readonly HeldCheckpoint[]): string | null {
  const chosen = checkpoints.findLast((it) => it.selected?.method === method && it.selected.at <= at)?.selected
  if (chosen == null) return null
  const words = oneLine(chosen.text)
  return `a person chose it (${chosen.by})${words === '' ? '' : `: ${words}`}`
}
