/** What came of starting a configured MCP server, introducing ourselves and asking it for its tools. Plain data. */

export type McpOutcome = McpAvailable | McpUnavailable

/** It was started or reached, has answered, and was closed again. */
export interface McpAvailable {
  readonly is: 'available'
  /** As it is called where it is configured. */
  readonly server: string
  /** The file that names it, as people know it: `.mcp.json`, `~/.claude.json`. */
  readonly file: string
  /** What it calls itself; text of the server, made safe. */
  readonly title: string
  readonly version: string
  /** Version of the protocol that both agreed on, such as `2025-11-25`. */
  readonly protocol: string
  /** Names of its tools in its own order, made safe. */
  readonly tools: readonly string[]
  /** What was odd about it, a line each. */
  readonly remarks: readonly string[]
  readonly durationMs: number
}

export interface McpUnavailable {
  readonly is: 'unavailable'
  readonly server: string
  readonly file: string
  readonly reason: McpReason
  /** What happened and what it was about, in one line. */
  readonly message: string
  /** The last lines that it wrote to its standard error, made safe, without secrets; none of a server elsewhere. */
  readonly said: readonly string[]
  readonly durationMs: number
}

/** Why a server is not available. */
export type McpReason =
  /** Its entry cannot be used: it is switched off, asks for what only its client knows, names a variable that is not set. */
  | 'not-usable'
  /** The repository names it, and nobody has trusted that. */
  | 'not-trusted'
  /** Its program is not there or could not be started. */
  | 'not-started'
  /** It ended before it had answered. */
  | 'exited'
  /** It wrote what is no message, and no answer. */
  | 'garbage'
  /** It wrote without end. */
  | 'flooded'
  /** It did not answer in time. */
  | 'timed-out'
  /** It speaks a version of the protocol that we do not. */
  | 'protocol-version'
  /** It has answered with an error, or with what is no answer. */
  | 'refused'
  /** Nobody is there at its address. */
  | 'unreachable'
  /** Its address leads to another place. */
  | 'redirected'
  /** It asks who we are (HTTP 401, 403). */
  | 'unauthorized'
  /** It answered with another HTTP status than a server of the protocol does. */
  | 'http-status'
  /** Whoever asked wants to know no more. */
  | 'stopped'
