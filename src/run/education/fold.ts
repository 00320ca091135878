/** Checkpoints and what people choose at them, folded. */

import type { EventBody } from '../event.ts'
import type { StepRun } from '../state.ts'
import type { Course } from '../steps/course-state.ts'

/** A person is about to be shown a checkpoint. */
export function noteCheckpoint(
  course: Course,
  { checkpoint }: Extract<EventBody, { type: 'checkpoint-shown' }>,
  at: number,
): void {
  course.checkpoints.push({ shown: checkpoint, at, after: course.records.length, selected: null })
}

/** The step begins with what a person chose: no method before that has failed, and none is tried. @param name as in `StepRecord` */
export function noteChoice(
  course: Course,
  step: StepRun,
  {
    name,
    body,
    at,
  }: { readonly name: string; readonly body: Extract<EventBody, { type: 'approach-chosen' }>; readonly at: number },
): void {
  const index = step.spec.methods.findIndex(({ id }) => id === body.method)
  if (index < 0) return
  step.method = index
  step.chosen = index === 0 ? null : body.method
  const last = course.checkpoints.findLastIndex((it) => it.shown.step === name)
  const checkpoint = course.checkpoints[last]
  if (checkpoint !== undefined)
    course.checkpoints[last] = {
      ...checkpoint,
      selected: { method: body.method, by: body.by, text: body.text ?? '', at },
    }
}
