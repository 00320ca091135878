import { toolVerificationDefaults, type ToolVerification } from '../../../src/plan/spec.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { mcpToolWords } from '../../../src/reports/spec/mcp-tools.ts'
import type { McpOutcome } from '../../../src/run/mcp-outcome.ts'
import { judgeMcpTools, type AskedTool } from '../../../src/run/mcp-tools.ts'

const tool = (name: string, more: Partial<AskedTool> = {}): AskedTool => ({
  name,
  install: null,
  rationale: null,
  alternative: null,
  ...more,
})
const there = (server: string, remarks: string[] = []): McpOutcome => ({
  is: 'available',
  server,
  file: '.mcp.json',
  title: server,
  version: '1',
  protocol: '2025-11-25',
  tools: ['query'],
  remarks,
  durationMs: 1,
})
const broken = (server: string, said: string[] = []): McpOutcome => ({
  is: 'unavailable',
  server,
  file: '~/.claude.json',
  reason: 'exited',
  message: 'it ended with exit code 1 before it had answered',
  said,
  durationMs: 1,
})
const words = (
  asked: { required?: AskedTool[]; recommended?: AskedTool[]; optional?: AskedTool[] },
  outcomes: McpOutcome[],
  settings: Partial<ToolVerification> = {},
): ReturnType<typeof mcpToolWords> =>
  mcpToolWords(
    judgeMcpTools({
      asked: { required: [], recommended: [], optional: [], ...asked },
      outcomes,
      settings: { ...toolVerificationDefaults, ...settings },
      at: '2025-11-03T12:00:00Z',
    }),
  )
const full = {
  required: [tool('postgres'), tool('github')],
  recommended: [tool('playwright')],
  optional: [tool('notion')],
}
const all = [there('postgres'), there('github'), there('playwright')]

const success = `Section 1.11: MCP Tool Verification (Safety Check)
═══════════════════════════════════════════════════

Checking 2 required tools...
  ✅ REQUIRED tool 'postgres' verified
  ✅ REQUIRED tool 'github' verified

Checking 1 recommended tool...
  ✅ RECOMMENDED tool 'playwright' verified

Optional tools (1 listed, no verification required):
  ℹ️ OPTIONAL tool 'notion' listed

═══════════════════════════════════════════════════
✅ All required MCP tools verified
✅ Proceeding to execution (Section 2)
═══════════════════════════════════════════════════`

const box = `═══════════════════════════════════════════════════════════════
❌ REQUIRED TOOL MISSING
═══════════════════════════════════════════════════════════════

Tool: github
Status: Not detected

This tool was marked as REQUIRED during SPEC creation but is
not currently available.

Possible causes:
- Tool was not installed during Step 3a
- MCP client configuration is missing this server
- MCP client was not restarted after installation
- Tool was uninstalled since SPEC creation

Installation command:
npm install @modelcontextprotocol/server-github

Configuration location:
- Windows: %APPDATA%\\Claude\\claude_desktop_config.json
- macOS: ~/Library/Application Support/Claude/claude_desktop_config.json
- Linux: ~/.config/Claude/claude_desktop_config.json

ACTION REQUIRED:
1. Install the tool using the command above
2. Add server configuration to your MCP client config
3. Restart your MCP client
4. Re-run this executor

═══════════════════════════════════════════════════════════════`

const failure = `Section 1.11: MCP Tool Verification (Safety Check)
═══════════════════════════════════════════════════

Checking 2 required tools...
  ✅ REQUIRED tool 'postgres' verified
  ❌ REQUIRED tool 'github' not available

${box}

═══════════════════════════════════════════════════
❌ MCP tool verification failed
❌ 1 required tool missing: github
❌ HALTING EXECUTION
═══════════════════════════════════════════════════`

const failing = {
  required: [tool('postgres'), tool('github', { install: 'npm install @modelcontextprotocol/server-github' })],
}

const warning = `⚠️ RECOMMENDED TOOL MISSING: playwright

This tool was recommended during SPEC creation but is not available.
Execution will continue, but efficiency may be reduced.

Install: npx playwright
Rationale: it sees pages
Alternative: look yourself`

