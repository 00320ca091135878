/** The embedded host: one journal on this machine. */

import { commandOf } from '../run/command.ts'
import type { RunEvent } from '../run/event.ts'
import { now as systemNow } from '../system/clock.ts'
import { HostLost, type Host } from './host.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalProblem } from './journal/problem.ts'
import type { JournalEvent } from './journal/stored-event.ts'

/** Events in the form that the journal keeps. */
export function toJournalEvents(events: readonly RunEvent[], revision: string | null): readonly JournalEvent[] {
  return events.map((event) => ({
    type: event.body.type,
    at: event.at,
    subject: event.subject,
    planRevision: revision,
    body: event.body,
  }))
}

/**
 * @param of.count number of events that the caller has folded
 * @param of.now milliseconds since 1970; the system's clock where none is given
 */
export function journalHost(
  journal: Journal,
  {
    run,
    epoch,
    count,
    now = systemNow,
  }: { readonly run: string; readonly epoch: number; readonly count: number; readonly now?: () => number },
): Host {
  let seq = count
  return {
    now,
    append(events, { revision, acknowledges }) {
      const rows = toJournalEvents(events, revision)
      const appended = journal.append({ run, expectedSeq: seq, epoch, events: rows, acknowledges })
      switch (appended.is) {
        case 'appended':
          seq += rows.length
          return
        case 'refused':
          throw new HostLost(
            appended.because === 'fenced'
              ? 'a newer executor has taken over this plan'
              : 'somebody else has written to the journal',
            'look with `millwright status`, then resume',
          )
        case 'failed':
          throw lost(appended.problem)
        default:
          appended satisfies never
      }
    },
    inbox() {
      const pending = journal.pending()
      if (pending.is === 'failed') throw lost(pending.problem)
      return pending.commands.map((it) => commandOf(it.id, it.body))
    },
  }
}

function lost({ code, message, help }: JournalProblem): HostLost {
  return new HostLost(`${code} ${message}`, help)
}
