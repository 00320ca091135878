/** Which keys the readers of a parameters file and of a constitution know, by their tables: what is nearly one of them is told (MW526). */

import { sayKeySlip } from '../key-slips.ts'
import { criteriaMeant } from './read-criteria.ts'
import { entriesOf, extentOf, isTable, type Entry, type Table } from './table.ts'

/** Keys of a table, and the tables in it that have known keys, too. */
export interface Shape {
  readonly keys: readonly string[]
  readonly tables?: Readonly<Record<string, Shape>>
  /** A key with a number behind it: `backup` of `backup_1`. */
  readonly numbered?: string
  /** Keys that people write for something that is read by another name, or not at all. */
  readonly unread?: Readonly<Record<string, Unread>>
}

interface Unread {
  /** What is to be done about it. */
  readonly help: string
  /** A value that says no more than what holds without it. */
  readonly usual?: unknown
}

const of = (...keys: readonly string[]): Shape => ({ keys })

const backup = of(
  ...['id', 'description', 'method', 'action', 'name', 'trigger_condition', 'trigger'],
  ...['execution_method', 'type', 'tool_path', 'tool', 'script', 'tool_args'],
)
const always = 'what is to be done is always done; say in the words of the step when there is nothing to do'
const whole = 'whole steps are left out with millwright skip; take it out of the plan where it is not to be done'
const limit = 'set step_timeout_seconds of [resources] in the constitution, or limits in millwright.toml'
const lenient = 'write critical_flag = false'
const unreadOfWork: Shape['unread'] = {
  ...Object.fromEntries(
    ['condition', 'conditions', 'if', 'when', 'run_if', 'skip_if'].map((it) => [it, { help: always }]),
  ),
  skip: { help: whole, usual: false },
  disabled: { help: whole, usual: false },
  enabled: { help: whole, usual: true },
  optional: { help: lenient, usual: false },
  required: { help: 'write critical_flag = true' },
  ...Object.fromEntries(
    ['timeout', 'timeout_seconds', 'timeout_minutes', 'time_limit', 'time_limit_minutes'].map((it) => [
      it,
      { help: limit },
    ]),
  ),
  retries: { help: 'write max_retries' },
}
const flags = ['critical', 'critical_flag', 'mode', 'max_retries'] as const
const step: Shape = {
  keys: [
    ...['id', 'name', 'title', 'description', 'action', 'primary_method', 'method', 'expected_output'],
    ...[...flags, 'verification', 'backup_methods'],
  ],
  tables: { backups: backup },
  numbered: 'backup',
  unread: unreadOfWork,
}
const task: Shape = {
  keys: [
    ...['id', 'name', 'title', 'description', 'purpose', ...flags],
    ...['research_enabled', 'research_sources', 'verification'],
  ],
  tables: { steps: step },
  unread: unreadOfWork,
}
const speclet: Shape = {
  keys: [
    ...['id', 'name', 'title', 'description', 'purpose', 'depends_on', 'dependencies', 'parallel_allowed'],
    ...['critical', 'critical_flag'],
  ],
  tables: { tasks: task },
}
const pattern = of(
  ...['pattern_name', 'name', 'pattern_confidence', 'confidence', 'pattern_technologies', 'technologies'],
  ...['pattern_reference', 'reference', 'risk_assessment', 'pattern_risk'],
)
const completion = of('acceptance_criteria', 'interface_complete', 'production_ready')
const definition = of('primary_deliverable', 'quality_standards', 'verification_method')
const propagation = of(
  ...['enabled', 'read_prior_steps', 'dependency_tracking', 'propagation_strategy', 'strategy'],
  ...['halt_on_critical', 'failure_threshold'],
)
const share = of('critical_percentage_target')

