/** Steps as the progress file has them: how each stands now, its backups one by one, and every moment of it (seed 004 §5). */

import { oneLine } from '../../../plan/one-line.ts'
import type { HeldCheckpoint } from '../../../run/education/checkpoint.ts'
import type { Course } from '../../../run/steps/course-state.ts'
import type { PatternProposal } from '../../../run/patterns/proposed.ts'
import { methodTexts, stepName } from '../../../run/steps/course.ts'
import { viewVerifications } from '../../../run/steps/verification.ts'
import { failuresInARow } from '../../../run/steps/failures.ts'
import { constraintStatus } from '../../../run/steps/constraints.ts'
import type { Constraint } from '../../../plan/spec.ts'
import { fieldName } from '../../../run/steps/method-name.ts'
import type { StepMoment } from '../../../run/steps/moment.ts'
import { isExhausted, type StepRecord } from '../../../run/steps/record.ts'
import type { StepRun, TaskRun } from '../../../run/state.ts'
import { isEnd } from '../../../run/step-status.ts'
import { isoTime } from '../../run/json.ts'
import { begunMoments } from './begun-moments.ts'
import { backupAttempts, messageOf } from './backup-attempts.ts'
import { judgedBy, outputJudgement } from './judgement.ts'
import { proposals } from './patterns.ts'
import type { ProgressStep } from './schema.ts'

/** A course by the names of its steps, so that no step looks through all of it. */
export interface CourseByStep {
  readonly moments: ReadonlyMap<string, readonly StepMoment[]>
  /** The record that stands last, and its place among all. */
  readonly records: ReadonlyMap<string, { readonly record: StepRecord; readonly at: number }>
  readonly decisions: ReadonlyMap<string, Course['decisions'][number]>
  /** Patterns that were proposed for it, in order. */
  readonly proposed: ReadonlyMap<string, readonly PatternProposal[]>
  /** What was shown before each in education mode, in order. */
  readonly checkpoints: ReadonlyMap<string, readonly HeldCheckpoint[]>
  /** All records of each, in order. */
  readonly ends: ReadonlyMap<string, readonly StepRecord[]>
  /** All records, in order. */
  readonly all: readonly StepRecord[]
}

const byName = ({ step }: { readonly step: string }): string => step

function grouped<Item>(all: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const ofStep = new Map<string, Item[]>()
  for (const it of all) {
    const known = ofStep.get(nameOf(it))
    if (known === undefined) ofStep.set(nameOf(it), [it])
    else known.push(it)
  }
  return ofStep
}

export function byStep({ moments, records, decisions, proposed, checkpoints }: Course): CourseByStep {
  return {
    moments: grouped(moments, byName),
    proposed: grouped(proposed, byName),
    records: new Map(records.map((record, at) => [record.step, { record, at }])),
    decisions: new Map(decisions.map((it) => [it.step_id, it])),
    checkpoints: grouped(checkpoints, (it) => it.shown.step),
    ends: grouped(records, byName),
    all: records,
  }
}

const resultWords = {
  passed: 'pass',
  failed: 'fail',
  'timed-out': 'timed_out',
  'could-not-run': 'could_not_run',
} as const

/**
 * How a step of a task stands; what nobody knows is null.
 * @param of.constraints of the plan
 * @param of.failed of a step that people are asked about since it has failed with every method: how it stands
 */
