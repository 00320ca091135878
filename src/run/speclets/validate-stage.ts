/** What holds of the SPECLets once a stage of them is over (seed 004 §2.0b, 7). */

import type { Speclet } from '../../plan/spec.ts'
import { isTerminal, type SpecletStatus } from './speclet-status.ts'

/** Logged when a stage ends. */
export interface StageValidation {
  /** From 1. */
  readonly stage: number
  /** The SPECLets of the stage by their ids. */
  readonly speclets: Readonly<Record<string, SpecletStatus>>
  /** Ids of those that are completed in part; absent where none is. */
  readonly completed_in_part?: readonly string[]
  /** Whether each of them is completed, failed or skipped. */
  readonly all_terminal: boolean
  /** Ids of those that are still at work; none where all is well. */
  readonly in_progress: readonly string[]
  readonly graph_valid: boolean
  /** What is wrong with the SPECLets that are left, a sentence each. */
  readonly graph_problems: readonly string[]
  /** The stages that are over among all, in percent. */
  readonly progress_percentage: number
}

type Part = Pick<Speclet, 'id' | 'dependsOn' | 'stage'>

export interface StageEnds {
  /** How a SPECLet stands, by its id. */
  readonly statusOf: (id: string) => SpecletStatus
  /** Ids of those that went on without a step. */
  readonly inPart: ReadonlySet<string>
}

/**
 * @param speclets all of the spec
 */
export function validateStage(
  speclets: readonly Part[],
  stage: number,
  { statusOf, inPart }: StageEnds,
): StageValidation {
  const within = speclets.filter((it) => it.stage === stage).map(({ id }) => ({ id, status: statusOf(id) }))
  const partial = within.filter(({ id, status }) => status === 'completed' && inPart.has(id))
  const problems = graphProblems(speclets, stage)
  const stages = Math.max(stage, ...speclets.map((it) => it.stage))
  return {
    stage,
    speclets: Object.fromEntries(within.map(({ id, status }) => [id, status])),
    ...(partial.length === 0 ? {} : { completed_in_part: partial.map(({ id }) => id) }),
    all_terminal: within.every(({ status }) => isTerminal(status)),
    in_progress: within.filter(({ status }) => status === 'in_progress').map(({ id }) => id),
    graph_valid: problems.length === 0,
    graph_problems: problems,
    progress_percentage: Math.round((stage / stages) * 100),
  }
}

/** The plan may have been edited since: what is left has to be in stages still, each behind all that it depends on. */
function graphProblems(speclets: readonly Part[], stage: number): readonly string[] {
  const stages = new Map(speclets.map((it) => [it.id, it.stage]))
  return speclets
    .filter((it) => it.stage === 0 || it.stage > stage)
    .flatMap((it) => {
      if (it.stage === 0) return [`SPECLet ${it.id} waits for itself`]
      return it.dependsOn.flatMap((needed) => {
        const before = stages.get(needed)
        if (before === undefined) return [`SPECLet ${it.id} depends on ${needed}, which there is not`]
        return before >= it.stage ? [`SPECLet ${it.id} depends on ${needed}, which is in no stage before it`] : []
      })
    })
}
