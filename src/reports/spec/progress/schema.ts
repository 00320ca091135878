/** The shape of `progress_[descriptor].json`; the type and the published JSON Schema come from it. Loaded only to make that. */

import { z } from 'zod'
import { completionChecks } from '../../../run/completion/finding.ts'
import { analysis, completionVerification, finalSummary, seal, violation } from './schema-end.ts'
import {
  feasibility,
  feasibilityCheck,
  judgementCost,
  mode,
  modeSwitch,
  prompt,
  propagationDecision,
  researchPhase,
  seconds,
  step,
  stepId,
  taskId,
  taskNumber,
  time,
} from './schema-steps.ts'

const count = z.int().min(0)

/** Name of the schema in the document, by which a file of ours is known. */
const progressSchemaId = 'urn:millwright:schema:progress:1'

const stack = z.strictObject({
  deployment_type: z.string().nullable(),
  primary_language: z.string().nullable(),
  framework: z.string().nullable(),
  ui_required: z.boolean(),
  target_users: z.string().nullable(),
  packaging_method: z.string().nullable(),
  completion_criteria_defined: z.boolean(),
  validation_status: z.enum(['PASS', 'PASS_WITH_WARNINGS', 'FAIL']),
})

const incompleteStack = z.strictObject({
  validation_error: z.literal('software_stack_incomplete'),
  missing_fields: z.array(z.string()),
  reason: z.string(),
  action: z.enum(['HALT', 'CONTINUE']),
})

const specletValidation = z.strictObject({
  speclets_defined: count,
  dependency_graph_valid: z.boolean(),
  circular_dependencies_detected: z.boolean(),
  task_assignment_valid: z.boolean(),
  execution_stages: count,
  parallel_opportunities: count,
  validation_status: z.enum(['PASS', 'FAIL']),
})

const executionPlan = z.record(
  z.string().regex(/^stage_[0-9]+$/),
  z.strictObject({ speclets: z.array(z.string()), parallel: z.boolean(), description: z.string() }),
)

const tools = z.strictObject({ total: count, verified: z.array(z.string()), missing: z.array(z.string()) })

const mcp = z.strictObject({
  verification_enabled: z.boolean(),
  verification_timestamp: time,
  required_tools: tools,
  recommended_tools: tools,
  optional_tools: z.strictObject({ total: count, listed: z.array(z.string()) }),
  verification_status: z.enum(['PASS', 'FAIL', 'SKIPPED']),
  missing_recommended: z.array(z.string()).optional(),
})

const validation = z.strictObject({
  critical_errors: count,
  warnings: count,
  information: count,
  categories: z.record(z.string(), count),
  validation_status: z.enum(['PASS', 'PASS_WITH_WARNINGS', 'FAIL']),
})

const specletEnd = z.enum(['not_started', 'in_progress', 'completed', 'failed', 'skipped', 'blocked'])

const specletFailure = z.strictObject({
  timestamp: time,
  scenario: z
    .enum(['A', 'B', 'C'])
    .describe('A: critical, alone in its stage; B: critical, others stand beside it; C: not critical.'),
  speclet: z.string(),
  step_id: stepId,
  blocked: z.array(z.string()).describe('SPECLets that cannot begin without it.'),
  independent: z
    .array(z.string())
    .describe('SPECLets that are left and need neither it nor another one that has failed.'),
  decision: z.string().nullable().describe('What a person said to it; null where nobody was asked, or has answered.'),
})

const stageValidation = z.strictObject({
  timestamp: time,
  stage: count,
  speclets: z.record(z.string(), specletEnd),
  completed_in_part: z.array(z.string()).optional().describe('Those of them that went on without a step that failed.'),
  all_terminal: z.boolean(),
  in_progress: z.array(z.string()),
  graph_valid: z.boolean(),
  graph_problems: z.array(z.string()),
  progress_percentage: z.int().min(0).max(100),
})

const specletStatus = z.enum(['not_started', 'ready', 'in_progress', 'completed', 'failed', 'skipped', 'blocked'])

const speclet = z.strictObject({
  status: specletStatus,
  completed_in_part: z
    .literal(true)
    .optional()
    .describe(
      'It is completed, and went on without a step that failed and is not critical, or was left out by a person.',
    ),
  stage: count.describe('From 1; 0 of one that a cycle leaves in none.'),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  tasks_completed: z.array(taskNumber),
  tasks_failed: z.array(taskNumber),
  tasks_in_progress: z.array(taskNumber),
  execution_time_seconds: seconds.nullable().describe('Null before its end.'),
  depends_on_status: z.record(z.string(), specletStatus),
  blocked: z.boolean(),
  blocked_reason: z.enum(['waiting_for_dependencies', 'dependency_failed']).nullable(),
})

