/**
 * A journal in a folder that may not be written is read from a copy: SQLite writes beside each database that it reads. Nowhere
 * else: copying closes a descriptor of the database, and with it go the locks that SQLite holds on it in this process.
 */

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase, type Database } from '../../system/database.ts'

/** Its own file and what was not put into it yet. */
const endings = ['', '-wal'] as const
/** How often a copy is tried while somebody else, who may write, is at it. */
const tries = 5

/**
 * Opens a copy of a database in a folder for passing files. It is as it was at this moment, and gone when it is closed.
 *
 * @param file absolute path of the database
 * @param busyMs as for `openDatabase`
 * @throws DatabaseError, and what the file system says
 */
export function openCopy(file: string, busyMs: number): Database {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-journal-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = path.join(folder, path.basename(file))
    for (let left = tries; left > 0; left -= 1) {
      const before = stateOf(file)
      for (const ending of endings) {
        rmSync(`${copy}${ending}`, { force: true })
        if (statSync(`${file}${ending}`, { throwIfNoEntry: false }))
          copyFileSync(`${file}${ending}`, `${copy}${ending}`)
      }
      if (stateOf(file) === before) break
    }
    const database = openDatabase(copy, busyMs)
    return {
      ...database,
      close: () => {
        database.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

function stateOf(file: string): string {
  return endings
    .map((ending) => statSync(`${file}${ending}`, { throwIfNoEntry: false }))
    .map((it) => (it === undefined ? 'none' : `${it.size} ${it.mtimeMs} ${it.ino}`))
    .join(', ')
}
