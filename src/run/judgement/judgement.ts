/** What an agent holds of what no program can tell, as plain data folded from the events of a run (seed 004 §4.1, §6.4). */

import type { CompletionCheck } from '../completion/finding.ts'
import type { Usage } from '../outcome.ts'

export type Confidence = 'low' | 'medium' | 'high'

/** What it took to ask. */
interface Cost {
  /** What the agent says that it used; null where it does not say. */
  readonly usage: Usage | null
  readonly ms: number
}

/** Of the output of a step. It is recorded and shown; that something is verified, or has failed, it never says. */
export interface OutputJudgement extends Cost {
  /** Name of the agent. */
  readonly by: string
  /** Whether it is the expected one; null where the agent could not tell, or has given no answer of the form that was asked for. */
  readonly match: boolean | null
  /** Why, in one line; where there is no judgement, why there is none. Text of an agent: make it safe before it is shown. */
  readonly reason: string
  /** Null where it does not say. */
  readonly confidence: Confidence | null
  /** Constraint of the plan → whether it holds, null where the agent could not tell; absent where none was asked about. */
  readonly constraints?: Readonly<Record<string, boolean | null>>
}

/** Of one criterion of completion. */
export interface CriterionJudgement {
  readonly check: CompletionCheck
  /** As in the finding. */
  readonly what: string
  /** Null where the agent could not tell, or has not answered. */
  readonly met: boolean | null
  readonly reason: string
  readonly confidence: Confidence | null
}

export interface CompletionJudgements extends Cost {
  readonly by: string
  /** One for each that was asked about, in that order. */
  readonly judgements: readonly CriterionJudgement[]
}

/** `at`: in milliseconds since the epoch. */
export type HeldJudgement = OutputJudgement & { readonly at: number }

/**
 * `after`: how many steps had ended at the look that it was about: of what came to its end since it says nothing. `nth`: for which
 * time the run has asked.
 */
export type HeldCompletion = CompletionJudgements & {
  readonly after: number
  readonly nth: number
  readonly at: number
}

/** The judgement within its event. */
export function judgementIn({
  by,
  match,
  reason,
  confidence,
  constraints,
  usage,
  ms,
}: OutputJudgement): OutputJudgement {
  return { by, match, reason, confidence, usage, ms, ...(constraints === undefined ? {} : { constraints }) }
}

/** Notes what was said of the criteria that the last look had left open. */
export function noteCompletionJudged(
  course: { judged: HeldCompletion | null; readonly completion: { readonly after: number } | null },
  { by, judgements, usage, ms }: CompletionJudgements,
  at: number,
): void {
  course.judged = {
    by,
    judgements,
    usage,
    ms,
    after: course.completion?.after ?? 0,
    nth: 1 + (course.judged?.nth ?? 0),
    at,
  }
}

/**
 * Whether the output of a step is the expected one, by a program and by an agent together. What an agent says counts only where no
 * program says no.
 * @param byProgram null where none can tell
 */
export function matchOf(byProgram: boolean | null, judged: Pick<OutputJudgement, 'match'> | null): boolean | null {
  return byProgram === false ? false : (judged?.match ?? byProgram)
}
