/** Codes of MCP servers: what a spec asks of them, and the files that configure them (RELIABILITY 7, E and F). */

import { elsewhere } from './entry.ts'

export const mcpCodes = [
  elsewhere({
    code: 'MW515',
    title: 'MCP tool is not available',
    severity: 'error',
    explanation:
      'A spec requires an MCP tool, and no server that its name may stand for is configured, or it did not start and answer. Where the spec goes on without it (`halt_if_required_missing = false`), and for a recommended tool, this is a warning. An install command of the spec is shown and never run.',
  }),
  elsewhere({
    code: 'MW640',
    title: 'unusable entry of an MCP server',
    severity: 'warning',
    explanation:
      'A file in which a client keeps its MCP servers (`.mcp.json`, `.cursor/mcp.json`, `~/.codex/config.toml` and others) cannot be read, or an entry in it has no command and no address, or a value of the wrong type. The other entries are used.',
  }),
] as const
