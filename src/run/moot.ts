/** What was to take the place of a task that is rejected no more: nobody is asked about it, and nobody works on it. */

import { isMoot, isOpenDecompose } from './decompose.ts'
import type { RevisionCause } from './event.ts'
import { endLost } from './left-plan.ts'
import { emit, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Ends the tasks that propose what nobody wants any more, with their questions. @param cause of the reading before it */
export function endMoot(turn: Turn, cause: RevisionCause): void {
  const moot = [...turn.state.tasks.values()].filter((it) => isOpenDecompose(it) && isMoot(turn.state, it))
  for (const { uid, spec } of moot) {
    const rejected = turn.state.tasks.get(turn.state.byKey.get(spec.replaces ?? '') ?? '')
    const because =
      rejected === undefined || rejected.left
        ? `${spec.replaces ?? ''} is no longer in the plan`
        : `${nameOf(rejected)} is not rejected any more`
    emit(turn, { type: 'finding', kind: 'added-task', text: `${because}: nothing is proposed in its place` })
    endLost(turn, [uid], cause, because)
  }
}
