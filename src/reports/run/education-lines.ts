/** Checkpoints and outcomes of education mode on a terminal: each line safe to show. */

import type { ReviewKind } from '../../run/event.ts'
import { outcomeOf, outcomeText } from '../../run/education/outcome.ts'
import type { RunState, TaskRun } from '../../run/state.ts'
import { isEnd } from '../../run/step-status.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { questionText } from './question-text.ts'

/** The whole checkpoint, from the question of its review. */
export function checkpointLines(question: string): readonly string[] {
  return question.split('\n').map(safeLine)
}

/** The question of a review, for a place that has one line: of a checkpoint its first line and what it recommends. */
export function reviewLine({ kind, question }: { readonly kind: ReviewKind; readonly question: string }): string {
  if (kind !== 'education') return questionText(question)
  const lines = question.split('\n')
  const recommended = lines.find((it) => it.startsWith('Recommendation: '))
  return safeLine([lines[0] ?? '', ...(recommended === undefined ? [] : [recommended])].join(' '))
}

/** What came of a step that has just ended; none where nobody was shown a checkpoint of it. */
export function educationOutcome(state: RunState, task: TaskRun, id: string | null): readonly string[] {
  const step = task.steps.find((it) => it.spec.id === id)
  const outcome = step === undefined ? null : outcomeOf(state, task, step)
  if (outcome === null) return []
  const isFollowed = [...state.tasks.values()].some(
    (it) => it.selected && it.spec.origin !== 'engine' && it.steps.some((other) => !isEnd(other.status)),
  )
  return ['', ...outcomeText(outcome, isFollowed).split('\n').map(safeLine), '']
}
