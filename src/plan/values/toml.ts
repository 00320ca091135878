/** TOML text into a plain value that remembers where each key and value stands. */

import { parseTOML, type AST } from 'toml-eslint-parser'
import type { Diagnostic } from '../diagnostic.ts'
import { byteLength } from '../path-safety.ts'
import type { Span } from '../source.ts'
import { excessIn } from './toml-excess.ts'
import { placeKey, TomlDate, type Place, type Toml, type TomlTable } from './toml-tree.ts'

/** Keys that are refused wherever they stand (RELIABILITY 3.9). */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** As deep as JSON may go (MW404): what is read costs its depth for each level. */
const deepest = 64

/** Byte offset of each UTF-16 index; null where both are the same because the text is ASCII. */
function byteOffsets(text: string): Uint32Array | null {
  if (byteLength(text) === text.length) return null
  const offsets = new Uint32Array(text.length + 1)
  let bytes = 0
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0
    const units = code > 0xffff ? 2 : 1
    offsets.fill(bytes, at, at + units)
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += units
  }
  offsets[text.length] = bytes
  return offsets
}

/** Turns UTF-16 ranges of the parser into byte spans of the file. */
function spansOf(text: string, path: string, shift: number): (start: number, end: number) => Span {
  const offsets = byteOffsets(text)
  const at = (index: number): number => {
    const inside = Math.max(0, Math.min(index, text.length))
    return offsets === null ? inside : (offsets[inside] ?? 0)
  }
  return (start, end) => ({ path, offset: shift + at(start), length: Math.max(0, at(end) - at(start)) })
}

/** Whatever the parser throws on bad syntax. */
interface SyntaxProblem {
  readonly index: number
  readonly message: string
}

function asSyntaxProblem(error: unknown): SyntaxProblem | null {
  if (!(error instanceof SyntaxError) || !('index' in error) || typeof error.index !== 'number') return null
  return { index: error.index, message: error.message }
}

function keyName(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value
}

/** Reads a syntax tree into a value; what it may not hold becomes a diagnostic. */
function build(
  program: AST.TOMLProgram,
  spanAt: (start: number, end: number) => Span,
): Toml & { diagnostics: Diagnostic[] } {
  const root = Object.create(null) as TomlTable
  const places = new Map<string, Place>()
  const diagnostics: Diagnostic[] = []

  const put = (from: TomlTable, base: readonly PropertyKey[], pair: AST.TOMLKeyValue): void => {
    const opened = open(from, base, pair.key.keys.slice(0, -1), pair.value)
    const last = pair.key.keys.at(-1)
    if (opened === null || last === undefined || isForbidden(last) || isTooDeep(opened.path, last)) return
    const path = [...opened.path, keyName(last)]
    places.set(placeKey(path), { key: spanAt(...last.range), value: spanAt(...pair.value.range) })
    opened.table[keyName(last)] = read(pair.value, path)
  }

  /** Goes down the given keys, making tables that are not there yet; an array of tables is entered at its last one. */
  const open = (
    from: TomlTable,
    base: readonly PropertyKey[],
    keys: readonly (AST.TOMLBare | AST.TOMLQuoted)[],
    at: AST.TOMLNode,
  ): { table: TomlTable; path: PropertyKey[] } | null => {
    let table = from
    const path = [...base]
    for (const key of keys) {
      if (isForbidden(key) || isTooDeep(path, key)) return null
      path.push(keyName(key))
      let next = table[keyName(key)]
      if (next === undefined) {
        next = Object.create(null) as TomlTable
        table[keyName(key)] = next
        places.set(placeKey(path), { key: spanAt(...key.range), value: spanAt(...at.range) })
      }
      if (Array.isArray(next)) {
        path.push(next.length - 1)
        next = next.at(-1) as unknown
      }
      table = next as TomlTable
    }
    return { table, path }
  }

  const isTooDeep = (path: readonly PropertyKey[], at: AST.TOMLNode): boolean => {
    if (path.length < deepest) return false
    // The first place is enough: what is deeper there is not looked into.
    if (!diagnostics.some(({ code }) => code === 'MW404'))
      diagnostics.push({
        code: 'MW404',
        severity: 'error',
        message: `nested more than ${deepest} deep`,
        help: 'Correct the file; no setting lies that deep',
        span: spanAt(...at.range),
        related: [],
      })
    return true
  }

  const isForbidden = (key: AST.TOMLBare | AST.TOMLQuoted): boolean => {
    if (!forbidden.has(keyName(key))) return false
    diagnostics.push({
      code: 'MW502',
      severity: 'error',
      message: `key "${keyName(key)}" is not allowed`,
      help: 'Take another name for it',
      span: spanAt(...key.range),
      related: [],
    })
    return true
  }

  const read = (node: AST.TOMLContentNode, path: readonly PropertyKey[]): unknown => {
    switch (node.type) {
      case 'TOMLArray':
        if (isTooDeep(path, node)) return []
        return node.elements.map((element, index) => {
          const inner = [...path, index]
          places.set(placeKey(inner), { key: spanAt(...element.range), value: spanAt(...element.range) })
          return read(element, inner)
        })
      case 'TOMLInlineTable': {
        const table = Object.create(null) as TomlTable
        for (const pair of node.body) put(table, path, pair)
        return table
      }
      case 'TOMLValue':
        return 'datetime' in node ? new TomlDate(node.value, node.datetime) : node.value
    }
  }

  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      put(root, [], node)
      continue
    }
    const header = { ...node, range: node.key.range }
    const last = node.key.keys.at(-1)
    if (last === undefined) continue
    if (node.kind === 'array') {
      const above = open(root, [], node.key.keys.slice(0, -1), header)
      if (above === null || isForbidden(last)) continue
      const list = (above.table[keyName(last)] ??= []) as TomlTable[]
      const table = Object.create(null) as TomlTable
      list.push(table)
      const path = [...above.path, keyName(last)]
      const place = { key: spanAt(...last.range), value: spanAt(...header.range) }
      if (list.length === 1) places.set(placeKey(path), place)
      places.set(placeKey([...path, list.length - 1]), place)
      for (const pair of node.body) put(table, [...path, list.length - 1], pair)
      continue
    }
    const opened = open(root, [], node.key.keys, header)
    if (opened === null) continue
    for (const pair of node.body) put(opened.table, opened.path, pair)
  }
  return { value: root, places, diagnostics }
}

