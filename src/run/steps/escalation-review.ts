/** Whether a run turned to people where it should, and only there (seed 004 §6.1 step 3, §6.2 article IX). */

import type { EscalationSettings } from '../../plan/escalation.ts'
import { escalation } from './escalation.ts'
import { allHandled, isEscalation, type ModeSwitch } from './mode-switch.ts'
import { completedBy, retriesOf, wasAttempted, type StepRecord } from './record.ts'
import { triggerOf, type Handled, type Pattern, type Trigger } from './trigger.ts'

export interface EscalationReview {
  readonly total: number
  /** How many of them each trigger was a cause of; one may have several. */
  readonly triggers: Readonly<Record<Trigger, number>>
  readonly unnecessary: readonly ModeSwitch[]
  readonly missed: readonly MissedEscalation[]
}

export interface MissedEscalation {
  /** The step after which it should have come. */
  readonly taskId: string
  readonly step: string
  readonly patterns: readonly Pattern[]
}

/** Patterns that the seed calls justified by themselves: critical failures, and methods that are used up. */
export interface EscalationsToReview {
  readonly records: readonly StepRecord[]
  readonly switches: readonly ModeSwitch[]
  readonly settings: EscalationSettings
  /** How many steps had ended when each later run of the plan began: nothing that came before led to people then. */
  readonly laterRuns: readonly number[]
}

const justified: readonly Pattern[] = [
  'critical_failure',
  'consecutive_failures',
  'failure_threshold',
  'backups_exhausted',
]

/**
 * Looks back at the escalations of a run.
 * - **Unnecessary** (the seed's "false") is one without a pattern that justifies it, where the person changed nothing, and the next
 *   step that was worked on was completed by its primary method without a retry, its output and constraints as they should be. Where
 *   no step came after it, that cannot be told, and it is not.
 * - **Missed** is each step in the dynamic mode after which a trigger fires, by these settings, and no switch is logged.
 */
export function reviewEscalations(run: EscalationsToReview): EscalationReview {
  const { records, switches } = run
  const escalations = switches.filter(isEscalation)
  const triggers: Record<Trigger, number> = {
    consecutive_failures: 0,
    backup_depletion: 0,
    confidence_degradation: 0,
    failure_threshold: 0,
    critical_failure: 0,
  }
  for (const { patterns } of escalations)
    for (const trigger of new Set(patterns.map((it) => triggerOf[it]))) triggers[trigger] += 1
  return {
    total: escalations.length,
    triggers,
    unnecessary: escalations.filter((it) => wasUnnecessary(it, records)),
    missed: missedIn(run),
  }
}

function wasUnnecessary({ after, patterns, guided }: ModeSwitch, records: readonly StepRecord[]): boolean {
  if (guided || patterns.some((it) => justified.includes(it))) return false
  const next = records.slice(after).find(wasAttempted)
  if (next === undefined) return false
  const isGood = next.expectedOutputMatch !== false && !Object.values(next.constraints).includes(false)
  return isGood && completedBy(next) === 'primary' && retriesOf(next) === 0
}

function missedIn({ records, switches, settings, laterRuns }: EscalationsToReview): readonly MissedEscalation[] {
  const missed: MissedEscalation[] = []
  let handled: Handled = {}
  records.forEach(({ task, taskId, step, mode, asked }, at) => {
    if (laterRuns.includes(at) || switches.some((it) => it.after === at && it.to === 'dynamic'))
      handled = allHandled(at)
    if (mode !== 'dynamic') return
    const found = escalation(records.slice(0, at + 1), { task, settings, handled })
    if (found === null) return
    handled = found.handled
    if (asked !== true && !switches.some((it) => it.after === at + 1 && isEscalation(it)))
      missed.push({ taskId, step, patterns: found.log.patterns })
  })
  return missed
}
