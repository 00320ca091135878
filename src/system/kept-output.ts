/** What is kept of an output: its first and its last bytes, the last ones in memory and, where these are many, on the disk. */

import { openDiskRing, type DiskRing } from './disk-ring.ts'
import { headBytes, newTailBuffer, seam } from './tail-buffer.ts'

/** Bytes that come in pieces, so that nobody has to hold them all. */
export interface Pieces {
  pieces(): Iterable<Uint8Array>
}

/** Keeps bytes, or pieces of them, and gives the name they are found by. */
export type Keep = (content: Uint8Array | Pieces) => Promise<string>

export interface KeptOutput {
  add(chunk: Uint8Array): void
  /** How many bytes between the first and the last ones are lost. */
  dropped(): number
  /** The first and the last bytes as far as memory holds them. */
  inMemory(): Uint8Array
  /** All that is kept, where that is more. Whoever reads it closes it. */
  whole(): (Pieces & { close(): void }) | null
  /** Lets go of the file, if there is one. */
  close(): void
}

/**
 * Keeps an output.
 * @param capacity how many of the last bytes are kept; the first 4 KiB come on top
 * @param memory how many of them at most are held in memory
 * @param file where the others lie; null holds all in memory. Where it cannot be written, the rest is lost, and counted as that
 */
export function newKeptOutput(capacity: number, memory: number, file: string | null): KeptOutput {
  const tail = newTailBuffer(file === null ? capacity : Math.min(capacity, memory))
  let disk: DiskRing | null = null
  let mayOpen = file !== null && memory < capacity
  let total = 0
  let head: Uint8Array = new Uint8Array()

  const close = (): void => {
    disk?.close()
    disk = null
  }
  /** What came before lies in memory, whole and in order, when the file is opened. */
  const toDisk = (chunk: Uint8Array): void => {
    try {
      if (disk === null && mayOpen && file !== null && total + chunk.length > memory) {
        disk = openDiskRing(file, capacity)
        disk.add(tail.kept())
      }
      disk?.add(chunk)
    } catch {
      mayOpen = false
      close()
    }
  }

  return {
    add(chunk) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      toDisk(chunk)
      tail.add(chunk)
      total += chunk.length
    },
    dropped: () => (disk === null ? tail.dropped() : Math.max(0, total - capacity - headBytes)),
    inMemory: () => tail.kept(),
    whole() {
      const ring = disk
      if (ring === null) return null
      const lost = Math.max(0, total - capacity - headBytes)
      return {
        *pieces() {
          yield head.subarray(0, Math.max(0, total - capacity))
          if (lost > 0) yield Buffer.from(seam(lost))
          yield* ring.pieces()
        },
        close,
      }
    },
    close,
  }
}

/**
 * Keeps the output of a program that has ended, and lets go of its file.
 * @param last what is said at its end
 * @returns its name; null where there is nothing
 */
export async function keepOutput(
  keep: Keep,
  { output, whole }: { readonly output: Uint8Array; readonly whole: (Pieces & { close(): void }) | null },
  last = '',
): Promise<string | null> {
  try {
    if (output.length === 0 && last === '') return null
    if (whole === null) return await keep(last === '' ? output : Buffer.concat([output, Buffer.from(last)]))
    return await keep({
      *pieces() {
        yield* whole.pieces()
        yield Buffer.from(last)
      },
    })
  } finally {
    whole?.close()
  }
}
