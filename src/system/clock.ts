/** The clock: what time it is for people, and how long something took. */

/** @returns the present time in whole milliseconds since 1970 (UTC); it may jump when somebody sets the clock */
export function now(): number {
  return Date.now()
}

/** @returns milliseconds since some fixed moment; it never goes back and no clock setting changes it (RELIABILITY P14) */
export function monotonic(): number {
  return performance.now()
}

/** The longest time a timer of Node can wait; a longer one would fire at once. */
const longestTimer = 2_147_483_647

/**
 * Waits without holding the process up.
 * @param ms milliseconds; what a timer cannot hold is shortened to what it can
 */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timerMs(ms)))
}

/** @returns `ms` as a timer can hold it: at least 0, at most about 24.8 days */
export function timerMs(ms: number): number {
  return Math.max(0, Math.min(ms, longestTimer))
}

/** Timers as a loop needs them; each gives what takes it back. */
export interface Timers {
  after(ms: number, work: () => void): () => void
  every(ms: number, work: () => void): () => void
}

/** The timers of this process. */
export const realTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, timerMs(ms))
    return () => clearTimeout(timer)
  },
  every(ms, work) {
    const timer = setInterval(work, timerMs(ms))
    return () => clearInterval(timer)
  },
}
