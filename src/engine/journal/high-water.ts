/**
 * How many events were once safe in a journal, noted beside it. SQLite keeps what was written last in a log of its own: where
 * somebody deletes that, or puts an older copy back, what is left is whole in itself and shorter, and nothing in it tells.
 *
 * The note is written after the events are on the disk and never flushed: after a power cut it may be behind, never ahead. Its
 * name comes before that of the database, so that who copies the folder in the order of names has the older note.
 */

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs'
import path from 'node:path'

export interface HighWater {
  /** Notes that so many events are safe. A note that cannot be written stays as it was, and is behind. */
  note(events: number): void
  close(): void
}

/** Digits of a count; the note is as long at any time, so that it is written over in one piece. */
const digits = 16
const length = 2 * digits + 2
// A link leads elsewhere, and a named pipe would block for ever.
const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK
// As the database: who may read that reads this too.
const mode = 0o644

/** @returns the path of the note within a journal's folder */
export function highWaterFile(dir: string): string {
  return path.join(dir, 'journal.count')
}

/** Opens the note for writing when the first count is noted. */
export function openHighWater(dir: string): HighWater {
  let fd: number | null = null
  return {
    note(events) {
      try {
        fd ??= openNote(highWaterFile(dir))
        const count = String(events).padStart(digits, '0')
        // Twice, so that a half of it and a flipped digit are seen.
        writeSync(fd, `${count} ${count}\n`, 0)
      } catch {
        // It only ever tells of less than there is.
      }
    },
    close() {
      if (fd !== null) closeSync(fd)
      fd = null
    },
  }
}

/** What lies in its place and is no file of ours alone is taken away first, and not written into. */
function openNote(file: string): number {
  const present = openOrdinary(file, constants.O_WRONLY)
  // A second name is somebody's copy.
  if (present?.stats.nlink === 1) {
    if (present.stats.size > length) ftruncateSync(present.fd, length)
    return present.fd
  }
  if (present !== null) closeSync(present.fd)
  removeName(file)
  return openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode)
}

/** @returns null where nothing is there, or what is no ordinary file */
function openOrdinary(file: string, flags: number): { readonly fd: number; readonly stats: Stats } | null {
  let fd: number
  try {
    fd = openSync(file, flags | careful)
  } catch {
    return null
  }
  const stats = fstatSync(fd)
  if (stats.isFile()) return { fd, stats }
  closeSync(fd)
  return null
}

function removeName(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It was not there, or making it says why it cannot be.
  }
}

/** @returns how many events there were at least; 0 where no note is there or it cannot be read */
export function readHighWater(dir: string): number {
  const note = openOrdinary(highWaterFile(dir), constants.O_RDONLY)
  if (note === null) return 0
  try {
    const bytes = Buffer.alloc(length + 1)
    const text = bytes.toString('latin1', 0, readSync(note.fd, bytes, 0, bytes.length, 0))
    const [, count, again] = /^(\d{16}) (\d{16})\n$/.exec(text) ?? []
    const events = Number(count)
    return count === again && Number.isSafeInteger(events) ? events : 0
  } catch {
    return 0
  } finally {
    closeSync(note.fd)
  }
}
