/** Verifies one configured MCP server: started or reached, introduced, asked for its tools, and ended in every case. */

import type { McpOutcome } from '../../run/mcp-outcome.ts'
import { askServer, type AskServerOptions } from './ask-server.ts'
import { availableOutcome } from './outcome-words.ts'
import type { McpServer } from './server.ts'

/**
 * @returns its outcome, when nothing of it is left; never rejects for what a server does
 */
export async function verifyServer(server: McpServer, options: AskServerOptions): Promise<McpOutcome> {
  const asked = await askServer(server, options, (connection, of) => connection.introduce(of))
  return asked.is === 'answered' ? availableOutcome(asked.value, asked.around) : asked
}
