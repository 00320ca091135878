/** The review of a whole run against its articles (seed 004 §6.2). */

import type { CriticalBalance } from '../../plan/critical-balance.ts'
import { isMereRetry } from '../../plan/mere-retry.ts'
import { bracketName } from '../steps/method-name.ts'
import { reviewEscalations, type EscalationReview, type EscalationsToReview } from '../steps/escalation-review.ts'
import type { PlannedTask } from '../steps/planned-task.ts'
import type { PropagationDecision } from '../steps/propagation.ts'
import { ratio } from '../steps/ratio.ts'
import { isOfPerson, standing, wasAttempted, type StepRecord } from '../steps/record.ts'
import { incomplete, type LoggedEntry } from './logged-entry.ts'
import { complianceScore } from './score.ts'
import { distinct, taskNumber, violationOf, type Found, type Violation } from './violation.ts'

export interface RunToReview extends EscalationsToReview {
  readonly tasks: readonly PlannedTask[]
  /** In the order in which they were taken. */
  readonly decisions: readonly PropagationDecision[]
  /** Steps that people have let begin, whatever was decided of them. */
  readonly letBegin: readonly string[]
  /** Every entry of a step in the progress file. */
  readonly entries: readonly LoggedEntry[]
  /** Whether the chain of the journal holds: nothing was changed after it was written. */
  readonly isIntact: boolean
  /** What the checks before the tasks have found. */
  readonly violations: readonly Violation[]
  readonly balance: CriticalBalance
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

/** `constitutional_compliance_review` of the analysis, in the names of the seed. */
export interface ComplianceReview {
  readonly article_vi_critical_balance: {
    readonly overall_ratio: number
    readonly compliant: boolean
    readonly recommendation: string
  }
  readonly article_vii_backup_quality: { readonly violations: number; readonly description: string }
  readonly article_viii_error_propagation: { readonly functioning_correctly: boolean }
  readonly article_ix_mode_escalation: {
    readonly appropriate_escalations: number
    readonly threshold_adjustment_needed: boolean
  }
  readonly article_x_logging: { readonly complete: boolean; readonly immutable: boolean }
  readonly overall_compliance_score: number
}

export interface Reviewed {
  readonly review: ComplianceReview
  readonly escalations: EscalationReview
  /** Those from before the tasks and those of the review; what both have found is there once. */
  readonly violations: readonly Violation[]
}

/** Reviews a run that has ended, or was halted. */
export function reviewRun(run: RunToReview): Reviewed {
  const balance = overallBalance(run.tasks, run.balance)
  const retries = mereRetries(run.records)
  const propagation = unpropagated(run)
  const escalations = reviewEscalations(run)
  const incompletes = run.entries.flatMap((it) => incomplete(it) ?? [])
  const found: readonly Found[] = [
    ...balance.found,
    ...retries.map(mereRetry),
    ...propagation,
    ...missedEscalations(escalations),
    ...incompletes,
    ...(run.isIntact ? [] : [changedLog]),
  ]
  const violations = distinct([...run.violations, ...found.map((it) => violationOf(it, run.timestamp))])
  const [vii, viii] = (['VII', 'VIII'] as const).map((article) => violations.filter((it) => it.article === article))
  const isLogComplete = !violations.some((it) => it.article === 'X' && it.section === '10.1')
  return {
    review: {
      article_vi_critical_balance: balance.review,
      article_vii_backup_quality: {
        violations: vii?.length ?? 0,
        description:
          retries.length === 0
            ? 'No backup was a simple retry'
            : retries.map(({ step, method }) => `Step ${step} ${bracketName(method)} was simple retry`).join('; '),
      },
      article_viii_error_propagation: { functioning_correctly: viii?.length === 0 },
      article_ix_mode_escalation: {
        appropriate_escalations: escalations.total - escalations.unnecessary.length,
        threshold_adjustment_needed: escalations.unnecessary.length > 0 || escalations.missed.length > 0,
      },
      article_x_logging: { complete: isLogComplete, immutable: run.isIntact },
      overall_compliance_score: complianceScore(violations),
    },
    escalations,
    violations,
  }
}

/** Steps and their shares over the whole plan, also those that were never begun; a single step has no balance. */
function overallBalance(
  tasks: readonly PlannedTask[],
  { least, most }: CriticalBalance,
): { readonly review: ComplianceReview['article_vi_critical_balance']; readonly found: readonly Found[] } {
  const steps = tasks.flatMap((it) => it.steps)
  const critical = steps.filter((it) => it.critical).length
  const overall = ratio(critical, steps.length)
  const isLow = critical * 100 < least * steps.length
  const isHigh = critical * 100 > most * steps.length
  if (steps.length < 2 || (!isLow && !isHigh))
    return {
      review: { overall_ratio: overall, compliant: true, recommendation: 'Balance is appropriate' },
      found: [],
    }
  const recommendation = `Mark ${isLow ? 'more' : 'fewer'} steps as critical, or say why so ${isLow ? 'few' : 'many'} are`
  return {
    review: { overall_ratio: overall, compliant: false, recommendation },
    found: [
      {
        article: 'VI',
        section: '6.3',
        description: `${critical} of ${steps.length} steps are critical (${Math.round(overall * 100)}%), outside ${least}-${most}%`,
        severity: 'warning',
        corrective_action: recommendation,
      },
    ],
  }
}

/** Backups of the steps on record that are a method before them once more, whether they were tried or not (article VII). */
export function mereRetries(
  records: readonly StepRecord[],
): readonly { readonly step: string; readonly taskId: string; readonly method: string }[] {
  return standing(records).flatMap(({ step, taskId, methods }) =>
    methods
      .filter((method, at) => isMereRetry(method, methods.slice(0, at)))
      .map(({ id }) => ({ step, taskId, method: id })),
  )
}

function mereRetry({ step, taskId, method }: ReturnType<typeof mereRetries>[number]): Found {
  return {
    article: 'VII',
    section: '7.1',
    description: `Step ${step} ${bracketName(method)} was simple retry, not alternative method`,
    task_id: taskNumber(taskId),
    step_id: step,
    severity: 'warning',
    corrective_action: 'Replace it with a genuine alternative',
  }
}

/**
 * Article VIII: each step that was worked on had what came before it read, and was let begin. What came before is the step of its
 * own and of earlier tasks that ended last before it.
 */
function unpropagated({ tasks, records, decisions, letBegin }: RunToReview): readonly Found[] {
  const before = new Map(tasks.map((it) => [it.task, it.before]))
  const last = new Map(decisions.map((it) => [it.step_id, it]))
  const order = new Map(tasks.flatMap((it) => it.steps.map(({ step }, nth) => [step, nth] as const)))
  const ends = new Map<string, readonly { readonly step: string; readonly at: number }[]>()
  return records.flatMap((record, at) => {
    const { task, taskId, step } = record
    // What is done anew does not come after the later steps of its task that had ended before.
    const earlier = (ends.get(task) ?? []).filter((it) => (order.get(it.step) ?? 0) < (order.get(step) ?? 0))
    const own = [...earlier, ...(before.get(task) ?? []).flatMap((key) => ends.get(key) ?? [])]
    ends.set(task, [...(ends.get(task) ?? []), { step, at }])
    if (!wasAttempted(record) || isOfPerson(record)) return []
    const decision = last.get(step)
    const about = { article: 'VIII', task_id: taskNumber(taskId), step_id: step, severity: 'critical' } as const
    const prior = own.filter((it) => it.step !== step).sort((a, b) => b.at - a.at)[0]?.step
    if (prior !== undefined && decision?.prior_step_dependencies.includes(prior) !== true)
      return [
        {
          ...about,
          section: '8.1',
          description: `Outcome of step ${prior} was not read before step ${step}`,
          corrective_action: 'Read prior steps before each step',
        },
      ]
    const said = decision?.error_propagation_decision
    if ((said !== 'halt' && said !== 'escalate') || letBegin.includes(step)) return []
    return [
      {
        ...about,
        section: '8.2',
        description: `Step ${step} was worked on although ${decision?.propagation_strategy ?? ''} said ${said}`,
        corrective_action: 'Ask a person before a step that a critical failure stops',
      },
    ]
  })
}

/** Article IX: the run should have turned to people. A critical failure that nobody was asked about is critical itself. */
function missedEscalations({ missed }: EscalationReview): readonly Found[] {
  return missed.map(({ taskId, step, patterns }) => ({
    article: 'IX',
    section: '9.4',
    description: `No escalation after step ${step} although there was cause: ${patterns.join(', ')}`,
    task_id: taskNumber(taskId),
    step_id: step,
    severity: patterns.includes('critical_failure') ? 'critical' : 'warning',
    corrective_action: 'Look at what the run decided after that step',
  }))
}

const changedLog: Found = {
  article: 'X',
  section: '10.3',
  description: 'The log was changed after it was written',
  severity: 'critical',
  corrective_action: 'Do not rely on this log; find out what changed it',
}
