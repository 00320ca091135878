/** Which field of its type each one is: others make one of values without names, and are compiled with how it is laid out. */

import type { Node } from '@vscode/tree-sitter-wasm'
import type { Members } from './hidden-ranges.ts'

/** What has a place among the members of a type. */
export interface Placed {
  /** Fields by their declarators, and functions. */
  readonly members: readonly Node[]
  /** Types without a name: fields by themselves, unless they are the type of one. */
  readonly nameless: readonly Node[]
  /** Where something stands that is no field of an object. */
  readonly others: readonly number[]
  /** Where the members of types begin whose fields have places. */
  readonly lists: ReadonlySet<number>
}

/**
 * @param blocks members of types, of all kinds
 * @param isHidden whether nobody outside sees what is at this place
 * @returns from 1 on, by the ids of the fields' nodes
 */
export function placesOf(
  { members, nameless, others, lists }: Placed,
  blocks: readonly Members[],
  isHidden: (at: number) => boolean,
): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  if (lists.size === 0) return places
  const byStart = (one: { readonly start: number }, other: { readonly start: number }): number =>
    one.start - other.start
  const isOther = someIn(others)
  const fields = [...members, ...nameless.filter((it) => it.nextNamedSibling === null)]
    .map(({ id, startIndex: start, endIndex: end }) => ({ id, start, end }))
    .filter(({ start, end }) => !isHidden(start) && !isOther(start, end))
    .toSorted(byStart)
  const open: { readonly end: number; last: number | null }[] = []
  const sorted = blocks.toSorted(byStart)
  let next = 0
  const leave = (at: number): void => {
    while ((open.at(-1)?.end ?? Infinity) <= at) open.pop()
  }
  for (const { id, start } of fields) {
    for (let block = sorted[next]; block !== undefined && block.start < start; block = sorted[(next += 1)]) {
      leave(block.start)
      open.push({ end: block.end, last: lists.has(block.start) ? 0 : null })
    }
    leave(start)
    const list = open.at(-1)
    if (list === undefined || list.last === null) continue
    list.last += 1
    places.set(id, list.last)
  }
  return places
}

/** Tells of ranges whether one of many places lies in them. */
function someIn(places: readonly number[]): (start: number, end: number) => boolean {
  const sorted = places.toSorted((one, other) => one - other)
  return (start, end) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle] ?? 0) < start) low = middle + 1
      else high = middle
    }
    return (sorted[low] ?? Infinity) < end
  }
}
