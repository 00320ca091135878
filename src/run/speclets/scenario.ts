/** What the failure of a step means to the SPECLets of its spec: the three scenarios of seed 004 §2.0b, 6. */

import type { ReviewAnswer } from '../command.ts'
import type { Speclet } from '../../plan/spec.ts'

/**
 * A: critical, in a SPECLet that is alone in its stage; all that depend on it are blocked. B: critical, in one that others stand
 * beside; its own branch is blocked, and theirs go on. C: not critical; all go on.
 */
export type FailureScenario = 'A' | 'B' | 'C'

/** A failure as it is logged. */
export interface SpecletFailure {
  readonly scenario: FailureScenario
  readonly speclet: string
  /** `2.3`, as the plan calls it. */
  readonly step: string
  /** Ids of SPECLets that cannot begin without this one, also by way of others, in the order of the plan. */
  readonly blocked: readonly string[]
  /** Ids of those that are left and need neither it nor another one that has failed. */
  readonly independent: readonly string[]
}

/** A failure with what a person said to it; null where nobody was asked, or has answered. `at`: milliseconds since the epoch. */
export type NotedFailure = SpecletFailure & { readonly decision: ReviewAnswer | null; readonly at: number }

/** The failed step for which tasks of its SPECLet are not begun: its name, and the uid of its task. */
export interface FailedBefore {
  readonly speclet: string
  readonly step: string
  readonly task: string
}

export interface Failed {
  /** Id of the SPECLet. */
  readonly speclet: string
  readonly step: string
  readonly critical: boolean
  /** Ids of SPECLets that have come to their end. */
  readonly over: ReadonlySet<string>
  /** Ids of those in which something critical has failed as well, whether or not people have answered. */
  readonly failed: ReadonlySet<string>
}

type Part = Pick<Speclet, 'id' | 'dependsOn' | 'stage' | 'parallelAllowed'>

/** Which scenario a failure is. Costs the SPECLets and what they depend on, once. */
export function failureScenario(
  speclets: readonly Part[],
  { speclet, step, critical, over, failed }: Failed,
): SpecletFailure {
  const behind = critical ? dependentsOf(speclets, [speclet]) : new Set<string>()
  const failing = [...failed].filter((id) => id !== speclet)
  const stuck = new Set([...failing, ...dependentsOf(speclets, failing)])
  const left = speclets.map(({ id }) => id).filter((id) => id !== speclet && !over.has(id))
  return {
    scenario: !critical ? 'C' : standsBeside(speclets, speclet) ? 'B' : 'A',
    speclet,
    step,
    blocked: left.filter((id) => behind.has(id)),
    independent: left.filter((id) => !behind.has(id) && !stuck.has(id)),
  }
}

/** Ids of all SPECLets that depend on one of these, directly or by way of others. */
function dependentsOf(speclets: readonly Part[], ids: readonly string[]): ReadonlySet<string> {
  const dependents = new Map<string, string[]>()
  for (const it of speclets)
    for (const needed of it.dependsOn) {
      const list = dependents.get(needed)
      if (list === undefined) dependents.set(needed, [it.id])
      else list.push(it.id)
    }
  const found = new Set(ids.flatMap((id) => dependents.get(id) ?? []))
  // What is added comes up in turn.
  for (const it of found) for (const next of dependents.get(it) ?? []) found.add(next)
  return found
}

function standsBeside(speclets: readonly Part[], id: string): boolean {
  const own = speclets.find((it) => it.id === id)
  if (own?.parallelAllowed !== true) return false
  return speclets.some((it) => it.id !== id && it.stage === own.stage && it.parallelAllowed)
}
