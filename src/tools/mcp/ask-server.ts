/** Asks one configured MCP server one thing: starts or reaches it, and ends it in every case. */

import { safeLine } from '../../plan/safe-text.ts'
import type { McpUnavailable } from '../../run/mcp-outcome.ts'
import { monotonic } from '../../system/clock.ts'
import { finderOf, hideIn } from '../../system/hide.ts'
import { shownAddress } from './bounded-fetch.ts'
import { fillIn, type FillingIn, type ReadyTransport } from './fill-in.ts'
import { failedOutcome, unavailable, type Around } from './outcome-words.ts'
import { newPatience, type Patience } from './patience.ts'
import type { Connection, Failure } from './sdk.ts'
import type { McpServer } from './server.ts'
import { addressFault, waysTo, type Way } from './ways.ts'

export interface AskServerOptions extends FillingIn {
  /** Ours, as the server is told it. */
  readonly version: string
  /** Longest time from its start to its answer, in milliseconds. */
  readonly limitMs: number
  /** Ends what is under way. */
  readonly signal: AbortSignal
  /** Variables by which all that is started is found, beside one of each start. */
  readonly markers: Readonly<Record<string, string>>
}

/** A question to a server: whatever its connection can be asked within the limits. */
export type Question<T> = (
  connection: Connection,
  of: { readonly version: string; readonly signal: AbortSignal; readonly limitMs: number },
) => Promise<T>

export type AskedServer<T> =
  | {
      readonly is: 'answered'
      readonly value: T
      readonly around: Around
      /** Takes secrets out of a text of the server's, and changes nothing else in it. */
      readonly withoutSecrets: (text: string) => string
    }
  | McpUnavailable

const longestWord = 300

/**
 * @param question asked once the way to the server is open; asked anew only where a way is not known at its address
 * @returns its answer, or why there is none, when nothing of the server is left; never rejects for what a server does
 */
export async function askServer<T>(
  server: McpServer,
  options: AskServerOptions,
  question: Question<T>,
): Promise<AskedServer<T>> {
  const filled = fillIn(server, options)
  if (filled.is === 'not-usable') return unavailable(server, 'not-usable', filled.reason)
  const { transport } = filled
  const fault = transport.is === 'stdio' ? null : addressFault(transport)
  if (fault !== null) return unavailable(server, 'not-usable', fault)
  const since = monotonic()
  const finder = finderOf(filled.secrets)
  const withoutSecrets = (text: string): string => hideIn(text, finder)
  const patience = newPatience(options)
  const around = (way: Way): Around => ({
    server,
    shown: (text) => shortened(safeLine(withoutSecrets(text))),
    heard: way.connection.heard,
    unset: filled.unset,
    durationMs: Math.round(monotonic() - since),
  })
  try {
    return await tryWays(transport, { ...options, patience, around, question, withoutSecrets })
  } finally {
    patience.end()
  }
}

interface Trying<T> extends AskServerOptions {
  readonly patience: Patience
  readonly around: (way: Way) => Around
  readonly question: Question<T>
  readonly withoutSecrets: (text: string) => string
}

async function tryWays<T>(transport: ReadyTransport, trying: Trying<T>): Promise<AskedServer<T>> {
  const { patience, around, limitMs, environment, markers, version, question, withoutSecrets } = trying
  const { sdk } = await import('./sdk.ts')
  const ways = waysTo(transport, { sdk, environment, markers, flooded: () => patience.lose('flooded') })
  for (const [at, open] of ways.entries()) {
    const way = open()
    const answer = await patience.hold(() => question(way.connection, { version, signal: patience.signal, limitMs }))
    // What comes to pass while it is ended is no reason of anything.
    const known = { cause: patience.cause(), ended: way.ended() }
    await way.end()
    if ('value' in answer) return { is: 'answered', value: answer.value, around: around(way), withoutSecrets }
    const failure = sdk.failureOf(answer.error)
    // Whoever has introduced itself has been asked: no question is put twice.
    if (at + 1 < ways.length && known.cause === null && !way.connection.isMade() && isUnknownWay(failure)) continue
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
