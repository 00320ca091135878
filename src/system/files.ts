/** Files: reading within a limit, and writing so that a reader sees the old bytes or the new ones and never a half. */

import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { renameSync, statSync, unlinkSync, writeSync } from 'node:fs'
import path from 'node:path'
import { fileFailure, type FileFailure } from './file-failure.ts'
import { randomSigns } from './identifiers.ts'
import { makeFolders } from './own-folder.ts'

export type FileRead =
  | { readonly is: 'read'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly is: 'failed'; readonly failure: FileFailure }

export type FileWritten = { readonly is: 'written' } | { readonly is: 'failed'; readonly failure: FileFailure }

/** Default permissions of a new file, before the user's mask. */
const newFileMode = 0o666

/**
 * Reads a whole file.
 * @param limit most bytes; a larger file is refused with `TOO-LARGE` and not read (RELIABILITY 6)
 * @returns the bytes, or why not: a missing file, a folder, a device and a file that grows past the limit are results
 */
export function readFile(file: string, limit: number): FileRead {
  let fd: number
  try {
    // A named pipe would block for ever without the flag.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    // A device that is not there, such as the terminal of a process that has none.
    if (isNoDevice(error)) return { is: 'failed', failure: isNoFile(file) }
    return { is: 'failed', failure: fileFailure('cannot read', file, error) }
  }
  try {
    const { mode, size } = fstatSync(fd)
    if ((mode & constants.S_IFMT) === constants.S_IFDIR) return { is: 'failed', failure: isFolder(file) }
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) return { is: 'failed', failure: isNoFile(file) }
    if (size > limit) return { is: 'failed', failure: tooLarge(file, size, limit) }
    const bytes = readAll(fd, size, limit)
    if (bytes.length > limit) return { is: 'failed', failure: tooLarge(file, bytes.length, limit) }
    return { is: 'read', bytes, mode: mode & 0o7777 }
  } catch (error) {
    return { is: 'failed', failure: fileFailure('cannot read', file, error) }
  } finally {
    closeSync(fd)
  }
}

/** More than this is no text that somebody wrote. */
const longestText = 4 * 1024 * 1024

/** The text of a file, wherever a repository may have put something else in its place; null for what is no ordinary file. */
export function textOfFile(file: string, limit = longestText): string | null {
  const read = readFile(file, limit)
  return read.is === 'read' ? Buffer.from(read.bytes).toString('utf8') : null
}

function isFolder(file: string): FileFailure {
  return { code: 'EISDIR', reason: `cannot read ${file}: it is a folder, not a file`, help: 'name a file' }
}

function isNoDevice(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENXIO' || error.code === 'ENODEV')
}

function isNoFile(file: string): FileFailure {
  return { code: 'EINVAL', reason: `cannot read ${file}: it is no ordinary file`, help: 'name an ordinary file' }
}

function tooLarge(file: string, size: number, limit: number): FileFailure {
  const reason = `cannot read ${file}: it has ${size} bytes, the limit is ${limit}`
  return { code: 'TOO-LARGE', reason, help: 'split it, or take out what does not belong there' }
}

/** Reads an open file from its beginning until the end, and one byte past the limit at most: it may grow while it is read. */
export function readAll(fd: number, size: number, limit: number): Uint8Array {
  let buffer = Buffer.allocUnsafe(Math.min(size, limit) + 1)
  let length = 0
  for (;;) {
    const count = readSync(fd, buffer, length, buffer.length - length, length)
    if (count === 0) break
    length += count
    if (length > limit) break
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit + 1))
  }
  return buffer.subarray(0, length)
}

/**
 * Writes a whole file: a temporary one in the same folder, flushed, renamed over it, the folder flushed
 * (RELIABILITY 3.6 [M]: without the first flush a power cut leaves an empty file).
 * The permissions of a file that was there are kept; through a symbolic link the file it names is replaced.
 * @param mode permissions of a new file; default as the user's mask says
 */
export function writeFileAtomic(file: string, bytes: Uint8Array | string, mode?: number): FileWritten {
  let temporary: string | null = null
  try {
    const target = resolveLink(file)
    const before = statSync(target, { throwIfNoEntry: false })
    if (before?.isDirectory() === true)
      return { is: 'failed', failure: { ...isFolder(file), reason: `cannot write ${file}: it is a folder` } }
    temporary = writeTemporary(target, bytes, mode ?? before?.mode)
    renameSync(temporary, target)
    temporary = null
    flushFolder(path.dirname(target))
    return { is: 'written' }
  } catch (error) {
    if (temporary !== null) removeQuietly(temporary)
    return { is: 'failed', failure: fileFailure('cannot write', file, error) }
  }
}

/** How many signs, of those that `randomSigns` gives, make a temporary name a new one. */
const newSigns = 8

