/** The chain of hashes through the journal: each event is bound to its content and to everything before it. */

import { sha256 } from '../../system/digest.ts'

/** One row of the table of events, as it lies in the database. */
export interface EventRow {
  readonly seq: number
  readonly run: string
  readonly prev_hash: string
  readonly hash: string
  readonly schema: number
  readonly epoch: number
  readonly plan_revision: string | null
  readonly task: string | null
  readonly step: string | null
  readonly method: string | null
  readonly attempt: number | null
  readonly round: number | null
  readonly at: number
  readonly type: string
  /** JSON text, or null when it is kept as a blob. */
  readonly body: string | null
  /** Hash of the blob that holds the JSON text, or null. */
  readonly body_blob: string | null
}

/** @returns what stands for the hash before the first event; it binds the chain to one plan */
export function chainBegin(planId: string): string {
  return sha256(`millwright journal ${planId}`)
}

/**
 * Hashes a row in its canonical form: the fields in this order, as one JSON array. A body in a blob is covered by the
 * blob's own hash.
 * @returns SHA-256, hex
 */
export function hashRow(row: Omit<EventRow, 'hash'>): string {
  return sha256(
    JSON.stringify([
      row.prev_hash,
      row.seq,
      row.run,
      row.schema,
      row.epoch,
      row.plan_revision,
      row.task,
      row.step,
      row.method,
      row.attempt,
      row.round,
      row.at,
      row.type,
      row.body,
      row.body_blob,
    ]),
  )
}
