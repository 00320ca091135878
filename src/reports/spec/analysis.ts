/** `post_execution_analysis`: what a run of a spec teaches, computed from its record alone (seed 004 §6.1–6.3). */

import type { GoalStatus } from '../../run/completion/verify-completion.ts'
import { reviewRun, type ComplianceReview, type RunToReview } from '../../run/constitution/review.ts'
import type { Violation } from '../../run/constitution/violation.ts'
import type { EscalationReview } from '../../run/steps/escalation-review.ts'
import type { PropagationAnswer, PropagationDecision } from '../../run/steps/propagation.ts'
import { failurePatterns, type FailurePatterns } from './failure-patterns.ts'
import { recommendations } from './recommendations.ts'

/** In the names of the seed; `error_propagation_analysis` holds what its step 4 asks for and its example leaves out. */
export interface PostExecutionAnalysis {
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly failure_patterns: FailurePatterns
  readonly mode_escalation_analysis: {
    readonly total_escalations: number
    readonly escalation_triggers: EscalationReview['triggers']
    readonly false_escalations: number
    readonly missed_escalations: number
  }
  readonly error_propagation_analysis: ErrorPropagationAnalysis
  readonly constitutional_compliance_review: ComplianceReview
  readonly recommendations: readonly string[]
}

export interface ErrorPropagationAnalysis {
  readonly decisions: number
  /** How often a critical failure stopped a step, was gone on from by the strategy or a person, and was brought before people. */
  readonly halt_on_critical_invoked: number
  readonly continued_despite_failures: number
  readonly collaborative_reviews: number
  /** Steps behind critical failures, and what was decided for them last. */
  readonly dependency_issues: readonly {
    readonly step_id: string
    readonly failed_steps: readonly string[]
    readonly decision: PropagationAnswer
  }[]
}

export interface Analysed {
  readonly analysis: PostExecutionAnalysis
  /** Every violation of the run, those that the review has found among them. */
  readonly violations: readonly Violation[]
}

/**
 * Analyses a run that has ended or was halted. The same record gives the same analysis but for its time.
 * @param goal what the goal has come to; null where nobody has looked
 */
export function analyseRun(run: RunToReview, goal: GoalStatus | null): Analysed {
  const { review, escalations, violations } = reviewRun(run)
  const patterns = failurePatterns(run.records, run.tasks)
  return {
    analysis: {
      timestamp: run.timestamp,
      failure_patterns: patterns,
      mode_escalation_analysis: {
        total_escalations: escalations.total,
        escalation_triggers: escalations.triggers,
        false_escalations: escalations.unnecessary.length,
        missed_escalations: escalations.missed.length,
      },
      error_propagation_analysis: propagationAnalysis(run.decisions),
      constitutional_compliance_review: review,
      recommendations: recommendations({
        records: run.records,
        patterns,
        escalations,
        balance: review.article_vi_critical_balance,
        guideline: run.balance,
        settings: run.settings,
        goal,
      }),
    },
    violations,
  }
}

function propagationAnalysis(decisions: readonly PropagationDecision[]): ErrorPropagationAnalysis {
  const count = (answer: PropagationAnswer): number =>
    decisions.filter((it) => it.error_propagation_decision === answer).length
  const last = new Map(decisions.map((it) => [it.step_id, it]))
  return {
    decisions: decisions.length,
    halt_on_critical_invoked: count('halt'),
    continued_despite_failures: count('continue_with_warning'),
    collaborative_reviews: count('escalate'),
    dependency_issues: [...last.values()]
      .filter((it) => it.critical_failures.length > 0)
      .map((it) => ({
        step_id: it.step_id,
        failed_steps: it.critical_failures.map((failure) => failure.step_id),
        decision: it.error_propagation_decision,
      })),
  }
}
