/**
 * A lock of a file that the kernel holds for a process, and frees when that dies. It holds wherever the file is the same one:
 * also between containers that share a folder and no network, where a socket's name means something else to each.
 *
 * It is SQLite's own lock of an empty database, because Node has none.
 */

import { DatabaseError, openDatabase, openToRead, type Database } from './database.ts'

export interface FileLock {
  release(): void
}

export type FileLockTaken =
  | { readonly is: 'held'; readonly lock: FileLock }
  | { readonly is: 'taken' }
  /** There can be no lock here: the folder may not be written, or its file system knows none. */
  | { readonly is: 'impossible' }

/** How long one waits for somebody who only looks; that takes less than a millisecond. */
const lookMs = 200

/**
 * Locks a file, which is made where there is none and stays empty.
 * @param file absolute; nobody else may open it, since closing it would free the lock
 */
export function lockFile(file: string): FileLockTaken {
  let database: Database | null = null
  try {
    const opened = openDatabase(file, lookMs)
    database = opened
    opened.run('BEGIN EXCLUSIVE')
    return { is: 'held', lock: { release: () => letGo(opened) } }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    database?.close()
    return isBusy(error) ? { is: 'taken' } : { is: 'impossible' }
  }
}

/** Whether another process holds the lock of a file; nothing is made or changed. */
export function isFileLocked(file: string): boolean {
  let database: Database | null = null
  try {
    database = openToRead(file, 0)
    database.all('SELECT 1 FROM sqlite_schema')
    return false
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return isBusy(error)
  } finally {
    database?.close()
  }
}

function isBusy({ code }: DatabaseError): boolean {
  return code.startsWith('SQLITE_BUSY')
}

function letGo(database: Database): void {
  // Closing alone keeps the file locked for as long as a statement is held in memory.
  database.run('ROLLBACK')
  database.close()
}
