/** The MCP servers that a spec wants, verified by really starting them before its run begins (seed 004 §1.11). */

import os from 'node:os'
import type { Executable, TrustPart } from '../../config/trust.ts'
import type { Spec, WantedTool } from '../../plan/spec.ts'
import type { AskedTool, AskedTools, McpVerification, ToolsVerified } from '../../run/mcp-tools.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { FoundServers } from '../../tools/mcp/find-servers.ts'
import type { McpServer } from '../../tools/mcp/server.ts'
import { isoTime } from '../../reports/run/json.ts'
import { now } from '../../system/clock.ts'
import type { Environment } from '../../system/environment.ts'
import { version } from '../version.ts'

/** What is started for it, and what came of that. */
export interface ToolCheck {
  /** What a person has to trust before: commands, and addresses and files beside them. */
  readonly executables: readonly Executable[]
  readonly parts: readonly TrustPart[]
  /** Starts the servers; all of what they left is ended when it resolves. Only after what is above was trusted. */
  readonly verify: (signal?: AbortSignal) => Promise<Verified>
}

export interface Verified {
  /** Lines for people; empty where nothing was looked at. */
  readonly shown: readonly string[]
  /** Whether the run must not begin. */
  readonly halts: boolean
  readonly record: ToolsVerified
}

/**
 * Finds the servers that a spec's required and recommended tools may stand for. Nothing is started.
 * @param of.root absolute path of the project
 * @returns null where the spec wants no tool
 */
export async function toolCheckOf(
  spec: Pick<Spec, 'tools' | 'toolVerification'> | undefined,
  of: { readonly root: string; readonly env: Environment },
): Promise<ToolCheck | null> {
  if (spec === undefined || spec.tools.length === 0) return null
  const { serversToVerify } = await import('../../run/mcp-tools.ts')
  const asked = askedTools(spec.tools)
  const home = of.env['HOME'] ?? os.homedir()
  const { servers, findings } = await serversFor(spec.toolVerification.checkOnStartup, { ...of, home })
  const names = serversToVerify(
    asked,
    spec.toolVerification,
    servers.map(({ name }) => name),
  )
  const wanted = servers.filter(({ name }) => names.includes(name))
  const { neededTrust } = await import('../../tools/mcp/needed-trust.ts')
  const trust = neededTrust(wanted)
  return {
    executables: trust.flatMap(({ command }) => command ?? []),
    parts: trust.flatMap(({ parts }) => parts),
    verify: async (signal) =>
      verified(await judge(spec, { asked, wanted, root: of.root, env: of.env, home }, signal), findings),
  }
}

async function serversFor(
  isOn: boolean,
  { root, env, home }: { readonly root: string; readonly env: Environment; readonly home: string },
): Promise<Pick<FoundServers, 'servers' | 'findings'>> {
  if (!isOn) return { servers: [], findings: [] }
  const { findMcpServers } = await import('../../tools/mcp/find-servers.ts')
  return findMcpServers({ root, home, environment: env, platform: process.platform })
}

function askedTools(tools: readonly WantedTool[]): AskedTools {
  const of = (need: WantedTool['need']): readonly AskedTool[] => tools.filter((it) => it.need === need)
  return { required: of('required'), recommended: of('recommended'), optional: of('optional') }
}

async function judge(
  spec: Pick<Spec, 'toolVerification'>,
  of: {
    readonly asked: AskedTools
    readonly wanted: readonly McpServer[]
    readonly root: string
    readonly env: Environment
    readonly home: string
  },
  signal: AbortSignal | undefined,
): Promise<McpVerification> {
  const { judgeMcpTools } = await import('../../run/mcp-tools.ts')
  const { verifyMcpServers } = await import('../../tools/mcp/verify-servers.ts')
  const outcomes =
    of.wanted.length === 0
      ? []
      : await verifyMcpServers(of.wanted, {
          root: of.root,
          home: of.home,
          environment: of.env,
          // Whoever calls this has asked for all of them.
          isTrusted: () => true,
          version,
          ...(signal === undefined ? {} : { signal }),
        })
  const at = `${isoTime(now()).slice(0, 19)}Z`
  return judgeMcpTools({ asked: of.asked, settings: spec.toolVerification, outcomes, at })
}

async function verified(verification: McpVerification, findings: readonly Diagnostic[]): Promise<Verified> {
  const { mcpToolWords } = await import('../../reports/spec/mcp-tools.ts')
  const { shown, log } = mcpToolWords(verification, findings)
  return {
    shown: shown.length > 0 ? shown : log.map(({ text }) => text),
    halts: verification.halts,
    record: verification.record.mcp_tools_verification,
  }
}
