/** Reading typed values from a tree: what has the wrong type is a finding with its pointer, and nothing is guessed (MW407). */

import type { Text } from '../../plan/draft.ts'
import { nearest } from '../../plan/nearest-name.ts'
import type { Findings } from '../findings.ts'
import { isNull, kindOfNode, pointer, type JsonList, type JsonNode, type JsonObject, type JsonString } from './tree.ts'

export type Steps = readonly (string | number)[]

/** Says MW407 and gives null, so that a reader can return it. */
export function wrongType(node: JsonNode, at: Steps, wanted: string, findings: Findings): null {
  const what = at.length === 0 ? 'the file' : pointer(...at)
  const help = at.length === 0 ? `write ${wanted} there` : `write ${wanted} there, or take the member out`
  findings.add('MW407', 'error', node, `${what} is ${kindOfNode(node)}; ${wanted} is expected`, help)
  return null
}

/** The string at a place; null where nothing or null stands there, or something else (MW407). */
export function stringOf(node: JsonNode | undefined, at: Steps, findings: Findings): JsonString | null {
  if (node === undefined || isNull(node)) return null
  return node.is === 'string' ? node : wrongType(node, at, 'a string', findings)
}

/** The list at a place; null as with `stringOf`. */
export function listOf(node: JsonNode | undefined, at: Steps, findings: Findings): JsonList | null {
  if (node === undefined || isNull(node)) return null
  return node.is === 'list' ? node : wrongType(node, at, 'a list', findings)
}

/** The object at a place; null as with `stringOf`. */
export function objectOf(node: JsonNode | undefined, at: Steps, findings: Findings): JsonObject | null {
  if (node === undefined || isNull(node)) return null
  return node.is === 'object' ? node : wrongType(node, at, 'an object', findings)
}

/** Strings of a list, or the one string that stands in the place of a list. Each with its steps. */
export function stringsOf(
  node: JsonNode | undefined,
  at: Steps,
  findings: Findings,
): readonly { readonly node: JsonString; readonly at: Steps }[] {
  if (node?.is === 'string') return [{ node, at }]
  const list = listOf(node, at, findings)
  return (list?.items ?? []).flatMap((item, index) => {
    const steps = [...at, index]
    if (item.is === 'string') return [{ node: item, at: steps }]
    wrongType(item, steps, 'a string', findings)
    return []
  })
}

/** A text in the place of a node. */
export function textIn(node: JsonNode, text: string, findings: Findings): Text {
  return { text, span: findings.span(node) }
}

/** MW407 as a warning: a word that is none of those that are known. It is kept as it is. */
export function unknownWord(
  node: JsonString,
  at: Steps,
  of: { readonly what: string; readonly follows: string; readonly known: readonly string[] },
  findings: Findings,
): void {
  const near = nearest(node.text.toLowerCase(), of.known)
  const shown = JSON.stringify(node.text.length > 80 ? `${node.text.slice(0, 80)}…` : node.text)
  const message = `${pointer(...at)} ${shown} is not a known ${of.what}; ${of.follows}`
  const help = near === null ? `known are ${of.known.join(', ')}` : `did you mean ${near}?`
  findings.add('MW407', 'warning', node, message, help)
}
