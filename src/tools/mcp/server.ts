/** What a configured MCP server is: as its file writes it, before any variable is filled in. */

import type { Span } from '../../plan/source.ts'

/** Programs whose files name servers; each writes variables in its own way. `project` is `.mcp.json`, which Claude Code reads. */
export type McpClient =
  'project' | 'claude-code' | 'claude-desktop' | 'cursor' | 'vscode' | 'gemini' | 'opencode' | 'codex' | 'windsurf'

/** How a server is reached. Texts are as written: `${TOKEN}` stands there as it is. */
export type McpTransport =
  | {
      readonly is: 'stdio'
      /** Program and arguments; never read by a shell. */
      readonly argv: readonly string[]
      readonly env: Readonly<Record<string, string>>
      /** Names of variables that are passed on to it from our own environment. */
      readonly passes: readonly string[]
      /** A file with more variables, as written; null where there is none. */
      readonly envFile: string | null
      /** Working folder as written; null where it says none: the project's root. */
      readonly cwd: string | null
    }
  | {
      /** `http`: streamable HTTP. `sse`: the older way. `either`: the file does not say; the newer one is tried first. */
      readonly is: 'http' | 'sse' | 'either'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      /** Headers whose values are variables of our own environment: `Authorization: Bearer ` and what `TOKEN` holds. */
      readonly headersFrom: readonly HeaderFrom[]
    }

export interface HeaderFrom {
  readonly header: string
  /** What stands before the value. */
  readonly before: string
  readonly variable: string
}

/** A file that may name servers. */
export interface McpPlace {
  readonly client: McpClient
  /** Absolute path. */
  readonly path: string
  /** As people know it: `.mcp.json`, `~/.cursor/mcp.json`. */
  readonly shown: string
  /** A repository's words need trust; a file of the user's own, outside of it, needs none. */
  readonly source: 'repository' | 'user'
  /** JSON as the standard has it; JSON with comments and trailing commas; TOML. */
  readonly format: 'json' | 'jsonc' | 'toml'
  /** Where in the file the table of servers stands. */
  readonly keys: readonly string[]
}

export interface McpServer {
  readonly name: string
  readonly place: McpPlace
  /** Its name, where it stands. */
  readonly span: Span
  /** Null where the entry cannot be used; `unusable` says why, in one line. */
  readonly transport: McpTransport | null
  readonly unusable: string | null
  /** Other files that name a server so, and are passed over. */
  readonly also: readonly McpPlace[]
}
