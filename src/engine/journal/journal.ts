/** The journal of one plan: what happened, in order, for ever. Nothing outside this folder knows how it is kept. */

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileFailure } from '../../system/file-failure.ts'
import { isOnNetwork } from '../../system/file-systems.ts'
import { appendEvents, readHead, type Append, type Appended, type Head, type Place } from './append.ts'
import { openBlobs, type Blobs } from './blobs.ts'
import {
  inTransaction,
  numberColumn,
  openDatabase,
  openToRead,
  textColumn,
  type Database,
} from '../../system/database.ts'
import { pendingCommands, postCommand, type InboxCommand, type Pending, type Posted } from './inbox.ts'
import {
  cannotWrite,
  databaseProblem,
  fileProblem,
  newerVersion,
  otherPlan,
  removedDatabase,
  replacedFiles,
  unreadable,
  type JournalProblem,
} from './problem.ts'
import { readEvents, verifyEvents, type ReadEvents, type Reading, type Verified } from './read-events.ts'
import { highWaterFile, openHighWater, readHighWater } from './high-water.ts'
import { lookAtLogEnd } from './log-end.ts'
import { openCopy } from './readable-copy.ts'
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
 * @returns the journal, or why it cannot be used (MW701, MW702, MW704, MW705); with MW703, and where this user may not write
 *   (MW705), it is opened for reading only
 */
export function openJournal({ dir, planId, create, busyMs = 5_000 }: JournalOptions): JournalOpened {
  const file = databaseFile(dir)
  let database: Database | null = null
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) {
      const left = leftWithout(dir, file)
      // Somebody may have made it between the two looks.
      if (left.length > 0 && !existsSync(file)) return { is: 'refused', problem: removedDatabase(dir, left) }
      if (!create) return { is: 'missing' }
    }
    if (size === 0) return { is: 'refused', problem: unreadable(dir, 0, 'the journal file is empty') }
    if (size === undefined) {
      const failure = createJournal(dir, planId, busyMs)
      if (failure !== null) return { is: 'refused', problem: fileProblem(dir, failure) }
    }
    if (isOnNetwork(dir)) return { is: 'refused', problem: onNetwork(dir) }
    const opened = openFor({ dir, planId, file, busyMs })
    const { problem, highWater } = opened
    database = opened.database
    if (problem !== null && opened.isRefused) {
      closeQuietly(database)
      return { is: 'refused', problem }
    }
    return { is: 'open', journal: makeJournal({ dir, database, highWater }, planId, problem) }
  } catch (error) {
    closeQuietly(database)
    return { is: 'refused', problem: databaseProblem(dir, error) }
  }
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

/**
 * Opens the database, or a copy to read where this user may not write.
 *
 * @returns `problem`: what stands against writing, or with `isRefused` against any use
 * @throws DatabaseError, and what the file system says
 */
function openFor(of: { dir: string; planId: string; file: string; busyMs: number }): {
  readonly database: Database
  readonly problem: JournalProblem | null
  readonly isRefused: boolean
  readonly highWater: number | null
} {
  const { dir, file, busyMs } = of
  const locked = notOurs(dir, file)
  // Of what is noted later the copy knows nothing.
  const highWater = locked === null ? null : readHighWater(dir)
  const database = locked === null ? openWhole(dir, file, busyMs) : openCopy(file, busyMs)
  try {
    const problem = prepare(database, of)
    return { database, problem: problem ?? locked, isRefused: problem !== null && problem.code !== 'MW703', highWater }
  } catch (error) {
    closeQuietly(database)
    throw error
  }
}

/**
 * Opens the database; where its log is damaged, for reading only. SQLite takes what it can read of such a log into the database
 * as it closes it, and removes the rest: what is to be looked at would be gone. Damage in the very last write looks like one
 * that was cut off; that it was safe is told by the note.
 *
 * @throws DatabaseError, and what the file system says
 */
function openWhole(dir: string, file: string, busyMs: number): Database {
  const end = lookAtLogEnd(file)
  if (end === 'whole') return openDatabase(file, busyMs)
  // Before the events: it is noted after them.
  const written = readHighWater(dir)
  const toRead = openToRead(file, busyMs)
  if (end === 'lost') return toRead
  try {
    if ((readHead(toRead)?.next ?? 0) < written) return toRead
  } catch (error) {
    closeQuietly(toRead)
    throw error
  }
  closeQuietly(toRead)
  return openDatabase(file, busyMs)
}

/** Where this user may not write: SQLite writes beside what it reads, so that it would refuse to read as well. */
function notOurs(dir: string, file: string): JournalProblem | null {
  for (const it of [dir, file])
    try {
      accessSync(it, constants.W_OK)
    } catch (error) {
      const { code, reason, help } = fileFailure('cannot write', it, error)
      if (code === 'EROFS') return cannotWrite(dir, reason, help)
      const { uid } = statSync(it)
      const ours = process.getuid?.()
      const whose = ours === undefined || ours === uid ? '' : `; it belongs to user ${uid}, and this is user ${ours}`
      return cannotWrite(
        dir,
        `this user may not write it${whose}`,
        'see who may write to the folder; until then it is only shown',
      )
    }
  return null
}

/** @returns what stands against using it, or null. @throws DatabaseError */
function prepare(database: Database, { dir, planId }: { dir: string; planId: string }): JournalProblem | null {
  database.all('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  const version = readMeta(database, 'version')
  const plan = readMeta(database, 'plan')
  if (version === null || plan === null || !/^\d+$/.test(version))
    return unreadable(dir, 0, 'the journal does not say what it is')
  if (Number(version) > tablesVersion) return newerVersion(dir, version)
  return plan === planId ? null : otherPlan(dir, plan, planId)
}

function readMeta(database: Database, key: string): string | null {
  const row = database.get(`SELECT ${textColumn('value')} FROM meta WHERE key = ?`, key) as
    { value: string } | undefined
  return row?.value ?? null
}

function closeQuietly(database: Database | null): void {
  try {
    database?.close()
  } catch {
    // There is a better error to tell.
  }
}

const selectRuns = `SELECT ${textColumn('id')}, ${numberColumn('at')}, ${numberColumn('seq')} FROM runs ORDER BY runs.seq, runs.at, runs.id`

function makeJournal(
  { database, dir, highWater: copied }: Omit<Place, 'blobs'>,
  planId: string,
  readOnly: JournalProblem | null,
): Journal {
  let version = Number(readMeta(database, 'version'))
  const blobs = openBlobs(dir, () => (version === tablesVersion ? database : null))
  const place: Place = { dir, database, blobs, highWater: copied }
  const files = sameFiles(databaseFile(dir))
  const highWater = openHighWater(dir)
  /** After a failed write nobody knows what is on the disk; only a new start finds out (RELIABILITY 3.6). */
  let stopped: JournalProblem | null = readOnly
  /** Hash of the last event that this process has read or written: a head that was changed behind us is refused. */
  let known: Head = head()

  function head(): Head {
    return readHead(database) ?? { next: 0, hash: '', epoch: 0 }
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
    blobs,
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
        return { is: 'failed', problem: unreadable(dir, 0, 'the head of the journal is missing') }
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
