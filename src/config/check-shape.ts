/** The shape of a configuration file: every wrong value at its place, and what is left without them. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { nearest } from '../plan/nearest-name.ts'
import type { Span } from '../plan/source.ts'
import type { ConfigSource } from './config.ts'
import type { ConfigFile } from './schema.ts'
import { refused } from './security.ts'
import type { Toml, TomlTable } from '../plan/values/toml-tree.ts'

/** What zod tells of one problem; only the parts that are used. */
interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  readonly values?: readonly unknown[]
  readonly expected?: string
  readonly params?: Record<string, unknown>
  readonly errors?: readonly (readonly Issue[])[]
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
}

/** Where a path of keys stands; the nearest table above where it has no place of its own. */
export type SpanAt = (path: readonly PropertyKey[], part?: 'key' | 'value') => Span | null

/** Keys that would loosen security under a name we do not have: said as what it is, not as a slip of the pen. */
const trustLike = ['trust', 'trusted', 'bypass', 'allow', 'security', 'permissions', 'sandbox', 'dangerous'] as const

/** A path of keys as people write it: `gates.unit.env[0]`. */
function dotted(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
    .join('')
}

const kinds: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text in quotes',
  boolean: 'true or false',
  array: 'a list',
  object: 'a table',
  record: 'a table',
}

