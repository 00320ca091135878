/** The ways to a server: its program, or one or two kinds of HTTP. */

import { scrubbedEnvironment } from '../../system/environment.ts'
import { isOwnVariable } from '../../system/own-variables.ts'
import type { ProcessResult } from '../../system/process.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { ReadyTransport } from './fill-in.ts'
import type { Connection, Sdk } from './sdk.ts'
import { openWire, type Wire } from './wire.ts'

/** One way to a server, and what is known of it beside the protocol. */
export interface Way {
  readonly connection: Connection
  /** How its program has ended; null while it runs, and for a server elsewhere. */
  readonly ended: () => ProcessResult | null
  /** The last of what its program wrote to its standard error; empty for a server elsewhere. */
  readonly lastWords: () => string
  /** Where its address leads to instead; null where it does not, and for a program. */
  readonly redirect: () => string | null
  /** Ends it: settles when nothing of it is left, or soon, where somebody else has to answer. */
  readonly end: () => Promise<void>
}

export interface WaysOptions {
  readonly sdk: Sdk
  /** Where the allow-listed variables come from. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly markers: Readonly<Record<string, string>>
  readonly flooded: () => void
}

/** More than any list of tools. */
const mostBytes = 16 * 1024 * 1024
/** How long leave is taken of a server elsewhere. */
const farewellMs = 1_000

let started = 0

/** The ways in the order in which they are tried; the next only where the one before is not known there. */
export function waysTo(transport: ReadyTransport, options: WaysOptions): readonly (() => Way)[] {
  if (transport.is === 'stdio') return [() => programWay(transport, options)]
  const ways = transport.is === 'either' ? (['http', 'sse'] as const) : [transport.is]
  return ways.map((is) => () => addressWay({ ...transport, is }, options))
}

function programWay(
  { argv, cwd, env }: Extract<ReadyTransport, { is: 'stdio' }>,
  { sdk, environment, markers, flooded }: WaysOptions,
): Way {
  let wire: Wire | null = null
  let ended: ProcessResult | null = null
  // Nobody makes a server look like one of our attempts.
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnVariable(name)))
  const connection = sdk.connectLines({
    open(listener) {
      wire = openWire(
        {
          argv,
          cwd,
          env: scrubbedEnvironment({ from: environment, set: own }),
          markers: { ...markers, MILLWRIGHT_MCP: `${process.pid}.${(started += 1)}` },
        },
        {
          line: (text) => listener.line(text),
          flooded,
          closed(result) {
            ended = result
            listener.closed()
          },
        },
      )
      return wire
    },
  })
  return {
    connection,
    ended: () => ended,
    lastWords: () => wire?.lastWords() ?? '',
    redirect: () => null,
    end: async () => wire?.end(),
  }
}

function addressWay(
  transport: { readonly is: 'http' | 'sse'; readonly url: string; readonly headers: Readonly<Record<string, string>> },
  { sdk, flooded }: WaysOptions,
): Way {
  const { fetch, redirect } = boundedFetch(mostBytes, flooded)
  const connection = sdk.connectAddress({ ...transport, url: new URL(transport.url), fetch })
  return { connection, ended: () => null, lastWords: () => '', redirect, end: () => takeLeave(connection) }
}

async function takeLeave(connection: Connection): Promise<void> {
  await within(farewellMs, connection.takeLeave())
  // What it has not answered by then is cut off.
  await within(farewellMs, connection.close())
}

/** Waits for a work, whatever comes of it, and no longer than so many milliseconds. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}

/** Why an address with its headers cannot be asked at all; null where it can. */
export function addressFault({
  url,
  headers,
}: Pick<Exclude<ReadyTransport, { is: 'stdio' }>, 'url' | 'headers'>): string | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'its url is no address of HTTP'
  const { username, password } = new URL(url)
  // `fetch` takes no such address; a header says the same.
  if (username !== '' || password !== '') return 'its url holds a user or a password; a header has to tell them'
  const wrong = Object.entries(headers).find(([name, value]) => !isHeader(name, value))
  return wrong === undefined ? null : `its header ${wrong[0]} cannot be sent`
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]) instanceof Headers
  } catch {
    return false
  }
}
