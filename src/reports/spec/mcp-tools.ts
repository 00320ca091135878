/** The verification of MCP tools in the words of the seed (004 §1.11): what is shown, and what goes into the log. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import { safeLine, safeText } from '../../plan/safe-text.ts'
import type { McpUnavailable } from '../../run/mcp-outcome.ts'
import { isThere, type JudgedTool, type McpVerification } from '../../run/mcp-tools.ts'

/** One line of the log. */
export interface LogLine {
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
}

export interface McpToolWords {
  /** What a person is shown, line by line; empty where the check is switched off. */
  readonly shown: readonly string[]
  readonly log: readonly LogLine[]
}

const bar = '═'.repeat(51)
const wideBar = '═'.repeat(63)

/**
 * Words for a verification.
 *
 * The texts are those of seed 004 §1.11. What the seed has no words for stands in lines of its own: the server that a name
 * was found as, why one that is configured does not work, and that a run goes on without a required tool. Text of the spec and
 * of servers is made safe; install commands are shown and never run.
 *
 * @param verification from `judgeMcpTools`
 * @param findings on the files in which servers are configured: where a tool is missing, why it was not found there
 */
export function mcpToolWords(verification: McpVerification, findings: readonly Diagnostic[] = []): McpToolWords {
  if (verification.status === 'SKIPPED')
    return { shown: [], log: [{ level: 'info', text: 'MCP tool verification disabled in configuration' }] }
  const isMissing = [...verification.required, ...verification.recommended].some((it) => !isThere(it))
  const unread = isMissing ? findings.map(unreadLine) : []
  return { shown: [...shownLines(verification), ...unread], log: logLines(verification) }
}

/** What the seed has no words for, either. */
function unreadLine({ span, message, help }: Diagnostic): string {
  const file = span === null ? '' : `${safeLine(span.path)}: `
  return safeLine(`⚠️ ${file}${message}; ${help}`)
}

function shownLines({
  required,
  recommended,
  optional,
  settings,
  ...verification
}: McpVerification): readonly string[] {
  const heads = (level: Level, tools: readonly JudgedTool[]): readonly string[] =>
    tools.flatMap((it) => {
      const name = safeLine(it.name)
      if (isThere(it)) return settings.logAvailableTools ? [`  ✅ ${level} tool '${name}' verified`, ...asWhat(it)] : []
      if (level === 'REQUIRED') return [`  ❌ ${level} tool '${name}' not available`]
      return settings.warnIfRecommendedMissing ? [`  ⚠️ ${level} tool '${name}' not available`] : []
    })
  const boxes = required.filter((it) => !isThere(it)).flatMap((it) => [...missingBox(it), ''])
  const warnings = settings.warnIfRecommendedMissing
    ? recommended.filter((it) => !isThere(it)).flatMap((it) => [...missingWarning(it), ''])
    : []
  return [
    'Section 1.11: MCP Tool Verification (Safety Check)',
    bar,
    '',
    `Checking ${counted(required.length, 'required tool')}...`,
    ...heads('REQUIRED', required),
    '',
    ...boxes,
    ...(recommended.length === 0
      ? []
      : [`Checking ${counted(recommended.length, 'recommended tool')}...`, ...heads('RECOMMENDED', recommended), '']),
    ...warnings,
    ...(optional.length === 0
      ? []
      : [
          `Optional tools (${optional.length} listed, no verification required):`,
          ...optional.map(({ name }) => `  ℹ️ OPTIONAL tool '${safeLine(name)}' listed`),
          '',
        ]),
    bar,
    ...verdictLines({ required, ...verification }),
    bar,
  ]
}

type Level = 'REQUIRED' | 'RECOMMENDED'

function verdictLines({
  required,
  status,
  halts,
}: Pick<McpVerification, 'required' | 'status' | 'halts'>): readonly string[] {
  if (status === 'PASS') return passed
  const missing = required.filter((it) => !isThere(it)).map(({ name }) => safeLine(name))
  return [
    failed,
    `❌ ${counted(missing.length, 'required tool')} missing: ${missing.join(', ')}`,
    halts ? '❌ HALTING EXECUTION' : goingOn,
  ]
}

const passed: readonly string[] = ['✅ All required MCP tools verified', '✅ Proceeding to execution (Section 2)']
const failed = '❌ MCP tool verification failed'
const goingOn = '⚠️ Continuing all the same (halt_if_required_missing = false)'