/** One line on what a value must be. */
function demand(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected ?? ''] ?? issue.expected ?? 'another kind of value'}`
    case 'invalid_value':
      return `must be one of ${(issue.values ?? []).map((it) => JSON.stringify(it)).join(', ')}`
    case 'invalid_union':
      return `must be ${[...new Set((issue.errors ?? []).flatMap((it) => it.slice(0, 1)).map((it) => kinds[it.expected ?? ''] ?? 'another kind of value'))].join(' or ')}`
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'must not be empty'
        : `must be at least ${String(issue.minimum)}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${String(issue.maximum)} characters`
        : `must be at most ${String(issue.maximum)}`
    case 'invalid_key':
      return issue.message === 'Invalid key in record' ? 'is no name that can stand here' : issue.message
    default:
      return issue.message
  }
}

const numericKeys = new Set<PropertyKey | undefined>(['reference', 'atol', 'rtol'])
const numericHelp =
  'Write reference = 3, atol = 0.1, rtol = 0.0: numbers, neither nan nor inf, and tolerances not negative'

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

function describe(issue: Issue, spanAt: SpanAt): Diagnostic {
  const isNumeric = issue.path[0] === 'gates' && issue.path[2] === 'values' && numericKeys.has(issue.path[4])
  const code = isNumeric ? 'MW603' : issue.params?.['code'] === 'MW604' ? 'MW604' : 'MW508'
  const message = `${dotted(issue.path)} ${isNumeric && issue.code === 'invalid_type' ? 'must be a finite number' : demand(issue)}`
  const help =
    code === 'MW603'
      ? numericHelp
      : code === 'MW604'
        ? textOr(issue.params?.['help'], 'Write a limit such as "20m"')
        : 'Correct the value or remove the key; the schema lists what is allowed'
  return {
    code,
    severity: 'error',
    message,
    help,
    span: spanAt(issue.path, issue.code === 'invalid_key' ? 'key' : 'value'),
    related: [],
  }
}

/** All keys the schema knows at a path of the file, for the nearest-name help. */
function knownKeys(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  let at = schema as
    { properties?: Record<string, unknown>; additionalProperties?: unknown; items?: unknown } | undefined
  for (const part of path)
    at = (
      typeof part === 'number' ? at?.items : (at?.properties?.[String(part)] ?? at?.additionalProperties)
    ) as typeof at
  return Object.keys(at?.properties ?? {})
}

/** Where a key would have been known: as a table of its own, or in another table. */
interface Place {
  readonly name: string
  /** As people write it. */
  readonly line: string
}

function placeOf(schema: unknown, key: string): Place | null {
  if (knownKeys(schema, []).includes(key)) {
    const own = knownKeys(schema, [key])
    return { name: `[${key}]`, line: own.length === 0 ? `[${key}]` : `[${key}] with ${own.join(', ')}` }
  }
  const table = knownKeys(schema, []).find((it) => knownKeys(schema, [it]).includes(key))
  return table === undefined ? null : { name: `${key} in [${table}]`, line: `${key} in [${table}]` }
}

function describeUnknown(of: {
  readonly path: readonly PropertyKey[]
  readonly known: readonly string[]
  /** Where the key would have been known; null where nothing has that name. */
  readonly place: Place | null
  readonly source: ConfigSource
  readonly span: Span | null
}): Diagnostic {
  const key = String(of.path.at(-1))
  if (of.source === 'repository' && trustLike.some((word) => key.toLowerCase().includes(word)))
    return refused(`set ${dotted(of.path)}`, of.span)
  const near = nearest(key, of.known)
  const meant = near === null ? of.place : { name: near, line: near }
  return {
    code: 'MW408',
    // A key near a known one, or one of another table, was meant to do something; another may belong to a newer version.
    severity: meant === null ? 'warning' : 'error',
    message: `unknown key '${dotted(of.path)}'${meant === null ? '' : `; did you mean ${meant.name}?`}`,
    help:
      meant === null
        ? `It has no effect; known here: ${of.known.join(', ')}`
        : `Write ${meant.line}, or remove the key`,
    span: of.span,
    related: [],
  }
}

/** Takes one key out of a value, in place: our own copy, made by `readToml`. False where it is gone already. */
function remove(value: TomlTable, path: readonly PropertyKey[]): boolean {
  let at: unknown = value
  for (const part of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return false
    at = (at as Record<PropertyKey, unknown>)[part]
  }
  const last = path.at(-1)
  if (typeof at !== 'object' || at === null || last === undefined || !Object.hasOwn(at, last)) return false
  return Reflect.deleteProperty(at, last)
}

/** Whether a value, or what was left of it, has the key. */
export function isThere(value: TomlTable, path: readonly PropertyKey[]): boolean {
  let at: unknown = value
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false
    at = (at as Record<PropertyKey, unknown>)[part]
  }
  return true
}

/** What is taken out for one wrong value: its key, or the whole list where it is an element of one. */
function partToDrop(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const element = path.findLastIndex((part) => typeof part === 'number')
  return element < 0 || element < path.length - 1 ? path : listOf(path)
}

/** The outermost list that a value is in; the value itself where it is in none. */
function listOf(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const element = path.findIndex((part) => typeof part === 'number')
  return element < 0 ? path : path.slice(0, element)
}

/**
 * Checks the shape: all problems, and what is left once every wrong value is taken out, so that one of them does not hide
 * what is wrong elsewhere. `file` is null where nothing can be kept.
 */
export async function checkShape(
  toml: Toml,
  source: ConfigSource,
  spanAt: SpanAt,
): Promise<{ file: ConfigFile | null; diagnostics: Diagnostic[] }> {
  const { configSchema, jsonSchemaText } = await import('./schema.ts')
  const first = configSchema.safeParse(toml.value)
  if (first.success) return { file: first.data, diagnostics: [] }
  const diagnostics: Diagnostic[] = []
  const schema = JSON.parse(jsonSchemaText()) as unknown
  for (const issue of first.error.issues as readonly Issue[]) {
    if (issue.code !== 'unrecognized_keys') {
      diagnostics.push(describe(issue, spanAt))
      continue
    }
    for (const key of issue.keys ?? []) {
      const path = [...issue.path, key]
      diagnostics.push(
        describeUnknown({
          path,
          known: knownKeys(schema, issue.path),
          place: placeOf(schema, key),
          source,
          span: spanAt(path, 'key'),
        }),
      )
    }
  }
  return { file: keepSound(toml.value, configSchema), diagnostics }
}

/** Takes out what is wrong until the rest is right. What is found in the later passes follows from what was taken out. */
function keepSound(
  value: TomlTable,
  schema: { safeParse(value: unknown): { success: true; data: ConfigFile } | { success: false; error: object } },
): ConfigFile | null {
  for (;;) {
    const checked = schema.safeParse(value)
    if (checked.success) return checked.data
    const { issues } = checked.error as { issues: readonly Issue[] }
    const removeAll = (partOf: (path: readonly PropertyKey[]) => readonly PropertyKey[]): boolean =>
      issues
        .flatMap(({ code, path, keys }) =>
          code === 'unrecognized_keys' ? (keys ?? []).map((key) => [...path, key]) : [partOf(path)],
        )
        .map((part) => remove(value, part))
        .includes(true)
    // What a table in a list cannot do without takes the list with it.
    if (!removeAll(partToDrop) && !removeAll(listOf)) return null
  }
}
