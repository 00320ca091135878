import { expect, test } from 'vitest'
import { mcpFindings } from '../../src/run/mcp-findings.ts'
import { toolVerificationDefaults, type ToolVerification } from '../../src/plan/spec.ts'
import { judgeMcpTools } from '../../src/run/mcp-tools.ts'

const tool = (
  name: string,
  install: string | null = null,
): Parameters<typeof judgeMcpTools>[0]['asked']['required'][0] => ({
  name,
  install,
  rationale: null,
  alternative: null,
})
const findings = (settings: Partial<ToolVerification> = {}): ReturnType<typeof mcpFindings> =>
  mcpFindings(
    judgeMcpTools({
      asked: {
        required: [tool('github', 'npx x'), tool('jira'), tool('bash')],
        recommended: [tool('git')],
        optional: [tool('notion')],
      },
      outcomes: [
        {
          is: 'unavailable',
          server: 'mcp-jira',
          file: '~/.claude.json',
          reason: 'exited',
          message: 'it ended with exit code 1 before it had answered',
          said: [],
          durationMs: 1,
        },
      ],
      settings: { ...toolVerificationDefaults, ...settings },
      at: '2025-11-03T12:00:00Z',
    }),
    (name) => (name === 'github' ? { path: 'parameters_a.toml', offset: 7, length: 8 } : null),
  )

test('each tool that is not there is a finding where the spec names it', () => {
  expect(findings()).toEqual([
    {
      code: 'MW515',
      severity: 'error',
      message: 'required MCP tool "github" is not available: no server is configured under this name',
      help: 'Add the server to .mcp.json or to your client\'s settings; the spec says how to install it: "npx x"',
      span: { path: 'parameters_a.toml', offset: 7, length: 8 },
      related: [],
    },
    {
      code: 'MW515',
      severity: 'error',
      message:
        'required MCP tool "jira" is not available: the server "mcp-jira" of ~/.claude.json does not work: it ended with exit code 1 before it had answered',
      help: 'Mend the entry in ~/.claude.json, or what keeps the server from starting',
      span: null,
      related: [],
    },
    {
      code: 'MW515',
      severity: 'warning',
      message: 'recommended MCP tool "git" is not available: no server is configured under this name',
      help: "Add the server to .mcp.json or to your client's settings",
      span: null,
      related: [],
    },
  ])
})

test('what stops nothing is a warning, what nobody wants to hear is none', () => {
  expect(findings({ haltIfRequiredMissing: false }).map(({ severity }) => severity)).toEqual([
    'warning',
    'warning',
    'warning',
  ])
  expect(findings({ warnIfRecommendedMissing: false }).map(({ message }) => message.split(' ')[0])).toEqual([
    'required',
    'required',
  ])
  expect(findings({ checkOnStartup: false })).toEqual([])
})