/** Of `parameters_[d].toml`. */
export const parametersShape: Shape = {
  keys: [],
  unread: { mcp: { help: 'write [mcp_tools]' }, mcp_servers: { help: 'write [mcp_tools]' } },
  tables: {
    goal: of('description', 'statement', 'goal'),
    execution: {
      keys: ['default_mode', 'escalation_threshold', 'confidence_threshold'],
      tables: { dynamic_escalation: of('trigger_consecutive_failures') },
      unread: { mode: { help: 'write default_mode' } },
    },
    software_stack: of('deployment_type', 'primary_language', 'framework', 'ui_library', 'packaging_method'),
    user_interface: of('required', 'interface_type', 'target_users', 'skill_level'),
    deployment: of('target_platform', 'installation_type', 'startup_method'),
    completion_criteria: completion,
    definition_of_complete: definition,
    error_propagation: propagation,
    education: of('approval_gates', 'rationale_required', 'alternatives_shown', 'comparison_depth', 'learning_pace'),
    knowledge_capture: of('enabled', 'notepad_path', 'update_frequency'),
    mcp_tools: {
      keys: ['required', 'recommended', 'optional'],
      tables: {
        verification: of(
          ...['check_on_startup', 'halt_if_required_missing'],
          ...['warn_if_recommended_missing', 'log_available_tools'],
        ),
      },
    },
    pattern_metadata: pattern,
    pattern,
    constitution: share,
    validation: share,
    constraints: of(),
    components: of(),
    speclets: speclet,
    SPECLets: speclet,
    spec_lets: speclet,
    tasks: task,
  },
}

/** Of `project_constitution.toml`. */
export const constitutionShape: Shape = {
  keys: [],
  tables: {
    execution: of('default_mode', 'escalation_threshold', 'confidence_threshold'),
    quality: of('critical_percentage'),
    error_handling: of('propagation_enabled', 'read_prior_steps', 'propagation_strategy', 'failure_threshold'),
    error_propagation: propagation,
    completion_criteria: completion,
    definition_of_complete: definition,
    backups: of('max_backups_per_step'),
    retry: of('max_retries'),
    resources: of('time_limit_minutes', 'task_timeout_minutes', 'step_timeout_seconds'),
    constraints: of('prohibited_actions'),
    optional_features: of('research_enabled_default', 'research_enabled'),
  },
}

/** What is known anywhere is no slip elsewhere: it only stands in another table than usual. */
const everywhere: ReadonlySet<string> = new Set([parametersShape, constitutionShape].flatMap(namesIn))

function namesIn({ keys, tables = {} }: Shape): readonly string[] {
  return [...keys, ...Object.entries(tables).flatMap(([name, inner]) => [name, ...namesIn(inner)])]
}

/** Says of such a key that it is not read; whether it is one. */
function sayUnread(
  table: Table,
  { unread = {} }: Shape,
  { name, key, value }: Pick<Entry, 'name' | 'key' | 'value'>,
): boolean {
  const found = Object.hasOwn(unread, name) ? unread[name] : undefined
  if (found !== undefined && (found.usual === undefined || value !== found.usual))
    table.of.findings.add('MW526', 'warning', extentOf(key), `"${name}" is not looked at`, found.help)
  return found !== undefined
}

/** Tells the misspelt keys of a table and of the tables in it. Each key costs as much as its table has names. */
export function sayMisspelt(table: Table, shape: Shape): void {
  const { keys, tables = {}, numbered } = shape
  const known = [...keys, ...Object.keys(tables)]
  for (const { name, key, value, path } of entriesOf(table)) {
    const inner = Object.hasOwn(tables, name) ? tables[name] : undefined
    if (inner !== undefined) {
      if (isTable(value)) sayMisspelt({ ...table, value, path }, inner)
      else if (Array.isArray(value))
        value.forEach((it: unknown, at) => {
          if (isTable(it)) sayMisspelt({ ...table, value: it, path: [...path, at] }, inner)
        })
      continue
    }
    if (sayUnread(table, shape, { name, key, value })) continue
    const number = numbered === undefined ? undefined : /_?(\d+)$/.exec(name)?.[1]
    const one = number === undefined ? null : `${numbered ?? ''}_${number}`
    if (everywhere.has(name) || name === one) continue
    const isTaken = shape !== constitutionShape && shape !== parametersShape ? false : criteriaMeant(name)
    const slip = { written: name, low: name.toLowerCase(), known: one === null ? known : [one], isTaken }
    sayKeySlip(table.of.findings, extentOf(key), slip)
  }
}
