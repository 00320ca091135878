/** What is known of a spec before it is run, in the seed's own JSON (seed 004 §1.1a, §1.8a, §1.10). */

import { findCycles } from '../../plan/graph/cycles.ts'
import type { CompletionCheck } from '../../run/completion/finding.ts'
import { completionWanted, undefinedChecks } from '../../run/completion/wanted.ts'
import { feasibilityOf } from '../../run/patterns/feasibility.ts'
import { feasibilityJson, type FeasibilityJson } from './pattern-json.ts'
import type { Code } from '../../plan/diagnostic.ts'
import type { StepSpec } from '../../plan/model.ts'
import { hasEnoughCriteria, missingFields } from '../../plan/software-stack.ts'
import type { Spec, SpecFinding, Speclet } from '../../plan/spec.ts'
import type { Verification } from '../../plan/verification.ts'

/** A goal to build something says enough, or what it leaves out. */
export type StackValidation =
  | {
      readonly software_stack_validation: {
        readonly deployment_type: string | null
        readonly primary_language: string | null
        readonly framework: string | null
        readonly ui_required: boolean
        readonly target_users: string | null
        readonly packaging_method: string | null
        readonly completion_criteria_defined: boolean
        /** With warnings where `completion_criteria_defined` is false; that has failed where it was made an error. */
        readonly validation_status: 'PASS' | 'PASS_WITH_WARNINGS' | 'FAIL'
      }
    }
  | {
      readonly validation_error: 'software_stack_incomplete'
      readonly missing_fields: readonly string[]
      readonly reason: string
      /** Whether that keeps it from being run, or was lowered to a warning. */
      readonly action: 'HALT' | 'CONTINUE'
    }

/** SPECLets of one stage, by `stage_1`, `stage_2` … */
export type ExecutionPlan = Readonly<
  Record<string, { readonly speclets: readonly string[]; readonly parallel: boolean; readonly description: string }>
>

export interface SpecletValidation {
  readonly speclets_defined: number
  readonly dependency_graph_valid: boolean
  readonly circular_dependencies_detected: boolean
  readonly task_assignment_valid: boolean
  readonly execution_stages: number
  readonly parallel_opportunities: number
  readonly validation_status: 'PASS' | 'FAIL'
}

/** What a finding is about, as the seed sorts them. */
export type Category =
  | 'missing_or_mismatched_tasks_steps'
  | 'structural_inconsistencies'
  | 'components_constraints'
  | 'ambiguous_instructions'
  | 'other'

export interface Preflight {
  readonly descriptor: string
  readonly goal: string | null
  readonly total_tasks: number
  readonly total_steps: number
  readonly critical_steps: number
  readonly total_backups: number
  /** Steps that the plan verifies by what is run or looked at, and by how many of each kind. */
  readonly step_verification: Readonly<Record<'steps' | Verification['is'], number>>
  /** Null where nothing is to be built. */
  readonly software_stack: StackValidation | null
  /** These two are null for a spec without SPECLets. */
  readonly speclet_validation: SpecletValidation | null
  readonly speclet_execution_plan: ExecutionPlan | null
  readonly mcp_tools: {
    readonly required: readonly string[]
    readonly recommended: readonly string[]
    readonly optional: readonly string[]
  }
  /** How the spec goes with its pattern; no source was asked for others. Null where it names none. */
  readonly pattern_feasibility: FeasibilityJson | null
  /** Checks of any goal that the spec says nothing for, so that the goal is PARTIAL at best (seed 004 §6.4). */
  readonly completion_undefined: readonly CompletionCheck[]
  readonly critical_errors: number
  readonly warnings: number
  readonly information: number
  readonly categories: Readonly<Record<Category, number>>
  readonly validation_status: 'PASS' | 'PASS_WITH_WARNINGS' | 'FAIL'
  /** What the progress log would say next: whether anything may be started. */
  readonly status: 'ready_for_execution' | 'halted'
}

