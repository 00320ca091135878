/** What the one loop needs of its surroundings; nothing else in the core or the adapters knows which host runs it. */

import type { Command } from '../run/command.ts'
import type { RunEvent } from '../run/event.ts'

/** The host cannot go on: the journal refused or failed. The executor must stop at once and touch nothing more. */
export class HostLost extends Error {
  readonly help: string
  constructor(message: string, help: string) {
    super(message)
    this.name = 'HostLost'
    this.help = help
  }
}

export interface Host {
  /**
   * Appends durably, in one transaction, before anything is done. `acknowledges` names inbox commands that these events
   * deal with.
   * @throws HostLost when a newer executor has begun, or the journal cannot be written
   */
  append(
    events: readonly RunEvent[],
    context: { readonly revision: string | null; readonly acknowledges: readonly string[] },
  ): void
  /** Commands that other processes posted and no event has dealt with. */
  inbox(): readonly Command[]
  now(): number
}
