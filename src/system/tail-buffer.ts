/** Keeps the first and the last bytes of an output that may be endless, and counts all of them. */

/** How much of the beginning is kept for ever. */
export const headBytes = 4096

export interface TailBuffer {
  add(chunk: Uint8Array): void
  /** How many bytes between the first and the last ones are lost. */
  dropped(): number
  /** The first and the last bytes; where some between them are lost, a line that says how many stands in their place. */
  kept(): Uint8Array
}

/**
 * Makes an empty buffer that grows with what it is given up to a bound, and then overwrites its oldest bytes.
 * @param capacity how many of the last bytes are kept; the first 4 KiB come on top
 */
export function newTailBuffer(capacity: number): TailBuffer {
  let ring = new Uint8Array(Math.min(capacity, 4096))
  const head = new Uint8Array(headBytes)
  let total = 0

  function grow(needed: number): void {
    // Only ever called while nothing has been overwritten, so that the bytes lie in order.
    const bigger = new Uint8Array(Math.min(capacity, Math.max(needed, ring.length * 2)))
    bigger.set(ring.subarray(0, total))
    ring = bigger
  }

  function dropped(): number {
    return Math.max(0, total - ring.length - headBytes)
  }

  return {
    add(chunk) {
      if (total < headBytes) head.set(chunk.subarray(0, headBytes - total), total)
      if (ring.length < capacity && total + chunk.length > ring.length) grow(total + chunk.length)
      const kept = chunk.subarray(Math.max(0, chunk.length - ring.length))
      if (ring.length > 0) {
        const start = (total + chunk.length - kept.length) % ring.length
        const first = kept.subarray(0, ring.length - start)
        ring.set(first, start)
        ring.set(kept.subarray(first.length), 0)
      }
      total += chunk.length
    },
    dropped,
    kept() {
      if (total <= ring.length) return ring.slice(0, total)
      const lost = dropped()
      const between = Buffer.from(lost === 0 ? '' : seam(lost))
      const before = Buffer.concat([head.subarray(0, total - ring.length), between])
      const oldest = ring.length === 0 ? 0 : total % ring.length
      const bytes = new Uint8Array(before.length + ring.length)
      bytes.set(before, 0)
      bytes.set(ring.subarray(oldest), before.length)
      bytes.set(ring.subarray(0, oldest), before.length + ring.length - oldest)
      return bytes
    },
  }
}

/** The line that stands where bytes are lost. */
export function seam(lost: number): string {
  return `\n[${lost} bytes of output were dropped here]\n`
}
