/** Which configured MCP server a spec means by a name: specs say `postgres` where a client says `server-postgres`. */

/** How a name was found: as it is written, but for capitals, or without what names of servers are adorned with. */
export type NameMatch = 'exact' | 'case' | 'decoration'

export interface MatchedServers {
  readonly by: NameMatch
  /** All that match equally well, in the order given. */
  readonly servers: readonly string[]
}

/**
 * Finds the servers that a name may stand for: exactly that one; else those that differ in capitals alone; else those that
 * differ in decorations (`server-postgres`, `mcp-postgres`, `@modelcontextprotocol/server-postgres`).
 *
 * @param asked as the spec writes it
 * @param servers names of configured servers, the more important first
 * @returns null where none matches
 */
export function matchServers(asked: string, servers: readonly string[]): MatchedServers | null {
  const name = asked.trim()
  if (name === '') return null
  const ways: readonly (readonly [NameMatch, (it: string) => string])[] = [
    ['exact', (it) => it],
    ['case', (it) => it.toLowerCase()],
    ['decoration', withoutDecoration],
  ]
  for (const [by, form] of ways) {
    const wanted = form(name)
    const found = servers.filter((it) => form(it) === wanted)
    if (found.length > 0) return { by, servers: found }
  }
  return null
}

const before = ['mcp-server-', 'server-', 'mcp-']
const behind = ['-mcp-server', '-server', '-mcp']
/** What tells of no server in particular: `@playwright/mcp` is called by its scope. */
const nameless: ReadonlySet<string> = new Set(['mcp', 'server', 'mcp-server'])

/** The word that a name of a server is about: `github` of `@modelcontextprotocol/server-github` and `GitHub_MCP`. */
export function withoutDecoration(name: string): string {
  const plain = name.trim().toLowerCase().replaceAll('_', '-').replaceAll(' ', '-')
  const slash = plain.startsWith('@') ? plain.indexOf('/') : -1
  const own = plain.slice(slash + 1)
  if (own === '') return plain
  let word = slash > 0 && nameless.has(own) ? plain.slice(1, slash) : own
  for (;;) {
    const first = before.find((it) => word.startsWith(it) && word.length > it.length)
    const last = behind.find((it) => word.endsWith(it) && word.length > it.length)
    if (first !== undefined) word = word.slice(first.length)
    else if (last !== undefined) word = word.slice(0, -last.length)
    else return word
  }
}
