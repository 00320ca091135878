/** Which MCP servers are configured for a project: in its own files, and in those of the user's clients. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import { clientFiles, type ClientFolders } from './client-files.ts'
import { readEntry } from './read-entry.ts'
import { readMembers } from './read-file.ts'
import type { McpPlace, McpServer } from './server.ts'

export interface FoundServers {
  /** In the order of their places and in each as they stand there; each name once. */
  readonly servers: readonly McpServer[]
  /** What is wrong in the files, with its place; warnings only, for other programs' files stop nothing. */
  readonly findings: readonly Diagnostic[]
  /** All that was looked at, in the order that counts. */
  readonly places: readonly McpPlace[]
}

/**
 * Finds all configured servers. Nothing is started, and no variable is filled in.
 *
 * The first place in the order of `clientFiles` that has a usable entry of a name wins; where none has, the first place. The
 * others are told in `also`. Names differ as they are written: `GitHub` and `github` are two.
 *
 * @param folders project, home and environment
 * Source: REQUIREMENTS I3, seed 004 §1.11
 */
export async function findMcpServers(folders: ClientFolders): Promise<FoundServers> {
  const places = clientFiles(folders)
  const findings: Diagnostic[] = []
  const named = new Map<string, McpServer[]>()
  for (const place of places) {
    const read = await readMembers(place)
    findings.push(...read.findings)
    for (const member of read.members) {
      const entry = readEntry(place.client, member)
      findings.push(...entry.findings)
      const { transport, unusable } = entry
      const server = { name: member.name, place, span: member.span, transport, unusable, also: [] }
      named.set(member.name, [...(named.get(member.name) ?? []), server])
    }
  }
  const servers = [...named.values()].flatMap((all) => {
    const winner = all.find((it) => it.transport !== null) ?? all[0]
    return winner === undefined
      ? []
      : [{ ...winner, also: all.filter((it) => it !== winner).map(({ place }) => place) }]
  })
  const order = new Map(places.map((it, at) => [it, at]))
  const at = (server: McpServer): number => order.get(server.place) ?? 0
  return { servers: servers.sort((a, b) => at(a) - at(b)), findings: eachOnce(findings), places }
}

/** A file with several tables of servers is read once for each, and is as wrong every time. */
function eachOnce(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>()
  return findings.filter((it) => {
    const key = `${it.message}\0${it.span?.path ?? ''}\0${it.span?.offset ?? ''}`
    return !seen.has(key) && seen.add(key)
  })
}
