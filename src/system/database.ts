/** The one door to SQLite: five methods over `libsql`, which is loaded when the first journal is opened. */

import { pathToFileURL } from 'node:url'
import { loadLibsql } from './load-libsql.ts'

export type SqlValue = string | number | null | Uint8Array

export interface Database {
  /** Executes one statement. @returns how many rows it changed */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** @returns the first row, or undefined; columns are named by `textColumn` and `numberColumn` */
  get(sql: string, ...values: readonly SqlValue[]): unknown
  all(sql: string, ...values: readonly SqlValue[]): unknown[]
  /** @returns the one column of the first row as the bytes it holds, or undefined */
  bytes(sql: string, ...values: readonly SqlValue[]): Uint8Array | undefined
  /**
   * No statement works afterwards. `libsql` only lets go of the files when its statements have been collected as garbage, so
   * that until then no other descriptor of them may be opened and closed in this process: that would free SQLite's locks.
   */
  close(): void
}

/** Code of a library that does not load: it is made for each system, and was not installed for this one. */
export const notLoaded = 'NOT_LOADED'

/** What SQLite refused, by its own code (`SQLITE_FULL`), or `notLoaded`; caught where a result is made of it. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

interface Statement {
  run(...values: readonly SqlValue[]): { changes: number }
  all(...values: readonly SqlValue[]): unknown[]
}

interface Native {
  prepare(sql: string): Statement
  exec(sql: string): void
  close(): void
}

type NativeConstructor = new (path: string, options: { timeout: number }) => Native

/** By which every write begins. */
const begin = 'BEGIN IMMEDIATE'

/**
 * Opens a database file only to read it: nothing of it and of the log beside it is changed, not even as it is closed.
 * @throws DatabaseError, also where there is none
 */
export function openToRead(file: string, busyMs: number): Database {
  return openDatabase(`${pathToFileURL(file).href}?mode=ro`, busyMs)
}

/**
 * Opens a database file as one that is only read, until the first `BEGIN IMMEDIATE`. Whoever opens a database to write takes
 * what lies in the log beside it into the database as the last one closes it, and so changes both by a mere look.
 * @throws DatabaseError, also where there is none
 */
export function openToLook(file: string, busyMs: number): Database {
  let database = openToRead(file, busyMs)
  let isToRead = true
  const settings: string[] = []
  const forWriting = (): void => {
    const opened = openDatabase(file, busyMs)
    for (const sql of settings) opened.all(sql)
    database.close()
    database = opened
    isToRead = false
  }
  return {
    run(sql, ...values) {
      if (isToRead && sql === begin) forWriting()
      return database.run(sql, ...values)
    },
    get: (sql, ...values) => database.get(sql, ...values),
    all(sql, ...values) {
      if (isToRead && sql.startsWith('PRAGMA') && sql.includes('=')) settings.push(sql)
      return database.all(sql, ...values)
    },
    bytes: (sql, ...values) => database.bytes(sql, ...values),
    close: () => database.close(),
  }
}

/**
 * Opens a database file; makes an empty one where there is none.
 * @param busyMs how long a statement waits for another process to finish writing
 * @throws DatabaseError
 */
export function openDatabase(file: string, busyMs: number): Database {
  const Native = load()
  const native = attempt(() => new Native(file, { timeout: busyMs }))
  const prepared = new Map<string, Statement>()
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = native.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    run: (sql, ...values) => attempt(() => statement(sql).run(...values).changes),
    // Reading to the end, and not only one row, is what lets go of the snapshot.
    get: (sql, ...values) =>
      attempt(
        () =>
          statement(sql)
            .all(...values)
            .slice(0, 1)
            .map(decode)[0],
      ),
    all: (sql, ...values) =>
      attempt(() =>
        statement(sql)
          .all(...values)
          .map(decode),
      ),
    bytes(sql, ...values) {
      const [row] = attempt(() => statement(sql).all(...values))
      const [value] = Object.values((row ?? {}) as Record<string, unknown>)
      return isBytes(value) ? new Uint8Array(value) : undefined
    },
    close: () => attempt(() => native.close()),
  }
}

function load(): NativeConstructor {
  try {
    return loadLibsql() as NativeConstructor
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new DatabaseError(notLoaded, `the database library does not load: ${why}`, error)
  }
}

/**
 * Runs `work` between BEGIN IMMEDIATE and COMMIT; what it throws rolls back.
 * Every write goes through here: a lone statement that meets another writer leaves `libsql` holding half a transaction.
 * @throws DatabaseError, and whatever `work` throws
 */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  database.run(begin)
  try {
    const result = work()
    database.run('COMMIT')
    return result
  } catch (error) {
    try {
      database.run('ROLLBACK')
    } catch {
      // A full disk or an I/O error has rolled back already; the first error is the one to tell.
    }
    throw error
  }
}

/**
 * Names a column so that its text comes as bytes: `libsql` ends the whole process at a text that is not UTF-8, and a
 * damaged file may hold one.
 */
export function textColumn(name: string): string {
  return `CAST(${name} AS BLOB) AS ${name}`
}

/** The same for a whole number: a damaged row may hold a text in its place. */
export function numberColumn(name: string): string {
  return `CAST(${name} AS INTEGER) AS ${name}`
}

/** Bytes into text; what is not UTF-8 is replaced, and the chain of hashes tells. */
function decode(row: unknown): unknown {
  // The row was made for us a moment ago, so it is changed in place.
  const values = row as Record<string, unknown>
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (isBytes(value)) values[name] = Buffer.from(value).toString()
  }
  return values
}

/** `libsql` gives an ArrayBuffer where better-sqlite3, whose interface it has, gives a Buffer. */
function isBytes(value: unknown): value is ArrayBuffer {
  return typeof value === 'object' && Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    const text = typeof message === 'string' ? message : String(error)
    throw new DatabaseError(sqliteCode(code, text), text, error)
  }
}

/** Of SQLite's numbers, what can go wrong without damage; `libsql` has no names for most of their finer kinds. */
const codes: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  23: 'SQLITE_AUTH',
}

/**
 * SQLite's name for what went wrong, from what `libsql` says: a name, a number in a name of its own, or a failure to open,
 * which carries no code.
 */
export function sqliteCode(code: unknown, message: string): string {
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
  const number = typeof code === 'string' ? /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1] : undefined
  // The finer kind stands above the lowest byte.
  if (number !== undefined) return codes[Number(number) & 0xff] ?? 'SQLITE_ERROR'
  return message.includes('ConnectionFailed') ? 'SQLITE_CANTOPEN' : 'SQLITE_ERROR'
}
