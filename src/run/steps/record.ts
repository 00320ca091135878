/**
 * How steps have gone, in the order of their ends: what triggers, checks and the analysis of a spec compute from (seed 004 §5).
 *
 * A list of these is folded from events; a record never changes once it is there, and a step that ends again, because a person
 * released it, has one more. Records that stand last for their steps tell how things are now (`standing`).
 */

import type { Cause } from '../step-status.ts'
import type { Mode } from '../../plan/policy.ts'
import type { HeldJudgement } from '../judgement/judgement.ts'

/** A way to do a step, as the plan has it: from `StepSpec.methods`. */
export interface MethodText {
  /** `primary`, `backup-1`, …: `MethodSpec.id`. */
  readonly id: string
  /** What it says to do: `MethodSpec.instruction`. */
  readonly text: string
  /** Program and arguments of a tool or script: `MethodSpec.argv`; empty where an agent thinks for itself. */
  readonly argv: readonly string[]
}

/** A method that was tried: from the attempts of the step that name it, and from what moved the step on to the next. */
export interface TriedMethod {
  readonly method: string
  readonly outcome: 'success' | 'failure'
  /** Attempts that ended and count; none that a crash or a stop cut off, or whose program could not be run. */
  readonly attempts: number
  /** Why the next one had its turn, and the end of what its last attempt wrote, safe to show (empty where that ended well). */
  readonly failure?: { readonly cause: Cause; readonly output: string }
  /** What has set it off: `primary_failure`, `backup_1_failure`, `user_choice` (`byChoice`); null of the primary. */
  readonly trigger: string | null
  /** When it came to its end, in milliseconds since the epoch. */
  readonly at: number
}

export interface StepRecord {
  /** Key of the task in its plan. */
  readonly task: string
  /** Its id as people write it: `2`. */
  readonly taskId: string
  /** How the step is called, unique in its plan: `2.3`; where ids begin anew in each SPECLet, with that before it. */
  readonly step: string
  readonly title: string
  /**
   * From the status that the step has moved to. `completed`: done. `failed`: blocked or failed, and also a step that is not critical
   * and was used up, which the state machine ends as skipped with a cause. `skipped`: set aside by a person or the plan, or never
   * begun because of what failed before it.
   */
  readonly status: 'completed' | 'failed' | 'skipped'
  readonly critical: boolean
  /** Every method that the plan has for it, the primary one first. */
  readonly methods: readonly MethodText[]
  /** Those that were tried since it began or a person released it last, in order. */
  readonly tried: readonly TriedMethod[]
  /** Whether the output was the expected one, by its verification or an agent's judgement; null where that is not known. */
  readonly expectedOutputMatch: boolean | null
  /** What an agent holds of it, where no program could tell all of it; absent where none was asked. */
  readonly judged?: HeldJudgement
  /** Constraint → whether it held, by the verdicts on its last draft, or by an agent's judgement where no gate is called like it. */
  readonly constraints: Readonly<Record<string, boolean>>
  /** The mode in force when it ended. */
  readonly mode: Mode
  /** Set where people were asked about its failure: they know of it in whatever mode it ended. */
  readonly asked?: true
  /** Of the event of its end, in milliseconds since the epoch. */
  readonly endedAt: number
}

/** The trigger of a backup that a person chose: nothing has failed before it. */
export const byChoice = 'user_choice'

/** Whether anybody has worked on it: what was skipped is evidence of nothing. */
export function wasAttempted({ status }: StepRecord): boolean {
  return status !== 'skipped'
}

/** Whether a person says that it is done, and no method was tried. */
export function isOfPerson({ status, methods, tried }: Pick<StepRecord, 'status' | 'methods' | 'tried'>): boolean {
  return status === 'completed' && tried.length === 0 && methods.length > 0
}

/** The method that has completed it, or else was tried last; null where none was. */
export function methodUsed({ tried }: StepRecord): TriedMethod | null {
  return tried.at(-1) ?? null
}

/** The method that has completed it; null where none has, be it that a person said that it is done. */
export function completedBy({ status, tried }: StepRecord): string | null {
  const last = tried.at(-1)
  return status === 'completed' && last?.outcome === 'success' ? last.method : null
}

/** Whether a method is a backup. */
export function isBackup(method: string): boolean {
  return method !== 'primary'
}

/** The backups that were tried, in order. */
export function backupsTried({ tried }: StepRecord): readonly TriedMethod[] {
  return tried.filter((it) => isBackup(it.method))
}

/** Those of them that anybody has worked by: one whose program could not be run has brought nothing, be it good or bad. */
export function backupsRun(record: StepRecord): readonly TriedMethod[] {
  return backupsTried(record).filter(({ attempts }) => attempts > 0)
}

/** Attempts after the first one of each method that was tried. */
export function retriesOf({ tried }: { readonly tried: readonly Pick<TriedMethod, 'method' | 'attempts'>[] }): number {
  const byMethod = new Map<string, number>()
  for (const { method, attempts } of tried) byMethod.set(method, (byMethod.get(method) ?? 0) + attempts)
  return [...byMethod.values()].reduce((sum, attempts) => sum + Math.max(0, attempts - 1), 0)
}

/**
 * Whether it failed with every method that the plan has for it, also where a person lets it stand in spite of that. One that was given
 * up before is not used up.
 */
export function isExhausted(record: Pick<StepRecord, 'status' | 'methods' | 'tried'>): boolean {
  return record.status === 'failed' ? hasTriedAll(record) : isOverridden(record)
}

/** Whether a person lets it stand although every method has failed. */
export function isOverridden({ status, methods, tried }: Pick<StepRecord, 'status' | 'methods' | 'tried'>): boolean {
  return status === 'completed' && tried.at(-1)?.outcome === 'failure' && hasTriedAll({ methods, tried })
}

/** Whether every method has failed, be it that one of them worked later since people let it go on. */
function hasTriedAll({ methods, tried }: Pick<StepRecord, 'methods' | 'tried'>): boolean {
  return methods.every(({ id }) => tried.some((it) => it.method === id && it.outcome === 'failure'))
}

/** Whether it ended failed, or was brought before people with no method left, whatever became of it then. */
export function hasEverFailed(record: StepRecord): boolean {
  return record.status === 'failed' || (record.tried.length > 0 && hasTriedAll(record))
}

/** Whether one of its constraints did not hold. */
export function breaksConstraint({ constraints }: StepRecord): boolean {
  return Object.values(constraints).includes(false)
}

/** Of each step the record that came last, in the order of the first ones. */
export function standing(records: readonly StepRecord[]): readonly StepRecord[] {
  return [...new Map(records.map((it) => [it.step, it])).values()]
}
