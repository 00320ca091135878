/** Before the first step: whether the spec may be built otherwise than its pattern recommends (seed 004 §2.0a, 2 and 3). */

import { ask } from '../ask.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { isCheck } from '../task-status.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'
import { withMatchingTechnologies } from './feasibility.ts'
import { asksPeople, needsWord, type PatternsJudged } from './judged.ts'
import { patternWarning } from './texts.ts'

/**
 * Decides of a technology deviation, or of a risk above the threshold, once in a run, when its first step is to begin. In
 * collaborative and education mode people are asked, and the step waits; else it goes on, and that is logged. Who comes while they
 * are asked about another step is not asked the same, and waits with the work (`isHeldForPattern`).
 * @returns whether the step may begin
 */
export function admitPattern(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const { mode } = turn.state.course
  const judged = openOf(turn.state)
  if (judged === null || task.spec.origin === 'engine' || step.spec.methods.length === 0) return true
  if (isAsked(turn.state)) return true
  if (!asksPeople(mode)) {
    emit(turn, { type: 'pattern-decided', does: 'continue', mode }, subjectOf(task, step))
    return true
  }
  askDeviation(turn, { task, step, judged, isSuggested: false })
  return false
}

/** What is not decided yet; null where nothing has to be. */
function openOf({ course: { patterns } }: Pick<RunState, 'course'>): PatternsJudged | null {
  if (patterns === null || patterns.decided === 'continue' || patterns.decided === 'escalate') return null
  return needsWord(patterns.judged) ? patterns.judged : null
}

/** Asks. @param of.isSuggested whether the patterns with matching technologies stand above the options */
export function askDeviation(
  turn: Turn,
  of: {
    readonly task: TaskRun
    readonly step: StepRun
    readonly judged: PatternsJudged
    readonly isSuggested: boolean
  },
): void {
  const { feasibility } = of.judged
  if (feasibility === null) return
  const warning = patternWarning(feasibility, of.isSuggested ? withMatchingTechnologies(feasibility) : null)
  if (warning === null) return
  const options = [...warning.options.map(({ does }) => does), 'pause' as const]
  ask(turn, of.task, of.step, { kind: 'pattern-deviation', options, question: warning.text })
}

/**
 * Whether a task may not begin, since a person has still to say whether the spec is built so at all. What has begun goes on, and
 * so do checks, which what has begun may wait for.
 */
export function isHeldForPattern(state: RunState, task: TaskRun): boolean {
  return openOf(state) !== null && isAsked(state) && !isCheck(task) && !hasBegun(task)
}

/** Whether any work on a task was begun. */
export function hasBegun({ steps }: TaskRun): boolean {
  return steps.some(({ attempts }) => attempts > 0)
}

function isAsked({ reviews }: RunState): boolean {
  return [...reviews.values()].some(({ kind, answer }) => kind === 'pattern-deviation' && answer === null)
}
