/** The constitutional checks of a task of a run, made when its first step is about to begin, and what follows (seed 004 §2.0). */

import { criticalBalanceDefaults, type CriticalBalance } from '../../plan/critical-balance.ts'
import { propagationDefaults } from '../../plan/escalation.ts'
import type { RunState, TaskRun } from '../state.ts'
import { plannedTask, tasksRightBefore } from '../steps/planned-tasks.ts'
import type { PropagationDecision } from '../steps/propagation.ts'
import type { StepRecord } from '../steps/record.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'
import { checkTask, type TaskCheck } from './before-task.ts'
import { loggedEntry } from './logged-entry.ts'
import { ruleOf, type Found } from './violation.ts'

/** The balance that holds for a run: the built-in one, with what its project says. */
export function balanceOf({ spec }: Pick<RunState, 'spec'>): CriticalBalance {
  return { ...criticalBalanceDefaults, ...spec?.spec.criticalShare }
}

/**
 * Checks a task whose first step is about to begin, and logs what was found where that is not on record already.
 * @param of.decision what was decided of that step; null where nothing was
 * @param of.records how steps have ended, without what is tried again
 * @returns the violations for which it has to wait for people
 */
export function checkConstitution(
  turn: Turn,
  task: TaskRun,
  { decision, records }: { readonly decision: PropagationDecision | null; readonly records: readonly StepRecord[] },
): readonly Found[] {
  const { course, policy } = turn.state
  const last = course.records.at(-1)
  const check = checkTask({
    task: plannedTask(turn.state, task),
    previous: tasksRightBefore(turn.state, task),
    records,
    decision,
    lastEntry: last === undefined ? null : loggedEntry(last),
    propagation: policy.propagation ?? propagationDefaults,
    balance: balanceOf(turn.state),
  })
  const known = course.checks.find((it) => it.task === task.spec.key)?.check
  if (JSON.stringify(known) !== JSON.stringify(check))
    emit(turn, { type: 'constitution-checked', check }, subjectOf(task, null))
  return halts(check, course.acceptedRules)
}

/** Critical violations of rules of which no person has said that the run goes on all the same. */
export function halts({ violations }: TaskCheck, acceptedRules: readonly string[]): readonly Found[] {
  return violations.filter((it) => it.severity === 'critical' && !acceptedRules.includes(ruleOf(it)))
}
