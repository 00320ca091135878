/** The journal of one plan: what happened, in order, for ever. Nothing outside this folder knows how it is kept. */

import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { isOnNetwork } from '../../system/file-systems.ts'
import { appendEvents, readHead, type Append, type Appended, type Head, type Place } from './append.ts'
import { openBlobs, type Blobs } from './blobs.ts'
import { inTransaction, numberColumn, textColumn } from '../../system/database.ts'
import { pendingCommands, postCommand, type InboxCommand, type Pending, type Posted } from './inbox.ts'
import {
  cannotWrite,
  databaseProblem,
  fileProblem,
  removedDatabase,
  replacedFiles,
  unreadable,
  type Extent,
  type JournalProblem,
} from './problem.ts'
import {
  findDamageBeside,
  readEvents,
  verifyEvents,
  type ReadEvents,
  type Reading,
  type Verified,
} from './read-events.ts'
import { highWaterFile, openHighWater, readHighWater } from './high-water.ts'
import { lookAtLogEnd } from './log-end.ts'
import { closeQuietly, openJournalDatabase, readMeta, type OpenedDatabase } from './open-database.ts'
import { sameFiles } from './same-files.ts'
import { createJournal, databaseFile, tablesVersion, upgradeTables } from './schema.ts'

export interface Journal {
  readonly planId: string
  readonly blobs: Blobs
  /** Set when the journal can be shown and not continued; `append` and `post` then fail with it. */
  readonly readOnly: JournalProblem | null
  /** How far the journal is, read anew. */
  head(): Head
  append(append: Append): Appended
  read<B = unknown>(reading?: Reading): ReadEvents<B>
  verify(): Verified
  /** The part of `verify` that reading the events leaves out. @param intact how many were read */
  findDamageBeside(intact: number): JournalProblem | null
  /** Whether the last write before this process was cut off: it was never acknowledged and is dropped (MW700). */
  isCutOff(): boolean
  /** Whether an event with this hash is in it. */
  has(hash: string): boolean
  /** Begins a new executor: from now on older ones are refused. @returns its number */
  beginEpoch(): EpochBegun
  /** Notes that a run begins; the same id again changes nothing. */
  newRun(id: string, at: number): JournalProblem | null
  /** @returns runs in the order in which they began */
  runs(): readonly RunEntry[]
  post(command: InboxCommand): Posted
  pending(): Pending
  /** A note about the journal itself, such as the plan's path. */
  meta(key: string): string | null
  setMeta(key: string, value: string): JournalProblem | null
  close(): void
}

export interface RunEntry {
  readonly id: string
  readonly at: number
  /** Number of events that were there when it began. */
  readonly seq: number
}

export type EpochBegun =
  { readonly is: 'begun'; readonly epoch: number } | { readonly is: 'failed'; readonly problem: JournalProblem }

export type JournalOpened =
  | { readonly is: 'open'; readonly journal: Journal }
  /** Only when it was not to be made. */
  | { readonly is: 'missing' }
  | { readonly is: 'refused'; readonly problem: JournalProblem }

export interface JournalOptions {
  /** The journal's own folder (`plan-registry.ts`). */
  readonly dir: string
  readonly planId: string
  /** Whether a journal is made where there is none; a reader says no. */
  readonly create: boolean
  /** How long to wait for another process that writes, in milliseconds. Default 5,000. */
  readonly busyMs?: number
}

/**
 * Opens the journal; the events themselves are looked at when they are read.
 * @returns the journal, or why it cannot be used (MW701, MW704, MW705); with MW703, where this user may not write (MW705),
 *   and where events of a damaged one are left (MW701), it is opened for reading only
 */
export function openJournal({ dir, planId, create, busyMs = 5_000 }: JournalOptions): JournalOpened {
  const file = databaseFile(dir)
  let opened: OpenedDatabase | null = null
  try {
    const facts = statSync(file, { throwIfNoEntry: false })
    if (facts === undefined) {
      const left = leftWithout(dir, file)
      // Somebody may have made it between the two looks.
      if (left.length > 0 && !existsSync(file)) return { is: 'refused', problem: removedDatabase(dir, left) }
      if (!create) return { is: 'missing' }
      const failure = createJournal(dir, planId, busyMs)
      if (failure !== null) return { is: 'refused', problem: fileProblem(dir, failure) }
    }
    const useless = withoutContent(file)
    if (useless !== null) return { is: 'refused', problem: unreadable(dir, useless, nothingOf(dir)) }
    if (isOnNetwork(dir)) return { is: 'refused', problem: onNetwork(dir) }
    const found = openJournalDatabase({ dir, planId, busyMs })
    if ('is' in found) return found
    opened = found
    if (opened.flaw === null) return { is: 'open', journal: makeJournal(opened, { dir, planId }, opened.problem) }
    const left = verifyEvents(
      makePlace(opened, dir, () => (opened?.version ?? 0) >= tablesVersion),
      planId,
    )
    if (left.is === 'damaged' && left.intact > 0)
      return { is: 'open', journal: makeJournal(opened, { dir, planId }, left.problem) }
    closeQuietly(opened.database)
    return { is: 'refused', problem: unreadable(dir, opened.flaw, nothingOf(dir)) }
  } catch (error) {
    closeQuietly(opened?.database ?? null)
    return { is: 'refused', problem: databaseProblem(dir, error) }
  }
}

const leastPage = 512

