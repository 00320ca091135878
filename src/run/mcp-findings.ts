/** Missing MCP tools as findings in the spec that asks for them (MW515). */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { quoted } from '../plan/one-line.ts'
import type { Span } from '../plan/source.ts'
import { isThere, type JudgedTool, type McpVerification } from './mcp-tools.ts'

/**
 * A finding for each required tool that is not there, an error where the run must not begin and else a warning; for each
 * recommended one a warning, where the spec wants to be warned.
 *
 * @param verification from `judgeMcpTools`
 * @param spanOf where the spec names a tool; null where that is not known
 * Source: RELIABILITY 7 (MW515), seed 004 §1.11
 */
export function mcpFindings(
  { required, recommended, settings, halts }: McpVerification,
  spanOf: (name: string) => Span | null,
): readonly Diagnostic[] {
  const finding = (level: 'required' | 'recommended', tool: JudgedTool): Diagnostic => ({
    code: 'MW515',
    severity: level === 'required' && halts ? 'error' : 'warning',
    message: `${level} MCP tool ${quoted(tool.name)} is not available: ${reasonOf(tool)}`,
    help: helpOf(tool),
    span: spanOf(tool.name),
    related: [],
  })
  return [
    ...required.filter((it) => !isThere(it)).map((it) => finding('required', it)),
    ...(settings.warnIfRecommendedMissing
      ? recommended.filter((it) => !isThere(it)).map((it) => finding('recommended', it))
      : []),
  ]
}

function reasonOf(tool: JudgedTool): string {
  return tool.is === 'broken'
    ? `the server ${quoted(tool.server.server)} of ${tool.server.file} does not work: ${tool.server.message}`
    : 'no server is configured under this name'
}

function helpOf(tool: JudgedTool): string {
  if (tool.is === 'broken') return `Mend the entry in ${tool.server.file}, or what keeps the server from starting`
  const install = tool.install === null ? '' : `; the spec says how to install it: ${quoted(tool.install)}`
  return `Add the server to .mcp.json or to your client's settings${install}`
}
