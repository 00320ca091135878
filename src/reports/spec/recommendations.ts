/** What to change in a spec after its run, in the words of the seed (seed 004 §6.1 step 5). */

import type { CriticalBalance } from '../../plan/critical-balance.ts'
import type { EscalationSettings } from '../../plan/escalation.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { GoalStatus } from '../../run/completion/verify-completion.ts'
import { mereRetries, type ComplianceReview } from '../../run/constitution/review.ts'
import type { EscalationReview } from '../../run/steps/escalation-review.ts'
import { bracketName, inQuotes, textKey, textOf } from '../../run/steps/method-name.ts'
import {
  backupsTried,
  completedBy,
  isBackup,
  isExhausted,
  standing,
  wasAttempted,
  type StepRecord,
} from '../../run/steps/record.ts'
import { triggerOf } from '../../run/steps/trigger.ts'
import { backupStatistics, type FailurePatterns } from './failure-patterns.ts'

/** What recommendations are made from. */
export interface Findings {
  readonly records: readonly StepRecord[]
  readonly patterns: FailurePatterns
  readonly escalations: EscalationReview
  readonly balance: ComplianceReview['article_vi_critical_balance']
  readonly guideline: CriticalBalance
  readonly settings: EscalationSettings
  /** Null where nobody has looked. */
  readonly goal: GoalStatus | null
}

/** A line each: critical flags, backups, mode, structure of the spec. */
export function recommendations(findings: Findings): readonly string[] {
  return [
    ...criticalFlags(findings),
    ...backupAdvice(findings.records),
    ...modeAdvice(findings),
    ...structureAdvice(findings),
  ].map(oneLine)
}

/**
 * A critical step that failed, although steps ended after it and of those none that is critical failed, hinders nothing, unless the
 * goal was missed. One that is not critical hinders what comes after it in its task where none of that was completed and something
 * of it was not even tried, unless the goal was reached without it.
 */
function criticalFlags({ records, patterns, goal }: Findings): readonly string[] {
  const steps = standing(records)
  return steps.flatMap((record, at) => {
    if (record.status !== 'failed') return []
    const after = steps.slice(at + 1).filter((it) => record.critical || it.task === record.task)
    if (record.critical) {
      const goesOn =
        (goal === null || goal === 'ACHIEVED') &&
        after.some((it) => it.status === 'completed') &&
        after.every(isNoCriticalEnd)
      const count = patterns.steps_that_frequently_fail.find((it) => it.step_id === record.step)?.failure_count ?? 0
      const times = `failed ${count} ${count === 1 ? 'time' : 'times'}`
      return goesOn ? [`Consider marking Step ${record.step} as non-critical (${times} but goal still achievable)`] : []
    }
    const blocks =
      goal !== 'ACHIEVED' && after.every((it) => it.status !== 'completed') && after.some((it) => !wasAttempted(it))
    return blocks ? [`Consider marking Step ${record.step} as critical (failure blocked downstream steps)`] : []
  })
}

function isNoCriticalEnd({ critical, status }: StepRecord): boolean {
  return !critical || status === 'completed'
}

function backupAdvice(records: readonly StepRecord[]): readonly string[] {
  const steps = standing(records)
  const always = backupStatistics(records).filter((it) => it.tries > 1 && it.successes === it.tries)
  const prioritised = new Set(always.map((it) => textKey(it.description)))
  return [
    ...always.map(
      ({ description }) => `Backup method ${inQuotes(description)} succeeded 100% of the time, prioritise it`,
    ),
    ...steps.flatMap((it) => promotion(it, prioritised)),
    ...mereRetries(records).map(
      ({ step, method }) =>
        `Replace Step ${step} ${bracketName(method)} with genuine alternative (current backup is simple retry)`,
    ),
    ...steps.flatMap((record) => {
      const count = new Set(backupsTried(record).map(({ method }) => method)).size
      if (!isExhausted(record) || count === 0) return []
      const none = count === 1 ? 'its only backup did not succeed' : `none of its ${count} backups succeeded`
      return [`Add new alternative approaches for Step ${record.step} (${none})`]
    }),
  ]
}

/** A backup that should be the primary method: the second or a later one, one that always works, or after a primary that was retried. */
function promotion(record: StepRecord, prioritised: ReadonlySet<string>): readonly string[] {
  const method = completedBy(record)
  if (method === null || !isBackup(method)) return []
  const text = textOf(record.methods, method)
  if (method !== 'backup-1' || prioritised.has(textKey(text)))
    return [`Promote ${inQuotes(text)} backup to primary method for Step ${record.step}`]
  const primary = record.tried.find((it) => it.method === 'primary')
  if (primary === undefined || primary.attempts < 2) return []
  return [`Primary method for Step ${record.step} failed consistently, replace with current ${bracketName(method)}`]
}

function modeAdvice({ records, escalations, settings }: Findings): readonly string[] {
  const { triggers, unnecessary, missed } = escalations
  const inARow = triggers.consecutive_failures
  const threshold = settings.consecutiveFailures
  const hasBackups = records.some((it) => it.methods.length > 1)
  const isMissed = missed.some(({ patterns }) => patterns.some((it) => triggerOf[it] === 'backup_depletion'))
  const isFine = unnecessary.length === 0 && missed.length === 0 && inARow < 2
  // Where nothing could have turned to people, that nothing has says nothing.
  const wasWatched = records.some(({ mode }) => mode === 'dynamic') || escalations.total > 0
  const patterns = [...new Set(unnecessary.flatMap((it) => it.patterns))]
  return [
    ...(inARow > 1
      ? [
          `${threshold} consecutive failures triggered escalation ${inARow === 2 ? 'twice' : `${inARow} times`}, consider increasing threshold to ${threshold + 1}`,
        ]
      : []),
    ...(unnecessary.length > 0
      ? [
          `${unnecessary.length} ${unnecessary.length === 1 ? 'escalation was' : 'escalations were'} unnecessary, consider increasing thresholds of: ${patterns.join(', ')}`,
        ]
      : []),
    ...missed.map((it) => `Escalation was missed after Step ${it.step} (${it.patterns.join(', ')})`),
    ...(wasWatched && hasBackups && triggers.backup_depletion === 0 && !isMissed
      ? ['Backup depletion never triggered escalation, current coverage is good']
      : []),
    ...(wasWatched && isFine ? ['Current mode escalation thresholds are appropriate, no adjustment needed'] : []),
  ]
}

/** A task of three steps or more of which at least half failed. */
function structureAdvice({ patterns, balance, guideline, records }: Findings): readonly string[] {
  const isWithin = balance.compliant ? 'within' : 'outside'
  const percent = Math.round(balance.overall_ratio * 100)
  return [
    ...patterns.task_failure_rates
      .filter((it) => it.total_steps >= 3 && it.failed_steps * 2 >= it.total_steps)
      .map(
        (it) =>
          `Task ${it.task_id} had ${it.total_steps} steps, ${it.failed_steps} failed - consider breaking into smaller sub-tasks`,
      ),
    ...(records.some(wasAttempted)
      ? [
          `Overall critical flag balance: ${percent}% (${isWithin} ${guideline.least}-${guideline.most}% guideline, ${balance.compliant ? 'compliant' : 'not compliant'})`,
        ]
      : []),
  ]
}
