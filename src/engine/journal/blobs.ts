/** Files named by their content: agent output, prompts, diffs, plan bytes; written once and never changed. */

import path from 'node:path'
import type { FileFailure } from '../../system/file-failure.ts'
import { makeFolder, readFile, writeFileAtomic } from '../../system/files.ts'
import { sha256 } from './hash-chain.ts'

/** Larger than anything that is kept (agent output is at most 64 MiB, RELIABILITY 6). */
const blobLimit = 256 * 1024 * 1024

export type BlobPut =
  { readonly is: 'stored'; readonly hash: string } | { readonly is: 'failed'; readonly failure: FileFailure }

export type BlobGet =
  | { readonly is: 'found'; readonly bytes: Uint8Array }
  /** `missing`: no such file. `damaged`: its content does not fit its name. */
  | { readonly is: 'missing' }
  | { readonly is: 'damaged' }
  | { readonly is: 'failed'; readonly failure: FileFailure }

export interface Blobs {
  /** Keeps bytes, or text as UTF-8. @returns their SHA-256 (hex) once they are safely on the disk */
  put(content: Uint8Array | string): BlobPut
  /** Reads and verifies. */
  get(hash: string): BlobGet
  /** @returns where the bytes lie, for a program that is to read them itself */
  path(hash: string): string
}

/**
 * Opens the blobs of a journal; makes nothing before the first `put`.
 * @param dir the journal's folder; blobs lie in `blobs/ab/cdef…` below it
 */
export function openBlobs(dir: string): Blobs {
  const place = (hash: string): string => path.join(dir, 'blobs', hash.slice(0, 2), hash.slice(2))

  function get(hash: string): BlobGet {
    // A name from elsewhere must not lead out of the folder.
    if (!isHash(hash)) return { is: 'missing' }
    const read = readFile(place(hash), blobLimit)
    if (read.is === 'failed') return read.failure.code === 'ENOENT' ? { is: 'missing' } : read
    return sha256(read.bytes) === hash ? { is: 'found', bytes: read.bytes } : { is: 'damaged' }
  }

  return {
    get,
    path: place,
    put(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      const hash = sha256(bytes)
      // What is there is looked at, so that keeping the same thing again repairs a damaged copy.
      if (get(hash).is === 'found') return { is: 'stored', hash }
      const made = makeFolder(path.dirname(place(hash)))
      if (made.is === 'failed') return made
      const written = writeFileAtomic(place(hash), bytes)
      return written.is === 'failed' ? written : { is: 'stored', hash }
    },
  }
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