/** The bare or quoted key that starts at `index`, and whether it stands in a table's header. */
function keyAt(text: string, index: number): string {
  let end = index
  while (end < text.length && !' \t\r\n=.]'.includes(text[end] ?? '')) end++
  return text.slice(index, end).replaceAll(/["']/g, '')
}

/**
 * Reads TOML text. It never throws for what stands in the text.
 *
 * The parser ends at the first place it cannot read, so that a syntax error (MW500), a key given twice (MW501) and
 * the result exclude each other; forbidden keys (MW502) are left out of the result and reported together.
 *
 * @param text the file's text; a byte order mark is accepted
 * @param path as it is to be shown in spans
 */
export function readToml(
  text: string,
  path: string,
): { readonly toml: Toml | null; readonly diagnostics: readonly Diagnostic[] } {
  const marked = text.startsWith('\ufeff')
  const plain = marked ? text.slice(1) : text
  const spanAt = spansOf(plain, path, marked ? 3 : 0)
  try {
    const { diagnostics, ...toml } = build(parseTOML(plain, { tomlVersion: '1.0' }), spanAt)
    return { toml, diagnostics }
  } catch (error) {
    // The parser descends by calling itself, and calls with each character of a text: what is beyond the stack ends here.
    const problem = error instanceof RangeError ? excessIn(plain) : asSyntaxProblem(error)
    if (problem === null) throw error
    const index = Math.min(problem.index, plain.length)
    if (problem.message.startsWith('Defining a key multiple times')) {
      const name = keyAt(plain, index)
      const first = firstPlaceOf(name, plain.slice(0, plain.lastIndexOf('\n', index - 1) + 1), spanAt)
      return {
        toml: null,
        diagnostics: [
          {
            code: 'MW501',
            severity: 'error',
            message: `key '${name}' defined twice${first === null ? '' : ` (first at ${lineAndColumn(text, first.offset)})`}`,
            help: 'Keep one of the two',
            span: spanAt(index, index + name.length),
            related: first === null ? [] : [{ message: 'first defined here', span: first }],
          },
        ],
      }
    }
    return { toml: null, diagnostics: [syntaxDiagnostic(problem.message, plain, index, spanAt)] }
  }
}

/** `line:column` of a byte offset, 1-based; a byte order mark takes no column. */
function lineAndColumn(text: string, offset: number): string {
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset))
  return `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`
}

/** The last key of this name before the second one; the text before it is sound, or there is nothing to point at. */
function firstPlaceOf(name: string, before: string, spanAt: (start: number, end: number) => Span): Span | null {
  try {
    const { places } = build(parseTOML(before), spanAt)
    return [...places].findLast(([key]) => key === name || key.endsWith(`\0${name}`))?.[1].key ?? null
  } catch {
    return null
  }
}

function syntaxDiagnostic(
  said: string,
  text: string,
  index: number,
  spanAt: (start: number, end: number) => Span,
): Diagnostic {
  const common = { code: 'MW500', severity: 'error', related: [] } as const
  // As JSON, Python, Ruby and JavaScript write that there is nothing.
  const nothing = /^(?:null|nil|none|undefined)(?![\w-])/i.exec(text.slice(index, index + 10))?.[0]
  if (nothing !== undefined) {
    const isInList = text
      .slice(text.lastIndexOf('=', index) + 1, index)
      .trimStart()
      .startsWith('[')
    return {
      ...common,
      message: `TOML has no null; ${isInList ? 'take it out of the list' : 'remove the key or write ""'}`,
      help: isInList
        ? 'Nothing stands for it: a list only holds what there is'
        : 'A key that is left out takes its default',
      span: spanAt(index, index + nothing.length),
    }
  }
  // The parser stands behind a line end when something is missing at the end of that line: point at the line itself.
  let at = index
  while (at > 0 && (text[at - 1] === '\n' || text[at - 1] === '\r') && (at === index || text[at] === '\n')) at--
  return {
    ...common,
    message: `not TOML: ${said.charAt(0).toLowerCase()}${said.slice(1)}`,
    help: 'Correct the line; nothing after it was read',
    span: spanAt(at, at + 1),
  }
}
