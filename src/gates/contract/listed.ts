/** Names that a file hands out by lists, and what is said around them. */

import type { Node } from '@vscode/tree-sitter-wasm'
import type { Range } from './hidden-ranges.ts'

/** A name that is handed out, with what it is called outside. */
export interface Named {
  readonly name: string
  readonly as: string
  /** The last part of that. */
  readonly last: string
  readonly node: Node
  /** It is another name for something, and seen where that other name is. */
  readonly isAlias: boolean
}

export interface Listed extends Named {
  /** Where it comes from, if not from here. */
  readonly from: Node | null
  /** What goes before its signature. */
  readonly lead: Node | null
}

/** A part of a file in which something is said of all names. */
export interface Place extends Range {
  readonly says: Node
}

/** Says of each name where it comes from, and what goes before it. None of the parts lies in another one of its kind. */
export function listedIn(
  names: readonly Named[],
  { foreign, led }: { readonly foreign: readonly Place[]; readonly led: readonly Place[] },
): readonly Listed[] {
  const [from, lead] = [saidAt(foreign), saidAt(led)]
  return names
    .toSorted((one, other) => one.node.startIndex - other.node.startIndex)
    .map((it) => ({ ...it, from: from(it.node.startIndex), lead: lead(it.node.startIndex) }))
}

/** What is said at places that are asked about in their order. */
function saidAt(all: readonly Place[]): (at: number) => Node | null {
  const places = all.toSorted((one, other) => one.start - other.start)
  let next = 0
  return (at) => {
    while ((places[next]?.end ?? Infinity) <= at) next += 1
    const place = places[next]
    return place !== undefined && place.start <= at ? place.says : null
  }
}
