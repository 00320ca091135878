/** The shape of what the progress file says once a run has ended. Loaded only where the JSON Schema is made. */

import { z } from 'zod'
import { completionChecks } from '../../../run/completion/finding.ts'
import { mode, seconds, stepId, taskId, taskNumber, time } from './schema-steps.ts'

const count = z.int().min(0)
const rate = z.number().min(0).max(1)
const answer = z.enum(['continue', 'continue_with_warning', 'halt', 'escalate'])

export const violation = z.strictObject({
  article: z.enum(['VI', 'VII', 'VIII', 'IX', 'X']),
  section: z.string(),
  description: z.string(),
  task_id: taskNumber.optional(),
  step_id: stepId.optional(),
  severity: z.enum(['critical', 'warning']),
  timestamp: time,
  corrective_action: z.string(),
})

export const finalSummary = z.strictObject({
  total_tasks_completed: count,
  total_tasks_attempted: count,
  steps_succeeded: count,
  steps_failed: count,
  steps_skipped: count,
  total_retries: count,
  backup_methods_used: z.record(z.string(), count),
  critical_errors: z.array(
    z.strictObject({
      task_id: taskId,
      step_id: stepId,
      description: z.string(),
      attempted_methods: z.array(z.string()),
      resolved: z.boolean(),
    }),
  ),
  mode_switches: z.array(
    z.strictObject({ from: mode, to: mode, reason: z.string(), escalated: z.boolean(), timestamp: time }),
  ),
  error_propagation_events: z.array(z.strictObject({ step_id: stepId, decision: answer, concern: z.string() })),
  runtime_seconds: seconds,
  final_consecutive_failure_count: count,
  run_complete: z.literal(true),
  overall_success: z
    .boolean()
    .describe(
      'Every task was completed, and the goal was ACHIEVED. Where completion_verification is null, nothing says when the goal is reached, and every step has to be completed.',
    ),
  partial_completion: z
    .boolean()
    .describe('Something was completed, and overall_success is false, or a SPECLet went on without a step of it.'),
  partial_speclets: z
    .array(z.strictObject({ speclet: z.string(), step_id: stepId }))
    .describe(
      'Steps that stand failed and are not critical, or were left out by a person, and the SPECLets that went on without them.',
    ),
  blocked_steps: z.array(z.strictObject({ step_id: stepId, unmet_dependencies: z.array(stepId) })),
})

export const analysis = z.strictObject({
  timestamp: time,
  failure_patterns: z.strictObject({
    steps_that_frequently_fail: z.array(z.strictObject({ step_id: stepId, failure_count: count, retry_count: count })),
    overall_failure_rate: rate,
    task_failure_rates: z.array(
      z.strictObject({ task_id: taskId, failed_steps: count, total_steps: count, failure_rate: rate }),
    ),
    most_successful_backups: z.array(z.strictObject({ backup_description: z.string(), success_rate: rate })),
    backup_success_rate: rate.nullable().describe('Null where no backup was tried.'),
  }),
  mode_escalation_analysis: z.strictObject({
    total_escalations: count,
    escalation_triggers: z.strictObject({
      consecutive_failures: count,
      backup_depletion: count,
      confidence_degradation: count,
      failure_threshold: count,
      critical_failure: count,
    }),
    false_escalations: count,
    missed_escalations: count,
  }),
  error_propagation_analysis: z.strictObject({
    decisions: count,
    halt_on_critical_invoked: count,
    continued_despite_failures: count,
    collaborative_reviews: count,
    dependency_issues: z.array(z.strictObject({ step_id: stepId, failed_steps: z.array(stepId), decision: answer })),
  }),
  constitutional_compliance_review: z.strictObject({
    article_vi_critical_balance: z.strictObject({
      overall_ratio: rate,
      compliant: z.boolean(),
      recommendation: z.string(),
    }),
    article_vii_backup_quality: z.strictObject({ violations: count, description: z.string() }),
    article_viii_error_propagation: z.strictObject({ functioning_correctly: z.boolean() }),
    article_ix_mode_escalation: z.strictObject({
      appropriate_escalations: count,
      threshold_adjustment_needed: z.boolean(),
    }),
    article_x_logging: z.strictObject({ complete: z.boolean(), immutable: z.boolean() }),
    overall_compliance_score: z.number().min(0).max(100),
  }),
  recommendations: z.array(z.string()),
})

const check = z.enum(completionChecks)

export const completionVerification = z
  .strictObject({
    primary_deliverable_exists: z.boolean().optional(),
    quality_standards_met: z.boolean().optional(),
    verification_passed: z.boolean().optional(),
    deployment_artifact_exists: z.boolean().optional(),
    user_interface_implemented: z.boolean().optional(),
    production_ready: z.boolean().optional(),
    user_documentation_exists: z.boolean().optional(),
    overall_status: z.enum(['PASS', 'FAIL']),
    goal_achievement_status: z.enum(['ACHIEVED', 'PARTIAL', 'NOT_ACHIEVED']),
    gaps: z.array(z.string()),
    unjudged: z.array(z.strictObject({ check, criterion: z.string(), reason: z.string() })).optional(),
    evidence: z
      .array(z.strictObject({ check, criterion: z.string(), reason: z.string() }))
      .optional()
      .describe('What programs have seen to be met, and by what they know it.'),
    judgements: z
      .array(
        z.strictObject({
          check,
          criterion: z.string(),
          met: z.boolean(),
          by: z.enum(['agent', 'person']),
          agent: z.string().optional().describe('Name of the agent, where one has judged.'),
          reason: z.string(),
        }),
      )
      .optional(),
    judged_by_agent: count
      .optional()
      .describe('How many criteria are held for met or not met by an agent alone; left out where none is.'),
    places: z
      .array(
        z.strictObject({
          check,
          criterion: z.string(),
          path: z.string(),
          line: count.nullable().describe('From 1; null for the whole file or folder.'),
          reason: z.string().optional(),
        }),
      )
      .optional()
      .describe('Where what is missed, or has to be judged, was found.'),
    timestamp: time,
  })
  .describe('A check that does not go for the goal is left out.')

export const seal = z
  .strictObject({
    algorithm: z.literal('sha256'),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Of the document as it is written, without this member.'),
    journal_events: count.describe('How many events of the journal it was made of.'),
  })
  .describe('Set once the run is complete: `millwright verify` makes the document anew and compares.')
