/** What is logged with every change of a mode, be it by a trigger or by a person (seed 004 §3). */

import type { ReviewKind, Subject } from '../event.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { isCompared, recordOf, stepName, triedBy } from './course.ts'
import { attemptedMethods, countersOf } from './escalation.ts'
import { failuresInARow } from './failures.ts'
import type { SwitchLog } from './mode-switch.ts'
import { standing, type StepRecord } from './record.ts'

/** A step and its task. */
export interface Place {
  readonly task: TaskRun
  readonly step: StepRun
}

/**
 * Where a change of the mode comes from: the step that its event names, else the one that people are asked about, else the one that
 * began or ended last.
 * @param subject of the event; null where it names none
 * @returns null before any step, and where the plan has it no more
 */
export function placeOf(state: RunState, subject: Subject | null): Place | null {
  if (subject?.step != null) return placeIn(taskOf(state, subject.task), ({ spec }) => spec.id === subject.step)
  const open = [...state.reviews.values()].findLast(
    (it) => it.answer === null && isCompared(state, taskOf(state, it.task)),
  )
  if (open !== undefined) return placeIn(taskOf(state, open.task), ({ spec }) => spec.id === open.step)
  const last = state.course.moments.at(-1)
  const uid = last === undefined ? undefined : state.byKey.get(last.task)
  if (uid === undefined) return null
  const task = taskOf(state, uid)
  return placeIn(task, ({ spec }) => stepName(task, spec.id) === last?.step)
}

function placeIn(task: TaskRun, isIt: (step: StepRun) => boolean): Place | null {
  const step = task.steps.find(isIt)
  return step === undefined ? null : { task, step }
}

/**
 * How things stand where a mode is changed without a trigger.
 * @param place the step that it comes from; null before any
 * @param of.at milliseconds since the epoch
 * @param of.hasFailed whether nothing of its last attempt is judged any more
 */
export function switchLog(
  state: RunState,
  place: Place | null,
  of: { readonly at: number; readonly hasFailed: boolean },
): SwitchLog {
  const settings = state.policy.escalation
  if (settings === undefined || place === null)
    return { measurements: null, attempted_methods: [], consecutive_failure_count: 0 }
  const last = lastOf(state, place, of)
  const { records: ended } = state.course
  // Of a step that people are asked about since nothing is left to try, the end is still to come.
  const records = last?.isUsedUp === true ? [...ended, last.record] : ended
  // Of a task that has only begun nothing is counted yet: what has led there is what came before it.
  const { key } = place.task.spec
  const task = records.some((it) => it.task === key) ? key : (records.at(-1)?.task ?? key)
  const row = failuresInARow(records, task)
  return {
    measurements: countersOf(records, { task, settings, handled: {} }),
    attempted_methods: standing([...row, ...(last === null ? [] : [last.record])]).map(attemptedMethods),
    consecutive_failure_count: row.length,
  }
}

/** Questions about a draft that may well be good. */
const judging: ReadonlySet<ReviewKind> = new Set(['draft', 'unverified', 'deviation'])

/** The record of a step that has ended, else what has failed of it by now; null where nothing has. */
function lastOf(
  state: RunState,
  { task, step }: Place,
  { at, hasFailed }: { readonly at: number; readonly hasFailed: boolean },
): { readonly record: StepRecord; readonly isUsedUp: boolean } | null {
  const { waitingOn, status, tries } = step
  if (isEnd(status)) {
    const name = stepName(task, step.spec.id)
    const record = state.course.records.findLast((it) => it.step === name)
    return record === undefined ? null : { record, isUsedUp: false }
  }
  const kind = waitingOn?.is === 'human' ? state.reviews.get(waitingOn.review)?.kind : undefined
  const isUsedUp = hasFailed || kind === 'exhausted'
  const isJudged = status === 'verifying' || status === 'merging' || (kind !== undefined && judging.has(kind))
  const failed = { ...step, tries: isUsedUp || !isJudged ? tries : Math.max(0, tries - 1) }
  const tried = triedBy(failed, 'failure', at)
  if (tried.length === 0) return null
  return { record: recordOf(state, task, { ...step, tried }, { status: 'failed', at }), isUsedUp }
}
