/**
 * What lies in SQLite's log behind the last write that SQLite reads. At a frame that is damaged it ends the log without a
 * word, and with it everything that was written later.
 *
 * Source of the layout: sqlite.org/fileformat2.html#the_write_ahead_log. Only the log itself is opened here: to open and close
 * the database or its index beside SQLite frees the locks by which SQLite keeps others away (sqlite.org/howtocorrupt.html,
 * section 2.2), and the next process that came cut the index short under our feet.
 */

import { readFileSync } from 'node:fs'

/** `none`: there is no log, or an empty one. `torn`: one write was cut off, and nobody was told that it was safe. `lost`: there are later ones that were. */
export type LogEnd = 'none' | 'whole' | 'torn' | 'lost'

const logHeader = 32
const frameHeader = 24
/** SQLite's own size of a page, which ours have: where the log's header does not tell. */
const usualPage = 4096
/** Looks while somebody else writes. */
const tries = 5

/**
 * Compares the log with what SQLite takes from it. Costs reading the log, which SQLite keeps to some megabytes.
 * @param file absolute path of the database
 * @throws what the file system says
 */
export function lookAtLogEnd(file: string): LogEnd {
  let seen: Uint8Array = new Uint8Array()
  for (let left = tries; left > 0; left -= 1) {
    const log = readLog(`${file}-wal`)
    if (log === null || log.length === 0) return 'none'
    const end = endOf(log)
    // While somebody writes, what is read is of different moments: only what stays the same says something.
    if (end === 'whole' || log.equals(seen)) return end
    seen = log
  }
  return 'whole'
}

function endOf(log: Buffer): LogEnd {
  if (log.length <= logHeader) return 'whole'
  const words = log.readUInt32BE(0) & 1 ? 'big' : 'little'
  const sum = checksum(log.subarray(0, 24), [0, 0], words)
  // A log whose own header is damaged is not read at all: then its first frame says what the others belong to.
  const isHeadless = log.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1 || !isWritten(sum, log, 24)
  const named = log.readUInt32BE(8)
  const page = named >= 512 && named <= 65_536 && (named & (named - 1)) === 0 ? named : usualPage
  const frame = frameHeader + page
  const known = log.subarray(isHeadless ? logHeader + 8 : 16, isHeadless ? logHeader + 16 : 24)
  const isOurs = (at: number): boolean => log.subarray(at + 8, at + 16).equals(known)
  const isCommit = (at: number): boolean => log.readUInt32BE(at + 4) !== 0
  let taken = logHeader
  if (!isHeadless) {
    let before = sum
    for (let at = logHeader; at + frame <= log.length && isOurs(at); at += frame) {
      before = checksum(log.subarray(at, at + 8), before, words)
      before = checksum(log.subarray(at + frameHeader, at + frame), before, words)
      if (!isWritten(before, log, at + 16)) break
      if (isCommit(at)) taken = at + frame
    }
  }
  let frames = 0
  let commits = 0
  for (let at = taken; at + frameHeader <= log.length; at += frame) {
    // Frames with other salts are those of an earlier round of the log; they lie in the database already.
    if (!isOurs(at)) continue
    frames += 1
    if (isCommit(at)) commits += 1
  }
  // A second write only begins when the one before it is safe: of two that are complete the first was acknowledged.
  // The header is safe before the first one begins.
  if (commits >= (isHeadless ? 1 : 2)) return 'lost'
  return frames > 0 ? 'torn' : 'whole'
}

type Sum = readonly [number, number]

/** SQLite's checksum of the log, which goes on from that of the bytes before. */
function checksum(bytes: Buffer, [first, second]: Sum, words: 'big' | 'little'): Sum {
  let [one, other] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + (words === 'big' ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + other) >>> 0
    other = (other + (words === 'big' ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0
  }
  return [one, other]
}

function isWritten([one, other]: Sum, log: Buffer, at: number): boolean {
  return one === log.readUInt32BE(at) && other === log.readUInt32BE(at + 4)
}

/** @returns null where there is none */
function readLog(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
