/** What came of verifying MCP servers before a run, as the log has it: in the words of the seed (004 §1.11, steps 3 to 5). */

import { safeLine } from '../../plan/safe-text.ts'
import type { ToolsVerified } from '../../run/mcp-tools.ts'

/** One line: the status, and each tool with what came of it, or that the spec switches the check off. */
export function toolsText(tools: ToolsVerified): string {
  if (!tools.verification_enabled) return 'MCP tool verification disabled in configuration'
  const { required_tools: required, recommended_tools: recommended, optional_tools: optional } = tools
  const lines = [
    ...required.verified.map((it) => `✅ REQUIRED tool '${it}' verified`),
    ...required.missing.map((it) => `❌ REQUIRED MCP server '${it}' not available`),
    ...recommended.verified.map((it) => `✅ RECOMMENDED tool '${it}' verified`),
    ...recommended.missing.map((it) => `⚠️ RECOMMENDED MCP server '${it}' not available`),
    ...optional.listed.map((it) => `ℹ️ OPTIONAL tool '${it}' listed (not verified)`),
  ]
  return safeLine([`MCP tools ${tools.verification_status}`, ...lines].join('; '))
}
