/**
 * Bytes named by their content: agent output, prompts, diffs, plan bytes; written once and never changed. Small ones lie
 * in the journal's database and are written with the events that name them, which costs nothing; larger ones are files.
 */

import { sha256 } from '../../system/digest.ts'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { FileFailure } from '../../system/file-failure.ts'
import { DatabaseError, type Database } from '../../system/database.ts'
import { makeFolder, placeFile, readFile, writeFileAtomic, writePieces } from '../../system/files.ts'
import type { Pieces } from '../../system/kept-output.ts'

/** Larger than anything that is kept (agent output is at most 64 MiB, RELIABILITY 6). */
const blobLimit = 256 * 1024 * 1024

/** SQLite reads and writes what is as small as this quicker than the file system does (sqlite.org/fasterthanfs.html). */
const smallLimit = 16 * 1024

export type BlobPut =
  { readonly is: 'stored'; readonly hash: string } | { readonly is: 'failed'; readonly failure: FileFailure }

export type BlobGet =
  | { readonly is: 'found'; readonly bytes: Uint8Array }
  /** `missing`: no such file. `damaged`: its content does not fit its name, or the database that holds it is damaged. */
  | { readonly is: 'missing' }
  | { readonly is: 'damaged' }
  | { readonly is: 'failed'; readonly failure: FileFailure }

export interface Blobs {
  /**
   * Keeps bytes, or text as UTF-8. A large one is safely on the disk then; a small one is with the next append.
   * @returns their SHA-256 (hex)
   */
  put(content: Uint8Array | string | Pieces): BlobPut
  /** Reads and verifies. */
  get(hash: string): BlobGet
  /** @returns where the bytes of a large one lie, for a program that is to read them itself */
  path(hash: string): string
  /** Writes the small ones that wait, within a transaction. @returns called when that is committed. @throws DatabaseError */
  flush(): () => void
}

/** The table of small ones. */
export const blobTable = 'CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL)'

const selectBlob = 'SELECT bytes FROM blobs WHERE hash = ?'
const insertBlob =
  'INSERT INTO blobs VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes'

/**
 * Opens the blobs of a journal; makes nothing before the first `put`.
 * @param dir the journal's folder; large blobs lie in `blobs/ab/cdef…` below it
 * @param small the database where small ones lie, or null as long as it has no table for them
 */
export function openBlobs(dir: string, small: () => Database | null = () => null): Blobs {
  const place = (hash: string): string => path.join(dir, 'blobs', hash.slice(0, 2), hash.slice(2))
  const waiting = new Map<string, Uint8Array>()

  function get(hash: string): BlobGet {
    // A name from elsewhere must not lead out of the folder.
    if (!isHash(hash)) return { is: 'missing' }
    let kept: Uint8Array | undefined
    try {
      kept = waiting.get(hash) ?? small()?.bytes(selectBlob, hash)
    } catch (error) {
      if (error instanceof DatabaseError) return { is: 'damaged' }
      throw error
    }
    if (kept) return sha256(kept) === hash ? { is: 'found', bytes: kept } : { is: 'damaged' }
    const read = readFile(place(hash), blobLimit)
    if (read.is === 'failed') return read.failure.code === 'ENOENT' ? { is: 'missing' } : read
    return sha256(read.bytes) === hash ? { is: 'found', bytes: read.bytes } : { is: 'damaged' }
  }

  /** They are named once all of them are written. */
  function putPieces(content: Pieces): BlobPut {
    const folder = path.join(dir, 'blobs')
    const made = makeFolder(folder)
    if (made.is === 'failed') return made
    const written = writePieces(folder, content.pieces())
    if (written.is === 'failed') return written
    const { file, hash } = written
    if (get(hash).is === 'found') {
      rmSync(file, { force: true })
      return { is: 'stored', hash }
    }
    const own = makeFolder(path.dirname(place(hash)))
    const placed = own.is === 'failed' ? own : placeFile(file, place(hash))
    return placed.is === 'failed' ? placed : { is: 'stored', hash }
  }

  return {
    get,
    path: place,
    put(content) {
      if (typeof content !== 'string' && !(content instanceof Uint8Array)) return putPieces(content)
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      const hash = sha256(bytes)
      if (small() !== null && bytes.length <= smallLimit) {
        waiting.set(hash, bytes)
        return { is: 'stored', hash }
      }
      // What is there is looked at, so that keeping the same thing again repairs a damaged copy.
      if (get(hash).is === 'found') return { is: 'stored', hash }
      const made = makeFolder(path.dirname(place(hash)))
      if (made.is === 'failed') return made
      const written = writeFileAtomic(place(hash), bytes)
      return written.is === 'failed' ? written : { is: 'stored', hash }
    },
    flush() {
      const written = [...waiting]
      for (const [hash, bytes] of written) small()?.run(insertBlob, hash, bytes)
      return () => {
        for (const [hash] of written) waiting.delete(hash)
      }
    },
  }
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
