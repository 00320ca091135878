/** Keeps the first and the last bytes of an output that may be endless, and counts all of them. */

/** How much of the beginning is kept for ever. */
const headBytes = 4096

export interface TailBuffer {
  add(chunk: Uint8Array): void
  /** All bytes seen. */
  total(): number
  /** The first 4 KiB at most. */
  head(): Uint8Array
  /** The last bytes, as many as are kept. */
  tail(): Uint8Array
}

/**
 * Makes an empty buffer that grows with what it is given up to a bound, and then overwrites its oldest bytes.
 * @param capacity most bytes that `tail` gives back
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
    total: () => total,
    head: () => head.slice(0, Math.min(total, headBytes)),
    tail() {
      if (total <= ring.length) return ring.slice(0, total)
      const oldest = total % ring.length
      const bytes = new Uint8Array(ring.length)
      bytes.set(ring.subarray(oldest), 0)
      bytes.set(ring.subarray(0, oldest), ring.length - oldest)
      return bytes
    },
  }
}
