/** The completion verification in the fields of the progress file (seed 004 §6.4). */

import { completionChecks, type CompletionCheck, type CompletionFinding } from '../../run/completion/finding.ts'
import type { CompletionVerdict, GoalStatus } from '../../run/completion/verify-completion.ts'

/** Of one finding more are not written out. */
const mostPlaces = 200

/** `completion_verification` of the progress file; a check that does not go for the goal is left out. */
export type CompletionJson = Readonly<Partial<Record<CompletionCheck, boolean>>> & {
  readonly overall_status: 'PASS' | 'FAIL'
  readonly goal_achievement_status: GoalStatus
  readonly gaps: readonly string[]
  /** What a person or an agent has to judge: counted as not met until they have. Left out where there is nothing. */
  readonly unjudged?: readonly {
    readonly check: CompletionCheck
    readonly criterion: string
    readonly reason: string
  }[]
  /** What programs have seen to be met, and by what they know it. Left out where there is nothing. */
  readonly evidence?: readonly {
    readonly check: CompletionCheck
    readonly criterion: string
    readonly reason: string
  }[]
  /** What was judged by somebody and not by a program. Left out where there is nothing. */
  readonly judgements?: readonly {
    readonly check: CompletionCheck
    readonly criterion: string
    readonly met: boolean
    readonly by: 'agent' | 'person'
    /** Name of the agent, where one has. */
    readonly agent?: string
    readonly reason: string
  }[]
  /** How many of these are an agent's. Left out where none is. */
  readonly judged_by_agent?: number
  /** Where what is missed, or has to be judged, was found. Left out where there is nothing. */
  readonly places?: readonly {
    readonly check: CompletionCheck
    readonly criterion: string
    readonly path: string
    /** From 1; null for the whole file or folder. */
    readonly line: number | null
    readonly reason?: string
  }[]
  readonly timestamp: string
}

/**
 * @param findings those that the verdict was made of
 * @param timestamp ISO 8601
 */
export function completionJson(
  { checks, status, gaps, unjudged, judgedByAgent }: CompletionVerdict,
  findings: readonly CompletionFinding[],
  timestamp: string,
): CompletionJson {
  const met = new Map(checks.map(({ check, isMet }) => [check, isMet]))
  const judged = findings.flatMap(({ check, what, found, by, agent, why }) =>
    by === 'program'
      ? []
      : [{ check, criterion: what, met: found === 'met', by, ...(agent === undefined ? {} : { agent }), reason: why }],
  )
  const evidence = findings
    .filter(({ by, found }) => by === 'program' && found === 'met')
    .map(({ check, what, why }) => ({ check, criterion: what, reason: why }))
  const places = findings.flatMap(({ check, what, found, places: at }) =>
    found === 'met'
      ? []
      : at.slice(0, mostPlaces).map(({ path, line, note }) => ({
          ...{ check, criterion: what, path, line },
          ...(note === undefined ? {} : { reason: note }),
        })),
  )
  return {
    ...Object.fromEntries(completionChecks.filter((it) => met.has(it)).map((it) => [it, met.get(it) === true])),
    overall_status: status === 'ACHIEVED' ? 'PASS' : 'FAIL',
    goal_achievement_status: status,
    gaps,
    ...(unjudged.length === 0
      ? {}
      : { unjudged: unjudged.map(({ check, what, why }) => ({ check, criterion: what, reason: why })) }),
    ...(evidence.length === 0 ? {} : { evidence }),
    ...(judged.length === 0 ? {} : { judgements: judged }),
    ...(judgedByAgent === 0 ? {} : { judged_by_agent: judgedByAgent }),
    ...(places.length === 0 ? {} : { places }),
    timestamp,
  }
}
