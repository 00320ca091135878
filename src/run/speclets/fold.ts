/** What a run knows of its SPECLets beside their tasks, folded from its events. */

import type { ReviewAnswer } from '../command.ts'
import type { RunState, TaskRun } from '../state.ts'
import type { Course } from '../steps/course-state.ts'
import type { SpecletFailure } from './scenario.ts'
import { specletOf } from './status.ts'
import type { StageValidation } from './validate-stage.ts'

/** @param at milliseconds since the epoch */
export function noteSpecletFailure(course: Course, failure: SpecletFailure, at: number): void {
  course.specletFailures.push({ ...failure, decision: null, at })
}

/** What a person said to the last failure of a step. */
export function noteFailureDecision(course: Course, step: string, decision: ReviewAnswer): void {
  const at = course.specletFailures.findLastIndex((it) => it.step === step)
  const failure = course.specletFailures[at]
  if (failure === undefined || failure.decision !== null) return
  course.specletFailures[at] = { ...failure, decision }
}

export function noteStage(course: Course, validation: StageValidation, at: number): void {
  course.stages.push({ ...validation, at })
  course.stagesOver.push(validation.stage)
}

/** A task that is opened again, or given another end by a person, opens its stage, and those behind that. */
export function reopenStages(state: RunState, task: TaskRun): void {
  const { course } = state
  const stage = course.stagesOver.length === 0 ? null : (specletOf(state, task)?.stage ?? null)
  if (stage !== null) course.stagesOver = course.stagesOver.filter((it) => it < stage)
}
