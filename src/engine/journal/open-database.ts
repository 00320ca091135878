/** Opening a journal's database: wholly, to read where it may not be written, or what is left of one that is damaged. */

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { textColumn, openDatabase, openToLook, openToRead, type Database } from '../../system/database.ts'
import { fileFailure } from '../../system/file-failure.ts'
import { readHead } from './append.ts'
import { readHighWater } from './high-water.ts'
import { lookAtLogEnd } from './log-end.ts'
import { cannotWrite, damageOf, newerVersion, otherPlan, type JournalProblem } from './problem.ts'
import { openCopy } from './readable-copy.ts'
import { databaseFile, missingTables, tablesVersion } from './schema.ts'

export interface OpenedDatabase {
  readonly database: Database
  /** Version of its tables; this program's own where it cannot be read. */
  readonly version: number
  /** What stands against writing. */
  readonly problem: JournalProblem | null
  /** What is damaged, in words: events are read up to there, and nothing is written. */
  readonly flaw: string | null
  /** As in `Place`. */
  readonly highWater: number | null
}

interface Which {
  readonly dir: string
  readonly planId: string
  readonly busyMs: number
}

/**
 * Opens the database, or a copy to read where this user may not write; of a damaged one what is left is opened to read.
 * @returns `refused`: it is another plan's
 * @throws DatabaseError, and what the file system says
 */
export function openJournalDatabase(
  of: Which,
): OpenedDatabase | { readonly is: 'refused'; readonly problem: JournalProblem } {
  const { dir, planId, busyMs } = of
  const file = databaseFile(dir)
  const locked = notOurs(dir, file)
  // Of what is noted later the copy knows nothing.
  const highWater = locked === null ? null : readHighWater(dir)
  const salvage = (flaw: string): OpenedDatabase => {
    const database = locked === null ? openToRead(file, busyMs) : openCopy(file, busyMs)
    return { database, version: readLeft(database), problem: locked, flaw, highWater }
  }
  let database: Database | null = null
  try {
    database = locked === null ? openWhole(dir, file, busyMs) : openCopy(file, busyMs)
    const { version, plan, flaw } = lookInto(database)
    if (flaw === null && version <= tablesVersion && plan === planId)
      return { database, version, problem: locked, flaw, highWater }
    if (flaw === null && version > tablesVersion)
      return { database, version, problem: newerVersion(dir, String(version)), flaw, highWater }
    closeQuietly(database)
    return flaw === null ? { is: 'refused', problem: otherPlan(dir, plan, planId) } : salvage(flaw)
  } catch (error) {
    closeQuietly(database)
    const flaw = damageOf(error)
    if (flaw === null) throw error
    return salvage(flaw)
  }
}

/** @throws DatabaseError */
function lookInto(database: Database): {
  readonly version: number
  readonly plan: string
  readonly flaw: string | null
} {
  database.all('PRAGMA journal_mode = WAL')
  database.all('PRAGMA synchronous = FULL')
  const version = readMeta(database, 'version')
  const plan = readMeta(database, 'plan')
  if (version === null || plan === null || !/^\d+$/.test(version))
    return { version: tablesVersion, plan: '', flaw: 'the journal does not say what it is' }
  if (readHead(database) === null) return { version: Number(version), plan, flaw: 'the head of the journal is missing' }
  const [gone] = Number(version) > tablesVersion ? [] : missingTables(database, Number(version))
  return {
    version: Number(version),
    plan,
    flaw: gone === undefined ? null : `the table ${gone} of the journal is gone`,
  }
}

/**
 * Has SQLite read what it can of a file that is shorter than it says, which it else refuses as a whole.
 * @returns the version of its tables, as far as it can be read
 */
function readLeft(database: Database): number {
  try {
    // Of this connection alone, which only reads (sqlite.org/pragma.html#pragma_writable_schema).
    database.run('PRAGMA writable_schema = ON')
    return Number(readMeta(database, 'version') ?? tablesVersion)
  } catch {
    // Whoever reads the events meets it, and tells.
    return tablesVersion
  }
}

/**
 * Opens the database; where its log is damaged, for reading only. SQLite takes what it can read of such a log into the database
 * as it closes it, and removes the rest: what is to be looked at would be gone. A look leaves one that is whole where it is as
 * well: the database beside it may be what is damaged. Damage in the very last write looks like one
 * that was cut off; that it was safe is told by the note.
 *
 * @throws DatabaseError, and what the file system says
 */
function openWhole(dir: string, file: string, busyMs: number): Database {
  const end = lookAtLogEnd(file)
  // A power cut in the moment in which the log was switched on leaves both, and SQLite rolls back only where it may write.
  if (end === 'none' || existsSync(`${file}-journal`)) return openDatabase(file, busyMs)
  if (end === 'whole') return openToLook(file, busyMs)
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

export function readMeta(database: Database, key: string): string | null {
  const row = database.get(`SELECT ${textColumn('value')} FROM meta WHERE key = ?`, key) as
    { value: string } | undefined
  return row?.value ?? null
}

export function closeQuietly(database: Database | null): void {
  try {
    database?.close()
  } catch {
    // There is a better error to tell.
  }
}
