/** By what a run looks things up before tasks: the agent and the tools of MCP servers that the configuration names. */

import os from 'node:os'
import type { ResearchSettings } from '../../config/research.ts'
import { trustOf, trustSubject, type Executable, type TrustPart, type TrustSubject } from '../../config/trust.ts'
import type { ResearchMeans } from '../../engine/perform-research.ts'
import { definitionOf } from '../../gates/definition.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { sha256 } from '../../system/digest.ts'
import type { Environment } from '../../system/environment.ts'
import { filesOnDisk } from '../../system/tree-files.ts'
import type { ToolAnswer } from '../../tools/mcp/call-tool.ts'
import type { McpServer } from '../../tools/mcp/server.ts'
import type { ResearchTool } from '../../tools/research/look-up.ts'
import { installationFolder } from '../installation-folder.ts'
import { version } from '../version.ts'

export interface ResearchSetup {
  /** What a person has to trust before: servers, and what a repository has called of them. */
  readonly executables: readonly Executable[]
  readonly parts: readonly TrustPart[]
  /** @param allowed all that the caller has allowed without having trusted it before (`--yes`); null without that */
  readonly means: (allowed: TrustSubject | null) => ResearchMeans
}

/**
 * Finds the servers that the configuration names for research. Nothing is started.
 * @param of.root absolute path of the project
 * @param of.isWanted whether the plan is of a kind that looks things up, and tools may be called for it
 */
export async function researchSetup(
  settings: ResearchSettings,
  of: { readonly root: string; readonly env: Environment; readonly stateFolder: string; readonly isWanted: boolean },
): Promise<ResearchSetup> {
  const { isOn, timeoutMs, agent } = settings
  const wanted = isOn && of.isWanted ? settings.tools : []
  const home = of.env['HOME'] ?? os.homedir()
  const found = wanted.length === 0 ? [] : await serversIn({ ...of, home })
  const servers = found.filter(({ name }) => wanted.some((it) => it.server === name))
  const trust = servers.length === 0 ? [] : (await import('../../tools/mcp/needed-trust.ts')).neededTrust(servers)
  return {
    executables: trust.flatMap(({ command }) => command ?? []),
    parts: [
      ...trust.flatMap(({ parts }) => parts),
      ...wanted.filter(({ by }) => by === 'repository').map((it) => calledPart(it)),
    ],
    means: (allowed) => ({
      agent: agent?.agent ?? null,
      limitMs: timeoutMs,
      tools: wanted.map((it): ResearchTool => {
        const server = servers.find(({ name }) => name === it.server)
        if (server === undefined) return { ...it, call: () => Promise.resolve(notConfigured(it.server)) }
        return { ...it, call: caller(server, it.tool, { ...of, home, allowed }) }
      }),
    }),
  }
}

async function serversIn(of: {
  readonly root: string
  readonly env: Environment
  readonly home: string
}): Promise<readonly McpServer[]> {
  const { findMcpServers } = await import('../../tools/mcp/find-servers.ts')
  return (await findMcpServers({ root: of.root, home: of.home, environment: of.env, platform: process.platform }))
    .servers
}

/** That a repository has a tool called with words of its plan, perhaps of a person's own server, is its word. */
function calledPart({ source, server, tool, query }: ResearchSettings['tools'][number]): TrustPart {
  const text = safeLine(`research: asks the tool ${tool} of the MCP server ${server} (argument ${query}) for ${source}`)
  const slot = sha256(JSON.stringify(['research', source, server, tool]))
  return { text, hash: sha256(JSON.stringify(['research', source, server, tool, query])), slot }
}

function notConfigured(server: string): ToolAnswer {
  const message = `no MCP server ${safeLine(server)} is configured, neither in .mcp.json nor for your clients`
  return { is: 'failed', reason: 'not-usable', message, said: [], ms: 0 }
}

function caller(
  server: McpServer,
  tool: string,
  of: {
    readonly root: string
    readonly env: Environment
    readonly home: string
    readonly stateFolder: string
    readonly allowed: TrustSubject | null
  },
): ResearchTool['call'] {
  return async (args, within) => {
    if (!(await isTrusted(server, of))) {
      const message = 'what it would execute is another than a person has trusted; it was not started'
      return { is: 'failed', reason: 'not-trusted', message, said: [], ms: 0 }
    }
    const { callTool } = await import('../../tools/mcp/call-tool.ts')
    return callTool(
      server,
      { tool, args },
      { root: of.root, home: of.home, environment: of.env, isTrusted: () => true, version, ...within },
    )
  }
}

/** Asked at the moment when it is to be started: what defines it may be another by then, as tasks are merged meanwhile. */
async function isTrusted(
  server: McpServer,
  of: { readonly root: string; readonly stateFolder: string; readonly allowed: TrustSubject | null },
): Promise<boolean> {
  const { neededTrust } = await import('../../tools/mcp/needed-trust.ts')
  const needed = neededTrust([server])
  const subject = await trustSubject(
    of.root,
    needed.flatMap(({ command }) => command ?? []),
    async ({ argv, cwd }) =>
      (await definitionOf({ argv, cwd }, filesOnDisk(of.root))).parts.filter(({ isWord }) => !isWord),
    needed.flatMap(({ parts }) => parts),
  )
  const allowed = new Set((of.allowed?.parts ?? []).map(({ hash }) => hash))
  if (subject.parts.every(({ hash }) => allowed.has(hash))) return true
  return (await trustOf(subject, { stateFolder: of.stateFolder, installation: installationFolder() })).is === 'trusted'
}
