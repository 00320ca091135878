import { expect, test } from 'vitest'
import { matchServers, withoutDecoration } from '../../src/run/mcp-names.ts'

test.each([
  ['postgres', ['server-postgres', 'Postgres', 'postgres'], 'exact', ['postgres']],
  ['GitHub', ['mcp-github', 'github'], 'case', ['github']],
  ['postgres', ['server-postgres'], 'decoration', ['server-postgres']],
  ['postgres', ['mcp-postgres', 'other', 'postgres-mcp'], 'decoration', ['mcp-postgres', 'postgres-mcp']],
  ['postgres', ['@modelcontextprotocol/server-postgres'], 'decoration', ['@modelcontextprotocol/server-postgres']],
  ['@modelcontextprotocol/server-github', ['github'], 'decoration', ['github']],
  ['playwright', ['@playwright/mcp'], 'decoration', ['@playwright/mcp']],
  ['Brave Search', ['brave_search_mcp_server'], 'decoration', ['brave_search_mcp_server']],
  [' github ', ['github'], 'exact', ['github']],
])('%s among %j is found by %s', (asked, servers, by, found) => {
  expect(matchServers(asked, servers)).toEqual({ by, servers: found })
})

test.each([
  ['git', ['github']],
  ['postgres', ['postgresql', 'mypostgres', 'postgres-admin']],
  ['', ['', 'mcp']],
  ['github', []],
])('%s among %j is found nowhere', (asked, servers) => {
  expect(matchServers(asked, servers)).toBeNull()
})

test('of a name that is nothing but decoration the last word stays', () => {
  expect(
    ['mcp', 'server', 'mcp-server', 'mcp-mcp-mcp', '@', '@/', '@scope/', '-mcp', 'server-'].map(withoutDecoration),
  ).toEqual(['mcp', 'server', 'server', 'mcp', '@', '@/', '@scope/', '-mcp', 'server-'])
})
