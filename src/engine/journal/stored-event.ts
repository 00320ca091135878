/** An event as the journal keeps it: the envelope around a body that the journal does not look into. */

import type { Subject } from '../../run/event.ts'

/** What the engine gives to be kept. */
export interface JournalEvent {
  readonly type: string
  /** Milliseconds since 1970, whole. */
  readonly at: number
  readonly subject: Subject | null
  /** Hash of the plan's revision in force, or null before there is one. */
  readonly planRevision: string | null
  /** Anything that JSON can hold. */
  readonly body: object
}

/** What the journal gives back; `B` is the caller's knowledge of the bodies. */
export interface StoredEvent<B = unknown> {
  readonly run: string
  /** 0-based, over all runs of the journal, without gaps. */
  readonly seq: number
  readonly prevHash: string
  /** SHA-256 (hex) over everything else here, `prevHash` included. */
  readonly hash: string
  /** Version of the events' shape when it was written. */
  readonly schema: number
  /** Number of the executor's start that wrote it. */
  readonly epoch: number
  readonly planRevision: string | null
  readonly subject: Subject | null
  readonly at: number
  readonly type: string
  readonly body: B
}

/** The version of the events' shape that this program writes. */
export const eventSchema = 1
