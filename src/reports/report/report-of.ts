/** The report of a run: what of it a person wants to know, in the order in which they want to know it. */

import type { RunState } from '../../run/state.ts'
import { viewRun } from '../../run/views.ts'
import { durationText } from '../run/duration.ts'
import type { RunJson } from '../run/json.ts'
import type { CompletionJson } from '../spec/completion-json.ts'
import type { ProgressDocument } from '../spec/progress/schema.ts'
import { attentionSection } from './attention.ts'
import { facts, toned, type Cell, type ReportDocument, type Section } from './document.ts'
import { otherRecords } from './other-records.ts'
import {
  deviationsSection,
  gatesSection,
  recordSection,
  taskOutcomes,
  tasksSection,
  timeSection,
} from './run-sections.ts'
import { modesSection, peopleSection, propagationSection, specletsSection } from './spec-course.ts'
import { beforeSection, complianceSection, recommendationsSection } from './spec-judgement.ts'
import { educationSection, patternsSection, researchSection } from './spec-lookups.ts'
import { methodsSection } from './spec-methods.ts'
import { goalSection, outcomeSection } from './spec-outcome.ts'
import { stepsSection } from './spec-steps.ts'
import { modeTimeline, stepTimeline } from './timelines.ts'
import { counted, momentText, stateCell } from './words.ts'
import type { Worked } from './worked.ts'

/** What a report is made of. */
export interface Reported {
  /** The state at the moment that it shows. */
  readonly state: RunState
  /** The same as `status --json` tells it. */
  readonly run: RunJson
  /** The title of the plan, or its path. */
  readonly title: string
  /** Of a spec its progress document, sealed where the run is complete; else null. */
  readonly progress: ProgressDocument | null
  readonly worked: Worked
}

export function reportOf(of: Reported): ReportDocument {
  const { run, title, progress } = of
  return {
    title,
    status: statusCell(run, progress),
    facts: atAGlance(of),
    sections: progress === null ? plainSections(of) : specSections(of, progress),
  }
}

function statusCell({ status, counts }: RunJson, progress: ProgressDocument | null): Cell {
  // Of an executor that died the journal, and what is made of it, knows nothing.
  if (progress !== null && status !== 'interrupted') return stateCell(progress.status)
  const isShort = counts.blocked + counts.failed + counts.remaining > 0
  return status === 'finished' && isShort ? toned('warn', 'finished, not everything is done') : stateCell(status)
}

function atAGlance({ run, progress, worked: { from, to } }: Reported): ReportDocument['facts'] {
  const { counts } = run
  const took = from === null || to === null ? null : durationText(to - from)
  const completion = progress === null ? null : completionOf(progress)
  return facts([
    ['Goal', progress?.goal ?? null],
    ['Goal reached', completion === null ? null : stateCell(completion.goal_achievement_status)],
    ['Tasks', tasksText(counts)],
    ['Open questions', run.waiting.length === 0 ? null : counted(run.waiting.length, 'question')],
    ['Began', from === null ? null : momentText(from)],
    [run.status === 'finished' ? 'Took' : 'So far', took],
    ['Mode', run.mode],
    ['Plan', run.plan],
    ['Format', run.dialect],
  ])
}

/** Every task is in one of the numbers. */
function tasksText({ done, blocked, failed, skipped, deferred, remaining }: RunJson['counts']): string {
  const others = [...(skipped > 0 ? [`${skipped} skipped`] : []), ...(deferred > 0 ? [`${deferred} deferred`] : [])]
  return [`${done} done`, `${blocked + failed} not`, ...others, `${remaining} open`].join(', ')
}

function plainSections({ state, run, worked }: Reported): readonly Section[] {
  const view = viewRun(state)
  return [
    ...attentionSection(run, null, null),
    { title: 'Outcome', blocks: [taskOutcomes(run)] },
    ...timeSection(run, view, worked),
    ...tasksSection(run, view),
    ...gatesSection(run),
    ...deviationsSection(run.deviations),
    ...recordSection({ run: run.run, to: worked.to, events: state.events, seal: null }),
  ]
}

