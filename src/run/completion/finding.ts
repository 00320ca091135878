/** What was found out of each thing that has to be there at the end of a spec (seed 004 §6.4). */

import { oneLine } from '../../plan/one-line.ts'
import type { CompletionCriterion } from '../../plan/spec.ts'
import { withoutEmphasis } from '../../plan/values/without-emphasis.ts'

/** The checks of the seed, in its order; the first three go for all goals. */
export const completionChecks = [
  'primary_deliverable_exists',
  'quality_standards_met',
  'verification_passed',
  'deployment_artifact_exists',
  'user_interface_implemented',
  'production_ready',
  'user_documentation_exists',
] as const

export type CompletionCheck = (typeof completionChecks)[number]

/** Where something lies. */
export interface FindingPlace {
  /** Below the project, with `/`. */
  readonly path: string
  /** From 1; null for the whole file or folder. */
  readonly line: number | null
  /** What is there, where that differs from place to place; never a secret. */
  readonly note?: string
}

export interface CompletionFinding {
  readonly check: CompletionCheck
  /** What had to hold, in one line: a criterion of the spec, or one of the seed's own questions. */
  readonly what: string
  /** `unknown`: no program can tell, so that a person or an agent has to. It is never counted as met. */
  readonly found: 'met' | 'missed' | 'unknown'
  /** Who judged it; of what is unknown the program that could not. */
  readonly by: 'program' | 'agent' | 'person'
  /** Name of the agent that judged it. */
  readonly agent?: string
  /** Set where its command has ended as it may, and what else it says is left to be judged. */
  readonly isRest?: true
  /**
   * Set where it is missed for what a search has found in files, which may be a sample, so that a person may hold it for a false
   * alarm: a digest of all that was found with the lines it stands in. What a person said of it goes for exactly this.
   */
  readonly mayBeFalse?: string
  /** One line. */
  readonly why: string
  readonly places: readonly FindingPlace[]
}

/** How a criterion is called before people: as one line, without signs of emphasis (`CompletionFinding.what`). */
export function criterionName({ text }: Pick<CompletionCriterion, 'text'>): string {
  return oneLine(withoutEmphasis(text))
}

/** What somebody said of a finding that a program could not settle, or of what it may have taken for a fault. */
export interface CompletionJudgement {
  readonly check: CompletionCheck
  /** As in the finding. */
  readonly what: string
  readonly found: 'met' | 'missed'
  readonly by: 'agent' | 'person'
  readonly agent?: string
  readonly why: string
}

/**
 * Findings with what people and agents said of them. An agent settles what is unknown; a person also what a search found
 * (`mayBeFalse`), since it may take a sample for a credential. A person's word goes over an agent's; of one kind the last counts.
 */
export function withJudgements(
  findings: readonly CompletionFinding[],
  judgements: readonly CompletionJudgement[],
): readonly CompletionFinding[] {
  return findings.map((finding) => {
    const said = judgements.filter(({ check, what }) => check === finding.check && what === finding.what)
    const word =
      said.findLast(({ by }) => by === 'person') ??
      (finding.found === 'unknown' ? said.findLast(({ by }) => by === 'agent') : undefined)
    if (word === undefined) return finding
    const { found, by, why, agent } = word
    return { ...finding, found, by, why, ...(agent === undefined ? {} : { agent }) }
  })
}
