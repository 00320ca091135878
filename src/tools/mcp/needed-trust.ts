/** What a person has to trust before a configured MCP server is started or reached (RELIABILITY S1, DESIGN, Runs and policy). */

import { createHash } from 'node:crypto'
import { safeLine } from '../../plan/safe-text.ts'
import type { McpServer, McpTransport } from './server.ts'
import { takenBy } from './slots.ts'

/** A command, in the form that trust is about (`Executable` of the configuration, which this folder may not know). */
export interface McpCommand {
  readonly what: string
  readonly argv: readonly string[]
  /** As written; relative to the project's root where it is no absolute path. */
  readonly cwd: string
  /** Names of variables that it takes from the person's environment. */
  readonly env: readonly string[]
  readonly set: Readonly<Record<string, string>>
  readonly source: 'repository' | 'user'
}

/** What there is to trust beside a command: one line for people, and a hash of all that it stands for. */
export interface McpTrustPart {
  readonly text: string
  readonly hash: string
  /** What it is one content of, in the whole repository. */
  readonly slot?: string
}

export interface NeededTrust {
  readonly server: McpServer
  /**
   * The program that would be started, with its words as they are written: no value of a variable is in them. Also of a server
   * from the user's own files, whose program may be a script of the repository; null for one that is reached by its address.
   */
  readonly command: McpCommand | null
  /** Addresses and files with values, of a server that the repository names; empty for one from the user's own files. */
  readonly parts: readonly McpTrustPart[]
}

/**
 * Says what has to be trusted for each server, for `trustSubject` of the configuration: commands go in as executables, parts
 * as what there is beside them. A server from the user's own files needs no trust of its own (its command has `source: user`,
 * of which only scripts of the repository count); nor does one that cannot be used, which is never started.
 */
export function neededTrust(servers: readonly McpServer[]): readonly NeededTrust[] {
  return servers.flatMap((server) => {
    const { transport } = server
    if (transport === null) return []
    const parts = server.place.source === 'user' ? [] : partsOf(server, transport)
    return [{ server, command: transport.is === 'stdio' ? commandOf(server, transport) : null, parts }]
  })
}

function whatOf({ name, place }: McpServer): string {
  return `MCP server ${safeLine(name)} (${place.shown})`
}

function commandOf(server: McpServer, transport: Extract<McpTransport, { is: 'stdio' }>): McpCommand {
  const { argv, cwd, env } = transport
  return {
    what: whatOf(server),
    argv,
    cwd: cwd ?? '.',
    env: takenBy(server).variables,
    set: env,
    source: server.place.source,
  }
}

function partsOf(server: McpServer, transport: McpTransport): readonly McpTrustPart[] {
  const { variables, files } = takenBy(server)
  const read = files.map((file) => part(`${whatOf(server)}: takes values from the file ${safeLine(file)}`, file))
  if (transport.is === 'stdio') return read
  const { is, url, headers, headersFrom } = transport
  const names = [...Object.keys(headers), ...headersFrom.map(({ header }) => header)]
  const sent = names.length === 0 ? '' : ` with the headers ${names.map(safeLine).join(', ')}`
  const taken = variables.length === 0 ? '' : ` (takes ${variables.map(safeLine).join(', ')} from your environment)`
  const text = `${whatOf(server)}: speaks with ${safeLine(url)}${sent}${taken}`
  const spoken = part(text, is, url, JSON.stringify([Object.entries(headers).sort(), headersFrom]))
  return [{ ...spoken, slot: part(`${whatOf(server)}: speaks`).hash }, ...read]
}

function part(text: string, ...content: readonly string[]): McpTrustPart {
  return {
    text,
    hash: createHash('sha256')
      .update(JSON.stringify([text, ...content]))
      .digest('hex'),
  }
}
