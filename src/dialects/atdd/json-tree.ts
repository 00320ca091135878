/** JSON as a tree with places, behind this one file; how it is read is for `jsonc-parser` to know. */

import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { byteLength } from '../../plan/path-safety.ts'
import type { Source, Span } from '../../plan/source.ts'

/** A value and where it stands. */
export type JsonNode = Node

export interface JsonTree {
  /** Null where the text is no JSON, which is told. */
  readonly root: JsonNode | null
  readonly text: string
  readonly diagnostics: readonly Diagnostic[]
  readonly spanOf: (node: Pick<JsonNode, 'offset' | 'length'>) => Span
}

const deepest = 64
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads strict JSON: what is wrong in it is told with its place, and then nothing of it is used (MW400–MW404, MW410). */
export function readJsonTree(source: Pick<Source, 'path' | 'bytes'>): JsonTree {
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(source.bytes)
  const mark = whole.startsWith('\uFEFF') ? 1 : 0
  const text = whole.slice(mark)
  const places = byteOffsets(text, mark === 1 ? 3 : 0)
  const spanOf: JsonTree['spanOf'] = ({ offset, length }) => {
    const at = places(offset)
    return { path: source.path, offset: at, length: places(offset + length) - at }
  }
  const wrong = (code: Diagnostic['code'], message: string, at: { offset: number; length: number }): JsonTree => ({
    root: null,
    text,
    spanOf,
    diagnostics: [
      {
        code,
        severity: 'error',
        message,
        help: 'Correct the file; nothing of it was used, and nothing is written into it',
        span: spanOf(at),
        related: [],
      },
    ],
  })
  const tooDeep = deeperThan(text, deepest)
  if (tooDeep !== null) return wrong('MW404', `nested deeper than ${deepest}`, { offset: tooDeep, length: 1 })
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (first !== undefined || root === undefined) {
    const at = first ?? { offset: text.length, length: 0 }
    if (text.slice(at.offset).trim() === '') return wrong('MW401', 'file ends inside a value (partial write?)', at)
    const word = first === undefined ? 'no value' : printParseErrorCode(first.error)
    if (word === 'EndOfFileExpected') return wrong('MW410', 'something follows the value', at)
    return wrong('MW400', `not JSON: ${word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`, at)
  }
  const odd = oddKey(root)
  return odd === null ? { root, text, diagnostics: [], spanOf } : wrong(odd.code, odd.message, odd.at)
}

/** Value of a key; undefined where it is no table, or has no such key. */
export function valueAt(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.type !== 'object') return undefined
  return node.children?.find((it) => it.children?.[0]?.value === key)?.children?.[1]
}

/** Keys and values of a table, in their order. */
export function membersOf(node: JsonNode): readonly (readonly [string, JsonNode])[] {
  return (node.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as const] : [],
  )
}

/** Offset of the bracket that is too deep; null where none is. The parser calls itself for each. */
function deeperThan(text: string, most: number): number | null {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"' && text[at] !== '\n'; at++) if (text[at] === '\\') at++
    } else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > most) return at
    } else if (sign === '}' || sign === ']') depth -= 1
  }
  return null
}

interface OddKey {
  readonly code: Diagnostic['code']
  readonly message: string
  readonly at: JsonNode
}

function oddKey(root: JsonNode): OddKey | null {
  const open = [root]
  for (const node of open) {
    const seen = new Set<string>()
    for (const child of node.children ?? []) {
      const key = node.type === 'object' ? child.children?.[0] : undefined
      const name = key === undefined ? null : String(key.value)
      if (key !== undefined && name !== null) {
        if (forbidden.has(name)) return { code: 'MW403', message: `key "${name}" is not allowed`, at: key }
        if (seen.has(name)) return { code: 'MW402', message: `duplicate key "${name}"`, at: key }
        seen.add(name)
      }
      open.push(child)
    }
  }
  return null
}

/** Offsets in the text → offsets in the bytes: counted on from the last one that was asked for. */
function byteOffsets(text: string, before: number): (offset: number) => number {
  let last = { offset: 0, at: before }
  return (offset) => {
    const from = offset >= last.offset ? last : { offset: 0, at: before }
    last = { offset, at: from.at + byteLength(text.slice(from.offset, offset)) }
    return last.at
  }
}
