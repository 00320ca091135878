/** What declarations are called outside, while they come in the order of the file. */

import type { Node } from '@vscode/tree-sitter-wasm'
import { pushTo, type Found, type Item, type Scope } from './captures.ts'
import type { Listed } from './listed.ts'

interface Open {
  readonly end: number
  /** What names in it begin with; none where nothing in it is seen. */
  readonly names: readonly string[]
  readonly lead: readonly Node[]
  readonly room: Scope | null
}

/** One of the names that something has outside. */
export interface Outside {
  readonly name: string
  /** The last part of that. */
  readonly last: string
  /** What goes before its signature for the list that hands it out. */
  readonly lead: Node | null
}

/** The scope whose lists hand out what is right in it; null is the file. */
type Room = Listed['room']

/**
 * Gives names their scopes.
 * @param joinedBy what stands between a scope and a name in it
 */
export function namesIn(
  found: Found,
  joinedBy: string,
): {
  of(item: Item): readonly Outside[]
  /** Says what a declaration is called outside, for what is in it. */
  enter(item: Item, names: readonly Outside[]): void
  lead(): readonly Node[]
  /** What is listed and not declared where it is, by all of its names; all items were asked about before. */
  undeclared(): readonly { readonly listed: Listed; readonly names: readonly string[] }[]
} {
  const scopes = found.scopes.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const outside = outsideNames(found)
  const known = new Map<Room, Set<string>>()
  const called = new Map<number, readonly string[]>()
  const calledByName = new Map<string, readonly string[]>()
  const namesOfRooms = new Map<Room, readonly string[]>([[null, ['']]])
  const open: Open[] = []
  let next = 0

  const leave = (at: number): void => {
    while ((open.at(-1)?.end ?? Infinity) <= at) open.pop()
  }
  const join = (outer: string, name: string): string => (outer === '' ? name : `${outer}${joinedBy}${name}`)
  const openScope = (scope: Scope): void => {
    leave(scope.start)
    const item = scope.isOfKnown
      ? (calledByName.get(scope.name ?? '') ?? [])
      : scope.nameNode === null
        ? undefined
        : called.get(scope.nameNode.id)
    const outer = open.at(-1)?.names ?? ['']
    const { name } = scope
    const names = item ?? (name === null ? outer : outer.map((it) => join(it, name)))
    const room = scope.isRoom ? scope : null
    if (room !== null) namesOfRooms.set(room, names)
    open.push({ end: scope.end, names, lead: [...(open.at(-1)?.lead ?? []), ...scope.lead], room })
  }
  /** What hands out what is right where the scopes are; undefined where lists hand out nothing. */
  const roomHere = (): Room | undefined => (isTop() ? null : (open.at(-1)?.room ?? undefined))
  const isTop = (): boolean => open.every((it) => it.names.length === 1 && it.names[0] === '')
  /** Opens what begins before an item, or with it and is around it. */
  const goTo = ({ node, nameNode }: Item): void => {
    for (let scope = scopes[next]; scope !== undefined; scope = scopes[(next += 1)]) {
      const isBefore = scope.start < node.startIndex || (scope.start === node.startIndex && scope.end >= node.endIndex)
      if (!isBefore || scope.nameNode?.id === nameNode.id) break
      openScope(scope)
    }
    leave(node.startIndex)
  }
  return {
    of(item) {
      goTo(item)
      const room = roomHere()
      if (room !== undefined) known.set(room, (known.get(room) ?? new Set()).add(item.name))
      if (item.shown === 'listed' && room !== null) return []
      const own = room === undefined ? [asDeclared(item)] : outside(item, room)
      return item.isGlobal
        ? own
        : (open.at(-1)?.names ?? ['']).flatMap((outer) => own.map((it) => ({ ...it, name: join(outer, it.name) })))
    },
    enter(item, names) {
      const all = names.map((it) => it.name)
      called.set(item.nameNode.id, all)
      if (isTop()) calledByName.set(item.name, all)
    },
    lead: () => open.at(-1)?.lead ?? [],
    undeclared() {
      for (const scope of scopes.slice(next)) openScope(scope)
      next = scopes.length
      return found.listed
        .filter((it) => it.from !== null || (!it.isAlias && known.get(it.room)?.has(it.name) !== true))
        .map((listed) => ({
          listed,
          names: (namesOfRooms.get(listed.room) ?? []).map((outer) => join(outer, listed.as)),
        }))
    },
  }
}

function asDeclared({ name }: Item): Outside {
  return { name, last: name, lead: null }
}

/** Tells what something is called outside by the lists of where it is declared, before the names of scopes are put to it. */
function outsideNames({ items, listed, lists, gone }: Found): (item: Item, room: Room) => readonly Outside[] {
  const byName = new Map<Room, Map<string, Listed[]>>()
  for (const it of listed) {
    if (it.from !== null) continue
    const names = byName.get(it.room) ?? new Map<string, Listed[]>()
    byName.set(it.room, names)
    pushTo(names, it.name, it)
  }
  const isSeen = ({ shown }: Item, room: Room): boolean =>
    shown === 'always' || (shown === 'public' && !lists.has(room))
  const seen = new Set([...items.values()].filter((it) => isSeen(it, null)).map(({ name }) => name))
  /** What others call it, also by other names that are handed out. */
  const others = (name: string, isValue: boolean, room: Room): readonly Listed[] => {
    const found: Listed[] = []
    const asked = new Set([name])
    for (const one of asked)
      for (const it of byName.get(room)?.get(one) ?? [])
        if (!it.isAlias) found.push(it)
        else if (!isValue) {
          asked.add(it.as)
          if (seen.has(it.as)) found.push(it)
        }
    return found
  }
  return (item, room) => {
    const isOwn = isSeen(item, room) && item.node.startIndex >= (gone.get(item.name) ?? 0)
    const names = new Map<string, Outside>(isOwn ? [[item.name, asDeclared(item)]] : [])
    for (const { as, last, lead } of others(item.name, item.is === 'value', room))
      names.set(as, { name: as, last, lead: lead ?? names.get(as)?.lead ?? null })
    return [...names.values()]
  }
}
