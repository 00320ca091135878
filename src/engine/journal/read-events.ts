/** Reading the journal: every event is checked against the chain before anybody sees it. */

import { oneLine } from '../../plan/one-line.ts'
import { numberColumn, textColumn, type Database } from '../../system/database.ts'
import { readHead, toStored, type Head, type Place } from './append.ts'
import { chainBegin, hashRow, type EventRow } from './hash-chain.ts'
import { readHighWater } from './high-water.ts'
import { pendingCommands } from './inbox.ts'
import { lookAtLogEnd } from './log-end.ts'
import { databaseFile } from './schema.ts'
import {
  broken,
  damageOf,
  databaseProblem,
  shortened,
  unreadable,
  type Extent,
  type JournalProblem,
} from './problem.ts'
import type { StoredEvent } from './stored-event.ts'

export interface Reading {
  /** Only events of this run. */
  readonly run?: string
  /** Only events from this `seq` on. */
  readonly from?: number
}

/** On damage, `events` are those before the first bad one; they are intact. */
export type ReadEvents<B> =
  | { readonly is: 'read'; readonly events: readonly StoredEvent<B>[] }
  | { readonly is: 'damaged'; readonly events: readonly StoredEvent<B>[]; readonly problem: JournalProblem }

export type Verified =
  | { readonly is: 'intact'; readonly events: number; readonly hash: string }
  | {
      readonly is: 'damaged'
      /** Number of intact events; the last one has `intact - 1` as its `seq`. */
      readonly intact: number
      readonly problem: JournalProblem
    }

const texts = ['run', 'prev_hash', 'hash', 'plan_revision', 'task', 'step', 'method', 'type', 'body', 'body_blob']
const numbers = ['seq', 'schema', 'epoch', 'attempt', 'round', 'at']
const columns = [...texts.map(textColumn), ...numbers.map(numberColumn)].join(', ')
const selectPage = `SELECT ${columns} FROM events WHERE events.seq >= ? ORDER BY events.seq LIMIT ?`
/** Rows held at a time, so that a long journal does not lie in memory twice. */
const page = 2_000

/** @param planId what the chain begins with */
export function readEvents<B>(place: Place, planId: string, { run, from = 0 }: Reading = {}): ReadEvents<B> {
  const events: StoredEvent<B>[] = []
  const end = walk(place, planId, from, (row, text) => {
    if (run === undefined || row.run === run) events.push(toStored(row, JSON.parse(text) as B))
  })
  return end.problem === null ? { is: 'read', events } : { is: 'damaged', events, problem: end.problem }
}

/** Reads everything, the inbox included, and keeps nothing, and has SQLite check its own pages. */
export function verifyEvents(place: Place, planId: string): Verified {
  const { next, hash, problem } = walk(place, planId, 0, () => undefined)
  const found = problem ?? findDamageBeside(place, next)
  return found === null ? { is: 'intact', events: next, hash } : { is: 'damaged', intact: next, problem: found }
}

/**
 * What is damaged beside the events, where these are intact: SQLite's own pages, of any table, and the inbox.
 * @param intact number of events
 */
export function findDamageBeside(place: Place, intact: number): JournalProblem | null {
  const extent: Extent = { intact, written: intact }
  try {
    const found = checkPages(place)
    if (found !== null) return unreadable(place.dir, found, extent)
  } catch (error) {
    return databaseProblem(place.dir, error, extent)
  }
  const commands = pendingCommands(place)
  return commands.is === 'failed' ? commands.problem : null
}

interface WalkEnd {
  /** The first `seq` that was not seen intact. */
  readonly next: number
  readonly hash: string
  readonly problem: JournalProblem | null
}