function specSections({ state, run, worked }: Reported, progress: ProgressDocument): readonly Section[] {
  const view = viewRun(state)
  const end = state.course.closed?.at ?? worked.to ?? 0
  const completion = completionOf(progress)
  const [time] = timeSection(run, view, worked)
  return [
    ...attentionSection(run, progress, completion),
    ...outcomeSection(progress),
    ...goalSection(completion),
    ...specletsSection(progress),
    { title: 'Time', blocks: [...stepTimeline(progress, end), ...(time?.blocks ?? [])] },
    ...methodsSection(progress),
    ...modesSection(progress, modeTimeline(progress, end)),
    ...propagationSection(progress),
    ...patternsSection(progress),
    ...researchSection(progress),
    ...educationSection(state),
    ...peopleSection(progress),
    ...complianceSection(progress),
    ...recommendationsSection(progress),
    ...stepsSection(progress),
    ...otherRecords('Further records', { document: progress, shown }),
    ...progress.tasks.flatMap((it) => [
      ...otherRecords(`Further records of task ${it.task_id}`, { document: it, shown: shownOfTask }),
      ...it.steps.flatMap((step) =>
        otherRecords(`Further records of step ${step.step_id}`, { document: step, shown: shownOfStep }),
      ),
    ]),
    ...gatesSection(run),
    ...deviationsSection(run.deviations),
    ...beforeSection(progress),
    ...recordSection({ run: run.run, to: worked.to, events: state.events, seal: progress.seal?.digest ?? null }),
  ]
}

/** Whether the goal was reached, once that is found out; null before. */
function completionOf(
  progress: ProgressDocument & { readonly completion_verification?: unknown },
): CompletionJson | null {
  const found = progress.completion_verification
  return typeof found === 'object' && found !== null && 'goal_achievement_status' in found
    ? (found as CompletionJson)
    : null
}

/** What of the progress document the sections above tell. */
const shown: ReadonlySet<string> = new Set([
  '$schema',
  'generator',
  'run_id',
  'descriptor',
  'goal',
  'start_time',
  'resumed',
  'status',
  'execution_mode',
  'current_mode',
  'mode_selected_by',
  'mode_selection_timestamp',
  'total_tasks',
  'total_steps',
  'validation',
  'software_stack_validation',
  'software_stack_error',
  'speclet_validation',
  'speclet_execution_plan',
  'speclet_progress',
  'speclet_failures',
  'stage_validations',
  'parallel_execution_model',
  'mcp_tools_verification',
  'tasks_completed',
  'tasks_failed',
  'tasks_in_progress',
  'tasks',
  'pattern_feasibility',
  'mode_switches',
  'human_interactions',
  'error_propagation_decisions',
  'constitutional_compliance',
  'blocked_steps',
  'execution_time_seconds',
  'final_summary',
  'post_execution_analysis',
  'completion_verification',
  'run_complete',
  'seal',
])

const shownOfTask: ReadonlySet<string> = new Set([
  'task_id',
  'description',
  'status',
  'blocked_reason',
  'mode',
  'started_at',
  'completed_at',
  'execution_time_seconds',
  'summary',
  'constitutional_checks',
  'notepad_update',
  'research_phase',
  'steps',
])

const shownOfStep: ReadonlySet<string> = new Set([
  'task_id',
  'step_id',
  'description',
  'expected_output',
  'status',
  'retry_count',
  'timestamp',
  'mode',
  'method_used',
  'backup_attempts',
  'pattern_alternatives',
  'education_checkpoint',
  'all_backups_exhausted',
  'error_propagation_decision',
  'prior_step_dependencies',
  'constraint_status',
  'expected_output_match',
  'expected_output_judged_by',
  'message',
  'consecutive_failure_count',
  'critical_flag',
  'entries',
])
