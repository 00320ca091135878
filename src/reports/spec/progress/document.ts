/**
 * `progress_[descriptor].json`: the whole record of a run of a spec (seed 004 §1.2, §5). A projection: the same state gives the
 * same document, and what the state does not know is null.
 */

import type { RunState } from '../../../run/state.ts'
import { taskNumber } from '../../../run/constitution/violation.ts'
import { tasksOfPlan } from '../../../run/steps/planned-tasks.ts'
import { isoTime } from '../../run/json.ts'
import { complianceSoFar, endOfRun, type EndOfRun } from '../end-of-run.ts'
import { goalJson } from '../goal-text.ts'
import { preflightOf } from '../preflight.ts'
import { notepadEntries, notepadUpdate } from '../notepad/entries.ts'
import { completionJudgement } from './judgement.ts'
import { humanInteractions, modeSelection, modeSwitches } from './modes.ts'
import { patternCheck, patternFeasibility } from './patterns.ts'
import type { ProgressDocument, ProgressTask } from './schema.ts'
import { secondsBetween } from './outline.ts'
import { specletFailures, stageValidations } from './speclet-events.ts'
import { specletProgress } from './speclets.ts'
import { byStep } from './steps.ts'
import { progressTask } from './tasks.ts'

/** Name of the schema in the document, by which a file of ours is known. */
export const progressSchemaId = 'urn:millwright:schema:progress:1'

/** The document without its seal; null of a run of another plan than a spec. */
export function progressOf(state: RunState): ProgressDocument | null {
  if (state.spec === null || state.run === null) return null
  const { course } = state
  const { spec, findings } = state.spec
  const planned = tasksOfPlan(state)
  const steps = byStep(course)
  const checks = new Map(course.checks.map((it) => [it.task, it]))
  const notes = notepadEntries(state)
  const tasks = planned.map((task) =>
    progressTask(state, task, {
      course: steps,
      check: checks.get(task.spec.key)?.check ?? null,
      notes: notepadUpdate(notes, task.spec.key),
    }),
  )
  const byKey = new Map(planned.map(({ spec: { key } }, at) => [key, tasks[at]]))
  const preflight = preflightOf({ spec, tasks: planned.map((it) => it.spec), diagnostics: findings })
  const stack = preflight.software_stack
  const end = endOfRun(state)
  const inTasks = (status: ProgressTask['status']): ProgressDocument['tasks_completed'] =>
    tasks.filter((it) => it.status === status).map((it) => taskNumber(it.task_id))
  const hasSpeclets = spec.speclets.length > 0
  // How it was executed; before anything was, how it will be.
  const isConcurrent = course.moments.length === 0 ? state.policy.jobs > 1 : course.wasConcurrent
  const startTime = course.earlierRuns[0]?.startedAt ?? course.startedAt
  return {
    $schema: progressSchemaId,
    generator: 'millwright',
    run_id: state.run,
    descriptor: spec.descriptor,
    goal: spec.goal,
    start_time: startTime === null ? null : isoTime(startTime),
    resumed: resumedAt(course).map(isoTime),
    status: statusOf(state, end),
    ...modeSelection(state),
    total_tasks: preflight.total_tasks,
    total_steps: preflight.total_steps,
    validation: {
      critical_errors: preflight.critical_errors,
      warnings: preflight.warnings,
      information: preflight.information,
      categories: preflight.categories,
      validation_status: preflight.validation_status,
    },
    software_stack_validation:
      stack !== null && 'software_stack_validation' in stack ? stack.software_stack_validation : null,
    software_stack_error: stack !== null && 'validation_error' in stack ? stack : null,
    speclet_validation: preflight.speclet_validation,
    speclet_execution_plan: preflight.speclet_execution_plan,
    speclet_progress: specletProgress(state, (key) => byKey.get(key)),
    speclet_failures: hasSpeclets ? specletFailures(course) : null,
    stage_validations: hasSpeclets ? stageValidations(course) : null,
    parallel_execution_model: hasSpeclets ? (isConcurrent ? 'concurrent' : 'sequential') : null,
    mcp_tools_verification: state.course.tools,
    pattern_feasibility: patternFeasibility(course),
    tasks_completed: inTasks('completed'),
    tasks_failed: inTasks('failed'),
    tasks_in_progress: inTasks('in_progress'),
    tasks,
    mode_switches: modeSwitches(state),
    human_interactions: humanInteractions(state),
    error_propagation_decisions: course.decisions.map(({ at, ...decision }) => ({
      timestamp: isoTime(at),
      ...decision,
    })),
    constitutional_compliance: { ...(end?.compliance ?? complianceSoFar(state)), ...patternCheck(course) },
    blocked_steps: tasks
      .filter((it) => it.status === 'blocked' || it.status === 'failed')
      .flatMap((it) =>
        it.steps
          // Of a task that failed only what was not worked on.
          .filter(({ status }) => it.status === 'blocked' || status === 'not_started' || status === 'skipped')
          .map(({ step_id }) => ({ step_id, reason: it.blocked_reason })),
      ),
    execution_time_seconds: end === null ? null : secondsBetween(0, end.runtimeMs),
    completion_verification: goalJson(state),
    ...completionJudgement(course),
    final_summary: end?.summary ?? null,
    post_execution_analysis: end?.analysis ?? null,
    run_complete: end !== null,
  }
}

/** When it was taken up again: by later executors, and by later runs of the plan. In milliseconds since the epoch. */
function resumedAt(course: RunState['course']): readonly number[] {
  return [...course.earlierRuns, course].flatMap((it, at) => [
    ...(at === 0 || it.startedAt === null ? [] : [it.startedAt]),
    ...it.resumedAt,
  ])
}

function statusOf({ status, parkedFor, course, findings }: RunState, end: EndOfRun | null): ProgressDocument['status'] {
  if (end !== null) {
    const { overall_success, partial_completion } = end.summary
    return overall_success ? 'completed' : partial_completion ? 'partially_completed' : 'failed'
  }
  // What a run is about to be parked for is said before it is: nobody writes the file afterwards.
  if (findings.some(({ kind }) => kind === 'halted')) return 'paused'
  if (status === 'closing' || parkedFor === 'waiting') return 'waiting_for_human'
  if (status === 'pausing' || parkedFor === 'paused') return 'paused'
  if (status === 'stopping' || parkedFor === 'stopped') return 'stopped'
  if (!course.hasExecutor) return 'initializing'
  const last = course.moments.at(-1)?.at
  const taken = course.resumedAt.at(-1)
  if (taken !== undefined && (last === undefined || last < taken)) return 'resumed'
  return last === undefined ? 'ready_for_execution' : 'in_progress'
}
