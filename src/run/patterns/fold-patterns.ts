/** What a run knows of its patterns, folded from its events. */

import type { EventBody } from '../event.ts'
import type { StepRun, TaskRun } from '../state.ts'
import type { Course } from '../steps/course-state.ts'
import { stepName } from '../steps/course.ts'
import { isSameQuestion, type PatternsJudged } from './judged.ts'
import { withPatterns } from './pattern-method.ts'

/** What was found out before an executor began; what was decided of something else is decided anew. */
export function notePatterns(course: Course, judged: PatternsJudged | undefined, at: number): void {
  if (judged === undefined) return
  const before = course.patterns
  const decided = before !== null && isSameQuestion(before.judged, judged) ? before.decided : null
  course.patterns = { judged, at, decided }
}

export function decidePattern(course: Course, { does }: Extract<EventBody, { type: 'pattern-decided' }>): void {
  if (course.patterns !== null) course.patterns = { ...course.patterns, decided: does }
}

export function noteProposed(
  course: Course,
  task: TaskRun,
  step: StepRun,
  { alternatives, line, cause, at }: Extract<EventBody, { type: 'patterns-proposed' }> & { readonly at: number },
): void {
  step.patterns = { alternatives, cause }
  course.proposed.push({ task: task.spec.key, step: stepName(task, step.spec.id), alternatives, line, taken: null, at })
}

/** The pattern is a way to do the step from now on, right behind the one that failed. */
export function takePattern(
  course: Course,
  task: TaskRun,
  step: StepRun,
  { pattern, method }: Extract<EventBody, { type: 'pattern-taken' }>,
): void {
  step.spec = withPatterns(step.spec, [method])
  const name = stepName(task, step.spec.id)
  const at = course.proposed.findLastIndex((it) => it.step === name)
  const last = course.proposed[at]
  if (last !== undefined) course.proposed[at] = { ...last, taken: { pattern, method: method.id } }
}
