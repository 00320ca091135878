/** The shape of what the progress file says of steps, decisions and modes. Loaded only where the JSON Schema is made. */

import { z } from 'zod'

export const time = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{3})?Z$/)
  .meta({ id: 'time', description: 'ISO 8601, UTC, mostly with milliseconds.' })
export const taskId = z.string().meta({ id: 'task_id', description: 'The id in the plan, as a text: `2`, `data/1`.' })
/** As the seed writes it in lists of tasks, checks and violations (`taskNumber`). */
export const taskNumber = z
  .union([z.int().min(0).max(999_999_999), z.string().regex(/^(?!(?:0|[1-9][0-9]{0,8})$)/)])
  .meta({
    id: 'task_number',
    description: 'A number where the id in the plan is a whole one of up to nine digits; else the id.',
  })
/** Its task and its own id. */
export const stepId = z.string().meta({ id: 'step_id', description: 'Id of the task and of the step: `2.3`.' })
export const mode = z.enum(['silent', 'collaborative', 'dynamic', 'education']).meta({ id: 'mode' })
export const seconds = z.int().min(0)
const count = z.int().min(0)
const rate = z.number().min(0)
const methodName = z
  .string()
  .meta({ id: 'method', description: '`primary`, `backup_1`, `backup_2` …; `pattern_1` of a pattern.' })
const moment = z.enum(['started', 'completed', 'retried', 'failed', 'skipped'])

const backupAttempt = z
  .strictObject({
    backup_id: methodName,
    description: z.string(),
    trigger_condition: z.string().nullable().describe('What has to have failed before; null where that is not known.'),
    justification: z
      .string()
      .nullable()
      .describe('What had failed, or who chose it, in words; null where that is not known.'),
    attempts: count,
    outcome: z.enum(['success', 'failure']),
    timestamp: time,
  })
  .describe('One backup that was tried.')

const logged = z
  .strictObject({
    task_id: taskId,
    step_id: stepId,
    status: moment,
    retry_count: count,
    timestamp: time,
    mode,
    method_used: methodName.nullable().describe('Null of a step that has no method.'),
    message: z.string().nullable(),
  })
  .describe('One moment of a step; once written it never changes.')

const level = z.enum(['LOW', 'MEDIUM', 'HIGH'])
const told = z.enum([...level.options, 'UNKNOWN']).meta({ id: 'confidence' })
const alignment = z.enum(['full', 'partial', 'none'])

const pattern = z
  .strictObject({
    name: z.string(),
    confidence: told,
    similarity: z.number().min(0).max(1).optional(),
    reasoning: z.string().optional(),
    technologies: z.array(z.string()),
    reference: z.string().optional(),
  })
  .meta({ id: 'pattern' })

export const feasibility = z.strictObject({
  primary_pattern: z.string(),
  primary_confidence: told,
  technology_alignment: alignment,
  backup_patterns_available: z.array(pattern),
  risk_assessment: level,
  recommendation: z.string(),
  source: z.string().nullable().describe('Whom other patterns were asked of; null where nobody was.'),
  source_failure: z.string().nullable().describe('Why that gave no answer; null where it gave one.'),
  deviation_decision: z
    .enum(['continue', 'escalate', 'alternatives'])
    .nullable()
    .describe('What was decided of a deviation or a high risk; null where nothing is, or not yet.'),
})

export const feasibilityCheck = z.union([
  z.strictObject({
    performed: z.literal(true),
    pattern_name: z.string(),
    pattern_confidence: told,
    technology_alignment: alignment,
    risk_level: level,
    backup_patterns_loaded: z.boolean(),
    timestamp: time,
  }),
  z.strictObject({ performed: z.literal(false), reason: z.string(), timestamp: time }),
])

/** What it took to ask an agent. */
export const judgementCost = z.strictObject({
  time_seconds: z.number().min(0),
  tokens_used: count.nullable().describe('Null where nobody knows.'),
})

