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
  /** It is handed out as a part of something. */
  readonly isWithin: boolean
}

export interface Listed extends Named {
  /** Where it comes from, if not from here. */
  readonly from: Node | null
  /** What goes before its signature. */
  readonly lead: Node | null
  /** The innermost scope with lists of its own around it, if it is in such a list. */
  readonly room: Range | null
}

/** A part of a file in which something is said of all names. */
export interface Place extends Range {
  readonly says: Node
}

interface Places {
  /** None of these lies in another one of its kind. */
  readonly foreign: readonly Place[]
  readonly led: readonly Place[]
  /** Scopes with lists of their own. */
  readonly rooms: readonly Range[]
}

/** Says of each name where it comes from, what goes before it, and whose list it is in. */
export function listedIn(names: readonly Named[], { foreign, led, rooms }: Places): readonly Listed[] {
  const [from, lead, room] = [saidAt(foreign), saidAt(led), innermostAt(rooms)]
  return names
    .toSorted((one, other) => one.node.startIndex - other.node.startIndex)
    .map((it) => {
      const at = it.node.startIndex
      const around = room(at)
      return { ...it, from: from(at), lead: lead(at), room: it.isAlias || it.isWithin ? null : around }
    })
}

/** Tells which of the rooms around a place is the innermost; null where there is none. Places are asked about in their order. */
export function innermostAt(rooms: readonly Range[]): (at: number) => Range | null {
  const sorted = rooms.toSorted((one, other) => one.start - other.start)
  const open: Range[] = []
  let next = 0
  const leave = (at: number): void => {
    while ((open.at(-1)?.end ?? Infinity) <= at) open.pop()
  }
  return (at) => {
    for (let room = sorted[next]; room !== undefined && room.start < at; room = sorted[(next += 1)]) {
      leave(room.start)
      open.push(room)
    }
    leave(at)
    return open.at(-1) ?? null
  }
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
