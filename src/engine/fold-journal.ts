/** From what a journal holds to the state of the run. */

import type { EventBody, RunEvent } from '../run/event.ts'
import { evolve } from '../run/evolve.ts'
import { newState } from '../run/new-state.ts'
import type { RunState } from '../run/state.ts'
import type { Holder } from '../system/lock.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalProblem } from './journal/problem.ts'
import type { StoredEvent } from './journal/stored-event.ts'

/** The state that a journal's events come to. */
export interface Folded {
  readonly state: RunState
  /** Damage in the journal; `state` is then that of its intact beginning. */
  readonly problem: JournalProblem | null
  /** Number of events. */
  readonly count: number
}

/** Folds what a journal holds; the events are checked against the chain as they are read. */
export function foldJournal(journal: Journal): Folded {
  return foldOn(journal, newState(), 0)
}

/** Folds what follows the first `count` events. @param state what these come to; it becomes the new one */
function foldOn(journal: Journal, state: RunState, count: number): Folded {
  const read = journal.read<EventBody>({ from: count })
  for (const event of read.events) evolve(state, toRunEvent(event))
  return { state, problem: read.is === 'damaged' ? read.problem : null, count: count + read.events.length }
}

/** An event as the core takes it: what the journal adds to it is left out. */
export function toRunEvent(event: StoredEvent<EventBody>): RunEvent {
  return { at: event.at, subject: event.subject, body: event.body }
}

/**
 * What a journal holds and who is at work on it, at one moment: a run that ends between the two looks is not taken for one
 * whose executor has died.
 * @param holder looks who holds the lock
 */
export async function foldWithExecutor(
  journal: Journal,
  holder: () => Promise<Holder | null>,
): Promise<Folded & { readonly executor: Holder | null }> {
  for (let folded = foldJournal(journal); ;) {
    const executor = await holder()
    if (executor !== null || folded.problem !== null || !isUnended(folded.state)) return { ...folded, executor }
    const { count } = folded
    folded = foldOn(journal, folded.state, count)
    if (folded.count === count) return { ...folded, executor }
  }
}

function isUnended({ status }: RunState): boolean {
  return status !== 'new' && status !== 'parked' && status !== 'finished'
}