const proposal = z
  .strictObject({
    timestamp: time,
    message: z.string(),
    alternatives: z.array(pattern),
    taken: z.string().nullable().describe('Name of the pattern that was taken; null where none was.'),
    method: methodName.nullable(),
    outcome: z.enum(['success', 'failure']).nullable().describe('Of that; null before its end.'),
  })
  .describe('Patterns that were proposed once its primary method had failed.')

const educationCheckpoint = z
  .strictObject({
    approaches_presented: count,
    recommended: methodName,
    user_selected: methodName.nullable().describe('Null while nobody has chosen.'),
    rationale_provided: z.boolean(),
    lesson_logged: z.boolean().describe('Whether the step has ended, so that there is something to be learned of it.'),
  })
  .describe('What a person was shown before the step, in education mode.')

const outputJudgement = z
  .strictObject({
    by: z.string().describe('`agent NAME`.'),
    match: z.boolean().nullable().describe('Null where it could not tell, or has not answered.'),
    reason: z.string(),
    confidence: z.enum(['low', 'medium', 'high']).nullable().describe('Null where it does not say.'),
    constraints: z
      .record(z.string(), z.boolean().nullable())
      .optional()
      .describe('Of each constraint of the plan that it was asked about whether it holds.'),
    timestamp: time,
    cost: judgementCost,
  })
  .describe('What an agent holds of the output, where no program could tell all of it.')

const verification = z
  .strictObject({
    gate: z.string(),
    kind: z.enum(['command', 'file', 'pattern', 'schema']),
    verifies: z.string().describe('What has to hold.'),
    result: z
      .enum(['pass', 'fail', 'timed_out', 'could_not_run', 'nothing_verified'])
      .nullable()
      .describe('Of the last look; null before the first one.'),
    message: z.string().nullable().describe('Why it is no pass; null where it is one, or is not known.'),
  })
  .describe('One way in which the plan verifies it, by what is run or looked at.')

export const step = z.strictObject({
  task_id: taskId,
  step_id: stepId,
  description: z.string(),
  expected_output: z.string().nullable().describe('As the plan says it; null where it says nothing.'),
  status: z.enum([...moment.options, 'not_started']),
  retry_count: count,
  timestamp: time.nullable().describe('Of the present status; null of a step that was not begun.'),
  mode: mode.nullable().describe('The mode in force then.'),
  method_used: methodName
    .nullable()
    .describe('The method that has completed it, or was tried last; null where none was.'),
  backup_attempts: z.array(backupAttempt),
  pattern_alternatives: z.array(proposal),
  all_backups_exhausted: z
    .boolean()
    .describe('Whether it failed with every method that the plan has for it, also where a person lets it stand.'),
  error_propagation_decision: z
    .enum(['continue', 'continue_with_warning', 'halt', 'escalate'])
    .nullable()
    .describe('What was decided last before it; null where nothing was.'),
  prior_step_dependencies: z.array(stepId).describe('Steps whose outcomes were read before it.'),
  constraint_status: z
    .record(z.string(), z.enum(['pass', 'fail', 'not_verified']))
    .describe(
      'By the gates of the step, and for constraints of the plan that no gate is called like, by an agent that judges outputs.',
    ),
  expected_output_match: z.boolean().nullable().describe('Null where nobody has compared it.'),
  expected_output_judged_by: z
    .string()
    .nullable()
    .describe("`agent NAME` where that is an agent's judgement; null where a program has seen it, or nobody has."),
  output_judgement: outputJudgement.nullable().describe('Null where no agent was asked.'),
  step_verification: z.array(verification),
  message: z.string().nullable(),
  consecutive_failure_count: count.describe('Failures in a row within its task, up to its end.'),
  critical_flag: z.boolean(),
  education_checkpoint: educationCheckpoint.nullable().describe('Null of a step that was not paused before.'),
  entries: z.array(logged),
})

