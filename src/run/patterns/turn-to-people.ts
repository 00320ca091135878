/** A person wants people to take part from now on (seed 004 §2.0a, option B; §2.6, option D). */

import type { StepRun, TaskRun } from '../state.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'

/** Turns to the collaborative mode, where another one is in force. */
export function turnToPeople(turn: Turn, task: TaskRun, step: StepRun, reason: string): void {
  const { mode, handled } = turn.state.course
  if (mode === 'collaborative') return
  emit(
    turn,
    { type: 'mode-changed', from: mode, to: 'collaborative', reason, escalation: null, handled },
    subjectOf(task, step),
  )
}
