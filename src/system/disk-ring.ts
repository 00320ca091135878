/** The last bytes of an output that may be endless, in a file of a fixed size: memory need not hold them. */

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeFolders } from './own-folder.ts'

export interface DiskRing {
  /** @throws what the file system says */
  add(chunk: Uint8Array): void
  /** The last bytes in their order, a piece after the other. @throws what the file system says */
  pieces(): Iterable<Uint8Array>
  close(): void
}

const pieceBytes = 1024 * 1024

/**
 * Opens a ring. The name of its file is taken away at once, so that nothing is left of it after a death.
 * @param capacity how many of the last bytes are kept
 * @throws what the file system says
 */
export function openDiskRing(file: string, capacity: number): DiskRing {
  makeFolders(path.dirname(file))
  const fd = openSync(file, 'w+', 0o600)
  const unname = (): void => {
    try {
      rmSync(file, { force: true })
    } catch {
      // A system that keeps the name of an open file takes it away after the close.
    }
  }
  unname()
  let total = 0

  const write = (bytes: Uint8Array, at: number): void => {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
  }
  function* read(from: number, to: number): Iterable<Uint8Array> {
    for (let at = from; at < to;) {
      const piece = new Uint8Array(Math.min(pieceBytes, to - at))
      const count = readSync(fd, piece, 0, piece.length, at)
      if (count === 0) return
      yield piece.subarray(0, count)
      at += count
    }
  }

  return {
    add(chunk) {
      const kept = chunk.subarray(Math.max(0, chunk.length - capacity))
      const at = (total + chunk.length - kept.length) % capacity
      const first = kept.subarray(0, capacity - at)
      write(first, at)
      write(kept.subarray(first.length), 0)
      total += chunk.length
    },
    *pieces() {
      const oldest = total <= capacity ? 0 : total % capacity
      yield* read(oldest, Math.min(total, capacity))
      yield* read(0, oldest)
    },
    close() {
      closeSync(fd)
      unname()
    },
  }
}
