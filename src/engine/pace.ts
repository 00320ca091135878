/** How often a plan is written while a run is at work. */

import { monotonic } from '../system/clock.ts'

/**
 * A large plan is not written anew for each mark: the next projection comes many times as long after the last one as that
 * took, and takes all marks that have come meanwhile. They are in the journal already, so that a crash loses none.
 */
export interface Pace {
  /** Settles when the next projection is due, or nobody waits any more. */
  isDue(): Promise<void>
  /** Does a projection and notes how long it took. */
  timed<Result>(work: () => Promise<Result>): Promise<Result>
  /** Nobody waits any more. */
  hurry(): void
}

const longestPauseMs = 1_000

/** A pace at which the first projection is due at once. */
export function newPace(): Pace {
  let dueAt = 0
  const waiting = new Set<() => void>()
  return {
    async isDue() {
      const ms = dueAt - monotonic()
      if (ms <= 0) return
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
      })
    },
    async timed(work) {
      const since = monotonic()
      try {
        return await work()
      } finally {
        const now = monotonic()
        dueAt = now + Math.min(longestPauseMs, (now - since) * 15)
      }
    },
    hurry() {
      dueAt = 0
      for (const end of [...waiting]) end()
    },
  }
}
