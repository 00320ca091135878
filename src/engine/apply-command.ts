/** Applies the commands of the inbox while no executor is at work: takes the lock, and does just that. */

import { sha256 } from '../system/digest.ts'
import { decide } from '../run/decide.ts'
import { commandOf, endingVerbs } from '../run/command.ts'
import type { RunEvent } from '../run/event.ts'
import { isAtWork, type RunState } from '../run/state.ts'
import { evolve } from '../run/evolve.ts'
import { now } from '../system/clock.ts'
import { acquireLock } from '../system/lock.ts'
import { endMarked } from '../system/orphans.ts'
import { foldJournal } from './fold-journal.ts'
import type { Journal } from './journal/journal.ts'
import { toJournalEvents } from './journal-host.ts'
import { planLock } from './plan-lock.ts'
import { planMarker } from './plan-marker.ts'
import { projectFiles, type WorkingFiles } from './write-back.ts'

export type Applied =
  /** `withheld`: why the files do not show what was decided; null where they do, or show it with the next run. */
  | { readonly is: 'applied'; readonly commands: number; readonly withheld: string | null }
  /** An executor has started meanwhile; it takes them. */
  | { readonly is: 'held' }
  | { readonly is: 'failed'; readonly reason: string }

/**
 * Decides every pending command on the folded state and appends what follows. What a decision asks of the world is
 * recorded and waits for the next executor.
 */
export async function applyCommand({
  journal,
  dir,
  planId,
  files,
}: {
  readonly journal: Journal
  readonly dir: string
  readonly planId: string
  /** The files that show the marks, as the decisions have left the run. */
  readonly files: (state: RunState) => Promise<WorkingFiles>
}): Promise<Applied> {
  const taken = await acquireLock(planLock(dir))
  if (taken.held === false) return { is: 'held' }
  if (taken.held === 'failed') return { is: 'failed', reason: taken.reason }
  try {
    const pending = journal.pending()
    if (pending.is === 'failed') return { is: 'failed', reason: pending.problem.message }
    const { state, problem, count } = foldJournal(journal)
    if (problem) return { is: 'failed', reason: problem.message }
    const begun = journal.beginEpoch()
    if (begun.is === 'failed') return { is: 'failed', reason: begun.problem.message }
    let seq = count
    const append = (events: readonly RunEvent[], acknowledges: readonly string[]): string | null => {
      const rows = toJournalEvents(events, state.revision)
      const appended = journal.append({
        run: state.run ?? '',
        expectedSeq: seq,
        epoch: begun.epoch,
        events: rows,
        acknowledges,
      })
      seq += rows.length
      if (appended.is === 'appended') return null
      return appended.is === 'failed' ? appended.problem.message : 'somebody else has written to the journal'
    }
    const commands = pending.commands.map((it) => commandOf(it.id, it.body))
    if (commands.some(({ body }) => endingVerbs.has(body.verb))) {
      // The lock is ours: whoever drove this run is dead. What it had started does not go on behind a person's back.
      if (isAtWork(state) || state.status === 'stopping') await endMarked(planMarker({ journalDir: dir, planId }))
      const { events } = decide(state, { is: 'cut-off' }, now(), sha256)
      const trouble = events.length === 0 ? null : append(events, [])
      if (trouble !== null) return { is: 'failed', reason: trouble }
    }
    let decided = false
    for (const command of commands) {
      const { events } = decide(state, { is: 'command', command }, now(), sha256)
      const trouble = append(events, [command.id])
      if (trouble !== null) return { is: 'failed', reason: trouble }
      decided ||= events.some(({ body }) => body.type !== 'command-refused')
    }
    if (!decided) return { is: 'applied', commands: pending.commands.length, withheld: null }
    // The plan says at once what was decided; should it be in somebody's editor, the next executor sees to it.
    const shown = await projectFiles(await files(state), state)
    if (shown.is === 'projected' && shown.marks.length > 0) {
      const event: RunEvent = { at: now(), subject: null, body: { type: 'mark-shown', marks: shown.marks } }
      evolve(state, event)
      const trouble = append([event], [])
      if (trouble !== null) return { is: 'failed', reason: trouble }
    }
    const withheld = shown.is === 'projected' ? (shown.withheld?.reason ?? null) : null
    return { is: 'applied', commands: pending.commands.length, withheld }
  } finally {
    await taken.lock.release()
  }
}