/** Opened only when it was found to be a file: a named pipe would block for ever. @returns why nothing is in it, in words, or null */
function withoutContent(file: string): string | null {
  for (const it of [file, `${file}-wal`]) {
    const facts = statSync(it, { throwIfNoEntry: false })
    if (facts?.isFile() === false) return `${path.basename(it)} is ${facts.isDirectory() ? 'a folder' : 'no file'}`
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return null
  if (size === 0) return 'journal.db is empty'
  // SQLite takes what is shorter than any page for a new database, and writes into it.
  return size < leastPage ? `journal.db is cut off after ${size} of its bytes` : null
}

function nothingOf(dir: string): Extent {
  return { intact: 0, written: readHighWater(dir) }
}

/** What is there of a journal whose database somebody removed. Its log is the last thing that SQLite would remove. */
function leftWithout(dir: string, file: string): readonly string[] {
  const log = `${file}-wal`
  const isLog = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0
  return [...(isLog ? [log] : []), ...(readHighWater(dir) > 0 ? [highWaterFile(dir)] : [])].map((it) =>
    path.basename(it),
  )
}

function onNetwork(dir: string): JournalProblem {
  return cannotWrite(
    dir,
    'it lies on a network file system, where no lock is safe',
    'keep the repository on a local disk',
  )
}

const begin: Head = { next: 0, hash: '', epoch: 0 }

const selectRuns = `SELECT ${textColumn('id')}, ${numberColumn('at')}, ${numberColumn('seq')} FROM runs ORDER BY runs.seq, runs.at, runs.id`

/** @param hasTable whether its tables are of a version that keeps small blobs in the database; a newer one does too, as far as we know */
function makePlace({ database, highWater, flaw }: OpenedDatabase, dir: string, hasTable: () => boolean): Place {
  return { dir, database, blobs: openBlobs(dir, () => (hasTable() ? database : null)), highWater, flaw }
}

function makeJournal(
  opened: OpenedDatabase,
  { dir, planId }: { readonly dir: string; readonly planId: string },
  readOnly: JournalProblem | null,
): Journal {
  const { database } = opened
  let { version } = opened
  const place = makePlace(opened, dir, () => version >= tablesVersion)
  const files = sameFiles(databaseFile(dir))
  const highWater = openHighWater(dir)
  /** After a failed write nobody knows what is on the disk; only a new start finds out (RELIABILITY 3.6). */
  let stopped: JournalProblem | null = readOnly
  /** Hash of the last event that this process has read or written: a head that was changed behind us is refused. */
  let known: Head = readOnly === null ? head() : begin

  function head(): Head {
    return readHead(database) ?? begin
  }

  function guarded<Result>(work: () => Result): { readonly result: Result } | { readonly problem: JournalProblem } {
    if (stopped !== null) return { problem: stopped }
    try {
      return { result: work() }
    } catch (error) {
      return { problem: databaseProblem(dir, error) }
    }
  }

  return {
    planId,
    blobs: place.blobs,
    readOnly,
    head,
    append(append) {
      if (stopped === null && !files.hold()) stopped = replacedFiles(dir)
      if (stopped !== null) return { is: 'failed', problem: stopped }
      if (append.expectedSeq !== known.next) known = head()
      const appended = appendEvents(place, append, known.hash)
      if (appended.is === 'failed' && appended.problem.passing !== true) stopped = appended.problem
      const last = appended.is === 'appended' ? appended.events.at(-1) : undefined
      if (last === undefined) return appended
      known = { next: last.seq + 1, hash: last.hash, epoch: append.epoch }
      highWater.note(known.next)
      return appended
    },
    read: (reading) => readEvents(place, planId, reading),
    verify: () => verifyEvents(place, planId),
    findDamageBeside: (intact) => findDamageBeside(place, intact),
    isCutOff: () => lookAtLogEnd(databaseFile(dir)) === 'torn',
    has: (hash) => database.get(`SELECT ${numberColumn('seq')} FROM events WHERE hash = ?`, hash) !== undefined,
    beginEpoch() {
      const begun = guarded(() =>
        inTransaction(database, () => {
          upgradeTables(database, version)
          database.run('UPDATE head SET epoch = epoch + 1 WHERE id = 1')
          return readHead(database)
        }),
      )
      if ('problem' in begun) return { is: 'failed', problem: begun.problem }
      if (begun.result === null)
        return { is: 'failed', problem: unreadable(dir, 'the head of the journal is missing', null) }
      version = tablesVersion
      return { is: 'begun', epoch: begun.result.epoch }
    },
    newRun(id, at) {
      const sql = 'INSERT INTO runs VALUES (?, ?, (SELECT next FROM head WHERE id = 1)) ON CONFLICT (id) DO NOTHING'
      const noted = guarded(() => inTransaction(database, () => database.run(sql, id, at)))
      return 'problem' in noted ? noted.problem : null
    },
    runs: () => database.all(selectRuns) as RunEntry[],
    post: (command) => (stopped === null ? postCommand(place, command) : { is: 'failed', problem: stopped }),
    pending: () => pendingCommands(place),
    meta: (key) => readMeta(database, key),
    setMeta(key, value) {
      const sql = 'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
      const noted = guarded(() => inTransaction(database, () => database.run(sql, key, value)))
      return 'problem' in noted ? noted.problem : null
    },
    close() {
      highWater.close()
      closeQuietly(database)
    },
  }
}
