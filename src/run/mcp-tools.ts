/** Judges the MCP tools that a spec asks for by what came of starting the servers (seed 004 §1.11). */

import type { ToolVerification, WantedTool } from '../plan/spec.ts'
import { matchServers, type NameMatch } from './mcp-names.ts'
import type { McpAvailable, McpOutcome, McpUnavailable } from './mcp-outcome.ts'

/** A tool that a spec asks for, and what it says about it: text to be shown, never run. */
export type AskedTool = Omit<WantedTool, 'need'>

export interface AskedTools {
  readonly required: readonly AskedTool[]
  readonly recommended: readonly AskedTool[]
  readonly optional: readonly AskedTool[]
}

/** What agents can do by themselves, so that no server has to be there. A configured server of that name has to work. */
const builtInTools: readonly string[] = ['filesystem', 'bash', 'shell', 'terminal']

/** What is known of one tool that was asked for. */
export type JudgedTool = AskedTool &
  (
    | { readonly is: 'verified'; readonly by: NameMatch; readonly server: McpAvailable }
    /** No server is called so, and agents have it anyway. */
    | { readonly is: 'built-in' }
    /** A server is configured, but is not available. */
    | { readonly is: 'broken'; readonly by: NameMatch; readonly server: McpUnavailable }
    /** No server is configured under this name. */
    | { readonly is: 'missing' }
  )

/** As the progress file holds it, in the seed's order and words. */
export interface McpVerificationRecord {
  readonly mcp_tools_verification: {
    readonly verification_enabled: boolean
    /** ISO 8601, UTC, whole seconds. */
    readonly verification_timestamp: string
    readonly required_tools: {
      readonly total: number
      readonly verified: readonly string[]
      readonly missing: readonly string[]
    }
    readonly recommended_tools: {
      readonly total: number
      readonly verified: readonly string[]
      readonly missing: readonly string[]
    }
    readonly optional_tools: { readonly total: number; readonly listed: readonly string[] }
    readonly verification_status: McpVerificationStatus
    /** Only where something recommended is missing. */
    readonly missing_recommended?: readonly string[]
  }
}

/** What is kept of a verification. */
export type ToolsVerified = McpVerificationRecord['mcp_tools_verification']

/** `SKIPPED` where the spec switches the check off: nothing was looked at. */
export type McpVerificationStatus = 'PASS' | 'FAIL' | 'SKIPPED'

export interface McpVerification {
  readonly status: McpVerificationStatus
  /** Whether the run must not begin. */
  readonly halts: boolean
  readonly settings: ToolVerification
  readonly required: readonly JudgedTool[]
  readonly recommended: readonly JudgedTool[]
  readonly optional: readonly AskedTool[]
  readonly record: McpVerificationRecord
}

/**
 * The servers that have to be started to judge what a spec asks for; optional tools are only listed.
 *
 * @param servers names of all that are configured, the more important first
 * @returns those of them that a required or recommended name may stand for, in their order; none where the check is off
 */
export function serversToVerify(
  asked: AskedTools,
  settings: ToolVerification,
  servers: readonly string[],
): readonly string[] {
  if (!settings.checkOnStartup) return []
  const named = [...asked.required, ...asked.recommended].flatMap(
    ({ name }) => matchServers(name, servers)?.servers ?? [],
  )
  const wanted = new Set(named)
  return servers.filter((it) => wanted.has(it))
}

/**
 * Compares what a spec asks for with what came of the servers. A tool counts as there where the server that its name stands
 * for has answered; of several that match equally well, one that has.
 *
 * @param given.outcomes of the servers from `serversToVerify`, in their order; one that is not among them is missing
 * @param given.builtIn names that need no server; default: files and a shell
 */
export function judgeMcpTools(given: {
  readonly asked: AskedTools
  readonly settings: ToolVerification
  readonly outcomes: readonly McpOutcome[]
  /** ISO 8601, UTC, whole seconds: `2025-11-03T12:00:00Z`. */
  readonly at: string
  readonly builtIn?: readonly string[]
}): McpVerification {
  const { settings, outcomes, at } = given
  const builtIn = given.builtIn ?? builtInTools
  const isOn = settings.checkOnStartup
  const judge = (tools: readonly AskedTool[]): readonly JudgedTool[] =>
    isOn ? tools.map((it) => judgeTool(it, outcomes, builtIn)) : []
  const asked = {
    required: eachOnce(given.asked.required),
    recommended: eachOnce(given.asked.recommended),
    optional: eachOnce(given.asked.optional),
  }
  const required = judge(asked.required)
  const recommended = judge(asked.recommended)
  const missing = namesOf(required, false)
  const missingRecommended = namesOf(recommended, false)
  const status = !isOn ? 'SKIPPED' : missing.length === 0 ? 'PASS' : 'FAIL'
  return {
    status,
    halts: status === 'FAIL' && settings.haltIfRequiredMissing,
    settings,
    required,
    recommended,
    optional: asked.optional,
    record: {
      mcp_tools_verification: {
        verification_enabled: isOn,
        verification_timestamp: at,
        required_tools: { total: asked.required.length, verified: namesOf(required, true), missing },
        recommended_tools: {
          total: asked.recommended.length,
          verified: namesOf(recommended, true),
          missing: missingRecommended,
        },
        optional_tools: { total: asked.optional.length, listed: asked.optional.map(({ name }) => name) },
        verification_status: status,
        ...(missingRecommended.length === 0 ? {} : { missing_recommended: missingRecommended }),
      },
    },
  }
}

/** Whether a tool can be used. */
export function isThere(tool: JudgedTool): boolean {
  return tool.is === 'verified' || tool.is === 'built-in'
}

function judgeTool(tool: AskedTool, outcomes: readonly McpOutcome[], builtIn: readonly string[]): JudgedTool {
  const match = matchServers(
    tool.name,
    outcomes.map(({ server }) => server),
  )
  const candidates = outcomes.filter(({ server }) => match?.servers.includes(server) === true)
  const server = candidates.find(({ is }) => is === 'available') ?? candidates[0]
  if (match !== null && server !== undefined)
    return server.is === 'available'
      ? { ...tool, is: 'verified', by: match.by, server }
      : { ...tool, is: 'broken', by: match.by, server }
  return builtIn.includes(tool.name.toLowerCase()) ? { ...tool, is: 'built-in' } : { ...tool, is: 'missing' }
}

function namesOf(tools: readonly JudgedTool[], there: boolean): readonly string[] {
  return tools.filter((it) => isThere(it) === there).map(({ name }) => name)
}

/** A name that is there twice is one tool; one without a word is none. */
function eachOnce(tools: readonly AskedTool[]): readonly AskedTool[] {
  const seen = new Set<string>()
  return tools.flatMap((it) => {
    const name = it.name.trim()
    if (name === '' || seen.has(name)) return []
    seen.add(name)
    return [{ ...it, name }]
  })
}
