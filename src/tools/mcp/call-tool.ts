/** Calls one tool of a configured MCP server: started or reached for it, and ended in every case. */

import type { McpReason } from '../../run/mcp-outcome.ts'
import { textOfFile } from '../../system/files.ts'
import { askServer } from './ask-server.ts'
import { unavailable } from './outcome-words.ts'
import type { Called } from './sdk.ts'
import type { McpServer } from './server.ts'
import { longestValue, type VerifyOptions } from './verify-servers.ts'

/** As for the verification, but for one server. */
export interface CallToolOptions extends Omit<VerifyOptions, 'most'> {
  /** So many characters of the answer are taken. Default 256 Ki. */
  readonly mostCharacters?: number
}

export type ToolAnswer =
  | {
      readonly is: 'answered'
      /** Its texts, one below the other, without secrets of the server's entry; not made safe for a terminal. */
      readonly text: string
      /** A JSON value beside the text, without secrets; null where there is none, or where it is too long or too deep. */
      readonly structured: unknown
      /** Whether it said more than was taken. */
      readonly isCut: boolean
      /** From its start to its end, in milliseconds. */
      readonly ms: number
    }
  | {
      readonly is: 'failed'
      /** `tool-failed`: the tool itself says so, in `message`. Everything else: there was no answer. */
      readonly reason: McpReason | 'tool-failed'
      /** What happened, in one line that is safe to show. */
      readonly message: string
      /** The last lines that the server wrote to its standard error, safe to show, without secrets. */
      readonly said: readonly string[]
      readonly ms: number
    }

const defaults = { limitMs: 30_000, mostCharacters: 256 * 1024 }

/**
 * Calls a tool once: no answer is no reason to ask again. Never rejects for what a server does; no process of it is left when
 * it settles.
 *
 * Source: seed 004 §2.1a, RELIABILITY S1, AGENTS-FACTS 4
 * @param server from `findMcpServers`; what the repository names is started only where `isTrusted` says so
 * @param call name of the tool, and its arguments as JSON
 */
export async function callTool(
  server: McpServer,
  call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
  options: CallToolOptions,
): Promise<ToolAnswer> {
  const { limitMs, mostCharacters } = { ...defaults, ...options }
  if (server.place.source === 'repository' && !options.isTrusted(server))
    return failed(
      unavailable(server, 'not-trusted', 'the repository names it, and nobody has trusted that; it was not started'),
    )
  const asked = await askServer(
    server,
    {
      ...options,
      limitMs,
      textOf: (file) => textOfFile(file, longestValue),
      signal: options.signal ?? new AbortController().signal,
      markers: options.markers ?? {},
    },
    (connection, of) => connection.call({ ...of, ...call }),
  )
  if (asked.is === 'unavailable') return failed(asked)
  const { value, around, withoutSecrets } = asked
  const ms = around.durationMs
  if (value.isError) return { is: 'failed', reason: 'tool-failed', message: wordsOf(value, around.shown), said: [], ms }
  const text = withoutSecrets(value.text)
  const structured = structuredOf(value, mostCharacters, withoutSecrets)
  return {
    is: 'answered',
    text: text.slice(0, mostCharacters),
    structured,
    isCut: text.length > mostCharacters || (structured === null && value.structured !== null),
    ms,
  }
}

/** The value beside the text; null where there is none, or where it is too long or too deep. */
function structuredOf({ structured }: Called, most: number, change: (text: string) => string): unknown {
  try {
    return structured === null || JSON.stringify(structured).length > most ? null : mapTexts(structured, change)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A JSON value with its texts changed, names of members too. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((it) => mapTexts(it, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [change(name), mapTexts(it, change)]))
}

function failed({
  reason,
  message,
  said,
  durationMs,
}: ReturnType<typeof unavailable>): Extract<ToolAnswer, { is: 'failed' }> {
  return { is: 'failed', reason, message, said, ms: durationMs }
}

function wordsOf({ text }: Called, shown: (text: string) => string): string {
  const words = shown(text.trim())
  return words === '' ? 'the tool failed and does not say why' : words
}
