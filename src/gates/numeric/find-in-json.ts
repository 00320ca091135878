/** Finds a value in printed JSON: at a path, or by its key. */

import type { Node } from 'jsonc-parser'
import { readJsonPath, type JsonStep } from '../../plan/values/json-path.ts'
import { findingOf, type Finding, type Found } from './found.ts'
import { foundAt, type JsonDocument } from './json-documents.ts'
import type { Lines } from './lines.ts'

/** A key that stands twice leads to two places. */
function stepInto(node: Node, step: JsonStep): readonly Node[] {
  const children = node.children ?? []
  if (typeof step === 'string') return node.type === 'object' ? valuesOf(children, step) : []
  if (node.type !== 'array') return []
  const element = children.at(step)
  return element === undefined ? [] : [element]
}

function valuesOf(properties: readonly Node[], key: string): readonly Node[] {
  return properties.flatMap(({ children: [name, value] = [] }) =>
    name?.value === key && value !== undefined ? [value] : [],
  )
}

/**
 * @param documents those of the output
 * @param path as configured
 */
export function findAtPath(lines: Lines, documents: readonly JsonDocument[], path: string): Finding {
  const read = readJsonPath(path)
  if ('fault' in read) return { is: 'unreadable', why: `${path}: ${read.fault}` }
  if (documents.length === 0) return { is: 'missing', why: 'there is no JSON in the output' }
  const places = documents.flatMap((document): Found[] => {
    let nodes: readonly Node[] = [document.root]
    for (const step of read.steps) nodes = nodes.flatMap((node) => stepInto(node, step))
    return nodes.map((node) => foundAt(node, document.from, lines))
  })
  return findingOf(places, `there is nothing at ${path}`)
}

/** Finds a key at the top of the documents, else one level down. */
export function findByKey(lines: Lines, documents: readonly JsonDocument[], key: string): readonly Found[] {
  const tops = documents.filter(({ root }) => root.type === 'object')
  const at = (levels: (root: Node) => readonly Node[]): Found[] =>
    tops.flatMap((document) =>
      levels(document.root)
        .flatMap((node) => stepInto(node, key))
        .map((node) => foundAt(node, document.from, lines)),
    )
  const top = at((root) => [root])
  return top.length > 0 ? top : at((root) => (root.children ?? []).flatMap(({ children = [] }) => children.slice(1)))
}
