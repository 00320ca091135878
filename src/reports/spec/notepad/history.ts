/** All entries that the notepad of a run has had, as they were when it was written: what its journal tells of them. */

import type { RunEvent } from '../../../run/event.ts'
import { evolve } from '../../../run/evolve.ts'
import { newState } from '../../../run/new-state.ts'
import { notepadEntries, type NotepadEntry } from './entries.ts'

/**
 * Entries in the order in which they came. A task that was taken up anew has one of each time, and what people and agents had said then.
 * @param events of the plan, all of them. Costs a look at all tasks for each time that files were written
 */
export function notepadHistory(events: Iterable<RunEvent>): readonly NotepadEntry[] {
  const state = newState()
  const found = new Map<string, NotepadEntry>()
  const look = (): void => {
    for (const entry of notepadEntries(state)) {
      const key = `${entry.at} ${entry.about}`
      if (!found.has(key)) found.set(key, entry)
    }
  }
  for (const event of events) {
    evolve(state, event)
    const { body } = event
    if (body.type === 'effect-requested' && (body.effect.is === 'project' || body.effect.is === 'integrate')) look()
  }
  look()
  return [...found.values()]
}