describe('the texts of the seed', () => {
  test('all is there', () => {
    const { shown, log } = words(full, all)
    expect(shown.join('\n')).toBe(success)
    expect(log).toEqual([
      { level: 'info', text: "✅ REQUIRED tool 'postgres' verified" },
      { level: 'info', text: "✅ REQUIRED tool 'github' verified" },
      { level: 'info', text: "✅ RECOMMENDED tool 'playwright' verified" },
      { level: 'info', text: "ℹ️ OPTIONAL tool 'notion' listed (not verified)" },
      { level: 'info', text: '✅ All required MCP tools verified' },
      { level: 'info', text: '✅ Proceeding to execution (Section 2)' },
    ])
  })

  test('a required tool is missing', () => {
    const { shown, log } = words(failing, [there('postgres')])
    expect(shown.join('\n')).toBe(failure)
    expect(log).toEqual([
      { level: 'info', text: "✅ REQUIRED tool 'postgres' verified" },
      { level: 'error', text: "❌ REQUIRED MCP server 'github' not available" },
      { level: 'error', text: '❌ MCP tool verification failed' },
      { level: 'error', text: '❌ 1 required tool(s) missing' },
    ])
  })

  test('a recommended tool is missing', () => {
    const recommended = [
      tool('playwright', { install: 'npx playwright', rationale: 'it sees\npages', alternative: 'look yourself' }),
    ]
    const { shown, log } = words({ recommended }, [])
    expect(shown.join('\n')).toBe(`Section 1.11: MCP Tool Verification (Safety Check)
═══════════════════════════════════════════════════

Checking 0 required tools...

Checking 1 recommended tool...
  ⚠️ RECOMMENDED tool 'playwright' not available

${warning}

═══════════════════════════════════════════════════
✅ All required MCP tools verified
✅ Proceeding to execution (Section 2)
═══════════════════════════════════════════════════`)
    expect(log[0]).toEqual({ level: 'warning', text: "⚠️ RECOMMENDED MCP server 'playwright' not available" })
    const silent = words({ recommended }, [], { warnIfRecommendedMissing: false })
    expect([...silent.shown, ...silent.log.map(({ text }) => text)].filter((it) => it.includes('playwright'))).toEqual(
      [],
    )
  })

  test('the check is switched off', () => {
    expect(words(full, [], { checkOnStartup: false })).toEqual({
      shown: [],
      log: [{ level: 'info', text: 'MCP tool verification disabled in configuration' }],
    })
  })
})

test('without a halt the end says that it goes on', () => {
  const { shown, log } = words(failing, [], { haltIfRequiredMissing: false })
  expect(shown.slice(-5)).toEqual([
    '═'.repeat(51),
    '❌ MCP tool verification failed',
    '❌ 2 required tools missing: postgres, github',
    '⚠️ Continuing all the same (halt_if_required_missing = false)',
    '═'.repeat(51),
  ])
  expect(log.at(-1)).toEqual({
    level: 'warning',
    text: '⚠️ Continuing all the same (halt_if_required_missing = false)',
  })
})

test('tools that were found are not named where the spec does not want that', () => {
  const { shown, log } = words(full, all, { logAvailableTools: false })
  expect([...shown, ...log.map(({ text }) => text)].filter((it) => it.endsWith("' verified"))).toEqual([])
})

test('a server that does not work is told behind the box with its last lines, another name beside the tool', () => {
  const { shown, log } = words({ required: [tool('GitHub'), tool('postgres'), tool('filesystem')] }, [
    broken('github', ['Error: no token', 'esc \u001b[2J']),
    there('server-postgres', ['asked for sampling']),
  ])
  const wide = shown.indexOf('4. Re-run this executor')
  expect(shown.slice(wide + 2, wide + 7)).toEqual([
    '═'.repeat(63),
    "The server 'github' of ~/.claude.json does not work: it ended with exit code 1 before it had answered",
    'Its last lines on standard error:',
    '  Error: no token',
    '  esc \\x1b[2J',
  ])
  expect(shown.slice(4, 9)).toEqual([
    "  ❌ REQUIRED tool 'GitHub' not available",
    "  ✅ REQUIRED tool 'postgres' verified",
    "     as the server 'server-postgres' in .mcp.json",
    '     asked for sampling',
    "  ✅ REQUIRED tool 'filesystem' verified",
  ])
  expect(log[1]?.text).toBe(
    "The server 'github' of ~/.claude.json does not work: it ended with exit code 1 before it had answered",
  )
})

test('text of a spec steers no terminal and adds no line where one stands', () => {
  const evil = 'a\u001b[31m\nb\u202e'
  const { shown } = words({ required: [tool(evil, { install: 'one\u001b[1m\ntwo' })] }, [])
  expect(shown).toContain('Tool: a\\x1b[31m\\x0ab\\u202e')
  const command = shown.indexOf('Installation command:')
  expect(shown.slice(command + 1, command + 3)).toEqual(['one\\x1b[1m', 'two'])
  expect(shown.join('\n')).not.toContain('\u001b')
})

test('a command that the spec does not name is told as such', () => {
  const { shown } = words({ required: [tool('github')], recommended: [tool('git')] }, [])
  expect(shown.filter((it) => it.includes('(the spec names none)'))).toEqual([
    '(the spec names none)',
    'Install: (the spec names none)',
    'Rationale: (the spec names none)',
    'Alternative: (the spec names none)',
  ])
})

const seeds = path.join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'seeds')
const name = existsSync(seeds) ? readdirSync(seeds).find((it) => it.startsWith('004')) : undefined

test.skipIf(name === undefined)(
  'word for word as the seed has them (skipped where it does not lie beside the checkout)',
  () => {
    const lines = readFileSync(path.join(seeds, name ?? ''), 'utf8').split('\n')
    const seed = new Set(lines.map((it) => it.trim()))
    const filled = (text: string): string =>
      text
        .replace('Tool: github', 'Tool: {tool_name}')
        .replace('npm install @modelcontextprotocol/server-github', '{install_command from spec.md}')
        .replace('MISSING: playwright', 'MISSING: {tool_name}')
        .replace('npx playwright', '{install_command from spec.md}')
        .replace('it sees pages', '{rationale from spec.md}')
        .replace('look yourself', '{alternative approach from spec.md}')
    const ours = [success, failure, warning].flatMap((it) =>
      filled(it)
        .split('\n')
        .map((line) => line.trim()),
    )
    expect(ours.filter((it) => !seed.has(it))).toEqual([])
  },
)
