/** The tables of a journal, and how a new one comes to be without ever being half there. */

import { linkSync } from 'node:fs'
import path from 'node:path'
import { fileFailure, type FileFailure } from '../../system/file-failure.ts'
import { flushFolder, makeFolder, removeQuietly } from '../../system/files.ts'
import { randomSigns } from '../../system/identifiers.ts'
import { inTransaction, openDatabase, textColumn, type Database } from '../../system/database.ts'
import { blobTable } from './blobs.ts'
import { chainBegin } from './hash-chain.ts'

/** The version of the tables that this program writes and understands. */
export const tablesVersion = 2

const tables: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
  // One row: how many events there are, the hash of the last one, and the number of the present executor.
  `CREATE TABLE head (id INTEGER PRIMARY KEY CHECK (id = 1), next INTEGER NOT NULL, hash TEXT NOT NULL, epoch INTEGER NOT NULL)`,
  `CREATE TABLE runs (id TEXT PRIMARY KEY, at INTEGER NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE events (
    seq INTEGER PRIMARY KEY, run TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL, schema INTEGER NOT NULL,
    epoch INTEGER NOT NULL, plan_revision TEXT, task TEXT, step TEXT, method TEXT, attempt INTEGER, round INTEGER,
    at INTEGER NOT NULL, type TEXT NOT NULL, body TEXT, body_blob TEXT
  )`,
  // 'rowid' keeps the order in which commands came; `handled` is the event that acknowledged one.
  `CREATE TABLE inbox (
    place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, by TEXT NOT NULL,
    body TEXT NOT NULL, handled INTEGER
  )`,
  blobTable,
  `CREATE INDEX inbox_open ON inbox (place) WHERE handled IS NULL`,
]

/** What has to be done to the tables of an older version; the first stands for version 1. */
const upgrades: readonly string[] = [blobTable]

/** Brings the tables of an older version up to date, within a transaction. @throws DatabaseError */
export function upgradeTables(database: Database, version: number): void {
  if (version === tablesVersion) return
  for (const sql of upgrades.slice(version - 1)) database.run(sql)
  database.run("UPDATE meta SET value = ? WHERE key = 'version'", String(tablesVersion))
}

/** @returns names of the tables of a version that are not there. @throws DatabaseError */
export function missingTables(database: Database, version: number): readonly string[] {
  const rows = database.all(`SELECT ${textColumn('name')} FROM sqlite_schema WHERE type = 'table'`)
  const present = new Set((rows as { name: string }[]).map(({ name }) => name))
  const later = upgrades.slice(version - 1)
  return tables
    .filter((sql) => !later.includes(sql))
    .flatMap((sql) => /^CREATE TABLE (\w+)/.exec(sql)?.[1] ?? [])
    .filter((name) => !present.has(name))
}

/** @returns the path of a journal's database within its folder */
export function databaseFile(dir: string): string {
  return path.join(dir, 'journal.db')
}

/**
 * Makes a new journal under a temporary name and gives it its real one when it is whole, so that an empty database file
 * can only mean damage. Of two processes that do this at once, one wins and both go on with its journal.
 * @returns null, or why it could not be made
 * @throws DatabaseError
 */
export function createJournal(dir: string, planId: string, busyMs: number): FileFailure | null {
  const made = makeFolder(dir)
  if (made.is === 'failed') return made.failure
  const file = databaseFile(dir)
  const temporary = `${file}.${randomSigns(8)}.new`
  try {
    const database = openDatabase(temporary, busyMs)
    try {
      inTransaction(database, () => {
        for (const sql of tables) database.run(sql)
        database.run('INSERT INTO head VALUES (1, 0, ?, 0)', chainBegin(planId))
        database.run('INSERT INTO meta VALUES (?, ?), (?, ?)', 'plan', planId, 'version', String(tablesVersion))
      })
    } finally {
      database.close()
    }
    linkSync(temporary, file)
    flushFolder(dir)
    return null
  } catch (error) {
    if (error instanceof Error && (error as NodeJS.ErrnoException).code === 'EEXIST') return null
    if (error instanceof Error && 'syscall' in error) return fileFailure('cannot make', file, error)
    throw error
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) removeQuietly(temporary + ending)
  }
}