/** @param of.diagnostics all of the check, with the severities that hold */
export function preflightOf(of: {
  readonly spec: Spec
  readonly tasks: readonly { readonly steps: readonly StepSpec[] }[]
  readonly diagnostics: readonly SpecFinding[]
  /** Above it the risk of a pattern is HIGH; absent takes the usual one. */
  readonly threshold?: number | null
}): Preflight {
  const { spec, tasks, diagnostics } = of
  const feasibility = feasibilityOf(spec, tasks, of.threshold ?? null)
  const steps = tasks.flatMap((task) => task.steps)
  const count = (severity: SpecFinding['severity']): number =>
    diagnostics.filter((it) => it.severity === severity).reduce((sum, it) => sum + 1 + (it.more ?? 0), 0)
  const errors = count('error')
  const warnings = count('warning')
  const isError = (code: Code): boolean => diagnostics.some((it) => it.code === code && it.severity === 'error')
  const named = (need: string): readonly string[] =>
    spec.tools.filter((tool) => tool.need === need).map((tool) => tool.name)
  const hasSpeclets = spec.speclets.length > 0
  return {
    descriptor: spec.descriptor,
    goal: spec.goal,
    total_tasks: tasks.length,
    total_steps: steps.length,
    critical_steps: steps.filter(({ critical }) => critical).length,
    total_backups: steps.reduce((sum, { methods }) => sum + Math.max(0, methods.length - 1), 0),
    step_verification: verificationOf(steps),
    software_stack: spec.isBuild ? stackValidation(spec, isError) : null,
    speclet_validation: hasSpeclets ? specletValidation(spec.speclets, diagnostics) : null,
    speclet_execution_plan: hasSpeclets ? executionPlan(spec.speclets) : null,
    mcp_tools: { required: named('required'), recommended: named('recommended'), optional: named('optional') },
    pattern_feasibility: feasibility === null ? null : feasibilityJson(feasibility),
    completion_undefined: undefinedChecks(completionWanted(spec)),
    critical_errors: errors,
    warnings,
    information: count('info'),
    categories: categoriesOf(diagnostics),
    validation_status: errors > 0 ? 'FAIL' : warnings > 0 ? 'PASS_WITH_WARNINGS' : 'PASS',
    status: errors > 0 ? 'halted' : 'ready_for_execution',
  }
}

function verificationOf(steps: readonly StepSpec[]): Preflight['step_verification'] {
  const all = steps.flatMap(({ verifications = [] }) => verifications)
  const of = (kind: Verification['is']): number => all.filter(({ is }) => is === kind).length
  return {
    steps: steps.filter(({ verifications = [] }) => verifications.length > 0).length,
    command: of('command'),
    file: of('file'),
    pattern: of('pattern'),
    schema: of('schema'),
  }
}

/** The seed's result of either kind (seed 004 §1.1a). @param isError which of the findings are errors */
export function stackValidation(spec: Spec, isError: (code: Code) => boolean): StackValidation {
  const missing = missingFields(spec)
  if (missing.length > 0)
    return {
      validation_error: 'software_stack_incomplete',
      missing_fields: missing,
      reason: 'Goal requires building a system but software stack undefined',
      action: isError('MW514') ? 'HALT' : 'CONTINUE',
    }
  const isDefined = hasEnoughCriteria(spec)
  return {
    software_stack_validation: {
      deployment_type: spec.stack?.deploymentType ?? null,
      primary_language: spec.stack?.primaryLanguage ?? null,
      framework: spec.stack?.framework ?? null,
      ui_required: spec.userInterface?.required ?? false,
      target_users: spec.userInterface?.targetUsers ?? null,
      packaging_method: spec.stack?.packagingMethod ?? null,
      completion_criteria_defined: isDefined,
      validation_status: isDefined ? 'PASS' : isError('MW521') ? 'FAIL' : 'PASS_WITH_WARNINGS',
    },
  }
}

