/** One entry of a client's file into how its server is reached: each client has its own words for the same things. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Span } from '../../plan/source.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { isTable, type Member } from './read-file.ts'
import type { HeaderFrom, McpClient, McpTransport } from './server.ts'

export interface ReadEntry {
  /** Null where it cannot be used. */
  readonly transport: McpTransport | null
  readonly unusable: string | null
  readonly findings: readonly Diagnostic[]
}

/** What is wrong with an entry, and where. */
interface Fault {
  readonly message: string
  readonly span: Span
}

/**
 * Reads one entry as its client does.
 *
 * @param client whose file it stands in
 * @param member name, value and places
 * @returns an entry of the wrong shape is a finding (MW640, a warning) and not usable; one that is switched off is no finding
 */
export function readEntry(client: McpClient, member: Member): ReadEntry {
  const faults: Fault[] = []
  const transport = isTable(member.value)
    ? transportOf(client, newFields(member, member.value, faults), faults, member.span)
    : null
  if (!isTable(member.value)) faults.push({ message: 'it is no table', span: member.spanOf([]) })
  const findings = faults.map(({ message, span }): Diagnostic => ({
    code: 'MW640',
    severity: 'warning',
    message: safeLine(`MCP server "${member.name}": ${message}`),
    help: 'Correct the entry; the server counts as one that does not work',
    span,
    related: [],
  }))
  const [first] = faults
  if (first !== undefined) return { transport: null, unusable: first.message, findings }
  const isOff = isTable(member.value) && (member.value['disabled'] === true || member.value['enabled'] === false)
  return isOff
    ? { transport: null, unusable: 'it is switched off there', findings }
    : { transport, unusable: null, findings }
}

interface Fields {
  has(key: string): boolean
  text(key: string): string | null
  texts(key: string): readonly string[]
  /** As `texts`, of which one may also be a table with a `name`. */
  names(key: string): readonly string[]
  table(key: string): Readonly<Record<string, string>>
}

function newFields(member: Member, entry: Readonly<Record<string, unknown>>, faults: Fault[]): Fields {
  const wrong = (key: string, what: string, ...path: string[]): void => {
    faults.push({ message: `${[key, ...path].join('.')} is no ${what}`, span: member.spanOf([key, ...path]) })
  }
  const has = (key: string): boolean => entry[key] !== undefined && entry[key] !== null
  const texts = (key: string, textOf: (it: unknown) => unknown): readonly string[] => {
    const value = entry[key]
    if (!has(key)) return []
    if (!Array.isArray(value)) {
      wrong(key, 'list of texts')
      return []
    }
    return value.flatMap((it: unknown, at) => {
      const text = textOf(it)
      if (typeof text === 'string') return [text]
      wrong(key, 'text', String(at))
      return []
    })
  }
  return {
    has,
    text(key) {
      const value = entry[key]
      if (!has(key)) return null
      if (typeof value === 'string' && value.trim() !== '') return value
      wrong(key, 'text')
      return null
    },
    texts: (key) => texts(key, (it) => it),
    names: (key) => texts(key, (it) => (isTable(it) ? it['name'] : it)),
    table(key) {
      const value = entry[key]
      if (!has(key)) return {}
      if (!isTable(value)) {
        wrong(key, 'table of texts')
        return {}
      }
      const named = Object.entries(value).flatMap(([name, it]): [string, string][] => {
        if (typeof it === 'string') return [[name, it]]
        // VS Code takes numbers, and takes away what is null.
        if (typeof it === 'number' || typeof it === 'boolean') return [[name, String(it)]]
        if (it !== null) wrong(key, 'text', name)
        return []
      })
      return Object.fromEntries(named)
    },
  }
}

function transportOf(client: McpClient, fields: Fields, faults: Fault[], span: Span): McpTransport | null {
  const type = fields.has('type') ? fields.text('type') : null
  const http = (
    url: string,
    is: 'http' | 'sse' | 'either',
    headers: Readonly<Record<string, string>>,
  ): McpTransport => ({
    is,
    url,
    headers,
    headersFrom: client === 'codex' ? codexHeadersFrom(fields) : [],
  })
  if (client === 'gemini' && fields.has('httpUrl')) {
    const url = fields.text('httpUrl')
    return url === null ? null : http(url, 'http', fields.table('headers'))
  }
  const key = client === 'windsurf' && fields.has('serverUrl') ? 'serverUrl' : 'url'
  if (fields.has(key) && (!fields.has('command') || client === 'gemini' || isRemote(type))) {
    const url = fields.text(key)
    const headers = fields.table(client === 'codex' ? 'http_headers' : 'headers')
    return url === null ? null : http(url, wayOf(client, type), headers)
  }
  if (isRemote(type)) faults.push({ message: `it has no ${key}`, span })
  else if (type !== null && type !== 'stdio' && type !== 'local')
    faults.push({ message: `"${type}" is a way to reach a server that is not known here`, span })
  else if (!fields.has('command')) faults.push({ message: `it has neither a command nor a ${key}`, span })
  else return client === 'opencode' ? opencodeLocal(fields, faults, span) : local(client, fields)
  return null
}

function isRemote(type: string | null): boolean {
  return (
    type === 'http' || type === 'streamable-http' || type === 'streamableHttp' || type === 'sse' || type === 'remote'
  )
}

/** A bare `url` is SSE in older files of Gemini CLI, and mostly the newer way elsewhere: both are tried. */
function wayOf(client: McpClient, type: string | null): 'http' | 'sse' | 'either' {
  if (type === 'sse') return 'sse'
  if (client === 'codex') return 'http'
  if (type === null || type === 'remote') return 'either'
  return client === 'vscode' ? 'either' : 'http'
}

function local(client: McpClient, fields: Fields): McpTransport | null {
  const command = fields.text('command')
  const args = fields.texts('args')
  const env = fields.table('env')
  const passes = client === 'codex' ? fields.names('env_vars') : []
  const envFile = client === 'vscode' || client === 'cursor' ? fields.text('envFile') : null
  const cwd = fields.text('cwd')
  return command === null ? null : { is: 'stdio', argv: [command, ...args], env, passes, envFile, cwd }
}

function opencodeLocal(fields: Fields, faults: Fault[], span: Span): McpTransport | null {
  const argv = fields.texts('command')
  const env = fields.table('environment')
  const cwd = fields.text('cwd')
  if (argv[0] !== undefined && argv[0] !== '') return { is: 'stdio', argv, env, passes: [], envFile: null, cwd }
  if (faults.length === 0) faults.push({ message: 'its command is empty', span })
  return null
}

/** Codex names variables in the place of values. */
function codexHeadersFrom(fields: Fields): readonly HeaderFrom[] {
  const token = fields.text('bearer_token_env_var')
  const named = Object.entries(fields.table('env_http_headers'))
  return [
    ...(token === null ? [] : [{ header: 'Authorization', before: 'Bearer ', variable: token }]),
    ...named.map(([header, variable]) => ({ header, before: '', variable })),
  ]
}