const task = z.strictObject({
  task_id: taskId,
  description: z.string(),
  status: z.enum(['not_started', 'in_progress', 'completed', 'failed', 'skipped', 'blocked']),
  blocked_reason: z.string().nullable(),
  mode: mode.nullable().describe('What the plan says for this task; null where it says nothing.'),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  execution_time_seconds: seconds.nullable(),
  summary: z.strictObject({
    steps_succeeded: count,
    steps_failed: count,
    steps_skipped: count,
    retries: count,
    mode_switches: count,
    backups_used: z.array(z.string()),
  }),
  constitutional_checks: z
    .strictObject({
      task_id: taskNumber,
      critical_balance: z.strictObject({
        critical_count: count,
        total_count: count,
        ratio: z.number().min(0).max(1),
        compliant: z.boolean(),
      }),
    })
    .nullable()
    .describe('Null of a task that was not begun.'),
  notepad_update: z
    .strictObject({ timestamp: time, insights_captured: count, technical_notes: count, ideas: count })
    .nullable()
    .describe('Null where the notepad holds nothing of this task.'),
  research_phase: researchPhase
    .optional()
    .describe('What was looked up before it began; absent where the plan wants nothing of it, or it was not begun.'),
  steps: z.array(step),
})

const completionJudgement = z.strictObject({
  by: z.string().describe('`agent NAME`.'),
  criteria: z.array(
    z.strictObject({
      check: z.enum(completionChecks),
      criterion: z.string(),
      met: z.boolean().nullable().describe('Null where it could not tell, or has not answered.'),
      reason: z.string(),
      confidence: z.enum(['low', 'medium', 'high']).nullable(),
    }),
  ),
  timestamp: time,
  cost: judgementCost,
})

const progressSchema = z
  .strictObject({
    $schema: z.literal(progressSchemaId),
    generator: z.literal('millwright'),
    run_id: z.string(),
    descriptor: z.string(),
    goal: z.string().nullable(),
    start_time: time.nullable(),
    resumed: z.array(time).describe('When the run was taken up again.'),
    status: z.enum([
      'initializing',
      'ready_for_execution',
      'resumed',
      'in_progress',
      'waiting_for_human',
      'paused',
      'stopped',
      'completed',
      'partially_completed',
      'failed',
    ]),
    execution_mode: mode.describe('The mode that was chosen.'),
    current_mode: mode.describe('The mode in force.'),
    mode_selected_by: z.enum(['user', 'specification', 'configuration', 'default']),
    mode_selection_timestamp: time.nullable(),
    total_tasks: count,
    total_steps: count,
    validation: validation
      .nullable()
      .describe('What the check before the run has found; null where nobody has looked.'),
    software_stack_validation: stack.nullable().describe('Null where nothing is to be built, or it says too little.'),
    software_stack_error: incompleteStack.nullable(),
    speclet_validation: specletValidation.nullable().describe('Null of a spec without SPECLets.'),
    speclet_execution_plan: executionPlan.nullable(),
    speclet_progress: z.record(z.string(), speclet).nullable(),
    speclet_failures: z
      .array(specletFailure)
      .nullable()
      .describe('Failures of steps with every method, in order. Null of a spec without SPECLets.'),
    stage_validations: z.array(stageValidation).nullable().describe('How each stage ended, in order.'),
    parallel_execution_model: z.enum(['concurrent', 'sequential']).nullable(),
    mcp_tools_verification: mcp.nullable().describe('Null where the servers were not started.'),
    pattern_feasibility: feasibility.nullable().describe('Null of a spec that names no pattern.'),
    tasks_completed: z.array(taskNumber),
    tasks_failed: z.array(taskNumber),
    tasks_in_progress: z.array(taskNumber),
    tasks: z.array(task),
    mode_switches: z.array(modeSwitch),
    human_interactions: z.array(prompt),
    error_propagation_decisions: z.array(propagationDecision),
    constitutional_compliance: z.strictObject({
      violations_detected: z.array(violation),
      checks_performed: count,
      violations_critical: count,
      violations_warning: count,
      pattern_feasibility_check: feasibilityCheck.optional(),
    }),
    blocked_steps: z.array(z.strictObject({ step_id: stepId, reason: z.string().nullable() })),
    execution_time_seconds: seconds.nullable().describe('Null before the end.'),
    completion_verification: completionVerification
      .nullable()
      .describe('Null where nobody has looked: before the end, and where tasks are left that were no part of the run.'),
    completion_judgement: completionJudgement
      .optional()
      .describe('What an agent was asked of it last; absent where none was.'),
    final_summary: finalSummary.nullable(),
    post_execution_analysis: analysis.nullable(),
    run_complete: z.boolean(),
    seal: seal.optional(),
  })
  .describe('How a run of a spec goes: a projection of its journal, made anew after each change.')

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

export type ProgressDocument = Frozen<z.output<typeof progressSchema>>
export type ProgressTask = ProgressDocument['tasks'][number]
export type ProgressStep = ProgressTask['steps'][number]

/** The published JSON Schema, as text with a final line end. */
export function jsonSchemaText(): string {
  const { $schema, ...rest } = z.toJSONSchema(progressSchema)
  return `${JSON.stringify({ $schema, $id: progressSchemaId, title: 'progress_[descriptor].json', ...rest }, null, 2)}\n`
}