function logLines({ required, recommended, optional, settings, status, halts }: McpVerification): readonly LogLine[] {
  const tools = (level: Level, of: readonly JudgedTool[]): readonly LogLine[] =>
    of.flatMap((it): readonly LogLine[] => {
      const name = safeLine(it.name)
      const reason = it.is === 'broken' ? [{ level: 'info' as const, text: brokenLine(it.server) }] : []
      if (isThere(it))
        return settings.logAvailableTools ? [{ level: 'info', text: `✅ ${level} tool '${name}' verified` }] : []
      if (level === 'REQUIRED')
        return [{ level: 'error', text: `❌ ${level} MCP server '${name}' not available` }, ...reason]
      return settings.warnIfRecommendedMissing
        ? [{ level: 'warning', text: `⚠️ ${level} MCP server '${name}' not available` }, ...reason]
        : []
    })
  const missing = required.filter((it) => !isThere(it)).length
  return [
    ...tools('REQUIRED', required),
    ...tools('RECOMMENDED', recommended),
    ...optional.map(({ name }): LogLine => ({
      level: 'info',
      text: `ℹ️ OPTIONAL tool '${safeLine(name)}' listed (not verified)`,
    })),
    ...(status === 'PASS'
      ? passed.map((text): LogLine => ({ level: 'info', text }))
      : [failed, `❌ ${missing} required tool(s) missing`].map((text): LogLine => ({ level: 'error', text }))),
    ...(status === 'FAIL' && !halts ? [{ level: 'warning' as const, text: goingOn }] : []),
  ]
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** A remark where a tool is not simply a server of that name. */
function asWhat(tool: JudgedTool): readonly string[] {
  if (tool.is === 'built-in')
    return ['     built in: no server is configured under this name, and agents have it without one']
  if (tool.is !== 'verified') return []
  const { server, by } = tool
  return [
    ...(by === 'exact' ? [] : [`     as the server '${safeLine(server.server)}' in ${safeLine(server.file)}`]),
    ...server.remarks.map((it) => `     ${safeLine(it)}`),
  ]
}

function missingBox(tool: JudgedTool): readonly string[] {
  return [
    wideBar,
    '❌ REQUIRED TOOL MISSING',
    wideBar,
    '',
    `Tool: ${safeLine(tool.name)}`,
    'Status: Not detected',
    '',
    'This tool was marked as REQUIRED during SPEC creation but is',
    'not currently available.',
    '',
    'Possible causes:',
    '- Tool was not installed during Step 3a',
    '- MCP client configuration is missing this server',
    '- MCP client was not restarted after installation',
    '- Tool was uninstalled since SPEC creation',
    '',
    'Installation command:',
    ...(tool.install === null ? [unsaid] : safeText(tool.install.trim()).split('\n')),
    '',
    'Configuration location:',
    String.raw`- Windows: %APPDATA%\Claude\claude_desktop_config.json`,
    '- macOS: ~/Library/Application Support/Claude/claude_desktop_config.json',
    '- Linux: ~/.config/Claude/claude_desktop_config.json',
    '',
    'ACTION REQUIRED:',
    '1. Install the tool using the command above',
    '2. Add server configuration to your MCP client config',
    '3. Restart your MCP client',
    '4. Re-run this executor',
    '',
    wideBar,
    ...whyBroken(tool),
  ]
}

const unsaid = '(the spec names none)'

function missingWarning(tool: JudgedTool): readonly string[] {
  return [
    `⚠️ RECOMMENDED TOOL MISSING: ${safeLine(tool.name)}`,
    '',
    'This tool was recommended during SPEC creation but is not available.',
    'Execution will continue, but efficiency may be reduced.',
    '',
    `Install: ${onOneLine(tool.install)}`,
    `Rationale: ${onOneLine(tool.rationale)}`,
    `Alternative: ${onOneLine(tool.alternative)}`,
    ...whyBroken(tool),
  ]
}

function onOneLine(text: string | null): string {
  return text === null ? unsaid : safeLine(text.trim().replaceAll(/\s+/g, ' '))
}

/** What the seed has no words for: the server is configured and does not work. */
function whyBroken(tool: JudgedTool): readonly string[] {
  if (tool.is !== 'broken') return []
  const { said } = tool.server
  return [
    brokenLine(tool.server),
    ...(said.length === 0 ? [] : ['Its last lines on standard error:', ...said.map((it) => `  ${safeLine(it)}`)]),
  ]
}

function brokenLine({ server, file, message }: McpUnavailable): string {
  return `The server '${safeLine(server)}' of ${safeLine(file)} does not work: ${safeLine(message)}`
}
