import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientFiles } from '../../../src/tools/mcp/client-files.ts'
import { findMcpServers, type FoundServers } from '../../../src/tools/mcp/find-servers.ts'
import type { McpServer } from '../../../src/tools/mcp/server.ts'

let base: string
let root: string
let home: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-mcp-')))
  root = path.join(base, 'project')
  home = path.join(base, 'home')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Writes a file below the project, or with `~/` below the home folder. */
function give(name: string, content: string | object): void {
  const file = name.startsWith('~/') ? path.join(home, name.slice(2)) : path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}
const find = (environment: Record<string, string> = {}, platform = 'linux'): Promise<FoundServers> =>
  findMcpServers({ root, home, environment, platform })
const one = async (environment: Record<string, string> = {}, platform = 'linux'): Promise<McpServer | undefined> => {
  const { servers, findings } = await find(environment, platform)
  expect(findings).toEqual([])
  expect(servers.length).toBe(1)
  return servers[0]
}
const stdio = (argv: string[], more: object = {}): object => ({
  is: 'stdio',
  argv,
  env: {},
  passes: [],
  envFile: null,
  cwd: null,
  ...more,
})
const remote = (is: string, url: string, headers: object = {}, headersFrom: object[] = []): object => ({
  is,
  url,
  headers,
  headersFrom,
})
const url = 'https://mcp.example.org/mcp'
const headers = { Authorization: 'Bearer ${TOKEN}' }

