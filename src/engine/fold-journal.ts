/** From what a journal holds to the state of the run. */

import type { EventBody, RunEvent } from '../run/event.ts'
import { evolve } from '../run/evolve.ts'
import { newState } from '../run/new-state.ts'
import type { RunState } from '../run/state.ts'
import type { Holder } from '../system/lock.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalProblem } from './journal/problem.ts'
import type { StoredEvent } from './journal/stored-event.ts'

/** Folds what a journal holds; the events are checked against the chain as they are read. */
export function foldJournal(journal: Journal): {
  readonly state: RunState
  readonly problem: JournalProblem | null
  readonly count: number
} {
  const read = journal.read<EventBody>()
  const state = newState()
  for (const event of read.events) evolve(state, toRunEvent(event))
  return { state, problem: read.is === 'damaged' ? read.problem : null, count: read.events.length }
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
): Promise<ReturnType<typeof foldJournal> & { readonly executor: Holder | null }> {
  for (let before = foldJournal(journal); ;) {
    const executor = await holder()
    if (executor !== null || !isUnended(before.state)) return { ...before, executor }
    const folded = foldJournal(journal)
    if (folded.count === before.count) return { ...folded, executor }
    before = folded
  }
}

function isUnended({ status }: RunState): boolean {
  return status !== 'new' && status !== 'parked' && status !== 'finished'
}
