/** Appending to the journal: events and acknowledgements in one transaction, refused for whoever is out of date. */

import type { Blobs } from './blobs.ts'
import { inTransaction, numberColumn, textColumn, type Database } from '../../system/database.ts'
import { hashRow, type EventRow } from './hash-chain.ts'
import { databaseProblem, fileProblem, type JournalProblem } from './problem.ts'
import { eventSchema, type JournalEvent, type StoredEvent } from './stored-event.ts'

/** A larger body is kept as a blob (RELIABILITY 3.12): 32 KiB of JSON text. */
const inlineLimit = 32 * 1024

export interface Append {
  readonly run: string
  /** Number of events that the caller knows of; the first new one gets it as its `seq`. */
  readonly expectedSeq: number
  /** The caller's own epoch, from `beginEpoch`. */
  readonly epoch: number
  readonly events: readonly JournalEvent[]
  /** Ids of inbox commands that these events deal with. */
  readonly acknowledges?: readonly string[]
}

export interface Head {
  /** Number of events; the `seq` of the next one. */
  readonly next: number
  readonly hash: string
  /** The present executor's number; whoever has another one is fenced off. */
  readonly epoch: number
}

export type Appended =
  | { readonly is: 'appended'; readonly events: readonly StoredEvent[] }
  /** `fenced`: a newer executor has begun. `moved`: the journal has other events than the caller knows. */
  | { readonly is: 'refused'; readonly because: 'fenced' | 'moved'; readonly head: Head }
  | { readonly is: 'failed'; readonly problem: JournalProblem }

export interface Place {
  readonly dir: string
  readonly database: Database
  readonly blobs: Blobs
  /** How many events were noted as safe before the database was copied; null where it is read itself. */
  readonly highWater: number | null
  /** What was found damaged as it was opened, in words: events are read around it. */
  readonly flaw: string | null
}

class Refused extends Error {}

const selectHead = `SELECT ${numberColumn('next')}, ${textColumn('hash')}, ${numberColumn('epoch')} FROM head WHERE id = 1`

/** The one row that says how far the journal is. @throws DatabaseError */
export function readHead(database: Database): Head | null {
  const row = database.get(selectHead) as Head | undefined
  return row === undefined ? null : { next: row.next, hash: row.hash, epoch: row.epoch }
}

/**
 * Appends durably: when it returns `appended`, the events survive a power cut.
 * @param known hash of the last event as this process knows it; another one in the database is refused as `moved`
 */
export function appendEvents(place: Place, append: Append, known: string): Appended {
  const rows: EventRow[] = []
  let prevHash = known
  for (const [index, event] of append.events.entries()) {
    const body = keepBody(place.blobs, JSON.stringify(event.body))
    if (body.is === 'failed') return { is: 'failed', problem: fileProblem(place.dir, body.failure) }
    const row = makeRow(append, event, { seq: append.expectedSeq + index, prevHash, ...body })
    rows.push(row)
    prevHash = row.hash
  }
  try {
    const flushed = inTransaction(place.database, () => {
      write(place.database, append, { rows, known, last: prevHash })
      return place.blobs.flush()
    })
    flushed()
  } catch (error) {
    if (!(error instanceof Refused)) return { is: 'failed', problem: databaseProblem(place.dir, error) }
    const head = readHead(place.database) ?? { next: 0, hash: '', epoch: 0 }
    return { is: 'refused', because: head.epoch === append.epoch ? 'moved' : 'fenced', head }
  }
  return { is: 'appended', events: rows.map((row, index) => toStored(row, append.events[index]?.body)) }
}

const moveHead = 'UPDATE head SET next = ?, hash = ? WHERE id = 1 AND next = ? AND hash = ? AND epoch = ?'
const insertEvent = 'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
const acknowledge = 'UPDATE inbox SET handled = ? WHERE id = ? AND handled IS NULL'

function write(
  database: Database,
  { expectedSeq, epoch, acknowledges = [] }: Append,
  { rows, known, last }: { readonly rows: readonly EventRow[]; readonly known: string; readonly last: string },
): void {
  // Ownership is checked in the statement that moves the head, and everything else hangs on it.
  if (database.run(moveHead, expectedSeq + rows.length, last, expectedSeq, known, epoch) !== 1) throw new Refused()
  for (const it of rows)
    database.run(
      insertEvent,
      it.seq,
      it.run,
      it.prev_hash,
      it.hash,
      it.schema,
      it.epoch,
      it.plan_revision,
      it.task,
      it.step,
      it.method,
      it.attempt,
      it.round,
      it.at,
      it.type,
      it.body,
      it.body_blob,
    )
  for (const id of acknowledges) database.run(acknowledge, expectedSeq, id)
}

type Body = { readonly is: 'kept'; readonly text: string | null; readonly blob: string | null }

function keepBody(blobs: Blobs, text: string): Body | Extract<ReturnType<Blobs['put']>, { is: 'failed' }> {
  if (text.length <= inlineLimit && Buffer.byteLength(text) <= inlineLimit) return { is: 'kept', text, blob: null }
  const put = blobs.put(text)
  return put.is === 'failed' ? put : { is: 'kept', text: null, blob: put.hash }
}

function makeRow(
  { run, epoch }: Append,
  { subject, at, type, planRevision }: JournalEvent,
  { seq, prevHash, text, blob }: { seq: number; prevHash: string } & Body,
): EventRow {
  const row = {
    seq,
    run: storable(run),
    prev_hash: prevHash,
    schema: eventSchema,
    epoch,
    plan_revision: storable(planRevision),
    task: storable(subject?.task ?? null),
    step: storable(subject?.step ?? null),
    method: storable(subject?.method ?? null),
    attempt: whole(subject?.attempt ?? null),
    round: whole(subject?.round ?? null),
    at: whole(at),
    type: storable(type),
    body: text,
    body_blob: blob,
  }
  return { ...row, hash: hashRow(row) }
}

/** The database ends a text at NUL and cannot hold half a character: the hash would not fit what is read again. */
function storable<Text extends string | null>(text: Text): Text {
  if (text !== null && /[\0\p{Surrogate}]/u.test(text)) throw new Error('internal: a text that cannot be kept as it is')
  return text
}

function whole<Count extends number | null>(count: Count): Count {
  if (count !== null && !Number.isSafeInteger(count)) throw new Error(`internal: ${String(count)} is no whole number`)
  return count
}

/** Puts the envelope around a body. */
export function toStored<B>(row: EventRow, body: B): StoredEvent<B> {
  const { run, seq, schema, epoch, at, type, hash, task, step, method, attempt, round } = row
  const subject = task === null ? null : { task, step, method, attempt, round }
  return {
    run,
    seq,
    prevHash: row.prev_hash,
    hash,
    schema,
    epoch,
    planRevision: row.plan_revision,
    subject,
    at,
    type,
    body,
  }
}
