/** `check --verify-tools`: the MCP servers that a spec wants are really started, once they are trusted (seed 004 §1.11). */

import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const server = path.join(import.meta.dirname, '..', '..', 'tools', 'mcp', 'programs', 'good-server.mjs')
const planFile = 'spec_quay.md'

function spec(tools: string): Project {
  const project = makeProject()
  project.write(
    planFile,
    '# Spec: quay\n## Goal\nList the quays of a harbour.\n### Task [1]: List\n- **Step [1]:** Write the list\n  - **Critical:** false\n### Task [2]: Check\n- **Step [1]:** Look at it\n  - **Critical:** false\n',
  )
  project.write(
    'parameters_quay.toml',
    `[goal]\ndescription = "List the quays of a harbour."\n${tools}[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\ncritical_flag = false\n[[tasks]]\nid = 2\n[[tasks.steps]]\nid = 1\ncritical_flag = false\n`,
  )
  project.write('.mcp.json', JSON.stringify({ mcpServers: { charts: { command: process.execPath, args: [server] } } }))
  project.commit('Begin')
  return project
}

test('nothing is started before it is trusted; then what answers is told, also as JSON', async () => {
  const project = spec('[mcp_tools]\nrequired = ["charts"]\n')
  const refused = await project.run('check', planFile, '--verify-tools')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MCP server charts (.mcp.json)')])
  expect(refused.out).not.toContain('verified')
  await project.run('trust', planFile, '--yes')
  const told = await project.run('check', planFile, '--verify-tools')
  expect(told.code, told.out + told.err).toBe(0)
  expect(told.out).toContain("  ✅ REQUIRED tool 'charts' verified\n")
  const { out } = await project.run('check', planFile, '--verify-tools', '--json')
  expect((JSON.parse(out) as { mcp_tools_verification: unknown }).mcp_tools_verification).toMatchObject({
    required_tools: { total: 1, verified: ['charts'], missing: [] },
    verification_status: 'PASS',
  })
  expect((await project.run('check', planFile, '--json')).out).not.toContain('mcp_tools_verification')
})

test('a required server that is not there ends with the code and the words of a run that halts', async () => {
  const project = spec('[mcp_tools]\nrequired = ["buoys"]\n')
  const told = await project.run('check', planFile, '--verify-tools')
  expect(told.code).toBe(2)
  expect(told.out).toContain('❌ REQUIRED TOOL MISSING\n')
  expect((await project.run('check', planFile)).code).toBe(0)
})

test('how it is installed is shown where that stands behind its name', async () => {
  const project = spec('')
  const text = project.read(planFile)
  project.write(
    planFile,
    `${text}## MCP Toolset\n### Required Tools\n- **buoys**: \`npm i -g mcp-buoys\` (for depths)\n`,
  )
  const told = await project.run('check', planFile, '--verify-tools')
  expect(told.out).toContain('Installation command:\nnpm i -g mcp-buoys\n')
})

test('where the file in which it is configured cannot be read, that is told', async () => {
  const project = spec('[mcp_tools]\nrequired = ["charts"]\n')
  project.write('.mcp.json', '{ "mcpServers": { "charts": ')
  const told = await project.run('check', planFile, '--verify-tools')
  expect([told.code, told.out]).toEqual([2, expect.stringMatching(/^⚠️ \.mcp\.json: .+; Correct the file/m)])
  project.write('.mcp.json', '{ "mcpServers": {} }')
  expect((await project.run('check', planFile, '--verify-tools')).out).not.toContain('.mcp.json:')
})

test('a spec that wants no tool says so', async () => {
  const told = await spec('').run('check', planFile, '--verify-tools')
  expect([told.code, told.out]).toEqual([0, expect.stringContaining('wants no MCP tool')])
})
