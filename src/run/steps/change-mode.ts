/** Changes of the mode of a run, folded. */

import type { EventBody, Subject } from '../event.ts'
import type { Mode } from '../../plan/policy.ts'
import type { Decided } from '../decided.ts'
import { newCourse, type Course } from './course-state.ts'
import { stepName } from './course.ts'
import { ruleOf } from '../constitution/violation.ts'
import type { RunState } from '../state.ts'
import { allHandled, type ModeSwitch, type SwitchLog } from './mode-switch.ts'
import { placeOf, switchLog, type Place } from './switch-log.ts'

/** What a change of the mode is folded with: its time, and the step that its event names, if any. */
interface Moment {
  readonly at: number
  readonly subject: Subject | null
}

/** Something has turned to people. */
export function changeMode(
  state: RunState,
  { from, to, reason, escalation, handled, isAsked }: Extract<EventBody, { type: 'mode-changed' }>,
  { at, subject }: Moment,
): void {
  const { course } = state
  const place = placeOf(state, subject)
  const log = escalation ?? switchLog(state, place, { at, hasFailed: isAsked === true })
  // A dynamic step of a run that is not turns the dynamic ones alone.
  if (course.mode === from) course.mode = to
  course.hasTurned = true
  course.handled = handled
  course.switches.push({
    ...{ after: course.records.length, from, to, patterns: escalation?.patterns ?? [], reason, guided: false, at },
    ...(escalation === null ? nameOf(place) : { taskId: escalation.task_id, step: escalation.step_id }),
    log: logged(log),
  })
  if (escalation === null) return
  course.escalations.push({ ...escalation, at })
  if (isAsked !== true) course.open = escalation
}

/** A person says another mode for the run. */
export function chooseMode(state: RunState, to: Mode, moment: Moment): void {
  const { course } = state
  const from = course.mode
  if (from === to) return
  course.mode = to
  switchBy(state, { from, to }, moment)
}

/** A person lets what has turned to people be dynamic again: the run, or those of its steps that are. */
export function goBack(state: RunState, moment: Moment): void {
  if (state.policy.mode === 'dynamic') state.course.mode = 'dynamic'
  switchBy(state, { from: 'collaborative', to: 'dynamic' }, moment)
}

/** Whatever was seen until a person has changed a mode, they have seen. */
function switchBy(state: RunState, change: Pick<ModeSwitch, 'from' | 'to'>, { at, subject }: Moment): void {
  const { course } = state
  const place = placeOf(state, subject)
  course.switches.push({
    ...{ ...change, after: course.records.length, patterns: [], reason: 'a person chose it', guided: true, at },
    ...nameOf(place),
    log: switchLog(state, place, { at, hasFailed: false }),
  })
  course.hasTurned = false
  course.changedAt = at
  course.handled = allHandled(course.records.length)
  course.open = null
}

function nameOf(place: Place | null): Pick<ModeSwitch, 'taskId' | 'step'> {
  if (place === null) return { taskId: null, step: null }
  const { task, step } = place
  return { taskId: task.spec.id ?? task.spec.key, step: stepName(task, step.spec.id) }
}

function logged({ measurements, attempted_methods, consecutive_failure_count }: SwitchLog): SwitchLog {
  return { measurements, attempted_methods, consecutive_failure_count }
}

/**
 * A person has answered what has turned to them.
 * @param step as in `StepRecord`: a step that they were asked about, where what has turned came from it
 */
export function noteGuidance(course: Course, step: string): void {
  const last = course.switches.at(-1)
  if (last?.step === step) course.switches[course.switches.length - 1] = { ...last, guided: true }
}

/**
 * A person was asked whether it goes on with a step.
 * @param of.task key of its task
 * @param of.step as in `StepRecord`
 * @param of.yes what they were shown of failures and violations before it is then no reason to ask again
 */
export function goOnFrom(
  course: Course,
  { task, step, yes }: { readonly task: string; readonly step: string; readonly yes: boolean },
): void {
  course.open = null
  const since = course.startedAt ?? 0
  const failures = course.decisions.findLast((it) => it.at >= since && it.step_id === step)?.critical_failures ?? []
  if (yes) {
    course.letBegin.push(step)
    course.accepted = [...new Set([...course.accepted, ...failures.map(({ step_id }) => step_id)])]
    const checks = course.checks.filter((it) => it.task === task)
    const seen = checks.flatMap(({ check }) => check.violations.filter((it) => it.severity === 'critical'))
    course.acceptedRules = [...new Set([...course.acceptedRules, ...seen.map(ruleOf)])]
  }
  const last = course.switches.findLast((it) => it.at >= since)
  // Who does more than let it go on has changed something.
  if (!yes && last !== undefined) course.switches[course.switches.length - 1] = { ...last, guided: true }
}

/**
 * That of a run behind another one of the same plan: how its steps have gone stays on record, with what was decided before them and
 * what was found out for them, and what has led to people then does not again.
 * @param of.decided what people have said in the run before
 * @param of.at milliseconds since the epoch
 */
export function nextCourse(
  course: Course,
  { mode, decided, at }: { readonly mode: Mode; readonly decided: readonly Decided[]; readonly at: number },
): Course {
  const { records, moments, checks, checkpoints, decisions, switches, escalations } = course
  const { proposed, specletFailures, stages, stagesOver, startedAt, resumedAt, closed } = course
  const log = { measurements: null, attempted_methods: [], consecutive_failure_count: 0 }
  const begins: ModeSwitch = {
    ...{ after: records.length, from: course.mode, to: mode, taskId: null, step: null, patterns: [], log, at },
    ...{ reason: 'the next run of the plan began', guided: false },
  }
  const ended = { startedAt, endedAt: closed?.at ?? null, resumedAt, steps: records.length, decided }
  return {
    ...newCourse(mode, at),
    ...{ records, moments, checks, checkpoints, decisions, escalations },
    switches: startedAt === null || course.mode === mode ? switches : [...switches, begins],
    ...{
      proposed,
      specletFailures,
      stages,
      stagesOver,
      letBegin: course.letBegin,
      wasConcurrent: course.wasConcurrent,
    },
    research: course.research.filter(({ outcome }) => outcome?.is === 'found'),
    handled: allHandled(records.length),
    earlierRuns: startedAt === null ? [] : [...course.earlierRuns, ended],
  }
}
