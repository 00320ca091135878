/** What the triggers of the dynamic mode have in common (seed 004 §3). */

import { wasAttempted, type StepRecord } from './record.ts'
import type { EscalationSettings } from '../../plan/escalation.ts'

/** Why a run turns to people; `critical_failure` is the end of a critical step with all its methods (seed 004 §2.4). */
export type Trigger =
  'consecutive_failures' | 'backup_depletion' | 'confidence_degradation' | 'failure_threshold' | 'critical_failure'

/** What exactly was seen: two triggers have three patterns each. */
export type Pattern =
  | 'consecutive_failures'
  | 'same_backup_succeeds'
  | 'backup_rate'
  | 'backups_exhausted'
  | 'output_mismatch'
  | 'retry_increase'
  | 'constraint_violations'
  | 'failure_threshold'
  | 'critical_failure'

/** Of which trigger a pattern is. */
export const triggerOf: Readonly<Record<Pattern, Trigger>> = {
  consecutive_failures: 'consecutive_failures',
  same_backup_succeeds: 'backup_depletion',
  backup_rate: 'backup_depletion',
  backups_exhausted: 'backup_depletion',
  output_mismatch: 'confidence_degradation',
  retry_increase: 'confidence_degradation',
  constraint_violations: 'confidence_degradation',
  failure_threshold: 'failure_threshold',
  critical_failure: 'critical_failure',
}

/**
 * Pattern → how many of the first records it has led to people with already. It does not fire for them again: what it counts
 * has to come after them, all of it.
 */
export type Handled = Readonly<Partial<Record<Pattern, number>>>

/** What a trigger looks at beside the records. */
export interface Watch {
  /** Key of the task whose step has ended, or is about to begin. */
  readonly task: string
  readonly settings: EscalationSettings
  readonly handled: Handled
}

/** A pattern that was seen. */
export interface Fired {
  readonly pattern: Pattern
  readonly reason: string
  readonly recommendation: string
  /** The steps that make it up, in the order of their ends. */
  readonly evidence: readonly StepRecord[]
}

/** What a trigger has seen; it fires where `fired` holds anything. */
export interface Reading<Measurements> {
  readonly fired: readonly Fired[]
  readonly measurements: Measurements
}

/** How many of the first records a pattern has handled. */
export function handledBy(pattern: Pattern, { handled }: Watch): number {
  return handled[pattern] ?? 0
}

/**
 * The last steps that were worked on, as many as a window is long, or as there are.
 * @param from the first record that counts, by its place; it costs what it gives and the skipped steps between, not the whole run
 */
export function lastAttempted(records: readonly StepRecord[], window: number, from = 0): readonly StepRecord[] {
  const last: StepRecord[] = []
  for (let at = records.length - 1; at >= from && last.length < atLeastOne(window); at -= 1) {
    const record = records[at]
    if (record !== undefined && wasAttempted(record)) last.push(record)
  }
  return last.reverse()
}

/** The steps at the end of which all are such, but for those that were skipped. @param from as of `lastAttempted` */
export function inARow(
  records: readonly StepRecord[],
  isSuch: (record: StepRecord) => boolean,
  from = 0,
): readonly StepRecord[] {
  const row: StepRecord[] = []
  for (let at = records.length - 1; at >= from; at -= 1) {
    const record = records[at]
    if (record === undefined || !wasAttempted(record)) continue
    if (!isSuch(record)) break
    row.push(record)
  }
  return row.reverse()
}

/** What patterns are made up of, each step once, in the order of the ends. */
export function evidenceOf(records: readonly StepRecord[], fired: readonly Fired[]): readonly StepRecord[] {
  const places = new Set(fired.flatMap(({ evidence }) => evidence.map((it) => records.lastIndexOf(it))))
  return [...places].sort((a, b) => a - b).flatMap((at) => records[at] ?? [])
}

/** A number of steps as it is taken: 1 where it is less, or none at all. */
export function atLeastOne(steps: number): number {
  return steps >= 1 ? Math.floor(steps) : 1
}

/** Whether so many of a window are at least so many percent of it; none of them never is. */
export function reaches(count: number, window: number, percent: number): boolean {
  return count > 0 && count * 100 >= percent * window
}

/** Names of steps for a sentence: `2.1, 2.2, 2.3`. */
export function stepNames(records: readonly StepRecord[]): string {
  return records.map((it) => it.step).join(', ')
}