/** The stages in their order; what is in none is not among them. */
export function executionPlan(speclets: readonly Speclet[]): ExecutionPlan {
  return Object.fromEntries(
    stagesIn(speclets).map((within, at) => [
      `stage_${at + 1}`,
      { speclets: within.map(({ id }) => id), parallel: isParallel(within), description: descriptionOf(within, at) },
    ]),
  )
}

/** SPECLets by their stages, the first first. */
export function stagesIn(speclets: readonly Speclet[]): readonly (readonly Speclet[])[] {
  const last = speclets.reduce((most, { stage }) => Math.max(most, stage), 0)
  const stages = Array.from({ length: last }, (): Speclet[] => [])
  for (const it of speclets) stages[it.stage - 1]?.push(it)
  return stages
}

/** Whether at least two of a stage may be run side by side. */
function isParallel(within: readonly Speclet[]): boolean {
  return within.filter(({ parallelAllowed }) => parallelAllowed).length > 1
}

function descriptionOf(within: readonly Speclet[], at: number): string {
  if (at === 0) return 'Initial stage - no dependencies'
  const needs = [...new Set(within.flatMap(({ dependsOn }) => dependsOn))]
  return `Depends on ${needs.join(', ')}`
}

function specletValidation(speclets: readonly Speclet[], diagnostics: readonly SpecFinding[]): SpecletValidation {
  const isError = (code: Code): boolean => diagnostics.some((it) => it.code === code && it.severity === 'error')
  // A task in none or in two stays one, also where the configuration makes a warning of it.
  const isAssigned = !diagnostics.some(({ code }) => code === 'MW511')
  const stages = stagesIn(speclets)
  const isFailed = isError('MW505') || isError('MW510') || !isAssigned
  return {
    speclets_defined: speclets.length,
    dependency_graph_valid: !isError('MW510'),
    circular_dependencies_detected: hasCycle(speclets),
    task_assignment_valid: isAssigned,
    execution_stages: stages.length,
    parallel_opportunities: stages.filter(isParallel).length,
    validation_status: isFailed ? 'FAIL' : 'PASS',
  }
}

function hasCycle(speclets: readonly Speclet[]): boolean {
  const left = speclets.filter(({ stage }) => stage === 0)
  const edges = left.flatMap(({ id, dependsOn }) => dependsOn.map((from) => ({ from, to: id })))
  return findCycles([...new Set(left.map(({ id }) => id))], edges).length > 0
}

const categories: Readonly<Partial<Record<Code, Category>>> = {
  MW013: 'missing_or_mismatched_tasks_steps',
  MW110: 'missing_or_mismatched_tasks_steps',
  MW503: 'missing_or_mismatched_tasks_steps',
  MW505: 'missing_or_mismatched_tasks_steps',
  MW530: 'missing_or_mismatched_tasks_steps',
  MW506: 'ambiguous_instructions',
  MW504: 'ambiguous_instructions',
  MW516: 'ambiguous_instructions',
  MW519: 'ambiguous_instructions',
  MW507: 'structural_inconsistencies',
  MW508: 'structural_inconsistencies',
  MW509: 'structural_inconsistencies',
  MW510: 'structural_inconsistencies',
  MW511: 'structural_inconsistencies',
  MW512: 'structural_inconsistencies',
  MW513: 'structural_inconsistencies',
  MW517: 'structural_inconsistencies',
  MW520: 'structural_inconsistencies',
  MW522: 'structural_inconsistencies',
  MW523: 'structural_inconsistencies',
  MW524: 'components_constraints',
  MW525: 'ambiguous_instructions',
  MW526: 'structural_inconsistencies',
}

function categoriesOf(diagnostics: readonly SpecFinding[]): Readonly<Record<Category, number>> {
  const counts: Record<Category, number> = {
    missing_or_mismatched_tasks_steps: 0,
    structural_inconsistencies: 0,
    components_constraints: 0,
    ambiguous_instructions: 0,
    other: 0,
  }
  for (const { code, more = 0 } of diagnostics) counts[categories[code] ?? 'other'] += 1 + more
  return counts
}
