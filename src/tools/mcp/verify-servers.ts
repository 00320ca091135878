/** Verifies configured MCP servers by really starting or reaching each of them, several at a time. */

import type { McpOutcome } from '../../run/mcp-outcome.ts'
import { textOfFile } from '../../system/files.ts'
import type { McpServer } from './server.ts'
import { unavailable } from './outcome-words.ts'
import { verifyServer } from './verify-server.ts'

export interface VerifyOptions {
  /** Absolute path of the project: servers run there unless they say another folder. */
  readonly root: string
  readonly home: string | null
  /** Where the allow-listed variables and those that entries name come from. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Asked for each server that the repository names: whether a person has trusted it. Nothing else of a repository is started. */
  readonly isTrusted: (server: McpServer) => boolean
  /** Ours, as servers are told it. */
  readonly version: string
  /** Longest time for each server, start to list of tools, in milliseconds. Default 30,000, as Claude Code has it. */
  readonly limitMs?: number
  /** So many at a time. Default 8. */
  readonly most?: number
  /** Ends all that is under way; what has not begun does not begin. */
  readonly signal?: AbortSignal
  /** Variables by which all that is started is found (`orphans.ts`), beside one of each start. */
  readonly markers?: Readonly<Record<string, string>>
}

const defaults = { limitMs: 30_000, most: 8 }
/** A file whose text is a value of an entry. */
export const longestValue = 256 * 1024

/**
 * Starts or reaches each server, introduces us, asks for its tools and closes it again. Never rejects for what a server does; no
 * process of a server is left when it settles.
 *
 * Source: seed 004 §1.11, REQUIREMENTS I3, RELIABILITY S1, AGENTS-FACTS 4
 * @param servers from `findMcpServers`, those that are asked for
 * @returns one outcome for each, in their order
 */
export async function verifyMcpServers(
  servers: readonly McpServer[],
  options: VerifyOptions,
): Promise<readonly McpOutcome[]> {
  const { limitMs, most } = { ...defaults, ...options }
  const outcomes: McpOutcome[] = []
  const textOf = (file: string): string | null => textOfFile(file, longestValue)
  const signal = options.signal ?? new AbortController().signal
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < servers.length; at = next++) {
      const server = servers[at]
      if (server === undefined) return
      const isForeign = server.place.source === 'repository' && !options.isTrusted(server)
      outcomes[at] = isForeign
        ? unavailable(server, 'not-trusted', 'the repository names it, and nobody has trusted that; it was not started')
        : await verifyServer(server, { ...options, markers: options.markers ?? {}, textOf, limitMs, signal })
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(most, servers.length)) }, work))
  return outcomes
}
