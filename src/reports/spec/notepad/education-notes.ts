/** What the notepad keeps of education mode: each checkpoint, what was decided and why, what came of it and what is learned (seed 004 §3). */

import type { Checkpoint, HeldCheckpoint } from '../../../run/education/checkpoint.ts'
import { sourceText } from '../../../run/education/checkpoint-text.ts'
import { outcomeOf } from '../../../run/education/outcome.ts'
import { stepName } from '../../../run/steps/course.ts'
import { bracketName } from '../../../run/steps/method-name.ts'
import type { RunState, StepRun, TaskRun } from '../../../run/state.ts'

export interface EducationNotes {
  readonly decisions: readonly string[]
  readonly lessons: readonly string[]
}

/**
 * Lines of one step, each a note of its own; not made safe.
 * @param from how many steps had ended before what is told of: checkpoints before that are not
 */
export function educationNotes(state: RunState, task: TaskRun, step: StepRun, from: number): EducationNotes {
  const name = stepName(task, step.spec.id)
  const shown = state.course.checkpoints.filter((it) => it.shown.step === name && it.after >= from)
  const outcome = outcomeOf(state, task, step)
  return {
    decisions: [
      ...shown.map((it) => `**Education Checkpoint:** Step ${name}: ${checkpointNote(it.shown)}`),
      ...shown.flatMap(decisionNote),
      ...(outcome === null
        ? []
        : [
            `**Education Outcome:** Step ${name}: ${outcome.used === null ? 'no approach' : bracketName(outcome.used.method)}, ${outcome.result}`,
          ]),
    ],
    lessons:
      outcome === null
        ? []
        : [
            `**Lesson Learned:** Step ${name}: ${outcome.lesson.text} ${outcome.lesson.from === null ? '(from the record)' : sourceText(outcome.lesson)}`,
          ],
  }
}

function checkpointNote({ approaches, recommended, rationale, explanation }: Checkpoint): string {
  const listed = approaches.map(({ letter, text }) => `${letter}. ${text}`).join('; ')
  const why =
    rationale.length === 0 ? '' : `, because ${rationale.map((it) => `${it.text} ${sourceText(it)}`).join('; ')}`
  const more = explanation === null ? '' : ', with a deeper explanation'
  return `${listed}; recommended ${bracketName(recommended)}${why}${more}`
}

function decisionNote({ shown: { step, recommended }, selected }: HeldCheckpoint): readonly string[] {
  if (selected === null) return []
  const { by, method } = selected
  const how = method === recommended ? 'as recommended' : `instead of ${bracketName(recommended)}`
  return [`**Decision:** Step ${step}: ${by} chose ${bracketName(method)}, ${how}`]
}
