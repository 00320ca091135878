import { toolVerificationDefaults, type ToolVerification } from '../../src/plan/spec.ts'
import { expect, test } from 'vitest'
import type { McpOutcome } from '../../src/run/mcp-outcome.ts'
import { judgeMcpTools, serversToVerify, type AskedTool, type AskedTools } from '../../src/run/mcp-tools.ts'

const tool = (name: string): AskedTool => ({ name, install: null, rationale: null, alternative: null })
const asked = (required: string[], recommended: string[] = [], optional: string[] = []): AskedTools => ({
  required: required.map(tool),
  recommended: recommended.map(tool),
  optional: optional.map(tool),
})
const there = (server: string): McpOutcome => ({
  is: 'available',
  server,
  file: '.mcp.json',
  title: server,
  version: '1',
  protocol: '2025-11-25',
  tools: [],
  remarks: [],
  durationMs: 1,
})
const broken = (server: string): McpOutcome => ({
  is: 'unavailable',
  server,
  file: '.mcp.json',
  reason: 'timed-out',
  message: 'it did not answer within 5 s',
  said: [],
  durationMs: 1,
})
const at = '2025-11-03T12:00:00Z'
const judge = (
  of: AskedTools,
  outcomes: readonly McpOutcome[],
  settings: Partial<ToolVerification> = {},
): ReturnType<typeof judgeMcpTools> =>
  judgeMcpTools({ asked: of, outcomes, at, settings: { ...toolVerificationDefaults, ...settings } })

test('the record is the one of the seed', () => {
  const verification = judge(asked(['postgres', 'github'], ['playwright'], ['notion']), [
    there('postgres'),
    there('github'),
    there('playwright'),
  ])
  expect(JSON.stringify(verification.record)).toBe(
    JSON.stringify({
      mcp_tools_verification: {
        verification_enabled: true,
        verification_timestamp: '2025-11-03T12:00:00Z',
        required_tools: { total: 2, verified: ['postgres', 'github'], missing: [] },
        recommended_tools: { total: 1, verified: ['playwright'], missing: [] },
        optional_tools: { total: 1, listed: ['notion'] },
        verification_status: 'PASS',
      },
    }),
  )
  expect(verification).toMatchObject({ status: 'PASS', halts: false })
})

test.each([
  ['stops the run', {}, true],
  ['does not where the spec says so', { haltIfRequiredMissing: false }, false],
])('a required tool that is missing or broken fails, and %s', (_, settings, halts) => {
  const verification = judge(asked(['postgres', 'github', 'jira']), [there('postgres'), broken('github')], settings)
  expect(verification).toMatchObject({ status: 'FAIL', halts })
  expect(verification.record.mcp_tools_verification).toMatchObject({
    required_tools: { total: 3, verified: ['postgres'], missing: ['github', 'jira'] },
    verification_status: 'FAIL',
  })
  expect(verification.required.map((it) => it.is)).toEqual(['verified', 'broken', 'missing'])
})

test('a recommended tool that is missing passes, and is listed once more', () => {
  const verification = judge(asked([], ['playwright', 'git']), [there('git')])
  expect(verification).toMatchObject({ status: 'PASS', halts: false })
  expect(verification.record.mcp_tools_verification).toMatchObject({
    recommended_tools: { total: 2, verified: ['git'], missing: ['playwright'] },
    missing_recommended: ['playwright'],
  })
})

test('a check that is switched off looks at nothing and stops nothing', () => {
  const verification = judge(asked(['github'], ['git'], ['notion']), [], { checkOnStartup: false })
  expect(verification).toMatchObject({ status: 'SKIPPED', halts: false, required: [], recommended: [] })
  expect(verification.record.mcp_tools_verification).toEqual({
    verification_enabled: false,
    verification_timestamp: at,
    required_tools: { total: 1, verified: [], missing: [] },
    recommended_tools: { total: 1, verified: [], missing: [] },
    optional_tools: { total: 1, listed: ['notion'] },
    verification_status: 'SKIPPED',
  })
})

test('what agents have by themselves needs no server, but one of that name has to work', () => {
  const of = asked(['filesystem', 'Shell', 'git'])
  expect(judge(of, []).required.map((it) => it.is)).toEqual(['built-in', 'built-in', 'missing'])
  expect(judge(of, [broken('filesystem')]).required.map((it) => it.is)).toEqual(['broken', 'built-in', 'missing'])
  const own = judgeMcpTools({ asked: of, outcomes: [], at, settings: toolVerificationDefaults, builtIn: ['git'] })
  expect(own.required.map((it) => it.is)).toEqual(['missing', 'missing', 'built-in'])
})

test('of servers that match equally well one that works counts; an exact name is never passed over', () => {
  expect(judge(asked(['postgres']), [broken('mcp-postgres'), there('server-postgres')]).required).toMatchObject([
    { is: 'verified', by: 'decoration', server: { server: 'server-postgres' } },
  ])
  expect(judge(asked(['postgres']), [there('server-postgres'), broken('postgres')]).required).toMatchObject([
    { is: 'broken', by: 'exact', server: { server: 'postgres' } },
  ])
})

test('a name that stands there twice, or is empty, is counted once, or not at all', () => {
  const { record } = judge(asked(['github', ' github', '', ' ']), [there('github')])
  expect(record.mcp_tools_verification.required_tools).toEqual({ total: 1, verified: ['github'], missing: [] })
})

test('only what is required or recommended is to be started, in the order of the configuration', () => {
  const servers = ['notion', 'server-github', 'mcp-github', 'Postgres', 'unasked']
  const of = asked(['postgres'], ['github', 'nowhere'], ['notion'])
  expect(serversToVerify(of, toolVerificationDefaults, servers)).toEqual(['server-github', 'mcp-github', 'Postgres'])
  expect(serversToVerify(of, { ...toolVerificationDefaults, checkOnStartup: false }, servers)).toEqual([])
})
