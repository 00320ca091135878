/** The trigger "backup depletion": primary methods fail again and again, so that backups carry the work (seed 004 §3.2). */

import { bracketName, inQuotes, textKey, textOf } from './method-name.ts'
import { backupsTried, byChoice, completedBy, isBackup, isExhausted, methodUsed, type StepRecord } from './record.ts'
import {
  atLeastOne,
  evidenceOf,
  handledBy,
  inARow,
  lastAttempted,
  reaches,
  stepNames,
  type Fired,
  type Reading,
  type Watch,
} from './trigger.ts'

/** In the names of the seed. */
export interface BackupDepletion {
  /** Where it fired, the steps that the patterns are made of; else the last ones, as many as the longest window. */
  readonly steps_analysed: readonly { readonly id: string; readonly method_used: string; readonly status: string }[]
  readonly backup_depletion_detected: boolean
  readonly reason: string | null
  readonly recommendation: string | null
}

/**
 * Looks over all tasks, in the order of the ends of their steps: methods of the whole plan are what is in doubt. Three patterns:
 * one backup that has completed so many of the last steps, which may be fewer than the window; a share of them that needed
 * backups, for which the window has to be full; so many in a row that failed although they had backups and tried them all.
 */
export function backupDepletion(records: readonly StepRecord[], watch: Watch): Reading<BackupDepletion> {
  const fired = [sameBackup(records, watch), backupRate(records, watch), exhausted(records, watch)].flatMap(
    (it) => it ?? [],
  )
  const { sameBackup: same, backupRate: rate } = watch.settings
  const shown =
    fired.length === 0 ? lastAttempted(records, Math.max(same.window, rate.window)) : evidenceOf(records, fired)
  return {
    fired,
    measurements: {
      steps_analysed: shown.map((record) => ({
        id: record.step,
        method_used: bracketName(methodUsed(record)?.method ?? 'none'),
        status: record.status,
      })),
      backup_depletion_detected: fired.length > 0,
      reason: fired.length === 0 ? null : fired.map(({ reason }) => reason).join('; '),
      recommendation:
        fired.length === 0 ? null : [...new Set(fired.map(({ recommendation }) => recommendation))].join('; '),
    },
  }
}

function sameBackup(records: readonly StepRecord[], watch: Watch): Fired | null {
  const { times, window } = watch.settings.sameBackup
  const last = lastAttempted(records, window, handledBy('same_backup_succeeds', watch))
  const byText = new Map<string, StepRecord[]>()
  for (const record of last) {
    const used = completedBy(record)
    if (used === null || !isBackup(used) || methodUsed(record)?.trigger === byChoice) continue
    const key = textKey(textOf(record.methods, used))
    byText.set(key, [...(byText.get(key) ?? []), record])
  }
  const evidence = [...byText.values()].find((it) => it.length >= atLeastOne(times))
  const first = evidence?.[0]
  if (evidence === undefined || first === undefined) return null
  const names = [...new Set(evidence.map((it) => bracketName(completedBy(it) ?? '')))].join(' and ')
  const text = inQuotes(textOf(first.methods, completedBy(first) ?? ''))
  return {
    pattern: 'same_backup_succeeds',
    reason: `${names} ${text} used ${evidence.length} times, ${primaryText(evidence, last)}`,
    recommendation: 'Escalate for strategy review - consider promoting backup to primary',
    evidence,
  }
}

/** What became of the primary methods of these steps, among the last ones. */
function primaryText(evidence: readonly StepRecord[], last: readonly StepRecord[]): string {
  const texts = new Map(
    evidence.map(({ methods }) => {
      const text = textOf(methods, 'primary')
      return [textKey(text), text]
    }),
  )
  const same = last.filter(({ methods }) => texts.has(textKey(textOf(methods, 'primary'))))
  const succeeded = same.filter((it) => completedBy(it) === 'primary').length
  const often = succeeded === 0 ? 'never' : `only ${succeeded} of ${same.length} times`
  const [only = ''] = texts.values()
  return texts.size === 1
    ? `primary method ${inQuotes(only)} ${succeeded === 0 ? 'never succeeds' : `succeeds ${often}`}`
    : `primary methods of steps ${stepNames(evidence)} ${succeeded === 0 ? 'never succeed' : `succeed ${often}`}`
}

function backupRate(records: readonly StepRecord[], watch: Watch): Fired | null {
  const { percent, window } = watch.settings.backupRate
  const last = lastAttempted(records, window, handledBy('backup_rate', watch))
  const evidence = last.filter((it) => backupsTried(it).some(({ trigger }) => trigger !== byChoice))
  if (last.length < atLeastOne(window) || !reaches(evidence.length, last.length, percent)) return null
  return {
    pattern: 'backup_rate',
    reason: `${evidence.length} of the last ${last.length} steps required backups: ${stepNames(evidence)}`,
    recommendation: 'Escalate for strategy review - primary methods are unreliable across several steps',
    evidence,
  }
}

/** A step without backups says nothing of them: it is none of the row, and ends it. */
function exhausted(records: readonly StepRecord[], watch: Watch): Fired | null {
  const evidence = inARow(
    records,
    (it) => isExhausted(it) && backupsTried(it).length > 0,
    handledBy('backups_exhausted', watch),
  )
  if (evidence.length < atLeastOne(watch.settings.exhaustedInARow)) return null
  return {
    pattern: 'backups_exhausted',
    reason: `${evidence.length} steps in a row used up all their backups without success: ${stepNames(evidence)}`,
    recommendation: 'Escalate for strategy review - the alternative approaches do not work',
    evidence,
  }
}
