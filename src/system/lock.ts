/**
 * A lock that the operating system holds: it never expires by time and is free at once when its holder dies.
 *
 * Source: RELIABILITY 3.2 [M], P5. On Linux it is a socket of the abstract name space; elsewhere a socket file. The same
 * socket is the holder's door bell: whoever connects may wake it, and is told who it is.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { monotonic, now } from './clock.ts'
import { DatabaseError, openDatabase, type Database } from './database.ts'
import { fileFailure } from './file-failure.ts'
import { isFileLocked, lockFile } from './file-lock.ts'
import { writeFileAtomic } from './files.ts'
import { askHolder, findHolder, unseenHolder, type Holder } from './lock-holder.ts'

export type { Holder } from './lock-holder.ts'

export interface Lock {
  /** When it was taken, in milliseconds since 1970. */
  readonly since: number
  /** Gives the lock back; settles when another can take it. */
  release(): Promise<void>
}

export type LockTaken =
  | { readonly held: true; readonly lock: Lock }
  | { readonly held: false; readonly holder: Holder }
  | { readonly held: 'failed'; readonly reason: string }

export interface LockOptions {
  /** What is locked, such as a journal's real path; only its hash is used. */
  readonly name: string
  /** Called when somebody rings: there is something new in the inbox. */
  readonly onWake?: () => void
  /** File into which the holder is written, so that one that cannot answer is named too; it is no part of the lock. */
  readonly note?: string
  /** File that is locked as well: it is the same one where the socket's name is not, as in another container. */
  readonly file?: string
  /** Folder of socket files, where there is no abstract name space. Default: a folder of the user's temporary files. */
  readonly folder?: string
  /** Default: `abstract` on Linux, else `file`. */
  readonly kind?: 'abstract' | 'file'
}

/** A dead holder is met at most this often in a row before somebody else must have taken its place. */
const tries = 20

/** How long one waits for others that are taking the same socket file; each needs milliseconds. */
const guardMs = 10_000

/**
 * Takes the lock if nobody holds it; never waits for the holder.
 * @returns the lock, or who holds it
 */
export async function acquireLock(options: LockOptions): Promise<LockTaken> {
  try {
    const address = lockAddress(options)
    return await (isFile(address) ? guarded(address, () => take(address, options)) : take(address, options))
  } catch (error) {
    return { held: 'failed', reason: fileFailure('cannot lock', options.name, error).reason }
  }
}

async function take(address: string, options: LockOptions): Promise<LockTaken> {
  for (let count = 0; count < tries; count += 1) {
    const taken = await listen(address, options)
    if (taken.is === 'held') return await withFile(taken.lock, options)
    if (taken.is === 'failed') return { held: 'failed', reason: taken.reason }
    const found = await findHolder({ address, note: options.note ?? null })
    if (found !== null) return { held: false, holder: found }
    // Nobody answers: the holder died between our two looks, or left its socket file behind.
    if (isFile(address)) rmSync(address, { force: true })
  }
  return { held: 'failed', reason: 'the lock changes hands too quickly' }
}

/** The socket is ours: whoever does not see it may hold the file. */
async function withFile(socket: Lock, { file, note }: LockOptions): Promise<LockTaken> {
  const taken = file === undefined ? null : lockFile(file)
  if (taken?.is === 'taken') {
    await socket.release()
    return { held: false, holder: unseenHolder(note ?? null) }
  }
  // Where a file cannot be locked, the socket alone counts: what lies in that folder is opened next, and says what is wrong.
  const lock = taken?.is === 'held' ? taken.lock : null
  if (note !== undefined) writeFileAtomic(note, `${describeUs(socket.since)}\n`)
  return {
    held: true,
    lock: {
      since: socket.since,
      async release() {
        lock?.release()
        await socket.release()
      },
    },
  }
}

/** This process, as it is told to whoever asks. */
function describeUs(since: number): string {
  return JSON.stringify({ pid: process.pid, host: os.hostname(), since })
}

/**
 * One at a time looks at a socket file and takes it: between making and listening it looks like that of a dead holder,
 * and whoever took it away then held the lock a second time. SQLite's lock of a file ends with its process as well.
 */
