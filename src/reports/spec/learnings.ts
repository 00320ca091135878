/** What a run teaches whoever writes the next spec, as Markdown (seed 004 §6.5). */

import type { EscalationSettings, PropagationStrategy } from '../../plan/escalation.ts'
import type { CriticalBalance } from '../../plan/critical-balance.ts'
import { oneLine } from '../../plan/one-line.ts'
import { mereRetries } from '../../run/constitution/review.ts'
import { bracketName, inQuotes } from '../../run/steps/method-name.ts'
import { completedBy, hasEverFailed, retriesOf, standing, type StepRecord } from '../../run/steps/record.ts'
import type { PostExecutionAnalysis } from './analysis.ts'

export interface Learned {
  readonly records: readonly StepRecord[]
  readonly analysis: PostExecutionAnalysis
  readonly settings: EscalationSettings
  readonly strategy: PropagationStrategy
  readonly guideline: CriticalBalance
}

/** Lines of the three parts of the seed; a part of which the record says nothing says that. No text of the plan can add one. */
export function learningLines(learned: Learned): readonly string[] {
  return [
    ...part('Effective patterns', effective(learned)),
    '',
    ...part('Anti-patterns to avoid', toAvoid(learned)),
    '',
    ...part('System tuning', tuning(learned)),
  ].map(oneLine)
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return [`### ${title}`, '', ...(lines.length === 0 ? ['- Nothing in this run'] : lines.map((it) => `- ${it}`))]
}

function effective({ records, analysis }: Learned): readonly string[] {
  const steps = standing(records)
  const failed = new Set(records.filter(hasEverFailed).map(({ step }) => step))
  const smooth = steps.filter((it) => completedBy(it) === 'primary' && retriesOf(it) === 0 && !failed.has(it.step))
  const whole = analysis.failure_patterns.task_failure_rates.filter(({ task_id, total_steps }) => {
    const own = steps.filter((it) => it.taskId === task_id)
    return own.length === total_steps && own.every((it) => it.status === 'completed' && !failed.has(it.step))
  })
  const { functioning_correctly: isCorrect } = analysis.constitutional_compliance_review.article_viii_error_propagation
  return [
    ...analysis.failure_patterns.most_successful_backups
      .filter((it) => it.success_rate === 1)
      .map((it) => `Backup ${inQuotes(it.backup_description)} worked each time it was tried`),
    ...(smooth.length > 0
      ? [`${smooth.length} of ${steps.length} steps were completed by their primary method at the first attempt`]
      : []),
    ...(whole.length > 0
      ? [`Tasks without a failed step: ${whole.map((it) => `${it.task_id} (${it.total_steps})`).join(', ')}`]
      : []),
    ...(isCorrect && analysis.error_propagation_analysis.decisions > 0
      ? [`Each of ${analysis.error_propagation_analysis.decisions} decisions before steps had read what came before`]
      : []),
  ]
}

function toAvoid({ records, analysis }: Learned): readonly string[] {
  return [
    ...analysis.failure_patterns.steps_that_frequently_fail.map(
      (it) => `Step ${it.step_id}: failed methods: ${it.failure_count}, retries: ${it.retry_count}`,
    ),
    ...mereRetries(records).map(
      ({ step, method }) => `Step ${step} ${bracketName(method)} is a method before it once more, and not another way`,
    ),
    ...analysis.recommendations.filter((it) => /^Consider marking /.test(it)),
  ]
}

function tuning({ analysis, settings, strategy, guideline }: Learned): readonly string[] {
  const { escalation_triggers: triggers, total_escalations: total } = analysis.mode_escalation_analysis
  const { false_escalations: unnecessary, missed_escalations: missed } = analysis.mode_escalation_analysis
  const propagation = analysis.error_propagation_analysis
  const balance = analysis.constitutional_compliance_review.article_vi_critical_balance
  return [
    `Threshold of consecutive failures: ${settings.consecutiveFailures}; it led to ${triggers.consecutive_failures} of ${total} escalations. Of all of them ${unnecessary} were unnecessary, and ${missed} more were missed`,
    `Propagation strategy ${strategy}: ${propagation.halt_on_critical_invoked} halts, ${propagation.collaborative_reviews} reviews, ${propagation.continued_despite_failures} times on in spite of a critical failure`,
    `Critical steps: ${Math.round(balance.overall_ratio * 100)}% (guideline ${guideline.least}-${guideline.most}%)`,
  ]
}
