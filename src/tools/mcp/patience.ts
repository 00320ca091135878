/** For how long an answer of a server is waited for, and why no longer. */

import { setMaxListeners } from 'node:events'
import { timerMs } from '../../system/clock.ts'
import type { Cause } from './outcome-words.ts'

/** The first cause counts. */
export interface Patience {
  readonly signal: AbortSignal
  readonly cause: () => Cause | null
  readonly lose: (cause: Cause) => void
  /** The result of a work, or why there is none; no later than patience is lost. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | { readonly error: unknown }>
  readonly end: () => void
}

/** @param of.signal whoever asks wants to know no more */
export function newPatience({ limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal }): Patience {
  const lost = new AbortController()
  // Each page that is asked for listens to it.
  setMaxListeners(0, lost.signal)
  let cause: Cause | null = null
  const lose = (because: Cause): void => {
    cause ??= because
    lost.abort()
  }
  const stop = (): void => lose('stopped')
  const timer = setTimeout(() => lose('timed-out'), timerMs(limitMs))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    signal: lost.signal,
    cause: () => cause,
    lose,
    hold(work) {
      if (lost.signal.aborted) return Promise.resolve({ error: new Error('nobody waits for it any more') })
      const given = new Promise<{ readonly error: unknown }>((resolve) => {
        const give = (): void => resolve({ error: new Error('nobody waits for it any more') })
        lost.signal.addEventListener('abort', give, { once: true })
      })
      const done = work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      return Promise.race([done, given])
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}
