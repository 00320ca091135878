/** The file of a client as plain values, each with its place: JSON, JSON with comments, or TOML. */

import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Span } from '../../plan/source.ts'
import { readFile } from '../../system/files.ts'
import type { McpPlace } from './server.ts'

/** One key of a table that was looked up, its value without prototypes, and where both stand. */
export interface Member {
  readonly name: string
  readonly value: unknown
  readonly span: Span
  /** Where a value inside of it stands; the member itself where there is no such value. */
  readonly spanOf: (path: readonly string[]) => Span
}

export interface Members {
  /** In the order of the file; of a key that is there twice the last, as programs read it. */
  readonly members: readonly Member[]
  readonly findings: readonly Diagnostic[]
}

/** A settings file of a client may hold the history of all its projects. */
const longestFile = 64 * 1024 * 1024
/** As deep as JSON may go elsewhere (MW404). */
const deepest = 64

const nothing: Members = { members: [], findings: [] }

/**
 * Reads the table of servers in a file.
 *
 * @param place the file, and the keys under which the table stands
 * @returns no members where there is no file, or no such table in it; what is wrong is a finding, never a throw
 */
export async function readMembers(place: McpPlace): Promise<Members> {
  const read = readFile(place.path, longestFile)
  if (read.is === 'failed') {
    if (read.failure.code === 'ENOENT' || read.failure.code === 'ENOTDIR') return nothing
    return found('MW640', `cannot read ${place.shown} (${read.failure.code})`, read.failure.help, null)
  }
  const text = Buffer.from(read.bytes).toString('utf8')
  return place.format === 'toml' ? tomlMembers(text, place) : jsonMembers(text, place)
}

function found(code: Diagnostic['code'], message: string, help: string, span: Span | null): Members {
  return { members: [], findings: [{ code, severity: 'warning', message, help, span, related: [] }] }
}

function notATable(place: McpPlace, span: Span): Members {
  const help = 'Write a table with one entry for each server; nothing of this one was used'
  return found('MW640', `${place.keys.join('.')} is no table of MCP servers`, help, span)
}

const correct = 'Correct the file; no MCP server of it was used'

async function tomlMembers(text: string, place: McpPlace): Promise<Members> {
  const { readToml } = await import('../../plan/values/toml.ts')
  const { toml, diagnostics } = readToml(text, place.shown)
  // Whatever is wrong in somebody else's file stops nothing of ours.
  const findings = diagnostics.map((it): Diagnostic => ({ ...it, severity: 'warning', help: correct }))
  if (toml === null) return { members: [], findings }
  const spanAt = (path: readonly string[], of: 'key' | 'value'): Span | null =>
    toml.places.get(path.join('\0'))?.[of] ?? null
  const whole: Span = { path: place.shown, offset: 0, length: 0 }
  let table: unknown = toml.value
  for (const key of place.keys) {
    table = isTable(table) ? table[key] : undefined
    if (table === undefined) return { members: [], findings }
  }
  if (!isTable(table)) {
    const wrong = notATable(place, spanAt(place.keys, 'value') ?? whole)
    return { ...wrong, findings: [...findings, ...wrong.findings] }
  }
  const members = Object.entries(table).map(([name, value]): Member => {
    const span = spanAt([...place.keys, name], 'key') ?? whole
    return { name, value, span, spanOf: (path) => spanAt([...place.keys, name, ...path], 'value') ?? span }
  })
  return { members, findings }
}

/** Whether a value is a table; lists and null are none. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonMembers(whole: string, place: McpPlace): Members {
  const text = whole.startsWith('\ufeff') ? whole.slice(1) : whole
  const shift = whole.length === text.length ? 0 : 3
  const spanOf = ({ offset, length }: Pick<Node, 'offset' | 'length'>): Span => ({
    path: place.shown,
    offset: shift + Buffer.byteLength(text.slice(0, offset)),
    length: Buffer.byteLength(text.slice(offset, offset + length)),
  })
  // Some clients leave an empty file behind.
  if (text.trim() === '') return nothing
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    const isLoose = place.format === 'jsonc'
    root = parseTree(text, errors, { disallowComments: !isLoose, allowTrailingComma: isLoose })
  } catch (error) {
    // The parser descends by calling itself.
    if (!(error instanceof RangeError)) throw error
    return found('MW404', 'nested too deeply', correct, spanOf({ offset: 0, length: 1 }))
  }
  const [first] = errors
  if (first !== undefined)
    return found('MW400', `not JSON: ${wordsOf(printParseErrorCode(first.error))}`, correct, spanOf(first))
  let table = root
  for (const key of place.keys) {
    table = table?.type === 'object' ? propertyOf(table, key)?.children?.[1] : undefined
    if (table === undefined) return nothing
  }
  if (table?.type !== 'object') return notATable(place, spanOf(table ?? { offset: 0, length: 0 }))
  const findings: Diagnostic[] = []
  const members = new Map<string, Member>()
  for (const property of table.children ?? []) {
    const [key, value] = property.children ?? []
    if (key === undefined || value === undefined) continue
    const name = String(key.value)
    const before = members.get(name)
    const span = spanOf(key)
    if (before !== undefined)
      findings.push({
        code: 'MW402',
        severity: 'warning',
        message: safeLine(`duplicate key "${name}"`),
        help: 'Programs take the last one; remove the other',
        span,
        related: [{ message: 'first defined here', span: before.span }],
      })
    members.delete(name)
    members.set(name, { name, value: valueOf(value, 0), span, spanOf: (path) => spanOf(nodeAt(value, path) ?? key) })
  }
  return { members: [...members.values()], findings }
}

/** `InvalidSymbol` → `invalid symbol`. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (it) => ` ${it.toLowerCase()}`).toLowerCase()
}

function propertyOf(table: Node, key: string): Node | undefined {
  return table.children?.findLast((it) => it.children?.[0]?.value === key)
}

function nodeAt(node: Node, path: readonly string[]): Node | undefined {
  let at: Node | undefined = node
  for (const key of path)
    at =
      at?.type === 'array'
        ? at.children?.[Number(key)]
        : at === undefined
          ? undefined
          : propertyOf(at, key)?.children?.[1]
  return at
}

/** A value without prototypes, so that no key reaches one (RELIABILITY S14); what is nested too deeply is null. */
function valueOf(node: Node, depth: number): unknown {
  if (depth > deepest) return null
  if (node.type === 'array') return (node.children ?? []).map((it) => valueOf(it, depth + 1))
  if (node.type !== 'object') return node.value as unknown
  const table = Object.create(null) as Record<string, unknown>
  for (const { children: [key, value] = [] } of node.children ?? [])
    if (key !== undefined && value !== undefined) table[String(key.value)] = valueOf(value, depth + 1)
  return table
}
