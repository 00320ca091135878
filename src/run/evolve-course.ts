/** Folds what happens to the course of a spec's steps: decisions, checks, patterns, modes, checkpoints, and what was found. */

import { completionOf } from './completion/completion.ts'
import { noteCheckpoint, noteChoice } from './education/fold.ts'
import type { Effect } from './effect.ts'
import type { EventBody, Subject } from './event.ts'
import { judgementIn, noteCompletionJudged } from './judgement/judgement.ts'
import type { Outcome } from './outcome.ts'
import { decidePattern, noteProposed, takePattern } from './patterns/fold-patterns.ts'
import { noteSpecletFailure, noteStage } from './speclets/fold.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { changeMode, goBack } from './steps/change-mode.ts'
import { stepName } from './steps/course.ts'
import type { Course } from './steps/course-state.ts'
import { noteResearched } from './steps/research-record.ts'

type CourseEvent = Extract<
  EventBody,
  {
    type:
      | 'propagation-decided'
      | 'constitution-checked'
      | 'speclet-failed'
      | 'stage-ended'
      | 'pattern-decided'
      | 'patterns-proposed'
      | 'pattern-taken'
      | 'mode-changed'
      | 'mode-chosen'
      | 'checkpoint-shown'
      | 'approach-chosen'
      | 'output-judged'
      | 'completion-judged'
  }
>

/**
 * Folds one of these events.
 * @param of.subject what the event names
 * @param of.task the task and the step that it is about; they throw where it names none
 */
export function evolveCourse(
  state: RunState,
  body: CourseEvent,
  {
    at,
    subject,
    task,
    step,
  }: {
    readonly at: number
    readonly subject: Subject | null
    readonly task: () => TaskRun
    readonly step: () => StepRun
  },
): void {
  const { course } = state
  switch (body.type) {
    case 'propagation-decided':
      course.decisions.push({ ...body.decision, at })
      return
    case 'constitution-checked': {
      const { key } = task().spec
      course.checks = [...course.checks.filter((it) => it.task !== key), { task: key, check: body.check, at }]
      return
    }
    case 'speclet-failed':
      noteSpecletFailure(course, body.failure, at)
      return
    case 'stage-ended':
      noteStage(course, body.validation, at)
      return
    case 'pattern-decided':
      decidePattern(course, body)
      return
    case 'patterns-proposed':
      noteProposed(course, task(), step(), { ...body, at })
      return
    case 'pattern-taken':
      takePattern(course, task(), step(), body)
      return
    case 'mode-changed':
      changeMode(state, body, { at, subject })
      return
    case 'mode-chosen':
      goBack(state, { at, subject })
      return
    case 'checkpoint-shown':
      noteCheckpoint(course, body, at)
      return
    case 'approach-chosen':
      noteChoice(course, step(), { name: stepName(task(), step().spec.id), body, at })
      return
    case 'output-judged':
      step().judged = { ...judgementIn(body), at }
      return
    case 'completion-judged':
      noteCompletionJudged(course, body, at)
      return
    default:
      body satisfies never
  }
}

/**
 * Notes what was looked up before a task, and what was found of the goal at the end.
 * @returns whether it was one of these
 */
export function noteFound(
  course: Course,
  effect: Effect,
  outcome: Outcome,
  { at, task }: { readonly at: number; readonly task: TaskRun | undefined },
): boolean {
  if (outcome.of === 'verify-completion' && effect.is === 'verify-completion') {
    course.completion = completionOf(outcome, { commands: effect.commands, after: course.records.length, at })
    return true
  }
  if (outcome.of !== 'research' || task === undefined) return false
  noteResearched(course, task.spec.key, outcome, at)
  return true
}
