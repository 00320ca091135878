/** All entries that the notepad of a run has had, as they were when it was written: what its journal tells of them. */

import type { RunEvent } from '../../../run/event.ts'
import { evolve } from '../../../run/evolve.ts'
import { newState } from '../../../run/new-state.ts'
import { notepadEntries, type NotepadEntry } from './entries.ts'

/**
 * Entries in the order in which they came. A task that was taken up anew has one of each time, and what people and agents had said then.
 * @param events of the plan, all of them. Each time that files were written costs a look at the tasks that have moved since
 */
export function notepadHistory(events: Iterable<RunEvent>): readonly NotepadEntry[] {
  const state = newState()
  const found = new Map<string, NotepadEntry>()
  let moved = new Set<string>()
  const look = (only: ReadonlySet<string> | null): void => {
    for (const entry of notepadEntries(state, only)) {
      const key = `${entry.at} ${entry.about}`
      if (!found.has(key)) found.set(key, entry)
    }
    moved = new Set()
  }
  for (const event of events) {
    evolve(state, event)
    const { body, subject } = event
    const task = subject === null ? undefined : state.tasks.get(subject.task)
    if (task !== undefined) moved.add(task.spec.key)
    const isWritten =
      body.type === 'effect-requested' && (body.effect.is === 'project' || body.effect.is === 'integrate')
    // Of a notepad that is written at the end all tasks come at once.
    if (isWritten) look(state.spec?.spec.capture.frequency === 'end_only' ? null : moved)
  }
  look(null)
  return [...found.values()]
}