async function guarded(address: string, work: () => Promise<LockTaken>): Promise<LockTaken> {
  const guard = openDatabase(`${address}.guard`, 0)
  try {
    const end = monotonic() + guardMs
    while (!isOurs(guard)) {
      if (monotonic() > end) return { held: 'failed', reason: 'another process has been taking the lock for too long' }
      await setTimeout(5)
    }
    try {
      return await work()
    } finally {
      // Closing alone keeps the file locked for as long as a statement is held in memory.
      guard.run('ROLLBACK')
    }
  } finally {
    guard.close()
  }
}

function isOurs(guard: Database): boolean {
  try {
    guard.run('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}

/**
 * Rings at the holder's door, so that it looks into the inbox.
 * @returns who holds the lock, or null when nobody does or the holder does not answer within a second
 */
export function wakeHolder(options: Pick<LockOptions, 'name' | 'folder' | 'kind'>): Promise<Holder | null> {
  return askHolder(lockAddress(options), 'wake').then((answer) => (answer.is === 'answered' ? answer.holder : null))
}

/**
 * Looks who holds the lock, without waking or taking anything.
 * @returns the holder, or null when nobody does
 */
export async function lookAtLock(
  options: Pick<LockOptions, 'name' | 'folder' | 'kind' | 'note' | 'file'>,
): Promise<Holder | null> {
  const note = options.note ?? null
  const holder = await findHolder({ address: lockAddress(options), note })
  if (holder !== null || options.file === undefined || !isFileLocked(options.file)) return holder
  return unseenHolder(note)
}

function lockAddress({ name, folder, kind }: Pick<LockOptions, 'name' | 'folder' | 'kind'>): string {
  const hash = createHash('sha384').update(name).digest('hex')
  // 108 bytes, all that the system has for a name: versions of Node differ in how they fill up a shorter one, and two of
  // them would each hold a lock of their own.
  if ((kind ?? (process.platform === 'linux' ? 'abstract' : 'file')) === 'abstract') return `\0millwright-${hash}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\millwright-${hash.slice(0, 32)}`
  const place = folder ?? path.join(os.tmpdir(), `millwright-${process.getuid?.() ?? 0}`)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  // A socket's path has about 100 bytes, and temporary folders may have long names.
  return path.join(place, `${hash.slice(0, 20)}.sock`)
}

type Listening =
  | { readonly is: 'held'; readonly lock: Lock }
  | { readonly is: 'taken' }
  | { readonly is: 'failed'; readonly reason: string }

function listen(address: string, { onWake }: LockOptions): Promise<Listening> {
  const since = now()
  const self = describeUs(since)
  const guests = new Set<net.Socket>()
  const server = net.createServer((guest) => {
    guests.add(guest)
    guest.once('close', () => guests.delete(guest))
    receive(guest, self, onWake)
  })
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? { is: 'taken' } : { is: 'failed', reason: error.message })
    })
    server.listen({ path: address, exclusive: true }, () => {
      // The lock alone keeps nobody alive.
      server.unref()
      const release = (): Promise<void> =>
        new Promise((done) => {
          // First the socket file goes: whoever is shown out would else take it for one of a dead holder.
          server.close(() => done())
          for (const guest of guests) guest.destroy()
        })
      resolve({ is: 'held', lock: { since, release } })
    })
  })
}

/** Reads one short line of a guest and answers with one line; a guest that says nothing is shown out. */
function receive(guest: net.Socket, self: string, onWake: (() => void) | undefined): void {
  let line = ''
  guest.unref()
  guest.setEncoding('utf8')
  guest.setTimeout(5_000, () => guest.destroy())
  guest.on('error', () => guest.destroy())
  guest.on('data', (text: string) => {
    line += text
    if (line.length > 1024) guest.destroy()
    else if (line.includes('\n')) {
      guest.removeAllListeners('data')
      guest.end(`${self}\n`)
      if (line.startsWith('wake\n')) onWake?.()
    }
  })
}

/** Whether a socket leaves a file behind when its holder dies. */
function isFile(address: string): boolean {
  return !address.startsWith('\0') && !address.startsWith('\\\\')
}
