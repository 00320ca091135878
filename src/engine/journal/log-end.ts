/**
 * What lies in SQLite's log behind the last write that SQLite reads. At a frame that is damaged it ends the log without a
 * word, and with it everything that was written later.
 *
 * Source of the layout: sqlite.org/fileformat2.html#the_write_ahead_log, sqlite.org/walformat.html.
 */

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { endianness } from 'node:os'
import { textColumn, type Database } from '../../system/database.ts'

/** `torn`: one write was cut off, and nobody was told that it was safe. `lost`: there are later ones that were. */
export type LogEnd = 'whole' | 'torn' | 'lost'

const logHeader = 32
const frameHeader = 24
/** The index begins with two copies of its header; while they differ somebody is writing. */
const indexHeader = 48
/** Looks while somebody else writes. */
const tries = 5

/**
 * Compares the log with what SQLite takes from it. Costs a look at the file's size where nothing is left over.
 * @param database one that has read within a transaction, so that SQLite knows its log
 * @throws DatabaseError, and what the file system says
 */
export function lookAtLogEnd(database: Database): LogEnd {
  const file = fileOf(database)
  const log = `${file}-wal`
  const index = `${file}-shm`
  for (let left = tries; left > 0; left -= 1) {
    const before = readAt(index, 0, 2 * indexHeader)
    const size = statSync(log, { throwIfNoEntry: false })?.size
    if (before === null || size === undefined || size <= logHeader) return 'whole'
    const end = endOf(log, size, before)
    const after = readAt(index, 0, 2 * indexHeader)
    // What SQLite takes from the log grows with each write: only a look within which nothing grew says something.
    if (after !== null && before.equals(after)) return end
  }
  return 'whole'
}

function endOf(log: string, size: number, index: Buffer): LogEnd {
  const header = readAt(log, 0, logHeader)
  if (header === null) return 'whole'
  const little = endianness() === 'LE'
  const taken = little ? index.readUInt32LE(16) : index.readUInt32BE(16)
  const pageSize = header.readUInt32BE(8)
  const indexSize = little ? index.readUInt16LE(14) : index.readUInt16BE(14)
  const frame = frameHeader + (indexSize === 0 ? pageSize : indexSize === 1 ? 65_536 : indexSize)
  const rest = size - logHeader - taken * frame
  if (rest <= 0 || frame > size) return 'whole'
  // A log whose own header is damaged is not read at all: then its first frame says what the others belong to.
  const isHeadless = taken === 0 && !isSound(header)
  const known = isHeadless ? readAt(log, logHeader + 8, 8) : index.subarray(32, 40)
  const first = logHeader + taken * frame
  let frames = 0
  let commits = 0
  for (let at = first; at + frameHeader <= size; at += frame) {
    const head = readAt(log, at, frameHeader)
    // Frames with other salts are those of an earlier round of the log; they lie in the database already.
    if (head === null || known === null || !head.subarray(8, 16).equals(known)) continue
    frames += 1
    if (head.readUInt32BE(4) !== 0) commits += 1
  }
  // A second write only begins when the one before it is safe: of two that are complete the first was acknowledged.
  // The header is safe before the first one begins.
  if (commits >= (isHeadless ? 1 : 2)) return 'lost'
  return frames > 0 ? 'torn' : 'whole'
}

/** Whether the log's header says what it is and fits its checksum. */
function isSound(header: Buffer): boolean {
  const magic = header.readUInt32BE(0)
  if (magic >>> 1 !== 0x377f0682 >>> 1) return false
  const word = (at: number): number => ((magic & 1) === 1 ? header.readUInt32BE(at) : header.readUInt32LE(at))
  let [one, other] = [0, 0]
  for (let at = 0; at < 24; at += 8) {
    one = (one + word(at) + other) >>> 0
    other = (other + word(at + 4) + one) >>> 0
  }
  return one === header.readUInt32BE(24) && other === header.readUInt32BE(28)
}

function fileOf(database: Database): string {
  const sql = `SELECT ${textColumn('file')} FROM pragma_database_list WHERE name = 'main'`
  return (database.get(sql) as { file: string } | undefined)?.file ?? ''
}

/** @returns the bytes there, or null where the file is missing or ends before */
function readAt(file: string, offset: number, length: number): Buffer | null {
  let fd: number | null = null
  try {
    fd = openSync(file, 'r')
    const bytes = Buffer.alloc(length)
    return readSync(fd, bytes, 0, length, offset) === length ? bytes : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