export function progressStep(
  task: TaskRun,
  step: StepRun,
  {
    course,
    failed,
    constraints,
  }: {
    readonly course: CourseByStep
    readonly failed: StepRecord | null
    readonly constraints: readonly Constraint[]
  },
): ProgressStep {
  const name = stepName(task, step.spec.id)
  const checkpoints = course.checkpoints.get(name) ?? []
  const moments = begunMoments(course.moments.get(name) ?? [], { checkpoints, attempts: step.attempts })
  const ended = course.records.get(name) ?? null
  // What was opened again after its end stands as if nobody had begun it; what came of it before is among its entries.
  const last = step.status === 'pending' && ended !== null ? null : (moments.at(-1) ?? null)
  // What it has come to since its last moment: a failure may stand before people have ended it.
  const isOver = last !== null && ended !== null && ended.at >= last.after
  const record = isOver ? ended.record : null
  const decision = course.decisions.get(name) ?? null
  const known = record ?? failed
  const tried = known?.tried ?? step.tried
  const taskId = task.spec.id ?? task.spec.key
  // What is done was done by these words, and what is said of it is said of them.
  const said = step.doneFor ?? step.spec
  return {
    task_id: taskId,
    step_id: name,
    description: said.title,
    expected_output: said.expected ?? null,
    status: last?.status ?? earlierStatus(step),
    retry_count: last?.retries ?? 0,
    timestamp: last === null ? null : isoTime(last.at),
    mode: last?.mode ?? null,
    method_used: methodUsed(known, last),
    backup_attempts: backupAttempts({
      rounds: [...(course.ends.get(name) ?? []), { methods: methodTexts(step), tried }],
      moments,
      checkpoints,
    }),
    pattern_alternatives: proposals(course.proposed.get(name) ?? [], tried),
    all_backups_exhausted: known !== null && isExhausted(known),
    error_propagation_decision: decision?.error_propagation_decision ?? null,
    prior_step_dependencies: decision?.prior_step_dependencies ?? [],
    constraint_status:
      known === null || known.status === 'skipped' ? {} : constraintStatus(known.constraints, constraints),
    expected_output_match: known?.expectedOutputMatch ?? null,
    expected_output_judged_by: known === null ? null : judgedBy(known),
    output_judgement: outputJudgement(known?.judged ?? step.judged),
    step_verification: viewVerifications(task, step).map(({ gate, is, what, verdict }) => ({
      gate,
      kind: is,
      verifies: what,
      result:
        verdict === null ? null : verdict.judgesNothing === true ? 'nothing_verified' : resultWords[verdict.result],
      message:
        verdict === null || (verdict.result === 'passed' && verdict.judgesNothing !== true)
          ? null
          : oneLine(verdict.excerpt),
    })),
    message: last === null ? null : messageOf(last),
    consecutive_failure_count: failuresInARow(
      record === null || ended === null
        ? failed === null
          ? course.all
          : [...course.all, failed]
        : course.all.slice(0, ended.at + 1),
      task.spec.key,
    ).length,
    critical_flag: step.spec.critical,
    education_checkpoint: checkpointShown(checkpoints.at(-1) ?? null, isOver ? ended.at : null),
    entries: moments.map((it) => ({
      task_id: taskId,
      step_id: it.step,
      status: it.status,
      retry_count: it.retries,
      timestamp: isoTime(it.at),
      mode: it.mode,
      method_used: it.method === null ? null : fieldName(it.method),
      message: messageOf(it),
    })),
  }
}

/** @param ended the place of the step's record among all; null where it has not ended */
function checkpointShown(
  checkpoint: HeldCheckpoint | null,
  ended: number | null,
): ProgressStep['education_checkpoint'] {
  if (checkpoint === null) return null
  const { shown, selected, after } = checkpoint
  const { approaches, showsAll, recommended, rationale } = shown
  return {
    approaches_presented: showsAll ? approaches.length : 1,
    recommended: fieldName(recommended),
    user_selected: selected === null ? null : fieldName(selected.method),
    rationale_provided: rationale.length > 0,
    lesson_logged: selected !== null && ended !== null && ended >= after,
  }
}

/** Of a step that an earlier run has brought to its end. */
function earlierStatus({ status }: StepRun): ProgressStep['status'] {
  if (status === 'done') return 'completed'
  if (!isEnd(status)) return 'not_started'
  return status === 'blocked' || status === 'failed' ? 'failed' : 'skipped'
}

/** What was set aside used none; what is under way uses its present one. */
function methodUsed(known: StepRecord | null, last: StepMoment | null): string | null {
  const method = known === null ? last?.method : known.tried.at(-1)?.method
  return method === undefined || method === null ? null : fieldName(method)
}
