/** Verifies one configured MCP server: started or reached, introduced, asked for its tools, and ended in every case. */

import { setMaxListeners } from 'node:events'
import { safeLine } from '../../plan/safe-text.ts'
import type { McpOutcome } from '../../run/mcp-outcome.ts'
import { monotonic, timerMs } from '../../system/clock.ts'
import { finderOf, hideIn } from '../../system/hide.ts'
import { shownAddress } from './bounded-fetch.ts'
import { fillIn, type FillingIn, type ReadyTransport } from './fill-in.ts'
import { availableOutcome, failedOutcome, unavailable, type Around, type Cause } from './outcome-words.ts'
import type { Failure, Introduced } from './sdk.ts'
import type { McpServer } from './server.ts'
import { addressFault, waysTo, type Way } from './ways.ts'

export interface VerifyServerOptions extends FillingIn {
  readonly version: string
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly markers: Readonly<Record<string, string>>
}

const longestWord = 300

/**
 * @returns its outcome, when nothing of it is left; never rejects for what a server does
 */
export async function verifyServer(server: McpServer, options: VerifyServerOptions): Promise<McpOutcome> {
  const filled = fillIn(server, options)
  if (filled.is === 'not-usable') return unavailable(server, 'not-usable', filled.reason)
  const { transport } = filled
  const fault = transport.is === 'stdio' ? null : addressFault(transport)
  if (fault !== null) return unavailable(server, 'not-usable', fault)
  const since = monotonic()
  const finder = finderOf(filled.secrets)
  const patience = newPatience(options)
  const around = (way: Way): Around => ({
    server,
    shown: (text) => shortened(safeLine(hideIn(text, finder))),
    heard: way.connection.heard,
    unset: filled.unset,
    durationMs: Math.round(monotonic() - since),
  })
  try {
    return await tryWays(transport, { ...options, patience, around })
  } finally {
    patience.end()
  }
}

interface Trying extends VerifyServerOptions {
  readonly patience: Patience
  readonly around: (way: Way) => Around
}

async function tryWays(transport: ReadyTransport, trying: Trying): Promise<McpOutcome> {
  const { patience, around, limitMs, environment, markers, version } = trying
  const { sdk } = await import('./sdk.ts')
  const ways = waysTo(transport, { sdk, environment, markers, flooded: () => patience.lose('flooded') })
  for (const [at, open] of ways.entries()) {
    const way = open()
    const answer = await patience.hold(() => way.connection.introduce({ version, signal: patience.signal, limitMs }))
    // What comes to pass while it is ended is no reason of anything.
    const known = { cause: patience.cause(), ended: way.ended() }
    await way.end()
    if ('value' in answer) return availableOutcome(answer.value, around(way))
    const failure = sdk.failureOf(answer.error)
    if (at + 1 < ways.length && known.cause === null && isUnknownWay(failure)) continue
    const address = transport.is === 'stdio' ? '' : shownAddress(transport.url)
    const said = { lastWords: way.lastWords(), redirect: way.redirect(), address }
    return failedOutcome({ failure, ...known, limitMs, ...said }, around(way))
  }
  throw new Error('internal: a server without a way to it')
}

/** What an older server answers to the newer way. Source: Model Context Protocol, Transports, Backwards Compatibility. */
function isUnknownWay(failure: Failure): boolean {
  return (
    failure.is === 'status' &&
    failure.status >= 400 &&
    failure.status < 500 &&
    failure.status !== 401 &&
    failure.status !== 403
  )
}

function shortened(text: string): string {
  return text.length <= longestWord ? text : `${text.slice(0, longestWord)}…`
}

/** For how long an answer is waited for, and why no longer; the first cause counts. */
interface Patience {
  readonly signal: AbortSignal
  readonly cause: () => Cause | null
  readonly lose: (cause: Cause) => void
  /** The result of a work, or why there is none; no later than patience is lost. */
  readonly hold: (
    work: () => Promise<Introduced>,
  ) => Promise<{ readonly value: Introduced } | { readonly error: unknown }>
  readonly end: () => void
}

function newPatience({ limitMs, signal }: Pick<VerifyServerOptions, 'limitMs' | 'signal'>): Patience {
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
