/** A configured server for tests, as `findMcpServers` gives it. */

import type { McpClient, McpServer, McpTransport } from '../../../src/tools/mcp/server.ts'

export function configured(
  name: string,
  transport: McpTransport,
  { client = 'claude-code', source = 'user' }: { client?: McpClient; source?: 'user' | 'repository' } = {},
): McpServer {
  const place = {
    client,
    path: '/nowhere/.mcp.json',
    shown: '.mcp.json',
    source,
    format: 'json',
    keys: ['mcpServers'],
  } as const
  return { name, place, span: { path: '.mcp.json', offset: 0, length: 0 }, transport, unusable: null, also: [] }
}

export function program(
  argv: readonly string[],
  more: Partial<Extract<McpTransport, { is: 'stdio' }>> = {},
): Extract<McpTransport, { is: 'stdio' }> {
  return { is: 'stdio', argv, env: {}, passes: [], envFile: null, cwd: null, ...more }
}

export function address(
  url: string,
  more: Partial<Exclude<McpTransport, { is: 'stdio' }>> = {},
): Exclude<McpTransport, { is: 'stdio' }> {
  return { is: 'http', url, headers: {}, headersFrom: [], ...more }
}
