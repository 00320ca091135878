import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { trust, trustOf, trustSubject, type TrustSubject } from '../../../src/config/trust.ts'
import { neededTrust } from '../../../src/tools/mcp/needed-trust.ts'
import type { McpServer } from '../../../src/tools/mcp/server.ts'
import { address, configured, program } from './configured.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-mcp-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const repository = { source: 'repository', client: 'project' } as const
const subject = (servers: readonly McpServer[]): Promise<TrustSubject> => {
  const needed = neededTrust(servers)
  return trustSubject(
    folder,
    needed.flatMap(({ command }) => command ?? []),
    () => Promise.resolve([]),
    needed.flatMap(({ parts }) => parts),
  )
}
const linesOf = async (servers: readonly McpServer[]): Promise<readonly string[]> =>
  (await subject(servers)).parts.map(({ text }) => text)

test('a program of the repository is told with its words as they are written, each told apart, and what it takes', async () => {
  const transport = program(['node', 'server.mjs', '${TOKEN}'], { env: { MODE: 'x' }, cwd: 'tools' })
  expect(await linesOf([configured('github', transport, repository)])).toEqual([
    "MCP server github (.mcp.json): MODE=x node server.mjs '${TOKEN}' (with TOKEN) (in tools)",
  ])
})

test('an address of the repository is told with its headers, and a file that values are taken from', async () => {
  const headers = { Authorization: 'Bearer ${TOKEN}' }
  const servers = [
    configured('far', address('https://x.example/mcp', { headers }), repository),
    configured('near', program(['x'], { envFile: '.env' }), { source: 'repository', client: 'vscode' }),
  ]
  expect(await linesOf(servers)).toEqual([
    'MCP server far (.mcp.json): speaks with https://x.example/mcp with the headers Authorization (takes TOKEN from your environment)',
    'MCP server near (.mcp.json): takes values from the file .env',
    'MCP server near (.mcp.json): x',
  ])
})

test("a server of the user's own files needs none, and one that is never started does not either", async () => {
  const servers: McpServer[] = [
    configured('a', program(['x'])),
    configured('b', address('https://x.example/')),
    { ...configured('c', program(['x']), repository), transport: null },
  ]
  expect((await subject(servers)).hash).toBeNull()
  // What a command of the user's calls may be a script of the repository.
  expect(neededTrust(servers).map(({ command }) => command?.source ?? null)).toEqual(['user', null])
})

test.each<[string, McpServer]>([
  ['an argument', configured('it', program(['x', 'b']), repository)],
  ['a variable', configured('it', program(['x', 'a'], { env: { A: '1' } }), repository)],
  ['a folder', configured('it', program(['x', 'a'], { cwd: 'b' }), repository)],
  ['a name', configured('other', program(['x', 'a']), repository)],
  ['a file with values', configured('it', program(['x', 'a'], { envFile: '.env' }), repository)],
])('%s that is another one asks again', async (_, changed) => {
  const stateFolder = path.join(folder, 'state')
  const shown = await subject([configured('it', program(['x', 'a']), repository)])
  await trust(shown, { stateFolder, plan: 'tasks.md' })
  const of = { stateFolder, installation: null }
  expect(await trustOf(shown, of)).toMatchObject({ is: 'trusted' })
  expect(await trustOf(await subject([changed]), of)).toMatchObject({ is: 'changed' })
})

test.each([
  ['the address', address('https://y.example/', { headers: { A: 'a' } })],
  ['the value of a header', address('https://x.example/', { headers: { A: 'b' } })],
  ['a header', address('https://x.example/', { headers: { B: 'a' } })],
  ['the way', address('https://x.example/', { is: 'sse', headers: { A: 'a' } })],
])('%s of a server elsewhere that is another one is another part', (_, changed) => {
  const hashOf = (transport: ReturnType<typeof address>): unknown =>
    neededTrust([configured('it', transport, repository)])[0]?.parts[0]?.hash
  const before = hashOf(address('https://x.example/', { headers: { A: 'a' } }))
  expect(before).toEqual(expect.any(String))
  expect(hashOf(changed)).not.toBe(before)
})
