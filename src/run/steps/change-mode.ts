/** Changes of the mode of a run, folded. */

import type { EventBody } from '../event.ts'
import type { Mode } from '../../plan/policy.ts'
import type { Decided } from '../decided.ts'
import { newCourse, type Course } from './course-state.ts'
import { ruleOf } from '../constitution/violation.ts'
import type { RunState } from '../state.ts'
import { allHandled, type ModeSwitch } from './mode-switch.ts'

/** Something has turned to people. */
export function changeMode(
  course: Course,
  { from, to, reason, escalation, handled, isAsked }: Extract<EventBody, { type: 'mode-changed' }>,
  at: number,
): void {
  // A dynamic step of a run that is not turns the dynamic ones alone.
  if (course.mode === from) course.mode = to
  course.hasTurned = true
  course.handled = handled
  course.switches.push({
    after: course.records.length,
    from,
    to,
    taskId: escalation?.task_id ?? null,
    step: escalation?.step_id ?? null,
    patterns: escalation?.patterns ?? [],
    reason,
    guided: false,
    at,
  })
  if (escalation === null) return
  course.escalations.push({ ...escalation, at })
  if (isAsked !== true) course.open = escalation
}

/** A person says another mode for the run. */
export function chooseMode(course: Course, to: Mode, at: number): void {
  const from = course.mode
  if (from === to) return
  course.mode = to
  switchBy(course, { from, to }, at)
}

/** A person lets what has turned to people be dynamic again: the run, or those of its steps that are. */
export function goBack({ policy, course }: Pick<RunState, 'policy' | 'course'>, at: number): void {
  if (policy.mode === 'dynamic') course.mode = 'dynamic'
  switchBy(course, { from: 'collaborative', to: 'dynamic' }, at)
}

/** Whatever was seen until a person has changed a mode, they have seen. */
function switchBy(course: Course, { from, to }: Pick<ModeSwitch, 'from' | 'to'>, at: number): void {
  course.hasTurned = false
  course.handled = allHandled(course.records.length)
  course.open = null
  const reason = 'a person chose it'
  const after = course.records.length
  course.switches.push({ after, from, to, taskId: null, step: null, patterns: [], reason, guided: true, at })
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
  const ended = { startedAt, endedAt: closed?.at ?? null, resumedAt, steps: records.length, decided }
  return {
    ...newCourse(mode, at),
    ...{ records, moments, checks, checkpoints, decisions, switches, escalations },
    ...{ proposed, specletFailures, stages, stagesOver },
    research: course.research.filter(({ outcome }) => outcome?.is === 'found'),
    handled: allHandled(records.length),
    earlierRuns: startedAt === null ? [] : [...course.earlierRuns, ended],
  }
}
