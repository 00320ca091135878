/** Whether a goal was reached, from what was found (seed 004 §6.4, Status Assignment). */

import { completionChecks, type CompletionCheck, type CompletionFinding } from './finding.ts'

/** What of a spec decides which checks go for it. */
export interface CompletionScope {
  /** Whether its goal is to build something that runs (seed 004 §6.4: build, create, develop, system, application, app). */
  readonly isBuildGoal: boolean
  /** As in `software_stack.deployment_type`; null where nothing is said. */
  readonly deploymentType: string | null
  /** Something that runs is built with `user_interface.required`, or the interface is a criterion (`interface_complete`). */
  readonly needsInterface: boolean
  /** `user_interface.interface_type`. */
  readonly interfaceType: string | null
  /** `completion_criteria.production_ready`. */
  readonly needsProduction: boolean
  /** Whether something that runs is built "for [users]", or documentation for them is a criterion. */
  readonly isForUsers: boolean
  /** Something that runs has to be installed (`deployment.installation_type`), or `configuration_required` is a criterion. */
  readonly needsSetup: boolean
}

export type GoalStatus = 'ACHIEVED' | 'PARTIAL' | 'NOT_ACHIEVED'

export interface CompletionVerdict {
  /** Those that go for the goal, in the seed's order. */
  readonly checks: readonly { readonly check: CompletionCheck; readonly isMet: boolean }[]
  readonly status: GoalStatus
  /** What is missing or was not verified, a line each. */
  readonly gaps: readonly string[]
  /** What a person or an agent has to judge. */
  readonly unjudged: readonly CompletionFinding[]
  /** How many criteria are held for met or not met by an agent's judgement alone: told wherever the status is. */
  readonly judgedByAgent: number
}

/** Whether a finding says, of more than an agent's word, that a deliverable is missing. */
export function isMissingDeliverable({ check, found, by }: Pick<CompletionFinding, 'check' | 'found' | 'by'>): boolean {
  return check === 'primary_deliverable_exists' && found === 'missed' && by !== 'agent'
}

/** What is met only where something was made: a search for faults also finds none in nothing, and documents may be of before. */
const ofMade: ReadonlySet<CompletionCheck> = new Set([
  'quality_standards_met',
  'verification_passed',
  'deployment_artifact_exists',
  'user_interface_implemented',
])

/** Whether findings show that there is something, though no deliverable is named: one is met, and what verifies it does not fail. */
function isShownOtherwise(findings: readonly CompletionFinding[]): boolean {
  const isBroken = findings.some(
    ({ check, found, by }) => check === 'verification_passed' && found === 'missed' && by !== 'agent',
  )
  return !isBroken && findings.some(({ check, found }) => found === 'met' && ofMade.has(check))
}

/** What a deployment type says where there is nothing to deploy. */
const noDeployment = /^(?:none|not[ _-]applicable|n\/a)$/i

/** Whether a check goes for a goal by what the spec says of it. */
export function isApplicable(check: CompletionCheck, scope: CompletionScope): boolean {
  switch (check) {
    case 'primary_deliverable_exists':
    case 'quality_standards_met':
    case 'verification_passed':
      return true
    case 'deployment_artifact_exists':
      return scope.isBuildGoal && !noDeployment.test(scope.deploymentType?.trim() ?? '')
    case 'user_interface_implemented':
      return scope.needsInterface
    case 'production_ready':
      return scope.needsProduction
    case 'user_documentation_exists':
      return scope.isForUsers || scope.needsSetup
  }
}

const unnamed: Readonly<Record<CompletionCheck, string>> = {
  primary_deliverable_exists: 'The spec names no primary deliverable: nobody can tell whether it exists',
  quality_standards_met: 'The spec defines no quality standard: nothing was measured',
  verification_passed: 'The spec defines no verification: nobody can tell whether it passes',
  deployment_artifact_exists: 'Nobody looked for a deployment artifact',
  user_interface_implemented: 'Nobody looked for a user interface',
  production_ready: 'Nobody looked whether it is ready for production',
  user_documentation_exists: 'Nobody looked for user documentation',
}

/** The gap that a check leaves for which there is nothing to judge. */
export function undefinedText(check: CompletionCheck): string {
  return unnamed[check]
}

/** The gap that something leaves of which nobody can tell. */
export function unverifiedText({ what, why }: { readonly what: string; readonly why: string }): string {
  return `Not verified: ${what}: ${why}`
}

function gapsOf(check: CompletionCheck, findings: readonly CompletionFinding[]): readonly string[] {
  if (findings.length === 0) return [undefinedText(check)]
  return findings.flatMap(({ found, what, why }) =>
    found === 'met' ? [] : [found === 'missed' ? `${what}: ${why}` : unverifiedText({ what, why })],
  )
}

/**
 * Takes the findings together. A check is met where there is at least one finding for it and all are met: what nobody could
 * judge, and what nobody defined, is a gap. A check goes for the goal by the spec's sections (`isApplicable`), or because
 * the spec has a criterion for it.
 *
 * - ACHIEVED: all checks that go for the goal are met, and nothing of its tasks is unfinished.
 * - PARTIAL: no deliverable is missing and at least one was found, whatever else is wanted of it, but not all checks are met. Where the
 *   spec names none it is a gap that nobody can close, and what else is met shows that there is something (`isShownOtherwise`).
 * - NOT_ACHIEVED: a deliverable is missing, or nothing of it was found.
 *
 * An agent's judgement is no evidence of the strength of a program: that it holds a criterion for met is enough for the check, and
 * counted (`judgedByAgent`); that it holds one for missed is a gap and says of no deliverable that it is missing.
 *
 * @param unfinished what of the tasks keeps the goal from being reached (`unfinished`), a gap each
 */
export function verifyCompletion(
  findings: readonly CompletionFinding[],
  scope: CompletionScope,
  unfinished: readonly string[] = [],
): CompletionVerdict {
  const of = (check: CompletionCheck): readonly CompletionFinding[] => findings.filter((it) => it.check === check)
  const asked = completionChecks.filter((check) => isApplicable(check, scope) || of(check).length > 0)
  const checks = asked.map((check) => ({
    check,
    isMet: of(check).length > 0 && of(check).every(({ found }) => found === 'met'),
  }))
  const deliverables = of('primary_deliverable_exists')
  const exists =
    deliverables.length === 0
      ? isShownOtherwise(findings)
      : deliverables.some(({ found, places }) => found === 'met' || (found === 'unknown' && places.length > 0))
  const isMissing = deliverables.some(isMissingDeliverable)
  return {
    checks,
    status:
      checks.every(({ isMet }) => isMet) && unfinished.length === 0
        ? 'ACHIEVED'
        : exists && !isMissing
          ? 'PARTIAL'
          : 'NOT_ACHIEVED',
    gaps: [...asked.flatMap((check) => gapsOf(check, of(check))), ...unfinished],
    unjudged: findings.filter(({ found }) => found === 'unknown'),
    judgedByAgent: findings.filter(({ by }) => by === 'agent').length,
  }
}
