/** What there is to say of a run of a spec once nothing is left to do: its summary, analysis and compliance (seed 004 §5, §6). */

import { escalationDefaults } from '../../plan/escalation.ts'
import { balanceOf } from '../../run/constitution/check-task.ts'
import { loggedEntry } from '../../run/constitution/logged-entry.ts'
import { compliance, violationOf, type Compliance } from '../../run/constitution/violation.ts'
import { judgedCompletion } from '../../run/completion/complete-run.ts'
import { failuresWithin } from '../../run/speclets/completed-in-part.ts'
import type { RunState } from '../../run/state.ts'
import { openSteps, stepsNotMerged } from '../../run/steps/course.ts'
import { plannedTask, tasksOfPlan } from '../../run/steps/planned-tasks.ts'
import { isoTime } from '../run/json.ts'
import { analyseRun, type PostExecutionAnalysis } from './analysis.ts'
import { finalSummary, type FinalSummary } from './final-summary.ts'
import { completeSince } from './progress/complete.ts'

export interface EndOfRun {
  readonly summary: FinalSummary
  readonly analysis: PostExecutionAnalysis
  readonly compliance: Compliance
  /** How long its runs took together, in milliseconds. */
  readonly runtimeMs: number
}

/** What the checks before the tasks have found. */
export function complianceSoFar({ course }: Pick<RunState, 'course'>): Compliance {
  return compliance(
    course.checks.map(({ check, at }) => ({
      violations: check.violations.map((it) => violationOf(it, isoTime(at))),
      checks_performed: check.checks_performed,
    })),
  )
}

/** @returns null before nothing is left to do */
export function endOfRun(state: RunState): EndOfRun | null {
  const { course, policy } = state
  const endedAt = completeSince(state)
  if (endedAt === null || course.startedAt === null) return null
  const tasks = tasksOfPlan(state).map((task) => plannedTask(state, task))
  const { records, decisions, switches, startedAt, earlierRuns } = course
  const runtimeMs = earlierRuns.reduce(
    (sum, it) => sum + (it.startedAt === null || it.endedAt === null ? 0 : it.endedAt - it.startedAt),
    endedAt - startedAt,
  )
  const before = complianceSoFar(state)
  const goal = judgedCompletion(state)?.status ?? null
  const { analysis, violations } = analyseRun(
    {
      tasks,
      records,
      decisions,
      letBegin: course.letBegin,
      switches,
      laterRuns: earlierRuns.map(({ steps }) => steps),
      entries: records.map(loggedEntry),
      // Whoever writes this goes on with no journal that has damage.
      isIntact: true,
      violations: before.violations_detected,
      settings: policy.escalation ?? escalationDefaults,
      balance: balanceOf(state),
      timestamp: isoTime(endedAt),
    },
    goal,
  )
  return {
    summary: finalSummary({
      tasks,
      records,
      open: new Set(tasksOfPlan(state).flatMap(openSteps)),
      unmerged: new Set(tasksOfPlan(state).flatMap(stepsNotMerged)),
      decisions,
      switches,
      failures: failuresWithin(state),
      goal: goal ?? (course.completion === null ? null : 'behind'),
      runtimeMs,
    }),
    analysis,
    compliance: compliance([{ violations, checks_performed: before.checks_performed }]),
    runtimeMs,
  }
}
