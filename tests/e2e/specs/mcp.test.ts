/** The MCP servers that a spec wants, verified before its run begins, by real servers (seed 004 §1.11). */

import path from 'node:path'
import { expect, test } from 'vitest'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import { validProgress } from '../../reports/spec/progress-schema.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const server = path.join(import.meta.dirname, '..', '..', 'tools', 'mcp', 'programs', 'good-server.mjs')

function spec(tools: string, servers: Readonly<Record<string, unknown>> = {}): Project {
  const project = makeProject()
  project.write(
    'spec_harbour.md',
    '# Spec: harbour\n## Goal\nList the berths of a harbour.\n### Task [1]: List\n- **Step [1]:** Write the list\n  - **Critical:** false\n### Task [2]: Check\n- **Step [1]:** Look at it\n  - **Critical:** false\n',
  )
  project.write(
    'parameters_harbour.toml',
    `[goal]\ndescription = "List the berths of a harbour."\n[mcp_tools]\n${tools}\n[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\ncritical_flag = false\n[[tasks]]\nid = 2\n[[tasks.steps]]\nid = 1\ncritical_flag = false\n`,
  )
  project.write('.mcp.json', JSON.stringify({ mcpServers: servers }))
  project.commit('Begin')
  project.agent("write('berths-' + task + '.txt', 'x')")
  return project
}

const charts = { charts: { command: process.execPath, args: [server] } }
const progress = (project: Project): ProgressDocument => validProgress(project.read('progress_harbour.json'))

test('a required server that answers: it is told, and kept in the progress file', async () => {
  const project = spec('required = ["charts"]\noptional = ["notes"]', charts)
  const ran = await project.run('run', 'spec_harbour.md', '--exec', project.exec, '--yes')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain("  ✅ REQUIRED tool 'charts' verified\n")
  expect(ran.out).toContain('✅ Proceeding to execution (Section 2)\n')
  expect(progress(project).mcp_tools_verification).toMatchObject({
    required_tools: { total: 1, verified: ['charts'], missing: [] },
    optional_tools: { total: 1, listed: ['notes'] },
    verification_status: 'PASS',
  })
  expect((await project.run('log', 'spec_harbour.md')).out).toContain(
    "MCP tools PASS; ✅ REQUIRED tool 'charts' verified; ℹ️ OPTIONAL tool 'notes' listed (not verified)",
  )
})

test('nothing is started before a person trusts it', async () => {
  const project = spec('required = ["charts"]', charts)
  const refused = await project.run('run', 'spec_harbour.md', '--exec', project.exec)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MCP server charts (.mcp.json)')])
  expect(refused.out + refused.err).not.toContain('REQUIRED tool')
  expect((await project.run('trust', 'spec_harbour.md', '--yes')).code).toBe(0)
  expect((await project.run('run', 'spec_harbour.md', '--exec', project.exec)).code).toBe(0)
})

test('a required server that is not there halts, with what to do', async () => {
  const project = spec('required = ["charts"]')
  const ran = await project.run('run', 'spec_harbour.md', '--exec', project.exec, '--yes')
  expect(ran.code).toBe(2)
  expect(ran.err).toContain('❌ REQUIRED TOOL MISSING\n')
  expect(ran.err).toContain('❌ HALTING EXECUTION\n')
  expect([project.has('berths-1.txt'), project.has('progress_harbour.json')]).toEqual([false, false])
})

test.each([
  ['a recommended one only warns', 'recommended = ["charts"]', "  ⚠️ RECOMMENDED tool 'charts' not available\n"],
  [
    'nor does a required one halt where the spec says so',
    'required = ["charts"]\n[mcp_tools.verification]\nhalt_if_required_missing = false',
    "  ❌ REQUIRED tool 'charts' not available\n",
  ],
  [
    'what is switched off is not looked at',
    'required = ["charts"]\n[mcp_tools.verification]\ncheck_on_startup = false',
    'MCP tool verification disabled in configuration\n',
  ],
])('%s', async (_about, tools, told) => {
  const project = spec(tools)
  const ran = await project.run('run', 'spec_harbour.md', '--exec', project.exec, '--yes')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain(told)
})

test('a dry run starts none', async () => {
  const project = spec('required = ["charts"]', { charts: { command: 'sh', args: ['-c', 'touch started'] } })
  const ran = await project.run('run', 'spec_harbour.md', '--dry-run')
  expect([ran.code, ran.out.includes('REQUIRED tool'), project.has('started')]).toEqual([0, false, false])
})