describe('each file with its own words', () => {
  test.each<[string, object | string, object]>([
    [
      '.mcp.json',
      { mcpServers: { it: { command: 'npx', args: ['-y', 'x'], env: { A: '${A}' } } } },
      stdio(['npx', '-y', 'x'], { env: { A: '${A}' } }),
    ],
    ['.mcp.json', { mcpServers: { it: { type: 'stdio', command: 'x' } } }, stdio(['x'])],
    ['.mcp.json', { mcpServers: { it: { type: 'http', url, headers } } }, remote('http', url, headers)],
    ['.mcp.json', { mcpServers: { it: { type: 'streamable-http', url } } }, remote('http', url)],
    ['.mcp.json', { mcpServers: { it: { type: 'sse', url } } }, remote('sse', url)],
    ['.mcp.json', { mcpServers: { it: { url } } }, remote('either', url)],
    ['~/.claude.json', { numStartups: 3, mcpServers: { it: { command: 'x' } } }, stdio(['x'])],
    [
      '~/.config/Claude/claude_desktop_config.json',
      { mcpServers: { it: { command: 'x', args: ['${A}'] } } },
      stdio(['x', '${A}']),
    ],
    [
      '.cursor/mcp.json',
      { mcpServers: { it: { command: 'x', envFile: '${workspaceFolder}/.env' } } },
      stdio(['x'], { envFile: '${workspaceFolder}/.env' }),
    ],
    ['~/.cursor/mcp.json', { mcpServers: { it: { url } } }, remote('either', url)],
    [
      '.vscode/mcp.json',
      `{ // servers\n "inputs": [], "servers": { "it": { "type": "http", "url": "${url}", }, } }`,
      remote('either', url),
    ],
    [
      '.vscode/mcp.json',
      { servers: { it: { command: 'x', env: { PORT: 80, ON: true, GONE: null } } } },
      stdio(['x'], { env: { PORT: '80', ON: 'true' } }),
    ],
    [
      '~/.config/Code/User/mcp.json',
      { servers: { it: { command: 'x', cwd: '${workspaceFolder}/a' } } },
      stdio(['x'], { cwd: '${workspaceFolder}/a' }),
    ],
    [
      '.gemini/settings.json',
      { mcpServers: { it: { httpUrl: url, url: 'http://other', command: 'x' } } },
      remote('http', url),
    ],
    ['.gemini/settings.json', { mcpServers: { it: { url, type: 'sse' } } }, remote('sse', url)],
    [
      '~/.gemini/settings.json',
      { mcpServers: { it: { command: 'x', cwd: 'a', trust: true, timeout: 5 } } },
      stdio(['x'], { cwd: 'a' }),
    ],
    [
      'opencode.json',
      { mcp: { it: { type: 'local', command: ['x', 'y'], environment: { A: '{env:A}' }, enabled: true } } },
      stdio(['x', 'y'], { env: { A: '{env:A}' } }),
    ],
    ['opencode.jsonc', `{ "mcp": { "it": { "type": "remote", "url": "${url}" } } /* one */ }`, remote('either', url)],
    ['.opencode/opencode.json', { mcp: { it: { type: 'local', command: ['x'] } } }, stdio(['x'])],
    ['~/.config/opencode/opencode.json', { mcp: { it: { type: 'local', command: ['x'] } } }, stdio(['x'])],
    [
      '~/.codex/config.toml',
      '[mcp_servers.it]\ncommand = "x"\nargs = ["y"]\nenv_vars = ["A", { name = "B", source = "local" }]\ncwd = "a"\n[mcp_servers.it.env]\nC = "c"',
      stdio(['x', 'y'], { passes: ['A', 'B'], cwd: 'a', env: { C: 'c' } }),
    ],
    [
      '.codex/config.toml',
      `[mcp_servers.it]\nurl = "${url}"\nbearer_token_env_var = "TOKEN"\nhttp_headers = { A = "a" }\nenv_http_headers = { B = "KEY" }`,
      remote('http', url, { A: 'a' }, [
        { header: 'Authorization', before: 'Bearer ', variable: 'TOKEN' },
        { header: 'B', before: '', variable: 'KEY' },
      ]),
    ],
    [
      '~/.codeium/windsurf/mcp_config.json',
      { mcpServers: { it: { serverUrl: url, headers } } },
      remote('either', url, headers),
    ],
    ['~/.codeium/windsurf/mcp_config.json', { mcpServers: { it: { command: 'x', disabled: false } } }, stdio(['x'])],
  ])('%s: %j', async (name, content, transport) => {
    give(name, content)
    const server = await one()
    expect(server).toMatchObject({ name: 'it', transport, unusable: null, also: [] })
    expect(server?.place).toMatchObject({ shown: name, source: name.startsWith('~') ? 'user' : 'repository' })
  })

  test.each([
    ['darwin', {}, 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['linux', { XDG_CONFIG_HOME: 'conf' }, 'conf/Claude/claude_desktop_config.json'],
    ['linux', { CODEX_HOME: 'cx' }, 'cx/config.toml'],
    ['linux', { CLAUDE_CONFIG_DIR: 'cc' }, 'cc/.claude.json'],
  ])('folders that are moved (%s, %j)', async (platform, moved, file) => {
    const toml = '[mcp_servers.it]\ncommand = "x"'
    give(`~/${file}`, file.endsWith('.toml') ? toml : { mcpServers: { it: { command: 'x' } } })
    const environment = Object.fromEntries(Object.entries(moved).map(([key, it]) => [key, path.join(home, it)]))
    expect(await one(environment, platform)).toMatchObject({
      transport: { argv: ['x'] },
      place: { shown: `~/${file}` },
    })
  })
})

test('what the user has set for this project counts first, then the project, then what is set for all', async () => {
  mkdirSync(root, { recursive: true })
  const named = (...names: string[]): object => Object.fromEntries(names.map((it) => [it, { command: it }]))
  give('~/.claude.json', {
    mcpServers: named('a', 'b', 'c', 'd'),
    projects: { [root]: { mcpServers: named('a') }, '/elsewhere': { mcpServers: named('z') } },
  })
  give('.mcp.json', { mcpServers: named('b', 'a') })
  give('.vscode/mcp.json', { servers: named('b', 'c') })
  give('~/.codex/config.toml', '[mcp_servers.e]\ncommand = "e"\n[mcp_servers.d]\ncommand = "d"')
  const { servers, findings } = await find()
  expect(findings).toEqual([])
  expect(servers.map(({ name, place, also }) => [name, place.shown, also.map(({ shown }) => shown)])).toEqual([
    ['a', '~/.claude.json', ['.mcp.json', '~/.claude.json']],
    ['b', '.mcp.json', ['.vscode/mcp.json', '~/.claude.json']],
    ['c', '.vscode/mcp.json', ['~/.claude.json']],
    ['d', '~/.claude.json', ['~/.codex/config.toml']],
    ['e', '~/.codex/config.toml', []],
  ])
})

test('a project that was opened by another name is found by its real one, too', async () => {
  mkdirSync(root, { recursive: true })
  give('~/.claude.json', { projects: { [root]: { mcpServers: { it: { command: 'x' } } } } })
  const link = path.join(base, 'link')
  symlinkSync(root, link)
  const { servers } = await findMcpServers({ root: link, home, environment: {}, platform: 'linux' })
  expect(servers.map(({ name }) => name)).toEqual(['it'])
})

test('a file of the user that lies in the repository is the repository speaking', async () => {
  give('moved/config.toml', '[mcp_servers.a]\ncommand = "x"')
  give('linked.json', { mcpServers: { b: { command: 'x' } } })
  give('~/.gemini/settings.json', { mcpServers: { c: { command: 'x' } } })
  mkdirSync(path.join(home, '.cursor'))
  symlinkSync(path.join(root, 'linked.json'), path.join(home, '.cursor', 'mcp.json'))
  const { servers } = await find({ CODEX_HOME: path.join(root, 'moved') })
  expect(servers.map(({ name, place }) => [name, place.source])).toEqual([
    ['b', 'repository'],
    ['c', 'user'],
    ['a', 'repository'],
  ])
})

test('an entry that cannot be used gives way to one that can', async () => {
  give('.mcp.json', {
    mcpServers: { a: { command: 'x', disabled: true }, b: { args: [] }, c: { enabled: false, command: 'x' } },
  })
  give('~/.cursor/mcp.json', { mcpServers: { a: { command: 'mine' }, b: { command: 'mine' } } })
  const { servers } = await find()
  expect(
    servers.map(({ name, place, transport, unusable }) => [name, place.shown, transport === null, unusable]),
  ).toEqual([
    ['c', '.mcp.json', true, 'it is switched off there'],
    ['a', '~/.cursor/mcp.json', false, null],
    ['b', '~/.cursor/mcp.json', false, null],
  ])
})

test('without a home folder only the project is looked at; of nothing comes nothing', async () => {
  const folders = { root, home: null, environment: {}, platform: 'linux' }
  expect(clientFiles(folders).map(({ source }) => source)).not.toContain('user')
  expect(await findMcpServers(folders)).toMatchObject({ servers: [], findings: [] })
})

describe('what is wrong is told with its place, and stops nothing', () => {
  const wrong = async (): Promise<readonly string[]> =>
    (await find()).findings.map((it) => {
      expect(it.severity).toBe('warning')
      return `${it.code} ${it.span === null ? '' : `${it.span.path}:${it.span.offset}+${it.span.length} `}${it.message}`
    })

  test.each<[string, string, readonly string[]]>([
    ['.mcp.json', '{', ['MW400 .mcp.json:1+0 not JSON: close brace expected']],
    ['.mcp.json', '{ // no\n}', ['MW400 .mcp.json:2+5 not JSON: invalid comment token']],
    ['.mcp.json', '\ufeff{"é": 1, "mcpServers": 3}', ['MW640 .mcp.json:27+1 mcpServers is no table of MCP servers']],
    ['.mcp.json', '{"mcpServers": []}', ['MW640 .mcp.json:15+2 mcpServers is no table of MCP servers']],
    ['.mcp.json', '{"mcpServers": {"a": 3}}', ['MW640 .mcp.json:21+1 MCP server "a": it is no table']],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {}}}',
      ['MW640 .mcp.json:16+3 MCP server "a": it has neither a command nor a url'],
    ],
    ['.mcp.json', '{"mcpServers": {"a": {"type": "http"}}}', ['MW640 .mcp.json:16+3 MCP server "a": it has no url']],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {"type": "pigeon"}}}',
      ['MW640 .mcp.json:16+3 MCP server "a": "pigeon" is a way to reach a server that is not known here'],
    ],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {"command": ["x"]}}}',
      ['MW640 .mcp.json:33+5 MCP server "a": command is no text'],
    ],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {"command": "x", "args": "y"}}}',
      ['MW640 .mcp.json:46+3 MCP server "a": args is no list of texts'],
    ],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {"command": "x", "args": ["y", 1]}}}',
      ['MW640 .mcp.json:52+1 MCP server "a": args.1 is no text'],
    ],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {"command": "x", "env": {"A": []}}}}',
      ['MW640 .mcp.json:51+2 MCP server "a": env.A is no text'],
    ],
    [
      '.mcp.json',
      '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
      ['MW402 .mcp.json:39+3 duplicate key "a"'],
    ],
    ['.mcp.json', '['.repeat(200_000), ['MW404 .mcp.json:0+1 nested too deeply']],
    [
      'opencode.json',
      '{"mcp": {"a": {"type": "local", "command": []}}}',
      ['MW640 opencode.json:9+3 MCP server "a": its command is empty'],
    ],
    ['.codex/config.toml', '[mcp_servers\n', ['MW500 .codex/config.toml:12+1 not TOML: unterminated table-key']],
    ['.codex/config.toml', 'mcp_servers = 3', ['MW640 .codex/config.toml:14+1 mcp_servers is no table of MCP servers']],
    [
      '.codex/config.toml',
      '[mcp_servers.a]\ncommand = 3',
      ['MW640 .codex/config.toml:26+1 MCP server "a": command is no text'],
    ],
  ])('%s: %s', async (name, text, expected) => {
    give(name, text)
    expect((await wrong()).map((it) => it.slice(0, 200))).toEqual(expected)
  })

  test('an empty file, a file that is none, and one that is about something else', async () => {
    give('.mcp.json', '\n')
    give('.gemini/settings.json', { theme: 'x' })
    mkdirSync(path.join(root, '.cursor', 'mcp.json'), { recursive: true })
    expect(await wrong()).toEqual(['MW640 cannot read .cursor/mcp.json (EISDIR)'])
  })

  test('a wrong file of the user that is read for two tables is told once', async () => {
    give('~/.claude.json', '{')
    expect((await wrong()).length).toBe(1)
  })

  test('of a key that is there twice the last counts, and no key reaches a prototype', async () => {
    give(
      '.mcp.json',
      '{"mcpServers": {"a": {"command": "x"}, "__proto__": {"command": "p"}, "a": {"command": "y", "__proto__": {"cwd": "z"}}}}',
    )
    const { servers } = await find()
    expect(servers.map(({ name, transport }) => [name, transport])).toEqual([
      ['__proto__', stdio(['p'])],
      ['a', stdio(['y'])],
    ])
  })
})
