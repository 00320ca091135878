/** What a person had before them when they answered a question: the state of the run at that moment, from its journal. */

import { toRunEvent } from '../../engine/fold-journal.ts'
import type { EventBody } from '../../run/event.ts'
import { evolve } from '../../run/evolve.ts'
import { newState } from '../../run/new-state.ts'
import type { Review, RunState } from '../../run/state.ts'
import type { OpenedJournal } from './open-journal.ts'

/** The state just before the answer that ended a question; that of now where it is open. Costs the journal. */
export function asAnswered({ journal, state }: OpenedJournal, { id, answer }: Review): RunState {
  if (answer === null) return state
  const { events } = journal.read<EventBody>()
  const at = events.findLastIndex(
    ({ body }) => (body.type === 'review-decided' || body.type === 'review-withdrawn') && body.review === id,
  )
  const then = newState()
  for (const event of events.slice(0, at)) evolve(then, toRunEvent(event))
  return then
}