export const researchPhase = z
  .strictObject({
    triggered: z.boolean().describe('Whether anything was really looked up.'),
    timestamp_start: time,
    timestamp_end: time.nullable().describe('Null while it is under way.'),
    queries_performed: z.array(z.string()),
    sources_consulted: z.array(z.string()).describe('Addresses, or what else the findings are from.'),
    key_findings: z.array(z.string()),
    confidence_level: z.enum(['low', 'medium', 'high']).nullable().describe('Null where nothing was found.'),
    asked: z.array(z.string()).describe('Tools and agents that were asked.'),
    warnings: z.array(z.string()).describe('Why nothing was found, or what of it did not work.'),
    research_cost: z
      .strictObject({
        time_seconds: z.number().min(0),
        api_calls: count.nullable().describe('Null where nobody knows.'),
        tokens_used: count.nullable().describe('Null where nobody knows.'),
      })
      .nullable()
      .describe('Null while it is under way.'),
  })
  .describe('What was looked up before a task (`research_enabled`).')

export const propagationDecision = z.strictObject({
  timestamp: time,
  task_id: taskId,
  step_id: stepId,
  prior_step_dependencies: z.array(stepId),
  propagation_strategy: z.enum(['halt_on_critical', 'continue_and_log', 'collaborative_review']),
  error_propagation_decision: z.enum(['continue', 'continue_with_warning', 'halt', 'escalate']),
  critical_failures: z.array(
    z.strictObject({
      task_id: taskId,
      step_id: stepId,
      relation: z.enum(['needed', 'same_task', 'earlier_task']),
      accepted: z.boolean(),
    }),
  ),
  other_failures: z.array(stepId),
  dependency_concern: z.string().nullable(),
  impact: z.string().nullable(),
})

const trigger = z.enum([
  'consecutive_failures',
  'backup_depletion',
  'confidence_degradation',
  'failure_threshold',
  'critical_failure',
])
const escalationPattern = z.enum([
  'consecutive_failures',
  'same_backup_succeeds',
  'backup_rate',
  'backups_exhausted',
  'output_mismatch',
  'retry_increase',
  'constraint_violations',
  'failure_threshold',
  'critical_failure',
])

const measurements = z.strictObject({
  consecutive_failures: count,
  escalation_threshold: count,
  failure_count: count,
  failure_threshold: count,
  critical_failure: stepId.nullable(),
  backup_depletion: z
    .strictObject({
      steps_analysed: z.array(z.strictObject({ id: stepId, method_used: z.string(), status: z.string() })),
      backup_depletion_detected: z.boolean(),
      reason: z.string().nullable(),
      recommendation: z.string().nullable(),
    })
    .optional(),
  confidence_analysis: z
    .strictObject({
      window: z.string(),
      expected_output_match_rate: rate.nullable(),
      expected_output_mismatch_rate: rate,
      avg_retries_current: rate,
      avg_retries_previous: rate.nullable(),
      retry_increase_pct: z.number().nullable(),
      constraint_violation_rate: rate,
      confidence_degradation_detected: z.boolean(),
      trigger: z.string().nullable(),
    })
    .optional(),
})

const attempted = z.strictObject({
  step_id: stepId,
  methods: z.array(
    z.strictObject({
      method: z.string(),
      description: z.string(),
      attempts: count,
      outcome: z.enum(['success', 'failure']),
    }),
  ),
})

export const modeSwitch = z.strictObject({
  timestamp: time,
  from: mode,
  to: mode,
  task_id: taskId
    .nullable()
    .describe('What it came from, or the run was at when a person switched; null before any step.'),
  step_id: stepId.nullable(),
  cause: z.string(),
  escalation_reason: z.array(trigger).describe('Empty where no trigger has fired.'),
  patterns: z.array(escalationPattern),
  measurements: measurements.nullable(),
  attempted_methods: z.array(attempted),
  recommendation: z.string().nullable(),
  consecutive_failure_count: count,
  user_response: z.boolean().describe('Whether a person has then done more than let it go on.'),
})

export const prompt = z
  .strictObject({
    review: z.string(),
    kind: z.string(),
    task_id: taskId.nullable(),
    step_id: stepId.nullable(),
    prompt: z.string(),
    options: z.array(z.string()),
    asked_at: time,
    response: z.string().nullable().describe('Null while nobody has answered.'),
    responded_by: z.string().nullable(),
    response_text: z.string().nullable(),
    responded_at: time.nullable(),
  })
  .describe('A question to a person, and the answer.')
