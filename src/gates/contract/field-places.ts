/** Which field of its type each one is: others make one of values without names, and are compiled with how it is laid out. */

import type { Node } from '@vscode/tree-sitter-wasm'

/** A field where it stands. */
export interface Placed {
  readonly node: Node
  /** What it is counted in. */
  readonly list: Node
}

/** @param isHidden whether nobody outside sees what is at this place; @returns from 1 on, by the ids of the fields' nodes */
export function placesOf(placed: readonly Placed[], isHidden: (at: number) => boolean): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  const last = new Map<number, number>()
  for (const { node, list } of placed.toSorted((one, other) => one.node.startIndex - other.node.startIndex)) {
    if (isHidden(node.startIndex)) continue
    const place = (last.get(list.id) ?? 0) + 1
    last.set(list.id, place)
    places.set(node.id, place)
  }
  return places
}