/** What the names begin with under which a file lies beside its place while it is replaced; signs follow, and `.tmp` or `.old`. */
function temporaryBegin(target: string): string {
  return `.${path.basename(target).slice(0, 200)}.`
}

/** A new name beside a file. @param is `tmp`: what is to take its place; `old`: a second name of what stands there */
export function temporaryName(target: string, is: 'tmp' | 'old'): string {
  return path.join(path.dirname(target), `${temporaryBegin(target)}${randomSigns(newSigns)}.${is}`)
}

/** What `temporaryName` was asked for, of a name in the folder of the file; null for any other name. */
export function temporaryKind(target: string, name: string): 'tmp' | 'old' | null {
  const begin = temporaryBegin(target)
  const [, signs = '', is] = name.startsWith(begin)
    ? (/^([a-z0-9]+)\.(tmp|old)$/.exec(name.slice(begin.length)) ?? [])
    : []
  return signs.length === newSigns && (is === 'tmp' || is === 'old') ? is : null
}

/** What finds the same names: `begin` stands for itself, `end` is a pattern of an ignore file. */
export function temporaryPatterns(target: string): readonly { readonly begin: string; readonly end: string }[] {
  const begin = path.join(path.dirname(target), temporaryBegin(target))
  return ['.tmp', '.old'].map((ending) => ({ begin, end: `${'[a-z0-9]'.repeat(newSigns)}${ending}` }))
}

/**
 * Writes a flushed file under a new name beside `target`.
 * @returns its path
 * @throws what the file system says; nothing is left behind then
 */
export function writeTemporary(target: string, bytes: Uint8Array | string, mode: number | undefined): string {
  const temporary = temporaryName(target, 'tmp')
  const fd = openSync(temporary, 'wx', newFileMode)
  try {
    if (mode !== undefined) fchmodSync(fd, mode & 0o7777)
    writeAll(fd, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
    fsyncSync(fd)
  } catch (error) {
    removeQuietly(temporary)
    throw error
  } finally {
    closeSync(fd)
  }
  return temporary
}

/**
 * Writes pieces into a flushed file of a new name in a folder.
 * @returns its path and the SHA-256 (hex) of all that is in it; nothing is left behind where it fails
 */
export function writePieces(
  folder: string,
  pieces: Iterable<Uint8Array>,
):
  | { readonly is: 'written'; readonly file: string; readonly hash: string }
  | { readonly is: 'failed'; readonly failure: FileFailure } {
  const file = path.join(folder, `.${randomSigns(12)}.tmp`)
  const sum = createHash('sha256')
  let fd: number | null = null
  try {
    fd = openSync(file, 'wx', newFileMode)
    for (const piece of pieces) {
      sum.update(piece)
      writeAll(fd, piece)
    }
    fsyncSync(fd)
    return { is: 'written', file, hash: sum.digest('hex') }
  } catch (error) {
    removeQuietly(file)
    return { is: 'failed', failure: fileFailure('cannot write', file, error) }
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

/** Gives a flushed file its lasting name in another folder of the same disk. */
export function placeFile(file: string, target: string): FileWritten {
  try {
    renameSync(file, target)
    flushFolder(path.dirname(target))
    return { is: 'written' }
  } catch (error) {
    removeQuietly(file)
    return { is: 'failed', failure: fileFailure('cannot write', target, error) }
  }
}

/**
 * Writes all bytes to an open file: the system may take only a part of what it is given.
 * @throws what the file system says, such as a full disk; a part may be written then
 */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
}

/** Makes the bytes of a file survive a power cut. @throws what the file system says */
export function flushFile(file: string): void {
  const fd = openSync(file, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes names in a folder survive a power cut; a system that cannot flush folders keeps going without. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw error
  } finally {
    closeSync(fd)
  }
}

/** Makes a folder and those above it. @returns whether it is there now, or why not */
export function makeFolder(folder: string): FileWritten {
  try {
    makeFolders(folder)
    return { is: 'written' }
  } catch (error) {
    return { is: 'failed', failure: fileFailure('cannot make the folder', folder, error) }
  }
}

/** The same, and its name survives a power cut. Of the folders above only those that are there already are sure to. */
export function makeLastingFolder(folder: string): FileWritten {
  const isThere = existsSync(folder)
  const made = makeFolder(folder)
  if (isThere || made.is === 'failed') return made
  try {
    flushFolder(path.dirname(folder))
    return made
  } catch (error) {
    return { is: 'failed', failure: fileFailure('cannot make the folder', folder, error) }
  }
}

/** @returns the file that a path names, behind all symbolic links; the path itself when nothing is there yet */
export function resolveLink(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return file
    throw error
  }
}

/** Removes a file of ours if it is there; a left-over temporary file harms nobody. */
export function removeQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It is gone, or the folder cannot be written any more; the cause has been reported already.
  }
}
