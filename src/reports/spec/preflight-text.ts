/** The pre-flight report of a spec for people (seed 004 §1.10). */

import { safeLine } from '../../plan/safe-text.ts'
import { fewestCriteria } from '../../plan/software-stack.ts'
import { undefinedText } from '../../run/completion/verify-completion.ts'
import { painter } from '../graph/paint.ts'
import type { Category, Preflight } from './preflight.ts'

const words: Readonly<Record<Category, string>> = {
  missing_or_mismatched_tasks_steps: 'tasks and steps that are missing or do not match',
  structural_inconsistencies: 'structure',
  components_constraints: 'components and constraints',
  ambiguous_instructions: 'instructions that are missing or unclear',
  other: 'anything else',
}

const longestGoal = 100

/** Lines that end with a line end each. @param colour whether a terminal shows it */
export function preflightText(of: Preflight, colour: boolean): string {
  const paint = painter(colour)
  const line = (name: string, text: string): string => `  ${paint('dim', name.padEnd(9))} ${text}`
  const goal = safeLine(of.goal ?? 'none')
  const shown = goal.length > longestGoal ? `${goal.slice(0, longestGoal - 1)}…` : goal
  const isReady = of.status === 'ready_for_execution'
  const lines = [
    'Pre-flight:',
    line('goal', shown),
    line('steps', stepsText(of)),
    ...(of.step_verification.steps === 0 ? [] : [line('verified', verifiedText(of))]),
    ...(of.software_stack === null ? [] : [line('stack', stackText(of.software_stack))]),
    ...specletLines(of).map((text, at) => line(at === 0 ? 'SPECLets' : '', text)),
    ...(toolsText(of) === '' ? [] : [line('MCP tools', toolsText(of))]),
    ...(of.pattern_feasibility === null ? [] : [line('pattern', patternText(of.pattern_feasibility))]),
    ...completionLines(of).map((text, at) => line(at === 0 ? 'complete' : '', text)),
    line('findings', findingsText(of)),
    ...categoryLines(of).map((text) => line('', text)),
    line('result', isReady ? paint('green', 'ready for execution') : paint('red', 'halted: mend the errors first')),
  ]
  return `${lines.join('\n')}\n`
}

function stepsText({ total_tasks, total_steps, critical_steps, total_backups }: Preflight): string {
  const share = total_steps === 0 ? '' : ` (${Math.round((100 * critical_steps) / total_steps)} %)`
  return `${total_steps} in ${count(total_tasks, 'task')}, ${critical_steps} critical${share}, ${count(total_backups, 'backup')}`
}

function verifiedText({ step_verification: { steps, ...kinds } }: Preflight): string {
  const told = Object.entries(kinds).flatMap(([kind, amount]) => (amount === 0 ? [] : [count(amount, kind)]))
  return `${count(steps, 'step')} by ${told.join(', ')}`
}

function stackText(validation: NonNullable<Preflight['software_stack']>): string {
  if ('validation_error' in validation) return `incomplete: ${validation.missing_fields.map(safeLine).join(', ')}`
  const { deployment_type, primary_language, framework, ui_required, target_users, ...more } =
    validation.software_stack_validation
  const parts = [deployment_type, primary_language, framework].filter((it) => it !== null).map(safeLine)
  const users = ui_required ? `, for ${safeLine(target_users ?? '')}` : ''
  const few = more.completion_criteria_defined ? '' : ` (fewer than ${fewestCriteria} completion criteria)`
  return `${more.validation_status}${few}: ${parts.join(', ')}${users}`
}

function specletLines({ speclet_validation: validation, speclet_execution_plan: plan }: Preflight): readonly string[] {
  if (validation === null || plan === null) return []
  const cycle = validation.circular_dependencies_detected ? 'FAIL' : 'PASS'
  const assignment = validation.task_assignment_valid ? 'PASS' : 'FAIL'
  return [
    `${validation.speclets_defined} in ${count(validation.execution_stages, 'stage')}; circular dependencies: ${cycle}; task assignment: ${assignment}`,
    ...Object.values(plan).map(
      ({ speclets, parallel }, at) =>
        `stage ${at + 1}: ${speclets.map(safeLine).join(', ')}${parallel ? ' (parallel)' : ''}`,
    ),
  ]
}

function toolsText({ mcp_tools: tools }: Preflight): string {
  const list = (need: keyof typeof tools): readonly string[] =>
    tools[need].length === 0 ? [] : [`${need}: ${tools[need].map(safeLine).join(', ')}`]
  return [...list('required'), ...list('recommended'), ...list('optional')].join('; ')
}

function patternText(of: NonNullable<Preflight['pattern_feasibility']>): string {
  const { primary_pattern: name, primary_confidence, technology_alignment, risk_assessment, recommendation } = of
  return `${safeLine(name)} (confidence: ${primary_confidence}), technology alignment: ${technology_alignment}, risk: ${risk_assessment}: ${recommendation}`
}

/** What keeps the goal from being reached, whatever is done. */
function completionLines({ completion_undefined: checks }: Preflight): readonly string[] {
  return checks.length === 0 ? [] : ['PARTIAL at best:', ...checks.map((it) => `- ${undefinedText(it)}`)]
}

function findingsText({ critical_errors, warnings, information }: Preflight): string {
  return `${count(critical_errors, 'critical error')}, ${count(warnings, 'warning')}, ${count(information, 'notice')}`
}

function categoryLines({ categories }: Preflight): readonly string[] {
  return (Object.keys(words) as Category[]).flatMap((it) =>
    categories[it] === 0 ? [] : [`${categories[it]} about ${words[it]}`],
  )
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}