function walk(place: Place, planId: string, from: number, see: (row: EventRow, body: string) => void): WalkEnd {
  const { database, dir } = place
  let next = from
  let hash = chainBegin(planId)
  // Before the events: it is noted after them.
  const written = place.highWater ?? readHighWater(dir)
  let head: Head | null = null
  const extent = (): Extent => ({ intact: next, written: Math.max(written, head?.next ?? 0) })
  const unread = (what: string): WalkEnd => ({ next, hash, problem: unreadable(dir, what, extent()) })
  const stop = (what: string): WalkEnd => ({
    next,
    hash,
    problem: broken(dir, next, what, Math.max(0, extent().written - next - 1)),
  })
  try {
    // One transaction: somebody may append while we read, and head and events are to fit.
    database.run('BEGIN')
    head = headOf(place)
    if (from > 0) hash = hashOf(place, from - 1)
    for (let size = page; ;) {
      const rows = rowsOf(database, next, size)
      if (rows === null) {
        size = 1
        continue
      }
      for (const row of rows) {
        if (row.seq !== next) return stop(`event ${next} is missing`)
        if (row.prev_hash !== hash) return stop(`event ${next} does not follow the event before it`)
        if (hashRow(row) !== row.hash) return stop(`event ${next} does not match its hash`)
        if (head !== null && row.epoch > head.epoch) return stop(`event ${next} is of an executor that never began`)
        const body = bodyOf(place, row)
        if (body.text === null) return unread(body.why)
        see(row, body.text)
        next += 1
        hash = row.hash
      }
      if (rows.length < size) break
    }
    if (place.flaw !== null || head === null) return unread(place.flaw ?? 'the head of the journal is missing')
    // A tail that was cut off leaves a chain that is whole in itself: the head knows better.
    if (next < head.next) return stop(`event ${next} is missing`)
    if (next > head.next || (next > 0 && hash !== head.hash)) return stop(`the journal's end does not match its seal`)
    if (lookAtLogEnd(databaseFile(dir)) === 'lost')
      return unread('what was written later is damaged in its log and not read')
    if (next < written) return { next, hash, problem: shortened(dir, next, written) }
    return { next, hash, problem: null }
  } catch (error) {
    return { next, hash, problem: databaseProblem(dir, error, extent()) }
  } finally {
    finish(place)
  }
}

/** Of a journal that is known as damaged it is left out: its events are what counts. */
function headOf({ database, flaw }: Place): Head | null {
  try {
    return readHead(database)
  } catch (error) {
    if (flaw !== null && damageOf(error) !== null) return null
    throw error
  }
}

/** @returns null where there is damage within several: read one by one, those before it come */
function rowsOf(database: Database, from: number, size: number): readonly EventRow[] | null {
  try {
    return database.all(selectPage, from, size) as EventRow[]
  } catch (error) {
    if (size > 1 && damageOf(error) !== null) return null
    throw error
  }
}

/** @returns what SQLite finds wrong, in words; null where nothing is */
function checkPages({ database }: Place): string | null {
  const rows = database.all(`SELECT ${textColumn('integrity_check')} FROM pragma_integrity_check(1)`) as {
    integrity_check: string
  }[]
  const found = rows[0]?.integrity_check ?? 'ok'
  if (found === 'ok') return null
  // It names a table by the page where it begins.
  const selectTable = `SELECT ${textColumn('tbl_name')} FROM sqlite_schema WHERE rootpage = ?`
  const table = database.get(selectTable, /Tree (\d+) /.exec(found)?.[1] ?? '') as { tbl_name: string } | undefined
  const part = table === undefined ? 'the journal' : `the table ${table.tbl_name} of the journal`
  return `${part} is damaged (${oneLine(found.replace('*** in database main ***', ''))})`
}

function hashOf({ database }: Place, seq: number): string {
  const row = database.get(`SELECT ${textColumn('hash')} FROM events WHERE seq = ?`, seq) as
    { hash: string } | undefined
  return row?.hash ?? 'missing'
}

function finish({ database }: Place): void {
  try {
    database.run('ROLLBACK')
  } catch {
    // It had not begun, or the damage that was met has ended it.
  }
}

type BodyText = { readonly text: string } | { readonly text: null; readonly why: string }

function bodyOf({ blobs }: Place, { seq, body, body_blob: blob }: EventRow): BodyText {
  if (body !== null) return { text: body }
  const found = blobs.get(blob ?? '')
  if (found.is === 'found') return { text: Buffer.from(found.bytes).toString('utf8') }
  const why = found.is === 'failed' ? found.failure.reason : `it is ${found.is}`
  return { text: null, why: `the content of event ${seq} cannot be read (${why})` }
}
