/** Failures within SPECLets and the ends of stages, as the progress file has them (seed 004 §2.0b, 6 and 7). */

import type { Course } from '../../../run/steps/course-state.ts'
import { isoTime } from '../../run/json.ts'
import type { ProgressDocument } from './schema.ts'

export function specletFailures({
  specletFailures: failures,
}: Pick<Course, 'specletFailures'>): NonNullable<ProgressDocument['speclet_failures']> {
  return failures.map(({ at, scenario, speclet, step, blocked, independent, decision }) => ({
    timestamp: isoTime(at),
    scenario,
    speclet,
    step_id: step,
    blocked,
    independent,
    decision,
  }))
}

export function stageValidations({
  stages,
}: Pick<Course, 'stages'>): NonNullable<ProgressDocument['stage_validations']> {
  return stages.map(({ at, ...validation }) => ({ timestamp: isoTime(at), ...validation }))
}
